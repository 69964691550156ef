"""Recorded hands of the public history format, replayed through the betting alone: the stacks at the end must be the file's.

The archive lies beside the repository and is no part of it; without it the tests skip. Every run replays a sample;
``DEALER_TABLE_RECORDED=all`` replays all of it.
"""

from __future__ import annotations

import os
from fractions import Fraction

import pytest

from rulebook.cards import CardError
from tests.rulebook_money.recorded import ARCHIVE, GAMES, Replay, recorded_hands

pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not ARCHIVE.is_file(), reason=f"recorded hands are not here: {ARCHIVE}"),
]
EVERY = 1 if os.environ.get("DEALER_TABLE_RECORDED") == "all" else 40


def test_recorded_hands_end_with_the_stacks_of_the_file() -> None:
    """All hands of the televised final table, a sample of the ten thousand of the match, all with a known end."""
    replayed = 0
    for name, hand in recorded_hands(lambda name, number: "pluribus" not in name or number % EVERY == 0):
        if hand["variant"] not in GAMES or "finishing_stacks" not in hand:
            continue
        replay = Replay(hand)
        stacks = replay.run(hand["actions"])
        wanted = [int(Fraction(chips) * replay.scale) for chips in hand["finishing_stacks"]]
        assert list(stacks.values()) == wanted, name
        replayed += 1
    assert replayed > 300


@pytest.mark.parametrize(
    ("ending", "stacks"), [("dwan-ivey-2009.phh", [572100, 1997500, 1109500]), ("antonius-blom-2009.phh", [1937923.75, 0])]
)
def test_famous_hands(ending: str, stacks: list[float]) -> None:
    replay, hand = next((Replay(hand), hand) for _, hand in recorded_hands(lambda name, _: name.endswith(ending)))
    assert [chips / replay.scale for chips in replay.run(hand["actions"]).values()] == stacks


def test_recorded_play_needs_one_ruling_alone() -> None:
    """People who played by the rules are ruled on once: a raise to what set the last opponent all-in."""
    rulings = []
    for name, hand in recorded_hands(lambda name, _: "pluribus" not in name):
        if hand["variant"] in GAMES:
            replay = Replay(hand)
            replay.run(hand["actions"])
            rulings += [(name.rsplit("/", 1)[-1], *ruling) for ruling in replay.rulings]
    assert rulings == [("85.phh", 2, "raise", 1200000, 0, "WSOP T95")]


def test_an_unreadable_card_names_itself() -> None:
    with pytest.raises(CardError, match="Xx"):
        Replay(next(hand for _, hand in recorded_hands(lambda name, _: name.endswith("wsop/2023/43/5/1.phh")))).step(
            ["d", "db", "AsXx"]
        )
