"""Buttons, selects and modals within Discord's limits, none of which discord.py keeps in memory.

A view or modal that is stopped before it is sent is never stored by discord.py, so nothing piles up and nothing times
out: presses arrive at the one router by their custom ids, before and after a restart alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import discord
import msgspec
from discord import ButtonStyle, ui

from bot.discord.prompts.ids import CustomId
from bot.words.clip import clip

T = TypeVar("T")

LABEL = 80
CHOICE = 100
TITLE = 45
CONTENT = 2000
PER_ROW = 5
ROWS = 5
PER_SELECT = 25


class Press(msgspec.Struct, frozen=True):
    """A button."""

    id: CustomId
    label: str
    style: ButtonStyle = ButtonStyle.secondary
    disabled: bool = False
    emoji: str | None = None


class Pick(msgspec.Struct, frozen=True):
    """A choice of a select: its value, words, what it costs, and whether it is picked already."""

    value: str
    label: str
    note: str = ""
    picked: bool = False


class Menu(msgspec.Struct, frozen=True):
    """A select."""

    id: CustomId
    placeholder: str
    picks: Sequence[Pick]
    least: int = 1
    most: int = 1


class Line(msgspec.Struct, frozen=True):
    """A text field of a modal."""

    label: str
    longest: int = 100
    value: str = ""
    placeholder: str = ""


def view(buttons: Sequence[Press] = (), menus: Sequence[Menu] = (), below: Sequence[Menu] = ()) -> ui.View:
    """A message's controls: menus first, a row each, then buttons, five to a row, then the menus that come below."""
    made = ui.View(timeout=None)
    pressed = min(rows_of(len(buttons)), ROWS - len(menus) - len(below))
    for row, menu in [*enumerate(menus), *enumerate(below, len(menus) + pressed)]:
        made.add_item(_select(menu, row))
    for n, press in enumerate(buttons[: pressed * PER_ROW]):
        made.add_item(_button(press, len(menus) + n // PER_ROW))
    made.stop()
    return made


def action_rows(buttons: Sequence[Press] = (), menus: Sequence[Menu] = ()) -> list[ui.ActionRow[ui.LayoutView]]:
    """The controls of a page of words and pictures: a row for each menu, then buttons, five to a row."""
    of_menus = [ui.ActionRow[ui.LayoutView](_select(menu)) for menu in menus]
    starts = range(0, len(buttons), PER_ROW)
    return [*of_menus, *(ui.ActionRow(*(_button(one) for one in buttons[n : n + PER_ROW])) for n in starts)]


def rows_of(buttons: int) -> int:
    """How many rows so many buttons take."""
    return -(-buttons // PER_ROW)


def chunks(many: Sequence[T]) -> list[tuple[int, Sequence[T]]]:
    """What goes into selects, 25 to each, with the place where each begins."""
    return [(start, many[start : start + PER_SELECT]) for start in range(0, len(many), PER_SELECT)]


def span(start: int, shown: Sequence[Any]) -> str:
    """Which of the options stand in a select: ``26–50``."""
    return f"{start + 1}–{start + len(shown)}"


def _button(press: Press, row: int | None = None) -> ui.Button[Any]:
    return ui.Button[Any](
        label=clip(press.label, LABEL),
        custom_id=str(press.id),
        style=press.style,
        disabled=press.disabled,
        emoji=press.emoji,
        row=row,
    )


def _select(menu: Menu, row: int | None = None) -> ui.Select[Any]:
    picks = menu.picks[:PER_SELECT]
    return ui.Select[Any](
        custom_id=str(menu.id),
        placeholder=clip(menu.placeholder, 150),
        min_values=min(menu.least, len(picks)),
        max_values=max(1, min(menu.most, len(picks))),
        options=[_choice(pick) for pick in picks],
        row=row,
    )


def _choice(pick: Pick) -> discord.SelectOption:
    return discord.SelectOption(
        label=clip(pick.label, CHOICE),
        value=pick.value,
        description=clip(pick.note, CHOICE) or None,
        default=pick.picked,
    )


def modal(id: CustomId, title: str, line: Line) -> ui.Modal:
    """A form with one text field."""
    made = ui.Modal(title=clip(title, TITLE), custom_id=str(id), timeout=None)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="answer",
        style=discord.TextStyle.short if line.longest <= 200 else discord.TextStyle.paragraph,
        max_length=min(line.longest, 4000),
        default=clip(line.value, min(line.longest, 4000)) or None,
        placeholder=clip(line.placeholder, 100) or None,
    )
    made.add_item(ui.Label(text=clip(line.label, TITLE), component=field))
    made.stop()
    return made
