"""Which cards of the board are due, and which burns: the course of the streets (BFSP 5.6, 5.8; CLUB 2.7.10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from rulebook.cards import Card
from rulebook.events import Handle
from rulebook.felt import Felt, LyingCard
from rulebook.findings import Question
from rulebook.games import Game, game_of
from rulebook.seats import BOARD, BURNS, Seat

if TYPE_CHECKING:
    from rulebook.early import Early
    from rulebook.faults import Fault
    from rulebook.hand import Hand

BURN_PROMISES = ("swap_for_burn", "back_as_burn", "pick_burn")


@cache
def _plan_of(game: str) -> tuple[tuple[str, ...], Mapping[str, int]]:
    """The names of a game's streets, and how many board cards lie after each."""
    streets = game_of(game).streets
    names = tuple(street.name for street in streets)
    return names, dict(zip(names, accumulate(street.board for street in streets), strict=True))


class Streets:
    """The streets of one hand.

    `order`: their names; `board_after`: how many board cards lie once a street is dealt; `required`: how many the present one
    has. `burns`: what lies on the burns for each street, as far as it counts there. `promised`: streets whose burn will be a
    card that lies elsewhere (an exposed card, a picked one). `premature`: cards on the board that came before their time, with
    the street that they would have been. `standing`: premature cards that a judge lets play. `surplus`: board cards too many
    that a judge lets lie.
    """

    def __init__(self, game: Game) -> None:
        self.order, self.board_after = _plan_of(game.id)
        self.flop = self.order[1]
        self.last = self.order[-1]
        self.required = 0
        self.burns: dict[str, list[Handle]] = {name: [] for name in self.order}
        self.promised: set[str] = set()
        self.doubted: set[Handle] = set()  # burns of which it was asked whether they were boxed
        self.premature: dict[Handle, str] = {}
        self.standing: list[Handle] = []
        self.standing_dealt: list[Handle] = []  # the same of cards of stud, which lie before their seats
        self.surplus = 0
        self.unseen = 0  # board cards that lie by the dealer's word (one witness alone missed them), or lack by a judge's
        self.early: Early | None = None
        self.late_raises: set[int] = set()  # seqs before which a bet or raise was tapped late
        self.taken: list[Handle] = []  # from the board, while nothing shows that the hand goes on
        self.astray: list[LyingCard] = []  # from the board, while a correction moves other cards
        self.turned: list[LyingCard] = []  # up cards of stud that were turned down while the street was dealt
        self.last_board: LyingCard | None = None
        self.burned_since = False  # since the last board card
        self.actions_since = 0  # since the betting of the present street began
        self.chips_since = 0  # how many of these were with chips

    def laid(self, felt: Felt) -> int:
        """How many board cards lie that came in their time."""
        lying = felt.zones[BOARD]
        if not lying:
            return 0
        count = len(lying)
        if felt.boxed:
            count -= sum(felt.cards[handle].boxed for handle in lying)
        if self.early is not None:
            count -= len(self.early.cards)
        return count + self.unseen - len(self.premature) - len(self.standing) - self.surplus

    def board_before(self, street: str) -> int:
        """How many board cards lie before a street is dealt."""
        at = self.order.index(street)
        return self.board_after[self.order[at - 1]] if at else 0

    def coming(self, hand: Hand) -> str:
        """The street that is being laid, or else the one that comes next; empty when none does."""
        if self.laid(hand.felt) < self.required:
            return hand.street
        if hand.game.stud and not hand.deal.complete and hand.betting.street != hand.street != self.order[0]:
            return hand.street
        return next_street(hand) or ""

    def burn_due(self, street: str) -> bool:
        """Whether a burn has to lie before the next card of `street`."""
        return not self.burns[street] and street not in self.promised

    def leave_burns(self, handle: Handle) -> None:
        """A card was taken from the burns."""
        for handles in self.burns.values():
            if handle in handles:
                handles.remove(handle)

    def leave_board(self, handle: Handle) -> None:
        """A card was taken from the board."""
        self.premature.pop(handle, None)
        if handle in self.standing:
            self.standing.remove(handle)

    def questions(self, hand: Hand) -> list[Question]:
        """ "Betting closed?", naming the seats that still owe an action."""
        early = self.early
        if early is None or early.answer:
            return []
        ident = f"{hand.number}:betting_closed:{early.about}"
        betting = hand.betting
        begun = betting.street == hand.street
        owing = betting.owing if begun else tuple(seat for seat in betting.live if betting.stacks[seat])
        return [Question(ident, "betting_closed", early.about, owing, ("closed", "early"))]


def next_street(hand: Hand) -> str | None:
    """The street after the present one."""
    order = hand.streets.order
    at = order.index(hand.street) + 1
    return order[at] if at < len(order) else None


def open_street_when_complete(hand: Hand) -> None:
    """The street's last card lies: its betting begins, once. In stud the up cards must have names, which say who begins, unless
    nobody can bet any more."""
    streets = hand.streets
    if hand.betting.street == hand.street or streets.laid(hand.felt) < streets.required:
        return
    if not hand.game.stud or (hand.deal.complete and (ups_named(hand) or hand.betting.no_more_betting)):
        begin_betting(hand)


def begin_betting(hand: Hand, opener: Seat = 0) -> None:
    """The betting of the present street begins. `opener`: who begins it, where the up cards do not say it."""
    hand.betting.open_round(hand.street, dealt_up(hand) if hand.game.stud else None, opener)
    hand.streets.actions_since = hand.streets.chips_since = 0


def dealt_up(hand: Hand) -> dict[Seat, list[Card]]:
    """The up cards that the streets so far have, which say who begins: a last card that lies up by mistake does not count."""
    count = sum(street.up for street in hand.game.streets[: hand.streets.order.index(hand.street) + 1])
    return {seat: cards[:count] for seat, cards in up_cards(hand).items()}


def ups_named(hand: Hand) -> bool:
    """Whether every live seat shows as many cards with names as this street of stud has."""
    count = ups_so_far(hand)
    return all(len(cards) >= count for cards in up_cards(hand).values())


def ups_so_far(hand: Hand) -> int:
    """How many cards of each seat this street of stud has face up."""
    return sum(street.up for street in hand.game.streets[: hand.streets.order.index(hand.street) + 1])


def begin_street(hand: Hand, name: str) -> None:
    """The first card of a street comes, in its time."""
    streets = hand.streets
    hand.street = name
    streets.required = streets.board_after[name]


def open_standing(hand: Hand) -> None:
    """The betting is complete, and premature cards lie there that a judge lets play: they are the next street."""
    streets = hand.streets
    name = next_street(hand)
    if name is None:
        return
    begin_street(hand, name)
    del streets.standing[: streets.required - streets.laid(hand.felt)]


def release_burn(hand: Hand, fault: Fault) -> None:
    """A correction that would have brought the burn of the street to come is off: unless it lies there, one is burned."""
    if fault.row.plan in BURN_PROMISES and all(hand.felt.zone_of(handle) != BURNS for handle in fault.handles):
        hand.streets.promised -= {hand.street, hand.streets.coming(hand), next_street(hand) or ""}


def let_stand(hand: Hand, fault: Fault) -> None:
    """It is too late to restore the order of the cards: the hand goes on with the wrong number of burns (BFSP 6.4.6), or one of
    two burns is the next street's, where one comes (WSOP L165)."""
    if fault.situation.endswith(".stands"):
        fault.settle()  # another street has come over it, with a burn of its own
        return
    coming = next_street(hand)
    waiting = any(other.row.plan == "burn_put_back" for other in hand.faults.open())
    fault.about = fault.about._replace(before=hand.street, street=coming or fault.about.street)
    flop = fault.situation == "burn_missing.flop"
    hand.faults.restate(hand, fault, f"{fault.kind}.flop_stands" if flop else f"{fault.kind}.stands")
    if coming is None or waiting:
        fault.settle()


def too_late(hand: Hand, fault: Fault) -> bool:
    """Whether the betting has gone so far that the order of the cards is not restored any more (BFSP 6.4.6; WSOP T88-c3)."""
    streets = hand.streets
    at = streets.order.index(hand.street)
    if fault.situation.endswith(".stands"):
        return False  # it does already
    if fault.situation != "burn_missing.flop" or fault.stands_from != at:
        return fault.stands_from <= at
    if hand.book.dealing.flop_burn_until.of(hand.settings.context) == "first_action":
        return True
    return streets.actions_since >= 3 or (streets.actions_since >= 2 and streets.chips_since >= 2)


def up_cards(hand: Hand) -> dict[Seat, list[Card]]:
    """The named up cards of the live seats, in the order in which they came. A last card that lies up by mistake is none of
    those that say who begins: the opener of the street before does so again (WSOP L240)."""
    names, count = hand.felt.names, ups_so_far(hand)
    return {
        seat: [names[handle] for handle in hand.felt.face_up(seat)[:count] if handle in names] for seat in hand.betting.live
    }
