"""The node's process with a witness beside its loop: for every new screen one line that says which input made it, and when.

    python -m bench.latency_node TRACE CONFIG

Nothing of the node is left out or hurried; a line costs it some 50 us. A line holds counts and kinds, no card.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from firmware_bridge.buttons import Edge
from link.command import run_process
from table_node.__main__ import PARTS
from table_node.config import NodeConfig
from table_node.console.desk import View
from table_node.core_messages import DeskChanged, NodeInput, NodeOutput, Touched
from table_node.devices import OnLine
from table_node.node import Item, NodeProcess
from table_node.uplink import FromHub
from vision.sightings import Look


class Gist(msgspec.Struct, frozen=True):
    """What a screen says, as far as the bench waits for it."""

    hand: int
    next: str
    to_act: int
    dealt: int
    burns: int
    board: int
    incidents: tuple[str, ...]
    questions: int


class Shown(msgspec.Struct, frozen=True):
    """A new screen. `cause`: the input that made it (``time``: a moment that had come); `came_ns`: when that input came to the
    node, or was due; `shown_ns`: when the loop gave the screen to the page server. All on the boot's clock."""

    cause: str
    came_ns: int
    shown_ns: int
    gist: Gist


def gist(view: View) -> Gist:
    """The gist of a screen."""
    return Gist(
        hand=view["hand"],
        next=view["next"],
        to_act=view["to_act"],
        dealt=sum(len(seat["cards"]) for seat in view["seats"]),
        burns=view["burns"],
        board=sum(name is not None for name in view["board"]),
        incidents=tuple(incident["kind"] for incident in view["incidents"]),
        questions=len(view["questions"]),
    )


class WatchedNode(NodeProcess):
    """The node that writes down what made it change its screen."""

    def __init__(self, config: NodeConfig, folder: Path) -> None:
        super().__init__(config, folder)
        self._trace = os.open(TRACE[0], os.O_WRONLY | os.O_APPEND)
        self._cause = ""
        self._due: int | None = None
        self._came = 0

    def _wait_s(self) -> float:
        self._due = min((due for due in (self._core.deadline(), self._equipment.deadline()) if due is not None), default=None)
        return super()._wait_s()

    def _batch(self) -> list[tuple[int, Item]]:
        batch = list(super()._batch())
        self._stamps = iter([at for at, _ in batch])
        return batch

    def _take(self, item: Item) -> None:
        self._cause, self._came = _name(item), next(self._stamps)
        if isinstance(item, Look):
            self._came = item.at_ns  # when the picture was taken; the queue's own stamp comes after the recognition's start
        super()._take(item)
        self._cause = ""

    def _give(self, given: NodeInput) -> None:
        if not self._cause:
            self._came = self._due or self._now
        super()._give(given)

    def _carry_out(self, output: NodeOutput) -> None:
        now = self._clock()
        super()._carry_out(output)
        if isinstance(output, DeskChanged):
            line = msgspec.json.encode(Shown(self._cause or "time", self._came, now, gist(self._core.desk())))
            os.write(self._trace, line + b"\n")


def _name(item: Any) -> str:
    match item:
        case OnLine(line):
            return str(line)
        case Look(view=view):
            return f"{view} view"
        case Edge():
            return "edge"
        case Touched():
            return "tap"
        case FromHub():
            return "hub"
        case _:
            return type(item).__name__


TRACE: list[str] = []

if __name__ == "__main__":
    TRACE.append(sys.argv[1])
    sys.exit(run_process(msgspec.structs.replace(PARTS, make=WatchedNode), [sys.argv[2]]))
