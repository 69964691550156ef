"""The truth of the felt: cards come from the stub, lie somewhere, and cannot be where the script contradicts itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.cards import DECK, UNKNOWN, Card
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, STUB, seat_zone
from simulators import decks
from simulators.stage import Stage, StageError


def deal(stage: Stage, name: str, zone: str = "seat 1", face: str = "down") -> int:
    card = stage.draw(Card(name))
    stage.to_mouth(card, "down")
    stage.place(card, zone, "up" if face == "up" else "down")  # type: ignore[arg-type]
    return card.id


def lay(stage: Stage) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for card in sorted(stage.scene().cards, key=lambda card: card.slot):
        found.setdefault(card.zone, []).append(card.card)
    return found


def test_a_dealt_card_shows_in_the_mouth_and_then_lies_at_its_seat() -> None:
    stage = Stage()
    card = stage.draw(Card("As"))
    stage.to_mouth(card, "down")
    [shown] = stage.scene().cards
    assert (shown.zone, shown.slot, shown.face, shown.card) == ("stub", 0, "down", "As")
    stage.place(card, seat_zone(3), "down")
    [shown] = stage.scene().cards
    assert (shown.zone, shown.face, shown.id) == ("seat 3", "down", card.id)


def test_the_board_fills_its_places_from_the_left_and_a_freed_place_is_filled_again() -> None:
    stage = Stage()
    for name in ("Kh", "9c", "4s", "5h"):
        deal(stage, name, BOARD, "up")
    stage.turn(stage.find([Card("Kh"), Card("9c"), Card("4s"), Card("5h")]), "down")
    stage.move(stage.find([Card("4s")]), BURNS)
    stage.move(stage.find([Card("Kh"), Card("9c"), Card("5h")]), BOARD)
    assert lay(stage) == {"board": ["Kh", "9c", "5h"], "burns": ["4s"]}
    assert [card.slot for card in stage.lying(BOARD)] == [0, 1, 2]
    assert [card.face for card in stage.lying(BOARD)] == ["up"] * 3
    assert [card.face for card in stage.lying(BURNS)] == ["down"]


def test_cards_put_back_lie_on_top_first_named_uppermost_until_a_shuffle() -> None:
    stage = Stage()
    first = [deal(stage, name, BOARD, "up") for name in ("Kh", "9c")]
    stage.move(stage.find([Card("Kh"), Card("9c")]), STUB)
    assert stage.scene().cards == ()
    with pytest.raises(StageError, match="2d is not on top of the stub; expected Kh"):
        stage.draw(Card("2d"))
    assert deal(stage, "Kh") == first[0]
    stage.shuffle()
    assert deal(stage, "2d") not in first
    assert deal(stage, "9c") == first[1]


def test_a_card_named_twice_is_a_second_physical_card_that_the_pack_knows_and_leaves_with_the_dealing() -> None:
    stage = Stage(seed=4)
    one, two = deal(stage, "Kd", "seat 2"), deal(stage, "Kd", BOARD, "up")
    assert one != two
    tags = [card.tag for card in stage.scene().cards]
    assert len(set(tags)) == 2
    known = decks.pack("red", 4)
    assert [known[str(tag)] for tag in tags] == ["Kd", "Kd"]
    stage.gather()
    assert stage.deck_verdict() == (52, "complete")
    assert deal(stage, "Kd") == one


def test_of_two_equal_cards_the_one_placed_last_is_meant() -> None:
    stage = Stage()
    deal(stage, "Kd", "seat 2")
    second = deal(stage, "Kd", BOARD, "up")
    assert [card.id for card in stage.find([Card("Kd")])] == [second]
    assert len({card.id for card in stage.find([Card("Kd"), Card("Kd")])}) == 2
    assert [card.zone for card in stage.find([Card("Kd")], [seat_zone(2)])] == ["seat 2"]


def test_an_unknown_card_has_no_tag_and_no_readable_face_until_its_owner_shows_it() -> None:
    stage = Stage()
    deal(stage, "??", "seat 1")
    deal(stage, "Ah", "seat 1")
    [unknown] = [card for card in stage.scene().cards if card.card == UNKNOWN]
    assert (unknown.tag, unknown.printed) == (None, False)
    shown = stage.name_unknown(1, [Card("Ah"), Card("2d")])
    assert [(card.card, card.printed) for card in shown] == [("Ah", True), ("2d", True)]
    with pytest.raises(StageError, match="Kc does not lie before seat 1; expected one of 2d Ah"):
        stage.name_unknown(1, [Card("Kc")])


def test_what_does_not_lie_there_cannot_be_moved() -> None:
    stage = Stage()
    with pytest.raises(StageError, match="Th does not lie on the table"):
        stage.find([Card("Th")])
    deal(stage, "Th", "seat 1")
    with pytest.raises(StageError, match="Th does not lie before seat 2"):
        stage.find([Card("Th")], [seat_zone(2)])


def test_faults_of_the_deck() -> None:
    stage = Stage()
    stage.lack(Card("7c"))
    assert stage.deck_verdict() == (51, "short")
    with pytest.raises(StageError, match="7c is missing from the deck"):
        stage.draw(Card("7c"))
    stage.new_deck()
    assert stage.deck == "blue"
    stage.double(Card("7c"))
    assert stage.deck_verdict() == (53, "long")
    stage.new_deck()
    stage.change_back(Card("7c"))
    assert stage.deck_verdict() == (52, "foreign_back")
    deal(stage, "7c")
    assert [card.back for card in stage.scene().cards] == ["blue"]
    stage.new_deck()
    stage.make_foreign(Card("7c"))
    deal(stage, "7c")
    [card] = stage.scene().cards
    assert card.tag not in decks.pack("red")
    assert card.tag not in decks.pack("blue")
    assert stage.deck_verdict() == (52, "complete")


def test_an_act_is_taken_back_with_the_cards_that_it_moved() -> None:
    stage = Stage()
    deal(stage, "As", "seat 1")
    deal(stage, "Kd", "seat 1")
    before = stage.snapshot()
    stage.move(stage.before(1), MUCK)
    after = stage.snapshot()
    stage.move(stage.find([Card("Kd")]), ASIDE)
    stage.take_back(before, after)
    assert lay(stage) == {"seat 1": ["As"], "aside": ["Kd"]}


def test_tags_are_the_decks_own_and_registered() -> None:
    red, blue = decks.pack("red"), decks.pack("blue")
    assert not set(red) & set(blue)
    assert set(red.values()) == set(DECK)
    assert all(len(uid) == 16 and uid == uid.upper() and int(uid, 16) for uid in (*red, *blue))
    assert decks.pack("red", 1) != red


@given(st.lists(st.tuples(st.sampled_from(DECK), st.sampled_from(["seat 1", BOARD, BURNS, MUCK])), max_size=30))
def test_no_two_cards_share_a_place_and_ids_are_never_used_twice(dealt: list[tuple[Card, str]]) -> None:
    stage = Stage()
    for name, zone in dealt:
        deal(stage, name, zone)
    cards = stage.scene().cards
    assert len({(card.zone, card.slot) for card in cards}) == len(cards) == len(dealt)
    assert len({card.id for card in cards}) == len(cards)
