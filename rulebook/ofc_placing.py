"""Cards of an open-face hand as they come and go: dealt, set in a row, discarded, moved although they must not (BFSP 8)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from rulebook import conduct
from rulebook.asking import BOXED, IN_FANTASY
from rulebook.events import CardPlaced
from rulebook.felt import LyingCard
from rulebook.ofc import FANTASY_CARDS
from rulebook.ofc_course import Came, Turn
from rulebook.ofc_order import overtakes
from rulebook.plans import Plan
from rulebook.seats import MUCK, STUB, Seat, row_zone, zone_row, zone_seat
from rulebook.steps import Step

if TYPE_CHECKING:
    from rulebook.hand import Hand
    from rulebook.ofc_hand import OfcHand


def card_placed(hand: OfcHand, event: CardPlaced, seq: int) -> None:
    """A card came to lie somewhere: out of the stub, set in a row, discarded, or moved."""
    known = hand.felt.cards.get(event.handle)
    if known is not None:
        _moved(hand, known, event, seq)
    elif event.zone != STUB:
        _out_of_stub(hand, event, seq)


def _out_of_stub(hand: OfcHand, event: CardPlaced, seq: int) -> None:
    card = hand.felt.lay(event, seq)
    if hand.over:
        return
    seat = zone_seat(event.zone)
    if not hand.begun:
        hand.begun = True
        hand.preparation.before_first_card(hand, seq)
        conduct.button_checked(hand, seq)
        if hand.over:
            return
    if card.boxed:
        _boxed(hand, card, () if seat is None else (seat,), seq)
    elif seat is not None and seat in hand.playing:
        _dealt(hand, card, seat, seq)
    elif seat is not None and not hand.may_have_been_before(hand.surrendered.get(seat), event.not_before_ms):
        late = "dealt_to_empty_seat.late" if hand.deadline.passed else "dealt_to_empty_seat"
        hand.faults.raise_(hand, late, seq, seats=[seat], handles=[card.handle])


def _boxed(hand: OfcHand, card: LyingCard, seats: tuple[Seat, ...], seq: int) -> None:
    """A card lay face up inside the stub (BFSP 6.4.5): it goes to the muck, the next takes its place."""
    hand.felt.boxed = True
    plan = Plan([[Step("move", [card.handle], MUCK)]])
    hand.faults.raise_(hand, "boxed_card", seq, seats=seats, handles=[card.handle], plan=plan)


def _dealt(hand: OfcHand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A card of a dealing: one too many, or before the seat's turn."""
    placed = hand.course.deal(seat, card.handle)
    turn = placed.turn
    if turn is None or placed.surplus:
        _surplus(hand, card, seat, turn, seq)
        return
    if turn.number and turn.dealt == 1:
        hand.close_turns(seat, seq)
    came = card.placed
    turn.came[card.handle] = Came(hand.record.boot if hand.record else "", came.not_before_ms, came.not_after_ms)
    early = [turn] if placed.early else overtakes(hand.course, turn)
    for one in early if not hand.over else ():
        one.early = True
        hand.faults.raise_(
            hand, "dealt_out_of_order.late", seq, seats=[one.seat], handles=list(one.came)[:1],
            seen=f"a card to seat {one.seat} before the turn of another was over",
        )  # fmt: skip


def _surplus(hand: OfcHand, card: LyingCard, seat: Seat, turn: Turn | None, seq: int) -> None:
    """More cards than the turn has: in fantasy the hand is dealt anew (BFSP 8), otherwise as any hand with too many cards; but
    of a draw one that is discarded already may have been boxed, if nobody saw how it left the stub."""
    seen = f"a card too many at seat {seat}"
    if seat in hand.fantasy:
        situation = "fantasy_count"
    elif turn is not None and turn.number == 0 and not hand.deadline.passed:
        situation = "wrong_card_count"
    else:
        situation = "wrong_card_count.draw"

    def too_many(hand: Hand, word: str = "") -> None:
        if word != "yes":
            hand.faults.raise_(hand, situation, seq, seats=[seat], handles=[card.handle], seen=seen)

    if turn is not None and turn.number == 0 and hand.fantasy_unsure and seat not in hand.fantasy and not turn.rows:
        hand.course.plays_fantasy(seat, FANTASY_CARDS)
        hand.asking.ask(hand, IN_FANTASY, seq, too_many, seats=(seat,))
        return
    gone = [hand.felt.cards[handle] for handle in turn.gone] if turn is not None and turn.number else []
    doubtful = next((one for one in gone if turn is not None and _may_be_boxed(one, turn)), None)
    if doubtful is None or turn is None:
        too_many(hand)
    else:
        _ask_boxed(hand, doubtful, turn, seq, too_many)


def _moved(hand: OfcHand, card: LyingCard, event: CardPlaced, seq: int) -> None:
    """A card of the table was moved: set, taken up again, discarded, or moved although its turn is over."""
    origin, zone = card.zone, event.zone
    hand.felt.move(card, event)
    if hand.over or origin == zone:
        return
    was_set = hand.course.row_of(card.handle)
    owner = was_set[0].seat if was_set is not None else _holder(hand, card)
    if owner is None or owner in hand.surrendered or owner in hand.killed:
        return
    target = zone_row(zone)
    if target is not None and target[0] == owner:
        _sets(hand, card, owner, target[1], seq, event.not_before_ms)
    elif zone == MUCK:
        _ask_whether_boxed(hand, card, owner, seq)
        if not hand.course.discard(owner, card.handle):
            _moved_after(hand, card, seq)
    elif zone_seat(zone) == owner:
        if not hand.course.take_up(owner, card.handle):
            _moved_after(hand, card, seq)
    elif was_set is not None and was_set[0].over:
        _moved_after(hand, card, seq)
    else:
        hand.course.drop(card.handle)


def _ask_whether_boxed(hand: OfcHand, card: LyingCard, seat: Seat, seq: int) -> None:
    """A card goes to the muck before its turn was dealt whole, or while it has one too many: was it boxed?"""
    for turn in hand.course.of(seat):
        if card.handle in turn.held and (turn.lacks or turn.dealt > turn.wanted) and _may_be_boxed(card, turn):
            _ask_boxed(hand, card, turn, seq)


def _may_be_boxed(card: LyingCard, turn: Turn) -> bool:
    """Whether nobody saw how it left the stub, and nothing was asked about it; one question at a time."""
    return card.mouth == "unknown" and card.handle not in turn.asked and not turn.doubts


def _ask_boxed(
    hand: OfcHand, card: LyingCard, turn: Turn, seq: int, otherwise: Callable[[Hand], None] = lambda hand: None
) -> None:
    """Put the question; `otherwise` follows if it was not so. Meanwhile nobody's cards are counted."""
    turn.asked.add(card.handle)
    turn.doubts += 1

    def settle(hand: Hand, word: str) -> None:
        open_face = cast("OfcHand", hand)
        turn.doubts -= 1
        if word == "yes":
            open_face.course.drop(card.handle)
            for fault in hand.faults.open("wrong_card_count"):
                if tuple(fault.seats) == (turn.seat,) and (fault.cause > seq or set(fault.handles) & set(turn.came)):
                    hand.faults.drop(fault)  # the card in its place was none too many
            _boxed(open_face, card, (turn.seat,), seq)
        else:
            otherwise(hand)
        if turn.over and not turn.right and not turn.doubts and not hand.over:
            wrong_number(open_face, turn, seq)

    hand.asking.ask(hand, BOXED, seq, settle, seats=(turn.seat,))


def _holder(hand: OfcHand, card: LyingCard) -> Seat | None:
    """Whose card it is that has not been set."""
    return next((turn.seat for turn in hand.course.turns if card.handle in (*turn.held, *turn.gone, *turn.unseen)), None)


def opened(hand: OfcHand, card: LyingCard) -> None:
    """A card was turned face up where it lies: if it was hidden, it is so no longer."""
    was_set = hand.course.row_of(card.handle)
    if was_set is not None and card.face == "up":
        was_set[0].hidden.discard(card.handle)


def _sets(hand: OfcHand, card: LyingCard, seat: Seat, row: str, seq: int, since_ms: int) -> None:
    if card.face == "up" and hand.course.open_in(card.handle, row):
        return
    was_set = hand.course.row_of(card.handle)
    if was_set is not None and was_set[0].over:
        if was_set[1] != row and hand.may_have_been_before(was_set[0].ended, since_ms):
            was_set[0].rows[card.handle] = row  # he thought again in his turn, and it is seen late
        elif was_set[1] != row:
            _moved_after(hand, card, seq)
        return  # it lies in its row again: the correction sees that by itself
    hand.close_turns(seat, seq)
    if seat not in hand.fantasy:
        _fantasy_short(hand, seq)
    elif not hand.over and any(turn.lacks for turn in hand.course.of(seat)):
        _count_wrong(hand, seat, seq)
    if hand.over or not hand.course.set_card(seat, card.handle, row):
        return
    if card.face == "down" and seat in hand.fantasy:
        hand.course.hide(card.handle)
    _acted(hand, seat, seq)


def _fantasy_short(hand: OfcHand, seq: int) -> None:
    """The others begin to set: who is in fantasy must have his fourteen cards."""
    for seat in hand.fantasy:
        if any(turn.lacks for turn in hand.course.of(seat)) and not hand.over:
            _count_wrong(hand, seat, seq)


def _count_wrong(hand: OfcHand, seat: Seat, seq: int) -> None:
    if any(seat in fault.seats for fault in hand.faults.of("fantasy_count")):
        return
    held = sum(turn.dealt for turn in hand.course.of(seat))
    hand.faults.raise_(hand, "fantasy_count", seq, seats=[seat], seen=f"{held} cards at seat {seat} in fantasy")


def _acted(hand: OfcHand, seat: Seat, seq: int) -> None:
    """A card was set: until when a misdeal can be called (RULES 3.1; WSOP L105: after the second draw is set)."""
    if hand.deadline.passed:
        return
    if hand.book.dealing.misdeal_until.of(hand.settings.context).startswith("substantial"):
        second = [turn for turn in hand.course.turns if turn.number == 2]  # set, whether its third card is discarded yet or not
        hand.deadline.passed = any(turn.placed or len(turn.rows) == turn.wanted_set for turn in second)
    else:
        hand.deadline.acted(seat, False)


def _moved_after(hand: OfcHand, card: LyingCard, seq: int) -> None:
    """A set card never moves after the turn (BFSP 8): it goes back to its row."""
    was_set = hand.course.row_of(card.handle)
    if was_set is None:
        return
    turn, row = was_set
    for fault in hand.faults.open("set_card_moved"):
        if card.handle in fault.handles:
            return
    hand.faults.raise_(
        hand, "set_card_moved", seq, seats=[turn.seat], handles=[card.handle],
        plan=Plan([[Step("move", [card.handle], row_zone(turn.seat, row))]]), seen=f"a set card of seat {turn.seat} was moved",
    )  # fmt: skip


def wrong_number(hand: OfcHand, turn: Turn, seq: int) -> None:
    """A turn ended with a wrong number of set cards: the hand is dead (BFSP 6.3.7; WSOP L356)."""
    fault = hand.faults.raise_(
        hand, "wrong_card_count.set", seq, seats=[turn.seat], handles=list(turn.rows),
        seen=f"seat {turn.seat} set {len(turn.rows)} cards of {turn.dealt}",
    )  # fmt: skip
    if fault.cause not in hand.overruled:
        hand.dies(turn.seat)
