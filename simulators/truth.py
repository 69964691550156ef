"""What the scenario's dealer answers when he is asked, and answers truthfully: the script itself is the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import dropwhile, pairwise, takewhile

from rulebook.asking import (
    BOXED,
    CARD_LIES,
    DEALT_ANEW,
    DEALT_BEFORE,
    DEALT_IN,
    HAND_OVER,
    IN_FANTASY,
    LAST_UP,
    PLAYS_ON,
    STREET_LIES,
)
from rulebook.findings import Question
from rulebook.seats import MUCK
from simulators.scenario_steps import (
    AnyStep,
    BeginHand,
    Board,
    Burn,
    Cut,
    Deal,
    Declared,
    Line,
    Lost,
    Move,
    PushPots,
    PutsChips,
    Riffle,
    Says,
    Sets,
    Shuffle,
    Wait,
    Wash,
)

WHOLE_FLOP = DRAWN = 3
# What a step of the preparation is, and after which others it has to be done anew.
PREPARES = {"shuffle": (Shuffle, (Wash,)), "riffle": (Riffle, (Wash, Shuffle)), "cut": (Cut, (Wash, Shuffle, Riffle))}


def answer(question: Question, lines: Sequence[Line], at: int, last_card: str) -> str:
    """The truthful word for a question that the step at index `at` raised.

    `last_card` is how the card dealt last came out (``boxed``, ``exposed`` or something else).
    """
    if "closed" in question.words and "early" in question.words:
        return "closed" if late_lines_follow(lines, at) else "early"
    if "boxed" in question.words and "exposed" in question.words:
        return "boxed" if last_card == "boxed" else "exposed"
    return "yes" if _is_so(question, lines, at) else "no"


def late_lines_follow(lines: Sequence[Line], at: int) -> bool:
    """Whether the betting was closed before the card of this step: then late taps follow it, perhaps after further cards."""
    for line in lines[at + 1 :]:
        step: AnyStep = line.step
        if isinstance(step, Burn | Board | Deal | Wait):
            continue
        return isinstance(step, Declared) and step.late
    return False


def _is_so(question: Question, lines: Sequence[Line], at: int) -> bool:
    """Yes-or-no questions are about what the people at the table did; the script says it."""
    done = [line.step for line in lines[: at + 1]]
    if question.kind == "folded":
        return any(_folds(step, question.seats) for step in (*done, *_late(lines[at + 1 :])))
    if question.kind == PLAYS_ON:
        return _plays_on(lines[at + 1 :], question.seats)
    if question.kind == LAST_UP:
        return _lies_up(done, question.seats)
    if question.kind == BOXED:
        here = _this_dealing(done)
        return _was_boxed(here, question.seats) if question.seats else _was_boxed_there(here)
    if question.kind == IN_FANTASY:
        return _hides(lines[at + 1 :], question.seats)
    if question.kind == DEALT_IN:
        return _dealt_in(done, question.seats)
    if question.kind == DEALT_ANEW:
        return _deals_anew(lines, at)
    if question.kind == DEALT_BEFORE:
        return _in_this_order(done, question.seats)
    if question.kind in PREPARES:
        return _prepared(done, *PREPARES[question.kind])
    if question.kind == STREET_LIES:
        return sum(len(step.cards) for step in _this_dealing(done) if isinstance(step, Board)) >= WHOLE_FLOP
    if question.kind == HAND_OVER:
        return _gathered(lines[at + 1 :])
    if question.kind == CARD_LIES:
        return not any(isinstance(step, Lost) for step in _this_dealing(done))
    if question.kind == "burned":
        return _burned_since_board(done)
    return False


def _prepared(done: Sequence[AnyStep], step_kind: type, undone_by: tuple[type, ...]) -> bool:
    """Whether the deck was prepared so for the dealing that has begun last."""
    dealt = (Deal, Burn, Board, PushPots, BeginHand)
    before = dropwhile(lambda step: isinstance(step, dealt), reversed(done))
    since = takewhile(lambda step: not isinstance(step, (*dealt, *undone_by)), before)
    return any(isinstance(step, step_kind) for step in since)


def _this_dealing(done: Sequence[AnyStep]) -> Sequence[AnyStep]:
    """The steps since the deck was prepared last, or the hand began."""
    starts = [at for at, step in enumerate(done) if isinstance(step, BeginHand | Wash | Shuffle | Cut)]
    return done[starts[-1] :] if starts else done


def _was_boxed(done: Sequence[AnyStep], seats: Sequence[int]) -> bool:
    """Whether the seat's card in question was boxed: the last one dealt to it, or the one before if another has just come; and
    if the question comes late, the one that he put into the muck before those of a draw came in its place."""
    dealt = [step for step in done if isinstance(step, Deal) and step.seat in seats]
    if done[-1:] == dealt[-1:]:
        dealt = dealt[:-1]
    mucked = {card for step in done if isinstance(step, Move) and step.to == MUCK for card in step.cards}
    late = [step for step in dealt[-1 - DRAWN : -1] if step.card.card in mucked]
    return any(step.card.showing == "boxed" for step in [*late, *dealt[-1:]])


def _was_boxed_there(done: Sequence[AnyStep]) -> bool:
    """Whether the burn or the card of the board in question was boxed: the one that was moved last, else the last burn."""
    came = {card.card: card.showing for step in done if isinstance(step, Board | Burn) for card in step.cards}
    for step in reversed(done):
        if isinstance(step, Move):
            return any(came.get(card) == "boxed" for card in step.cards)
        if isinstance(step, Burn):
            return any(card.showing == "boxed" for card in step.cards)
    return False


def _dealt_in(done: Sequence[AnyStep], seats: Sequence[int]) -> bool:
    """Whether these seats got as many cards as the one that got fewest of the others."""
    counts = Counter(step.seat for step in _this_dealing(done) if isinstance(step, Deal) and step.card.showing != "boxed")
    others = [count for seat, count in counts.items() if seat not in seats]
    return all(counts[seat] >= min(others, default=0) for seat in seats)


def _deals_anew(lines: Sequence[Line], at: int) -> bool:
    """Whether the deal begins again with its first seat after the deck was prepared, and gives every seat as many cards."""
    steps = [line.step for line in lines]
    begun = max((index for index, step in enumerate(steps[: at + 1]) if isinstance(step, Deal)), default=-1)
    before = [step.seat for step in _this_dealing(steps[: begun + 1]) if isinstance(step, Deal)]
    coming = list(dropwhile(lambda step: not isinstance(step, Deal), steps[begun + 1 :]))
    after = Counter(step.seat for step in takewhile(lambda step: isinstance(step, Deal), coming) if isinstance(step, Deal))
    return bool(before) and bool(after) and next(iter(after)) == before[0] and len(set(after.values())) == 1


def _in_this_order(done: Sequence[AnyStep], seats: Sequence[int]) -> bool:
    """Whether these two got cards one right after the other, the last time they did, in this order."""
    dealt = [step.seat for step in _this_dealing(done) if isinstance(step, Deal)]
    pairs = [pair for pair in pairwise(dealt) if set(pair) == set(seats)]
    return bool(pairs) and pairs[-1] == tuple(seats)


def _plays_on(lines: Sequence[Line], seats: Sequence[int]) -> bool:
    """Whether the seat acts on, unless nobody acts in this hand any more."""
    actors = []
    for line in lines:
        if isinstance(line.step, PushPots | BeginHand | Shuffle | Wash):
            break
        if isinstance(line.step, Declared | Says | PutsChips):
            actors.append(line.step.seat)
    return not actors or any(seat in seats for seat in actors)


def _lies_up(done: Sequence[AnyStep], seats: Sequence[int]) -> bool:
    """Whether the card that the seat got last was dealt face up."""
    dealt = [step.card.showing for step in done if isinstance(step, Deal) and step.seat in seats]
    return dealt[-1:] in (["exposed"], ["up"])


def _hides(lines: Sequence[Line], seats: Sequence[int]) -> bool:
    """Whether the seat sets its cards face down."""
    sets = [line.step for line in lines if isinstance(line.step, Sets)]
    return any(step.seat in seats and step.hidden for step in sets)


def _gathered(lines: Sequence[Line]) -> bool:
    """Whether nothing is missing but late taps and the push, while the cards are gathered."""
    for line in lines:
        if isinstance(line.step, PushPots):
            return True
        if not isinstance(line.step, Move | Wait) and not (isinstance(line.step, Declared) and line.step.late):
            break
    return False


def _folds(step: AnyStep, seats: Sequence[int]) -> bool:
    return isinstance(step, Declared) and step.action in ("fold", "muck") and step.seat in seats


def _late(lines: Sequence[Line]) -> list[AnyStep]:
    found: list[AnyStep] = []
    for line in lines:
        if not (isinstance(line.step, Declared) and line.step.late):
            break
        found.append(line.step)
    return found


def _burned_since_board(done: Sequence[AnyStep]) -> bool:
    """Whether a burn preceded the latest cards of the board."""
    boards = [at for at, step in enumerate(done) if isinstance(step, Board)]
    first = boards[-2] + 1 if len(boards) > 1 else 0
    return any(isinstance(step, Burn) for step in done[first : boards[-1] if boards else len(done)])
