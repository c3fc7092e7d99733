"""What is kept of pictures: found again, never more than there is room for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from images.cache import Kept


def test_the_longest_unused_goes_first() -> None:
    """Three take the room of two: the one that was looked at stays."""
    kept: Kept[str, bytes] = Kept(20)
    kept.put("a", b"A", 10)
    kept.put("b", b"B", 10)
    assert kept.get("a") == b"A"

    kept.put("c", b"C", 10)

    assert (kept.get("a"), kept.get("b"), kept.get("c")) == (b"A", None, b"C")
    assert kept.size == 20


def test_the_same_twice_takes_the_room_of_one() -> None:
    """As when two threads draw it at the same time."""
    kept: Kept[str, bytes] = Kept(20)
    for size in (7, 9):
        kept.put("a", b"A", size)

    assert kept.size == 9


def test_what_is_larger_than_all_the_room_is_not_kept() -> None:
    """And nothing of it is left over."""
    kept: Kept[str, bytes] = Kept(20)
    kept.put("a", b"A", 21)

    assert kept.get("a") is None
    assert kept.size == 0


def test_threads_may_share_it() -> None:
    """Whatever their order, the room holds and the count is right."""
    kept: Kept[int, int] = Kept(100)

    def work(start: int) -> None:
        for n in range(start, start + 2000):
            kept.put(n % 37, n % 37, 7)
            assert kept.get(n % 37) in (n % 37, None)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert 0 < kept.size <= 100
    assert kept.size == 7 * sum(kept.get(n) is not None for n in range(37))
