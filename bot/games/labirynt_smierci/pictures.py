"""The pictures of Labirynt Śmierci: battle, maps, cards, the segment to be laid, and how a level grew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from bot.games import face, films
from bot.games.labirynt_smierci import words
from bot.games.table_words import join_sentences
from bot.words.narrator import Narrator
from images.labirynt_smierci.tidings import QUIET, Tidings
from rules.kernel.words import Fact
from rules.labirynt_smierci.view import BattleView, CharacterView, MapView, PartyView, PlacementView, View


async def scene_picture(
    narrator: Narrator, view: View, tidings: Tidings = QUIET, *, legend: bool = False
) -> face.Picture | None:
    """Draw the battle, if any, else the map of the level; above it the latest news."""
    if view.battle:
        return await battle_picture(narrator, view.battle, tidings)
    return await map_picture(narrator, view.here, tidings, legend=legend) if view.here else None


async def battle_picture(narrator: Narrator, battle: BattleView, tidings: Tidings = QUIET) -> face.Picture | None:
    """Draw the two formations of a battle."""

    def draw() -> bytes:
        from images.labirynt_smierci.battle import draw_battle

        return draw_battle(battle, narrator.plain.say, tidings)

    alt = join_sentences(words.tidings_in_words(narrator, tidings), words.battle_in_words(narrator, battle))
    return await face.draw_picture("battle.png", draw, alt, narrator, battle, tidings)


async def map_picture(
    narrator: Narrator, level: MapView, tidings: Tidings = QUIET, *, legend: bool = False
) -> face.Picture | None:
    """Draw the surroundings of the party, or a level without the party; with the legend if asked for."""

    def draw() -> bytes:
        from images.labirynt_smierci.maps import draw_map

        return draw_map(level, narrator.plain.say, tidings, legend=legend)

    alt = join_sentences(words.tidings_in_words(narrator, tidings), words.map_in_words(narrator, level))
    return await face.draw_picture("map.png", draw, alt, narrator, level, tidings, legend)


async def whole_picture(narrator: Narrator, level: MapView) -> face.Picture | None:
    """Draw a whole level, however large."""

    def draw() -> bytes:
        from images.labirynt_smierci.maps import draw_whole

        return draw_whole(level, narrator.plain.say)

    return await face.draw_picture("map-whole.png", draw, words.map_in_words(narrator, level), narrator, level)


async def party_picture(narrator: Narrator, party: PartyView, *, setting_out: bool = False) -> face.Picture | None:
    """Draw the party's sheet, or the party at a glance as it sets out."""

    def draw() -> bytes:
        from images.labirynt_smierci.sheets import draw_company, draw_party

        return (draw_company if setting_out else draw_party)(party, narrator.plain.say)

    alt = words.party_in_words(narrator, party)
    return await face.draw_picture("party.png", draw, alt, narrator, party, setting_out)


async def card_picture(narrator: Narrator, character: CharacterView, said: str, nth: int) -> face.Picture | None:
    """Draw a character's sheet; ``said``: the sheet in words, ``nth``: its number in the message.

    One character to a picture, because channels scale tall pictures down.
    """

    def draw() -> bytes:
        from images.labirynt_smierci.sheets import draw_card

        return draw_card(character, narrator.plain.say)

    return await face.draw_picture(f"card-{nth}.png", draw, said, narrator, character)


async def placement_picture(narrator: Narrator, level: MapView, placement: PlacementView) -> face.Picture | None:
    """Draw the ways to place a drawn segment while the party chooses one."""

    def draw() -> bytes:
        from images.labirynt_smierci.maps import draw_placement

        return draw_placement(level, placement, narrator.plain.say)

    return await face.draw_picture(
        "placement.png", draw, words.placement_in_words(narrator, placement), narrator, level, placement
    )


async def chits_picture(narrator: Narrator, chits: Sequence[Mapping[str, Fact]]) -> face.Picture | None:
    """Draw the chits that may have been drawn, from the facts ``letter``, ``kind`` and ``sides``."""
    seen = [tuple(str(chit[fact]) for fact in ("letter", "kind", "sides")) for chit in chits]

    def draw() -> bytes:
        from images.labirynt_smierci.maps import Chit, draw_chits

        return draw_chits([Chit(*pair) for pair in seen], narrator.plain.say)

    return await face.draw_picture("chits.png", draw, narrator.plain.say("alt.chits"), narrator, seen)


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


def _film_of_maps() -> films.Film[MapView, MapView]:
    from images.labirynt_smierci.maps import growth, steps

    return films.Film(steps, growth)


async def grown_level(narrator: Narrator, seen: Sequence[MapView]) -> list[face.Grown]:
    """Return the animation of a level; empty if the party was hardly there."""
    shown = await films.moments_of(_film_of_maps, seen)
    if sum(view.party is not None for view in shown) < FEWEST:
        return []
    plain, first, last = narrator.plain, shown[0], shown[-1]
    return await films.grown_map(
        f"growth-{last.level}",
        _film_of_maps,
        shown,
        map_picture(narrator, without_party(last)),
        plain.say("chronicle.grown", level=last.level, first=first.stage, last=last.stage),
        plain.say("alt.growth", level=last.level, first=len(first.segments), last=len(last.segments)),
    )
