"""The hub's agenda tells at every moment the table that wants its tick first, as asking all of them would."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hub.agenda import Agenda

MOVES = st.lists(st.tuples(st.sampled_from("abcd"), st.none() | st.integers(0, 20)), max_size=40)


@given(MOVES, st.sets(st.integers(0, 40)))
def test_the_first_one_is_the_first_of_all(moves: list[tuple[str, int | None]], taken: set[int]) -> None:
    true: dict[str, int | None] = {}
    agenda = Agenda(lambda name: true[name])
    for number, (name, due) in enumerate(moves):
        true[name] = due
        agenda.note(name, due)
        first = min((one for one in true.values() if one is not None), default=None)
        early = agenda.not_before()
        assert (early is None) <= (first is None)
        assert early is None or first is None or early <= first
        assert agenda.due() == first
        if number in taken and first is not None:
            chosen = agenda.take()
            assert true[chosen] == first
            true[chosen] = None


@given(st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 20), min_size=1), st.integers(1, 10))
def test_what_moved_to_later_without_a_note_is_told_when_it_is_true(dues: dict[str, int], later: int) -> None:
    agenda = Agenda(lambda name: dues[name])
    for name, due in list(dues.items()):
        agenda.note(name, due)
        dues[name] = due + later
    assert agenda.due() == min(dues.values())
