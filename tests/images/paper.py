"""What stands on printed pages, read by another library than the one that wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2
from PIL import Image
from pypdfium2 import raw

MILLIMETRE = 72 / 25.4
UNPRINTABLE = 5.0
"""What a printer leaves white in any case, in millimetres."""


class Printed(NamedTuple):
    """A page: how wide and high it is in millimetres, its words, and how near to an edge any of them comes."""

    size: tuple[int, int]
    words: str
    nearest: float
    picture: Image.Image


def pages(data: bytes) -> list[Printed]:
    """The pages of a PDF."""
    file = pypdfium2.PdfDocument(data)
    return [_page(file[n]) for n in range(len(file))]


def words_of(data: bytes) -> str:
    """All words, each line break a space."""
    return " ".join(" ".join(page.words.split()) for page in pages(data))


def _page(page: pypdfium2.PdfPage) -> Printed:
    wide, high = page.get_size()
    text = page.get_textpage()
    nearest = min(_distances(text, wide, high), default=high)
    size = (round(wide / MILLIMETRE), round(high / MILLIMETRE))
    return Printed(size, text.get_text_range(), nearest / MILLIMETRE, page.render(scale=0.5).to_pil())


def _distances(text: pypdfium2.PdfTextPage, wide: float, high: float) -> Iterator[float]:
    for n in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(n)
        yield min(left, bottom, wide - right, high - top)


def smallest_type(data: bytes) -> float:
    """The smallest type of all pages, in points."""
    file = pypdfium2.PdfDocument(data)
    texts = [file[n].get_textpage() for n in range(len(file))]
    sizes = [raw.FPDFText_GetFontSize(text, n) for text in texts for n in range(text.count_chars())]
    return min(size for size in sizes if size > 1)  # line breaks that the reader adds have no size


def is_grey(page: Printed) -> bool:
    """Whether there is no colour on it, and something at all."""
    extrema = page.picture.convert("RGB").getextrema()
    red, green, blue = page.picture.convert("RGB").split()
    return red.tobytes() == green.tobytes() == blue.tobytes() and extrema[0][0] < 128
