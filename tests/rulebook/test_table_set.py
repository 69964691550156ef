"""Setting the table: at the next hand, whole or only what is played for."""

from __future__ import annotations

from rulebook.events import Acted, DeckPrepared, Pushed, TableSet
from rulebook.settings import Settings
from tests.rulebook.folds import Log, fold, record

RAISED = Settings(blinds=(100, 200), check_preparation=False, level=2)


def after_a_hand() -> Log:
    """Seat 2 has won the blinds; button 3, next is seat 1."""
    log = Log()
    log.open()
    log.deal()
    for seat in (3, 1):
        log.add(Acted(seat, "fold"))
    log.add(Pushed({}, rightly=True))
    return log


def test_a_level_that_rises_in_a_hand_leaves_stacks_and_button_alone() -> None:
    log = Log()
    log.open()
    log.deal()
    log.add(TableSet(RAISED, {}, 0))
    assert log.table.settings.blinds == (50, 100)
    for seat in (3, 1):
        log.add(Acted(seat, "fold"))
    log.add(Pushed({2: 100}))
    stacks = log.table.state().stacks
    opening = log.table.next_opening()
    assert opening is not None
    assert opening.button == 1
    log.open()
    assert log.table.settings.blinds == (100, 200)
    assert sum(log.table.state().stacks.values()) + log.table.state().pot == sum(stacks.values())


def test_a_whole_setting_takes_everything() -> None:
    log = after_a_hand()
    log.add(TableSet(RAISED, {4: 900, 7: 800}, 7))
    log.open()
    state = log.table.state()
    assert state.button == 7
    assert set(state.stacks) == {4, 7}
    assert sum(state.stacks.values()) + state.pot == 1_700


def test_a_level_after_a_setting_that_has_not_begun_keeps_that_settings_seats() -> None:
    log = after_a_hand()
    log.add(TableSet(Settings(blinds=(75, 150), check_preparation=False), {4: 900, 7: 800}, 7))
    log.add(TableSet(RAISED, {}, 0))
    log.open()
    assert (log.table.settings.blinds, log.table.state().button, set(log.table.state().stacks)) == ((100, 200), 7, {4, 7})


def test_a_table_where_nobody_was_seated_does_not_open() -> None:
    table = fold([record(1, TableSet(RAISED, {}, 0)), record(2, DeckPrepared("washed"))])
    assert table.next_opening() is None
