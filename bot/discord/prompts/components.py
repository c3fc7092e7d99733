"""Message components within Discord's limits: custom ids, buttons, selects, modals, uploads and pings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from io import BytesIO
from typing import Any, TypeVar

import discord
from discord import AllowedMentions, ButtonStyle, File, MediaGalleryItem, ui
from discord.ui import ActionRow, Button, LayoutView, MediaGallery, Modal, TextDisplay, TextInput, View
from msgspec import Struct

from bot.games.face import Picture
from bot.table.records import Address
from bot.words.narrator import Said, clip
from rules.kernel.requests import Seat

VERSION = "v1"
WHY = "why"
"""The verb of the button that explains the question; in plain content its option is the mark of the last story."""
VOTE = "vote"
"""The verb of the buttons that propose something to the table, or vote on it."""
LONGEST = 100
_NUMBER = re.compile(r"[0-9]{1,9}")
_STEP = re.compile(r"([0-9]{1,9})(?:\+([1-9][0-9]{0,3}))?(?:@(s[1-9]))?")
_SHORT = re.compile(r"@?[\w.+-]{1,20}", re.ASCII)

Path = tuple[str, ...]
"""A place inside a request: steps ``a<action>`` and ``f<field>``."""


class CustomId(Struct, frozen=True):
    """The custom id ``v1:<verb>:<game>:<epoch>:<stage>:<step>:<path>:<option>``.

    ``beside``: in an ephemeral message, the number of secret free actions that its reader had taken at this question;
    written after the step, ``5+2``. ``seat``: the panel's seat if its reader answers for several, ``5@s3``; else ''.
    """

    verb: str
    game: str
    address: Address
    path: Path = ()
    option: str = ""
    beside: int = 0
    seat: Seat = ""

    def __str__(self) -> str:
        at = self.address
        place, step = "/".join(self.path), f"{at.step}+{self.beside}" if self.beside else f"{at.step}"
        step = f"{step}@{self.seat}" if self.seat else step
        return f"{VERSION}:{self.verb}:{self.game}:{at.epoch}:{at.stage}:{step}:{place}:{self.option}"

    def to(self, verb: str, option: str = "", step: str = "") -> CustomId:
        """Return the custom id of another control for the same question; ``step`` extends its path."""
        path = (*self.path, step) if step else self.path
        return CustomId(verb, self.game, self.address, path, option, self.beside, self.seat)


def read(text: str) -> CustomId | None:
    """Parse a custom id; None if it is foreign or of another version."""
    match text.split(":"):
        case [version, verb, game, epoch, stage, step, place, option] if version == VERSION:
            at = _STEP.fullmatch(step)
            if not at or not all(_NUMBER.fullmatch(number) for number in (epoch, stage)):
                return None
            address = Address(int(epoch), int(stage), int(at[1]))
            path = tuple(place.split("/")) if place else ()
            return CustomId(verb, game, address, path, option, int(at[2] or 0), at[3] or "")
    return None


def token(name: str) -> str:
    """Return an option's id for use in a custom id; a long or unusual id becomes a digest."""
    return name if _SHORT.fullmatch(name) else "~" + blake2b(name.encode(), digest_size=6).hexdigest()


def find_token(tokens_of: Iterable[str], wanted: str) -> str | None:
    """Return the id that a token stands for, or None."""
    return next((name for name in tokens_of if token(name) == wanted), None)


T = TypeVar("T")

LABEL = 80
SEEN = 34
"""Characters of a button's label that every phone shows."""
CHOICE = 100
TITLE = 45
CONTENT = 2000
PER_ROW = 5
ROWS = 5
PER_SELECT = 25


class Pick(Struct, frozen=True):
    """A choice of a select: its value, label, costs, and whether it is picked already."""

    value: str
    label: str
    note: str = ""
    picked: bool = False


class Press(Struct, frozen=True):
    """A button.

    ``small``: its label in a layout; '' for the same label. ``text``: odds, price or stakes that a layout shows beside
    it, in one or two lines; '' if none. ``entry``: its menu entry when a layout has no room for the button; None: it
    stays a button.
    """

    id: CustomId
    label: str
    style: ButtonStyle = ButtonStyle.secondary
    disabled: bool = False
    emoji: str | None = None
    small: str = ""
    text: str = ""
    entry: Pick | None = None


class Menu(Struct, frozen=True):
    """A select."""

    id: CustomId
    placeholder: str
    picks: Sequence[Pick]
    least: int = 1
    most: int = 1


class Line(Struct, frozen=True):
    """A text field of a modal."""

    label: str
    longest: int = 100
    value: str = ""
    placeholder: str = ""


def view(buttons: Sequence[Press] = (), menus: Sequence[Menu] = (), below: Sequence[Menu] = ()) -> View:
    """Return a message's controls: menus, one to a row, then buttons, five to a row, then the menus ``below``."""
    return view_of_rows(in_fives(buttons), menus, below)


def view_of_rows(rows: Sequence[Sequence[Press]], menus: Sequence[Menu], below: Sequence[Menu]) -> View:
    """Return a message's controls as ``view`` does, with these rows of buttons, as far as there is room."""
    made = View(timeout=None)
    pressed = rows[: ROWS - len(menus) - len(below)]
    for row, menu in [*enumerate(menus), *enumerate(below, len(menus) + len(pressed))]:
        made.add_item(make_select(menu, row))
    for row, presses in enumerate(pressed, len(menus)):
        for press in presses:
            made.add_item(make_button(press, row))
    made.stop()
    return made


def action_rows(buttons: Sequence[Press] = (), menus: Sequence[Menu] = ()) -> list[ActionRow[LayoutView]]:
    """Return the controls of a layout: a row for each menu, then buttons, five to a row."""
    of_menus = [ActionRow[LayoutView](make_select(menu)) for menu in menus]
    return [*of_menus, *(ActionRow(*map(make_button, row)) for row in in_fives(buttons))]


def in_fives(buttons: Sequence[Press]) -> list[Sequence[Press]]:
    """Return buttons in rows as long as Discord allows."""
    return [buttons[start : start + PER_ROW] for start in range(0, len(buttons), PER_ROW)]


def chunks(many: Sequence[T]) -> list[tuple[int, Sequence[T]]]:
    """Split options into selects of 25, each with its start index."""
    return [(start, many[start : start + PER_SELECT]) for start in range(0, len(many), PER_SELECT)]


def span(start: int, shown: Sequence[Any]) -> str:
    """Return the range of options in a select, such as ``26–50``."""
    return f"{start + 1}–{start + len(shown)}"


def make_button(press: Press, row: int | None = None) -> Button[Any]:
    """Return the discord.py button; ``row``: its row in plain content."""
    return Button[Any](
        label=clip(press.label, LABEL) or None,
        custom_id=str(press.id),
        style=press.style,
        disabled=press.disabled,
        emoji=press.emoji,
        row=row,
    )


def make_select(menu: Menu, row: int | None = None) -> ui.Select[Any]:
    """Return the discord.py select; ``row``: its row in plain content."""
    picks = menu.picks[:PER_SELECT]
    return ui.Select[Any](
        custom_id=str(menu.id),
        placeholder=clip(menu.placeholder, 150),
        min_values=min(menu.least, len(picks)),
        max_values=max(1, min(menu.most, len(picks))),
        options=[_make_option(pick) for pick in picks],
        row=row,
    )


def _make_option(pick: Pick) -> discord.SelectOption:
    return discord.SelectOption(
        label=clip(pick.label, CHOICE),
        value=pick.value,
        description=clip(pick.note.replace("**", ""), CHOICE) or None,  # a menu shows no bold
        default=pick.picked,
    )


def modal(id: CustomId, title: str, line: Line) -> Modal:
    """Return a modal with one text field."""
    made = Modal(title=clip(title, TITLE), custom_id=str(id), timeout=None)
    field: TextInput[Modal] = TextInput(
        custom_id="answer",
        style=discord.TextStyle.short if line.longest <= 200 else discord.TextStyle.paragraph,
        max_length=min(line.longest, 4000),
        default=clip(line.value, min(line.longest, 4000)) or None,
        placeholder=clip(line.placeholder, 100) or None,
    )
    made.add_item(ui.Label(text=clip(line.label, TITLE), component=field))
    made.stop()
    return made


ALT = 1024
"""Maximum characters of an attachment's description (Discord: resources/message#attachment-object)."""


def file_of(picture: Picture) -> File:
    """Return a picture as an upload with its alt text."""
    return File(BytesIO(picture.data), picture.name, description=picture.alt[:ALT])


def page(*parts: str | Picture, mark: int | None = None) -> tuple[LayoutView, list[File]]:
    """Return a layout of texts and full-width pictures, and the files to upload.

    ``mark``: the component id by which the text is recognised (31 bits; Discord: components/reference).
    """
    layout, files = LayoutView(timeout=None), []
    for part in parts:
        if isinstance(part, Picture):
            files.append(file_of(part))
            layout.add_item(MediaGallery(MediaGalleryItem(files[-1], description=part.alt[:ALT])))
        else:
            layout.add_item(TextDisplay(part, id=mark))
    return layout, files


def pinging(users: Iterable[int] = ()) -> AllowedMentions:
    """Allow pings of these people only, each once, because Discord refuses duplicates.

    Discord: resources/message#allowed-mentions-object.
    """
    named = [discord.Object(user) for user in dict.fromkeys(users)]
    return AllowedMentions(everyone=False, roles=False, replied_user=False, users=named)


def mention_user(user_id: int | str) -> Said:
    """Return a mention of this person."""
    return Said(f"<@{user_id}>")


def fit_lines(lines: Iterable[str], room: int = CONTENT) -> str:
    """Return these lines as one text, cut to this many characters."""
    return clip("\n".join(lines), room)
