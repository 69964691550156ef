"""What the pages get from a running hub, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from hub.core_messages import JudgeAct
from hub.live_view import QUEUE_CHANGES, LiveView, read_token
from hub.view import ActRefused, Alert, Change, DirectiveStatus, HubProblem, HubView, Lagged, TableStatus
from rulebook.events import Acted, FloorAcknowledged, FloorRuled
from tests.hub.world import World, deal, four_card_flop, opened, table_set

TOKEN = "a-token-for-the-overlay"


class Shown(World):
    """A world whose hub has pages."""

    def __init__(self) -> None:
        super().__init__()
        self.acts: list[JudgeAct] = []
        ids = iter(range(1, 1_000))
        self.view = LiveView(self.core, TOKEN, self.acts.append, lambda: f"id-{next(ids)}", lambda: 5)
        self.told = len(self.outputs)

    def publish(self) -> None:
        self.view.publish(self.core, self.outputs[self.told :])
        self.told = len(self.outputs)

    def flop(self) -> None:
        self.node.append(table_set(), opened(), *deal(), Acted(1, "call", 100), Acted(2, "call", 100), Acted(3, "check"))
        self.node.append(*four_card_flop())
        self.publish()


def test_it_is_the_view_that_the_pages_know() -> None:
    view: HubView = Shown().view
    assert view.tables() == ("7",)


def test_a_snapshot_and_the_changes_after_it_are_everything() -> None:
    async def page() -> None:
        world = Shown()
        subscription = world.view.subscribe()
        world.flop()
        snapshot = world.view.snapshot()
        world.judge(FloorAcknowledged(snapshot.alerts[0].incident), "act-1")
        world.run(500)
        world.publish()
        changes: list[Change] = []
        while not changes or changes[-1].number < world.core.number:
            changes.append(await subscription.next())
        assert [change.number for change in changes] == list(range(1, world.core.number + 1))
        later = [change.item for change in changes if change.number > snapshot.number]
        assert {type(item) for item in later} == {Alert, DirectiveStatus, TableStatus}
        assert world.view.snapshot().alerts[0].acknowledged
        [directive] = world.view.snapshot().directives
        assert directive.state == "done"
        subscription.close()
        world.judge(FloorRuled("play"), "act-2")
        world.publish()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(subscription.next(), 0.02)

    asyncio.run(page())


def test_an_act_is_kept_once_the_log_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hub.live_view.KEPT_S", 0.02)

    async def page() -> None:
        world = Shown()
        world.node.append(table_set())
        directive = world.view.act("7", FloorRuled("play"))
        assert not await world.view.kept(directive)
        waiting = asyncio.ensure_future(world.view.kept(directive))
        await asyncio.sleep(0)
        [act] = world.acts
        world.give(act)
        world.publish()
        assert await waiting
        assert await world.view.kept(directive)

    asyncio.run(page())


def test_a_page_that_does_not_read_is_told_that_it_lags() -> None:
    async def page() -> None:
        world = Shown()
        subscription = world.view.subscribe()
        changes = [Change(number, HubProblem("log", str(number))) for number in range(QUEUE_CHANGES + 1)]
        world.view.publish(world.core, changes)
        await asyncio.sleep(0)
        with pytest.raises(Lagged):
            await subscription.next()

    asyncio.run(page())


def test_a_page_whose_loop_is_gone_is_forgotten() -> None:
    world = Shown()

    async def page() -> None:
        world.view.subscribe()
        world.view.subscribe_overlay("7")

    asyncio.run(page())
    world.flop()
    world.run(40 * 60_000)
    world.publish()
    assert world.view._subscribers == {}
    assert world.view._overlays == {}


def test_the_overlay_gives_the_newest_picture_and_waits_for_a_newer_one() -> None:
    async def page() -> None:
        world = Shown()
        overlay = world.view.subscribe_overlay("7")
        first = await overlay.next()
        assert first == world.view.overlay("7")
        waiting = asyncio.ensure_future(overlay.next())
        await asyncio.sleep(0)
        assert not waiting.done()
        world.flop()
        world.run(31 * 60_000)
        world.publish()
        newest = await asyncio.wait_for(waiting, 5)
        assert newest["number"] > first["number"]
        assert newest == world.view.overlay("7")
        overlay.close()

    asyncio.run(page())


@pytest.mark.parametrize(
    ("give", "says"),
    [
        (lambda view: view.act("9", FloorRuled("play")), "There is no table '9'; the hub has 7"),
        (lambda view: view.act("7", Acted(1, "fold")), "acted is no act of a judge"),
    ],
)
def test_an_act_that_cannot_be_taken_is_refused_at_once(give: Callable[[LiveView], str], says: str) -> None:
    world = Shown()
    with pytest.raises(ActRefused, match=says):
        give(world.view)
    assert world.acts == []


def test_an_act_gets_an_id_and_is_handed_to_the_core() -> None:
    world = Shown()
    assert world.view.act("7", FloorRuled("play")) == "id-1"
    assert world.acts == [JudgeAct("7", FloorRuled("play"), "id-1")]


def test_the_overlay_opens_for_its_token_alone() -> None:
    view = Shown().view
    assert view.overlay_token_ok(TOKEN)
    assert not view.overlay_token_ok("")
    assert not view.overlay_token_ok(TOKEN + "x")
    with pytest.raises(KeyError):
        view.overlay("9")
    with pytest.raises(KeyError):
        view.subscribe_overlay("9")


@pytest.mark.parametrize("text", ["", "short", "two words that are long", "тайное-слово-длинное"])
def test_what_is_no_token_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="one word of 16 or more"):
        read_token(text)
    assert read_token("0123456789abcdef\n") == "0123456789abcdef"
