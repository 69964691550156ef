"""Recorded hands (the public PHH format, arXiv:2312.11753) as scenarios: the same steps, the same expectations.

``pN`` sits in seat N, the button is the last seat: pN is the N-th seat clockwise after the button, and heads-up p1 is the big
blind. What a hand history leaves out is added: the shuffle, the riffle, the cut, one card a round at a time, and burns taken
(seeded) from the cards that the file never names.
"""

from __future__ import annotations

import random
import re
from decimal import Decimal
from typing import Any

from rulebook.cards import DECK, UNKNOWN, Card, CardError, parse_cards
from rulebook.seats import SEAT_COUNT, Seat
from rulebook.settings import Settings
from simulators.phh_money import Money
from simulators.scenario import Scenario
from simulators.scenario_lines import BYTE_ORDER_MARK, Places, decode
from simulators.scenario_script import parse_line
from simulators.scenario_steps import Line, ScenarioError
from simulators.scenario_words import LineError

# Variant -> game and limit of ours. The other variants of the format are named in order to refuse them by name.
PLAYED: dict[str, tuple[str, str]] = {
    "NT": ("holdem", "no"),
    "FT": ("holdem", "fixed"),
    "PO": ("omaha", "pot"),
    "FO/8": ("omaha8", "fixed"),
    "F7S": ("stud7", "fixed"),
    "F7S/8": ("stud8", "fixed"),
    "FR": ("razz", "fixed"),
}
OTHERS = {
    "NS": "no-limit short-deck hold'em",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}
STUD = ("stud7", "stud8", "razz")
_ACTION = re.compile(r"^(?:(d) (dh) p(\d+) (\S+)|(d) (db) (\S+)|p(\d+) (f|cc|pb|cbr|sm)(?: (\S+))?)$")


def parse_phh(text: str, seed: int = 0) -> Scenario:
    """The scenario of a recorded hand. Raises `ScenarioError`; the same seed gives the same burns."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    data = decode(text, "no hand history", "TOML as PHH has it", Decimal)
    return _Hand(data, text, seed).scenario()


class _Hand:
    """One file on its way into a scenario."""

    def __init__(self, data: dict[str, Any], text: str, seed: int) -> None:
        self._data = data
        self._text = text
        self._places = Places(text)
        self._random = random.Random(seed)
        self._lines: list[Line] = []
        self._game, self._limit = self._variant()
        raw = self._amounts("starting_stacks", None)
        self._count = len(raw)
        self._factor = _factor(data)
        self._stacks = {seat: self._whole("starting_stacks", chips) for seat, chips in enumerate(raw, 1)}
        if not 2 <= self._count <= SEAT_COUNT or min(self._stacks.values()) < 1:
            raise self._fail("starting_stacks", f"{self._count} stacks: {raw}", f"2 to {SEAT_COUNT} stacks above 0")
        self._spare = self._unnamed()

    def scenario(self) -> Scenario:
        settings = self._settings()
        money = Money(self._stacks, settings, button=self._count)
        self._play(money)
        return Scenario(
            title=str(self._data.get("event", "a recorded hand")),
            settings=settings,
            stacks=self._stacks,
            button=self._count,
            lines=tuple(self._lines),
            expect=self._expect(),
        )

    # -- what is played

    def _fail(self, key: str, wrong: str, expected: str) -> ScenarioError:
        return ScenarioError(self._places.line(key), wrong, expected)

    def _variant(self) -> tuple[str, str]:
        variant = self._data.get("variant")
        played = PLAYED.get(str(variant))
        if played is None:
            name = OTHERS.get(str(variant), "unknown to us") if variant is not None else "missing"
            raise self._fail("variant", f"the variant {variant!r} ({name}) is not played here", "one of " + ", ".join(PLAYED))
        return played

    def _settings(self) -> Settings:
        blinds = self._by_seat("blinds_or_straddles")
        antes = self._by_seat("antes")
        least = self._amount_of("min_bet", 0)
        small, big = ((2, 1) if self._count == 2 else (1, 2)) if self._count > 1 else (1, 1)
        usual = {seat: chips for seat, chips in blinds.items() if chips}
        fits = usual.get(small, 0) <= usual.get(big, 0) and not set(usual) - {small, big}
        each = set(antes.values()) if antes else {0}
        one_for_all = {seat for seat, chips in antes.items() if chips} == {big} and self._count > 1
        uneven = len(each) > 1 and not one_for_all
        return Settings(
            rulebook="wsop",
            game=self._game,
            limit="no" if self._limit == "no" else "pot" if self._limit == "pot" else "fixed",
            # Money has a currency, tournament chips have none.
            context="cash" if "currency" in self._data else "tournament",
            blinds=(usual.get(small, 0), usual.get(big, 0)) if fits else (0, least or max(usual.values())),
            forced={} if fits else usual,
            ante=0 if uneven else max(each),
            ante_by="big_blind" if one_for_all else "each",
            antes={seat: chips for seat, chips in antes.items() if chips} if uneven else {},
            bring_in=self._amount_of("bring_in", 0),
            limits=(self._amount_of("small_bet", 0), self._amount_of("big_bet", 0)),
        )

    def _by_seat(self, key: str) -> dict[Seat, int]:
        """Chips by seat. Heads-up the format names the small blind's part first, which is p2's."""
        listed = [self._whole(key, chips) for chips in self._amounts(key, [0] * self._count)]
        if len(listed) > self._count:
            raise self._fail(key, f"{key} has {len(listed)} entries", f"at most {self._count}, one a player")
        if self._count == 2:
            listed = [*listed, 0][:2][::-1]
        return dict(enumerate([*listed, *[0] * (self._count - len(listed))], 1))

    def _expect(self) -> dict[str, Any] | None:
        if "finishing_stacks" not in self._data:
            return None
        chips = [self._whole("finishing_stacks", item) for item in self._amounts("finishing_stacks", None)]
        if len(chips) != self._count:
            raise self._fail("finishing_stacks", f"{len(chips)} finishing stacks", f"{self._count}, one a player")
        return {"stacks": {str(seat): amount for seat, amount in enumerate(chips, 1)}}

    # -- amounts

    def _amounts(self, key: str, default: list[Any] | None) -> list[Any]:
        value = self._data.get(key, default)
        if not isinstance(value, list) or not all(_is_amount(item) for item in value):
            raise self._fail(key, f"{key} = {value!r} is no list of amounts", "a list of numbers, one a player")
        return value

    def _amount_of(self, key: str, default: int) -> int:
        value = self._data.get(key, default)
        if not _is_amount(value):
            raise self._fail(key, f"{key} = {value!r} is no amount", "a number")
        return self._whole(key, value)

    def _whole(self, key: str, value: Any) -> int:
        scaled = Decimal(value) * self._factor
        if scaled != int(scaled) or scaled < 0:
            raise self._fail(key, f"{value} is no amount", "a number that is not negative")
        return int(scaled)

    # -- the hand

    def _unnamed(self) -> list[Card]:
        """The cards that the file never names, shuffled: burns come from them."""
        named = set(re.findall(r"[2-9TJQKA][cdhs]", " ".join(str(item) for item in self._actions())))
        spare = [card for card in DECK if card not in named]
        self._random.shuffle(spare)
        return spare

    def _actions(self) -> list[Any]:
        actions = self._data.get("actions")
        if not isinstance(actions, list):
            raise self._fail("actions", "a hand without actions", "a list of texts such as 'p1 cbr 300'")
        return actions

    def _located(self) -> list[tuple[int, str]]:
        """Every action with the file's line on which it stands."""
        found = []
        at = 0
        for item in self._actions():
            where = self._text.find(str(item), at)
            at = where + len(str(item)) if where >= 0 else at
            action = str(item).partition("#")[0].strip()
            if action:
                found.append((self._text.count("\n", 0, at) + 1, " ".join(action.split())))
        return found

    def _step(self, line: int, text: str) -> None:
        try:
            step = parse_line(text, self._stacks)
        except LineError as error:
            raise ScenarioError(line, error.wrong, error.expected) from None
        self._lines.append(Line(len(self._lines) + 1, line, text, step))

    def _play(self, money: Money) -> None:
        first = self._places.line("actions")
        for text in ("shuffle machine", "riffle", "cut"):
            self._step(first, text)
        waiting: list[tuple[int, Seat, tuple[Card, ...]]] = []
        dealt = False
        line = first
        for line, action in self._located():
            match = _ACTION.match(action)
            if match is None:
                raise ScenarioError(
                    line, f"{action!r} is no action of this variant", "d dh, d db, or pN with f, cc, cbr, pb, sm"
                )
            if match[2]:
                waiting.append((line, self._player(line, match[3]), self._cards(line, match[4])))
                continue
            if waiting:
                self._deal(waiting, money, later=dealt)
                dealt, waiting = True, []
            if match[6]:
                money.next_round()
                self._burn(line)
                self._step(line, "board " + " ".join(self._cards(line, match[7])))
            else:
                self._act(line, self._player(line, match[8]), match[9], match[10], money)
        if waiting:
            self._deal(waiting, money, later=dealt)
        self._step(line, "push")

    def _deal(self, waiting: list[tuple[int, Seat, tuple[Card, ...]]], money: Money, *, later: bool) -> None:
        """One card a round, in the order in which the file names the players. Stud: the third card to the sixth up."""
        if later:
            money.next_round()
            self._burn(waiting[0][0])
        before = sum(1 for line in self._lines if line.text.startswith(f"deal {waiting[0][1]} ")) if later else 0
        for at in range(max(len(cards) for _, _, cards in waiting)):
            for line, seat, cards in waiting:
                if at < len(cards):
                    up = self._game in STUD and 2 <= before + at <= 5
                    self._step(line, f"deal {seat} {cards[at]}" + (":up" if up else ""))

    def _burn(self, line: int) -> None:
        self._step(line, f"burn {self._spare.pop() if self._spare else UNKNOWN}")

    def _player(self, line: int, number: str) -> Seat:
        if not 1 <= int(number) <= self._count:
            raise ScenarioError(line, f"p{number} does not play", f"p1 to p{self._count}")
        return int(number)

    def _cards(self, line: int, text: str) -> tuple[Card, ...]:
        try:
            return parse_cards(text, unknown=True)
        except CardError as error:
            raise ScenarioError(
                line, str(error).partition(";")[0], "cards such as AsTd, or ?? for one that nobody knows"
            ) from None

    def _act(self, line: int, seat: Seat, word: str, given: str | None, money: Money) -> None:
        if word == "sm":
            cards = () if given in (None, "-") else self._cards(line, str(given))
            if UNKNOWN in cards:
                raise ScenarioError(line, "a hand is shown that the file does not name", "its cards, or none if it is mucked")
            self._step(line, f"{seat} tables {' '.join(cards)}" if cards else f"{seat} mucks")
        elif word == "f":
            self._step(line, f"{seat} folds")
        elif word == "pb":
            money.bring_in(seat)
            self._step(line, f"{seat} brings in")
        elif word == "cc":
            self._step(line, f"{seat} {money.call(seat)}")
        else:
            try:
                total = self._whole("actions", Decimal(str(given)))
            except ArithmeticError:
                raise ScenarioError(line, f"{given!r} is no amount", "pN cbr AMOUNT, the total of the round") from None
            self._step(line, f"{seat} {money.put(seat, total)}")


def _factor(data: dict[str, Any]) -> int:
    """The power of ten that makes every amount of the file whole; one for all of them."""
    places = 0
    amounts: list[Any] = [data.get(key, 0) for key in ("min_bet", "small_bet", "big_bet", "bring_in")]
    for key in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks"):
        listed = data.get(key)
        amounts += listed if isinstance(listed, list) else []
    actions = data.get("actions")
    for action in actions if isinstance(actions, list) else []:
        amounts += [Decimal(found) for found in re.findall(r" cbr (\d+(?:\.\d+)?)", str(action))]
    for amount in amounts:
        if isinstance(amount, Decimal):
            exponent = amount.normalize().as_tuple().exponent
            places = max(places, -exponent if isinstance(exponent, int) else 0)
    return int(10**places)


def _is_amount(value: object) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)
