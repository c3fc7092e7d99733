"""Pictures from outside, checked before they are decoded, and written anew."""

from __future__ import annotations

from io import BytesIO

MOST_PIXELS = 2000
"""The most pixels of a side."""


def redrawn(data: bytes) -> bytes:
    """Return a PNG or JPEG picture as WebP with nothing left but its pixels; raises an error for any other file."""
    from PIL import Image, ImageOps

    picture = Image.open(BytesIO(data), formats=("PNG", "JPEG"))  # reads the header alone
    if max(picture.size) > MOST_PIXELS or (picture.format == "PNG" and getattr(picture, "is_animated", False)):
        raise ValueError("too large, or it moves")
    upright, made = ImageOps.exif_transpose(picture).convert("RGBA"), BytesIO()
    upright.info.clear()
    upright.save(made, "WEBP", exif=b"")
    return made.getvalue()
