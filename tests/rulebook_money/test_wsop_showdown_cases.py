"""A large public rulebook for the book `wsop` (CASES, section H): who shows first, what plays, who gets the odd chip."""

from __future__ import annotations

import pytest

from tests.rulebook_money.tables import cards, play, table
from tests.rulebook_money.test_wsop_cases import CASH, STUD


def test_h38_the_last_aggressor_of_the_final_round_or_who_was_first_in_it() -> None:
    betting = table("wsop", blinds=(50, 100), street="river")
    play(betting, "4 checks; 1 bets 100; 2 calls; 3 calls; 4 calls")
    assert betting.show_order() == (1, 2, 3, 4)
    betting = table("wsop", blinds=(50, 100))
    play(betting, "2 raises 300; 3 calls; 4 calls; 1 calls")
    for street in ("flop", "turn", "river"):
        play(betting, f"round {street}; 4 checks; 1 checks; 2 checks; 3 checks")
    assert betting.show_order() == (4, 1, 2, 3)


def test_h38_razz_the_low_board() -> None:
    up = {1: "2c3c4c5c", 2: "KdKs7h8h", 3: "9h8s2d2h", 4: "JsTd4h4d"}
    betting = table("wsop", **(STUD | {"game": "razz"}), up=up, street="seventh")
    play(betting, "1 checks; 2 checks; 3 checks; 4 checks")
    assert betting.show_order() == (1, 2, 3, 4)


def test_h39_stud_the_odd_chip_by_the_suit_of_the_best_five_not_of_all_seven() -> None:
    """Seat 2 holds the king of spades beside its straight: it does not count; the ten of the straights does."""
    betting = table("wsop", **(STUD | {"ante": 0, "antes": {1: 1, 2: 2}}), stacks=2, button=2, street="seventh")
    play(betting, "1 checks; 2 checks" if betting.to_act == 1 else "2 checks; 1 checks")
    hands = {1: cards("Ts 9d 8c 7h 6d 2c 3c"), 2: cards("Th 9c 8d 7s 6c Ks 2d")}
    pots = betting.award(hands, (), ())
    odd = sum(pot.amount for pot in pots) % 2
    assert sum(pot.won[1] - pot.won[2] for pot in pots) == odd == 1


def test_h39_twin_wheels_share_as_evenly_as_possible() -> None:
    betting = table("wsop", game="omaha8", limit="fixed", blinds=(3, 5), limits=(5, 10), stacks=3)
    play(betting, "3 folds; 1 calls; 2 checks")
    for street in ("flop", "turn", "river"):
        play(betting, f"round {street}; 1 checks; 2 checks")
    pots = betting.award({1: cards("AsKs2d9d"), 2: cards("AcKc2h9h")}, cards("3s 4d 5h Jc Qd"), ())
    assert [pot.won for pot in pots] == [{1: 5, 2: 5}]


def test_h40_the_odd_chip_is_of_the_small_blinds_unit() -> None:
    betting = table("wsop", blinds=(2, 5), stacks=3, context="cash", smallest_chip=1)
    play(betting, "3 folds; 1 raises 20; 2 calls")
    play(betting, "round flop; 1 checks; 2 checks; round turn; 1 checks; 2 checks; round river; 1 checks; 2 checks")
    assert betting.award({1: cards("AsKs"), 2: cards("AcKc")}, cards("3s 4d 8h Jc Qd"), ())[0].won == {1: 20, 2: 20}


@pytest.mark.parametrize(
    ("game", "hand", "wins"),
    [
        ("stud7", "As Ad Ah 2c 3c 4d 5h", True),
        ("stud7", "As Ad Ah 2c 3c 4d", True),  # six cards play
        ("stud7", "As Ad Ah 2c 3c", False),
        ("stud7", "As Ad Ah 2c 3c 4d 7h 8h", False),
        ("razz", "As 2d 3h 4c 6c Kd", True),
        ("razz", "As 2d 3h 4c 6c", False),
    ],
)
def test_h57_at_the_showdown_of_stud_six_or_seven_cards_play_and_others_are_dead(game: str, hand: str, wins: bool) -> None:
    betting = table("wsop", **(STUD | CASH | {"game": game, "stacks": 2, "button": 2}), street="seventh")
    other = cards("Kc Kh 9c 9d 8s 7d Jd")
    pots = betting.award({1: cards(hand), 2: other}, (), ())
    assert [sorted(pot.won) for pot in pots] == [[1 if wins else 2]]
    betting = table("wsop", **(STUD | {"game": game, "stacks": 2, "button": 2}), street="seventh")
    assert all(bool(pot.won) == (len(cards(hand)) == 7) for pot in betting.award({1: cards(hand), 2: other}, (), ()))
