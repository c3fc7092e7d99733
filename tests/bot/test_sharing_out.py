"""How processes share the shards of one bot: worked out by each alone, and yet nobody is left out or served twice."""

from __future__ import annotations

from random import Random

import pytest

from bot.run.shard_owner import Moves, can_hand_over, fair_shares, moves
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
    """Of five one has three: who holds most already, of equals the first."""
    assert moves(seen(1, [ONE, TWO], 0, 0, 0, 0), [], [], leaving=False).take == [0, 1]
    assert fair_shares(seen(1, [ONE, TWO], 0, 0, 0, 0, 0)) == {1: 3, 2: 2}
    assert fair_shares(seen(1, [ONE, TWO], 2, 2, 2, 1, 1)) == {1: 2, 2: 3}


def test_a_newcomer_inherits_from_who_has_too_much() -> None:
    """No more than its share, and from nobody who has no more than theirs."""
    found = moves(seen(2, [ONE, TWO], 1, 1, 1, 1), [], [], leaving=False)

    assert [row.shard for row in found.inherit] == [0, 1]
    assert moves(seen(3, [ONE, TWO, THREE], 1, 2, 1, 2, 3), [4], [], leaving=False) == NOTHING


def test_a_third_process_inherits_one_of_four_shards() -> None:
    """Two processes keep what they can, and nobody stands by."""
    found = moves(seen(3, [ONE, TWO, THREE], 1, 1, 2, 2), [], [], leaving=False)

    assert [row.shard for row in found.inherit] == [2]
    assert moves(seen(1, [ONE, TWO, THREE], 1, 1, 2, 2), [0, 1], [], leaving=False) == NOTHING


def test_a_promised_shard_counts_for_the_heir() -> None:
    """The first process holds four still, but two of them are promised: it gives away no third one."""
    outlook = seen(3, [ONE, TWO, THREE], 1, 1, 1, 1, heirs={0: 2, 1: 2})

    assert moves(outlook, [], [], leaving=False) == NOTHING


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
    assert found.inherit == []
    assert fair_shares(seen(1, [ONE, hangs], 1, 2)) == {1: 2}
    assert moves(seen(1, [ONE], 1, 2), [0], [], leaving=False).take == [1]


def test_only_others_who_stay_can_inherit() -> None:
    """Two who leave together do not wait for each other."""
    assert can_hand_over(seen(1, [ONE, TWO], 1, 2))
    assert not can_hand_over(seen(1, [ONE, Peer(2, True, 0.0)], 1, 2))
    assert not can_hand_over(seen(1, [ONE], 1))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 8, 13])
@pytest.mark.parametrize("processes", [1, 2, 3, 4, 5, 7, 9])
def test_shares_are_whole_and_even(count: int, processes: int) -> None:
    """They sum to the number of shards and differ by at most one, whoever holds what."""
    for seed in range(20):
        random = Random(seed)
        peers = [Peer(backend, False, 0.1) for backend in range(1, processes + 1)]
        shares = fair_shares(seen(1, peers, *(random.randint(0, processes) for _ in range(count)))).values()

        assert sum(shares) == count
        assert max(shares) - min(shares) <= 1


class Fleet:
    """Processes that share the shards as the real ones do, each in turn, without Discord and a server."""

    def __init__(self, count: int, random: Random) -> None:
        self.holders, self.heirs = [0] * count, [0] * count
        self.peers: list[Peer] = []
        self.random = random
        self.handed_over = 0

    def settle(self) -> None:
        """Let the processes act in any order until nothing moves any more."""
        idle = 0
        while idle < 3:
            before = (self.holders[:], self.heirs[:])
            for peer in self.random.sample(self.peers, len(self.peers)):
                self._act(peer)
            idle = idle + 1 if before == (self.holders, self.heirs) else 0

    def _act(self, peer: Peer) -> None:
        me = peer.backend
        rows = [ShardRow(shard, *pair, True) for shard, pair in enumerate(zip(self.holders, self.heirs, strict=True))]
        mine = [row.shard for row in rows if row.holder == me]
        coming = [row.shard for row in rows if row.heir == me]
        found = moves(Outlook(me, self.peers, rows), mine, coming, leaving=peer.leaving)
        for shard in found.take:
            self.holders[shard] = me
        for row in found.inherit:
            self.heirs[row.shard] = me
        for shard in found.hand_over:
            self.holders[shard], self.heirs[shard] = self.heirs[shard], 0
            self.handed_over += 1

    def held(self) -> list[int]:
        """How many shards each process holds, the most first."""
        return sorted((self.holders.count(peer.backend) for peer in self.peers if not peer.leaving), reverse=True)


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (4, [[4], [2, 2], [2, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1, 0]]),
        (8, [[8], [4, 4], [3, 3, 2], [2, 2, 2, 2], [2, 2, 2, 1, 1]]),
    ],
)
def test_processes_that_come_one_by_one(count: int, expected: list[list[int]]) -> None:
    """Each newcomer gets its share, and no shard moves but to a newcomer."""
    fleet = Fleet(count, Random(1))
    for backend, shares in enumerate(expected, start=1):
        fleet.peers.append(Peer(backend, False, 0.1))
        fleet.handed_over = 0
        fleet.settle()

        assert fleet.held() == shares
        assert fleet.handed_over == (0 if backend == 1 else fleet.holders.count(backend))


@pytest.mark.parametrize("seed", range(40))
def test_nobody_gives_away_more_than_needed(seed: int) -> None:
    """Whoever comes, leaves or is killed, and in whatever order processes act: shares end even, and few shards move."""
    random = Random(seed)
    fleet = Fleet(random.randint(1, 12), random)
    for backend in range(1, 12):
        fleet.peers = [peer for peer in fleet.peers if not peer.leaving]
        fleet.handed_over, change = 0, random.choice(["comes", "comes", "leaves", "killed"])
        if len(fleet.peers) < 2 or change == "comes":
            fleet.peers.insert(random.randint(0, len(fleet.peers)), Peer(backend, False, 0.1))
        elif change == "leaves":
            fleet.peers[0] = fleet.peers[0]._replace(leaving=True)
        else:
            fleet.peers.pop()
        leavers = {peer.backend for peer in fleet.peers if peer.leaving}
        before = fleet.held()
        least = sum(holder in leavers for holder in fleet.holders)
        fleet.settle()

        after = fleet.held()
        assert sum(after) == len(fleet.holders)
        assert max(after) - min(after) <= 1
        least += sum(max(0, had - has) for had, has in zip(before, after, strict=True))
        assert fleet.handed_over == (0 if backend == 1 else least)
