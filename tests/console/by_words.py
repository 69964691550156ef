"""A dealer who knows nothing but the words on his screen, and sees the cards that lie before him.

He reads the rendered English text as a person does: the step that is marked, else the prompt. What a step is called inside,
which cards it is about, what the fold knows: nothing of that reaches him. The judge beside him reads his own page.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from hub.alerts import AlertBoard
from hub.web.app import alert_view
from link.pages import load_texts
from rulebook.cards import Card
from rulebook.events import AnyEvent, Face, FloorKilled, FloorPicked, FloorRestored, FloorRuled, TableSet
from rulebook.findings import Incident
from rulebook.seats import ASIDE, BOARD, BURNS, MUCK, STUB, Zone, row_zone, seat_zone
from simulators.hands_on import HandsOn
from simulators.rules_rig import RulesRig
from simulators.stage import Physical
from table_node.console.desk import desk_view
from table_node.taps import Tap

CONSOLE, FLOOR = load_texts("table_node.console"), load_texts("hub.web")
PLACES = {"the board": BOARD, "the burns": BURNS, "the muck": MUCK, "the side": ASIDE, "the stub": STUB}
ROWS, SIZES = ("bottom", "middle", "top"), {"bottom": 5, "middle": 5, "top": 3}
TO_SET: dict[str, tuple[int, Face]] = {  # how many cards, and how they lie
    "All five, face up, into the rows": (5, "up"),
    "Two face up into the rows, one away": (2, "up"),
    "Thirteen face down, one away": (13, "down"),
}
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


class Lost(AssertionError):
    """The words do not say what to do."""


LED_BY_THE_PROMPT = (
    "Finish the betting",
    "Finish the deal",
    "Finish the hand",
    "Deal the hand again",
    "Deal the stub but for its last card",
)


class ScreenRig(RulesRig):
    """The rules' table with its screens."""

    def __init__(self, given: TableSet, seed: int = 0) -> None:
        self._board = AlertBoard()
        super().__init__(given, seed)

    def screen(self) -> dict[str, Any]:
        """What the console shows, in words."""
        fold = self._node.fold
        view = desk_view(
            fold.state(), fold.settings, incidents=fold.incidents, questions=fold.questions, rulings=fold.rulings,
            undoable=self._node.undoable,
        )  # fmt: skip
        rendered: dict[str, Any] = CONSOLE.render(view)
        return rendered

    def calls(self) -> list[dict[str, Any]]:
        """The open calls on the floor page, in words."""
        self._board.take("t", 0, [one for one in self._hub.findings.values() if isinstance(one, Incident)])
        return [FLOOR.render(alert_view(alert)) for alert in self._board.alerts if alert.open]


class Reader:
    """See the module. `hands` are his own."""

    def __init__(self, rig: ScreenRig, hands: HandsOn) -> None:
        self._rig = rig
        self._stage = hands.stage
        self._hands = hands
        self.read: list[str] = []  # what he read and did
        self._mixed: list[Physical] = []  # what he turned down and mixed

    def turn(self) -> bool:
        """Do the one thing that the screen asks for. False: it asks for nothing more in this hand."""
        view = self._rig.screen()
        if view["questions"]:
            self._answer(view["questions"][0])
            return True
        led = next((one["steps"] for one in view["incidents"] if one["id"] == view["current"]), [])
        step = next((step for step in led if step["current"]), None)
        if step is not None and self._step(step["text"], view):
            return True
        return self._prompt(view)

    # -- questions, and what he was told

    def _answer(self, question: dict[str, Any]) -> None:
        """He did what he was told to do, and betting was closed where he went on."""
        words = [answer["word"] for answer in question["answers"]]
        self._say(question["text"])
        self._tap({"tap": "answer", "question": question["id"], "word": words[0]})

    def _say(self, text: str) -> None:
        self.read.append(text)

    def _tap(self, *taps: dict[str, Any]) -> None:
        for tap in taps:
            self._rig.tap(msgspec.convert(tap, Tap, strict=False))
        self._rig.settle()

    # -- the steps of a correction

    def _step(self, text: str, view: dict[str, Any]) -> bool:
        """Carry out a step. False: it is one that the prompt leads through."""
        self._say(text)
        if match := re.fullmatch(r"Move (.+) to (.+?)|Lay (.+) from (.+) on the burns: it is the burn", text):
            whole = text.removesuffix(" on the burns: it is the burn").removeprefix("Lay ")
            parts, to = (match[1], match[2]) if match[1] else (whole, "the burns")
            self._move(self._which(parts), _place(to), view)
        elif match := re.fullmatch(r"Find (.+) in the muck or the stub and lay (?:it|them) on (.+)", text):
            sought = [_named(name, [*self._lying(MUCK), *self._lying(STUB)], "down") for name in match[1].split(", ")]
            self._move(sought, _place(match[2]), view)
            self._stage.turn(sought, "up")
            self._hands.look()
        elif match := re.fullmatch(r"Turn (\d+) cards? face down and mix them", text):
            self._mixed = self._lying(BOARD)[-int(match[1]) :]
            self._stage.turn(self._mixed, "down")
            self._hands.look()
        elif text == "A judge picks one card, unseen":
            self._judge("picked")
        elif match := re.fullmatch(r"Lay the picked card on (.+)", text):
            self._move([self._mixed[1]], _place(match[1]), view)
        elif text == "Turn the other cards up on the board":
            self._stage.turn(self._lying(BOARD), "up")
            self._hands.look()
        elif text in ("Shuffle", "Cut", "Take a new deck"):
            self._prepare(text, view)
        elif match := re.fullmatch(r"Deal a new card to (.+)", text):
            self._lay(1, _place(match[1]))
        elif match := re.fullmatch(r"Give (.+) its (\d+) cards? back from the muck", text):
            self._move(self._lying(MUCK)[-int(match[2]) :], _place(match[1]), view)
        elif match := re.fullmatch(r"Burn (\d+) cards?", text):
            self._lay(int(match[1]), BURNS)
        elif match := re.fullmatch(r"Deal (\d+) cards? to the board", text):
            self._lay(int(match[1]), BOARD)
        elif text == "Wait for the judge's decision":
            self._judge("")
        elif text in LED_BY_THE_PROMPT:
            return False
        elif re.fullmatch(r"Deal the next card of (.+) face down", text):
            return False  # when it is that seat's turn, of which the prompt tells
        else:
            raise Lost(f"what is {text!r}?")
        return True

    def _which(self, parts: str) -> list[Physical]:
        """``10♠ from the board, the last card from the burns``: the cards that lie there."""
        found: list[Physical] = []
        for part in parts.split(" and "):
            what, _, where = part.rpartition(" from ")
            lying = self._lying(_place(where)) if where in PLACES or where.startswith("seat") else self._open()
            if not what:
                found += [_named(name, lying) for name in part.split(", ")]
                continue
            if match := re.fullmatch(r"(\d+) cards?", what):
                if int(match[1]) != len(lying):
                    raise Lost(f"{part!r}: {len(lying)} lie there")
                found += lying
            elif match := re.fullmatch(r"the last (?:card|(\d+) cards)", what):
                found += lying[-int(match[1] or 1) :]
            elif match := re.fullmatch(r"card ([\d, ]+)", what):
                found += [lying[int(number) - 1] for number in match[1].split(", ")]
            else:
                found += [_named(name, lying) for name in what.split(", ")]
        return found

    def _move(self, cards: list[Physical], to: Zone, view: dict[str, Any]) -> None:
        self._stage.move(cards, to)
        self._hands.look()
        if to == STUB and view["done"]:
            self._tap(*view["done"]["taps"])

    def _prepare(self, text: str, view: dict[str, Any]) -> None:
        if not view["done"]:
            raise Lost(f"{text!r} has no button")
        if text == "Shuffle":
            self._stage.shuffle()
        elif text == "Take a new deck":
            self._stage.new_deck()
            self._hands.show()
        self._tap(*view["done"]["taps"])

    def _lying(self, zone: Zone) -> list[Physical]:
        """The cards of a place in the order in which they came there."""
        return [card for card in self._stage._cards if card.zone == zone]

    def _open(self) -> list[Physical]:
        """All cards that lie face up."""
        return [card for card in self._stage._cards if card.zone != STUB and card.face == "up"]

    # -- from the stub

    def _lay(self, count: int, zone: Zone, face: str = "") -> None:
        """Cards off the top of the stub, together."""
        drawn = [self._stage.draw(name) for name in self._top(count)]
        self._stage.to_mouth(drawn[0], "down")
        self._hands.look()
        for card in drawn:
            self._stage.place(card, zone, face or ("up" if zone == BOARD else "down"))  # type: ignore[arg-type]
        self._hands.look()

    def _top(self, count: int) -> list[Card]:
        """What lies on top of the stub: what was put back there, else whatever it holds."""
        top = [card.card for card in self._stage._top][:count]
        rest = [card.card for card in self._stage._cards if card.zone == STUB and card.printed and card.card not in top]
        return [*top, *rest[: count - len(top)]]

    # -- the ordinary course

    def _prompt(self, view: dict[str, Any]) -> bool:
        text = view["prompt"]["text"]
        self._say(text)
        if match := re.fullmatch(r"Seat (\d+) (?:to act|folded\?)", text):
            self._act(match[1], view)
        elif text == "Who begins? Tap that seat":
            self._act(next(iter(view["choices"]["seats"])), view)
        elif match := re.fullmatch(r"Deal to seat (\d+)", text):
            up = view["prompt"]["detail"].startswith("Face up")
            self._lay(1, Zone(f"seat {match[1]}"), face="up" if up else "down")
        elif text == "Burn one card":
            self._lay(1, BURNS)
        elif text == "Deal the flop: three cards together":
            self._lay(3, BOARD)
        elif match := re.fullmatch(r"Deal (\d) more cards? to the flop", text):
            self._lay(int(match[1]), BOARD)
        elif text in ("Deal the turn", "Deal the river"):
            self._lay(1, BOARD)
        elif match := re.fullmatch(r"Seat (\d+) sets its (?:cards|fantasy)", text):
            self._sets(int(match[1]), view["prompt"]["detail"])
        elif match := re.fullmatch(r"(?:Seat|Open the all-in hands?: seat) (\d+).*", text):
            self._shows(int(match[1]), view)
        elif text == "Push the pot":
            self._push(view)
        elif text in ("Shuffle the deck", "Riffle once by hand", "Cut once, onto the cut card"):
            self._ready(view)
        elif text == "Stop. Wait for the judge":
            self._judge("")
        elif text == "Start the next hand":
            return False
        else:
            raise Lost(f"what is {text!r}?")
        return True

    def _act(self, seat: str, view: dict[str, Any]) -> None:
        """The player checks or calls."""
        choices = view["choices"]["seats"].get(seat)
        if choices is None:
            raise Lost(f"no button for seat {seat}")
        button = next(
            (one for one in choices["buttons"] if one["kind"] in ("check", "call", "bring_in")), choices["buttons"][0]
        )
        self._tap(*button["taps"])

    def _shows(self, seat: int, view: dict[str, Any]) -> None:
        self._tap({"tap": "table_cards", "seat": seat})
        self._stage.turn(self._stage.before(seat), "up")
        self._hands.look()

    def _sets(self, seat: int, detail: str) -> None:
        """The player sets what the screen says, row by row from the bottom, and lays one away where it says so."""
        if detail not in TO_SET:
            raise Lost(f"which cards are set, and how: {detail!r}?")
        count, face = TO_SET[detail]
        in_hand = self._lying(seat_zone(seat))
        free = [row for row in ROWS for _ in range(SIZES[row] - len(self._lying(row_zone(seat, row))))]
        for card, row in zip(in_hand[:count], free, strict=False):
            self._stage.place(card, row_zone(seat, row), face)
        self._hands.look()
        if detail.endswith("one away"):
            self._stage.move(in_hand[count : count + 1], MUCK)
            self._hands.look()

    def _push(self, view: dict[str, Any]) -> None:
        self._tap(*view["award"]["as_shown"])
        self._stage.gather()
        self._hands.show()

    def _ready(self, view: dict[str, Any]) -> None:
        due = next(button for button in view["preparation"] if button["due"])
        if self._rig.dealing_is_over():
            self._stage.gather()
            self._hands.show()
        self._stage.shuffle()
        self._tap(*due["taps"])

    # -- the judge beside him

    def _judge(self, act: str) -> None:
        """The likeliest act of the gravest call on the floor page."""
        calls = self._rig.calls()
        if not calls:
            raise Lost("the dealer waits for a judge whom nobody has called")
        call = next((one for one in calls if one["likely"]), calls[0])
        chosen = act or (call["likely"] or ["play"])[0]
        event: AnyEvent
        if chosen == "picked":
            event = FloorPicked()
        elif chosen in ("restore", "kill"):
            event = FloorRestored(call["seats"][0]) if chosen == "restore" else FloorKilled(call["seats"][0])
        else:
            event = FloorRuled(chosen, call["cause"])
        self._rig.judge(event)
        self._rig.settle()


def _place(words: str) -> Zone:
    if words in PLACES:
        return PLACES[words]
    if re.fullmatch(r"seat \d+", words):
        return Zone(words)
    if match := re.fullmatch(r"the (top|middle|bottom) row of seat (\d+)", words):
        return row_zone(int(match[2]), match[1])
    raise Lost(f"where is {words!r}?")


def _named(words: str, lying: list[Physical], face: Face = "up") -> Physical:
    name = words[:-1].replace("10", "T") + SUITS.get(words[-1], "?")
    found = [card for card in lying if card.card == name and card.face == face]
    if not found and len(lying) == 1:
        return lying[0]  # there is no other
    if len(found) != 1:
        raise Lost(f"which card is {words!r}? {len(found)} such lie there, face {face}")
    return found[0]
