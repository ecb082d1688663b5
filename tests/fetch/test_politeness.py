"""When a host may be asked: by hand, with no clock."""

import pytest

from leadline.fetch.politeness import (
    MAX_PAUSE_SECONDS,
    MAX_TRIES,
    PUBLIC_PACE_SECONDS,
    REST_TIMEOUTS,
    HostPace,
    parse_retry_after,
)
from tables import each_row


@each_row(__file__, "RETRY_AFTER", "value", "seconds")
def test_retry_after(value: str, seconds: float | None) -> None:
    assert parse_retry_after(value, 100.0) == seconds


def test_the_pace_is_counted_from_start_to_start() -> None:
    host = HostPace(pace=1.0)
    assert host.wait(50.0) == 0.0
    host.started(50.0)
    host.answered(50.0, 50.4)
    assert host.wait(50.4) == pytest.approx(0.6)
    assert host.wait(51.5) == 0.0


def test_a_slow_host_is_asked_more_slowly_and_forgets_slowly() -> None:
    host = HostPace(pace=1.0)
    for _ in range(30):
        host.answered(0.0, 5.0)
    assert host.interval == pytest.approx(5.0)
    host.answered(0.0, 0.1)
    assert 3.0 < host.interval < 5.0


def test_without_a_pace_a_slow_host_is_not_waited_for() -> None:
    host = HostPace(pace=0.0)
    host.answered(0.0, 5.0)
    assert host.interval == 0.0


def test_the_host_s_own_delay_wins_if_it_is_longer() -> None:
    assert HostPace(pace=1.0, delay=10.0).interval == 10.0
    assert HostPace(pace=3.0, delay=1.0).interval == 3.0


def test_pauses_double_and_a_good_answer_starts_anew() -> None:
    host = HostPace()
    assert [host.refused(0.0, None) for _ in range(4)] == [2.0, 4.0, 8.0, 16.0]
    host.answered(0.0, 0.1)
    assert host.refused(0.0, None) == 2.0


def test_a_later_shorter_pause_does_not_shorten_an_earlier_one() -> None:
    host = HostPace()
    host.refused(0.0, "100")
    host.refused(1.0, "5")
    assert host.ready_at() == 100.0


def test_caution_grows_with_refusals_and_fades_with_answers() -> None:
    host = HostPace(pace=0.0)
    for _ in range(3):
        host.refused(0.0, "0")
    assert host.interval == 4.0
    for _ in range(100):
        host.answered(0.0, 0.1)
    assert host.interval == 0.0


def test_a_date_is_counted_from_1970_when_no_time_is_given() -> None:
    assert HostPace().refused(0.0, "Thu, 01 Jan 1970 00:16:40 GMT") == 1000.0


def test_pauses_stop_doubling_after_ten_times() -> None:
    host = HostPace()
    pauses = [host.refused(0.0, None) for _ in range(13)]
    assert pauses[9:] == [1024.0, 2048.0, 2048.0, 2048.0]


def test_caution_doubles_up_to_half_a_minute() -> None:
    host, intervals = HostPace(pace=0.0), []
    for _ in range(7):
        host.refused(0.0, "0")
        intervals.append(host.interval)
    assert intervals == [1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0]


@pytest.mark.parametrize(
    ("caution", "left"), [(10.0, 9.0), (0.105, 0.0945), (0.1, 0.0), (0.095, 0.0), (0.0, 0.0)]
)
def test_a_good_answer_takes_a_tenth_of_the_caution_and_at_last_all(
    caution: float, left: float
) -> None:
    host = HostPace(pace=0.0, caution=caution)
    host.answered(0.0, 0.0)
    assert host.caution == pytest.approx(left)


def test_the_newest_answer_weighs_three_tenths() -> None:
    host = HostPace(pace=1.0)
    host.answered(10.0, 12.0)
    assert host.interval == 2.0
    host.answered(20.0, 25.0)
    assert host.interval == pytest.approx(2.0 + 0.3 * 3.0)


def test_pace_tries_and_rests_are_as_decided() -> None:
    assert HostPace().interval == PUBLIC_PACE_SECONDS == 1.0
    assert (MAX_TRIES, MAX_PAUSE_SECONDS, REST_TIMEOUTS) == (4, 120.0, 2.0)
