"""What a rulebook says of dealing and its irregularities: one row a situation, validated when the book is loaded."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulebook.findings import Call, Severity
from rulebook.money_rules import ByContext

AbsentKilled = Literal["after_deal", "at_turn"]

PlanName = Literal[
    "none",  # nothing to put right: it stands
    "redeal",  # misdeal: the cards are shuffled and dealt again
    "new_deck",  # void: the deck is replaced
    "new_deck_redeal",  # the deck is replaced, then the hand is dealt again
    "new_deck_after",  # the hand is finished, then the deck is replaced
    "players_choice",  # the player counts as all-in, or plays on by the general rules
    "all_up",  # the others get their last card face up too
    "judge",  # what is done is the judge's word
    "judge_new_deck",  # a judge confirms that the hand is void, then the deck is replaced
    "muck_boxed",  # to the muck; nothing was due in its place
    "replace_boxed",  # to the muck, the next card at once in its place
    "swap_for_burn",  # the card is replaced by the would-be first burn and is that burn itself
    "third_down",  # stud: the third card comes face down
    "back_as_burn",  # the surplus card goes back and is the first burn
    "to_muck",  # the cards of a dead hand go to the muck
    "put_right",  # stray cards move to their seats
    "deal_on",  # the deal is completed: who was passed gets the next card
    "shuffle_and_cut",  # the stub is shuffled and cut again
    "complete_street",  # the missing cards come from the stub, without a burn
    "reshuffle_flop",  # flop and its burn into the stub, shuffle, cut, burn, flop anew
    "reshuffle_flop_unburned",  # the flop (it had no burn) into the stub, shuffle, cut, burn, flop anew
    "reshuffle_flop_keep_burn",  # the flop into the stub, shuffle, flop anew; the burn stays
    "scramble_flop",  # the three mixed, a judge draws the burn, the next card completes the flop
    "pick_burn",  # mixed face down, a judge picks: it is the next burn, the others are the street
    "pick_aside",  # as pick_burn on the last street: the picked card is set aside
    "aside_then_back",  # set aside, betting, back into the stub
    "back_now",  # back into the stub, shuffle
    "aside_until_river",  # set aside, betting, burn, turn, betting, then back into the stub
    "aside_and_back",  # set aside, betting, back into the stub, burn, street anew
    "back_at_once",  # back into the stub at once, shuffle, betting, street anew without a burn
    "burn_put_back",  # once the betting is over, one burn goes back onto the stub and is the next street's burn
    "restore_order",  # the right card burned, the right one turned
]


class IrregularityRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a book rules on one situation of a kind (RULES 3.2): what it cites, its call, its severity, the correction.

    An empty `rule` means that no text of this book has it: it is cited as ``OURS kind``.
    """

    call: Call
    severity: Severity
    plan: PlanName
    rule: str = ""


FlopBurnUntil = Literal["first_action", "substantial"]
MisdealUntil = Literal["first_action", "two_acted", "substantial", "substantial_live"]


class DealingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Section ``[dealing]`` of a book's file.

    `misdeal_until`: the moment after which no misdeal can be called (RULES 3.1): the first voluntary action, two players
    having acted, or substantial action: any two actions with chips or any three (`substantial`), or any two that are not both
    folds or checks, or any three (`substantial_live`).
    `exposed_misdeal`: which single exposed hole card is already a misdeal. `boxed_misdeal_from`: so many boxed cards are one
    (0: never). `extra_card_is_burn`: one unseen surplus card after the deal goes back as the first burn.
    `flop_burn_until`: until which action on the flop a flop without a burn is put right.
    `absent_killed`: when the hand of a player who is away is killed: after the initial deal, or once it is his turn.
    `absent_dealt_in`: a seat with a stack whose player is away gets cards and posts; else it owes the blinds that it missed.
    `shuffling_alike`: if decks are shuffled by machine at one table of a competition, they are at all (BFSP 5.5.1).
    `rows`: situation (``kind`` or ``kind.case``, with ``@cash`` where cash games differ) -> row; see `rulebook.irregularities`.
    """

    misdeal_until: ByContext[MisdealUntil]
    exposed_misdeal: Literal["first_card_of_a_blind", "first_two_cards_of_the_deal"]
    boxed_misdeal_from: int
    flop_burn_until: ByContext[FlopBurnUntil]
    extra_card_is_burn: bool
    absent_killed: ByContext[AbsentKilled]
    absent_dealt_in: ByContext[bool]
    shuffling_alike: ByContext[bool]
    rows: dict[str, IrregularityRow]
