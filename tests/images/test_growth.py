"""How a level grew: a moving picture of the party's steps."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageSequence

from images.labirynt_smierci.maps import growth, steps
from images.palette import RED_RGB
from rules.labirynt_smierci.view import MapView
from tests.images.mazes import a_maze

LARGEST = 2 * 1024 * 1024


def explored(size: int) -> list[MapView]:
    """A maze of about so many segments, laid one by one with the party always on the newest."""
    whole = a_maze(size)
    segments = whole.segments
    return [
        msgspec.structs.replace(whole, segments=segments[:n], exits=(), party=(segments[n - 1].x, segments[n - 1].y))
        for n in range(1, len(segments) + 1)
    ]


def frames(data: bytes) -> list[Image.Image]:
    """The frames as a browser shows them."""
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(data)))]


def red(pictures: Iterable[Image.Image]) -> list[bool]:
    """In which of these pictures the party's token is seen."""
    return [any(colour == RED_RGB for _, colour in picture.getcolors(4096) or ()) for picture in pictures]


@pytest.mark.long
def test_the_party_is_seen_in_every_frame_however_large_the_level() -> None:
    """Where segments are small, the token is not."""
    assert all(red(frames(growth(explored(14)))))
    assert all(red(frames(growth(explored(163)))))


def test_a_frame_without_the_party_shows_no_token() -> None:
    """The party went down the stairs."""
    views = explored(5)
    left = msgspec.structs.replace(views[-1], party=None)

    assert red(frames(growth([*views, left])))[-2:] == [True, False]


def test_waiting_adds_no_frame() -> None:
    """Stages in which neither the map nor the party's square changed are passed over, whatever letters the ways had."""
    first, second, *_ = explored(6)
    later = msgspec.structs.replace(first, stage=99, exits=a_maze(6).exits, living=3)

    assert steps([first, first, later, second, second]) == [first, second]


@pytest.mark.long
def test_two_hundred_stages_are_small_enough_to_be_sent() -> None:
    """With many more segments than a party lays in so many."""
    views = explored(400)

    assert len(growth(views)) <= LARGEST


def test_the_same_steps_give_the_same_picture() -> None:
    """Nothing is random, and nothing is left over from the picture before."""
    first = growth(explored(14))
    growth(explored(5))

    assert growth(explored(14)) == first
