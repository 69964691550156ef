"""What is detected with which sensors: every irregularity with both, with antennas alone, with the camera alone, with neither.

    python -m simulators.detection          measure, and write docs/detection.md anew

Measured, not claimed: for each kind the shortest scenario of ours that has this incident alone is played at ``--through node``
on perfect sensors, of which some have failed. A test measures again and compares.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from firmware_bridge.readings import DeviceState
from rulebook.cards import Card
from rulebook.events import TableSet
from rulebook.irregularities import KINDS
from rulebook.seats import BOARD, BURNS, Seat
from simulators.node_rig import NodeRig
from simulators.runner import read, rig_for, run
from simulators.scenario import Scenario
from simulators.scene import Scene
from table_node.by_hand import BOARDS, DEALINGS
from table_node.taps import Dealt
from vision.sightings import CameraState

REPOSITORY = Path(__file__).parents[1]
SCENARIOS = REPOSITORY / "tests" / "agreement" / "scenarios"
DOCUMENT = REPOSITORY / "docs" / "detection.md"
WARNINGS = ("burn_while_betting", "shuffle_before_push", "dealing_to_absent")
# Kinds whose shortest scenario is not their usual course: cards leave the board for the muck, where they may be gathered; a
# shuffle in the deal is asked about, one after it is not.
USUAL = {
    "board_card_moved": "bfsp-ours-card-of-the-board-to-the-muck-and-put-back",
    "shuffle_before_push": "design-shuffle-before-the-push",
}
SEED = 1


class PartlyBlind(NodeRig):
    """A table some of whose sensors failed before the first hand. Where all have, its dealer counts by hand, as he is asked to:
    as soon as he deals he believes that he does what the screen wants."""

    antennas = True
    camera = True

    def __init__(self, given: TableSet, seed: int = 0) -> None:
        self.asked: list[str] = []
        super().__init__(given, seed)
        if not self.antennas:
            self.give(DeviceState(self.now_ns, "rfid", "unplugged", ""))
        if not self.camera:
            self.give(CameraState(self.now_ns, "unplugged", ""))

    def settle(self, seconds: float = 0.0) -> None:
        super().settle(seconds)
        self._count_by_hand()
        self.asked += [question.kind for question in self.questions() if question.kind not in self.asked]

    def fault(self, device: str, kind: str, card: Card | None = None, other: Card | None = None) -> None:
        """These sensors fail by themselves."""

    def _count_by_hand(self) -> None:
        """Tap that the cards lie, as far as some do that were not counted."""
        while self.core.desk()["dealt"] is not None and self._uncounted(self.scene):
            self.tap(Dealt())

    def _uncounted(self, scene: Scene) -> bool:
        state = self.core.enforcement.fold.state()
        if state.next in DEALINGS:
            counted = sum(len(cards) for cards in state.cards.values())
            return sum(card.zone.startswith("seat") for card in scene.cards) > counted
        zone, known = (BOARD, len(state.board)) if state.next in BOARDS else (BURNS, len(state.burns))
        return sum(card.zone == zone for card in scene.cards) > known

    def _read(self, antenna: str) -> None:
        if self.antennas:
            super()._read(antenna)

    def _look(self) -> None:
        if self.camera:
            super()._look()

    def crop(self, seat: Seat) -> None:
        if self.camera:
            super().crop(seat)


class Mode(msgspec.Struct, frozen=True):
    """Which sensors work."""

    name: str
    antennas: bool
    camera: bool

    def rig(self, made: list[PartlyBlind]) -> type[PartlyBlind]:
        """A table with these sensors; it puts itself into `made`."""

        class Made(PartlyBlind):
            antennas = self.antennas
            camera = self.camera

            def __init__(self, given: TableSet, seed: int = 0) -> None:
                super().__init__(given, seed)
                made.append(self)

        return Made


MODES = (
    Mode("both", True, True),
    Mode("RFID alone", True, False),
    Mode("camera alone", False, True),
    Mode("neither", False, False),
)


class Row(msgspec.Struct, frozen=True):
    """One kind: the scenario that it was measured with, and what was found with each mode's sensors."""

    kind: str
    scenario: str
    cells: tuple[str, ...]
    asked: tuple[str, ...]


def representative() -> dict[str, Path]:
    """For each kind of incident the shortest scenario that has it and nothing else; for a warning, the shortest that has it."""
    found: dict[str, tuple[int, Path]] = {}
    for path in sorted(SCENARIOS.glob("*.toml")):
        scenario = read(path, SEED)
        length = len(scenario.lines)
        for kind in _shows(scenario):
            if kind not in found or length < found[kind][0]:
                found[kind] = (length, path)
    return {kind: SCENARIOS / f"{USUAL[kind]}.toml" if kind in USUAL else path for kind, (_, path) in found.items()}


def _shows(scenario: Scenario) -> Iterator[str]:
    verdict = run(scenario, rig_for("rules"), SEED).verdict
    kinds = {incident["kind"] for incident in verdict["incidents"]}
    if len(kinds) == 1:
        yield from kinds
    yield from {warning["kind"] for warning in verdict["warnings"]}


def measure(kind: str, path: Path) -> Row:
    """Play one scenario with each mode's sensors."""
    cells, asked = [], []
    for mode in MODES:
        made: list[PartlyBlind] = []
        verdict = run(read(path, SEED), mode.rig(made), SEED).verdict
        told = [entry["kind"] for entry in (verdict["warnings"] if kind in WARNINGS else verdict["incidents"])]
        cells.append(_cell(kind, told, mode, made[0].asked))
        asked += [question for question in made[0].asked if question not in asked]
    return Row(kind, path.stem, tuple(cells), tuple(asked))


def _cell(kind: str, told: list[str], mode: Mode, asked: list[str]) -> str:
    others = sorted({other for other in told if other != kind} - set(WARNINGS))
    more = f" and {', '.join(others)}" if others else ""
    if kind not in told:
        return f"as {', '.join(others)}" if others else "–"
    return ("asked" if asked else "yes") + more


def document(rows: list[Row]) -> str:
    """The page, whole."""
    known = {row.kind for row in rows}
    lines = [HEAD]
    lines += _table([row for row in rows if row.kind not in WARNINGS])
    missing = [kind for kind in KINDS if kind not in known]
    lines += ["", MISSING + ", ".join(f"`{kind}`" for kind in missing) + "." if missing else NONE_MISSING]
    lines += ["", "## Warnings before harm is done", ""]
    lines += _table([row for row in rows if row.kind in WARNINGS])
    return "\n".join([*lines, TAIL])


def _table(rows: list[Row]) -> list[str]:
    head = ["| kind | " + " | ".join(mode.name for mode in MODES) + " | questions | measured with |", "|---|" + "---|" * 6]
    return head + [
        f"| `{row.kind}` | {' | '.join(row.cells)} | {', '.join(f'`{one}`' for one in row.asked)} | {row.scenario} |"
        for row in rows
    ]


def rows() -> list[Row]:
    """Every row, in the order of the kinds."""
    chosen = representative()
    return [measure(kind, chosen[kind]) for kind in (*KINDS, *WARNINGS) if kind in chosen]


HEAD = """# What is detected with which sensors

Cards arrive face down. Antennas know them by their tags, the camera sees that they lie and how, and neither is always there.
This table is measured by `simulators/detection.py` (`python -m simulators.detection` writes it anew, a test compares): each
kind's shortest scenario of ours, played on a whole node whose sensors are perfect or have failed before the first hand.
How often it is found, and how often wrongly, with restless people and poor readers: [proof by simulation](procedure-proof.md).

* **yes**: found, by that name; **yes and …**: with these besides, which is a fault of ours; **as …**: found, misnamed.
* **asked**: found by the dealer's true answer to a question; **–**: not found.
* **neither**: the dealer counts by hand, one tap for the deal, the burn, the street, and believes that he did what the screen
  asked for. What is found then was told by a person, by the shuffler, or follows from the betting.
"""

MISSING = """What a failing device alone can do is played at the depth of devices (`tests/agreement/device_faults`); no other
scenario has it, or has it alone: """
NONE_MISSING = "Every kind is there."

TAIL = """
## What no sensor of ours can find

* **Chips**: bets, pots and the push are what was tapped. An award that nobody entered nobody checked.
* **Wash, riffle, cut**: asked once where they were not tapped. The shuffler reports that a deck was given out, no more.
* **The stub** is in the dealer's hand. "Back into the stub" is a departure, finished by his *Done*; the order of cards in it is
  unknown, so `restore_order` trusts the hands that do it.
* **Which of two face-down cards** of a seat without tags is which; a swap of equal backs between seats that only a camera sees.
* **One of several up cards turned down** while others still show their faces: cards overlap, so a close look that misses one
  face proves nothing. All of them turned down is found.
* **Another back** where a card lies under others: it is told by the stub's mouth alone, and only of a card whose tag belongs to
  the deck in play. A card that comes together with others shows no back there.
* **Rows of open-face** are seen by the close look, where the calibration names them (`table.rows`): 390 × 392 mm a seat, for
  three rows of cards that do not overlap and the cards in hand, and an antenna as large. Without a camera the dealer enters
  them: *Its cards lie open* once a turn, then one tap a card. In fantasy the backs of each row are counted; which card is which
  nobody knows before they are opened, so two hidden cards that change rows are not found: that would need an antenna a row.
* **A card that is gone** from a seat, the burns or the muck: players lift their cards, chips and piles hide them. Of the
  board those miss it who show its neighbours there, after eight seconds; elsewhere the next count of the deck tells.
* **The order of two cards that come within a second or two**, where a hand lies over the stub's mouth for both: a player may
  pick his card up as it comes and put it down later, so the lawful order is told. Where the mouth is seen it proves the order;
  where it is seen for one of them the dealer is asked. One who exchanges such cards of two seats himself is told as
  `seats_swapped_cards`, and a judge is called; one who deals anew instead is asked (`dealt_anew`).
* **How a card of stud came**, if it lies open for less than a close look takes (about half a second).
* **A fold without a tap**: cards in the muck without one ask; a pile of discards is read at its edge, when a card enters it.
* **Words and gestures**: what nobody taps was not said.
"""


def main() -> int:
    """Measure everything and write the page."""
    DOCUMENT.write_text(document(rows()), encoding="utf-8")
    sys.stdout.write(f"{DOCUMENT.relative_to(REPOSITORY)} written\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
