"""The dealer's screen as a value: what it offers, what it says, and what it must never hold."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from link.pages import load_texts
from rulebook.cards import DECK
from rulebook.events import Settings
from rulebook.findings import PlanStep, Question, Warned
from rulebook.seats import STUB
from table_node.console.choices import seat_ranges
from table_node.console.desk import desk_view
from table_node.console.light import standing_light
from table_node.taps import Tap
from tests.console.desks import CLOSED_QUESTION, EXPOSED, FOUR_CARDS, RULING, SEATS, SETTINGS, Fault, on_board, state
from tests.console.rules_desk import RulesDesk

TEXTS = load_texts("table_node.console")


def rendered(view: dict[str, Any]) -> dict[str, Any]:
    shown: dict[str, Any] = TEXTS.render(view)
    return shown


def buttons(view: dict[str, Any], seat: int) -> dict[str, list[dict[str, Any]]]:
    """Kind of button -> its taps."""
    choices = view["choices"]["seats"][str(seat)]
    return {button["kind"]: button["taps"] for button in choices["buttons"]}


def sizes(view: dict[str, Any], seat: int) -> list[int]:
    return [button["amount"] for button in view["choices"]["seats"][str(seat)]["sizes"]]


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


def test_seat_to_act_gets_one_tap_for_each_action() -> None:
    taps = buttons(desk_view(state(), SETTINGS), 4)
    assert taps["call"] == [{"tap": "act", "seat": 4, "action": "call"}]
    assert taps["fold"] == [{"tap": "act", "seat": 4, "action": "fold"}]
    assert taps["allin"] == [{"tap": "act", "seat": 4, "action": "allin"}]


def test_tap_for_a_later_seat_folds_those_before_it_first() -> None:
    view = desk_view(state(), SETTINGS)
    assert buttons(view, 8)["call"] == [
        {"tap": "bulk", "action": "fold", "until": 8},
        {"tap": "act", "seat": 8, "action": "call"},
    ]
    assert rendered(view)["choices"]["seats"]["8"]["note"] == "4–7 fold"


def test_tap_for_a_later_seat_checks_those_before_it_when_nothing_is_owed() -> None:
    shown = on_board("AhKd2c", to_act=2, owing=(2, 3, 5), to_call=0, raise_min=100, bets={}, pot=900)
    view = desk_view(shown, SETTINGS)
    assert buttons(view, 5)["check"][0] == {"tap": "bulk", "action": "check", "until": 5}
    assert view["choices"]["seats"]["5"]["sizes"][0]["taps"][1]["action"] == "bet"


def test_last_seat_is_offered_no_action_that_means_all_others_folded() -> None:
    view = desk_view(state(), SETTINGS)
    assert buttons(view, 3) == {}
    assert view["choices"]["bulk"][-1]["taps"] == [{"tap": "bulk", "action": "fold", "until": 3}]


def test_what_each_seat_owes_counts_what_it_has_in() -> None:
    view = rendered(desk_view(state(), SETTINGS))
    assert view["choices"]["seats"]["2"]["buttons"][0]["text"] == "Call 50"
    assert view["choices"]["seats"]["9"]["buttons"][0]["text"] == "Call 100"


def test_call_that_takes_the_stack_is_an_allin() -> None:
    view = desk_view(state(stacks=dict.fromkeys(SEATS, 80), raise_max=0, raise_min=0), SETTINGS)
    assert buttons(view, 4)["call"] == [{"tap": "act", "seat": 4, "action": "allin"}]
    assert sizes(view, 4) == []


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        (state(), [200, 250, 300, 450]),
        (
            state(bets={2: 50, 3: 100, 4: 300}, to_act=5, owing=(5, 6), to_call=300, raise_min=500, pot=550),
            [500, 750, 900, 1_150],
        ),
        (on_board("AhKd2c", to_act=3, owing=(3, 5), to_call=0, raise_min=100, bets={}, pot=1_200), [100, 400, 600, 1_200]),
        (state(raise_max=230), [200]),
    ],
)
def test_likely_sizes(shown: Any, wanted: list[int]) -> None:
    assert sizes(desk_view(shown, SETTINGS), shown.to_act) == wanted


def test_fixed_limit_offers_the_fixed_sizes_alone() -> None:
    fixed = Settings(limit="fixed", limits=(100, 200), blinds=(50, 100))
    shown = state(raise_min=200, raise_max=200)
    assert sizes(desk_view(shown, fixed), 4) == [200]


@given(
    st.integers(1, 5_000).flatmap(lambda least: st.tuples(st.just(least), st.integers(least, 50_000))),
    st.integers(0, 40_000),
    st.integers(0, 3_000),
)
def test_every_size_offered_is_within_the_limits(limits: tuple[int, int], pot: int, bet: int) -> None:
    least, most = limits
    shown = state(raise_min=least, raise_max=most, pot=pot, bets={3: bet} if bet else {}, to_call=bet)
    offered = desk_view(shown, SETTINGS)["choices"]["seats"]["4"]["sizes"]
    assert all(least <= button["amount"] <= min(most, 12_500) for button in offered)
    assert len({button["amount"] for button in offered}) == len(offered)


@pytest.mark.parametrize(
    ("seats", "text"), [((4,), "4"), ((4, 5, 6), "4–6"), ((8, 9, 1, 2), "8–9, 1–2"), ((3, 5, 9), "3, 5, 9")]
)
def test_seat_ranges(seats: tuple[int, ...], text: str) -> None:
    assert seat_ranges(seats) == text


@pytest.mark.parametrize(
    ("word", "light", "colour"),
    [
        ("act", "betting", "blue"), ("burn", "deal", "green"), ("flop", "deal", "green"), ("turn", "deal", "green"),
        ("river", "deal", "green"), ("street", "deal", "green"), ("deal", "deal", "green"), ("show", "show", "blue"),
        ("push", "push", "blue"), ("hand", "hand", "green"), ("shuffle", "prepare", "green"), ("riffle", "prepare", "green"),
        ("cut", "prepare", "green"), ("correct", "correct", "amber"), ("judge", "judge", "red"),
    ],
)  # fmt: skip
def test_standing_light(word: str, light: str, colour: str) -> None:
    shown = standing_light(state(next=word), ())
    assert (shown["state"], shown["colour"]) == (light, colour)
    assert rendered(shown)["word"]


def test_question_turns_the_light_amber_and_never_red() -> None:
    light = standing_light(state(), (), [CLOSED_QUESTION])
    assert (light["state"], light["colour"], rendered(light)["hint"]) == ("betting", "amber", "Answer at the right")


def test_light_is_red_until_a_judge_has_acknowledged_a_misdeal() -> None:
    called = msgspec.structs.replace(FOUR_CARDS, kind="seat_skipped", call="misdeal")
    assert standing_light(state(next="shuffle"), [called])["state"] == "misdeal"
    known = msgspec.structs.replace(called, acknowledged=True)
    assert standing_light(state(next="shuffle"), [known])["colour"] == "green"


def test_waiting_for_the_judge_says_when_he_is_coming() -> None:
    assert rendered(standing_light(state(next="judge"), [FOUR_CARDS]))["hint"] == "Judge is called"
    known = msgspec.structs.replace(FOUR_CARDS, acknowledged=True)
    assert rendered(standing_light(state(next="judge"), [known]))["hint"] == "Judge is coming"
    there = msgspec.structs.replace(known, attended=True)
    assert rendered(standing_light(state(next="judge"), [there]))["hint"] == "Judge decides"
    other = msgspec.structs.replace(FOUR_CARDS, id="27/wrong_card_count/9")
    assert rendered(standing_light(state(next="judge"), [there, other]))["hint"] == "Judge is called"


def test_once_the_judge_has_picked_the_light_is_the_dealers_again() -> None:
    picked = msgspec.structs.replace(FOUR_CARDS, acknowledged=True, attended=True)
    shown = rendered(standing_light(state(next="correct"), [picked]))
    assert (shown["colour"], shown["hint"]) == ("amber", "Follow the steps")


def test_light_does_not_depend_on_any_card() -> None:
    """Lights and prompt with all hole cards named equal those with none."""
    names = {f"k{handle}": DECK[handle] for handle in range(1, 19)}
    known, unknown = desk_view(state(names=names), SETTINGS), desk_view(state(), SETTINGS)
    assert (known["light"], known["prompt"]) == (unknown["light"], unknown["prompt"])


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
