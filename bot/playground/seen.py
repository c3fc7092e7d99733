"""The view of a person: messages with buttons and selects, modals, and the outcomes of actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from bot.playground import wire
from bot.playground.wire import EPHEMERAL, JSON, LOADING, SELECTS, SYSTEM_MESSAGES, walk

Kind = Literal["message", "ephemeral", "modal", "update", "thinking", "failed", "nothing"]


class Refused(Exception):
    """Discord's client would not allow this action; the text says why.

    The page has the template in its languages: `page/words-*.json`.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template, self.values = template, values

    def to_json(self) -> JSON:
        """Return what the page says in its language, and the text in English."""
        return {"error": str(self), "template": self.template, "values": self.values}


class Unknown(Refused):
    """The name or id is unknown."""


@dataclass(frozen=True)
class Choice:
    """One suggestion of an autocomplete."""

    name: str
    value: str | int | float


@dataclass(frozen=True)
class Button:
    """One button of a message; a link button has `url` and no `custom_id`."""

    label: str
    custom_id: str
    disabled: bool
    url: str | None
    style: int
    emoji: str

    @staticmethod
    def of(part: JSON) -> Button:
        """Return the button for this component (docs: components/reference#button)."""
        emoji = (part.get("emoji") or {}).get("name") or ""
        disabled = bool(part.get("disabled"))
        return Button(
            part.get("label") or "", part.get("custom_id", ""), disabled, part.get("url"), part["style"], emoji
        )


@dataclass(frozen=True)
class Select:
    """One select menu of a message; `kind` is its component type, `options` is empty unless it lists its own."""

    custom_id: str
    kind: int
    options: list[JSON]
    placeholder: str
    min_values: int
    max_values: int
    disabled: bool

    @staticmethod
    def of(part: JSON) -> Select:
        """Return the select menu for this component (docs: components/reference#string-select and others)."""
        least, most = part.get("min_values"), part.get("max_values")
        return Select(
            part["custom_id"], part["type"], part.get("options") or [], part.get("placeholder") or "",
            1 if least is None else least, 1 if most is None else most, bool(part.get("disabled")),
        )  # fmt: skip


@dataclass(frozen=True)
class Message:
    """A message; `data` is its JSON from Discord."""

    data: JSON

    @property
    def id(self) -> str:
        """The message's snowflake as text."""
        return str(self.data["id"])

    @property
    def channel_id(self) -> str:
        """The channel's snowflake as text."""
        return str(self.data["channel_id"])

    @property
    def author(self) -> str:
        """The author's display name."""
        author = self.data["author"]
        return str(author["global_name"] or author["username"])

    @property
    def content(self) -> str:
        """The plain text, without embeds and text displays."""
        return str(self.data["content"])

    @property
    def ephemeral(self) -> bool:
        """Whether only one person sees the message."""
        return bool(self.data["flags"] & EPHEMERAL)

    @property
    def deferred(self) -> bool:
        """Whether the message still shows "thinking…"."""
        return bool(self.data["flags"] & LOADING)

    @property
    def system(self) -> bool:
        """Whether this is a system message, about a pin or a new thread."""
        return self.data["type"] in SYSTEM_MESSAGES

    @property
    def mentions(self) -> list[str]:
        """The ids of the users that the message pings."""
        return [user["id"] for user in self.data["mentions"]]

    @property
    def attachments(self) -> list[JSON]:
        """The files as attachment objects (docs: resources/message#attachment-object)."""
        return list(self.data["attachments"])

    @property
    def text(self) -> str:
        """The complete text: content, embeds and text displays."""
        words = [self.content]
        for embed in self.data["embeds"]:
            words += _embed_words(embed)
        words += [part["content"] for part in self.parts(wire.TEXT)]
        return "\n".join(word for word in words if word)

    @property
    def buttons(self) -> list[Button]:
        """All buttons from top to bottom, disabled ones included."""
        return [Button.of(part) for part in self.parts(wire.BUTTON)]

    @property
    def selects(self) -> list[Select]:
        """All select menus from top to bottom, disabled ones included."""
        return [Select.of(part) for part in self.parts(*SELECTS)]

    def beside(self, custom_id: str) -> str:
        """Return the text beside a button in a section; '' for a button in a row."""
        for section in self.parts(wire.SECTION):
            if section["accessory"].get("custom_id") == custom_id:
                return "\n".join(part["content"] for part in section["components"])
        return ""

    def parts(self, *kinds: int) -> list[JSON]:
        """Return the components of these types at any depth, as JSON."""
        return [part for _, part in walk(self.data["components"]) if part.get("type") in kinds]


def _embed_words(embed: JSON) -> list[str]:
    words = [(embed.get("author") or {}).get("name"), embed.get("title"), embed.get("description")]
    for entry in embed.get("fields") or []:
        words += [entry.get("name"), entry.get("value")]
    words.append((embed.get("footer") or {}).get("text"))
    return [word for word in words if word]


@dataclass(frozen=True)
class Field:
    """One input of a modal; `value` is its initial value."""

    custom_id: str
    kind: int
    label: str
    required: bool
    options: list[JSON]
    value: Any
    data: JSON


@dataclass(frozen=True)
class Modal:
    """A modal that a person sees; `interaction_id` is needed to submit it."""

    data: JSON
    interaction_id: str

    @property
    def title(self) -> str:
        """The title of the modal."""
        return str(self.data["title"])

    @property
    def custom_id(self) -> str:
        """The modal's id, set by the bot."""
        return str(self.data["custom_id"])

    @property
    def fields(self) -> list[Field]:
        """All inputs from top to bottom."""
        return [found for top in self.data["components"] for found in _fields(top)]

    @property
    def text(self) -> str:
        """The complete text: title, labels, descriptions, texts and placeholders."""
        words = [self.title]
        for _, part in walk(self.data["components"]):
            words += [part.get(key) or "" for key in ("label", "description", "content", "placeholder")]
        return "\n".join(word for word in words if word)


def _fields(top: JSON) -> list[Field]:
    inner = [top["component"]] if "component" in top else top.get("components") or []
    return [_field(part, top.get("label") or part.get("label") or "") for part in inner]


def _field(part: JSON, label: str) -> Field:
    options = part.get("options") or []
    value: Any = part.get("value") or ""
    if part["type"] == wire.CHECKBOX:
        value = bool(part.get("default"))
    elif part["type"] == wire.RADIO_GROUP:
        value = next((option["value"] for option in options if option.get("default")), None)
    elif part["type"] != wire.TEXT_INPUT:
        value = [option["value"] for option in options if option.get("default")]
        value += [default["id"] for default in part.get("default_values") or []]
    required = part["type"] != wire.CHECKBOX and part.get("required") is not False
    return Field(part["custom_id"], part["type"], label, required, options, value, part)


@dataclass(frozen=True)
class Outcome:
    """The result of an action as the person sees it."""

    kind: Kind
    interaction_id: str
    message: Message | None = None
    modal: Modal | None = None
    followups: list[Message] = field(default_factory=list)
    failure: str = ""

    @property
    def text(self) -> str:
        """The complete text of the message or modal; after a failure the sentence that the person reads."""
        shown = self.modal or self.message
        return self.failure or (shown.text if shown else "")

    def to_json(self) -> JSON:
        """Return the outcome as JSON for the page's HTTP API; the package's docstring shows its form."""
        return {
            "kind": self.kind,
            "text": self.text,
            "interaction_id": self.interaction_id,
            "message": self.message.data if self.message else None,
            "modal": {**self.modal.data, "interaction_id": self.modal.interaction_id} if self.modal else None,
            "followups": [message.data for message in self.followups],
        }
