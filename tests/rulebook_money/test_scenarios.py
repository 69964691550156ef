"""The betting facts of the shared scenarios, at the level of the betting alone."""

from __future__ import annotations

import pytest

from rulebook.pots import add_up
from tests.rulebook_money.tables import cards, play, ruling, sizes, table

LIMPED = "2 calls; 3 calls; 4 calls; 1 checks; round flop"


def test_one_big_chip() -> None:
    betting = table(game="omaha", limit="pot", blinds=(10, 25))
    rulings = play(betting, LIMPED + "; 4 bets 100; 1 chips 500; 2 chips 100 100 100 100 100 100 100")
    assert rulings == [ruling(1, "call", 100, 400, "BFSP 4.12"), ruling(2, "raise", 500, 200, "BFSP 4.14.3")]
    assert (betting.to_act, betting.to_call) == (3, 500)


def test_string_bet() -> None:
    betting = table(blinds=(50, 100), stacks=3)
    rulings = play(betting, "3 calls; 1 calls; 2 checks; round flop; 1 bets 200; 2 chips 100 100")
    assert rulings == []
    assert play(betting, "2 chips 100 100 100 100") == [ruling(2, "call", 200, 400, "BFSP 4.11")]
    assert (betting.to_act, betting.to_call) == (3, 200)


@pytest.mark.parametrize(("behind", "wanted"), [(24, (2, 14, 20, 20)), (25, (2, 15, 25, 25))])
def test_fixed_limit_all_in(behind: int, wanted: tuple[int, int, int, int]) -> None:
    stacks = {1: behind, 2: 1000, 3: 1000, 4: 1000}
    betting = table(limit="fixed", blinds=(5, 10), limits=(10, 20), stacks=stacks)
    play(betting, LIMPED + "; 4 bets 10; 1 allin")
    assert sizes(betting) == wanted


def test_pot_limit_reraise() -> None:
    betting = table(game="omaha", limit="pot", blinds=(10, 20))
    play(betting, LIMPED + "; 4 bets 50; 1 raises 180")
    assert sizes(betting) == (2, 180, 310, 670)


@pytest.mark.parametrize(("book", "least"), [("bfsp", 110), ("club", 130)])
def test_short_all_in(book: str, least: int) -> None:
    betting = table(book, blinds=(10, 20), stacks={1: 1000, 2: 110, 3: 1000, 4: 1000})
    play(betting, LIMPED + "; 4 bets 20; 1 raises 60; 2 allin")
    assert sizes(betting) == (3, 90, least, 980)


@pytest.mark.parametrize(("book", "order"), [("bfsp", (3, 1, 2)), ("club", (1, 2, 3))])
def test_showdown_order(book: str, order: tuple[int, ...]) -> None:
    betting = table(book, blinds=(50, 100), stacks=3)
    play(betting, "3 calls; 1 calls; 2 checks; round flop; 1 checks; 2 checks; 3 bets 200; 1 calls; 2 calls")
    play(betting, "round turn; 1 checks; 2 checks; 3 checks; round river; 1 checks; 2 checks; 3 checks")
    assert betting.show_order() == order


def test_wrong_push() -> None:
    betting = table(blinds=(50, 100), stacks=3)
    play(betting, "3 folds; 1 calls; 2 checks; round flop; 1 bets 200; 2 calls")
    play(betting, "round turn; 1 checks; 2 checks; round river; 1 checks; 2 checks")
    due = betting.award({1: cards("AsKh"), 2: cards("AdKc")}, cards("Qh Jc Ts 5h Td"), ())
    assert [(pot.amount, pot.won) for pot in due] == [(600, {1: 300, 2: 300})]
    betting.pay({1: 600})  # as it was pushed
    assert betting.stacks == {1: 5300, 2: 4700, 3: 5000}
    betting.pay(add_up(pot.won for pot in due))  # as a judge awards it
    assert betting.stacks == {1: 5000, 2: 5000, 3: 5000}


def test_clean_hand() -> None:
    betting = table(blinds=(50, 100), stacks=3)
    script = """
        3 calls; 1 raises 400; 2 calls; 3 folds
        round flop; 1 bets 600; 2 raises 1500; 1 calls
        round turn; 1 checks; 2 checks
        round river; 1 checks; 2 bets 1000; 1 calls
    """
    assert play(betting, script) == []
    assert betting.show_order() == (2, 1)
    due = betting.award({2: cards("KdKc")}, cards("Kh 9c 4s Th Jc"), mucked=[1])
    assert [(pot.amount, pot.won) for pot in due] == [(5900, {2: 5900})]
    betting.pay(due[0].won)
    assert betting.stacks == {1: 2100, 2: 8000, 3: 4900}


def test_late_tap_order() -> None:
    """The calls that came late, once they are in their place, close the round as any others."""
    betting = table(blinds=(50, 100), stacks=3)
    play(betting, "3 calls; 1 calls; 2 checks; round flop; 1 checks; 2 bets 200; 3 calls; 1 folds")
    assert not betting.round_open
    play(betting, "round turn; 2 checks")
    assert betting.to_act == 3
