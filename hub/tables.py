"""All that the hub holds of one table: its link, its fold, its directives, its delayed picture. PURE."""

from __future__ import annotations

from collections.abc import Mapping

from hub.authority import Authority
from hub.evidence import Evidence
from hub.judges import Outbox
from hub.setting_watch import SettingWatch
from hub.stream import DelayedTable
from hub.view import TableStatus
from link.delivery import Receiver, Sender
from link.endpoint import DIRECTIVES, RECORDS, Claimed, Endpoint
from link.judge_call import JudgeCall
from link.table_setting import next_set
from link.wording import BACK
from rulebook.book import Book
from rulebook.cards import UNKNOWN
from rulebook.events import HandOpened, TableSet
from rulebook.record import Record


class HubTable:
    """One table. `key` is its node's public key, its only identity."""

    def __init__(self, name: str, key: str, books: Mapping[str, Book], stream: DelayedTable | None) -> None:
        self.name = name
        self.key = key
        self.authority = Authority(name, books)
        self.evidence = Evidence()
        self.outbox = Outbox(name)
        self.stream = stream
        self.last_seq = 0
        self.last_check = b""  # of the last record that the log had at the start
        self.silent_since_wall_ms: int | None = None
        self.claim: Claimed | None = None  # the node's last word on what it found, until the log has come so far
        self.settings = SettingWatch()
        self.call = JudgeCall()
        self.problems: dict[str, str] = {}  # by what they are about; a later one replaces the former
        self.endpoint = self._endpoint()

    def _endpoint(self) -> Endpoint:
        sender = Sender(DIRECTIVES, self.outbox.read, last=self.outbox.durable)
        return Endpoint(sender, Receiver(RECORDS, committed=self.last_seq, check=self.last_check), speaks_first=False)

    def begin(self) -> None:
        """The log was read: take up the link from there."""
        self.endpoint = self._endpoint()

    def watch_setting(self, record: Record) -> str:
        """A record is about to be folded. Returns what a judge should look at about the table's setting, if that is new."""
        if not isinstance(record.event, TableSet | HandOpened):
            return ""
        was = self.settings.text
        self.settings.take(record, None if self.authority.why_not else next_set(self.authority.table))
        if self.settings.text:
            self.problems["setting"] = self.settings.text
        else:
            self.problems.pop("setting", None)
        return self.settings.text if self.settings.text != was else ""

    def deadline(self) -> int | None:
        """When the link or the delayed picture wants a tick."""
        link, stream = self.endpoint.deadline(), self.stream.deadline() if self.stream is not None else None
        if link is None or stream is None:
            return stream if link is None else link
        return min(link, stream)

    def status(self) -> TableStatus:
        """The table as the floor page shows it."""
        state = self.authority.state
        hand = self.authority.table.hand
        problems = [self.authority.why_not] if self.authority.why_not else []
        return TableStatus(
            table=self.name,
            online=self.endpoint.online,
            silent_since_wall_ms=None if self.endpoint.online else self.silent_since_wall_ms,
            ruled=not self.authority.why_not,
            rulebook=self.authority.table.settings.rulebook,
            hand=state.hand,
            street=state.street,
            next=state.next,
            to_act=state.to_act,
            pot=state.pot,
            button=state.button,
            board=tuple(BACK if handle in state.turned_down else state.names.get(handle, UNKNOWN) for handle in state.board),
            stacks=state.stacks,
            bets=state.bets,
            folded=state.folded,
            last_seq=self.last_seq,
            delay_ms=self.stream.delay_ms if self.stream is not None else self.authority.table.settings.delay_ms,
            problems=(*problems, *self.problems.values()),
            playing=hand is not None and not hand.over,
            next_set=next_set(self.authority.table),
        )
