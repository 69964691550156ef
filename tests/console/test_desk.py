"""The dealer's screen as a value: what it offers, what it says, and what it must never hold."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from link.wording import BACK
from rulebook.cards import DECK
from rulebook.findings import PlanStep, Question, Warned
from rulebook.seats import STUB
from rulebook.settings import Settings
from table_node.console.desk import desk_view
from table_node.taps import Tap
from tests.console.desks import EXPOSED, FOUR_CARDS, RULING, SEATS, SETTINGS, TEXTS, Fault, on_board, rendered, state
from tests.console.rules_desk import RulesDesk


@given(st.sets(st.sampled_from(range(1, 19))), st.permutations(DECK))
def test_no_card_without_an_open_name_is_in_the_view(open_handles: set[int], deck: list[str]) -> None:
    """Whatever lies before the seats: the view holds the cards that the table may see and no other."""
    names = {f"k{handle}": deck[handle] for handle in open_handles}
    text = json.dumps(rendered(desk_view(state(names=names), SETTINGS)))
    for number in range(1, 19):
        assert (f'"{deck[number]}"' in text) == (number in open_handles)
    assert "k1" not in text


def test_burns_and_cards_aside_are_counted_and_never_named() -> None:
    view = desk_view(state(burns=("x1", "x2"), aside=("x3",), names={"x1": "As", "x3": "Kd"}), SETTINGS)
    assert (view["burns"], view["aside"]) == (2, 1)
    assert "As" not in json.dumps(view)
    assert "Kd" not in json.dumps(view)


def test_prompt_is_the_correction_step_with_its_places() -> None:
    view = rendered(desk_view(state(next="correct", to_act=0, owing=()), SETTINGS, incidents=[EXPOSED]))
    assert view["prompt"]["text"] == "Deal a new card to seat 5"
    assert view["incidents"][0]["steps"][1]["text"] == "Move card 1 from seat 5 to the burns"
    assert view["done"] is None


def test_warning_takes_the_prompt_before_harm_is_done() -> None:
    view = rendered(desk_view(state(), SETTINGS, warnings=[Warned("w1", "burn_while_betting", 8)]))
    assert view["prompt"] == {"text": "Do not burn: betting is open", "detail": "100 to call", "urgent": True}
    assert view["light"]["colour"] == "amber"


@pytest.mark.parametrize(
    ("step", "taps"),
    [
        (PlanStep("move", handles=("b0",), to=STUB, missing=1), [{"tap": "done"}]),
        (PlanStep("shuffle"), [{"tap": "prepare", "what": "shuffled"}]),
        (PlanStep("cut"), [{"tap": "prepare", "what": "cut"}]),
        (PlanStep("new_deck"), [{"tap": "prepare", "what": "new_deck"}]),
    ],
)
def test_done_sends_what_ticks_the_unseen_step_off(step: PlanStep, taps: list[dict[str, Any]]) -> None:
    incident = msgspec.structs.replace(EXPOSED, steps=(PlanStep("judge", done=True), step))
    done = desk_view(on_board("Ah", next="correct"), SETTINGS, incidents=[incident])["done"]
    assert done is not None
    assert done["taps"] == taps


def test_gravest_open_incident_leads() -> None:
    view = desk_view(state(next="judge"), SETTINGS, incidents=[EXPOSED, FOUR_CARDS])
    assert view["current"] == FOUR_CARDS.id


def test_cards_of_the_board_that_are_turned_down_for_a_blind_pick_are_backs() -> None:
    """RULES 3.2, four-card flop: the screen shows no order of cards that were mixed."""
    mixed = on_board("AhKd2c9s", next="judge", turned_down=("b0", "b1", "b2", "b3"))
    assert desk_view(mixed, SETTINGS, incidents=[FOUR_CARDS])["board"] == [BACK] * 4
    one_up = msgspec.structs.replace(mixed, turned_down=("b0", "b2"))
    assert desk_view(one_up, SETTINGS, incidents=[FOUR_CARDS])["board"] == [BACK, "Kd", BACK, "9s"]


def test_incidents_of_earlier_hands_stay_only_while_open() -> None:
    old = msgspec.structs.replace(EXPOSED, hand=20, open=False)
    assert desk_view(state(), SETTINGS, incidents=[old])["incidents"] == []
    assert len(desk_view(state(), SETTINGS, incidents=[msgspec.structs.replace(old, open=True)])["incidents"]) == 1


def test_award_is_filled_in_and_those_who_may_be_paid_besides_are_named() -> None:
    shown = state(next="push", to_act=0, owing=(), folded=(1, 2, 4, 6, 7, 9), due={5: 6_000, 8: 3_000}, pot=9_000)
    award = desk_view(shown, SETTINGS)["award"]
    assert award == {
        "rows": [{"seat": 5, "amount": 6_000}, {"seat": 8, "amount": 3_000}], "others": [3], "total": 9_000,
        "as_shown": [{"tap": "push"}],
    }  # fmt: skip


def test_unknown_cards_leave_the_award_to_the_dealer() -> None:
    award = desk_view(state(next="push", folded=(1, 2, 4, 6, 7, 9), pot=9_000), SETTINGS)["award"]
    assert award["rows"] == []
    assert award["others"] == [3, 5, 8]
    assert award["total"] == 9_000


def test_a_deck_counted_by_hand_and_a_cut_that_shows_a_card_are_one_tap_each() -> None:
    view = desk_view(state(next="cut"), SETTINGS)["preparation"]
    assert [button["taps"][0].get("count") for button in view if button["taps"][0]["what"] == "counted"] == [51, 53]
    assert [button["due"] for button in view if button["taps"][0]["what"] == "cut_exposed"] == [False]


def test_preparation_marks_what_is_due() -> None:
    due = {button["taps"][0]["what"]: button["due"] for button in desk_view(state(next="riffle"), SETTINGS)["preparation"]}
    assert due == {"washed": False, "shuffled": False, "riffled": True, "cut": False, "new_deck": False, "counted": False}


def test_devices_and_rulings_are_told() -> None:
    fault = Fault("rfid seat 3", "silent", "Check the cable of antenna 3.")
    view = rendered(desk_view(state(), SETTINGS, devices=[fault], rulings=[RULING], hub_away=True))
    [shown] = view["devices"]
    assert (shown["title"], shown["text"]) == ("Card reader, seat 3: does not answer", "Check the cable of antenna 3.")
    assert view["rulings"][0]["text"] == "Seat 3: call 50, 50 back"
    assert view["hub_away"] is True


def test_every_tap_offered_can_be_read_back() -> None:
    """What the page sends is decoded by the same strict types that made it."""
    shown = [state(), state(next="push", due={5: 10}), state(next="show"), state(next="cut")]
    taps: list[dict[str, Any]] = []

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            taps.extend(value.get("taps", []))
            for child in value.values():
                collect(child)
        elif isinstance(value, list):
            for child in value:
                collect(child)

    for each in shown:
        collect(desk_view(each, SETTINGS))
    assert len(taps) > 40
    for tap in taps:
        msgspec.convert(tap, Tap)


def test_every_word_of_a_plan_question_and_finding_is_said() -> None:
    """No page falls back to the code's own names for anything that the rules can say today."""
    from rulebook.book import standard_books
    from rulebook.events import Action
    from rulebook.findings import Call, Severity, StepKind
    from rulebook.irregularities import kind_of

    kinds = {kind_of(situation.partition("@")[0]) for book in standard_books().values() for situation in book.dealing.rows}
    wanted = {f"kind.{kind}" for kind in kinds} | {f"step.{kind}" for kind in get_args(StepKind)}
    wanted |= {f"call.{call}" for call in get_args(Call)} | {f"severity.{name}" for name in get_args(Severity)}
    wanted |= {f"action.{action}" for action in get_args(Action)}
    wanted |= {f"question.{kind}" for kind in ("betting_closed", "boxed_or_exposed")}
    nexts = ["judge", "correct", "shuffle", "riffle", "cut", "deal", "burn", "flop", "turn", "river", "street", "push", "hand"]
    wanted |= {f"prompt.{word}" for word in nexts} | {f"hint.{word}" for word in nexts}
    wanted |= {f"warning.{kind}" for kind in ("burn_while_betting", "shuffle_before_push", "dealing_to_absent")}
    assert sorted(wanted - TEXTS.ids()) == []


def test_a_word_that_is_not_there_yet_shows_as_plain_letters() -> None:
    view = rendered(desk_view(state(), SETTINGS, questions=[Question("q9", "new_kind", 3, (), ("maybe",))]))
    assert view["questions"][0]["text"] == "new kind"
    assert view["questions"][0]["answers"] == [{"word": "maybe", "text": "maybe"}]


def test_a_table_that_was_never_set_has_a_screen_too() -> None:
    empty = state(hand=0, street="", stacks={}, cards={}, bets={}, owing=(), to_act=0, next="shuffle", button=0, pot=0)
    view = rendered(desk_view(empty, Settings()))
    assert view["seats"] == []
    assert view["prompt"]["text"] == "Shuffle the deck"


def test_whole_hand_through_the_rules_needs_only_what_the_view_offers() -> None:
    """Nine seats, a raise, two callers, a river bet: every tap is one that the view offered, none is refused."""
    desk = RulesDesk(dict.fromkeys(SEATS, 20000), button=1)
    refused: list[str] = []

    def touch(seat: int, kind: str) -> None:
        choices = desk.snapshot()["choices"]["seats"][str(seat)]
        offered = {button["kind"]: button["taps"] for button in [*reversed(choices["sizes"]), *choices["buttons"]]}
        desk.touch(msgspec.convert(offered[kind], list[Tap]), refused.append)

    def around() -> None:
        desk.touch(msgspec.convert(desk.snapshot()["choices"]["bulk"][0]["taps"], list[Tap]), refused.append)

    desk.deal([2, 3, 4, 5, 6, 7, 8, 9, 1])
    assert desk.snapshot()["to_act"] == 4
    touch(5, "raise")
    touch(8, "call")
    touch(2, "call")
    assert desk.snapshot()["to_act"] == 3
    touch(3, "fold")
    desk.street(3)
    around()
    desk.street(1)
    around()
    desk.street(1)
    touch(5, "bet")
    touch(8, "call")
    touch(2, "fold")
    view = desk.snapshot()
    assert view["next"] == "show"
    assert set(view["choices"]["seats"]) == {"5", "8"}
    assert [text for text in refused if text] == []
    assert [incident.kind for incident in desk.node.fold.incidents] == []
