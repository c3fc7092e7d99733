"""``/party``, ``/hero``, ``/map``: look without asking anybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.commands.desk import Desk
from bot.commands.localised import about, named
from bot.commands.making import choices, command, serve
from bot.narrator import Narrator
from bot.prompts.controls import CONTENT, clip
from bot.prompts.pictures import map_in_words, of_map, of_party
from bot.prompts.reply import Interaction, Reply
from bot.prompts.scene import Scene
from bot.prompts.typed import one_of
from rules.kernel.errors import Refused
from rules.kernel.words import Word
from rules.labirynt_smierci.view import CharacterView, MapView, PartyView, View


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


async def _party(desk: Desk, reply: Reply) -> None:
    scene, view = await _seen(desk, reply.interaction)
    await reply.acknowledge()
    picture = await of_party(scene.narrator, view.party)
    said = clip(party_in_words(scene.narrator, view.party), CONTENT)
    await reply.whisper(said, [picture.file()] if picture else [])


def party_in_words(narrator: Narrator, party: PartyView) -> str:
    """The party: adventure, sun, gold, and a line for each member, rank by rank."""
    sun = narrator.term(Word(f"sun.{party.sun}")) if party.sun else "–"
    lines: list[str] = [narrator.say("party.head", gold=party.gold, sun=sun, adventure=party.adventure)]
    rank_of = {one: n for n, rank in enumerate(party.formation, 1) for one in rank}
    for one in sorted(party.characters, key=lambda one: rank_of.get(one.id, 99)):
        rank = rank_of.get(one.id, 0)
        lines.append(_member(narrator, one, rank))
    return "\n".join(lines)


def _member(narrator: Narrator, one: CharacterView, rank: int) -> str:
    key = "party.member" if one.alive else "party.fallen"
    weapon = Word(f"weapon.{one.in_hand}")
    facts = {"who": one.name, "rank": rank, "strength": one.strength, "full": one.full, "weapon": weapon}
    return narrator.say(key if rank or not one.alive else "party.waiting", player=narrator.seat(one.seat), **facts)


async def _hero(desk: Desk, reply: Reply, name: str) -> None:
    scene, view = await _seen(desk, reply.interaction)
    seat = scene.standing.record.seat_of(reply.interaction.user.id)
    shown = [one for one in view.party.characters if one.seat == seat]
    if name:
        names = {one.id: [one.id, str(scene.narrator.plain.term(one.name))] for one in view.party.characters}
        wanted = one_of(names, name)
        shown = [one for one in view.party.characters if one.id == wanted]
    if not shown:
        raise Refused("no_character")
    await reply.whisper(clip("\n\n".join(sheet(scene.narrator, one) for one in shown), CONTENT))


def sheet(narrator: Narrator, one: CharacterView) -> str:
    """A character's sheet."""
    red, yellow, blue = one.potential
    lines: list[str] = [
        narrator.say("sheet.head", who=one.name, race=Word(f"race.{one.race}"), player=narrator.seat(one.seat)),
        narrator.say(
            "sheet.body", strength=one.strength, full=one.full, dexterity=one.dexterity, resistance=one.resistance
        ),
        narrator.say("sheet.weapons", weapons=tuple(Word(f"weapon.{weapon}") for weapon in one.weapons)),
        narrator.say("sheet.magic", red=red, yellow=yellow, blue=blue),
    ]
    skills = {f"weapon.{weapon}": n for weapon, n in one.weapon_skill.items() if n}
    skills |= {f"skill.{skill}": n for skill, n in one.skills.items() if n}
    if skills:
        said = ", ".join(f"{narrator.say(key)} +{n}" for key, n in skills.items())
        lines.append(f"{narrator.say('sheet.skills')}: {said}")
    if one.usable:
        lines.append(narrator.say("sheet.spells", spells=tuple(Word(f"spell.{spell}") for spell in one.usable)))
    return "\n".join(lines)


async def _map(desk: Desk, reply: Reply, level: int | None) -> None:
    scene, view = await _seen(desk, reply.interaction)
    levels: list[MapView] = [one for one in (view.here, *view.levels) if one is not None]
    chosen = next((one for one in levels if level is None or one.level == level), None)
    if chosen is None:
        raise Refused("no_such_level")
    await reply.acknowledge()
    picture = await of_map(scene.narrator, chosen)
    await reply.whisper(map_in_words(scene.narrator, chosen), [picture.file()] if picture else [])
