"""What no device can know is asked of the dealer, and his answer decides (RULES 3.2)."""

from __future__ import annotations

import pytest

from tests.rulebook.folds import Log
from tests.rulebook.scripts import play
from tests.rulebook.test_corrections import LIMPED, found_in

ASKED: dict[str, tuple[str, str, str]] = {  # what happens, what is asked, what is found when the dealer says no
    "riffle_after_the_machine": ("machine; cut; card 1", "riffle", "not_shuffled BFSP 6.3.2 misdeal open"),
    "cut": ("shuffled; card 1; card 2", "cut", "not_cut BFSP 6.3.2 misdeal open"),
    "cut_noticed_late": ("shuffled; deal; 3 call", "cut", "not_cut BFSP 6.3.2 play"),
    "burn_that_one_device_alone_could_see": (
        "shuffled; cut; deal; 3 call; 1 call; 2 check; down rfid burns; board x3",
        "burned", "burn_missing BFSP 6.6.2 play open",
    ),
    "seat_that_one_device_alone_missed": (
        "shuffled; cut; down camera; card 1; card 3; card 1", "dealt_in", "seat_skipped BFSP 6.3.4 misdeal open",
    ),
    "hand_that_one_device_alone_missed": (
        "shuffled; cut; down rfid seat 3; card 1; card 2; card 3; card 1; card 2; 3 call",
        "dealt_in", "wrong_card_count BFSP 6.3.7 play open",
    ),
    "board_that_one_device_alone_missed": (
        "shuffled; cut; deal; 3 call; 1 call; 2 check; burn; down rfid board; board x2; report dealer_asks 1",
        "street_lies", "flop_short OURS flop_short play open",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("script", "kind", "told"), ASKED.values(), ids=ASKED)
def test_what_no_device_can_know_is_asked(script: str, kind: str, told: str) -> None:
    for word, expected in (("yes", ""), ("no", told)):
        log = Log("bfsp", check_preparation=True)
        log.open()
        play(log, script)
        assert log.table.incidents == []
        assert [question.kind for question in log.table.questions] == [kind]
        play(log, f"answer {word}")
        assert found_in(log) == expected
        assert log.table.questions == []


def test_a_device_that_came_back_is_a_witness_again() -> None:
    log = Log("bfsp")
    log.open()
    play(log, LIMPED + "down rfid burns; up rfid burns; board x3")
    assert found_in(log) == "burn_missing BFSP 6.6.2 play open"


def test_a_card_that_the_dealer_answers_for_counts_like_any_other() -> None:
    log = Log("bfsp")
    log.open()
    play(log, "down camera; card 1; card 3; card 1; answer yes; card 2; card 3")
    play(log, "3 call; 1 call; 2 check; burn; board x2; 1 check")
    assert [question.kind for question in log.table.questions] == ["street_lies"]
    play(log, "answer yes; 2 check; 3 check; burn; board")
    assert (found_in(log), log.table.questions, log.table.state().street) == ("", [], "turn")
