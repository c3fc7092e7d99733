"""``/gm screen``: all that a game master has an eye on, on one page: whoever presses 🔄 sees it as it is now.

Custom ids: the verb ``screen``, as option nothing for the page itself, or ``table`` for a look into the table that its
path names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
import msgspec
from discord import ButtonStyle, ui

from bot.acts.rulings import must_master
from bot.acts.undo_points import dice_of, is_roll
from bot.discord.commands.gm_words import asked_in_words, hidden_things, note_lines
from bot.discord.commands.lookup import library_of
from bot.discord.commands.registering import Handler
from bot.discord.commands.rulings_now import OPEN
from bot.discord.commands.rulings_now import VERB as RULINGS
from bot.discord.commands.service import TableService
from bot.discord.prompts import story, waiting
from bot.discord.prompts.controls import PER_ROW, PER_SELECT, Menu, Pick, Press, action_rows
from bot.discord.prompts.ids import CustomId
from bot.discord.prompts.pages import ALT, file_of
from bot.discord.prompts.public import answers_line
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.scene import Scene
from bot.games.pictures import Picture
from bot.lookup.asking import look_up
from bot.lookup.titles import Table, tables_of, title_of
from bot.store import Store
from bot.table.records import Standing
from bot.words.clip import clip
from rules.games import book
from rules.kernel.errors import Refused
from rules.kernel.requests import GM
from rules.kernel.table import DiceRolled

VERB, TABLE = "screen", "table"
PARTY, NEAR, ASKED, BELOW = 2100, 500, 600, 700
"""Signs of each part of the page; together they fit into a message (Discord: 4000)."""
DICE, NOTES = 6, 4
STAGES = 3
"""So many stages back the last dice are looked for."""


class Seen(msgspec.Struct, frozen=True):
    """What the page shows: cards of words, a picture of what is near."""

    cards: Sequence[str]
    pictures: Sequence[Picture]


async def show_screen(service: TableService, reply: Reply) -> None:
    """The page, for the game master alone."""
    await _show(service, reply, await service.here(reply.interaction))


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Look again, or into one of the tables; the page is good for as long as the game goes on."""
    scene = await service.game(id.game)
    if scene.standing.record.channel_id != reply.interaction.channel_id:
        raise Refused("stale")
    must_master(scene.standing.record, reply.interaction.user.id)
    if id.option == TABLE:
        await _look_up(service, reply, scene, values[0] if values else "".join(id.path))
    else:
        await _show(service, reply, scene)


async def _show(service: TableService, reply: Reply, scene: Scene) -> None:
    must_master(scene.standing.record, reply.interaction.user.id)
    if scene.standing.state is None:
        raise Refused("not_started")
    layout, files = _page(scene, await _seen(service, scene), _tables(service, scene, reply.interaction.user.id))
    await reply.page(layout, files)


# What it shows ---------------------------------------------------------------------------------------------


async def _seen(service: TableService, scene: Scene) -> Seen:
    view = scene.rules.view(scene.standing.state, GM)
    pictures = await scene.face.story(scene.narrator, view, (), False)
    said = clip("\n".join(dict.fromkeys(one.alt for one in pictures)), NEAR)
    cards = [
        clip("\n".join(_asked(scene, view)), ASKED),
        clip(await _party(scene, view), PARTY),
        said,
        clip("\n".join([line async for line in _kept(service.sessions.store, scene)]), BELOW),
    ]
    return Seen([card for card in cards if card], pictures)


def _asked(scene: Scene, view: Any) -> Iterator[str]:
    """How far the game has come, what is asked of whom, and since when."""
    narrator, standing = scene.narrator, scene.standing
    yield narrator.say("screen.head", game=narrator.say(f"game.{standing.record.game}"), stage=standing.address.stage)
    if standing.waiting is not None:
        yield f"### {asked_in_words(scene)}"
        yield from filter(None, (answers_line(scene), waiting.times(scene)))
    yield from scene.face.course(narrator, scene.face.weighed(standing.state, view))


async def _party(scene: Scene, view: Any) -> str:
    """Everybody in order of march; where they hide things from one another, with what they hide."""
    if scene.has_secrets and (hidden := list(hidden_things(scene))):
        return "\n".join(hidden)
    return "\n".join(part for part in await scene.face.overview(scene.narrator, view) if isinstance(part, str))


async def _kept(store: Store, scene: Scene) -> Any:
    """The last dice, the newest first, and the last notes."""
    narrator = scene.narrator
    if rolled := (await last_dice(store, scene.standing))[:DICE]:
        yield narrator.say("screen.dice")
        for one in rolled:
            yield f"- {story.dice(narrator, one)}"
    yield narrator.say("gm.see.notes")
    notes = list(note_lines(await store.notes(scene.standing.record.id)))[-NOTES:]
    for line in notes or [narrator.say("gm.no_notes")]:
        yield line


async def last_dice(store: Store, standing: Standing) -> list[DiceRolled]:
    """The dice of this stage and of the last ones, the newest first."""
    at, found = standing.address, list[DiceRolled]()
    for stage in range(at.stage, max(at.stage - STAGES, -1), -1):
        page = await store.page(standing.record.id, at.epoch, stage)
        found += [dice_of(row) for row in reversed(page.answers if page else []) if is_roll(row)]
        if len(found) >= DICE:
            break
    return found


# How it stands there ---------------------------------------------------------------------------------------


def _page(scene: Scene, seen: Seen, tables: Sequence[Table]) -> tuple[ui.LayoutView, list[discord.File]]:
    """A card below the other, then the pictures, the tables, the buttons."""
    layout, files = ui.LayoutView(timeout=None), [file_of(picture) for picture in seen.pictures]
    for card in seen.cards:
        layout.add_item(ui.Container[ui.LayoutView](ui.TextDisplay(card)))
    if files:
        shown = zip(files, seen.pictures, strict=True)
        layout.add_item(
            ui.MediaGallery(*(discord.MediaGalleryItem(file, description=one.alt[:ALT]) for file, one in shown))
        )
    for row in action_rows(_buttons(scene, tables), _menus(scene, tables)):
        layout.add_item(row)
    layout.stop()
    return layout, files


def _buttons(scene: Scene, tables: Sequence[Table]) -> list[Press]:
    """To look again, to rule, and the tables that are looked into most."""
    plain = scene.narrator.plain
    again = Press(scene.id(VERB), plain.say("screen.again"), ButtonStyle.primary, emoji="🔄")
    ruling = Press(scene.id(RULINGS, (), OPEN), plain.say("screen.rule"), emoji="✍️")
    near = tables[: PER_ROW - 2]
    return [
        again,
        ruling,
        *(Press(scene.id(VERB, (one.key,), TABLE), title_of(plain, one), emoji="📖") for one in near),
    ]


def _menus(scene: Scene, tables: Sequence[Table]) -> list[Menu]:
    plain = scene.narrator.plain
    picks = [Pick(one.key, title_of(plain, one)) for one in tables[:PER_SELECT]]
    return [Menu(scene.id(VERB, (), TABLE), plain.say("screen.tables"), picks)] if picks else []


def _tables(service: TableService, scene: Scene, user_id: int) -> list[Table]:
    """The game's tables, first those that this person uses most, then those that answer to most."""

    def rank(one: Table) -> tuple[int, bool, int]:
        return -service.favourites.times(user_id, one.key), one.one.roll is None, -len(one.one.parameters)

    return sorted(tables_of([book(scene.rules.name)]), key=rank)


async def _look_up(service: TableService, reply: Reply, scene: Scene, table: str) -> None:
    """A whole table, in a message of its own."""
    here = book(scene.rules.name)
    said = look_up(scene.narrator, library_of(service, here, here), table, "")
    service.favourites.note(reply.interaction.user.id, table)
    await reply.whisper(said)


HANDLERS: Mapping[str, Handler] = {VERB: on_press}
