"""How processes share the shards of one bot: worked out by each alone, and yet nobody is left out or served twice."""

from __future__ import annotations

from bot.run.shard_owner import Moves, can_hand_over, fair_share, moves
from bot.store.shards import Outlook, Peer, ShardRow

NOTHING = Moves([], [], [], [])


def seen(
    me: int, peers: list[Peer], *holders: int, heirs: dict[int, int] | None = None, ready: bool = False
) -> Outlook:
    """The shards with these holders, as this process sees them."""
    heir = heirs or {}
    return Outlook(me, peers, [ShardRow(nth, who, heir.get(nth, 0), ready) for nth, who in enumerate(holders)])


ONE, TWO, THREE = Peer(1, False, 0.1), Peer(2, False, 0.1), Peer(3, False, 0.1)


def test_whoever_is_alone_takes_everything() -> None:
    """All four, whoever held them before; what it holds or brings up it does not take again."""
    assert moves(seen(1, [ONE], 0, 0, 9, 9), [], [], leaving=False).take == [0, 1, 2, 3]
    assert moves(seen(1, [ONE], 1, 0, 9, 9), [0], [1], leaving=False).take == [2, 3]


def test_two_take_half_each() -> None:
    """Of five one has three."""
    assert moves(seen(1, [ONE, TWO], 0, 0, 0, 0), [], [], leaving=False).take == [0, 1]
    assert fair_share(seen(1, [ONE, TWO], 0, 0, 0, 0, 0)) == 3


def test_a_newcomer_inherits_from_who_has_too_much() -> None:
    """No more than its share, and from nobody who has no more than theirs."""
    found = moves(seen(2, [ONE, TWO], 1, 1, 1, 1), [], [], leaving=False)

    assert [row.shard for row in found.inherit] == [0, 1]
    assert moves(seen(3, [ONE, TWO, THREE], 1, 1, 2, 2), [], [], leaving=False) == NOTHING


def test_what_has_an_heir_is_not_inherited_by_another() -> None:
    """Unless that heir is no more."""
    alive = seen(3, [ONE, TWO, THREE], 1, 1, 1, heirs={0: 2})
    dead = seen(3, [ONE, THREE], 1, 1, 1, heirs={0: 2})

    assert [row.shard for row in moves(alive, [], [], leaving=False).inherit] == [1]
    assert [(row.shard, row.heir) for row in moves(dead, [], [], leaving=False).inherit] == [(0, 2)]


def test_who_leaves_is_inherited_from_and_takes_nothing() -> None:
    """All that it holds, as soon as an heir hears Discord."""
    leaving = Peer(1, True, 0.1)
    left = seen(2, [leaving, TWO], 1, 1, 2, 0)

    assert [row.shard for row in moves(left, [2], [], leaving=False).inherit] == [0, 1]
    assert moves(left, [2], [], leaving=False).take == [3]
    assert moves(seen(1, [leaving, TWO], 1, 1, 2, 0), [0, 1], [], leaving=True) == NOTHING
    ready = seen(1, [leaving, TWO], 1, 1, heirs={1: 2}, ready=True)
    assert moves(ready, [0, 1], [], leaving=True).hand_over == [1]


def test_nothing_is_handed_over_to_the_dead() -> None:
    """An heir that was ready and is no more."""
    assert moves(seen(1, [ONE], 1, 1, heirs={1: 2}, ready=True), [0, 1], [], leaving=False) == NOTHING


def test_who_hangs_is_cut_off_and_not_counted() -> None:
    """Its shards are nobody's until its line is gone; then they are free."""
    hangs = Peer(2, False, 16.0)
    found = moves(seen(1, [ONE, hangs], 1, 2), [0], [], leaving=False)

    assert (found.cut_off, found.take) == ([2], [])
    assert fair_share(seen(1, [ONE, hangs], 1, 2)) == 2
    assert moves(seen(1, [ONE], 1, 2), [0], [], leaving=False).take == [1]


def test_only_others_who_stay_can_inherit() -> None:
    """Two who leave together do not wait for each other."""
    assert can_hand_over(seen(1, [ONE, TWO], 1, 2))
    assert not can_hand_over(seen(1, [ONE, Peer(2, True, 0.0)], 1, 2))
    assert not can_hand_over(seen(1, [ONE], 1))
