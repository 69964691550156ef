"""Nothing hidden leaves the node's core: seals, the keys' way out, the lamp and the screen."""

from __future__ import annotations

import msgspec

from link.messages import Data
from link.seal import open_card
from rulebook.events import (
    CardNamed,
    CardPlaced,
    DoubtOpened,
    HandOpened,
    KeyReleased,
)
from simulators import decks
from table_node.taps import Push, TableCards
from tests.table_node.play import GIVEN, HOLE, SETTINGS, Play, restart


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
    monkeypatch.setattr("table_node.recorder.seal_card", lambda key, hand, handle, card: f'"{card}"'.encode())
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


def test_tabled_while_betting_is_open_no_tag_gives_a_name_away():
    play = Play()
    play.begin()
    play.hole_cards()
    play.rig.tap(TableCards(1))
    play.rig.settle(5)
    assert all(event.card is None for event in play.events(CardNamed))
