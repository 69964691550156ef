"""The kept record of the proof by simulation: journals of ``python -m bench procedure`` in, docs/procedure-proof.md out.

    python -m bench.procedure_docs JOURNAL... [--out docs/procedure-proof.md] [--unmarked COMMIT]

A seed that several journals have counts once, as it was played last; which commit played it is in its line.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.procedure_bench import CLEAN, finished, report
from rulebook.irregularities import KINDS
from simulators.human_play import Mood
from simulators.random_errors import CATALOGUE, wrong_scenario
from simulators.random_hands import TableDraw

HEAD = """# Proof by simulation

Whole hands out of a seed (`simulators/random_hands.py`), in every game, limit and book that is played, shuffled by hand
and by machine, with two to ten players, played on a whole node and hub. `python -m bench procedure` plays them; this
page is written by `python -m bench.procedure_docs` from the journals of such runs, and `make test` plays a small sample
of the same seeds.

* **Clean hands** hold nothing wrong; whatever is found in them is a false alarm. Taps come late at a human rate, in
  stud as well; a deck that is washed lies over the antennas. Every twelfth table plays open-face, two or three hands of
  it, fantasy included; one in eight of its hands is set so that it is dead, players think again within their turn, and
  a draw is turned up now and then, which no rule forbids.
* **Hands with one error** hold one of the errors of `simulators/random_errors.py` and its correction by the book.
  *found*: that incident and no other, with the right call, seats and end; *otherwise*: found, but one of these differs;
  *besides*: found, and something else too; *missed*: not found; *misnamed*: something else was found instead.
* **Restless people and poor readers** (`simulators/unrest.py`): each player lifts his cards every twelve seconds for up
  to four, and lays them elsewhere three times in ten; hands lie over seats and over the window's zones; a tag drops out
  for 0.28 s as often as on HARDWARE's poor set-up, one gap in ten for 0.8 s; antennas hear a neighbour's tag every half
  minute a tag for up to 1.2 s, one in five with its bytes shifted; about once a minute a reply on a serial line has a byte
  lost, flipped or doubled. Through devices each hand over the felt is drawn in the camera's frames: over one of the window's
  zones every five seconds, with the arm behind it; for a moment over four of five cards that are laid down; across the
  whole window once a minute; over each seat with cards every fifteen seconds.
* **Pace**: a dealer who *follows the screen* goes on when it shows what he did last; a *brisk* one looks at no screen:
  a card every 0.4 to 1 s, taps and players' thoughts as people have them. He puts an error right once the screen stops him,
  or after 12 s by himself; while he stands there he answers what it asks. Decks are prepared, points of open-face counted
  and cards gathered for some seconds each.
"""
EARLIER = """## Earlier states

Figures hold for the state of the code that is named beside them. The last long runs before those above, through devices, the
dealer following the screen: on 2ffa291 2,061 clean hands at 1,250 tables, 0 incidents, 0.097 questions a hand; on 1a0901c and
2ffa291 3,099 hands with one error of 63 kinds: 3,094 right, 4 missed (`seventh_up` 2, `open-face: a set card moved`,
`boxed_card on the board`), 1 misnamed (`seventh_up`). Brisk, on 5502682 and 33f60fa: 303 of 315 right.
"""
BY_A_DEVICE = "no hand does it, a device alone: tests/agreement/device_faults"
NOT_SEEDED = {
    "card_in_two_places": BY_A_DEVICE,
    "card_vanished": BY_A_DEVICE,
    "sources_disagree": BY_A_DEVICE,
    "device_fault": BY_A_DEVICE,
}
DRAWN = 6  # so many seeds of each error tell which kinds it shows
PACES = {"": "the dealer follows the screen", "brisk": "brisk", "calm": "nobody fidgets, the readers are good"}


def gathered(journals: Sequence[Path]) -> list[dict[str, Any]]:
    """All lines of these journals, each key once, the last that has it; `mended`: what came of it before, if not right."""
    lines: dict[str, dict[str, Any]] = {}
    for journal in journals:
        for key, line in finished(journal).items():
            before = lines.get(key, line)
            wrong = [*before.get("mended", ()), before] if before["result"] != "right" and before is not line else []
            lines[key] = {**line, "mended": wrong}
    return list(lines.values())


def run_of(line: Mapping[str, Any]) -> tuple[str, str]:
    """Depth and mood of a line, out of its key."""
    words = str(line["key"]).split()
    return words[0], words[1] if words[1] in PACES else ""


def document(lines: Sequence[Mapping[str, Any]]) -> str:
    """The page."""
    runs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for line in lines:
        runs.setdefault(run_of(line), []).append(dict(line))
    said = [HEAD, *_seeded()]
    for depth, mood in sorted(runs, key=lambda run: (("rules", "node", "devices").index(run[0]), run[1])):
        of_run = runs[depth, mood]
        pace = "" if depth == "rules" else f", {PACES[mood]}"
        said += [f"## Through {depth}{pace}", "", *report(depth, of_run), "", *_failures(of_run), _states(of_run), ""]
    return "\n".join([*said, EARLIER])


def kinds_of_errors() -> dict[str, list[str]]:
    """Each kind of RULES 3.2 with the errors of the catalogue that show it, as the first seeds draw them."""
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for name in CATALOGUE:
        drawn = [wrong_scenario(name, TableDraw(seed, mood=Mood(late_rate=0))) for seed in range(DRAWN)]
        for kind in dict.fromkeys(one.kind for wrong in drawn for one in wrong.found):
            found[kind].append(name)
    return found


def _seeded() -> list[str]:
    """Which kinds the errors show, and why the others are not among them."""
    said = ["## Which kinds are seeded", "", "| kind | as |", "|---|---|"]
    for kind, names in kinds_of_errors().items():
        said.append(f"| `{kind}` | {'; '.join(names) or '*' + NOT_SEEDED[kind] + '*'} |")
    return [*said, ""]


def _failures(lines: Iterable[Mapping[str, Any]]) -> list[str]:
    """Which seeds did not come out right, each with what was found."""
    wrong = [line for line in lines if line["result"] != "right"]
    mended = [before for line in lines if line["result"] == "right" for before in line.get("mended", ())]
    said = []
    if wrong:
        said += ["Not as they should be:", "", *_listed(wrong), ""]
    if mended:
        said += [
            "Counted as right, but were not at first: the code was mended, and they were played again:",
            "",
        ]
        said += [*_listed(mended), ""]
    return said


def _listed(lines: Iterable[Mapping[str, Any]]) -> list[str]:
    said = []
    for line in sorted(lines, key=lambda line: (line["what"] != CLEAN, line["what"], line["seed"])):
        found = ", ".join(line.get("incidents", ())) or "nothing"
        said.append(f"* {line['what']}, seed {line['seed']}, {line.get('code', 'unknown')}: {line['result']} ({found})")
    return said


def _states(lines: Iterable[Mapping[str, Any]]) -> str:
    """How many hands were played on which state of the code."""
    hands = Counter[str]()
    for line in lines:
        hands[str(line.get("code", "unknown"))] += int(line.get("hands", 0))
    return "Hands by state of the code: " + ", ".join(f"{code} {count}" for code, count in sorted(hands.items())) + "."


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("journals", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=Path("docs/procedure-proof.md"))
    parser.add_argument("--unmarked", default="unknown", help="the commit of lines that name none")
    given = parser.parse_args()
    lines = [{"code": given.unmarked, **line} for line in gathered(given.journals)]
    for line in lines:
        line["mended"] = [{"code": given.unmarked, **before} for before in line["mended"]]
    given.out.write_text(document(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
