"""What Discord adds to a message's components: ids, left-out defaults, the addresses behind attachment://."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from bot.playground.limits import components as parts
from bot.playground.limits.components import walk
from bot.playground.limits.form import Form, Path
from bot.playground.limits.selects import SELECTS
from bot.playground.wire import JSON, ApiError
from bot.playground.world import World

# docs: components/reference; what a bot may leave out comes back filled in.
DEFAULTS: dict[int, dict[str, Any]] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    parts.CONTAINER: {"accent_color": None, "spoiler": False},
    parts.THUMBNAIL: {"description": None, "spoiler": False},
    parts.FILE: {"name": None, "size": None, "spoiler": False},
    parts.SEPARATOR: {"spacing": 1, "divider": True},
}
GALLERY_ITEM: dict[str, Any] = {"description": None, "spoiler": False}


def complete_components(components: list[JSON]) -> None:
    """Gives every component an id that is unique in its message, and the defaults of its kind."""
    taken = {part["id"] for _, part in walk(components) if part.get("id")}
    free = (number for number in itertools.count(1) if number not in taken)
    for _, part in walk(components):
        for key in [key for key, value in part.items() if value is None]:
            del part[key]
        part.update(DEFAULTS.get(part["type"], {}) | part)
        for item in part.get("items") or []:
            item.update(GALLERY_ITEM | item)
        if not part.get("id"):
            part["id"] = next(free)


def unfurl(world: World, data: JSON) -> None:
    """Points galleries, thumbnails, files and embeds at the attachments they name."""
    by_name = {item["filename"]: item for item in data["attachments"]}
    for path, media in _media(data):
        media.setdefault("id", world.snowflakes.new())
        if media["url"].startswith("attachment://"):
            found = by_name.get(file_name(media["url"].removeprefix("attachment://")))
            if found is None:
                raise unknown_attachment(path, media["url"])
            _point_at(media, found)
            media["attachment_id"] = found["id"]
        else:
            media.setdefault("proxy_url", media["url"])
    _unfurl_files(data)
    for embed in data["embeds"]:
        _unfurl_embed(embed, by_name)


def _media(data: JSON) -> Iterator[tuple[Path, JSON]]:
    for path, part in walk(data["components"]):
        for key in ("media", "file"):
            if isinstance(part.get(key), dict):
                yield (*path, key), part[key]
        for place, item in enumerate(part.get("items") or []):
            yield (*path, "items", place, "media"), item["media"]


def _unfurl_files(data: JSON) -> None:
    by_id = {item["id"]: item for item in data["attachments"]}
    for _, part in walk(data["components"]):
        about = by_id.get(part["file"].get("attachment_id")) if part["type"] == parts.FILE else None
        if about is not None:
            part.update(name=about["filename"], size=about["size"])


def _unfurl_embed(embed: JSON, by_name: dict[str, JSON]) -> None:
    """An embed that names a missing file is not refused; it only shows nothing."""
    for media in filter(None, (embed.get("image"), embed.get("thumbnail"))):
        found = by_name.get(file_name(media["url"].removeprefix("attachment://")))
        if found is not None and media["url"].startswith("attachment://"):
            _point_at(media, found)


def _point_at(media: JSON, attachment: JSON) -> None:
    media.update({key: attachment[key] for key in ("url", "proxy_url", "width", "height") if key in attachment})
    media["content_type"] = attachment["content_type"]


def file_name(name: str) -> str:
    """Discord keeps ASCII letters, digits, dot, dash and underline of a file name."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name) or "file"


def unknown_attachment(path: Path, name: str) -> ApiError:
    """The refusal of a body that names a file it does not bring."""
    form = Form()
    code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
    form.refuse(path, code, f"The referenced attachment {name} was not found.")
    return ApiError(400, 50035, "Invalid Form Body", form.errors)
