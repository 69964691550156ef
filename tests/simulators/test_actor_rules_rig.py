"""The table without devices: every difference of the felt is an event, once, and the hub's fold hears what the node appends."""

from __future__ import annotations

from rulebook.cards import Card
from rulebook.events import FloorRuled, TableSet
from rulebook.seats import BOARD, BURNS, MUCK, seat_zone
from rulebook.settings import Settings
from simulators.rules_rig import RulesRig
from simulators.stage import Stage
from table_node.taps import Act, NextHand, Prepare, Push, Undo

GIVEN = TableSet(Settings(blinds=(50, 100), check_preparation=False), {1: 5000, 2: 5000, 3: 5000}, 3)


class Felt:
    """A stage and the rig that watches it."""

    def __init__(self) -> None:
        self.stage = Stage()
        self.rig = RulesRig(GIVEN)

    def show(self) -> None:
        self.rig.show(self.stage.scene())
        self.rig.settle()

    def deal(self, name: str, zone: str, *, up: bool = False, mouth: bool = True) -> None:
        card = self.stage.draw(Card(name))
        if mouth:
            self.stage.to_mouth(card, "down")
            self.show()
        self.stage.place(card, zone, "up" if up else "down")  # type: ignore[arg-type]
        self.show()

    def hole_cards(self) -> None:
        for at, name in enumerate(("As", "Kd", "7h", "Ah", "Kc", "7s")):
            self.deal(name, seat_zone(at % 3 + 1))

    def names(self, zone: str) -> list[str | None]:
        state = self.rig.authority().state()
        handles = {"board": state.board, "burns": state.burns, "aside": state.aside}[zone]
        return [self.rig.card_of(handle) for handle in handles]


def test_a_file_that_begins_with_a_deal_opens_its_hand_without_forced_bets() -> None:
    felt = Felt()
    felt.hole_cards()
    state = felt.rig.authority().state()
    assert (state.hand, state.pot, state.next) == (1, 0, "act")
    assert {seat: len(cards) for seat, cards in state.cards.items()} == {1: 2, 2: 2, 3: 2}


def test_hidden_cards_have_no_open_name_and_cards_of_the_board_have() -> None:
    felt = Felt()
    felt.rig.tap(NextHand())
    felt.hole_cards()
    assert felt.rig.authority().state().names == {}
    for seat, action in ((3, "call"), (1, "call"), (2, "check")):
        felt.rig.tap(Act(seat, action))  # type: ignore[arg-type]
    felt.deal("2d", BURNS)
    felt.deal("Kh", BOARD, up=True)
    state = felt.rig.authority().state()
    assert list(state.names.values()) == ["Kh"]
    assert felt.names("burns") == ["2d"]


def test_a_scene_shown_twice_says_nothing_new() -> None:
    felt = Felt()
    felt.hole_cards()
    before = felt.rig.authority().state()
    felt.rig.found()
    felt.show()
    felt.show()
    assert felt.rig.authority().state() == before
    assert list(felt.rig.found()) == []


def test_a_card_that_went_back_into_the_stub_comes_out_under_a_new_handle() -> None:
    felt = Felt()
    felt.rig.tap(NextHand())
    felt.hole_cards()
    felt.rig.tap(Act(3, "call"))
    felt.rig.tap(Act(1, "call"))
    felt.rig.tap(Act(2, "check"))
    felt.deal("2d", BURNS)
    first = felt.rig.authority().state().burns
    felt.stage.move(felt.stage.find([Card("2d")]), "stub")  # type: ignore[arg-type]
    felt.show()
    assert felt.rig.authority().state().burns == ()
    felt.deal("2d", BURNS)
    again = felt.rig.authority().state().burns
    assert len(again) == 1
    assert again != first


def test_two_equal_cards_are_one_fact_without_a_rank() -> None:
    felt = Felt()
    felt.rig.tap(NextHand())
    felt.deal("As", seat_zone(1))
    felt.deal("As", seat_zone(2))
    [incident] = felt.rig.authority().incidents
    assert incident.kind == "duplicate_card"
    assert "As" not in repr(incident)


def test_a_tag_that_is_in_no_pack_is_an_unknown_card() -> None:
    felt = Felt()
    felt.rig.tap(NextHand())
    felt.stage.make_foreign(Card("As"))
    felt.deal("As", seat_zone(1))
    assert [incident.kind for incident in felt.rig.authority().incidents] == ["unknown_card"]


def test_a_new_deck_is_known_and_the_old_one_is_not() -> None:
    felt = Felt()
    felt.stage.new_deck()
    felt.rig.tap(Prepare("new_deck"))
    felt.rig.tap(NextHand())
    felt.hole_cards()
    assert felt.rig.authority().incidents == []


def test_gathering_after_the_push_is_ignored_and_a_push_taken_back_finds_the_cards_where_they_lay() -> None:
    felt = Felt()
    felt.rig.tap(NextHand())
    felt.hole_cards()
    felt.rig.tap(Act(3, "fold"))
    felt.stage.move(felt.stage.before(3), MUCK)
    felt.show()
    felt.rig.tap(Act(1, "fold"))
    before, lay = felt.rig.authority().state(), felt.stage.snapshot()
    felt.rig.tap(Push())
    felt.stage.gather()
    gathered = felt.stage.snapshot()
    felt.show()
    assert felt.rig.authority().state().next == "hand"
    felt.stage.take_back(lay, gathered)
    felt.show()
    felt.rig.tap(Undo())
    assert felt.rig.authority().state() == before


def test_cards_that_nobody_gathered_are_no_cards_of_the_next_hand() -> None:
    felt = Felt()
    felt.rig.tap(NextHand())
    felt.hole_cards()
    felt.rig.tap(Act(3, "fold"))
    felt.rig.tap(Act(1, "fold"))
    felt.rig.tap(Push())
    felt.rig.tap(NextHand())
    felt.stage.turn(felt.stage.before(1), "up")
    felt.show()
    state = felt.rig.authority().state()
    assert (state.hand, state.cards) == (2, {})
    assert felt.rig.authority().incidents == []


def test_a_tap_that_the_console_refuses_was_not_tapped() -> None:
    felt = Felt()
    felt.rig.tap(Act(3, "fold"))
    felt.rig.tap(Undo())
    assert felt.rig.authority().state().hand == 0


def test_a_judges_word_comes_down_as_a_record() -> None:
    felt = Felt()
    felt.rig.tap(NextHand())
    felt.hole_cards()
    felt.rig.judge(FloorRuled("misdeal"))
    assert [result.outcome for result in felt.rig.authority().hands] == ["misdeal"]
