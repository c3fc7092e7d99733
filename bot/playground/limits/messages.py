"""Messages: content, embeds, attachments, mentions, flags (docs: resources/message)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.playground.limits import fields, numbers
from bot.playground.limits.components import check_components
from bot.playground.limits.form import Form, Path
from bot.playground.wire import JSON, too_large

EPHEMERAL, LOADING, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 15
PINNED_MESSAGE, THREAD_CREATED = SYSTEM_MESSAGES = (6, 18)


def check_message(body: JSON, *, flags: int) -> None:
    """`flags` are those the message will have, its present ones included."""
    fields.check_shape(fields.MESSAGE, body)
    form = Form()
    form.text(("content",), body.get("content"), numbers.CONTENT)
    form.text(("nonce",), _as_text(body.get("nonce")), numbers.NONCE)
    _check_embeds(form, body.get("embeds"))
    _check_attachments(form, body.get("attachments"))
    _check_allowed_mentions(form, body.get("allowed_mentions"))
    v2 = bool(flags & COMPONENTS_V2)
    if v2:
        _check_no_legacy(form, body)
    if body.get("components") is not None:
        check_components(form, body["components"], v2=v2)
    form.finish()


def _as_text(nonce: Any) -> Any:
    return str(nonce) if isinstance(nonce, int) else nonce


def _check_no_legacy(form: Form, body: JSON) -> None:
    for key in ("content", "embeds", "sticker_ids", "poll"):
        if body.get(key):
            message = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.refuse((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _check_embeds(form: Form, embeds: Any) -> None:
    if embeds is None:
        return
    parts = [part for part in form.count(("embeds",), embeds, numbers.EMBEDS) if isinstance(part, dict)]
    for place, embed in enumerate(parts):
        _check_embed(form, ("embeds", place), embed)
    if sum(map(embed_length, parts)) > numbers.EMBED_TOTAL:
        message = f"Embed size exceeds maximum size of {numbers.EMBED_TOTAL}"
        form.refuse(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(form: Form, path: Path, embed: JSON) -> None:
    form.texts(path, embed, numbers.EMBED_TEXTS)
    for part, table in numbers.EMBED_PARTS.items():
        if embed.get(part):
            form.texts((*path, part), embed[part], table, frozenset({next(iter(table))}))
    inside = (*path, "fields")
    for place, field in enumerate(form.count(inside, embed.get("fields") or [], numbers.EMBED_FIELDS)):
        form.texts((*inside, place), field, numbers.EMBED_FIELD, frozenset(numbers.EMBED_FIELD))
    form.number((*path, "color"), embed.get("color"), (0, 0xFFFFFF))
    for part in ("image", "thumbnail"):
        _check_embed_url(form, (*path, part, "url"), (embed.get(part) or {}).get("url"))


def _check_embed_url(form: Form, path: Path, url: Any) -> None:
    if isinstance(url, str) and url and not url.startswith(("http://", "https://", "attachment://")):
        message = "Scheme must be one of ('http', 'https', 'attachment')."
        form.refuse(path, "URL_TYPE_INVALID_SCHEME", message)


def embed_length(embed: JSON) -> int:
    """The characters that count towards the 6000 of all embeds together."""
    words = [embed.get("title"), embed.get("description")]
    words += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or []:
        words += [field.get("name"), field.get("value")]
    return sum(len(word.strip()) for word in words if isinstance(word, str))


def _check_attachments(form: Form, attachments: Any) -> None:
    if attachments is None:
        return
    listed = form.count(("attachments",), attachments, numbers.ATTACHMENTS)
    for place, item in enumerate(listed):
        form.text(("attachments", place, "description"), item.get("description"), numbers.ALT_TEXT)
    ids = [str(item.get("id")) for item in listed]
    form.unique(("attachments",), ids, "ATTACHMENT_ID_DUPLICATED", "Attachment id cannot be duplicated")


def check_files(files: Mapping[str, tuple[str, bytes, str]]) -> None:
    """Uploaded files: ten at most, each within the guild's limit, the request within Discord's."""
    form = Form()
    if len(files) > numbers.ATTACHMENTS[1]:
        form.bad_length(("attachments",), numbers.ATTACHMENTS)
    form.finish()
    sizes = [len(content) for _, content, _ in files.values()]
    if sum(sizes) > numbers.REQUEST_BYTES or any(size > numbers.FILE_BYTES for size in sizes):
        raise too_large()


def _check_allowed_mentions(form: Form, allowed: Any) -> None:
    if not allowed:
        return
    for kind in ("users", "roles"):
        listed = form.set_of(("allowed_mentions", kind), allowed.get(kind) or [], numbers.ALLOWED_MENTIONS)
        if listed and kind in (allowed.get("parse") or []):
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.refuse(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    parse = form.set_of(("allowed_mentions", "parse"), allowed.get("parse") or [], numbers.ALLOWED_MENTIONS)
    for place, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            form.bad_choice(("allowed_mentions", "parse", place), "'users', 'roles', 'everyone'")


def check_choices(choices: Any) -> None:
    """The answer to an autocomplete (docs: interactions/receiving-and-responding#autocomplete)."""
    fields.check_shape(fields.COMPLETION, choices, ("choices",))
    form = Form()
    for place, choice in enumerate(form.count(("choices",), choices, numbers.CHOICES)):
        form.text(("choices", place, "name"), choice.get("name"), numbers.CHOICE_NAME, required=True)
        for locale, name in (choice.get("name_localizations") or {}).items():
            form.text(("choices", place, "name_localizations", locale), name, numbers.CHOICE_NAME, required=True)
        if isinstance(choice.get("value"), str):
            form.text(("choices", place, "value"), choice["value"], numbers.CHOICE_TEXT)
    form.finish()


def check_thread(body: JSON) -> None:
    """Raises `ApiError` 50035 if Discord would refuse this thread (docs: …#start-thread-from-message)."""
    fields.check_shape(fields.THREAD, body)
    form = Form()
    form.text(("name",), body.get("name"), numbers.CHANNEL_NAME, required=True)
    if body.get("auto_archive_duration") not in (None, 60, 1440, 4320, 10080):
        form.bad_choice(("auto_archive_duration",), "60, 1440, 4320, 10080")
    if body.get("type") not in (None, 10, 11, 12):
        form.bad_choice(("type",), "10, 11, 12")
    form.finish()
