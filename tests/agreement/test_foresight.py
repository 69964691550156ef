"""What would be an error if it were completed is warned of first: through bytes and frames, on the dealer's screen."""

from __future__ import annotations

from typing import Any

from firmware_bridge.lamps import Show
from link.pages import load_texts
from rulebook.cards import Card
from rulebook.events import TableSet
from simulators.actor import Actor
from simulators.device_rig import DeviceRig
from simulators.runner import table_set
from simulators.scenario import parse_scenario
from simulators.stage import Stage
from table_node.core_messages import NodeOutput
from tests.three_handed import DEALT, HEAD

TEXTS = load_texts("table_node.console")
SHOWN = "3 folds\n1 calls\n2 checks\nburn 2d\nboard Kh 9c 4s\n1 bets 200\n2 folds\n"


class LampRig(DeviceRig):
    """Keeps what the stack lamp shows."""

    lamp = "off"

    def __init__(self, given: TableSet, seed: int = 0) -> None:
        super().__init__(given, seed)

    def other(self, output: NodeOutput) -> None:
        if isinstance(output, Show):
            self.lamp = output.pattern


class Seen:
    """A table after a script, with its screen in words."""

    def __init__(self, script: str) -> None:
        scenario = parse_scenario(f'{HEAD}script = """\n{script}"""\n')
        self.rig = LampRig(table_set(scenario), 1)
        self.stage = Stage(1)
        actor = Actor(scenario.lines, self.rig, self.stage)
        for at in range(len(scenario.lines)):
            actor.perform(at)

    def mouth(self, card: str) -> None:
        """A card shows in the stub's mouth: the dealer's thumb has pushed it forward."""
        self.stage.to_mouth(self.stage.draw(Card(card)), "down")
        self.rig.show(self.stage.scene())
        self.rig.run(900)

    @property
    def screen(self) -> dict[str, Any]:
        rendered: dict[str, Any] = TEXTS.render(self.rig.core.desk())
        return rendered

    @property
    def prompt(self) -> str:
        return str(self.screen["prompt"]["text"])


def test_a_card_pushed_out_of_the_stub_while_betting_is_open_is_told_before_it_lies_anywhere() -> None:
    table = Seen(DEALT)
    assert (table.prompt, table.rig.lamp) == ("Seat 3 to act", "do")
    table.mouth("2d")
    assert (table.prompt, table.rig.lamp) == ("Not yet: betting is open", "check")
    assert table.rig.authority().incidents == []
    table.stage.close_mouth()
    table.rig.show(table.stage.scene())
    table.rig.run(900)
    assert (table.prompt, table.rig.lamp) == ("Seat 3 to act", "do")
    assert table.rig.authority().warnings == []


def test_a_card_pushed_out_when_it_is_due_is_nothing() -> None:
    table = Seen(DEALT + "3 calls\n1 calls\n2 checks\n")
    table.mouth("2d")
    assert table.prompt == "Burn one card"
    assert table.rig.lamp == "go"


def test_a_burn_while_betting_is_open_is_told_at_the_burn() -> None:
    table = Seen(DEALT + "burn 2d\n")
    assert [warning.kind for warning in table.rig.authority().warnings] == ["burn_while_betting"]
    assert table.prompt == "Do not burn: betting is open"
    assert table.rig.authority().incidents == []


def test_the_seat_of_a_player_who_is_away_is_named_before_its_card_comes() -> None:
    table = Seen("2 leaves\nshuffle machine\nriffle\ncut\ndeal 1 As\n")
    assert (table.prompt, table.screen["prompt"]["detail"]) == ("Deal to seat 2", "Its player is away")


def test_a_shuffle_before_the_push_is_told_at_the_shuffle() -> None:
    table = Seen(DEALT + SHOWN + "shuffle hand\n")
    assert [warning.kind for warning in table.rig.authority().warnings] == ["shuffle_before_push"]
    assert table.prompt == "Do not shuffle: push the pot first"


def test_a_shuffle_while_the_last_pot_lies_at_the_wrong_seat_is_told() -> None:
    table = Seen(DEALT + SHOWN + "push 2 200\nshuffle hand\n")
    assert [warning.kind for warning in table.rig.authority().warnings] == ["shuffle_before_push"]
    assert [incident.kind for incident in table.rig.authority().incidents] == ["wrong_award"]


def test_a_new_deck_that_nobody_has_counted_is_told_before_the_cut() -> None:
    """A machine that says its count has counted it; by hand nobody has."""
    table = Seen(DEALT + SHOWN + "push\ndeck new\nshuffle hand\n")
    assert (table.prompt, table.screen["prompt"]["detail"]) == ("Cut once, onto the cut card", "Nobody has counted this deck")
    counted = Seen(DEALT + SHOWN + "push\ndeck new\nshuffle machine\nriffle\n")
    assert counted.screen["prompt"]["detail"] == "With one hand"
