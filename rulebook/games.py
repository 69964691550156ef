"""Each game as data: what is dealt on which street, how hands are made, which hands win.

Sources: RULES 2 (order and number of cards, burns), 4.1 (from which round the upper limit counts), 5 (ranks).
"""

from __future__ import annotations

from typing import Literal

import msgspec

Ranking = Literal["high", "low_eight", "low_razz"]


class Street(msgspec.Struct, frozen=True):
    """One dealing and the betting round after it: cards to each seat (down, then up), cards to the board, a burn before."""

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    burn: bool = False


class Game(msgspec.Struct, frozen=True):
    """A game. `hole_play`: how many hole cards must play, exactly; 0: any number of them.

    `rankings`: who wins; two of them share the pot. `upper_from`: number of the round (from 0) with the upper limit.
    `stud`: antes and bring-in, the best up cards open; otherwise blinds and button.
    """

    id: str
    title: str
    streets: tuple[Street, ...]
    rankings: tuple[Ranking, ...] = ("high",)
    hole_play: int = 0
    stud: bool = False
    upper_from: int = 2
    most_seats: int = 10
    bets: bool = True  # False: no betting, points are settled from the stacks
    open_pair_street: str = ""  # where an open pair lets players choose the upper limit (BFSP 5.8.5)
    hole_cards: int = 0  # how many cards a seat holds at the showdown
    board_cards: int = 0  # how many cards lie on the board at the showdown

    def __post_init__(self) -> None:
        """The sums of the streets, added up once."""
        msgspec.structs.force_setattr(self, "hole_cards", sum(street.down + street.up for street in self.streets))
        msgspec.structs.force_setattr(self, "board_cards", sum(street.board for street in self.streets))

    @property
    def lowball(self) -> bool:
        """Only the low hand wins: the highest card brings in, the lowest up cards open."""
        return self.rankings == ("low_razz",)

    def street(self, name: str) -> Street:
        """The street of that name. Raises KeyError when the game has none."""
        for street in self.streets:
            if street.name == name:
                return street
        raise KeyError(f"{self.id} has no street {name!r}; it has {', '.join(street.name for street in self.streets)}")

    def round_number(self, name: str) -> int:
        """The number of the betting round of that street, from 0."""
        return next(number for number, street in enumerate(self.streets) if street.name == name)


def _board_streets(hole_cards: int) -> tuple[Street, ...]:
    return (
        Street("preflop", down=hole_cards),
        Street("flop", board=3, burn=True),
        Street("turn", board=1, burn=True),
        Street("river", board=1, burn=True),
    )


_SEVEN = (
    Street("third", down=2, up=1),
    Street("fourth", up=1, burn=True),
    Street("fifth", up=1, burn=True),
    Street("sixth", up=1, burn=True),
    Street("seventh", down=1, burn=True),
)
_FIVE = (
    Street("second", down=1, up=1),
    Street("third", up=1, burn=True),
    Street("fourth", up=1, burn=True),
    Street("fifth", up=1, burn=True),
)
_PINEAPPLE = (Street("set", up=5), *(Street(f"draw {number}", down=3) for number in range(1, 5)))

GAMES: dict[str, Game] = {
    game.id: game
    for game in (
        Game("holdem", "Hold'em", _board_streets(2)),
        Game("omaha", "Omaha", _board_streets(4), hole_play=2),
        Game("omaha5", "Five-card Omaha", _board_streets(5), hole_play=2, most_seats=8),
        Game("omaha8", "Omaha Hi/Lo", _board_streets(4), ("high", "low_eight"), hole_play=2),
        Game("stud7", "Seven-card stud", _SEVEN, stud=True, most_seats=8, open_pair_street="fourth"),
        Game("stud8", "Seven-card stud Hi/Lo", _SEVEN, ("high", "low_eight"), stud=True, most_seats=8),
        Game("razz", "Razz", _SEVEN, ("low_razz",), stud=True, most_seats=8),
        Game("stud5", "Five-card stud", _FIVE, stud=True, most_seats=9),
        Game("ofc", "Open-face Chinese Pineapple", _PINEAPPLE, most_seats=3, bets=False),
    )
}


def game_of(name: str) -> Game:
    """The game of that id. Raises KeyError naming the games that are played."""
    game = GAMES.get(name)
    if game is None:
        raise KeyError(f"no game {name!r}; played are {', '.join(GAMES)}")
    return game
