"""Proof by simulation: clean hands must raise no incident, hands with one error must show it and nothing else.

    python -m bench procedure [--depth rules|node|devices] [--clean 100] [--errors 3] [--first 0] [--calm] [--brisk]
                              [--jobs 1] [--journal FILE] [--fresh]
    python -m bench procedure --depth node --replay clean 17
    python -m bench procedure --depth node --replay four_card_flop 3

`--clean` tables of one to three hands and `--errors` hands of every kind are played. Below the rules people fidget and
readers are poor (`simulators.unrest`) unless `--calm`. The dealer follows the screen: he goes on when it shows what he did,
and in a hand with an error when it has nothing more to say; a `--brisk` one looks at no screen and keeps the pace of people,
until it stops him for an error that he is to put right.
Finished seeds are kept in the journal, one JSON object a line: a run that was stopped goes on where it stood. A failing seed
is printed with its replay.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from rulebook.events import TableSet
from simulators.human_play import Mood
from simulators.random_errors import CATALOGUE, wrong_scenario
from simulators.random_hands import TableDraw, clean_scenario
from simulators.restless import RestlessDevices, RestlessNode
from simulators.rig import JudgedRig
from simulators.runner import rig_for, run
from simulators.scenario import parse_scenario
from simulators.unrest import CALM, Rates

CLEAN = "clean"
RESTLESS = {"node": RestlessNode, "devices": RestlessDevices}


class Job(NamedTuple):
    """One table to play: `what` is ``clean`` or the name of an error."""

    what: str
    seed: int
    depth: str
    calm: bool
    brisk: bool

    @property
    def key(self) -> str:
        """What the journal knows it by."""
        mood = "" if self.depth == "rules" else " calm" if self.calm else " brisk" if self.brisk else ""
        return f"{self.depth}{mood} {self.what} {self.seed}"

    @property
    def replay(self) -> str:
        """The command that plays it again."""
        mood = " --calm" * self.calm + " --brisk" * self.brisk
        return f"python -m bench procedure --depth {self.depth}{mood} --replay {self.what!r} {self.seed}"


def build(job: Job, given: TableSet, seed: int) -> JudgedRig:
    """The job's table."""
    if job.depth == "rules" or (job.calm and not job.brisk):
        return rig_for(job.depth)(given, seed)
    rates = CALM if job.calm else Rates()
    return RESTLESS[job.depth](given, seed, rates=rates, brisk=job.brisk, patient=job.what != CLEAN)


def play(job: Job) -> dict[str, Any]:
    """Play one table; return its line of the journal."""
    began = time.process_time()
    asked: dict[str, str] = {}
    text, wanted = script(job)
    line: dict[str, Any] = {"key": job.key, "what": job.what, "seed": job.seed, "code": code_state()}
    try:
        outcome = run(parse_scenario(text), partial(_listening, job, asked), job.seed)
    except Exception as error:
        return {**line, "result": "crashed", "failures": [f"{type(error).__name__}: {error}"[:300]], "hands": 0}
    got = outcome.verdict
    line |= {
        "hands": len(got["hands"]),
        "incidents": [incident["kind"] for incident in got["incidents"]],
        "warnings": [warning["kind"] for warning in got["warnings"]],
        "questions": dict(Counter(asked.values())),
        "failures": list(outcome.failures)[:5],
        "result": judge(wanted, [incident["kind"] for incident in got["incidents"]], bool(outcome.failures)),
        "seconds": round(time.process_time() - began, 2),
    }
    return line


@cache
def code_state() -> str:
    """The commit that plays, with a mark if files differ from it."""
    asked = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    try:
        return subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def script(job: Job) -> tuple[str, list[str]]:
    """The scenario of a job and the kinds of incident that it must show."""
    if job.what == CLEAN:
        return clean_scenario(TableDraw(job.seed)), []
    wrong = wrong_scenario(job.what, TableDraw(job.seed, mood=Mood(late_rate=0)))
    return wrong.text, [found.kind for found in wrong.found]


def _listening(job: Job, asked: dict[str, str], given: TableSet, seed: int) -> JudgedRig:
    """The job's table, with an ear for its questions."""
    rig = build(job, given, seed)
    hear = rig.questions

    def questions() -> Any:
        found = hear()
        asked.update({question.id: question.kind for question in found})
        return found

    rig.questions = questions  # type: ignore[method-assign]
    return rig


def judge(wanted: Sequence[str], got: Sequence[str], failed: bool) -> str:
    """One word for what came of it."""
    lacking, besides = Counter(wanted) - Counter(got), Counter(got) - Counter(wanted)
    if lacking:
        return "misnamed" if besides else "missed"
    if besides:
        return "false alarm" if not wanted else "besides"
    return "otherwise" if failed else "right"


# -- the journal


def finished(journal: Path) -> dict[str, dict[str, Any]]:
    """What the journal has, by key. A line that was cut off by a stop is passed over."""
    found: dict[str, dict[str, Any]] = {}
    if journal.exists():
        for text in journal.read_text().splitlines():
            try:
                line = json.loads(text)
            except json.JSONDecodeError:
                continue
            found[line["key"]] = line
    return found


def lines(jobs: Sequence[Job], journal: Path, workers: int) -> Iterator[tuple[Job, dict[str, Any]]]:
    """Every job with its line, out of the journal or newly played and noted there."""
    done = finished(journal)
    waiting = [job for job in jobs if job.key not in done]
    for job in jobs:
        if job.key in done:
            yield job, done[job.key]
    journal.parent.mkdir(parents=True, exist_ok=True)
    with journal.open("a") as out:
        for job, line in _played(waiting, workers):
            out.write(json.dumps(line) + "\n")
            out.flush()
            yield job, line


def _played(waiting: Sequence[Job], workers: int) -> Iterable[tuple[Job, dict[str, Any]]]:
    if workers < 2:
        yield from ((job, play(job)) for job in waiting)
        return
    with ProcessPoolExecutor(workers) as pool:
        running = {pool.submit(play, job): job for job in waiting}
        for future in as_completed(running):
            yield running[future], future.result()


# -- the report


def report(depth: str, lines_: Sequence[dict[str, Any]]) -> list[str]:
    """The tables of a run's lines of the journal, as Markdown."""
    clean = [line for line in lines_ if line["what"] == CLEAN]
    said = []
    if clean:
        hands = sum(line["hands"] for line in clean)
        incidents = Counter(kind for line in clean for kind in line.get("incidents", ()))
        asked = Counter[str]()
        warned = Counter(kind for line in clean for kind in line.get("warnings", ()))
        for line in clean:
            asked.update(line.get("questions", {}))
        wrong = sum(line["result"] != "right" for line in clean)
        said += [
            f"Clean hands through {depth}: {hands} hands at {len(clean)} tables, {sum(incidents.values())} incidents"
            f"{_listed(incidents)}, {sum(warned.values())} warnings{_listed(warned)}, {wrong} tables not as played.",
            f"Questions a hand: {sum(asked.values()) / max(hands, 1):.3f}"
            + "".join(f"; {kind} {count / max(hands, 1):.3f}" for kind, count in sorted(asked.items())),
            "",
        ]
    kinds = [name for name in CATALOGUE if any(line["what"] == name for line in lines_)]
    if kinds:
        words = ("right", "otherwise", "besides", "missed", "misnamed", "crashed")
        said += [
            f"Hands with one error through {depth}. *otherwise*: found, but seats, call or end differ; *besides*: found, and"
            " something else too.",
            "",
            "| error | hands | " + " | ".join("found" if word == "right" else word for word in words) + " |",
            "|---|" + "---|" * (len(words) + 1),
        ]
        total = Counter[str]()
        for name in kinds:
            count = Counter(line["result"] for line in lines_ if line["what"] == name)
            total += count
            said.append(f"| {name} | {sum(count.values())} | " + " | ".join(str(count[word]) for word in words) + " |")
        said.append(f"| all | {sum(total.values())} | " + " | ".join(str(total[word]) for word in words) + " |")
    return said


def _listed(count: Counter[str]) -> str:
    return f" ({', '.join(f'{kind} {number}' for kind, number in sorted(count.items()))})" if count else ""


def replay(job: Job) -> int:
    """Show the script of a job and what came of it."""
    text, _ = script(job)
    print(text)
    line = play(job)
    for key, value in line.items():
        print(f"{key}: {value}")
    return 0 if line["result"] == "right" else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", choices=("rules", "node", "devices"), default="rules")
    parser.add_argument("--clean", type=int, default=100)
    parser.add_argument("--errors", type=int, default=3)
    parser.add_argument("--kinds", nargs="+", choices=tuple(CATALOGUE), default=list(CATALOGUE), metavar="KIND")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--calm", action="store_true")
    parser.add_argument("--brisk", action="store_true")
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="processes; 2 uses both cores")
    parser.add_argument("--journal", type=Path, default=Path("build/bench/procedure.jsonl"))
    parser.add_argument("--fresh", action="store_true", help="forget what the journal has")
    parser.add_argument("--replay", nargs=2, metavar=("WHAT", "SEED"))
    given = parser.parse_args()
    make = partial(Job, depth=given.depth, calm=given.calm, brisk=given.brisk)
    if given.replay:
        return replay(make(given.replay[0], int(given.replay[1])))
    if given.fresh:
        given.journal.unlink(missing_ok=True)
    jobs = [make(CLEAN, seed) for seed in range(given.first, given.first + given.clean)]
    jobs += [make(kind, seed) for seed in range(given.first, given.first + given.errors) for kind in given.kinds]
    results = []
    for job, line in lines(jobs, given.journal, given.jobs):
        results.append((job, line))
        if line["result"] != "right":
            print(f"{line['result']}: {line.get('incidents', [])} {line['failures'][:1]}\n  {job.replay}", flush=True)
    print("\n".join(report(given.depth, [line for _, line in results])))
    return 0 if all(line["result"] == "right" for _, line in results) else 1


if __name__ == "__main__":
    sys.exit(main())
