"""The node's core over whole hands: nothing hidden leaves it, a restart goes on with the same hand, directives count once."""

from __future__ import annotations

import msgspec
import pytest

from firmware_bridge.readings import ButtonPressed, DeviceState, ShufflerReport
from link.messages import Beat, Data, Directive
from link.seal import open_card
from rulebook.book import standard_books
from rulebook.core import TICK
from rulebook.digest import digest
from rulebook.events import (
    Acted,
    CardNamed,
    CardPlaced,
    DeckPrepared,
    DeviceChanged,
    DoubtOpened,
    FloorRuled,
    HandOpened,
    IntegritySeen,
    KeyReleased,
    Settings,
    TableSet,
)
from rulebook.record import decode, encode
from simulators import decks
from simulators.node_rig import NodeRig
from simulators.scene import Scene
from simulators.stage import Stage
from simulators.virtual_table import MS
from table_node.core import NodeCore
from table_node.core_messages import Append, Sources, TapAnswered, TookDirective, Touched, Trouble, WallClock
from table_node.taps import Act, Bulk, Dealt, Done, NextHand, Prepare, Push, SetTable, TableCards, Undo
from table_node.uplink import Durable, FromHub, LinkUp, encode_directive
from tests.rulebook.test_digest import doctored
from vision.sightings import CameraState

SETTINGS = Settings(blinds=(50, 100), delay_ms=1_800_000)
GIVEN = TableSet(SETTINGS, {1: 5000, 2: 5000, 3: 5000}, 3)
HOLE = (("As", 1), ("Kd", 2), ("7h", 3), ("Ah", 1), ("Kc", 2), ("7s", 3))


class Play:
    """A rig with somebody who deals."""

    def __init__(self, given: TableSet = GIVEN) -> None:
        self.rig = NodeRig(given)
        self.stage = Stage(0)
        self.frames: list[object] = []
        to_hub = self.rig._to_hub
        self.rig._to_hub = lambda frame: (self.frames.append(frame), to_hub(frame))[1]  # type: ignore[method-assign]

    def begin(self) -> None:
        self.rig.shuffler("ejected", 52, "complete")
        for what in ("riffled", "cut"):
            self.rig.tap(Prepare(what))
        self.rig.settle()

    def deal(self, name: str, zone: str, face: str = "down") -> None:
        card = self.stage.draw(name)  # type: ignore[arg-type]
        self.stage.to_mouth(card, "down")
        self.look()
        self.stage.place(card, zone, face)  # type: ignore[arg-type]
        self.look()

    def look(self) -> None:
        self.rig.show(self.stage.scene())
        self.rig.settle()

    def hole_cards(self) -> None:
        for name, seat in HOLE:
            self.deal(name, f"seat {seat}")

    def sleep(self, seconds: int) -> None:
        """Let a long time pass at once, all devices stalled: that is no event either."""
        self.rig.now_ns += seconds * 1_000 * MS
        self.rig.give(TICK)
        self.rig.run(3_000)

    def act(self, *acts: tuple[int, str, int | None]) -> None:
        for seat, action, amount in acts:
            self.rig.tap(Act(seat, action, amount))  # type: ignore[arg-type]
        self.rig.settle()

    def board(self, *names: str) -> None:
        cards = [self.stage.draw(name) for name in names]  # type: ignore[arg-type]
        self.stage.to_mouth(cards[0], "down")
        self.look()
        for card in cards:
            self.stage.place(card, "board", "up")  # type: ignore[arg-type]
        self.look()

    def to_the_flop(self) -> None:
        self.begin()
        self.hole_cards()
        self.act((3, "call", None), (1, "call", None), (2, "check", None))
        self.deal("2d", "burns")
        self.board("Kh", "9c", "4s")

    def records(self):
        return [decode(self.rig.journal.body(seq)) for seq in range(1, self.rig.journal.last + 1)]

    def events(self, kind: type):
        return [record.event for record in self.records() if isinstance(record.event, kind)]


def bytes_of_everything(play: Play) -> bytes:
    parts = [play.rig.journal.body(seq) for seq in range(1, play.rig.journal.last + 1)]
    parts += [frame.body if isinstance(frame, Data) else msgspec.json.encode(frame) for frame in play.frames]
    parts += [repr(play.frames).encode(), msgspec.json.encode(play.rig.core.desk())]
    parts += [repr(play.rig.core.ledger).encode(), repr(play.rig.core.fusion.felt.tracks).encode()]
    return b"\n".join(parts)


def hidden_in(data: bytes) -> list[str]:
    """The hidden cards and tags that can be read in these bytes."""
    names = [name for name, _ in HOLE] + ["2d"]
    tags = [uid for colour in decks.COLOURS for uid in decks.pack(colour)]
    quoted = [name for name in names if f'"{name}"'.encode() in data or f"'{name}'".encode() in data]
    return quoted + [tag for tag in tags if tag.encode() in data or bytes.fromhex(tag) in data]


def test_no_hidden_card_and_no_tag_in_any_record_frame_or_view():
    play = Play()
    play.to_the_flop()
    assert len(play.events(CardNamed)) == 10
    assert hidden_in(bytes_of_everything(play)) == []


def test_the_search_finds_them_when_the_seal_is_off(monkeypatch):
    monkeypatch.setattr("table_node.core.seal_card", lambda key, hand, handle, card: f'"{card}"'.encode())
    play = Play()
    play.begin()
    play.hole_cards()
    sealed = b" ".join(event.sealed for event in play.events(CardNamed))
    assert set(hidden_in(sealed)) == {name for name, _ in HOLE}


def test_the_key_goes_out_when_the_hand_is_over_and_the_delay_has_passed_and_opens_every_card():
    play = Play()
    play.to_the_flop()
    opened = next(record for record in play.records() if isinstance(record.event, HandOpened))
    play.act((1, "bet", 200), (2, "fold", None), (3, "fold", None))
    play.rig.tap(Push())
    assert play.events(KeyReleased) == []
    play.sleep(1_700)
    assert play.events(KeyReleased) == []
    play.sleep(200)
    (released,) = [record for record in play.records() if isinstance(record.event, KeyReleased)]
    assert released.boot_ms >= opened.boot_ms + SETTINGS.delay_ms
    truth = [name for name, _ in HOLE] + ["2d"]
    sealed = [event for event in play.events(CardNamed) if event.sealed]
    assert [open_card(released.event.key, 1, event.handle, event.sealed) for event in sealed] == truth


def test_the_key_of_a_hand_that_goes_on_is_not_given_out():
    play = Play()
    play.to_the_flop()
    play.sleep(4_000)
    assert play.events(KeyReleased) == []


def test_a_setting_cannot_shorten_the_delay():
    play = Play()
    play.rig.judge(msgspec.structs.replace(GIVEN, settings=msgspec.structs.replace(SETTINGS, delay_ms=0)))
    play.to_the_flop()
    play.act((1, "bet", 200), (2, "fold", None), (3, "fold", None))

    play.rig.tap(Push())
    play.sleep(1_000)
    assert play.events(KeyReleased) == []


# -- restart


def restart(play: Play) -> None:
    """The node dies and starts again on the same journal: nothing of its memory is left."""
    rig = play.rig
    sources = Sources(
        packs={colour: decks.pack(colour) for colour in decks.COLOURS},
        new_key=lambda: rig.random.randbytes(32),
        read=rig.journal.body,
    )
    marks = (rig.journal.last, rig.journal.acked, rig.journal.directives)
    rig.core = NodeCore(
        standard_books(), "table", "boot2", sources, replay=rig.journal.replay(), journal_marks=marks, shortest_delay_ms=0
    )
    rig.run(3_000)


def test_a_restart_in_the_middle_of_a_hand_goes_on_with_the_same_hand():
    play = Play()
    play.to_the_flop()
    before = play.rig.authority().state()
    restart(play)
    assert play.rig.core.enforcement.fold.state() == before
    assert play.rig.authority().state() == before
    assert [event.what for event in play.events(DoubtOpened)][-1].endswith("stay backs: 1")
    count = len(play.events(CardPlaced))
    play.act((1, "check", None), (2, "bet", 300), (3, "fold", None))
    play.rig.settle(5)
    assert len(play.events(CardPlaced)) == count
    play.act((1, "call", None))
    play.deal("3d", "burns")
    play.board("5h")
    state = play.rig.authority().state()
    assert (state.street, state.pot, len(state.board)) == ("turn", 900, 4)
    assert play.rig.authority().incidents == []
    assert [event.handle for event in play.events(CardPlaced)][-2:] == ["k11", "k12"]


def test_after_a_restart_hidden_cards_of_that_hand_are_not_sealed_with_another_key():
    play = Play()
    play.begin()
    play.deal("As", "seat 1")
    restart(play)
    play.deal("Kd", "seat 2")
    assert [event.handle for event in play.events(CardNamed)] == ["k1"]
    assert len(play.events(CardPlaced)) == 2


def test_the_loss_of_keys_is_said_once():
    play = Play()
    play.to_the_flop()
    restart(play)
    restart(play)
    assert len(play.events(DoubtOpened)) == 1


def test_a_restart_between_hands_says_nothing_of_keys_that_went_out():
    play = Play(msgspec.structs.replace(GIVEN, settings=msgspec.structs.replace(SETTINGS, delay_ms=0)))
    play.to_the_flop()
    play.act((1, "bet", 200), (2, "fold", None), (3, "fold", None))

    play.rig.tap(Push())
    play.rig.settle()
    assert len(play.events(KeyReleased)) == 1
    restart(play)
    assert play.events(DoubtOpened) == []


def test_the_hub_gets_every_record_once_though_the_line_was_cut_for_half_the_hand():
    play = Play()
    play.begin()
    play.rig.cut = True
    play.hole_cards()
    play.act((3, "call", None), (1, "call", None))
    assert play.rig.core.desk()["hub_away"] is True
    assert play.rig.authority().state().cards == {}
    play.rig.cut = False
    play.rig.settle(20)
    assert [entry.seq for entry in play.rig.hub.log.records("table")] == list(range(1, play.rig.journal.last + 1))
    assert play.rig.authority().state() == play.rig.core.enforcement.fold.state()
    assert play.rig.core.desk()["hub_away"] is False


# -- one input at a time


def core() -> NodeCore:
    bodies: list[bytes] = []
    sources = Sources(packs={"red": decks.pack("red")}, new_key=lambda: bytes(32), read=lambda seq: bodies[seq - 1])
    return NodeCore(standard_books(), "T", "b", sources)


def set_up(node: NodeCore) -> None:
    node.step(1 * MS, WallClock(10_000))
    node.step(2 * MS, LinkUp())
    node.step(3 * MS, FromHub(Data("directives", 1, encode_directive(Directive("d1", GIVEN)))))


def test_a_directive_is_taken_once_and_acknowledged_only_when_it_is_on_disk():
    node = core()
    frame = FromHub(Data("directives", 1, encode_directive(Directive("d1", GIVEN))))
    out = node.step(1 * MS, frame)
    assert [item.record.event.directive for item in out if isinstance(item, Append)] == ["d1"]
    assert TookDirective(1) in out
    assert not any("ack" in repr(item).lower() and "Send" in repr(item) for item in out)
    acks = node.step(2 * MS, Durable(1, 1))
    assert any("Ack(stream='directives', seq=1, " in repr(item) for item in acks)
    assert not [item for item in node.step(3 * MS, frame) if isinstance(item, Append)]


def test_bytes_that_are_no_directive_are_passed_over_and_said():
    node = core()
    out = node.step(1 * MS, FromHub(Data("directives", 1, b'{"id": 3}')))
    assert TookDirective(1) in out
    assert any(isinstance(item, Trouble) and "directive 1" in item.text for item in out)
    assert not [item for item in out if isinstance(item, Append)]


def test_records_carry_boot_time_wall_time_and_the_table():
    node = core()
    set_up(node)
    out = node.step(5_000 * MS, ShufflerReport(5_000 * MS, 1, "ejected", count=52, verdict="complete"))
    records = [item.record for item in out if isinstance(item, Append)]
    assert [type(record.event) for record in records] == [HandOpened, DeckPrepared]
    assert {(record.table, record.boot, record.boot_ms, record.wall_ms) for record in records} == {("T", "b", 5_000, 15_000)}
    assert encode(records[0])


def test_a_refused_tap_says_why_and_records_nothing():
    node = core()
    out = node.step(1 * MS, Touched((Act(3, "fold"),), token=7))
    (answer,) = [item for item in out if isinstance(item, TapAnswered)]
    assert answer.token == 7
    assert "hand" in answer.refusal
    assert not [item for item in out if isinstance(item, Append)]


def test_a_shuffle_before_the_table_is_set_is_trouble_and_no_crash():
    out = core().step(1 * MS, ShufflerReport(1 * MS, 1, "ejected", count=52, verdict="complete"))
    assert any(isinstance(item, Trouble) for item in out)


@pytest.mark.parametrize(("button", "expected"), [("next_hand", HandOpened), ("undo", None), ("nonsense", None)])
def test_keys_do_what_their_taps_do(button, expected):
    node = core()
    set_up(node)
    out = node.step(4 * MS, ButtonPressed(4 * MS, button))
    kinds = [type(item.record.event) for item in out if isinstance(item, Append)]
    assert kinds == ([expected] if expected else [])


def test_a_device_fault_is_recorded_when_it_comes_and_when_it_goes_and_shown():
    node = core()
    out = node.step(1 * MS, DeviceState(1 * MS, "rfid seat 3", "silent", "check the cable"))
    assert [item.record.event for item in out if isinstance(item, Append)] == [DeviceChanged("rfid seat 3", "silent")]
    assert node.desk()["devices"][0]["device"] == "rfid seat 3"
    assert not [item for item in node.step(2 * MS, DeviceState(2 * MS, "rfid seat 3", "silent")) if isinstance(item, Append)]
    out = node.step(3 * MS, DeviceState(3 * MS, "rfid seat 3", "ok"))
    assert [item.record.event for item in out if isinstance(item, Append)] == [DeviceChanged("rfid seat 3", "ok")]
    assert node.desk()["devices"] == []


def test_the_same_inputs_give_the_same_bytes():
    def play() -> list[bytes]:
        table = Play()
        table.to_the_flop()
        return [table.rig.journal.body(seq) for seq in range(1, table.rig.journal.last + 1)]

    assert play() == play()


def test_the_lamp_and_the_light_do_not_depend_on_hidden_cards():
    """Two hands that differ in their hidden cards alone show the same screens all along."""

    def screens(swap: dict[str, str]) -> list[bytes]:
        table = Play()
        seen: list[bytes] = []
        table.rig.other = lambda output: seen.append(repr(output).encode() + msgspec.json.encode(table.rig.core.desk()))  # type: ignore[method-assign]
        table.begin()
        for name, seat in HOLE:
            table.deal(swap.get(name, name), f"seat {seat}")
        table.act((3, "call", None), (1, "call", None), (2, "check", None))
        table.deal("2d", "burns")
        table.board("Kh", "9c", "4s")
        return seen

    assert screens({}) == screens({"As": "2c", "Kd": "3c", "7h": "8c", "Ah": "8d"})


def test_an_undo_of_a_tap_is_counted_on_the_screen():
    play = Play()
    play.begin()
    play.hole_cards()
    play.act((3, "call", None))
    assert play.rig.core.desk()["undoable"] == 1
    play.rig.tap(Undo())
    assert play.rig.core.desk()["undoable"] == 0
    assert play.rig.core.enforcement.fold.state().to_act == 3


def test_one_undo_takes_back_one_touch_five_deep_and_after_a_restart():
    play = Play()
    play.begin()
    play.hole_cards()
    start = play.rig.core.enforcement.fold.state()
    touches = [
        (Bulk("fold", 1), Act(1, "raise", 300)),  # seat 3 folds with it
        (Act(2, "call"),),
        (Act(1, "raise", 900),),
        (Act(2, "raise", 2_000),),
        (Act(1, "raise", 3_500),),
        (Act(2, "allin"),),
    ]
    states = []
    for number, touch in enumerate(touches, 1):
        states.append(play.rig.core.enforcement.fold.state())
        play.rig.give(Touched(touch))
        play.rig.run(10)
        if number == 2:
            play.rig.tap(Undo())  # the call closed the round; the hand goes on with another act
            assert play.rig.core.desk()["undoable"] == 1
            play.rig.give(Touched((Act(2, "raise", 600),)))
            play.rig.run(10)
        assert play.rig.core.desk()["undoable"] == number
    restart(play)
    assert play.rig.core.desk()["undoable"] == len(touches)
    before = play.rig.journal.last
    for number, was in reversed(list(enumerate(states))):
        play.rig.tap(Undo())
        assert play.rig.core.enforcement.fold.state() == was, number
        assert play.rig.core.desk()["undoable"] == number
    assert play.rig.core.enforcement.fold.state() == start
    taken = [record.event.seq for record in play.records()[before:]]
    assert len(taken) == len(set(taken)) == len(touches) + 1  # the folds of the first are one record each
    assert play.rig.authority().state() == start
    play.rig.tap(Undo())
    assert play.rig.refusals == ["Nothing to undo in this hand."]


def test_of_a_touch_that_is_refused_nothing_stays():
    play = Play()
    play.begin()
    play.hole_cards()
    start = play.rig.core.enforcement.fold.state()
    play.rig.give(Touched((Bulk("fold", 1), Act(9, "call"))))
    assert "Seat 9 is not in this hand" in play.rig.refusals[0]
    assert play.rig.core.enforcement.fold.state() == start
    assert play.rig.core.desk()["undoable"] == 0


def test_tabled_while_betting_is_open_no_tag_gives_a_name_away():
    play = Play()
    play.begin()
    play.hole_cards()
    play.rig.tap(TableCards(1))
    play.rig.settle(5)
    assert all(event.card is None for event in play.events(CardNamed))


def test_done_without_anything_gone_is_no_event():
    play = Play()
    play.to_the_flop()
    count = play.rig.journal.last
    play.rig.tap(Done())
    play.rig.settle(5)
    assert play.rig.journal.last == count


def test_a_hand_begun_by_its_first_card_keeps_that_card():
    play = Play(msgspec.structs.replace(GIVEN, settings=msgspec.structs.replace(SETTINGS, check_preparation=False)))
    play.deal("As", "seat 1")
    events = [record.event for record in play.records()]
    kinds = [type(event) for event in events if not isinstance(event, TableSet)]
    assert kinds[:3] == [HandOpened, CardPlaced, CardNamed]
    play.deal("Kd", "seat 2")
    assert [event.handle for event in play.events(CardPlaced)] == ["k1", "k2"]


def test_the_first_card_of_a_hand_tells_which_of_two_decks_is_in_play():
    play = Play(msgspec.structs.replace(GIVEN, settings=msgspec.structs.replace(SETTINGS, delay_ms=0)))
    play.to_the_flop()
    play.act((1, "bet", 200), (2, "fold", None), (3, "fold", None))
    play.rig.tap(Push())
    play.rig.settle()
    play.stage.new_deck()  # the machine gives the other deck out; nobody taps anything
    play.look()
    play.begin()
    play.deal("2c", "seat 2")
    play.deal("3c", "seat 3")
    assert play.rig.authority().state().hand == 2
    assert play.events(IntegritySeen) == []
    assert [event.handle for event in play.events(CardPlaced)][-2:] == ["k1", "k2"]


def test_ticks_and_empty_scenes_make_no_records():
    play = Play()
    play.rig.show(Scene())
    count = play.rig.journal.last
    for _ in range(5):
        play.rig.give(TICK)
    play.rig.settle(30)
    assert play.rig.journal.last == count


def test_acts_of_a_judge_are_appended_with_their_directive():
    play = Play()
    play.begin()
    play.hole_cards()
    play.rig.judge(FloorRuled("fair"))
    assert [event.directive != "" for event in play.events(FloorRuled)] == [True]
    assert play.events(Acted) == []
    play.rig.tap(NextHand())
    assert play.rig.refusals == [] or "not finished" in play.rig.refusals[-1]


def test_heartbeats_say_what_this_nodes_fold_found_and_the_hub_finds_the_same():
    play = Play()
    play.to_the_flop()
    play.rig.run(3_000)
    beat = [frame for frame in play.frames if isinstance(frame, Beat)][-1]
    assert (beat.seq, beat.digest) == (play.rig.journal.last, digest(play.rig.core.enforcement.fold))
    assert play.rig.hub.core.problems == {}


@pytest.mark.parametrize("other", [False, True])
def test_a_node_with_another_text_of_the_book_is_an_alert_at_the_hub(monkeypatch, other):
    if other:
        monkeypatch.setattr("simulators.virtual_table.standard_books", lambda: doctored(rule="BFSP 6.6.4"))
    play = Play()
    play.begin()
    play.hole_cards()
    play.act((3, "call", None), (1, "call", None), (2, "check", None))
    play.deal("2d", "burns")
    play.rig.run(3_000)
    assert play.rig.hub.core.problems == {}  # nothing yet that the two texts see differently
    play.board("Kh", "9c", "4s", "2s")
    play.rig.run(3_000)
    assert [one.kind for one in play.rig.authority().incidents] == ["four_card_flop"]
    said = [problem.text for problem in play.rig.hub.core.problems.values()]
    assert len(said) == other
    assert all(text.startswith("table: node and hub rule differently since record") for text in said)


def test_the_dealer_sets_the_table_while_the_hub_is_away_and_the_hub_says_what_is_different():
    play = Play()
    other = msgspec.structs.replace(SETTINGS, blinds=(100, 200), level=2, delay_ms=1)
    play.rig.run(2_000)
    play.rig.tap(SetTable(other, {1: 5000, 2: 4000}, 1))
    assert "on the floor page" in play.rig.refusals[-1]
    assert play.rig.core.desk()["setting"] is None
    play.rig.cut = True
    play.rig.run(5_000)
    assert play.rig.core.desk()["setting"]["stacks"] == {"1": 5000, "2": 5000, "3": 5000}
    play.rig.tap(SetTable(other, {1: 5000, 2: 4000}, 1))
    [_, given] = play.events(TableSet)
    assert (given.stacks, given.button, given.settings.blinds) == ({1: 5000, 2: 4000}, 1, (100, 200))
    assert given.settings.delay_ms == SETTINGS.delay_ms  # the stream is not the dealer's
    play.rig.tap(Prepare("washed"))
    assert play.rig.core.enforcement.fold.state().stacks.keys() == {1, 2}
    play.rig.tap(SetTable(other, {1: 9000, 2: 9000}, 1))
    assert "once its pot is pushed" in play.rig.refusals[-1]
    play.rig.tap(SetTable(msgspec.structs.replace(other, level=3)))
    assert play.rig.core.enforcement.fold.next_settings.level == 3
    play.rig.cut = False
    play.rig.run(15_000)
    [text] = play.rig.hub.core.tables["table"].status().problems
    assert "level 3 (was 2)" in text


def test_a_table_that_was_never_set_is_set_by_its_dealer_with_no_hub_at_all():
    rig = Play().rig
    sources = Sources(packs={"red": decks.pack("red")}, new_key=lambda: bytes(32), read=rig.journal.body)
    node = NodeCore(standard_books(), "table", "boot", sources)
    assert node.desk()["setting"]["stacks"] == {}
    refused = [out for out in node.step(1 * MS, Touched((SetTable(SETTINGS),), 1)) if isinstance(out, TapAnswered)]
    assert "enter a stack for each seat" in refused[0].refusal
    node.step(2 * MS, Touched((SetTable(SETTINGS, {4: 900, 6: 800}, 6),)))
    node.step(3 * MS, Touched((Prepare("washed"),)))
    assert node.enforcement.fold.state().stacks.keys() == {4, 6}
    assert node.desk()["hand"] == 1


def blind(play: Play) -> None:
    """Reader and camera fail, and say so."""
    play.rig._read = lambda antenna: None  # type: ignore[method-assign]
    play.rig._look = lambda: None  # type: ignore[method-assign]
    play.rig.run(1_000)
    play.rig.give(DeviceState(play.rig.now_ns, "rfid", "unplugged", "the plug was pulled"))
    play.rig.give(CameraState(play.rig.now_ns, "unplugged", ""))


def test_where_no_sensor_sees_a_whole_hand_is_counted_by_the_dealers_taps():
    play = Play()
    blind(play)
    play.begin()
    assert play.rig.core.desk()["dealt"]["text"] == {"say": "tap.lies_deal"}
    play.rig.tap(Dealt())
    assert {seat: len(cards) for seat, cards in play.rig.authority().state().cards.items()} == {1: 2, 2: 2, 3: 2}
    assert play.rig.core.desk()["dealt"] is None
    play.act((3, "call", None), (1, "call", None), (2, "check", None))
    for street in ("flop", "turn", "river"):
        assert play.rig.authority().state().next == "burn"
        play.rig.tap(Dealt())
        assert play.rig.authority().state().next == street
        play.rig.tap(Dealt())
        play.act((1, "check", None), (2, "check", None), (3, "check", None))
    assert len(play.rig.authority().state().board) == 5
    for seat in (1, 2, 3):
        play.rig.tap(TableCards(seat))
    play.rig.tap(Push({1: 300}))
    assert play.rig.authority().hands[0].outcome == "won"
    assert play.rig.refusals == []
    assert play.rig.authority().incidents == []
    placed = play.events(CardPlaced)
    assert len(placed) == 6 + 3 + 5
    assert {event.witnesses for event in placed} == {("dealer",)}
    assert play.events(CardNamed) == []
    assert play.rig.hub.core.problems == {}


def test_one_undo_takes_a_counted_street_back():
    play = Play()
    blind(play)
    play.begin()
    play.rig.tap(Dealt())
    play.act((3, "call", None), (1, "call", None), (2, "check", None))
    before = play.rig.authority().state()
    play.rig.tap(Dealt())
    burned = play.rig.authority().state()
    play.rig.tap(Dealt())
    play.rig.tap(Undo())
    assert play.rig.authority().state() == burned
    play.rig.tap(Undo())
    assert play.rig.authority().state() == before


def test_while_a_sensor_sees_no_card_can_be_declared():
    play = Play()
    play.begin()
    assert play.rig.core.desk()["dealt"] is None
    play.rig.tap(Dealt())
    assert "The sensors see the felt" in play.rig.refusals[-1]
    play.rig.give(DeviceState(play.rig.now_ns, "rfid", "unplugged", ""))
    play.rig.tap(Dealt())
    assert "The sensors see the felt" in play.rig.refusals[-1]  # the camera does


def test_sensors_that_come_back_do_not_count_the_cards_again():
    play = Play()
    blind(play)
    play.begin()
    play.rig.tap(Dealt())
    for name, seat in HOLE:
        play.stage.place(play.stage.draw(name), f"seat {seat}", "down")
    play.rig.show(play.stage.scene())
    del play.rig._read
    del play.rig._look
    play.rig._look()
    play.rig.give(DeviceState(play.rig.now_ns, "rfid", "ok", ""))
    play.rig.give(CameraState(play.rig.now_ns, "ok", ""))
    play.rig.settle(5)
    assert {seat: len(cards) for seat, cards in play.rig.authority().state().cards.items()} == {1: 2, 2: 2, 3: 2}
    assert play.rig.authority().incidents == []
    assert play.rig.core.desk()["by_hand"] is True
    play.act((3, "fold", None), (1, "fold", None))
    play.rig.tap(Push())
    play.stage.gather()
    play.rig.show(play.stage.scene())
    play.rig.settle()
    play.begin()
    for name, seat in (("As", 2), ("Kd", 3), ("7h", 1)):
        play.deal(name, f"seat {seat}")  # the next hand is watched again
    assert play.rig.core.desk()["by_hand"] is False
    assert len(play.events(CardPlaced)) == 6 + 3
    assert all("dealer" not in event.witnesses for event in play.events(CardPlaced)[6:])
    assert play.rig.authority().incidents == []
