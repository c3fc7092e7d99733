"""``/party``, ``/hero``, ``/map``: look without asking anybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.commands import sheet_words
from bot.commands.desk import Desk
from bot.commands.localised import about, named
from bot.commands.making import choices, command, serve
from bot.narrator import Narrator
from bot.prompts.controls import clip
from bot.prompts.pictures import Picture, map_in_words, of_card, of_map, of_party, page
from bot.prompts.reply import Interaction, Reply
from bot.prompts.scene import Scene
from bot.prompts.typed import one_of
from rules.kernel.errors import Refused
from rules.kernel.words import Word
from rules.labirynt_smierci.spells.casting import spell_facts
from rules.labirynt_smierci.view import CharacterView, MapView, View

LONGEST = 3800
"""Signs of a page; Discord takes 4000."""
TOGETHER = 3
"""Characters on a page."""


def add_sheets(desk: Desk) -> Iterator[app_commands.Command[Any, ..., None]]:
    """The commands that show."""

    async def party(interaction: Interaction) -> None:
        await serve(desk, interaction, lambda reply: _party(desk, reply))

    @app_commands.rename(name=named("option.name"))
    @app_commands.describe(name=about("option.name"))
    async def hero(interaction: Interaction, name: str = "") -> None:
        await serve(desk, interaction, lambda reply: _hero(desk, reply, name))

    @app_commands.rename(level=named("option.level"))
    @app_commands.describe(level=about("option.level"))
    async def show_map(interaction: Interaction, level: app_commands.Range[int, 1, 3] | None = None) -> None:
        await serve(desk, interaction, lambda reply: _map(desk, reply, level))

    yield command("party", party)
    yield _with_names(desk, command("hero", hero))
    yield command("map", show_map)


def _with_names(desk: Desk, made: app_commands.Command[Any, ..., None]) -> app_commands.Command[Any, ..., None]:
    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        try:
            scene, view = await _seen(desk, interaction)
        except Refused:
            return []
        plain = scene.narrator.plain
        offers = [(str(plain.term(one.name)), one.id) for one in view.party.characters]
        return choices([(said, id) for said, id in offers if begun.casefold() in said.casefold()])

    made.autocomplete("name")(complete)
    return made


async def _seen(desk: Desk, interaction: Interaction) -> tuple[Scene, View]:
    scene = await desk.here(interaction)
    if scene.standing.state is None:
        raise Refused("not_started")
    view = scene.rules.view(scene.standing.state, scene.standing.record.seat_of(interaction.user.id))
    if not isinstance(view, View):
        raise Refused("nothing_to_show")
    return scene, view


async def _show(reply: Reply, parts: Sequence[str | Picture]) -> None:
    """A page of words and pictures for the one who asked; discord.py calls it a follow-up, as it was acknowledged."""
    layout, files = page(*parts)
    more: dict[str, Any] = {"files": files} if files else {}
    await reply.interaction.followup.send(view=layout, ephemeral=True, **more)


async def _party(desk: Desk, reply: Reply) -> None:
    scene, view = await _seen(desk, reply.interaction)
    await reply.acknowledge()
    picture = await of_party(scene.narrator, view.party)
    await _show(reply, [*([picture] if picture else []), clip(sheet_words.party(scene.narrator, view.party), LONGEST)])


async def _hero(desk: Desk, reply: Reply, name: str) -> None:
    """Cards with their words below, a few to a message; what the spells do comes last, once."""
    scene, view = await _seen(desk, reply.interaction)
    shown = _wanted(scene, view, reply.interaction.user.id, name)
    await reply.acknowledge()
    for start in range(0, len(shown), TOGETHER):
        await _show(reply, await _cards(scene.narrator, shown[start : start + TOGETHER]))
    if notes := "\n".join(_spell_notes(scene, shown)):
        await _show(reply, [clip(notes, LONGEST)])


async def _cards(narrator: Narrator, shown: Sequence[CharacterView]) -> list[str | Picture]:
    parts: list[str | Picture] = []
    for nth, one in enumerate(shown, 1):
        picture = await of_card(narrator, one, nth)
        parts += [*([picture] if picture else []), clip(sheet_words.sheet(narrator, one), LONGEST // TOGETHER)]
    return parts


def _wanted(scene: Scene, view: View, user_id: int, name: str) -> list[CharacterView]:
    """Whoever bears the name; without one all characters of the person who asks, for who has no seat the party."""
    characters = view.party.characters
    if name:
        names = {one.id: [one.id, str(scene.narrator.plain.term(one.name))] for one in characters}
        wanted = one_of(names, name)
        return [one for one in characters if one.id == wanted]
    seat = scene.standing.record.seat_of(user_id)
    if own := [one for one in characters if seat in (None, one.seat)]:
        return own
    raise Refused("no_character")


def _spell_notes(scene: Scene, shown: Sequence[CharacterView]) -> Iterator[str]:
    """What each spell does that one of these can cast, as far as there are words for it."""
    narrator = scene.narrator
    spells = dict.fromkeys(spell for one in shown for spell in one.spells)
    notes = {
        spell: spell_facts(scene.standing.state, spell) for spell in spells if narrator.knows(f"note.spell.{spell}")
    }
    if notes:
        yield narrator.say("sheet.spell_notes")
    for spell, facts in notes.items():
        said = narrator.say(f"note.spell.{spell}", **facts)
        yield narrator.say("sheet.spell_note", spell=Word(f"spell.{spell}"), note=said)


async def _map(desk: Desk, reply: Reply, level: int | None) -> None:
    scene, view = await _seen(desk, reply.interaction)
    levels: list[MapView] = [one for one in (view.here, *view.levels) if one is not None]
    chosen = next((one for one in levels if level is None or one.level == level), None)
    if chosen is None:
        raise Refused("no_such_level")
    await reply.acknowledge()
    picture = await of_map(scene.narrator, chosen)
    await reply.whisper(map_in_words(scene.narrator, chosen), [picture.file()] if picture else [])
