"""Time and the inbox."""

from __future__ import annotations

import threading

import pytest

from narrator.host.clock import RealClock, VirtualClock


def test_virtual_time_jumps_to_what_is_due_and_never_sleeps() -> None:
    clock = VirtualClock()
    clock.at(3600.0, lambda: clock.post("an hour later"))
    assert clock.wait(10.0) is None
    assert clock.now() == 10.0
    assert clock.wait() == "an hour later"
    assert clock.now() == 3600.0


def test_things_due_together_happen_in_the_order_in_which_they_were_set() -> None:
    clock = VirtualClock()
    for name in "abc":
        clock.at(1.0, lambda name=name: clock.post(name))  # type: ignore[misc]
    assert [clock.wait(), clock.wait(), clock.wait()] == ["a", "b", "c"]


def test_what_was_cancelled_does_not_happen() -> None:
    clock = VirtualClock()
    cancel = clock.at(1.0, lambda: clock.post("never"))
    cancel()
    assert clock.wait(2.0) is None


def test_a_virtual_clock_that_would_wait_for_ever_says_so() -> None:
    with pytest.raises(RuntimeError, match="nothing is scheduled"):
        VirtualClock().wait()


def test_the_real_clock_takes_events_from_other_threads_and_timers_on_its_own() -> None:
    clock = RealClock()
    happened: list[str] = []
    clock.at(clock.now() + 0.01, lambda: happened.append(threading.current_thread().name))
    threading.Thread(target=lambda: clock.post("from another thread")).start()
    seen = [clock.wait(clock.now() + 5.0)]
    while not happened:
        seen.append(clock.wait(clock.now() + 0.05))
    assert seen[0] == "from another thread"
    assert happened == [threading.current_thread().name]
