"""The pictures of Labirynt Śmierci: battle, maps, cards, the segment to be laid, and how a level grew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.games.drawing import Later, draw_view, grown_map, moments_of
from bot.games.face import Grown, Picture, without_failed
from bot.games.labirynt_smierci import words
from bot.games.table_words import join_sentences
from bot.words.narrator import Narrator
from images.labirynt_smierci.tidings import QUIET, Tidings
from rules.kernel.words import Fact
from rules.labirynt_smierci.view import BattleView, CharacterView, MapView, PartyView, PlacementView, View

if TYPE_CHECKING:
    from images.labirynt_smierci import battle, maps, sheets
else:
    battle, maps, sheets = (Later(f"labirynt_smierci.{name}") for name in ("battle", "maps", "sheets"))


async def scene_picture(
    narrator: Narrator, view: View, tidings: Tidings = QUIET, *, legend: bool = False
) -> Picture | None:
    """Draw the battle, if any, else the map of the level; above it the latest news."""
    if view.battle:
        return await battle_picture(narrator, view.battle, tidings)
    return await map_picture(narrator, view.here, tidings, legend=legend) if view.here else None


async def battle_picture(narrator: Narrator, seen: BattleView, tidings: Tidings = QUIET) -> Picture | None:
    """Draw the two formations of a battle."""
    alt = join_sentences(words.tidings_in_words(narrator, tidings), words.battle_in_words(narrator, seen))
    return await draw_view("battle.png", battle.draw_battle, alt, narrator, seen, tidings)


async def map_picture(
    narrator: Narrator, level: MapView, tidings: Tidings = QUIET, *, legend: bool = False
) -> Picture | None:
    """Draw the surroundings of the party, or a level without the party; with the legend if asked for."""
    alt = join_sentences(words.tidings_in_words(narrator, tidings), words.map_in_words(narrator, level))
    return await draw_view("map.png", maps.draw_map, alt, narrator, level, tidings, legend=legend)


async def whole_picture(narrator: Narrator, level: MapView) -> Picture | None:
    """Draw a whole level, however large."""
    return await draw_view("map-whole.png", maps.draw_whole, words.map_in_words(narrator, level), narrator, level)


async def party_picture(narrator: Narrator, party: PartyView, *, setting_out: bool = False) -> Picture | None:
    """Draw the party's sheet, or the party at a glance as it sets out."""
    alt = words.party_in_words(narrator, party)
    draw = sheets.draw_company if setting_out else sheets.draw_party
    return await draw_view("party.png", draw, alt, narrator, party)


async def card_picture(narrator: Narrator, character: CharacterView, said: str, nth: int) -> Picture | None:
    """Draw a character's sheet; ``said``: the sheet in words, ``nth``: its number in the message.

    One character to a picture, because channels scale tall pictures down.
    """
    return await draw_view(f"card-{nth}.png", sheets.draw_card, said, narrator, character)


async def placement_picture(narrator: Narrator, level: MapView, placement: PlacementView) -> Picture | None:
    """Draw the ways to place a drawn segment while the party chooses one."""
    return await draw_view(
        "placement.png", maps.draw_placement, words.placement_in_words(narrator, placement), narrator, level, placement
    )


async def chits_picture(narrator: Narrator, chits: Sequence[Mapping[str, Fact]]) -> Picture | None:
    """Draw the chits that may have been drawn, from the facts ``letter``, ``kind`` and ``sides``."""
    seen = [(str(chit["letter"]), str(chit["kind"]), str(chit["sides"])) for chit in chits]

    return await draw_view("chits.png", maps.draw_chits, narrator.plain.say("alt.chits"), narrator, seen)


FEWEST = 8
"""The fewest steps on a level that are worth an animation."""


def levels(seen: View) -> list[MapView]:
    """Return the known levels, the uppermost first."""
    return sorted(
        (each_map for each_map in (seen.here, *seen.levels) if each_map),
        key=lambda this_map: this_map.level,
    )


def changed_levels(before: View | None, after: View, *, done: bool) -> list[MapView]:
    """Return the levels that changed since ``before``; for a finished adventure (``done``) without the party."""
    known = {level.level: level.segments for level in levels(before)} if before else {}
    new = [level for level in levels(after) if level.segments != known.get(level.level)]
    return [without_party(each_map) for each_map in new] if done else new


def without_party(level: MapView) -> MapView:
    """Return a level without the party, so that all of it is drawn."""
    ways = tuple(replace(way, letter="") for way in level.exits)
    return replace(level, party=None, exits=ways)


def history(views: Sequence[View]) -> dict[int, list[MapView]]:
    """Return each level's views, from its discovery on."""
    seen: dict[int, list[MapView]] = {}
    for view in views:
        for level in levels(view):
            seen.setdefault(level.level, []).append(level)
    return dict(sorted(seen.items()))


async def ending_picture(narrator: Narrator, party: PartyView, outcome: str) -> list[Picture]:
    """Draw how the game ended and who survived."""
    alt = words.ending_in_words(narrator, party, outcome)
    return without_failed(await draw_view("ending.png", battle.draw_ending, alt, narrator, party, outcome))


async def grown_level(narrator: Narrator, seen: Sequence[MapView]) -> list[Grown]:
    """Return the animation of a level; empty if the party was hardly there."""
    shown = await moments_of(maps.steps, seen)
    if sum(view.party is not None for view in shown) < FEWEST:
        return []
    plain, first, last = narrator.plain, shown[0], shown[-1]
    return await grown_map(
        f"growth-{last.level}",
        partial(maps.growth, shown),
        map_picture(narrator, without_party(last)),
        plain.say("chronicle.grown", level=last.level, first=first.stage, last=last.stage),
        plain.say("alt.growth", level=last.level, first=len(first.segments), last=len(last.segments)),
    )
