"""The order of the queue, and the bounded history."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from embedlab.jobs.work import HISTORY, Job, Limits, Work, in_turn


def work(number, owner):
    made = Work("test", "f", {}, str(number), Limits(1, 1, 1), number, Path(f"run-{number}"))
    made.jobs.append(Job(made, owner, lambda job, keep: None))
    return made


def test_owners_take_turns():
    waiting = [work(number, owner) for number, owner in enumerate("aaabc")]
    assert [one.number for one in in_turn(waiting, {})] == [0, 3, 4, 1, 2]
    assert [one.number for one in in_turn(waiting, {"b": 0, "a": 1})] == [4, 3, 0, 1, 2]


@given(st.lists(st.sampled_from("abc"), max_size=12), st.dictionaries(st.sampled_from("abc"), st.integers(0, 9)))
def test_nobody_waits_while_another_is_served_twice(owners, served):
    turns = in_turn([work(number, owner) for number, owner in enumerate(owners)], served)
    assert sorted(one.number for one in turns) == list(range(len(owners)))
    for place, one in enumerate(turns):
        later = [other.owner for other in turns[place + 1 :]]
        if one.owner in later:
            between = later[: later.index(one.owner)]
            assert set(later) - {one.owner} <= set(between)
    for owner in "abc":
        own = [one.number for one in turns if one.owner == owner]
        assert own == sorted(own)


def test_history_is_bounded_and_holds_numbers_only():
    one = work(0, "a")
    for step in range(5 * HISTORY):
        one.advance({"done": step, "arrays": {}, "sentence": "x"})
    assert len(one.history) <= HISTORY
    assert one.history[-1] == {"done": 5 * HISTORY - 1}
    assert one.progress["sentence"] == "x"
