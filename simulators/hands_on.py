"""Hands that move cards and tap: what dealer, players and judge of a scenario share."""

from __future__ import annotations

from rulebook.events import AnyEvent, FloorRestored
from rulebook.seats import MUCK, Seat, seat_zone
from simulators.rig import Rig
from simulators.scene import Scene
from simulators.stage import Lie, Physical, Stage
from table_node.taps import Tap, Undo


class HandsOn:
    """One table's truth and the rig that is to find it out. Remembers declared acts, to take the cards back with the word."""

    def __init__(self, rig: Rig, stage: Stage) -> None:
        self.rig = rig
        self.stage = stage
        self.last_showing = "plain"  # how the card dealt last came out of the stub
        self._shown = Scene()
        self._acts: list[tuple[Lie, Lie]] = []
        self._mucked: dict[Seat, list[Physical]] = {}  # whose hand it was that went to the muck last
        self._restored: set[Seat] = set()
        rig.show(self._shown)

    def show(self) -> None:
        """The felt looks like this now; nothing is shown twice."""
        scene = self.stage.scene()
        if scene != self._shown:
            self._shown = scene
            self.rig.show(scene)

    def look(self) -> None:
        """Show, and let the sensors see it."""
        self.show()
        self.rig.settle()

    def tap(self, tap: Tap) -> None:
        """The dealer taps; no declared act."""
        self.rig.tap(tap)

    def declare(self, tap: Tap, *, muck: Seat | None = None) -> None:
        """A declared act is tapped; `muck`: the seat whose cards go to the muck with it."""
        before = self.stage.snapshot()
        self.rig.tap(tap)
        if muck is not None:
            self._mucked[muck] = self.stage.before(muck)
            self._restored.discard(muck)
            self.stage.move(self._mucked[muck], MUCK)
            self.look()
        self.declared(before)

    def declared(self, before: Lie) -> None:
        """A declared act is complete: the cards lay like `before` when it began."""
        self._acts.append((before, self.stage.snapshot()))

    def take_back(self) -> None:
        """Undo: the cards first, so that nothing lies wrong once the word is gone."""
        if self._acts:
            self.stage.take_back(*self._acts.pop())
            self.look()
        self.rig.tap(Undo())

    def judge(self, event: AnyEvent) -> None:
        """A judge acts."""
        self.rig.judge(event)
        if isinstance(event, FloorRestored):
            self._restored.add(event.seat)

    def take_up(self, seat: Seat) -> None:
        """Its owner is about to use a hand. One that a judge restored and nobody moved is given back to him now."""
        hand = self._mucked.get(seat, [])
        if seat in self._restored and not self.stage.before(seat) and all(card.zone == MUCK for card in hand):
            self.stage.move(hand, seat_zone(seat))
            self.look()

    def dealing_is_over(self) -> bool:
        """See `Rig.dealing_is_over`."""
        return self.rig.dealing_is_over()
