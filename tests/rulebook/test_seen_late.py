"""What no sensor saw as it happened, for a hand lay over it: a face that shows later, up cards that have gone."""

from __future__ import annotations

import pytest

from rulebook.asking import LAST_UP
from rulebook.cards import Card
from rulebook.events import Acted, Answered, CardNamed, CardPlaced, CardTurned, Face, Handle, Tabled
from rulebook.seats import Zone
from table_node.guidance import expectation
from tests.rulebook.folds import Log


def kinds(log: Log) -> list[str]:
    return [incident.kind for incident in log.table.incidents]


def stud() -> Log:
    """Five-card stud up to the up cards, of which that of seat 1 is not seen as it comes."""
    log = Log(game="stud5", limit="fixed", blinds=(0, 0), limits=(20, 40), ante=5, bring_in=10)
    log.open()
    for seat in (1, 2, 3):
        log.card(f"seat {seat}")
    return log


def test_bfsp_5_8_an_up_card_seen_late_is_no_card_that_its_player_showed() -> None:
    log = stud()
    hidden = log.card("seat 1", "unknown")
    for seat, name in ((2, "Kd"), (3, "7h")):
        log.add(CardNamed(log.card(f"seat {seat}", "up"), Card(name)))
    log.add(Acted(3, "bring_in"))
    log.add(CardTurned(hidden, "up"))
    log.add(CardNamed(hidden, Card("As")))
    assert kinds(log) == []


def test_bfsp_7_1_5_a_down_card_turned_up_is_shown_by_its_player() -> None:
    log = stud()
    for seat, name in ((1, "As"), (2, "Kd"), (3, "7h")):
        log.add(CardNamed(log.card(f"seat {seat}", "up"), Card(name)))
    log.add(Acted(3, "bring_in"))
    log.add(CardTurned("k1", "up"))
    assert kinds(log) == ["exposed_by_player"]


def test_bfsp_6_6_1_a_hole_card_seen_late_before_anybody_acts_was_exposed_by_the_dealer() -> None:
    log = Log()
    log.open()
    for seat in (1, 2):
        log.card(f"seat {seat}")
    late = log.card("seat 3", "unknown")
    log.add(CardTurned(late, "up"))
    assert kinds(log) == ["exposed_hole_card"]


def seventh_street(last_face: Face, *, unread: str = "") -> tuple[Log, Handle]:
    """Seven-card stud heads-up with the last card of seat 1, the first of its street, lying so; an up card that nobody read."""
    log = Log(game="stud7", limit="fixed", blinds=(0, 0), limits=(20, 40), ante=5, bring_in=10, stacks={1: 900, 2: 900})
    log.open()
    for _ in range(2):
        log.card("seat 1")
        log.card("seat 2")
    for street, names in enumerate((("As", "Kd"), ("Ac", "Kh"), ("Qs", "Jd"), ("Qc", "Jh"))):
        if street:
            log.card("burns")
        for seat, name in zip((1, 2), names, strict=True):
            handle = log.card(f"seat {seat}", "up")
            if name != unread:
                log.add(CardNamed(handle, Card(name)))
        log.add(Acted(2, "bring_in") if not street else Acted(1, "check"))
        log.add(Acted(1, "call") if not street else Acted(2, "check"))
    log.card("burns")
    return log, log.card("seat 1", last_face)


def test_bfsp_6_5_5_a_last_card_seen_late_came_up() -> None:
    log, last = seventh_street("unknown")
    log.add(CardTurned(last, "up"))
    assert kinds(log) == ["seventh_up"]


def test_bfsp_6_5_5_the_last_of_the_last_cards_seen_late_came_up() -> None:
    """The acts of the street before say nothing of it, though an up card is not read and so nobody knows yet who begins."""
    log, _ = seventh_street("down", unread="Qc")
    last = log.card("seat 2", "unknown")
    log.add(CardTurned(last, "up"))
    assert kinds(log) == ["seventh_up"]


@pytest.mark.parametrize(("word", "kind"), [("yes", "seventh_up"), ("no", "exposed_by_player")])
def test_bfsp_6_5_5_how_a_last_card_came_that_shows_once_somebody_has_acted_the_dealer_says(word: str, kind: str) -> None:
    log, last = seventh_street("unknown")
    log.card("seat 2")
    log.add(Acted(1, "check"))
    log.add(CardTurned(last, "up"))
    [question] = [one for one in log.table.questions if one.kind == LAST_UP]
    assert (question.seats, kinds(log)) == ((1,), [])
    log.add(Answered(question.id, word))
    assert kinds(log) == [kind]


def test_bfsp_7_1_5_who_has_tabled_his_hand_shows_no_cards_that_he_should_not() -> None:
    log, _ = seventh_street("down")
    log.card("seat 2")
    log.add(Tabled(1))
    log.add(CardTurned("k1", "up"))
    assert kinds(log) == []


def test_rules_4_1_an_up_card_that_nobody_saw_stops_no_hand_in_which_all_are_in() -> None:
    log = Log(game="stud5", limit="fixed", blinds=(0, 0), limits=(20, 40), ante=5, bring_in=10, stacks={1: 25, 2: 25})
    log.open()
    for seat in (1, 2):
        log.card(f"seat {seat}")
    for seat, name in ((1, "As"), (2, "Kd")):
        log.add(CardNamed(log.card(f"seat {seat}", "up"), Card(name)))
    log.add(Acted(2, "raise", 20))
    log.add(Acted(1, "call"))
    log.card("burns")
    log.card("seat 1", "unknown")
    log.add(CardNamed(log.card("seat 2", "up"), Card("7h")))
    assert log.table.state().next == "burn"
    log.card("burns")
    assert kinds(log) == []


def fourth_street_unread() -> Log:
    """Five-card stud whose third street lies, bet and burned, and fourth too; but nobody has read the last up card."""
    log = Log(game="stud5", limit="fixed", blinds=(0, 0), limits=(20, 40), ante=5, bring_in=10, stacks={1: 500, 2: 500})
    log.open()
    for seat in (1, 2):
        log.card(f"seat {seat}")
    for seat, name in ((1, "As"), (2, "Kd")):
        log.add(CardNamed(log.card(f"seat {seat}", "up"), Card(name)))
    log.add(Acted(2, "bring_in"))
    log.add(Acted(1, "call"))
    log.card("burns")
    log.add(CardNamed(log.card("seat 1", "up"), Card("7h")))
    log.card("seat 2", "unknown")
    return log


def test_design_3_a_burn_after_a_stud_street_that_nobody_has_read_asks_whether_the_betting_is_closed() -> None:
    log = fourth_street_unread()
    assert log.table.state().next == "act"
    log.card("burns")
    log.add(CardNamed(log.card("seat 1", "up"), Card("9c")))
    assert kinds(log) == []
    assert [(one.kind, one.seats) for one in log.table.questions] == [("betting_closed", (1, 2))]


def test_design_3_late_checks_close_the_betting_of_a_stud_street_that_nobody_has_read() -> None:
    log = fourth_street_unread()
    log.card("burns")
    early = len(log.records)
    log.add(CardNamed(log.card("seat 1", "up"), Card("9c")))
    for seat in (1, 2):
        log.add(Acted(seat, "check", before=early))
    log.add(CardNamed(log.card("seat 2", "up"), Card("2c")))
    assert kinds(log) == []
    assert log.table.questions == []
    assert (log.table.state().street, log.table.state().next) == ("fourth", "act")


def test_club_2_7_10_a_stud_card_before_the_betting_of_a_street_that_nobody_has_read_never_plays() -> None:
    log = fourth_street_unread()
    log.card("burns")
    log.add(CardNamed(log.card("seat 1", "up"), Card("9c")))
    log.add(Answered(log.table.questions[0].id, "early"))
    assert kinds(log) == ["premature_card"]


def test_bfsp_6_6_1_a_card_that_the_dealer_has_exposed_is_not_shown_by_its_player_when_it_comes_to_light_again() -> None:
    log = Log(stacks={1: 5000, 2: 5000, 3: 5000, 4: 5000})
    log.open()
    for seat in (1, 2, 3, 4, 1, 2):
        log.card(f"seat {seat}")
    shown = log.card("seat 3", "up")
    log.card("seat 4")
    log.add(CardTurned(shown, "down"))
    log.add(CardTurned(shown, "up"))
    assert kinds(log) == ["exposed_hole_card"]
    log.add(CardTurned("k3", "up"))
    assert kinds(log) == ["exposed_hole_card", "exposed_by_player"]


def off_the_table(book: str) -> Log:
    """Third street of five-card stud: seat 3 has brought in, and the cards of seat 1 go to the muck."""
    log = Log(book, game="stud5", limit="fixed", blinds=(0, 0), limits=(20, 40), ante=5, bring_in=10)
    log.open()
    for seat in (1, 2, 3):
        log.card(f"seat {seat}")
    for seat, name in ((1, "As"), (2, "Kd"), (3, "7h")):
        log.add(CardNamed(log.card(f"seat {seat}", "up"), Card(name)))
    log.add(Acted(3, "bring_in"))
    for handle in ("k4", "k1"):
        log.move(handle, "muck")
    return log


def test_club_2_6_1_3_up_cards_in_the_muck_without_a_fold_are_off_the_table_once_somebody_else_acts() -> None:
    log = off_the_table("club")
    assert kinds(log) == []
    log.add(Acted(2, "call"))
    assert kinds(log) == ["stud_mixed"]
    assert log.table.incidents[0].seats == (1,)
    assert log.table.state().dead == (1,)
    assert log.table.state().next == "burn"


def test_a_fold_explains_the_up_cards_in_the_muck() -> None:
    log = off_the_table("club")
    log.add(Acted(1, "fold"))
    log.add(Acted(2, "call"))
    assert kinds(log) == []


def open_face() -> Log:
    """Both seats have set their first five cards, and the first card of a draw came to seat 1."""
    log = Log(game="ofc", blinds=(0, 0), point=1, stacks={1: 900, 2: 900})
    log.open()
    for seat in (1, 2):
        for _ in range(5):
            log.card(f"seat {seat}", "up")
    for number in range(10):
        log.move(f"k{number + 1}", f"seat {1 + number // 5} {'middle' if number % 5 < 2 else 'bottom'}", "up")
    log.card("seat 1")
    return log


@pytest.mark.parametrize(("before", "found"), [(True, []), (False, ["set_card_moved"])])
def test_bfsp_8_a_set_card_that_may_have_been_moved_in_its_turn_was_not_moved_after_it(before: bool, found: list[str]) -> None:
    log = open_face()
    since_ms = log.arrived_ms + (-1 if before else 1)
    log.add(CardPlaced("k6", Zone("seat 2 top"), "up", "unknown", since_ms, log.arrived_ms + 9_000))
    assert kinds(log) == found
    assert log.table.state().rows[2][0] == (("k6",) if before else ())


def test_bfsp_8_a_draw_is_expected_down_at_the_next_seat_though_nobody_saw_how_the_one_before_set_his() -> None:
    log = open_face()
    for _ in range(2):
        log.card("seat 1")
    due = expectation(log.table)
    assert (log.table.state().next, due.deal_to, due.short, due.up) == ("act", 0, 2, False)


def test_bfsp_8_the_first_row_that_is_seen_late_counts_though_the_next_turn_has_begun() -> None:
    log = Log(game="ofc", blinds=(0, 0), point=1, stacks={1: 900, 2: 900})
    log.open()
    for seat in (1, 2):
        for _ in range(5):
            log.card(f"seat {seat}", "up")
    log.card("seat 1")
    log.move("k6", "seat 2 top", "up")
    log.move("k1", "seat 1 top", "up")
    assert (kinds(log), log.table.state().rows[1][0]) == ([], ("k1",))
