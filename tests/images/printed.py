"""What is printed on a picture: every text with the size of its type, those on signs included."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

import pytest

from images.cache import Kept
from images.canvas import OVERSAMPLING, Canvas, Sketch
from images.lettering import CAP_HEIGHT, Face
from images.palette import FULL
from tests.images.looking import LEGIBLE, PHONE, opened


class Printed(NamedTuple):
    """A text, and how high its capitals are, in pixels, on a telephone."""

    words: str
    capital: float


def printed(draw: Callable[[], bytes], patch: pytest.MonkeyPatch, *, quickly: bool = False) -> list[Printed]:
    """Everything that is written while a picture is drawn, as if nothing had been drawn before.

    ``quickly``: what is known to have no words on it may have been drawn before.
    """
    found: list[tuple[str, float]] = []
    on_canvas, on_sign = Canvas.text, Sketch.text

    def text(
        canvas: Canvas, x: int, y: int, words: str, face: Face = "text", size: int = 22, centred: bool = False,
        ink: int = FULL,
    ) -> None:  # fmt: skip
        found.append((words, size))
        on_canvas(canvas, x, y, words, face, size, centred, ink)

    def sign(
        sketch: Sketch, x: float, y: float, words: str, size: float, face: Face = "bold", window: int | None = None
    ) -> None:
        found.append((words, size * sketch.scale / OVERSAMPLING))
        on_sign(sketch, x, y, words, size, face, window)

    forget(WITHOUT_WORDS if quickly else ())
    with patch.context() as now:
        now.setattr(Canvas, "text", text)
        now.setattr(Sketch, "text", sign)
        width = opened(draw()).width
    shown = min(1.0, PHONE / width) * CAP_HEIGHT
    return [Printed(words, round(size * shown, 2)) for words, size in found if words.strip()]


def too_low(draw: Callable[[], bytes], patch: pytest.MonkeyPatch, *, quickly: bool = True) -> list[str]:
    """What cannot be read on a picture."""
    texts = printed(draw, patch, quickly=quickly)
    return [f"{text.words}: {text.capital}" for text in texts if text.capital < LEGIBLE]


WITHOUT_WORDS = {
    f"images.{module}"
    for module in ("artwork", "lettering", "palette", "stonework", "labirynt_smierci.faces", "jaskinia.plan")
}
"""Modules that keep drawings without words (artwork has no type), and how wide words are: what takes long to make."""


def forget(save: Container[str] = ()) -> None:
    """Nothing that was drawn before is kept, save by these modules: signs are sketched anew, and so are strips."""
    for kept in _keepers(save):
        kept()


def _keepers(save: Container[str]) -> Iterator[Callable[[], None]]:
    for name, module in [*sys.modules.items()]:
        if name.startswith("images."):
            for value in vars(module).values():
                if isinstance(value, Kept):
                    yield value.clear
                elif getattr(value, "__module__", "") not in save and (clear := getattr(value, "cache_clear", None)):
                    yield clear
