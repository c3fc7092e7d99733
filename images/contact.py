"""Contact sheets: all artwork at a glance, and how a picture looks on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Final

from PIL import Image

from images.artwork import FOLDER, art, there_are
from images.canvas import Canvas
from images.lettering import shrink_to_fit

PHONE: Final = 400
"""Width at which a phone shows a picture, in pixels."""
ACROSS: Final = 6
SIDE: Final = 116
PITCH: Final = 132
TALL: Final = 146
MARGIN: Final = 8
HEADING: Final = 50
NAME: Final = 22
NAME_LEAST: Final = 12


def draw_artwork() -> Iterator[tuple[str, bytes]]:
    """Each folder of artwork as its name and a PNG, 808 pixels wide, with the name under each drawing."""
    for folder in sorted({file.parent.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.svg")}):
        yield folder.replace("/", "-"), _draw_contact_sheet(folder)


def _draw_contact_sheet(folder: str) -> bytes:
    names = there_are(folder)
    rows = -(-len(names) // ACROSS)
    canvas = Canvas(2 * MARGIN + ACROSS * PITCH, HEADING + rows * TALL + MARGIN)
    canvas.text(canvas.size[0] // 2, 36, folder, "bold-italic", 30, True)
    for number, name in enumerate(names):
        row, column = divmod(number, ACROSS)
        x, y = MARGIN + column * PITCH + PITCH // 2, HEADING + row * TALL
        canvas.stamp(art(f"{folder}/{name}", SIDE), x, y + SIDE // 2)
        words, size = shrink_to_fit(name, "text", NAME, NAME_LEAST, PITCH - 8)
        canvas.text(x, y + SIDE + 20, words, "text", size, True)
    return canvas.png()


def at_phone_width(png: bytes) -> bytes:
    """The picture 400 pixels wide, as a phone shows it; a narrower one as it is."""
    image = Image.open(BytesIO(png)).convert("RGB")
    if image.width <= PHONE:
        return png
    small = image.resize((PHONE, round(image.height * PHONE / image.width)), Image.Resampling.LANCZOS)
    written = BytesIO()
    small.save(written, "PNG")
    return written.getvalue()
