"""The game master's screen: the question, the party, what stands before it, the last dice, notes and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import discord
import msgspec
from discord import ButtonStyle, ui
from msgspec.structs import replace

from bot.acts.game_master import own_notes
from bot.acts.rulings import must_master
from bot.acts.undo_points import dice_of
from bot.discord.commands import gm_prepare, gm_rulings, registering
from bot.discord.commands.finding import own_scene
from bot.discord.commands.gm_now import NOW_VERB as RULINGS
from bot.discord.commands.gm_now import OPEN
from bot.discord.commands.lookup import library_of
from bot.discord.commands.secret_news import is_screen_shared
from bot.discord.commands.service import TableService
from bot.discord.commands.status import question_in_words
from bot.discord.ladder import Form
from bot.discord.prompts import components, story, table_words
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import answers_line
from bot.discord.prompts.reply import Reply
from bot.executors import run_replay
from bot.games.face import Picture
from bot.lookup.asking import look_up
from bot.lookup.tables import Table, tables_of, title_of
from bot.session.history import is_roll
from bot.store import Store
from bot.store.units import Page
from bot.table.authority import is_set_aside
from bot.words.catalogues import keys
from bot.words.narrator import Said, clip
from rules.games import book
from rules.kernel.advance import advance
from rules.kernel.chance import Scripted
from rules.kernel.corrections import answer_facts
from rules.kernel.errors import BadSave, Refused, RuleBroken
from rules.kernel.events import DiceRolled
from rules.kernel.game import Rules
from rules.kernel.requests import GM

VERB, TABLE, AGAIN = "screen", "table", "again"
PARTY, ASKED, FACING, BELOW = 1400, 600, 900, 600
"""Maximum characters of each part of the page; together they fit into a Discord message (4000).

An open table, of at most 2000 characters, takes the place of PARTY and FACING.
"""
READY = 500
"""Maximum characters of the prepared calls, which take their room from PARTY."""
DICE, NOTES = 6, 4
STAGES = 3
"""Number of earlier stages that are searched for the last dice."""


class Seen(msgspec.Struct, frozen=True):
    """The contents of the screen: text cards and a picture of the surroundings."""

    cards: Sequence[str]
    pictures: Sequence[Picture]


async def show_screen(service: TableService, reply: Reply) -> None:
    """Show the screen to the game master alone."""
    await _show_screen(service, reply, own_scene(await service.here(reply), reply))


async def on_press(service: TableService, reply: Reply, id: components.CustomId, values: Sequence[str]) -> None:
    """Refresh the screen, or open a table on it; the buttons work as long as the game goes on."""
    scene = own_scene(await registering.table_of(service, reply, id), reply)
    must_master(scene.record, reply.user_id)
    table = values[0] if values else "".join(id.path)
    if id.option == TABLE:
        service.favourites.note(reply.user_id, table)
    await _show_screen(service, reply, scene, table)


async def _show_screen(service: TableService, reply: Reply, scene: Scene, table: str = "") -> None:
    """Show the screen with a table open on it; '': with the whole party."""
    must_master(scene.record, reply.user_id)
    if scene.state is None:
        raise Refused("not_started")
    tables = _tables_by_use(service, scene, reply.user_id)
    ready = await gm_prepare.prepared_calls(service, scene, reply.user_id)
    seen = await _game_master_screen(service, scene, table, gm_prepare.call_lines(scene, ready))
    presses = [*gm_prepare.call_buttons(scene, ready), *_buttons(scene, tables, table)]
    in_words = replace(seen, pictures=(), cards=[*seen.cards, *(one.alt for one in seen.pictures)])
    await reply.page(
        *(
            Form(None, partial(_page, scene, some, presses, tables), has_files=bool(some.pictures))
            for some in (seen, in_words)
        )
    )


# What it shows ---------------------------------------------------------------------------------------------


async def _game_master_screen(service: TableService, scene: Scene, table: str, ready: Sequence[str]) -> Seen:
    shared = is_screen_shared(scene, scene.record.gm_id)
    view = scene.view if shared else scene.rules.view(scene.state, GM)
    prepared = components.fit_lines(ready, READY)
    pictures = await scene.face.story(scene.narrator, view, (), False)
    if table:
        here = book(scene.rules.name)
        middle = [look_up(scene.narrator, library_of(service, here, here), table, "")]
    else:
        facing = clip("\n\n".join(_look_ups(service, scene, view)), FACING)
        party = await _party_lines(scene, view, shared=shared)
        middle = [clip(party, PARTY - len(prepared)), facing]
    below = [line async for line in _dice_and_note_lines(service.store, scene)]
    cards = [
        components.fit_lines(_question_lines(scene, view, shared=shared), ASKED),
        prepared,
        *middle,
        components.fit_lines(below, BELOW),
    ]
    return Seen([card for card in cards if card], pictures)


def _question_lines(scene: Scene, view: Any, *, shared: bool) -> Iterator[str]:
    narrator, standing = scene.narrator, scene.standing
    yield narrator.say("screen.head", game=narrator.say(f"game.{standing.record.game}"), stage=standing.address.stage)
    absent = [seat for seat in standing.record.seats if seat.away_until > 0]
    for key, seats in (
        ("screen.aside", [seat.seat for seat in absent if is_set_aside(seat)]),
        ("screen.away", [seat.seat for seat in absent if not is_set_aside(seat)]),
    ):
        if seats:
            yield narrator.say(key, names=narrator.join_words([str(narrator.seat(seat)) for seat in seats]))
    if standing.waiting is not None:
        yield f"### {question_in_words(scene) if shared else gm_rulings.asked_in_words(scene)}"
        yield from filter(None, (answers_line(scene), table_words.times(scene)))
    yield from scene.face.course(narrator, scene.face.weighed(standing.state, view))
    if after := scene.face.next_seats(view):
        yield narrator.say("screen.next", names=Said(", ".join(str(narrator.seat(seat)) for seat in after)))
    for ruling in getattr(scene.state, "rulings", ()):
        facts = {**answer_facts(ruling), "what": ruling.said}
        yield narrator.first_known(*keys("screen.waits", facts), **facts)


async def _party_lines(scene: Scene, view: Any, *, shared: bool) -> str:
    more: list[str] = scene.face.for_master(scene.narrator, view)
    if shared:
        more = [scene.narrator.say("screen.shared")]
    elif scene.has_secrets and (hidden := list(gm_rulings.hidden_things(scene))):
        return "\n".join([*hidden, *more])
    said = [part for part in await scene.face.overview(scene.narrator, view) if isinstance(part, str)]
    return "\n".join([*said, *more])


def _look_ups(service: TableService, scene: Scene, view: Any) -> Iterator[str]:
    """Yield the tables' entries on what the players face now."""
    here = book(scene.rules.name)
    for table, line in scene.face.look_ups_now(view):
        with suppress(Refused):
            yield look_up(scene.narrator, library_of(service, here, here), table, line)


async def _dice_and_note_lines(store: Store, scene: Scene) -> Any:
    narrator = scene.narrator
    if rolled := (await last_dice(store, scene))[:DICE]:
        yield narrator.say("screen.dice")
        for dice_rolled in rolled:
            yield f"- {story.dice(narrator, dice_rolled)}"
    yield narrator.say("gm.see.notes")
    record = scene.record
    notes = await own_notes(store, record.id, record.gm_id)
    for line in list(gm_rulings.note_lines(notes))[-NOTES:] or [narrator.say("gm.no_notes")]:
        yield line


async def last_dice(store: Store, scene: Scene) -> list[DiceRolled]:
    """Return the dice of this stage and of the ``STAGES`` before it, newest first."""
    at, found = scene.address, list[DiceRolled]()
    for stage in range(at.stage, max(at.stage - STAGES, -1), -1):
        page = await store.page(scene.game_id, at.epoch, stage)
        if page is not None:
            found += reversed(await _dice_of_stage(scene.rules, page))
        if len(found) >= DICE:
            break
    return found


async def _dice_of_stage(rules: Rules, page: Page) -> list[DiceRolled]:
    """Return the dice of a stage as they were told, with what the rules added; bare where the rules have changed."""
    rows = [row.answer for row in page.answers]
    try:
        position = await run_replay(len(rows), advance, rules, page.snapshot, rows, Scripted({}))
    except (RuleBroken, BadSave, KeyError):  # a name that the tables of today do not have
        return [dice_of(row) for row in page.answers if is_roll(row)]
    return [fact.event for fact in position.told if isinstance(fact.event, DiceRolled)]


# How it stands there ---------------------------------------------------------------------------------------


def _page(
    scene: Scene, seen: Seen, presses: Sequence[components.Press], tables: Sequence[Table]
) -> tuple[ui.LayoutView, list[discord.File]]:
    layout, files = ui.LayoutView(timeout=None), [components.file_of(picture) for picture in seen.pictures]
    for card in seen.cards:
        layout.add_item(ui.Container[ui.LayoutView](ui.TextDisplay(card)))
    if files:
        shown = zip(files, seen.pictures, strict=True)
        layout.add_item(
            ui.MediaGallery(
                *(discord.MediaGalleryItem(file, description=picture.alt[: components.ALT]) for file, picture in shown)
            )
        )
    for row in components.action_rows(presses, _menus(scene, tables)):
        layout.add_item(row)
    layout.stop()
    return layout, files


def _buttons(scene: Scene, tables: Sequence[Table], open_table: str) -> list[components.Press]:
    plain = scene.plain
    id_again = scene.id(VERB, (open_table,), AGAIN) if open_table else scene.id(VERB)
    first = [components.Press(id_again, plain.say("screen.again"), ButtonStyle.primary, emoji="🔄")]
    if open_table:
        first.append(components.Press(scene.id(VERB), plain.say("screen.back"), emoji="⬅️"))
    first.append(components.Press(scene.id(RULINGS, (), OPEN), plain.say("screen.rule"), emoji="✍️"))
    near = [table for table in tables if table.key != open_table][: components.PER_ROW - len(first)]
    return [
        *first,
        *(components.Press(scene.id(VERB, (table.key,), TABLE), title_of(plain, table), emoji="📖") for table in near),
    ]


def _menus(scene: Scene, tables: Sequence[Table]) -> list[components.Menu]:
    plain = scene.plain
    picks = [components.Pick(table.key, title_of(plain, table)) for table in tables[: components.PER_SELECT]]
    return [components.Menu(scene.id(VERB, (), TABLE), plain.say("screen.tables"), picks)] if picks else []


def _tables_by_use(service: TableService, scene: Scene, user_id: int) -> list[Table]:
    def rank(table: Table) -> tuple[int, bool, int]:
        return -service.favourites.times(user_id, table.key), table.lookup.roll is None, -len(table.lookup.parameters)

    return sorted(tables_of([book(scene.rules.name)]), key=rank)


HANDLERS: Mapping[str, registering.Handler] = {VERB: on_press}
