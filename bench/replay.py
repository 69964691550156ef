"""How fast hands are replayed, beside PokerKit in the same run, and what a day of one table costs to fold anew.

    python -m bench replay [--hands FILE.tar.gz] [--count 10000] [--repeat 3]
    python -m bench replay --day [--day-hands 360] [--seed 1]
    python -m bench replay --profile [--count 2000]

The recorded hands of the Pluribus match are replayed four ways, turn by turn in small portions so that a busy machine slows
all of them alike; times are processor time. PokerKit replays its own hand histories. Ours: the betting alone; what the
file tells as records (cards, actions, shown hands); the whole log that a table keeps of the hand (besides: the deck's
preparation, every folded card into the muck); and that log from its bytes. Each replay must end with the file's stacks, and
chips are conserved after every event: both are checked while the clock runs.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import pstats
import sys
import tarfile
import time
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from bench import replay_day
from rulebook.betting import Betting
from rulebook.book import standard_books
from rulebook.cards import Card
from rulebook.events import Action, DeckPrepared
from rulebook.pots import add_up
from rulebook.record import Record, decode, encode
from rulebook.seats import MUCK, Seat
from rulebook.table import Table
from simulators import scenario_steps as steps
from simulators.phh import parse_phh
from simulators.recorded_log import LogWriter
from simulators.scenario import Scenario

BOOKS = standard_books()
WSOP = BOOKS["wsop"]
ARCHIVE = Path(__file__).resolve().parents[2] / "shared" / "phh" / "all-10088-hands.tar.gz"
PORTION = 250  # hands that one way replays before the next way's turn


class Money(NamedTuple):
    """What the betting alone needs: the actions of each round, the board, the hands shown."""

    rounds: list[list[tuple[Seat, Action, int | None]]]
    board: list[Card]
    shown: dict[Seat, Sequence[Card]]


class Hand(NamedTuple):
    """A recorded hand, read and ready."""

    name: str
    text: str
    scenario: Scenario
    money: Money
    told: list[Record]  # what the file tells
    log: list[Record]  # what the table keeps
    body: list[bytes]
    stacks: dict[Seat, int]  # as the file has them at the end


def read_hands(archive: Path, count: int) -> list[Hand]:
    """The first hands of the match in the archive."""
    hands: list[Hand] = []
    told, log = LogWriter(WSOP), LogWriter(WSOP)
    with tarfile.open(archive) as files:
        for member in files:
            file = files.extractfile(member) if "pluribus" in member.name and member.name.endswith(".phh") else None
            if file is None:
                continue
            text = file.read().decode()
            scenario = parse_phh(text)
            records = log.hand(scenario)
            stacks = {int(seat): chips for seat, chips in (scenario.expect or {})["stacks"].items()}
            body = [encode(record) for record in records]
            hands.append(Hand(member.name, text, scenario, _money(scenario), _told(told, scenario), records, body, stacks))
            if len(hands) == count:
                break
    return hands


def _money(scenario: Scenario) -> Money:
    money = Money([[]], [], {})
    for line in scenario.lines:
        match line.step:
            case steps.Declared(seat, action, amount):
                if action != "muck":
                    money.rounds[-1].append((seat, action, amount))
            case steps.Board(cards):
                money.board.extend(dealt.card for dealt in cards)
                money.rounds.append([])
            case steps.Tables(seat, names):
                money.shown[seat] = names
    return money


def _told(writer: LogWriter, scenario: Scenario) -> list[Record]:
    """Without what a hand history leaves out: how the deck was prepared, where folded cards went."""
    unwatched = msgspec.structs.replace(scenario.settings, check_preparation=False)
    records = writer.hand(msgspec.structs.replace(scenario, settings=unwatched))
    return [
        record
        for record in records
        if not isinstance(record.event, DeckPrepared) and getattr(record.event, "zone", None) != MUCK
    ]


# -- the ways


def with_pokerkit(histories: Sequence[Any]) -> None:
    """PokerKit over its own hand histories."""
    for history in histories:
        state = deque(history, maxlen=1).pop()
        off = [chips - wanted for chips, wanted in zip(state.stacks, history.finishing_stacks, strict=True)]
        assert all(-1 < chips < 1 for chips in off)  # eight pots are split in halves of a chip: the data's own choice


def with_betting(hands: Sequence[Hand]) -> None:
    """Our betting alone, from actions that are read already."""
    for hand in hands:
        scenario = hand.scenario
        betting = Betting(scenario.settings, WSOP.money, WSOP.cite, scenario.stacks, scenario.button)
        betting.post()
        for street, acts in zip(betting.game.streets, hand.money.rounds, strict=False):
            betting.open_round(street.name)
            for seat, action, amount in acts:
                betting.act(seat, action, amount)
        betting.close_round()
        shown = hand.money.shown
        mucked = [seat for seat in betting.live if seat not in shown] if shown else []
        betting.pay(add_up(pot.won for pot in betting.award(shown, hand.money.board, mucked)))
        assert betting.stacks == hand.stacks, hand.name


def with_told(hands: Sequence[Hand]) -> None:
    """The whole fold over what the file tells."""
    table = Table(BOOKS)
    for hand in hands:
        for record in hand.told:
            table.apply(record)
        _check(table, hand)


def with_log(hands: Sequence[Hand]) -> None:
    """The whole fold over the table's whole log."""
    table = Table(BOOKS)
    for hand in hands:
        for record in hand.log:
            table.apply(record)
        _check(table, hand)


def with_bytes(hands: Sequence[Hand]) -> None:
    """The whole fold over the log's bytes."""
    table = Table(BOOKS)
    for hand in hands:
        for body in hand.body:
            table.apply(decode(body))
        _check(table, hand)


def _check(table: Table, hand: Hand) -> None:
    assert table.hand is not None
    assert table.hand.over, hand.name
    assert table.hand.betting.stacks == hand.stacks, hand.name


# -- the race


def race(hands: list[Hand], repeat: int) -> list[tuple[str, float]]:
    """Hands a second of every way, in the order in which they are told."""
    from pokerkit import HandHistory

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        histories = [HandHistory.loads(hand.text) for hand in hands]
        ways: list[tuple[str, Callable[[Sequence[Any]], None], Sequence[Any]]] = [
            ("PokerKit", with_pokerkit, histories),
            ("betting alone", with_betting, hands),
            ("records of the file", with_told, hands),
            ("whole log", with_log, hands),
            ("whole log from bytes", with_bytes, hands),
        ]
        gc.collect()
        gc.freeze()  # what was read is nobody's garbage: no way pays for the others' hands
        spent = [0.0] * len(ways)
        for _ in range(repeat):
            for start in range(0, len(hands), PORTION):
                for number, (_, way, given) in enumerate(ways):
                    began = time.process_time()
                    way(given[start : start + PORTION])
                    spent[number] += time.process_time() - began
    return [(name, repeat * len(hands) / seconds) for (name, _, _), seconds in zip(ways, spent, strict=True)]


def show_race(hands: list[Hand], repeat: int) -> None:
    rates = race(hands, repeat)
    base = rates[0][1]
    told, log = (sum(len(getattr(hand, kind)) for hand in hands) / len(hands) for kind in ("told", "log"))
    print(f"{len(hands)} hands, {repeat} times; {told:.1f} records a hand that the file tells, {log:.1f} in the whole log")
    for name, rate in rates:
        print(f"{name:<22} {rate:>8,.0f} hands/s   {rate / base:>5.1f} x PokerKit")


def show_profile(hands: list[Hand], lines: int) -> None:
    """Where the time of the whole fold goes."""
    with_log(hands)
    profile = cProfile.Profile()
    profile.runcall(with_log, hands)
    pstats.Stats(profile, stream=sys.stdout).strip_dirs().sort_stats("tottime").print_stats(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=Path, default=ARCHIVE, help="the archive of recorded hands")
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--profile", nargs="?", type=int, const=25, metavar="LINES", help="show where the time goes instead")
    parser.add_argument("--day", action="store_true", help="fold a simulated day of one table instead")
    parser.add_argument("--day-hands", type=int, default=360)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.day:
        replay_day.show(given.day_hands, given.seed)
        return 0
    if not given.hands.is_file():
        print(f"no recorded hands at {given.hands}; name the archive with --hands")
        return 2
    hands = read_hands(given.hands, given.count)
    if given.profile:
        show_profile(hands, given.profile)
    else:
        show_race(hands, given.repeat)
    return 0


if __name__ == "__main__":
    sys.exit(main())
