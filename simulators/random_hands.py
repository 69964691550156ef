"""Whole legal hands out of a seed, as scenario texts: every game and limit that is played, every book, machine or hand shuffle.

`clean_scenario` is a table with one to three hands in a row and nothing wrong in them; `simulators.random_errors` adds one
dealing error. The text is an ordinary scenario file: it can be kept, read and played with ``dealer-table run``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from rulebook.book import standard_books
from rulebook.games import game_of
from rulebook.seats import SEAT_COUNT, Seat, next_seat
from rulebook.settings import Settings
from simulators.hand_writer import HandWriter
from simulators.human_play import Mood
from simulators.open_face_writer import OpenFaceWriter
from simulators.twist import Twist

# What is played under which book (RULES, the table of rulebooks), with its share.
PLAYED: Mapping[str, Sequence[tuple[str, int]]] = {
    "bfsp": (("holdem", 6), ("omaha", 2), ("omaha5", 1), ("stud7", 2)),
    "club": (("holdem", 6), ("omaha", 2), ("stud7", 1)),
    "parimatch": (("holdem", 4), ("omaha", 2), ("omaha8", 2), ("stud5", 1), ("stud7", 1)),
    "wsop": (("holdem", 5), ("omaha", 1), ("omaha8", 1), ("stud7", 1), ("stud8", 1), ("razz", 1)),
}
BOOKS = tuple(PLAYED)
SEATS = ((9, 8), (6, 4), (2, 2), (3, 2), (4, 2), (5, 2), (7, 1), (8, 2), (10, 1))  # number of players, share
LEVELS = ((1, 2), (5, 10), (25, 50), (50, 100), (100, 200))
STUD_SEATS = {"stud7": 6, "stud8": 6, "razz": 6, "stud5": 9}  # so many that the stub is never too short
OPEN_FACE = "ofc"
OPEN_FACE_BOOKS = ("bfsp", "wsop")
OPEN_FACE_EVERY, OPEN_FACE_AT = 12, 8  # every twelfth table plays it; those of the other seeds stay what they were without it


@dataclass
class TableDraw:
    """What is drawn for a table; every part can be given instead."""

    seed: int
    rulebook: str = ""
    game: str = ""
    players: int = 0
    hands: int = 0
    by: str = ""  # hand or machine
    limit: str = ""
    mood: Mood = field(default_factory=Mood)
    deep: bool = False  # stacks that last
    crowded: bool = False  # so many players that the stub of a game of stud may be too short


@dataclass
class Table:
    """A drawn table with the hands written so far."""

    random: Random
    settings: Settings
    stacks: dict[Seat, int]
    button: Seat
    by: str
    mood: Mood
    first_stacks: dict[Seat, int]
    first_button: Seat
    lines: list[str] = field(default_factory=list)
    fantasy: tuple[Seat, ...] = ()  # who plays the next hand in fantasy

    def hand(self) -> HandWriter:
        """The next hand, not yet written."""
        book = standard_books()[self.settings.rulebook]
        given = self.random, self.settings, book, self.stacks, self.button
        if self.settings.game == OPEN_FACE:
            return OpenFaceWriter(*given, mood=self.mood, by=self.by, fantasy=self.fantasy)
        return HandWriter(*given, mood=self.mood, by=self.by)

    def to_fantasy(self) -> None:
        """A hand of open-face after which somebody plays the next one in fantasy."""
        hand = self.hand()
        assert isinstance(hand, OpenFaceWriter)
        hand.lead_to_fantasy()
        hand.play()
        self.done(hand)

    def done(self, hand: HandWriter) -> None:
        """A hand was written: its lines count, its chips lie where it left them, the button moves unless it is dealt anew."""
        self.lines += hand.lines
        self.stacks = hand.stacks
        if isinstance(hand, OpenFaceWriter):
            self.fantasy = hand.next_fantasy()
        if not hand.annulled and self.seated:
            self.button = next_seat(self.seated, self.button)

    @property
    def seated(self) -> list[Seat]:
        """The seats that still have chips."""
        return [seat for seat, chips in self.stacks.items() if chips > 0]

    def text(self, title: str, expect: str = "") -> str:
        """The scenario file."""
        head = [f'title = "{title}"', *_toml(self.settings), f"button = {self.first_button}"]
        stacks = ", ".join(f"{seat} = {chips}" for seat, chips in self.first_stacks.items())
        script = "\n".join(self.lines)
        return "\n".join([*head, f"stacks = {{{stacks}}}", f'script = """\n{script}\n"""', expect])


def clean_scenario(draw: TableDraw) -> str:
    """The text of a scenario without a fault, chips and all: it expects no incident, no warning and the stacks as played."""
    table = draw_table(draw)
    open_face = table.settings.game == OPEN_FACE
    hands = draw.hands or table.random.choice((2, 2, 3) if open_face else (1, 1, 1, 2, 3))
    for number in range(hands):
        if len(table.seated) < 2:
            break
        if number and table.random.random() < 0.5:
            table.lines.append("hand")
        if open_face and number + 1 < hands and table.random.random() < 0.4:
            table.to_fantasy()
            continue
        hand = table.hand()
        hand.play()
        table.done(hand)
    return table.text(f"Clean hands, seed {draw.seed}", expect_clean(table.stacks))


def expect_clean(stacks: Mapping[Seat, int]) -> str:
    """No incident, no warning, these stacks in the end."""
    played = ", ".join(f"{seat} = {chips}" for seat, chips in sorted(stacks.items()))
    return f"\n[expect]\nincidents = []\nwarnings = []\nrulings = []\nstacks = {{{played}}}\n"


def draw_table(draw: TableDraw, twist: Twist | None = None) -> Table:
    """A table out of the seed, as far as `draw` leaves it open."""
    random = Random(f"table {draw.seed}")
    rulebook = draw.rulebook or random.choice(BOOKS)
    game = draw.game or _weighted(random, PLAYED[rulebook])
    if not draw.game and draw.seed % OPEN_FACE_EVERY == OPEN_FACE_AT:
        rulebook, game = draw.rulebook or random.choice(OPEN_FACE_BOOKS), OPEN_FACE
    most = min(game_of(game).most_seats, SEAT_COUNT if draw.crowded else STUD_SEATS.get(game, SEAT_COUNT))
    players = draw.players or (random.choice((2, 3)) if game == OPEN_FACE else _weighted(random, SEATS))
    players = min(players, most)
    seats = sorted(random.sample(range(1, SEAT_COUNT + 1), players))
    settings = _settings(random, rulebook, game, draw.limit)
    big = settings.blinds[1] or settings.limits[0] or settings.ante or settings.point
    stacks = {seat: _stack(random, big, settings.smallest_chip, deep=draw.deep) for seat in seats}
    button = random.choice(seats)
    if (
        settings.context == "cash"
        and rulebook == "club"
        and game_of(game).board_cards
        and players > 3
        and random.random() < 0.2
    ):
        small = next_seat(seats, button)
        straddle = next_seat(seats, next_seat(seats, small))
        settings = msgspec.structs.replace(settings, straddle=straddle)
    by = draw.by or random.choice(("machine", "hand"))
    return Table(random, settings, stacks, button, by, draw.mood, dict(stacks), button)


def _settings(random: Random, rulebook: str, game: str, limit: str) -> Settings:
    context: Any = "tournament" if rulebook == "bfsp" else random.choice(("tournament", "cash"))
    if game == OPEN_FACE:
        return Settings(rulebook=rulebook, game=game, context=context, point=random.choice((1, 5, 10, 100)))
    small, big = random.choice(LEVELS)
    chip = random.choice((1, small)) if big % small == 0 else 1
    limits = {"holdem": ("no", "no", "no", "fixed"), "omaha": ("pot", "pot", "no", "fixed")}
    stud = game_of(game).stud
    drawn = random.choice(limits.get(game, ("fixed", "fixed", "pot") if stud else ("pot", "fixed")))
    limit = limit or drawn
    given: dict[str, Any] = {"rulebook": rulebook, "game": game, "limit": limit, "context": context, "smallest_chip": chip}
    if stud:
        chip = 1
        given |= {
            "ante": max(1, small // 5),
            "bring_in": max(1, small // 2),
            "limits": (small, 2 * small),
            "smallest_chip": chip,
        }
        if small == 1:
            given |= {"ante": 1, "bring_in": 1, "limits": (4, 8)}
        return Settings(**given)
    given["blinds"] = (small, big)
    if limit == "fixed":
        given["limits"] = (big, 2 * big)
    if context == "tournament" and random.random() < 0.4:
        given["ante"] = big if (each := random.random() < 0.5) else max(chip, big // 10 // chip * chip)
        given["ante_by"] = "big_blind" if each else "each"
    return Settings(**given)


def _stack(random: Random, big: int, chip: int, *, deep: bool) -> int:
    """Mostly 20 to 150 big bets, now and then a handful."""
    if deep:
        return big * random.randint(200, 300)
    blinds = random.uniform(1, 12) if random.random() < 0.12 else random.uniform(20, 150)
    return max(chip, round(blinds * big / chip) * chip)


def _weighted(random: Random, choices: Sequence[tuple[Any, int]]) -> Any:
    return random.choices([value for value, _ in choices], [share for _, share in choices])[0]


def _toml(settings: Settings) -> list[str]:
    """The head of a scenario file for these settings."""
    lines = [f'{key} = "{getattr(settings, key)}"' for key in ("rulebook", "game", "limit", "context")]
    if settings.blinds[1]:
        lines.append(f"blinds = [{settings.blinds[0]}, {settings.blinds[1]}]")
    if settings.ante:
        lines += [f"ante = {settings.ante}", f'ante_by = "{settings.ante_by}"']
    if settings.bring_in:
        lines.append(f"bring_in = {settings.bring_in}")
    if settings.limits[1]:
        lines.append(f"limits = [{settings.limits[0]}, {settings.limits[1]}]")
    if settings.straddle is not None:
        lines.append(f"straddle = {settings.straddle}")
    if settings.game == OPEN_FACE:
        lines.append(f"point = {settings.point}")
    lines.append(f"smallest_chip = {settings.smallest_chip}")
    return lines
