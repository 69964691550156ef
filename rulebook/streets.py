"""Burns and board: what is due, what came too early, too many, without its burn (BFSP 5.6, 6.4.6, 6.6; CLUB 2.7.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.cards import Card
from rulebook.counts import count_cards
from rulebook.deal import Deal
from rulebook.early import Early, early_card, make_premature
from rulebook.events import Answered, CardTurned
from rulebook.faults import Fault
from rulebook.felt import Felt, LyingCard
from rulebook.findings import Question
from rulebook.games import Game
from rulebook.plans import Happening, restore_extra_burn
from rulebook.seats import BOARD, BURNS, Seat, clockwise

if TYPE_CHECKING:
    from rulebook.hand import Hand

TOGETHER_MS = 2_000  # cards that came to the board within this time were turned together


class Streets:
    """Which cards of the board are due. `burn_due`: a burn must lie before the next street's card."""

    def __init__(self, game: Game) -> None:
        self.order = tuple(street.name for street in game.streets)
        so_far = 0
        self.board_after: dict[str, int] = {}  # how many board cards lie once a street is dealt
        for street in game.streets:
            so_far += street.board
            self.board_after[street.name] = so_far
        self.required = 0  # board cards that the present street has
        self.burn_due = True
        self.early: Early | None = None
        self.late_raises: set[int] = set()  # seqs before which a bet or raise was tapped late
        self.last_board: LyingCard | None = None
        self.burned_since = False  # since the last board card
        self.actions_since = 0  # since the street opened

    def laid(self, felt: Felt) -> int:
        """How many board cards lie that came in their time."""
        return sum(1 for handle in felt.lying(BOARD) if not self.is_early(handle))

    def is_early(self, handle: str) -> bool:
        """Whether a card came while betting was open, or it is still asked."""
        return self.early is not None and handle in self.early.handles

    def questions(self, hand: Hand) -> list[Question]:
        """ "Betting closed?", naming the seats that still owe an action."""
        early = self.early
        if early is None or early.answer or early.told:
            return []
        ident = f"{hand.number}:betting_closed:{early.about}"
        return [Question(ident, "betting_closed", early.about, hand.betting.owing, ("closed", "early"))]

    @property
    def late_target(self) -> int | None:
        """See `Hand.late_target`."""
        return self.early.about if self.early is not None and self.early.answer == "closed" else None


def next_street(hand: Hand) -> str | None:
    """The street after the present one."""
    order = hand.streets.order
    at = order.index(hand.street)
    return order[at + 1] if at + 1 < len(order) else None


def open_street_when_complete(hand: Hand) -> None:
    """The street's last card lies: its betting begins, once. In stud the up cards must have their names, which say who begins."""
    streets = hand.streets
    if hand.betting.street == hand.street or streets.laid(hand.felt) < streets.required:
        return
    if not hand.game.stud:
        _begin_betting(hand)
    elif hand.deal.complete:
        ups = up_cards(hand)
        if all(hand.felt.names.keys() >= set(hand.felt.face_up(seat)) for seat in ups):
            _begin_betting(hand)


def _begin_betting(hand: Hand) -> None:
    if hand.betting.street:
        hand.betting.close_round()
    hand.betting.open_round(hand.street, up_cards(hand) if hand.game.stud else None)
    hand.streets.actions_since = 0
    if hand.game.stud:
        hand.streets.burn_due = True


def up_cards(hand: Hand) -> dict[Seat, list[Card]]:
    """The named up cards of the live seats, in the order in which they came."""
    names = hand.felt.names
    return {seat: [names[handle] for handle in hand.felt.face_up(seat) if handle in names] for seat in hand.betting.live}


def begin_stud_street(hand: Hand, card: LyingCard, seq: int) -> bool:
    """A card comes to a seat after a street's betting: the next street of stud begins. False when it is no such card."""
    if not hand.game.stud or not hand.deal.complete or hand.betting.round_open or hand.betting.street != hand.street:
        return False
    name = next_street(hand)
    if name is None:
        return False
    street = hand.game.street(name)
    hand.street = name
    hand.deal = Deal(clockwise(hand.betting.live, hand.button), street.down + street.up, street.up)
    if hand.streets.burn_due and street.burn:
        hand.faults.raise_("burn_missing.stands", name, seq, handles=[card.handle], seen="no burn before this street")
    return True


def card_to_burns(hand: Hand, card: LyingCard, seq: int) -> None:
    """A card came from the stub to the burns."""
    streets = hand.streets
    if len(hand.betting.live) <= 1:
        return
    waiting = streets.laid(hand.felt) < streets.required
    if not streets.burn_due or not hand.deal.complete or (hand.street == hand.streets.order[-1] and not waiting):
        hand.faults.raise_(
            "burn_extra", hand.street, seq, handles=[card.handle], plan=restore_extra_burn(card.handle, None),
            seen="a burn too many",
        )  # fmt: skip
        return
    streets.burn_due = False
    streets.burned_since = True
    if hand.betting.round_open and not waiting:
        hand.warn("burn_while_betting", seq)
        if streets.early is None or streets.early.answer != "closed":
            streets.early = Early(about=seq)
    hand.faults.see(Happening("dealt", card.handle, BURNS))


def card_to_board(hand: Hand, card: LyingCard, seq: int) -> None:
    """A card came from the stub to the board."""
    streets = hand.streets
    if len(hand.betting.live) <= 1:
        return  # shown for curiosity after the hand was won
    laid = streets.laid(hand.felt) - 1  # before this one
    previous, streets.last_board = streets.last_board, card
    burned_since, streets.burned_since = streets.burned_since, False
    together = previous is not None and not burned_since and card.arrived_ms - previous.arrived_ms <= TOGETHER_MS
    if streets.early is not None and streets.early.joins(card, together):
        streets.early.handles.append(card.handle)
        streets.early.told_again(hand)
    elif laid < streets.required:
        _due(hand, card)
    elif together and streets.actions_since == 0 and hand.street != hand.streets.order[0]:
        _surplus(hand, card, seq)
    elif hand.betting.round_open or not hand.deal.complete:
        early_card(hand, card, seq)
    elif (street := next_street(hand)) is None:
        _surplus(hand, card, seq)
    else:
        _open(hand, card, seq, street)
    if laid < streets.required == streets.laid(hand.felt):
        streets.burn_due = True  # the street is complete: the next card wants a burn


def _open(hand: Hand, card: LyingCard, seq: int, street: str) -> None:
    """The first card of the next street, in its time."""
    streets = hand.streets
    extra = next((fault for fault in hand.faults.open("burn_extra")), None)
    hand.street = street
    streets.required = streets.board_after[street]
    streets.early = None
    if streets.burn_due:
        flop = street == hand.streets.order[1]
        hand.faults.raise_(
            "burn_missing.flop" if flop else "burn_missing", street, seq, handles=[card.handle],
            count=streets.required if flop else 1, seen="no burn before this card",
        )  # fmt: skip
    elif extra is not None:
        _after_extra_burn(hand, extra, card)
    hand.faults.see(Happening("dealt", card.handle, BOARD))


def _after_extra_burn(hand: Hand, extra: Fault, card: LyingCard) -> None:
    """The street came over an extra burn: one card's order can be restored, that of a flop cannot."""
    if hand.street == hand.streets.order[1]:
        hand.faults.restate(extra, "burn_extra.stands")
    else:
        extra.plan = restore_extra_burn(extra.handles[0], card.handle)


def _due(hand: Hand, card: LyingCard) -> None:
    """One more card of a street that is being laid (or laid anew)."""
    missing = hand.faults.latest("burn_missing")
    if missing is not None and missing.open and hand.street == hand.streets.order[1] and missing.plan.wants("move"):
        # all three flop cards go back, not the first alone
        missing.handles = (*missing.handles, card.handle)
        hand.faults.replan(missing, count=hand.streets.required)
        return
    hand.faults.see(Happening("dealt", card.handle, BOARD))


def _surplus(hand: Hand, card: LyingCard, seq: int) -> None:
    """One card too many was turned together with the street's own."""
    flop = hand.street == hand.streets.order[1]
    lying = hand.felt.lying(BOARD)
    seen = f"{len(lying)} cards on the board"
    if flop:
        four = hand.faults.latest("four_card_flop") or hand.faults.latest("flop_over_four")
        if four is None or not four.open:
            hand.faults.raise_("four_card_flop", hand.street, seq, handles=lying, seen=seen)
            hand.streets.burn_due = False  # the picked card is the next burn
            return
        hand.faults.drop(four)
        burns = hand.felt.lying(BURNS)[-1:]
        hand.faults.raise_(
            "flop_over_four", hand.street, seq, handles=lying, burn=burns, count=hand.streets.required, seen=seen
        )
        hand.streets.burn_due = True
        return
    river = next_street(hand) is None
    turned = lying[hand.streets.board_after[hand.streets.order[hand.streets.order.index(hand.street) - 1]] :]
    earlier = hand.faults.latest("extra_board_card")
    if earlier is not None and earlier.open and earlier.street == hand.street:
        hand.faults.drop(earlier)
        again = earlier.cause
        hand.faults.raise_(earlier.situation, hand.street, again, handles=turned, seen=seen)
    hand.faults.raise_("extra_board_card.river" if river else "extra_board_card", hand.street, seq, handles=turned, seen=seen)
    if not river:
        hand.streets.burn_due = False


def betting_begins_anyway(hand: Hand) -> None:
    """Somebody acts: an up card of stud that nobody could read must not stop the hand."""
    if hand.game.stud and hand.betting.street != hand.street and hand.deal.complete:
        _begin_betting(hand)


def action_taken(hand: Hand, seat: Seat, with_chips: bool, seq: int, before: int | None, raises: bool) -> None:
    """A seat acted: deadlines pass, errors that were not put right stand, hands with a wrong count are found."""
    streets = hand.streets
    if before is not None and raises:
        streets.late_raises.add(before)
    first = hand.deadline.actions == 0
    hand.deadline.acted(seat, with_chips)
    streets.actions_since += 1
    if first and hand.deal.begun:
        count_cards(hand, seq, seat)
    if hand.over:
        return
    laid = streets.laid(hand.felt)
    if 0 < laid < streets.required and not any(fault.plan.current() for fault in hand.faults.open()):
        hand.faults.raise_("flop_short", hand.street, seq, seen=f"{laid} cards on the board")
    for fault in hand.faults.open():
        if fault.situation in ("burn_missing", "burn_missing.flop", "burn_extra") and fault.street == hand.street:
            hand.faults.restate(fault, f"{fault.kind}.stands")


def answered(hand: Hand, event: Answered, seq: int) -> None:
    """The dealer answered a question of the fold."""
    early = hand.streets.early
    if early is not None and event.question == f"{hand.number}:betting_closed:{early.about}" and not early.told:
        if event.word == "early":
            make_premature(hand)
        else:
            early.answer = event.word
        return
    hand.faces.answered(hand, event)


def card_turned(hand: Hand, event: CardTurned, seq: int) -> None:
    """A card was turned over where it lies."""
    card = hand.felt.turn(event)
    if card is not None and not hand.over:
        hand.faults.see(Happening("turned", card.handle, card.zone, event.face))
