"""What the dealer's screen shows besides what the fold says by itself (devices, warnings in force, rulings, sight), and when
it has to be shown anew. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from firmware_bridge.lamps import Pattern, Show
from firmware_bridge.readings import DeviceState, Inventory
from link.judge_call import JudgeCall
from link.table_setting import next_set, setting_view
from rulebook.events import BY_HAND, CardPlaced, FloorOpened, HandOpened, is_declared
from rulebook.findings import Finding, Ruling, Warned, Withdrawn
from rulebook.record import Record
from rulebook.seats import STUB, zone_row
from rulebook.table import Table
from table_node.console.desk import View, desk_view
from table_node.core_messages import DeskChanged
from table_node.guidance import lamp_pattern
from vision.sightings import CameraState, Look


class Screen:
    """One table's screen and its lamp. `by_hand`: cards of this hand lie by the dealer's word, for no sensor could see them;
    `stale`: it has to be shown anew; `view`: as drawn last."""

    def __init__(self, table: str) -> None:
        self.by_hand = False
        self.stale = True
        self.view: View = {}
        self._pattern: Pattern = "off"
        self._reaching = False
        self._table = table
        self._devices: dict[str, DeviceState] = {}
        self._warned: list[Warned] = []
        self._rulings: dict[str, Ruling] = {}
        self._opened: FloorOpened | None = None
        self._call = JudgeCall()
        self._read_ns = 0
        self._looks = False

    @property
    def blind(self) -> bool:
        """Whether neither antennas nor camera see the felt: the reader failed and nothing was read since; no camera looks."""
        failed = [state.at_ns for name, state in self._devices.items() if re.fullmatch(r"rfid( \d+)?", name)]
        return bool(failed) and self._read_ns <= max(failed) and ("camera" in self._devices or not self._looks)

    def sensed(self, given: Inventory | DeviceState | Look | CameraState) -> None:
        """A sensor said something."""
        match given:
            case Inventory():
                self._read_ns = given.at_ns
                return
            case Look():
                self._looks = True
                return
            case CameraState():
                given = DeviceState(given.at_ns, "camera", given.state, given.detail)
        if given.state == "ok":
            self._devices.pop(given.device, None)
        else:
            self._devices[given.device] = given
        self.stale = True

    def reached(self, reaching: bool) -> None:
        """Whether a card shows in the stub's mouth while somebody owes an action."""
        self.stale |= reaching != self._reaching
        self._reaching = reaching

    def note(self, record: Record) -> None:
        """A record was appended, or read from the journal."""
        event = record.event
        self.stale = True
        self._call.take(record)
        if isinstance(event, HandOpened):
            self.by_hand = False
            self._warned.clear()
            self._rulings.clear()
            self._opened = None
        elif isinstance(event, FloorOpened):
            self._opened = event
        elif isinstance(event, CardPlaced) and event.witnesses == BY_HAND and event.zone != STUB:
            # Back into the stub a card always goes by his word; a row is told for want of a camera, the antennas see on.
            self.by_hand = self.by_hand or zone_row(event.zone) is None
        elif is_declared(event):
            self._warned.clear()  # he went on: the warning has been heard

    def found(self, findings: Iterable[Finding]) -> None:
        """The fold found, changed or withdrew something."""
        for finding in findings:
            match finding:
                case Warned():
                    self._warned.append(finding)
                case Ruling():
                    self._rulings[finding.id] = finding
                case Withdrawn(ident):
                    self._warned = [one for one in self._warned if one.id != ident]
                    self._rulings.pop(ident, None)

    def begin(self) -> None:
        """The journal was read: what was warned of in an earlier life has been heard."""
        self._warned.clear()

    def show(self, fold: Table, *, undoable: int, hub_away: bool) -> list[DeskChanged | Show]:
        """What has to be shown anew; nothing while nothing has changed."""
        if not self.stale:
            return []
        self.stale = False
        self.draw(fold, undoable=undoable, hub_away=hub_away)
        pattern = lamp_pattern(self.view["light"])
        if pattern == self._pattern:
            return [DeskChanged()]
        self._pattern = pattern
        return [DeskChanged(), Show(pattern)]

    def draw(self, fold: Table, *, undoable: int, hub_away: bool) -> None:
        """Make `view` anew, the whole screen as a value. While the hub is away the dealer may set the table."""
        playing = fold.hand is not None and not fold.hand.over
        call = self._call.standing
        self.view = desk_view(
            fold.state(),
            fold.settings,
            table=self._table,
            incidents=fold.incidents if call is None else [*fold.incidents, call],
            questions=fold.questions,
            warnings=self._warned,
            rulings=list(self._rulings.values()),
            devices=[self._devices[name] for name in sorted(self._devices)],
            hub_away=hub_away,
            undoable=undoable,
            setting=setting_view(next_set(fold), playing=playing) if hub_away else None,
            blind=self.blind,
            by_hand=self.by_hand,
            reaching=self._reaching,
            opened=self._opened,
        )
