"""Ephemeral panels for settling an answer: a form, a marching order, or the choice of a seat at a real table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from discord import ButtonStyle
from msgspec import Struct
from msgspec.structs import replace

from bot.discord.prompts import components, table_words, words
from bot.discord.prompts.choices import beside_menu, controls, hides_actions, picks, usual_button
from bot.discord.prompts.open_question import Scene, draft_key, form_steps, form_values
from bot.discord.prompts.public import Shown
from bot.table.authority import in_person_seats, is_master
from bot.words.narrator import Narrator, Said
from rules.kernel import requests
from rules.kernel.answers import Value, is_waited_for, may_answer, refusal_of
from rules.kernel.errors import Refused


def for_whom(scene: Scene, id: components.CustomId, seats: Sequence[requests.Seat]) -> Shown:
    """Return a control once for each of these seats; if there are secrets, the text says who may look."""
    narrator = scene.narrator
    key = "whom.show" if scene.has_secrets else "whom.for"
    buttons = [
        components.Press(replace(id, seat=seat), narrator.plain.say(f"button.{key}", who=seat)) for seat in seats
    ]
    return Shown(narrator.say(key), components.view(buttons))


def to_choose_from(scene: Scene, user_id: int) -> tuple[requests.Seat, ...]:
    """Return the people at a real table for whom the game master may answer; none if nothing is to choose or hide."""
    now, waiting = scene.standing, scene.waiting
    if not is_master(now.record, user_id) or not (isinstance(waiting, requests.Everyone) or waiting.secret):
        return ()
    seats = tuple(seat for seat in in_person_seats(now.record) if may_answer(waiting, seat) and seat not in now.done)
    return seats if len(seats) > 1 or scene.has_secrets else ()


PER_PAGE = 4
"""Rows of a message for fields; the fifth is for paging and sending."""

Draft = dict[str, Value]


class Row(Struct, frozen=True):
    """A row of a form's page: a field, or 25 of its options from ``start``."""

    field: requests.Field
    step: str
    start: int = 0


def panel(
    scene: Scene,
    request: requests.Request,
    path: components.Path,
    seat: requests.Seat,
    draft: Draft,
    page: int = 0,
    more: Sequence[components.Press] = (),
    amiss: Refused | None = None,
) -> Shown:
    """Return one person's controls for a question, or a page (from 0) of a form; ``more``: buttons for
    other questions; ``amiss``: why a form cannot be sent yet.
    """
    only = seat if seat in in_person_seats(scene.record) else scene.seat  # one person answers for several
    scene = replace(scene, beside=scene.standing.beside.count(seat), seat=only)
    match request:
        case requests.Form():
            return _form_panel(scene, request, path, seat, draft, page, amiss)
        case requests.Formation():
            return _formation_panel(scene, request, path, seat, draft)
    offered = controls(scene, request, path, seat)
    others = isinstance(request, requests.NextAction) and not (request.idle or is_waited_for(request, seat))
    lines = [*offered.lines, *offered.notes]
    said = _others_turn_text(scene, lines) if others else _content(scene, request, lines)
    buttons = [*offered.buttons, *_back_button(scene, request, path), *more]
    return Shown(said, components.view(buttons, offered.menus, offered.below))


def _back_button(scene: Scene, request: requests.Request, path: components.Path) -> Iterator[components.Press]:
    if path and isinstance(request, requests.Choose) and hides_actions(scene.waiting):
        yield components.Press(scene.id("open"), f"◀ {scene.plain.say('button.back')}")


def _head(scene: Scene, request: requests.Request) -> str:
    asked = f"**{words.question(scene.narrator, request)}**"
    return f"{scene.narrator.seat(scene.seat)}: {asked}" if scene.seat else asked


def _others_turn_text(scene: Scene, lines: Sequence[str]) -> str:
    said = scene.narrator.say("panel.beside", names=table_words.names(scene))
    return components.fit_lines([said, *lines])


def _content(scene: Scene, request: requests.Request, lines: Sequence[str]) -> str:
    narrator = scene.narrator
    head, why = f"{_head(scene, request)}\n{words.beneath(narrator, request)}".strip(), words.reason(narrator, request)
    # What may be done costs or brings is worth more than why it is asked, which «?» tells, too.
    said = [head, *lines, why] if isinstance(request, requests.NextAction) else [head, why, *lines]
    return components.fit_lines(line for line in said if line)


# A form: a select or a button for each field, a few to a page ----------------------------------------------


def _form_panel(
    scene: Scene,
    form: requests.Form,
    path: components.Path,
    seat: requests.Seat,
    draft: Draft,
    page: int,
    amiss: Refused | None = None,
) -> Shown:
    values, leaves = form_values(scene, form, path, seat, draft), pages(form)
    page = min(page, len(leaves) - 1)
    menus = [_menu(scene, row, path, values) for row in leaves[page] if _is_menu_field(row.field)]
    typed = [
        _typed_field_button(scene, row.field, (*path, row.step), values)
        for row in leaves[page]
        if not _is_menu_field(row.field)
    ]
    buttons = [
        *typed,
        *_line_button(scene, form, path),
        *page_buttons(scene.narrator, scene.id("page", path), page, len(leaves)),
        _send_button(scene, path),
    ]
    lines = list(_form_lines(scene, form, values, leaves[page]))
    if amiss:
        lines.append(f"⚠️ {scene.narrator.say(f'refused.{amiss.reason}', **amiss.facts)}")
    return Shown(_content(scene, form, lines), components.view(buttons, menus))


def takes_line(form: requests.Form) -> bool:
    """Whether a form is long and mostly typed, so that people may type all of it in one line."""
    return len(form.fields) > PER_PAGE and any(isinstance(field.ask, requests.Text) for field in form.fields)


def _line_button(scene: Scene, form: requests.Form, path: components.Path) -> Iterator[components.Press]:
    if takes_line(form):
        yield components.Press(scene.id("type", path), scene.plain.say("button.type.form"))


def pages(form: requests.Form) -> list[list[Row]]:
    """Return the pages of a form, its fields in order; a field that fits on one page is not split."""
    leaves: list[list[Row]] = [[]]
    for field, step in zip(form.fields, form_steps(form), strict=True):
        # Discord allows 25 options in a menu.
        options = field.ask.options if isinstance(field.ask, requests.Choose | requests.ChooseSome) else ()
        rows = [Row(field, step, start) for start in range(0, max(len(options), 1), components.PER_SELECT)]
        if leaves[-1] and len(leaves[-1]) + len(rows) > PER_PAGE:
            leaves.append([])
        leaves[-1] += rows[:PER_PAGE]
        leaves += [rows[n : n + PER_PAGE] for n in range(PER_PAGE, len(rows), PER_PAGE)]
    return leaves


def page_of(form: requests.Form, step: str) -> int:
    """Return the number (from 0) of the first page with a field."""
    return next(n for n, rows in enumerate(pages(form)) if any(row.step == step for row in rows))


def _form_lines(scene: Scene, form: requests.Form, values: Mapping[str, Value], here: Sequence[Row]) -> list[str]:
    narrator, shown = scene.narrator, {row.field.name for row in here}
    lines: list[str] = []
    told = {"", words.reason(narrator, form)}
    for field in form.fields:
        if field.name not in shown and field.usual is not None and values[field.name] == field.usual:
            continue  # as it is, on another page
        said = f"{words.title(narrator, field)}: {_value(scene, field, values)}"
        lines.append(f"- **{said}**" if field.name in shown else f"- {said}")
        if field.name in shown and (why := words.reason(narrator, field.ask)) not in told:
            lines.append(why)
            told.add(why)
        if field.name in shown and isinstance(field.ask, requests.Choose | requests.ChooseSome) and len(here) == 1:
            lines += beside_menu(scene, field.ask.options)
    return lines


def _value(scene: Scene, field: requests.Field, values: Mapping[str, Value]) -> str:
    value = values[field.name]
    return "–" if value is None else words.answer_in_words(scene.narrator, field.ask, value)


def _is_menu_field(field: requests.Field) -> bool:
    return isinstance(field.ask, requests.Choose | requests.ChooseSome)


def _menu(scene: Scene, row: Row, path: components.Path, values: Mapping[str, Value]) -> components.Menu:
    value, ask = values[row.field.name], row.field.ask
    assert isinstance(ask, requests.Choose | requests.ChooseSome)
    here, parted = ask.options[row.start : row.start + components.PER_SELECT], len(ask.options) > components.PER_SELECT
    chosen = value if isinstance(value, list | tuple) else [value]
    title = words.title(scene.plain, row.field)
    # A message may not hold the same custom id twice, so each menu of a field says where it begins.
    id = scene.id(
        "some" if isinstance(ask, requests.ChooseSome) else "pick", (*path, row.step), f"@{row.start}" if parted else ""
    )
    placeholder = f"{title} {components.span(row.start, here)}" if parted else title
    return components.Menu(id, placeholder, titled_picks(title, picks(scene, here, chosen)), *_pick_bounds(ask, parted))


def _pick_bounds(ask: requests.Choose | requests.ChooseSome, parted: bool) -> tuple[int, int]:
    """Return the least and most picks in one menu; if menus share a field, the sum is checked when the
    answer is sent.
    """
    if isinstance(ask, requests.Choose):
        return 1, 1
    return 0 if parted else ask.least, ask.most


def titled_picks(title: str, choices: Sequence[components.Pick]) -> list[components.Pick]:
    """Return the choices of a menu with its title in front of the first picked one, which Discord
    shows in its place.
    """
    picked = [choice for choice in choices if choice.picked]
    if not picked:
        return list(choices)
    named = replace(picked[0], label=f"{title}: {picked[0].label}")
    return [named if choice is picked[0] else choice for choice in choices]


def _typed_field_button(
    scene: Scene, field: requests.Field, path: components.Path, values: Mapping[str, Value]
) -> components.Press:
    plain = scene.plain
    value = values[field.name]
    said = "–" if value is None else words.answer_in_words(plain, field.ask, value)
    verb = "open" if isinstance(field.ask, requests.Formation | requests.Form) else "type"
    return components.Press(scene.id(verb, path), f"{words.title(plain, field)}: {said}")


def page_buttons(narrator: Narrator, id: components.CustomId, page: int, pages: int) -> list[components.Press]:
    """Return the buttons to the previous and next page, where they exist; ``id``: the custom id of the
    paging control.
    """
    plain = narrator.plain
    back = components.Press(id.to(id.verb, str(page - 1)), f"◀ {plain.say('button.back')}")
    on = components.Press(id.to(id.verb, str(page + 1)), f"{plain.say('button.on')} ▶")
    return [back] * (page > 0) + [on] * (page < pages - 1)


def _send_button(scene: Scene, path: components.Path) -> components.Press:
    return components.Press(scene.id("send", path), scene.plain.say("button.send"), ButtonStyle.success)


# A marching order: who, then where ------------------------------------------------------------------------


def _formation_panel(
    scene: Scene, request: requests.Formation, path: components.Path, seat: requests.Seat, draft: Draft
) -> Shown:
    narrator, plain = scene.narrator, scene.plain
    ranks, who = drafted_ranks(request, path, draft), draft.get(draft_key(path, "who"))
    lines = [
        narrator.say("formation.rank", rank=n, names=_rank_names(narrator, request, rank))
        for n, rank in enumerate(ranks, 1)
    ]
    members = [
        components.Pick(components.token(member.id), plain.term(member.name), picked=member.id == who)
        for member in request.members
    ]
    menu = components.Menu(scene.id("who", path), plain.say("formation.who"), members)
    places = [
        components.Press(
            scene.id("place", path, str(n)),
            plain.say("formation.place", rank=n + 1),
            disabled=_is_rank_closed(request, ranks, who, n),
        )
        for n in range(min(len(ranks) + 1, request.deepest))
    ]
    amiss = refusal_of(request, ranks, seat)
    lines += [Said(f"-# {narrator.say(f'refused.{amiss.reason}', **amiss.facts)}")] if amiss else []
    send = replace(_send_button(scene, path), disabled=amiss is not None)
    usual = [] if refusal_of(request, scene.usual(request, seat), seat) else usual_button(scene, request, path, seat)
    return Shown(_content(scene, request, lines), components.view([*usual, *places, send], [menu]))


def _is_rank_closed(request: requests.Formation, ranks: list[list[str]], who: Value, rank: int) -> bool:
    return who is None or (rank < len(ranks) and len(ranks[rank]) >= request.widest and who not in ranks[rank])


def _rank_names(narrator: Narrator, request: requests.Formation, rank: Sequence[str]) -> Said:
    names = {member.id: member.name for member in request.members}
    return narrator.term(tuple(names[member] for member in rank)) if rank else Said("–")


def drafted_ranks(request: requests.Formation, path: components.Path, draft: Draft) -> list[list[str]]:
    """Return the formation as drafted, else the present one; members without a place come last."""
    kept = draft.get(draft_key(path, "ranks")) or request.now
    members = {member.id for member in request.members}
    ranks = [[member for member in rank if member in members] for rank in kept]
    placed = {member for rank in ranks for member in rank}
    if missing := [member.id for member in request.members if member.id not in placed]:
        ranks.append(missing)
    return [rank for rank in ranks if rank]


def move_to_rank(ranks: list[list[str]], who: str, rank: int) -> list[list[str]]:
    """Return the ranks with one member moved to the end of this rank (from 0), without empty ranks."""
    without = [[other for other in others if other != who] for others in ranks] + [[]]
    without[min(rank, len(without) - 1)].append(who)
    return [others for others in without if others]
