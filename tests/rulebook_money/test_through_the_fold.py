"""Rows of RULES 10 and readings of RULES 4 and 5 that show only in the whole fold: burns, showing, state, awards, orbits."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.events import Acted, FloorPenalised, Pushed, Tabled
from simulators.random_errors import wrong_scenario
from simulators.random_hands import TableDraw, clean_scenario
from simulators.runner import rig_for, run
from simulators.scenario import parse_scenario
from tests.rulebook.folds import Log

PREPARED = "shuffle machine\nriffle\ncut\n"
DEALT = PREPARED + "deal 1 As\ndeal 2 Kd\ndeal 3 7c\ndeal 1 Ks\ndeal 2 Kc\ndeal 3 2c\n"
FLOP, TURN, RIVER = "burn 3h\nboard Ah Qd 9s\n", "burn 3s\nboard 8c\n", "burn 4h\nboard 2d\n"


def verdict(script: str, **given: Any) -> dict[str, Any]:
    """What the fold says of a hand of three, the button at seat 3."""
    head = {"rulebook": "bfsp", "game": "holdem", "limit": "no", "blinds": [50, 100], "button": 3} | given
    stacks = head.pop("stacks", {1: 5000, 2: 5000, 3: 5000})
    lines = [f"{key} = {value!r}".replace("'", '"') for key, value in head.items()]
    held = ", ".join(f"{seat} = {chips}" for seat, chips in stacks.items())
    text = "\n".join([*lines, f"stacks = {{{held}}}", f'script = """\n{script}\n"""'])
    return run(parse_scenario(text), rig_for("rules")).verdict


def checked(*seats: int) -> str:
    return "".join(f"{seat} checks\n" for seat in seats)


# -- RULES 10


BURNS = {
    "exposed_hole_card": 3, "burn_missing": 3, "four_card_flop": 3, "flop_over_four": 3, "premature_flop": 3,
    "premature_turn": 4, "premature_river": 4,
}  # fmt: skip


@pytest.mark.parametrize("error", list(BURNS))
def test_section_10_burns_by_the_river(error: str) -> None:
    """Seeds are tried until one holds the error with its own correction and comes to the river."""
    counts = []
    for seed in range(12):
        wrong = wrong_scenario(error, TableDraw(seed, rulebook="bfsp", game="holdem"))
        found = run(parse_scenario(wrong.text), rig_for("rules"), seed).verdict
        if len(found["state"]["board"]) == 5 and len(found["hands"]) == 1:
            counts.append(len(found["state"]["burns"]))
    assert counts
    assert set(counts) == {BURNS[error]}


def test_section_10_burns_by_the_river_of_a_normal_hand() -> None:
    for seed in range(20):
        found = run(parse_scenario(clean_scenario(TableDraw(seed, game="holdem", hands=1))), rig_for("rules"), seed).verdict
        assert len(found["state"]["burns"]) == max(len(found["state"]["board"]) - 2, 0)


def test_section_10_an_orbit_of_nine_players_is_nine_hands() -> None:
    log = Log("bfsp", dict.fromkeys(range(1, 10), 5000))
    log.open()
    log.add(FloorPenalised(3, "7.1.5"))
    [penalty] = log.table.penalties
    assert (penalty.kind, penalty.hands, penalty.rule) == ("orbit", 9, "BFSP 7.1.5")


# -- what the state says of the seat to act


def test_4_1_the_state_gives_call_and_raise_in_pot_limit() -> None:
    state = verdict(DEALT, blinds=[10, 20], limit="pot")["state"]
    assert (state["to_act"], state["to_call"], state["raise_min"], state["raise_max"]) == (3, 20, 40, 70)


def test_4_2_both_raises_are_0_when_nobody_could_call_one() -> None:
    state = verdict(DEALT + "3 allin\n1 folds\n", stacks={1: 5000, 2: 8000, 3: 5000})["state"]
    assert (state["to_act"], state["to_call"], state["raise_min"], state["raise_max"]) == (2, 4900, 0, 0)


def test_4_2_a_stack_below_the_minimum_raise_may_go_all_in() -> None:
    state = verdict(DEALT, stacks={1: 5000, 2: 5000, 3: 150})["state"]
    assert (state["raise_min"], state["raise_max"]) == (150, 150)


# -- words and chips become rulings with their clause and the step at which they bind


def test_4_3_out_of_turn_becomes_a_ruling_when_the_turn_comes() -> None:
    found = verdict(DEALT + "3 calls\n1 calls\n2 checks\n" + FLOP + "2 bets 300\n1 checks\n")
    assert [(one["seat"], one["step"], one["rule"]) for one in found["rulings"]] == [(2, 16, "BFSP 4.10")]


def test_4_3_the_word_of_a_skipped_player_is_kept_by_saying_time() -> None:
    """CLUB 2.8.6, 2.8.12: two actions after a seat that said nothing cost it the raise."""
    script = DEALT + "3 calls\n1 calls\n2 checks\n" + FLOP
    silent = verdict(script + "2 checks\n3 checks\n", rulebook="club")["state"]
    spoken = verdict(script + "1 says time\n2 checks\n3 checks\n", rulebook="club")["state"]
    assert (silent["to_act"], silent["raise_min"]) == (1, 0)
    assert (spoken["to_act"], spoken["raise_min"]) == (1, 100)


# -- RULES 5


TO_THE_RIVER = "3 calls\n1 calls\n2 checks\n" + FLOP + checked(1, 2, 3) + TURN + checked(1, 2, 3) + RIVER + checked(1, 2, 3)


def test_5_reading_showing_in_another_order_or_not_opening_is_neither_incident_nor_warning() -> None:
    found = verdict(DEALT + TO_THE_RIVER + "3 tables 7c 2c\n1 tables As Ks\n2 mucks\npush\n")
    assert (found["incidents"], found["warnings"], found["rulings"]) == ([], [], [])
    assert found["hands"][0]["show_order"] == [1, 2, 3]
    assert found["stacks"] == {"1": 5200, "2": 4900, "3": 4900}


def test_5_reading_no_bet_in_the_whole_hand_the_first_live_seat_after_the_button_shows_first() -> None:
    for book in ("bfsp", "club"):
        assert verdict(DEALT + TO_THE_RIVER, rulebook=book)["state"]["show_order"] == [1, 2, 3], book


def test_club_2_10_6_the_last_one_holding_cards_need_not_show() -> None:
    found = verdict(DEALT + TO_THE_RIVER + "1 mucks\n2 mucks\npush\n", rulebook="club", context="cash")
    assert found["incidents"] == []
    assert found["stacks"] == {"1": 4900, "2": 4900, "3": 5200}


@pytest.mark.parametrize(
    ("book", "context", "to_show"), [("club", "tournament", 3), ("club", "cash", 0), ("bfsp", "tournament", 0)]
)
def test_club_2_10_7_in_a_tournament_the_cards_must_be_tabled_to_win(book: str, context: str, to_show: int) -> None:
    state = verdict(DEALT + TO_THE_RIVER + "1 mucks\n2 mucks\n", rulebook=book, context=context)["state"]
    assert (state["next"], state["to_act"]) == ("show" if to_show else "push", to_show)


def all_in(**given: object) -> Log:
    """Everybody is all-in before the flop but seat 3, which has folded."""
    log = Log("bfsp", **given)  # type: ignore[arg-type]
    log.open()
    log.deal()
    for seat, action in ((3, "fold"), (1, "allin"), (2, "call")):
        log.add(Acted(seat, action))  # type: ignore[arg-type]
    return log


def test_5_ours_all_in_hands_are_opened_before_further_cards_in_tournaments_or_as_set() -> None:
    assert all_in().table.state().to_open == (1, 2)
    assert all_in(context="cash").table.state().to_open == ()
    assert all_in(context="cash", open_all_ins=True).table.state().to_open == (1, 2)
    assert all_in(open_all_ins=False).table.state().to_open == ()
    log = all_in()
    log.add(Tabled(1))
    log.card("burns")
    assert (log.table.state().to_open, log.table.state().next, log.kinds()) == ((2,), "flop", [])


def test_5_uncalled_blinds_go_back_before_the_pot_is_formed() -> None:
    found = verdict(DEALT + "3 folds\n1 folds\npush\n")
    assert [(pot["amount"], pot["eligible"]) for pot in found["hands"][0]["pots"]] == [(100, [2])]
    assert found["stacks"] == {"1": 4950, "2": 5050, "3": 5000}


def test_5_9_1_a_hand_that_was_tabled_wins_though_the_dealer_mucked_it() -> None:
    found = verdict(DEALT + TO_THE_RIVER + "1 tables As Ks\n2 mucks\n3 mucks\npush 1 200 3 100\n")
    assert [(one["kind"], one["rule"], one["call"]) for one in found["incidents"]] == [("wrong_award", "BFSP 5.9.1", "floor")]
    assert found["hands"][0]["pots"][0]["won"] == {"1": 300}


@pytest.mark.parametrize("game", ["holdem", "omaha", "omaha8", "stud7", "stud5"])
def test_pm_reading_the_cap_holds_heads_up_in_all_games(game: str) -> None:
    from tests.rulebook_money.tables import play, sizes, table

    stud = game.startswith("stud")
    given: dict[str, Any] = {"bring_in": 3, "ante": 1} if stud else {"blinds": (5, 10)}
    street = {"stud7": "fifth", "stud5": "fifth"}.get(game, "turn")
    betting = table("parimatch", game=game, limit="fixed", limits=(10, 20), stacks=2, button=2, street=street, **given)
    first = betting.to_act
    other = 3 - first
    play(betting, f"{first} bets 20; {other} raises 40; {first} raises 60; {other} raises 80")
    assert sizes(betting) == (first, 20, 0, 0)


def test_club_2_11_4_guest_and_missed_blinds_are_posted_in_the_next_hand_alone() -> None:
    log = Log("club", context="cash", guest_blinds={3: 100}, dead_blinds={3: 50})
    pots = []
    for _ in range(2):
        log.open()
        pots.append(log.table.state().pot)
        log.deal()
        for seat in [log.table.state().to_act, *log.table.state().owing[1:-1]]:
            log.add(Acted(seat, "fold"))
        log.add(Pushed(rightly=True))
    assert pots == [300, 150]


def test_guest_blinds_are_posted_anew_with_a_redeal() -> None:
    log = Log("club", context="cash", guest_blinds={3: 100})
    log.open()
    log.card("seat 4")  # an empty seat
    assert [incident.call for incident in log.table.incidents] == ["misdeal"]
    log.open()
    assert log.table.state().pot == 250
