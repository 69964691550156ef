"""Hub and node killed with SIGKILL in the middle of a hand: nothing is lost or doubled, and the hand goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from rulebook.events import Acted, CardNamed, CardPlaced, DoubtOpened, FloorRuled, HandOpened, KeyReleased, TableSet
from simulators.page_client import PageClient
from table_node.taps import Act, Push, Undo
from tests.floor.house import House, events, hub_log, journal

pytestmark = pytest.mark.processes

FIRST = (("2c", 1), ("3d", 2), ("7h", 3))
SECOND = (("Qd", 1), ("9c", 2), ("4s", 3))


def test_hub_killed_in_a_hand_loses_and_doubles_nothing_and_the_dealer_goes_on(build: Callable[..., House]) -> None:
    house = build()
    house.set_table()
    house.open_hand()
    house.deal(FIRST)
    house.judge(FloorRuled("play"))  # on its way down when the hub dies: done once, or done once after its return
    house.demo.kill("hub")
    at_death = hub_log(house.folder)

    house.until("the console says that the hub is away", lambda: house.desk["hub_away"])
    house.deal(SECOND)
    house.tap(Act(3, "call"), Act(1, "call"))
    house.until("it is on seat 2", lambda: house.desk["to_act"] == 2)
    assert house.desk["pot"] == 300
    house.tap(Undo(), Act(1, "call"), Act(2, "check"))
    house.burn("8d")
    house.board("Jc", "5c", "Kh")
    assert house.desk["incidents"] == []

    house.demo.start_hub()
    house.until("the console says that the hub is back", lambda: not house.desk["hub_away"])
    house.until(
        "the floor page has caught up", lambda: house.table.get("pot") == 300 and house.table["board"] == ["Jc", "5c", "Kh"]
    )
    house.until("the judge's act is done", lambda: all(act["state"] == "done" for act in house.floor.view["directives"]))
    house.tap(Act(1, "bet", 200), Act(2, "fold"), Act(3, "fold"), Push())
    house.until("the hand is over", lambda: house.desk["next"] == "hand")
    assert house.stacks() == {1: 5200, 2: 4900, 3: 4900}
    house.until("the floor page agrees", lambda: dict(house.table["stacks"]) == {1: 5200, 2: 4900, 3: 4900})
    assert house.floor.view["alerts"] == []
    house.stop()

    written = journal(house.folder)
    assert hub_log(house.folder) == written
    assert at_death == written[: len(at_death)]
    assert 0 < len(at_death) < len(written)
    kinds = Counter(type(record.event) for record in events(written))
    assert kinds[HandOpened] == kinds[TableSet] == kinds[FloorRuled] == 1
    assert kinds[CardPlaced] == 6 + 1 + 3


def test_node_killed_in_a_hand_goes_on_with_it_and_lost_keys_leave_backs(build: Callable[..., House]) -> None:
    house = build()
    overlay = PageClient(house.demo.addresses["overlay"].replace("http", "ws").replace("?", "/channel?"))
    house.set_table(delay_ms=1_000)
    house.open_hand()
    house.deal(FIRST, SECOND)
    house.tap(Act(3, "call"), Act(1, "call"))
    house.demo.kill("node")
    house.until("the floor page says that the node is away", lambda: not house.table["online"])

    house.demo.start_node()
    house.until("the console is back in the hand", lambda: house.desk["hand"] == 1 and house.desk["to_act"] == 2)
    assert house.cards_at_seats() == 6
    house.until("the hub has it back", lambda: house.table["online"] and not house.desk["hub_away"])
    house.tap(Act(2, "check"))
    house.burn("8d")
    house.board("Jc", "5c", "Kh")
    house.tap(Act(1, "check"), Act(2, "bet", 300), Act(3, "fold"), Act(1, "fold"), Push())
    house.until("the hand is over", lambda: house.desk["next"] == "hand")
    assert house.stacks() == {1: 4900, 2: 5200, 3: 4900}
    assert house.desk["incidents"] == []
    house.until("the floor page agrees", lambda: dict(house.table["stacks"]) == {1: 4900, 2: 5200, 3: 4900})
    assert house.floor.view["alerts"] == []

    house.until("the overlay has come to the end of the hand", lambda: overlay.view.get("next") == "hand")
    assert [card for seat in overlay.view["seats"] for card in seat["cards"] if card is not None] == []
    assert overlay.view["board"] == ["Jc", "5c", "Kh"]
    assert "restarted and its key is lost" in overlay.view["why_backs"]
    overlay.close()
    house.stop()

    written = journal(house.folder)
    assert hub_log(house.folder) == written
    records = events(written)
    kinds = Counter(type(record.event) for record in records)
    assert kinds[HandOpened] == 1
    assert kinds[CardPlaced] == 6 + 1 + 3
    assert kinds[KeyReleased] == 0
    [doubt] = [record.event for record in records if isinstance(record.event, DoubtOpened)]
    assert "the keys of these hands are lost" in doubt.what
    assert sum(isinstance(record.event, Acted) for record in records) == 7
    named = [record.event for record in records if isinstance(record.event, CardNamed) and record.event.card is not None]
    assert {event.card for event in named} == {"Jc", "5c", "Kh"}


def test_power_cut_of_the_whole_room_loses_nothing_that_a_page_had_shown(build: Callable[..., House]) -> None:
    """Both are killed at once and come back in the other order; what the hub never heard is in the node's journal."""
    house = build()
    house.set_table(2)
    house.open_hand()
    house.deal((("7h", 2), ("3d", 1)))
    house.demo.kill("hub")
    house.deal((("4s", 2), ("9c", 1)))
    house.tap(Act(2, "raise", 300))
    house.demo.kill("node")
    at_death = journal(house.folder)

    house.demo.start_node()
    house.until("the console is back in the hand", lambda: house.desk["pot"] == 400 and house.desk["hub_away"])
    assert house.cards_at_seats() == 4
    house.tap(Act(1, "raise", 900))
    house.demo.start_hub()
    house.until("the hub has it all", lambda: house.table.get("pot") == 1_200)
    house.tap(Act(2, "fold"), Push())
    house.until("the hand is over at the hub", lambda: dict(house.table["stacks"]) == {1: 5300, 2: 4700})
    assert house.floor.view["alerts"] == house.desk["incidents"] == []
    house.synced()
    house.stop()

    written = journal(house.folder)
    assert hub_log(house.folder) == written
    assert at_death == written[: len(at_death)]
    assert events(at_death)[-1].event == Acted(2, "raise", 300)
    acted = [record.event for record in events(written) if isinstance(record.event, Acted)]
    assert acted == [Acted(2, "raise", 300), Acted(1, "raise", 900), Acted(2, "fold")]
