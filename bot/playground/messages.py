"""Creates and edits messages from request bodies (docs: resources/message)."""

from __future__ import annotations

import itertools
import mimetypes
import re
from collections.abc import Iterator
from typing import Any

from bot.playground import wire
from bot.playground.core import Core
from bot.playground.discord_rules import Files
from bot.playground.wire import (
    COMPONENTS_V2,
    EPHEMERAL,
    JSON,
    LOADING,
    SELECTS,
    TEXT,
    ApiError,
    Path,
    copy,
    empty_message,
    walk,
)
from bot.playground.world import Posted, World

# docs: components/reference; what a bot may leave out comes back filled in.
DEFAULTS: dict[int, dict[str, Any]] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    wire.CONTAINER: {"accent_color": None, "spoiler": False},
    wire.THUMBNAIL: {"description": None, "spoiler": False},
    wire.FILE: {"name": None, "size": None, "spoiler": False},
    wire.SEPARATOR: {"spacing": 1, "divider": True},
}
GALLERY_ITEM: dict[str, Any] = {"description": None, "spoiler": False}


def complete_components(components: list[JSON]) -> None:
    """Give every component a unique id within its message, and the defaults of its kind."""
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
    """Replace attachment names in galleries, thumbnails, files and embeds by the attachments' data."""
    by_name = {item["filename"]: item for item in data["attachments"]}
    for path, media in _media_parts(data):
        media.setdefault("id", world.snowflakes.new())
        if media["url"].startswith("attachment://"):
            found = by_name.get(file_name(media["url"].removeprefix("attachment://")))
            if found is None:
                raise unknown_attachment(path, media["url"])
            _copy_attachment_fields(media, found)
            media["attachment_id"] = found["id"]
        else:
            media.setdefault("proxy_url", media["url"])
    _unfurl_files(data)
    for embed in data["embeds"]:
        _unfurl_embed(embed, by_name)


def _media_parts(data: JSON) -> Iterator[tuple[Path, JSON]]:
    for path, part in walk(data["components"]):
        for key in ("media", "file"):
            if isinstance(part.get(key), dict):
                yield (*path, key), part[key]
        for place, item in enumerate(part.get("items") or []):
            yield (*path, "items", place, "media"), item["media"]


def _unfurl_files(data: JSON) -> None:
    by_id = {item["id"]: item for item in data["attachments"]}
    for _, part in walk(data["components"]):
        about = by_id.get(part["file"].get("attachment_id")) if part["type"] == wire.FILE else None
        if about is not None:
            part.update(name=about["filename"], size=about["size"])


def _unfurl_embed(embed: JSON, by_name: dict[str, JSON]) -> None:
    """Resolve an embed's attachments; Discord accepts a missing file here and shows nothing."""
    for media in filter(None, (embed.get("image"), embed.get("thumbnail"))):
        found = by_name.get(file_name(media["url"].removeprefix("attachment://")))
        if found is not None and media["url"].startswith("attachment://"):
            _copy_attachment_fields(media, found)


def _copy_attachment_fields(media: JSON, attachment: JSON) -> None:
    media.update({key: attachment[key] for key in ("url", "proxy_url", "width", "height") if key in attachment})
    media["content_type"] = attachment["content_type"]


def file_name(name: str) -> str:
    """Return the file name as Discord stores it: only ASCII letters, digits, dots, dashes and underscores."""
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name) or "file"


def unknown_attachment(path: Path, name: str) -> ApiError:
    """Return the error for a body that names a missing file."""
    code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
    return wire.invalid_form(path, code, f"The referenced attachment {name} was not found.")


SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS = 1 << 2, 1 << 12
REVOCABLE_FLAGS = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS
SETTABLE_FLAGS = REVOCABLE_FLAGS | COMPONENTS_V2
MENTION = re.compile(r"<@!?(\d+)>")


def compose(
    core: Core,
    channel_id: str,
    body: JSON,
    files: Files,
    *,
    author: JSON | None = None,
    only_for: str | None = None,
    **extra: Any,
) -> Posted:
    """Check and store a new message of the bot (or of `author`); `only_for` makes it ephemeral."""
    world = core.world
    flags = (body.get("flags") or 0) & SETTABLE_FLAGS | (EPHEMERAL if only_for else 0)
    core.rules.check_message(body, files, flags=flags)
    data = _new_message(world, channel_id, author or world.bot, flags)
    data.update(extra)
    _fill_message(world, data, body, files)
    posted = Posted(data, only_for)
    world.keep_message(posted)
    return posted


def waiting(world: World, channel_id: str, *, only_for: str | None, **extra: Any) -> Posted:
    """Store and return the "thinking…" message of a deferred answer."""
    data = _new_message(world, channel_id, world.bot, LOADING | (EPHEMERAL if only_for else 0))
    posted = Posted({**data, **extra}, only_for)
    world.keep_message(posted)
    return posted


def system_message(world: World, channel_id: str, kind: int, about: JSON, content: str = "") -> Posted:
    """Store Discord's own message about an action of the bot (docs: resources/message#message-object-message-types)."""
    reference = {"type": 0, "guild_id": world.channels[channel_id].get("guild_id"), **about}
    named = {key: value for key, value in reference.items() if value is not None}
    posted = Posted({**_new_message(world, channel_id, world.bot, 0), "type": kind, "content": content})
    posted.data["message_reference"] = named
    world.keep_message(posted)
    return posted


def revise(core: Core, posted: Posted, body: JSON, files: Files) -> Posted:
    """Edit a message; fields that the body does not name stay.

    Flags that a bot cannot set (has a thread, ephemeral) stay, and Components V2 can be switched on but never off
    (docs: components/reference#component-object-component-types).
    """
    world, data = core.world, copy(posted.data)
    was_loading = bool(data["flags"] & LOADING)
    flags = data["flags"]
    if "flags" in body:
        flags = (body["flags"] or 0) & SETTABLE_FLAGS | flags & ~REVOCABLE_FLAGS
    merged = {"content": data["content"], "embeds": data["embeds"], **body}
    core.rules.check_message(merged, files, flags=flags & ~LOADING)
    data["flags"] = flags & ~LOADING
    _fill_message(world, data, body, files)
    data["edited_timestamp"] = None if was_loading else world.clock.stamp()
    posted.data.clear()
    posted.data.update(data)
    world.keep_message(posted)
    return posted


def _new_message(world: World, channel_id: str, author: JSON, flags: int) -> JSON:
    return {
        "id": world.snowflakes.new(), "channel_id": channel_id, "author": author, "content": "",
        "timestamp": world.clock.stamp(), "edited_timestamp": None, "tts": False, "mention_everyone": False,
        "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "components": [], "pinned": False,
        "type": 0, "flags": flags,
    }  # fmt: skip


def _fill_message(world: World, data: JSON, body: JSON, files: Files) -> None:
    for key, nothing in (("content", ""), ("embeds", []), ("components", [])):
        if key in body:
            data[key] = nothing if body[key] is None else body[key]
    data["content"] = data["content"].strip()
    for key in ("nonce", "tts"):
        if body.get(key) is not None:
            data[key] = body[key]
    _refuse_empty(data, body, files)
    _attach_files(world, data, body, files)
    complete_components(data["components"])
    unfurl(world, data)
    _note_mentions(world, data, body)


def _refuse_empty(data: JSON, body: JSON, files: Files) -> None:
    attachments = body["attachments"] if body.get("attachments") is not None else data["attachments"]
    shown = data["components"] if data["flags"] & COMPONENTS_V2 else []
    if not (data["content"] or data["embeds"] or attachments or files or shown):
        raise empty_message()


# -- attachments ------------------------------------------------------------


def _attach_files(world: World, data: JSON, body: JSON, files: Files) -> None:
    """Set the attachments: the kept and the new ones. An uploaded file that the body does not list is added, too."""
    kept = {item["id"]: item for item in data["attachments"]}
    listed = body.get("attachments")
    if listed is None:
        listed = [*({"id": known} for known in kept), *({"id": number} for number in files)]
    named = {str(item.get("id")) for item in listed}
    listed = [*listed, *({"id": number} for number in files if number not in named)]
    data["attachments"] = [_attachment(world, data, item, kept, files) for item in listed]


def _attachment(world: World, data: JSON, item: JSON, kept: dict[str, JSON], files: Files) -> JSON:
    key = str(item.get("id"))
    if key in files:
        name, content, content_type = files[key]
        about = world.keep_file(file_name(item.get("filename") or name), content, content_type, data["channel_id"])
    elif key in kept:
        about = kept[key]
    else:
        raise unknown_attachment(("attachments",), key)
    if item.get("description") is not None:
        about = {**about, "description": item["description"]}
    return about


def content_type_of(name: str, told: str | None) -> str:
    """Return a file's media type: the sender's type unless it is the generic one, otherwise a guess from the name."""
    if told and told != "application/octet-stream":
        return told
    return mimetypes.guess_type(name)[0] or "application/octet-stream"


# -- mentions ------------------------------------------------------------------


def _note_mentions(world: World, data: JSON, body: JSON) -> None:
    texts = [data["content"], *(part["content"] for _, part in walk(data["components"]) if part.get("type") == TEXT)]
    allowed = body.get("allowed_mentions")
    named = [user_id for text in texts for user_id in MENTION.findall(text)]
    pinged = [
        user_id for user_id in dict.fromkeys(named) if user_id in world.people and _is_mention_allowed(allowed, user_id)
    ]
    data["mentions"] = [world.user(user_id) for user_id in pinged]
    data["mention_everyone"] = _pings_everyone(world, data, texts, allowed)


def _is_mention_allowed(allowed: JSON | None, user_id: str) -> bool:
    """Whether this user is pinged; without this object all are (docs: resources/message#allowed-mentions-object)."""
    if allowed is None:
        return True
    return "users" in (allowed.get("parse") or []) or user_id in map(str, allowed.get("users") or [])


def _pings_everyone(world: World, data: JSON, texts: list[str], allowed: JSON | None) -> bool:
    if not any("@everyone" in text or "@here" in text for text in texts):
        return False
    if allowed is not None and "everyone" not in (allowed.get("parse") or []):
        return False
    rights = world.rights(data["author"]["id"], world.channels[data["channel_id"]])
    return wire.may(rights, "mention_everyone")
