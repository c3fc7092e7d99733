"""What channels are owed: found by rounds, tried ever more rarely, never given up."""

from __future__ import annotations

from bot.discord.clockwork import EVERY
from bot.discord.retry_queue import CALM, LONGEST_WAIT, PendingDelivery, Place, RetryQueue, Why
from bot.table.timekeeping import HOUR

NOW = {"a": 100.0, "b": 200.0}


def test_a_table_between_its_commit_and_its_post_is_left_alone() -> None:
    """Only who is unfinished in two rounds running is owed something."""
    retry_queue = RetryQueue()

    assert retry_queue.round({"a": 100.0}) == []
    assert retry_queue.round(NOW) == ["a"]
    assert list(retry_queue.since) == [100.0]
    assert retry_queue.round({}) == []
    assert list(retry_queue.since) == []


def tries_of(why: Why) -> list[int]:
    """Rounds between the tries of a table that fails for this reason every time."""
    retry_queue, waits, last = RetryQueue(), [], 0
    retry_queue.note("a", PendingDelivery(why))
    for nth in range(1, 1_500):
        if retry_queue.round({"a": 100.0}):
            waits.append(nth - last)
            last = nth
            retry_queue.note("a", PendingDelivery(why))
    return waits


def test_what_fails_again_is_tried_ever_more_rarely() -> None:
    """After one round, then two, then four … and at last every so many rounds, for ever."""
    waits = tries_of("line")

    assert waits[:6] == [1, 2, 4, 8, 16, LONGEST_WAIT["line"]]
    assert set(waits[5:]) == {LONGEST_WAIT["line"]}


def test_what_discord_says_no_to_is_left_alone_for_longer() -> None:
    """Thousands of shut channels must not bar the bot: once an hour each."""
    waits = tries_of("shut")

    assert waits[:9] == [1, 2, 4, 8, 16, 32, 64, 128, LONGEST_WAIT["shut"]]
    assert LONGEST_WAIT["shut"] * EVERY >= HOUR


def test_another_reason_is_a_new_beginning() -> None:
    """The line is back and the permission is not: that is tried soon."""
    retry_queue = RetryQueue()
    for _ in range(5):
        retry_queue.note("a", PendingDelivery("line"))

    assert retry_queue.note("a", PendingDelivery("shut")).wait == 1


def shut(guild_id: int, channel_id: int) -> PendingDelivery:
    """The bot may not write in this channel, where it may do nothing."""
    return PendingDelivery("shut", Place(guild_id, channel_id, 0))


def may_do_all(place: Place) -> int:
    """Everything is allowed in every channel."""
    return 7


def may_do_nothing(place: Place) -> int:
    """Everything is as it was."""
    return 0


def test_what_stood_in_the_way_of_one_guild_is_gone() -> None:
    """A permission comes back: the tables of that guild are tried at once, the others wait."""
    retry_queue = RetryQueue()
    for _ in range(4):
        retry_queue.note("a", shut(1, 10))
        retry_queue.note("b", shut(2, 20))

    assert retry_queue.freed(2, may_do_nothing) == []
    assert retry_queue.freed(2, may_do_all) == ["b"]
    assert retry_queue.freed(2, may_do_all) == []
    assert retry_queue.held_by_line() == []
    assert retry_queue.round(NOW) == []
    retry_queue.mark_paid("b")
    assert retry_queue.freed(2, may_do_nothing) == []


def test_a_thread_that_was_unlocked_is_tried_though_the_bot_may_do_no_more() -> None:
    """That thread alone, not its neighbours."""
    retry_queue = RetryQueue()
    retry_queue.note("a", shut(1, 10))
    retry_queue.note("b", shut(1, 20))

    assert retry_queue.freed(1, may_do_nothing, 20) == ["b"]


def test_an_admin_who_plays_with_the_rights_has_each_table_tried_once_a_minute() -> None:
    """On and off a hundred times between two rounds, for an hour; each try is refused."""
    retry_queue, tries, rights = RetryQueue(), 0, 0
    for _ in range(8):
        retry_queue.note("a", shut(1, 10))
    for _ in range(60 * CALM):
        for _ in range(100):
            rights += 1
            for game_id in retry_queue.freed(1, lambda _: rights):  # noqa: B023  # asked at once
                tries += 1
                retry_queue.note(game_id, PendingDelivery("shut", Place(1, 10, rights)))
        for game_id in retry_queue.round({"a": 100.0}):
            tries += 1
            retry_queue.note(game_id, PendingDelivery("shut", Place(1, 10, rights)))

    assert 55 <= tries <= 61


def test_a_right_that_comes_back_too_soon_is_used_when_the_minute_is_over() -> None:
    """It was tried a moment ago: not at once, and not only after five minutes."""
    retry_queue = RetryQueue()
    for _ in range(8):
        retry_queue.note("a", shut(1, 10))
    assert retry_queue.freed(1, may_do_all) == ["a"]
    retry_queue.note("a", PendingDelivery("shut", Place(1, 10, 3)))

    assert retry_queue.freed(1, may_do_all) == []
    assert [retry_queue.round({"a": 100.0}) for _ in range(CALM)] == [*[[]] * (CALM - 1), ["a"]]
