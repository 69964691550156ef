"""The ledger tells facts about hidden cards without a rank, once each, the graver one first (DESIGN 3 and 4)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulebook.cards import DECK, Card
from rulebook.events import CardNamed, IntegritySeen
from rulebook.seats import BOARD, BURNS, MUCK, STUB, Zone, seat_zone
from table_node.ledger import Ledger

PACK = {f"E0{index:014X}": card for index, card in enumerate(DECK)}
UID = {card: uid for uid, card in PACK.items()}
SPARE = "E0FF00000000000A"
BLUE = "E0BB000000000001"


def ledger(**more: Card) -> Ledger:
    return Ledger(PACK | more, seal=lambda handle, card: b"sealed:" + handle.encode())


def card(text: str) -> Card:
    return Card(text)


def kinds(facts: list) -> list[str]:
    return [fact.kind for fact in facts if isinstance(fact, IntegritySeen)]


def see(book: Ledger, uid: str | None, zone: str, face: str = "down", camera: str | None = None) -> list:
    handle = (book.handle_of(uid) if uid else None) or book.fresh(uid)
    return book.seen(handle, uid, None, Card(camera) if camera else None, Zone(zone), face)


def test_a_hidden_card_is_told_sealed_and_once():
    book = ledger()
    first = see(book, UID[card("Kd")], "seat 2")
    assert first == [CardNamed(handle="k1", sealed=b"sealed:k1")]
    assert see(book, UID[card("Kd")], "seat 2") == []


def test_without_a_seal_a_hidden_name_is_not_told_at_all():
    book = Ledger(PACK)
    assert see(book, UID[card("Kd")], "seat 2") == []


def test_a_card_seen_face_up_is_named_openly_and_once():
    book = ledger()
    assert see(book, UID[card("Kh")], "board", "up", "Kh") == [CardNamed(handle="k1", card=card("Kh"))]
    assert see(book, UID[card("Kh")], "board", "up", "Kh") == []


def test_a_tag_alone_does_not_open_a_name_until_the_card_is_tabled():
    book = ledger()
    see(book, UID[card("Kd")], "seat 2")
    assert book.tabled("k1") == [CardNamed(handle="k1", card=card("Kd"))]
    assert book.tabled("k1") == []


def test_two_tags_of_one_face_are_a_duplicate_however_hidden():
    book = ledger(**{SPARE: card("Kd")})
    see(book, UID[card("Kd")], "seat 2")
    facts = see(book, SPARE, "burns")
    assert facts[0] == IntegritySeen(kind="duplicate_card", handles=("k1", "k2"), witnesses=("rfid",))
    assert kinds(see(book, SPARE, "burns")) == []


def test_the_camera_reads_a_face_that_lies_hidden_elsewhere():
    book = ledger()
    see(book, UID[card("Kd")], "seat 2")
    assert kinds(see(book, None, "board", "up", "Kd")) == ["duplicate_card"]


def test_a_duplicate_outranks_an_unknown_tag_and_disagreeing_sources():
    book = ledger()
    see(book, UID[card("Kd")], "seat 2")
    assert kinds(see(book, BLUE, "board", "up", "Kd")) == ["duplicate_card"]
    book.new_hand()
    see(book, UID[card("Kd")], "seat 2")
    assert kinds(see(book, UID[card("As")], "board", "up", "Kd")) == ["duplicate_card"]


def test_an_unknown_tag_outranks_two_places_and_is_told_once():
    book = ledger()
    assert kinds(see(book, BLUE, "seat 3")) == ["unknown_card"]
    assert book.in_two_places("k1") == []
    assert kinds(see(book, BLUE, "board", "up", "7c")) == []


def test_two_places_outrank_disagreeing_sources():
    book = ledger()
    see(book, UID[card("As")], "seat 3")
    assert kinds(book.in_two_places("k1")) == ["card_in_two_places"]
    assert kinds(see(book, UID[card("As")], "board", "up", "Ah")) == []


def test_camera_and_tag_disagree_and_no_name_is_told():
    book = ledger()
    facts = see(book, UID[card("As")], "board", "up", "Ah")
    assert kinds(facts) == ["sources_disagree"]
    assert not [fact for fact in facts if isinstance(fact, CardNamed)]


def test_a_card_with_disagreeing_sources_makes_no_duplicate_of_the_card_it_was_taken_for():
    book = ledger()
    see(book, UID[card("As")], "board", "up", "Ah")
    assert kinds(see(book, UID[card("Ah")], "seat 1")) == []


def test_a_third_card_of_one_face_is_a_fault_of_its_own():
    book = ledger(**{SPARE: card("Kd"), BLUE: card("Kd")})
    see(book, UID[card("Kd")], "seat 2")
    assert kinds(see(book, SPARE, "burns")) == ["duplicate_card"]
    assert kinds(see(book, BLUE, "board", "up", "Kd")) == ["duplicate_card"]


def test_a_card_back_in_the_stub_is_no_twin_and_gets_a_new_handle():
    book = ledger(**{SPARE: card("Kd")})
    see(book, UID[card("Kd")], "board", "up", "Kd")
    book.gone("k1")
    assert book.handle_of(UID[card("Kd")]) is None
    assert kinds(see(book, SPARE, "board", "up", "Kd")) == []
    assert book.handle_of(SPARE) == "k2"


def test_cards_in_the_muck_still_count_as_lying_somewhere():
    book = ledger(**{SPARE: card("Kd")})
    see(book, UID[card("Kd")], MUCK)
    assert kinds(see(book, SPARE, BOARD, "up", "Kd")) == ["duplicate_card"]


def test_an_adopted_handle_goes_on_after_a_restart_and_is_not_named_again():
    book = ledger()
    book.adopt("k7", BURNS, "down")
    book.bind("k7", UID[card("2d")])
    assert book.seen("k7", UID[card("2d")], None, None, BURNS, "down") == []
    assert book.fresh() == "k8"


def test_a_new_hand_forgets_everything():
    book = ledger()
    see(book, UID[card("Kd")], "seat 2")
    book.new_hand()
    assert book.handle_of(UID[card("Kd")]) is None
    assert book.fresh() == "k1"


def test_perfect_observation_needs_no_tags():
    book = Ledger({})
    assert book.seen("a", None, card("Kd"), None, seat_zone(2), "down") == []
    facts = book.seen("b", None, card("Kd"), card("Kd"), BOARD, "up")
    assert kinds(facts) == ["duplicate_card"]


def test_no_rank_in_what_a_debugger_prints():
    book = ledger()
    see(book, UID[card("Kd")], "seat 2")
    text = repr(book) + repr(book._entries)
    assert "Kd" not in text
    assert UID[card("Kd")] not in text


moves = st.lists(
    st.tuples(st.sampled_from(DECK), st.sampled_from([BOARD, BURNS, MUCK, STUB, seat_zone(1), seat_zone(9)])), max_size=60
)


@given(moves)
def test_one_honest_deck_never_causes_a_fact(steps):
    """However the 52 cards of one deck wander, hidden or open, the ledger finds nothing."""
    book = ledger()
    for face, zone in steps:
        if zone == STUB:
            handle = book.handle_of(UID[face])
            if handle:
                book.gone(handle)
            continue
        facing = "up" if zone == BOARD else "down"
        assert kinds(see(book, UID[face], zone, facing, face if facing == "up" else None)) == []


@given(moves)
def test_no_hidden_rank_leaves_without_a_seal(steps):
    """Names of cards that lay face down all the time are told sealed or not at all."""
    book = ledger()
    for face, zone in steps:
        if zone in (STUB, BOARD):
            continue
        for fact in see(book, UID[face], zone):
            assert not isinstance(fact, CardNamed) or fact.card is None


def test_bfsp_6_2_3_a_card_of_the_deck_in_play_with_the_other_decks_back_is_told_once():
    book = Ledger(PACK, others=[{BLUE: card("2c")}], names=("red", "blue"))
    handle = book.fresh(UID[card("7c")])
    assert kinds(book.seen(handle, UID[card("7c")], None, None, Zone("seat 2"), "down", "blue")) == ["mixed_backs"]
    assert kinds(book.seen(handle, UID[card("7c")], None, None, Zone("muck"), "down", "blue")) == []


def test_a_back_tells_nothing_where_the_tag_or_the_decks_name_is_unknown():
    named = Ledger(PACK, names=("red",))
    assert kinds(named.seen(named.fresh(UID[card("7c")]), UID[card("7c")], None, None, Zone("seat 2"), "down", "red")) == []
    assert kinds(named.seen(named.fresh(), None, None, None, Zone("seat 2"), "down", "blue")) == []
    unnamed = ledger()
    assert (
        kinds(unnamed.seen(unnamed.fresh(UID[card("7c")]), UID[card("7c")], None, None, Zone("seat 2"), "down", "blue")) == []
    )


def test_a_card_of_the_other_deck_is_unknown_and_its_back_no_second_fault():
    book = Ledger(PACK, others=[{BLUE: card("2c")}], names=("red", "blue"))
    assert kinds(book.seen(book.fresh(BLUE), BLUE, None, None, Zone("seat 2"), "down", "blue")) == ["unknown_card"]
