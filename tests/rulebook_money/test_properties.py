"""Whatever people do: chips are conserved, nothing is raised, and the same acts give the same state."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.betting import Betting
from rulebook.book import standard_books
from rulebook.cards import DECK
from rulebook.games import GAMES
from rulebook.pots import add_up, form_pots, halves, share
from rulebook.settings import Settings
from tests.fuzz import examples
from tests.rulebook_money.tables import check_chips

SEATS = st.integers(1, 10)
AMOUNTS = st.one_of(st.none(), st.integers(0, 400), st.sampled_from([10, 20, 40, 60, 1000]))
ACTIONS = st.sampled_from(["fold", "check", "call", "bet", "raise", "allin", "bring_in", "muck"])
WORDS = st.sampled_from(
    ["raise", "raise 60", "bet", "call", "check", "fold", "pot", "time", "all in", "40", "cap", "complete", "what"]
)
CHIPS = st.lists(st.sampled_from([1, 5, 10, 25, 100, 500]), min_size=1, max_size=5).map(tuple)

ACT = st.one_of(
    st.tuples(st.just("turn"), ACTIONS, AMOUNTS),
    st.tuples(st.just("turn"), ACTIONS, AMOUNTS),
    st.tuples(st.just("act"), SEATS, ACTIONS, AMOUNTS),
    st.tuples(st.just("said"), SEATS, WORDS),
    st.tuples(st.just("turn_said"), WORDS),
    st.tuples(st.just("put"), SEATS, CHIPS),
    st.tuples(st.just("turn_put"), CHIPS),
    st.tuples(st.sampled_from(["ask", "kill", "restore", "time_out"]), SEATS),
    st.tuples(st.just("give_back"), SEATS, st.integers(0, 100)),
    st.tuples(st.sampled_from(["next", "next", "refund"])),
)


@st.composite
def hands(draw: st.DrawFn) -> dict[str, Any]:
    game = draw(st.sampled_from([game for game in GAMES if game != "ofc"]))
    count = draw(st.integers(1, 6))
    seats = draw(st.lists(SEATS, min_size=count, max_size=count, unique=True))
    stud = GAMES[game].stud
    given_settings = Settings(
        rulebook=draw(st.sampled_from(["bfsp", "club", "parimatch", "wsop"])),
        game=game,
        limit=draw(st.sampled_from(["no", "pot", "fixed"])),
        context=draw(st.sampled_from(["tournament", "cash"])),
        blinds=(0, 0) if stud else draw(st.sampled_from([(10, 20), (0, 20), (5, 10), (0, 0)])),
        ante=draw(st.sampled_from([0, 1, 20])),
        ante_by=draw(st.sampled_from(["each", "big_blind"])),
        bring_in=draw(st.sampled_from([0, 3])) if stud else 0,
        limits=draw(st.sampled_from([(0, 0), (10, 20)])),
        straddle=draw(st.one_of(st.none(), SEATS)),
        smallest_chip=draw(st.sampled_from([1, 5])),
    )
    stacks = {seat: draw(st.one_of(st.integers(0, 60), st.integers(100, 2000))) for seat in seats}
    deck = random.Random(draw(st.integers(0, 1_000_000))).sample(DECK, 52)
    return {
        "settings": given_settings,
        "stacks": stacks,
        "button": draw(SEATS),
        "deck": deck,
        "acts": draw(st.lists(ACT, max_size=25)),
    }


def run(hand: dict[str, Any]) -> tuple[Betting, list[Any]]:
    """Play a hand whatever comes; every step is checked."""
    given_settings: Settings = hand["settings"]
    book = standard_books()[given_settings.rulebook]
    betting = Betting(given_settings, book.money, book.cite, hand["stacks"], hand["button"])
    betting.post()
    up = {seat: hand["deck"][4 * number : 4 * number + 4] for number, seat in enumerate(betting.seats)}
    streets = [street.name for street in betting.game.streets]
    at = 0
    betting.open_round(streets[0], {seat: cards[:1] for seat, cards in up.items()})
    rulings: list[Any] = []
    for act in hand["acts"]:
        match act:
            case ("turn", action, amount):
                rulings += betting.act(betting.to_act, action, amount)
            case ("act", seat, action, amount):
                rulings += betting.act(seat, action, amount)
            case ("said", seat, words):
                rulings += betting.said(seat, words)
            case ("turn_said", words):
                rulings += betting.said(betting.to_act, words)
            case ("put", seat, chips):
                rulings += betting.put(seat, chips)
            case ("turn_put", chips):
                rulings += betting.put(betting.to_act, chips)
            case ("ask", seat):
                betting.asked_by_dealer(seat)
            case ("kill", seat):
                rulings += betting.kill(seat)
            case ("restore", seat):
                betting.restore(seat)
            case ("time_out", seat):
                rulings += betting.time_out(seat)
            case ("give_back", seat, amount):
                betting.give_back(seat, amount)
            case ("refund",):
                betting.refund()
            case ("next",) if at + 1 < len(streets) and not betting.round_open:
                at += 1
                betting.open_round(streets[at], {seat: cards[: at + 1] for seat, cards in up.items()})
        check_state(betting)
    return betting, rulings


def check_state(betting: Betting) -> None:
    check_chips(betting)
    assert (betting.to_act == 0) == (not betting.queue)
    assert len(set(betting.queue)) == len(betting.queue)
    assert all(seat in betting.ring for seat in betting.queue)
    assert sum(amount for amount, _ in betting.pots()) == betting.pot or not betting.ring
    low, high = betting.raise_min, betting.raise_max
    assert 0 <= low <= high
    if betting.to_act:
        assert betting.stacks[betting.to_act] > 0
        assert 0 <= betting.to_call <= betting.stacks[betting.to_act]
        assert high <= betting.bets[betting.to_act] + betting.stacks[betting.to_act]


@settings(max_examples=examples(250), deadline=None, suppress_health_check=list(HealthCheck))
@given(hands())
def test_any_sequence_of_acts_conserves_chips_and_raises_nothing(hand: dict[str, Any]) -> None:
    betting, _ = run(hand)
    for _ in range(60):  # calls and checks end every round
        if not betting.to_act:
            break
        betting.act(betting.to_act, "call" if betting.to_call else "check")
        check_state(betting)
    assert not betting.round_open
    deck = hand["deck"]
    held = {seat: deck[7 * number : 7 * number + betting.game.hole_cards] for number, seat in enumerate(betting.live)}
    betting.close_round()
    pots = betting.award(held, deck[47 : 47 + betting.game.board_cards], ())
    for pot in pots:
        assert sum(pot.won.values()) == pot.amount
        assert set(pot.won) <= set(pot.eligible)
    betting.pay(add_up(pot.won for pot in pots))
    check_chips(betting)
    assert betting.pot == 0 or not betting.ring
    betting.refund()
    assert betting.stacks == hand["stacks"]


@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(hands())
def test_the_same_acts_give_the_same_state(hand: dict[str, Any]) -> None:
    first, rulings = run(hand)
    second, again = run(hand)
    assert rulings == again
    assert first.snapshot() == second.snapshot()


@given(st.dictionaries(SEATS, st.integers(0, 500), min_size=1), st.data(), st.integers(0, 50))
def test_pots_hold_every_chip_and_each_winner_reached_its_level(paid: dict[int, int], data: st.DataObject, dead: int) -> None:
    live = data.draw(st.lists(st.sampled_from(sorted(paid)), min_size=1, unique=True))
    pots = form_pots(paid, live, dead)
    assert sum(amount for amount, _ in pots) == sum(paid.values()) + dead
    for (_, outer), (_, inner) in pairwise(pots):
        assert set(inner) < set(outer)


@given(st.integers(0, 10_000), st.lists(SEATS, min_size=1, unique=True), st.sampled_from([1, 5, 25, 100]))
def test_shares_are_whole_and_differ_by_one_chip_at_most(amount: int, winners: list[int], chip: int) -> None:
    shares = share(amount, winners, chip)
    assert sum(shares.values()) == amount
    in_chips = [shares[seat] // chip for seat in winners]
    assert max(in_chips) - min(in_chips) <= 1
    high, low = halves(amount, chip)
    assert high + low == amount
    assert 0 <= high - low < 2 * chip
