"""Cups and decks: how many of each are left, and nothing of an order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.chance import Pile, put, take_out, without

piles = st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 9))


def test_the_last_chit_goes_from_the_cup_altogether() -> None:
    """Two stairs, one fountain: after the fountain is taken, the cup knows stairs only."""
    cup = {"stairs": 2, "fountain": 1}

    take_out(cup, "fountain")
    take_out(cup, "stairs")

    assert cup == {"stairs": 1}


def test_what_is_not_there_cannot_be_taken() -> None:
    """Taking from nothing is a fault of the rules, not of a player."""
    with pytest.raises(KeyError):
        take_out({"stairs": 1}, "fountain")


def test_what_is_put_in_can_be_a_new_kind() -> None:
    """A cup learns of a kind when the first one comes in."""
    cup: Pile = {}

    put(cup, "altar")
    put(cup, "altar")

    assert cup == {"altar": 2}


def test_pieces_set_aside_are_not_in_what_is_left() -> None:
    """More set aside than there are leaves none, never fewer than none."""
    assert without({"a": 3, "b": 1, "c": 2}, {"a": 1, "b": 2}) == {"a": 2, "c": 2}


@given(piles, st.sampled_from("abcdef"))
def test_putting_in_and_taking_out_leaves_the_cup_as_it_was(cup: Pile, piece: str) -> None:
    """Nothing is lost and nothing is made."""
    before = dict(cup)

    put(cup, piece)
    take_out(cup, piece)

    assert cup == before


@given(piles, piles)
def test_nothing_is_left_less_than_once(cup: Pile, aside: Pile) -> None:
    """Each count that stays is at least one, and no more than before."""
    left = without(cup, aside)

    assert all(0 < count <= cup[piece] for piece, count in left.items())
