"""How near the bot is to what Discord allows, and how many follow-ups a channel gets."""

from __future__ import annotations

import pytest

from bot.discord.requests import ALLOWED, HIGH, KNOWN_CHANNELS, LAST, MINUTE, MOST, FollowUps, SendRoute

CHANNEL, OTHER = 1, 2


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def a_load(clock: Clock, requests: int, share: float = 1.0) -> SendRoute:
    """So many requests at this moment."""
    load = SendRoute(lambda: share, clock)
    for _ in range(requests):
        load.count()
    return load


@pytest.mark.parametrize("share", [1.0, 0.5, 0.125])
def test_it_is_high_from_three_fifths_of_the_share_on(share: float) -> None:
    """A process that serves half of the shards has half of the fifty a second."""
    enough = int(ALLOWED * LAST * HIGH * share) + 1

    assert a_load(Clock(), enough, share).is_high
    assert not a_load(Clock(), enough - 2, share).is_high


def test_what_was_asked_before_counts_no_more() -> None:
    """Only the last seconds do."""
    clock = Clock()
    load = a_load(clock, int(ALLOWED * LAST))
    full = load.of_share()
    clock.now += LAST

    assert (full, load.of_share()) == (1.0, 0.0)


def test_the_share_may_change_meanwhile() -> None:
    """Another process falls, and this one inherits its shards: it may ask for more from now on."""
    shares = [0.5]
    load = SendRoute(lambda: shares[0], Clock())
    for _ in range(int(ALLOWED * LAST * 0.4)):
        load.count()
    before = load.is_high
    shares[0] = 1.0

    assert (before, load.is_high) == (True, False)


def test_nothing_follows_while_there_is_room() -> None:
    """The channel's own way is the rule."""
    assert not FollowUps(a_load(Clock(), 1)).take(CHANNEL)


def busy(clock: Clock) -> FollowUps:
    """The load is high, whatever the clock says."""
    load = SendRoute(lambda: 1e-9, clock)
    load.count()
    return FollowUps(load)


def test_a_channel_gets_twenty_a_minute() -> None:
    """The next ones go by the channel, until the first of them are a minute old; another channel has its own."""
    clock = Clock()
    follow_ups = busy(clock)
    taken = [follow_ups.take(CHANNEL) for _ in range(MOST + 1)]
    other = follow_ups.take(OTHER)
    clock.now += MINUTE
    follow_ups.load.count()

    assert taken == [True] * MOST + [False]
    assert (other, follow_ups.take(CHANNEL)) == (True, True)


def test_a_channel_that_takes_no_more_is_left_alone_for_a_minute() -> None:
    """Words to single persons are follow-ups, too, and are not counted here: Discord's word is what matters."""
    clock = Clock()
    follow_ups = busy(clock)
    follow_ups.fill(CHANNEL)
    then = follow_ups.take(CHANNEL)
    clock.now += MINUTE
    follow_ups.load.count()

    assert (then, follow_ups.take(CHANNEL)) == (False, True)


def test_channels_are_forgotten_after_a_minute() -> None:
    """Memory is bounded by those in which something has followed of late."""
    clock = Clock()
    follow_ups = busy(clock)
    for channel in range(KNOWN_CHANNELS + 1):
        assert follow_ups.take(channel)
    clock.now += MINUTE
    follow_ups.load.count()
    follow_ups.take(CHANNEL)

    assert list(follow_ups._sent) == [CHANNEL]
