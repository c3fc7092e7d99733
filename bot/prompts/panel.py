"""What one person sees alone while settling an answer: a question in an action, a form, a marching order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from discord import ButtonStyle

from bot.prompts import words
from bot.prompts.choices import controls, notes, picks, usual_button
from bot.prompts.controls import CONTENT, Menu, Pick, Press, clip, view
from bot.prompts.ids import Path, token
from bot.prompts.public import Shown
from bot.prompts.scene import Scene, draft_key, filled, form_steps
from rules.kernel.answers import Value
from rules.kernel.requests import Choose, ChooseSome, Field, Form, Formation, Request, Seat

PER_PAGE = 4
"""Rows of a message that fields may take; the fifth is for turning pages and sending."""

Draft = dict[str, Value]


def panel(scene: Scene, request: Request[Any], path: Path, seat: Seat, draft: Draft, page: int = 0) -> Shown:
    """A question for one person's eyes."""
    match request:
        case Form():
            return _form(scene, request, path, seat, draft, page)
        case Formation():
            return _formation(scene, request, path, seat, draft)
    offered = controls(scene, request, path, seat)
    return Shown(_content(scene, request, offered.lines), view(offered.buttons, offered.menus))


def _content(scene: Scene, request: Request[Any], lines: Sequence[str]) -> str:
    narrator = scene.narrator
    head = [f"**{words.question(narrator, request)}**", words.reason(narrator, request)]
    return clip("\n".join(line for line in [*head, *lines] if line), CONTENT)


# A form: a select or a button for each field, a few to a page ----------------------------------------------


def _form(scene: Scene, form: Form, path: Path, seat: Seat, draft: Draft, page: int) -> Shown:
    values = filled(scene, form, path, seat, draft)
    fields = list(zip(form.fields, form_steps(form), strict=True))
    here = fields[page * PER_PAGE : (page + 1) * PER_PAGE]
    menus = [_menu(scene, field, (*path, step), values) for field, step in here if _is_menu(field)]
    typed = [_typed(scene, field, (*path, step), values) for field, step in here if not _is_menu(field)]
    buttons = [*typed, *_turning(scene, path, page, len(fields)), _send(scene, path)]
    return Shown(_content(scene, form, list(_sheet(scene, form, values, here))), view(buttons, menus))


def page_of(form: Form, step: str) -> int:
    """The page on which a field stands."""
    return form_steps(form).index(step) // PER_PAGE


def _sheet(scene: Scene, form: Form, values: Mapping[str, Value], here: Sequence[tuple[Field[Any], str]]) -> list[str]:
    narrator, shown = scene.narrator, {field.name for field, _ in here}
    lines = []
    for field in form.fields:
        said = f"{words.title(narrator, field)}: {_value(scene, field, values)}"
        lines.append(f"- **{said}**" if field.name in shown else f"- {said}")
        if field.name in shown and isinstance(field.ask, Choose | ChooseSome) and len(here) == 1:
            lines += notes(scene, field.ask.options)
    return lines


def _value(scene: Scene, field: Field[Any], values: Mapping[str, Value]) -> str:
    value = values[field.name]
    return "–" if value is None else words.described(scene.narrator, field.ask, value)


def _is_menu(field: Field[Any]) -> bool:
    return isinstance(field.ask, Choose | ChooseSome)


def _menu(scene: Scene, field: Field[Any], path: Path, values: Mapping[str, Value]) -> Menu:
    value, ask = values[field.name], field.ask
    assert isinstance(ask, Choose | ChooseSome)
    verb = "some" if isinstance(ask, ChooseSome) else "pick"
    least, most = (ask.least, ask.most) if isinstance(ask, ChooseSome) else (1, 1)
    chosen = value if isinstance(value, list | tuple) else [value]
    title = words.title(scene.narrator.plain, field)
    return Menu(scene.id(verb, path), title, _titled(title, picks(scene, ask.options, chosen)), least, most)


def _titled(title: str, choices: Sequence[Pick]) -> list[Pick]:
    """Discord hides a menu's title behind what is picked in it, so a single pick says whose it is."""
    picked = [choice for choice in choices if choice.picked]
    if len(picked) != 1:
        return list(choices)
    named = msgspec.structs.replace(picked[0], label=f"{title}: {picked[0].label}")
    return [named if choice is picked[0] else choice for choice in choices]


def _typed(scene: Scene, field: Field[Any], path: Path, values: Mapping[str, Value]) -> Press:
    plain = scene.narrator.plain
    value = values[field.name]
    said = "–" if value is None else words.described(plain, field.ask, value)
    verb = "open" if isinstance(field.ask, Formation | Form) else "type"
    return Press(scene.id(verb, path), f"{words.title(plain, field)}: {said}")


def _turning(scene: Scene, path: Path, page: int, fields: int) -> list[Press]:
    last = (fields - 1) // PER_PAGE
    if last == 0:
        return []
    plain = scene.narrator.plain
    back = Press(scene.id("page", path, str(max(page - 1, 0))), f"◀ {plain.say('button.back')}", disabled=page == 0)
    on = Press(scene.id("page", path, str(min(page + 1, last))), f"{plain.say('button.on')} ▶", disabled=page == last)
    # On the first and last page one of the two would carry the other page's id twice or its own page's.
    return [press for press in (back, on) if not press.disabled]


def _send(scene: Scene, path: Path) -> Press:
    return Press(scene.id("send", path), scene.narrator.plain.say("button.send"), ButtonStyle.success)


# A marching order: who, then where ------------------------------------------------------------------------


def _formation(scene: Scene, request: Formation, path: Path, seat: Seat, draft: Draft) -> Shown:
    narrator, plain = scene.narrator, scene.narrator.plain
    ranks, who = drafted_ranks(request, path, draft), draft.get(draft_key(path, "who"))
    lines = [
        narrator.say("formation.rank", rank=n, names=_names(narrator, request, rank)) for n, rank in enumerate(ranks, 1)
    ]
    members = [Pick(token(one.id), plain.term(one.name), picked=one.id == who) for one in request.members]
    menu = Menu(scene.id("who", path), plain.say("formation.who"), members)
    places = [
        Press(
            scene.id("place", path, str(n)),
            plain.say("formation.place", rank=n + 1),
            disabled=_closed(request, ranks, who, n),
        )
        for n in range(min(len(ranks) + 1, request.deepest))
    ]
    buttons = [*usual_button(scene, request, path, seat), *places, _send(scene, path)]
    return Shown(_content(scene, request, lines), view(buttons, [menu]))


def _closed(request: Formation, ranks: list[list[str]], who: Value, rank: int) -> bool:
    """Whether nobody is picked yet, or the rank is full."""
    return who is None or (rank < len(ranks) and len(ranks[rank]) >= request.widest and who not in ranks[rank])


def _names(narrator: Any, request: Formation, rank: Sequence[str]) -> str:
    names = {member.id: member.name for member in request.members}
    return str(narrator.term(tuple(names[one] for one in rank))) if rank else "–"


def drafted_ranks(request: Formation, path: Path, draft: Draft) -> list[list[str]]:
    """The order as drafted so far, else as they stand; whoever is in neither goes behind."""
    kept = draft.get(draft_key(path, "ranks")) or request.now
    members = {member.id for member in request.members}
    ranks = [[one for one in rank if one in members] for rank in kept]
    placed = {one for rank in ranks for one in rank}
    if missing := [member.id for member in request.members if member.id not in placed]:
        ranks.append(missing)
    return [rank for rank in ranks if rank]


def placed(ranks: list[list[str]], who: str, rank: int) -> list[list[str]]:
    """Somebody moved to the end of a rank; empty ranks close."""
    without = [[one for one in others if one != who] for others in ranks] + [[]]
    without[min(rank, len(without) - 1)].append(who)
    return [others for others in without if others]
