"""Every row of RULES 10 that concerns money: the numbers that must come out."""

from __future__ import annotations

import pytest

from rulebook.pots import add_up
from rulebook.ranking import high_value
from tests.rulebook_money.tables import cards, play, ruling, sizes, table


def flop(book: str = "bfsp", **settings: object):
    return table(book, street="flop", **settings)  # type: ignore[arg-type]


def pot_of(amount: int, book: str = "bfsp", limit: str = "pot", seats: int = 4, game: str = "omaha"):
    """A flop with that pot, four seats, button 3: 4 is first."""
    return flop(book, limit=limit, game=game, blinds=(0, amount // seats), stacks=seats)


def test_pl_pot_100_bet_100_next_may_raise_to_400() -> None:
    betting = pot_of(100)
    play(betting, "4 bets 100")
    assert sizes(betting) == (1, 100, 200, 400)


def test_pl_pot_80_bet_50_raise_180_third_player_and_first_bettor() -> None:
    betting = pot_of(80)
    play(betting, "4 bets 50; 1 raises 180")
    assert sizes(betting) == (2, 180, 310, 670)
    play(betting, "2 folds; 3 folds")
    assert sizes(betting) == (4, 130, 310, 620)


def test_pl_blinds_10_20_first_in() -> None:
    betting = table(limit="pot", game="omaha", blinds=(10, 20))
    assert sizes(betting) == (2, 20, 40, 70)


def test_pl_blinds_10_20_first_in_with_the_big_blind_all_in_for_12() -> None:
    betting = table(limit="pot", game="omaha", blinds=(10, 20), stacks={1: 12, 2: 5000, 3: 5000, 4: 5000})
    assert sizes(betting) == (2, 20, 40, 70)


@pytest.mark.parametrize(("pot", "bet", "least"), [(50, 50, 100), (1200, 900, 1800)])
def test_nl_minimum_raise_doubles_the_bet(pot: int, bet: int, least: int) -> None:
    betting = flop(blinds=(0, pot // 2), stacks=2, button=2)
    assert betting.pot == pot
    play(betting, f"1 bets {bet}")
    assert betting.raise_min == least


def test_nl_blinds_50_100_raise_to_300_before_the_flop() -> None:
    betting = table(blinds=(50, 100))
    play(betting, "2 raises 300")
    assert betting.raise_min == 500


def test_nl_blinds_50_100_bet_300_after_the_flop() -> None:
    betting = flop(blinds=(50, 100))
    play(betting, "4 bets 300")
    assert betting.raise_min == 600


@pytest.mark.parametrize(
    ("street", "levels"), [("flop", [10, 20, 30, 40]), ("turn", [20, 40, 60, 80]), ("river", [20, 40, 60, 80])]
)
def test_fl_10_20_levels(street: str, levels: list[int]) -> None:
    betting = table(limit="fixed", blinds=(5, 10), limits=(10, 20), street=street)
    seats = [4, 1, 2, 3]
    for seat, level in zip(seats, levels, strict=True):
        assert (betting.raise_min, betting.raise_max) == (level, level)
        play(betting, f"{seat} raises {level}")
    assert (betting.raise_min, betting.raise_max) == (0, 0)


def test_fl_10_20_levels_before_the_flop() -> None:
    betting = table(limit="fixed", blinds=(5, 10), limits=(10, 20))
    for seat, level in ((2, 20), (3, 30), (4, 40)):
        assert (betting.raise_min, betting.raise_max) == (level, level)
        play(betting, f"{seat} raises {level}")
    assert sizes(betting) == (1, 30, 0, 0)


def fixed_flop(book: str, behind: int, seat: int = 1):
    stacks = dict.fromkeys((1, 2, 3, 4), 1000) | {seat: 10 + behind}
    return table(book, limit="fixed", blinds=(5, 10), limits=(10, 20), street="flop", stacks=stacks)


@pytest.mark.parametrize("book", ["bfsp", "club", "parimatch"])
def test_fl_bet_10_call_10_third_all_in_14_the_first_two_may_only_call(book: str) -> None:
    betting = fixed_flop(book, 14, seat=2)
    play(betting, "4 bets 10; 1 calls; 2 allin; 3 folds")
    assert sizes(betting) == (4, 4, 0, 0)
    play(betting, "4 calls")
    assert sizes(betting) == (1, 4, 0, 0)


@pytest.mark.parametrize("book", ["bfsp", "club"])
def test_fl_bet_10_all_in_14_third_calls_later_ones_may_raise_the_first_only_calls(book: str) -> None:
    betting = fixed_flop(book, 14)
    play(betting, "4 bets 10; 1 allin")
    assert sizes(betting) == (2, 14, 20, 20)
    play(betting, "2 calls")
    assert sizes(betting) == (3, 14, 20, 20)
    play(betting, "3 calls")
    assert sizes(betting) == (4, 4, 0, 0)


@pytest.mark.parametrize("book", ["bfsp", "club"])
def test_fl_bet_10_all_in_14_third_completes_all_may_raise_and_the_cap_is_40(book: str) -> None:
    betting = fixed_flop(book, 14)
    play(betting, "4 bets 10; 1 allin; 2 raises 20")
    assert sizes(betting) == (3, 20, 30, 30)
    play(betting, "3 calls")
    assert sizes(betting) == (4, 10, 30, 30)
    play(betting, "4 raises 30; 2 raises 40")
    assert (betting.raise_min, betting.raise_max) == (0, 0)


def test_fl_bet_10_all_in_15_bfsp() -> None:
    betting = fixed_flop("bfsp", 15)
    play(betting, "4 bets 10; 1 allin")
    assert sizes(betting) == (2, 15, 25, 25)
    play(betting, "2 raises 25; 3 raises 35")
    assert sizes(betting) == (4, 25, 0, 0)


def test_fl_bet_10_all_in_15_club() -> None:
    betting = fixed_flop("club", 15)
    play(betting, "4 bets 10; 1 allin")
    assert sizes(betting) == (2, 15, 20, 20)


@pytest.mark.parametrize(("book", "least"), [("bfsp", 110), ("club", 130), ("parimatch", 130), ("wsop", 130)])
def test_nl_bet_20_raise_60_all_in_90(book: str, least: int) -> None:
    betting = flop(book, blinds=(10, 20), stacks={1: 1000, 2: 110, 3: 1000, 4: 1000})
    play(betting, "4 bets 20; 1 raises 60; 2 allin")
    assert sizes(betting) == (3, 90, least, 980)
    play(betting, "3 folds")
    assert sizes(betting) == (4, 70, least, 980)  # the first may raise
    play(betting, "4 calls")
    assert sizes(betting) == (1, 30, 0, 0)  # the second may not


def test_bet_50_silent_chip_100_is_a_call() -> None:
    betting = flop(blinds=(10, 20))
    assert play(betting, "4 bets 50; 1 chips 100") == [ruling(1, "call", 50, 50, "BFSP 4.12")]
    assert betting.to_act == 2


@pytest.mark.parametrize(("limit", "bet", "change"), [("no", 1000, 0), ("pot", 150, 850)])
def test_pot_150_no_bet_one_chip_of_1000(limit: str, bet: int, change: int) -> None:
    betting = flop(limit=limit, blinds=(0, 50), stacks=3, button=3)
    assert betting.pot == 150
    assert play(betting, "1 chips 1000") == [ruling(1, "bet", bet, change, "BFSP 4.12")]


def test_fl_bet_60_raise_with_two_chips_of_100_then_two_silent_chips() -> None:
    betting = table(limit="fixed", blinds=(30, 60), limits=(60, 120), street="flop")
    assert play(betting, "4 bets 60; 1 says raise; 1 chips 100 100") == [ruling(1, "raise", 120, 80, "BFSP 4.14.2")]
    assert play(betting, "2 chips 100 100") == [ruling(2, "call", 120, 80, "BFSP 4.14.1")]


def test_pl_pot_100_bet_100_silent_500_and_silent_five_100s() -> None:
    betting = pot_of(100)
    assert play(betting, "4 bets 100; 1 chips 500") == [ruling(1, "call", 100, 400, "BFSP 4.12")]
    betting = pot_of(100)
    assert play(betting, "4 bets 100; 1 chips 100 100 100 100 100") == [ruling(1, "raise", 400, 100, "BFSP 4.14.3")]


def test_nl_bet_100_raise_with_one_chip_of_500() -> None:
    betting = flop(blinds=(50, 100))
    assert play(betting, "4 bets 100; 1 says raise; 1 chips 500") == [ruling(1, "raise", 500, 0, "BFSP 4.14.2")]


@pytest.mark.parametrize(
    ("chips", "wanted"),
    [("100 49", ruling(1, "call", 100, 49, "CLUB 2.8.10")), ("100 50", ruling(1, "raise", 200, 0, "CLUB 2.8.10"))],
)
def test_club_nl_bet_100_silent_149_and_150(chips: str, wanted: object) -> None:
    betting = flop("club", blinds=(50, 100))
    assert play(betting, f"4 bets 100; 1 chips {chips}") == [wanted]


def stud_fourth(book: str = "bfsp"):
    """Stud 10/20, fourth street, seat 1 with an open pair."""
    up = {1: "8c8d", 2: "Kc2d", 3: "9h3s"}
    betting = table(book, game="stud7", limit="fixed", limits=(10, 20), bring_in=3, ante=1, stacks=3, opened=False)
    betting.open_round("third", {seat: cards(text)[:1] for seat, text in up.items()})
    while betting.to_act:
        betting.act(betting.to_act, "call")
    betting.open_round("fourth", {seat: cards(text) for seat, text in up.items()})
    return betting


def test_stud_10_20_fourth_street_with_an_open_pair() -> None:
    betting = stud_fourth()
    assert sizes(betting) == (1, 0, 10, 20)
    play(betting, "1 checks")
    assert sizes(betting) == (2, 0, 10, 20)
    betting = stud_fourth()
    play(betting, "1 bets 10")
    assert sizes(betting) == (2, 10, 20, 30)
    play(betting, "2 raises 30")  # once upper, it stays upper
    assert sizes(betting) == (3, 30, 50, 50)


def short_stack_flop():
    betting = flop(blinds=(5, 10), stacks={1: 1000, 2: 30, 3: 1000, 4: 1000})
    play(betting, "4 bets 10; 1 folds; 2 allin; 3 raises 50")
    return betting


def test_bet_10_all_in_20_raise_50_first_calls() -> None:
    betting = short_stack_flop()
    play(betting, "4 calls")
    extra = 40  # what the round before the flop left
    assert betting.pots() == [(60 + extra, (2, 3, 4)), (60, (3, 4))]


def test_bet_10_all_in_20_raise_50_first_folds() -> None:
    betting = short_stack_flop()
    play(betting, "4 folds")
    assert betting.pots() == [(50 + 40, (2, 3))]
    assert betting.bets[3] == 20
    assert betting.stacks[3] == 1000 - 10 - 20


def test_ranks() -> None:
    pairs = (
        ("AJ432", "AT987"), ("99882", "9955A"), ("33344", "222AA"), ("888KQ", "888KT"), ("KKAQ3", "KKAQ2"),
    )  # fmt: skip
    for better, worse in pairs:
        assert high_value(offsuit(better)) > high_value(offsuit(worse)), (better, worse)
    assert high_value(cards("9c9d7h5s2c")) == high_value(cards("9h9s7c5d2d"))


def offsuit(ranks: str):
    """Ranks with suits that make no flush."""
    return cards("".join(rank + suit for rank, suit in zip(ranks, "cdhsc", strict=True)))


def test_chips_of_a_pot_are_all_awarded() -> None:
    betting = short_stack_flop()
    play(betting, "4 calls; round turn; 4 checks; 3 checks; round river; 4 checks; 3 checks")
    hands = {2: cards("AsAd"), 3: cards("KsKd"), 4: cards("7c7d")}
    pots = betting.award(hands, cards("2c3d5h8hJc"), ())
    assert [pot.won for pot in pots] == [{2: 100}, {3: 60}]
    betting.pay(add_up(pot.won for pot in pots))
    assert betting.stacks == {1: 990, 2: 100, 3: 1000, 4: 940}
    assert betting.pot == 0
