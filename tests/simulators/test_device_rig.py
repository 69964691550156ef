"""The devices depth: broken devices may cost time and trust, never a card; and a seed replays a run byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest

from rulebook.events import DeviceChanged, TableSet
from rulebook.record import encode
from simulators.device_rig import DeviceRig
from simulators.rules_rig import RulesRig
from simulators.runner import as_json, run
from simulators.scenario import parse_scenario
from simulators.scenario_steps import ScenarioError
from simulators.wires import byte_at_a_time, delayed, lossy
from tests.three_handed import DEALT, HEAD

SCRIPT = (
    DEALT
    + """3 calls
1 raises 400
2 calls
3 folds
burn 2d
board Kh 9c 4s
1 checks
2 checks
burn 3d
board Th
1 checks
2 checks
burn 6d
board Jc
1 checks
2 checks
1 tables As Ah
2 tables Kd Kc
push"""
)


def scenario(script: str) -> Any:
    return parse_scenario(f'{HEAD}script = """\n{script}\n"""\n')


def with_line(after: str, line: str) -> str:
    assert after in SCRIPT
    return SCRIPT.replace(after, f"{after}\n{line}", 1)


class Played:
    """A run at devices depth with its rig kept for a look inside."""

    def __init__(self, script: str, build: Callable[..., DeviceRig] = DeviceRig, seed: int = 0) -> None:
        self.rig: DeviceRig | None = None

        def keep(given: TableSet, number: int) -> DeviceRig:
            self.rig = build(given, number)
            return self.rig

        self.outcome = run(scenario(script), keep, seed)

    @property
    def verdict(self) -> dict[str, Any]:
        return self.outcome.verdict

    def device_changes(self) -> list[tuple[str, str]]:
        assert self.rig is not None
        events = [record.event for record in self.rig.journal.replay()]
        return [(event.device, event.state) for event in events if isinstance(event, DeviceChanged)]


@cache
def truth() -> dict[str, Any]:
    return run(scenario(SCRIPT), RulesRig).verdict


def test_a_clean_hand_from_bytes_and_pixels_has_the_verdict_of_the_rules() -> None:
    assert as_json(Played(SCRIPT).verdict) == as_json(truth())


@pytest.mark.parametrize(
    "build",
    [
        pytest.param(lambda given, seed: DeviceRig(given, seed, rfid_wire=byte_at_a_time), id="byte at a time"),
        pytest.param(lambda given, seed: DeviceRig(given, seed, rfid_wire=lossy(seed), shuffler_wire=lossy(seed)), id="lossy"),
        pytest.param(lambda given, seed: DeviceRig(given, seed, rfid_wire=lossy(seed, rate=0.01)), id="very lossy"),
        pytest.param(
            lambda given, seed: DeviceRig(given, seed, rfid_wire=delayed(seed), shuffler_wire=delayed(seed)), id="delayed"
        ),
    ],
)
def test_bad_cables_change_no_verdict(build: Callable[..., DeviceRig]) -> None:
    assert Played(SCRIPT, build, seed=1).verdict == truth()


@pytest.mark.parametrize("seed", [1, 2])
def test_flicker_of_cards_that_lie_still_changes_no_verdict(seed: int) -> None:
    """HARDWARE, worst first: 20 drop-outs in ten minutes are 1.5% of the looks; here it is worse."""
    assert Played(SCRIPT, partial(DeviceRig, flicker=0.03), seed).verdict == truth()


@pytest.mark.parametrize(
    ("after", "faults"),
    [
        ("deal 1 As", ["fault rfid seat 5 silent"]),  # an antenna nobody needs
        ("board Kh 9c 4s", ["fault rfid seat 1 silent"]),  # one whose cards are known by then
        ("board Kh 9c 4s", ["fault rfid board garbage", "wait 20s"]),
        ("board Kh 9c 4s", ["fault rfid board unplugged", "wait 5s", "fault rfid board back"]),
        ("cut", ["fault rfid board unplugged", "wait 3s", "fault rfid board back"]),
        ("cut", ["fault camera blind", "wait 3s", "fault camera back"]),
        ("3 folds", ["fault camera unplugged", "wait 3s", "fault camera back"]),
        ("cut", ["fault shuffler jam"]),
        ("cut", ["fault shuffler unplugged"]),
        ("cut", ["fault shuffler door"]),
        ("1 raises 400", ["fault uplink unplugged", "wait 8s", "fault uplink back", "wait 8s"]),
        ("1 raises 400", ["fault hub killed"]),  # and never back: the verdict is the node's
        ("1 raises 400", ["fault console killed"]),
    ],
)
def test_a_device_that_fails_where_it_is_not_needed_changes_no_verdict(after: str, faults: list[str]) -> None:
    """But for its own incident, which marks that less was watched (RULES 3.2): one, however often the plug comes and goes."""
    played = Played(with_line(after, "\n".join(faults)))
    own = not any(word in faults[0] for word in ("door", "uplink", "hub", "console"))
    incidents = [(one["kind"], one["severity"], one["call"], one["open"]) for one in played.verdict["incidents"]]
    assert incidents == [("device_fault", "dealer", "play", False)] * own
    assert played.verdict | {"incidents": []} == truth()  # steps have other numbers, but a clean hand names none


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("fault rfid board silent", ("rfid board", "silent")),
        ("fault rfid board garbage", ("rfid board", "garbage")),
        ("fault rfid board unplugged", ("rfid", "unplugged")),
        ("fault shuffler jam", ("shuffler", "jam")),
        ("fault shuffler door", ("shuffler", "door")),
        ("fault shuffler silent", ("shuffler", "silent")),
        ("fault shuffler unplugged", ("shuffler", "unplugged")),
        ("fault camera unplugged", ("camera", "unplugged")),
        ("fault camera blind", ("camera", "black")),
    ],
)
def test_every_fault_is_in_the_log_when_it_occurs_and_when_it_clears(line: str, expected: tuple[str, str]) -> None:
    device = line.removeprefix("fault ").rpartition(" ")[0]
    played = Played(f"shuffle machine\nriffle\ncut\n{line}\nwait 6s\nfault {device} back\nwait 6s")
    changes = [change for change in played.device_changes() if change[0] == expected[0]]
    if expected[1] == "silent":  # for five seconds: it is lost
        assert changes.pop(1) == (expected[0], "lost")
    assert changes == [expected, (expected[0], "ok")]


def test_a_ghost_is_a_card_in_two_places_and_nothing_else() -> None:
    played = Played(with_line("2 calls", "fault rfid seat 3 ghost As\nwait 20s"))
    assert [incident["kind"] for incident in played.verdict["incidents"]] == ["card_in_two_places"]


def test_a_camera_that_misreads_against_the_tag_is_a_disagreement() -> None:
    played = Played(with_line("3 folds", "fault camera misreads 9c 9s"))
    assert [incident["kind"] for incident in played.verdict["incidents"]] == ["sources_disagree"]


def test_a_fault_that_no_device_has_is_refused_with_its_line() -> None:
    with pytest.raises(ScenarioError, match="no fault jam") as caught:
        Played(with_line("cut", "fault rfid board jam"))
    assert caught.value.line > HEAD.count("\n")


def test_the_same_seed_replays_the_journal_byte_for_byte() -> None:
    def journal(seed: int) -> list[bytes]:
        played = Played(SCRIPT, partial(DeviceRig, rfid_wire=lossy(5), shuffler_wire=delayed(5)), seed)
        assert played.rig is not None
        return [encode(record) for record in played.rig.journal.replay()]

    assert journal(7) == journal(7)
    assert journal(7) != journal(8)
