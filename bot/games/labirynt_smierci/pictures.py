"""The pictures of Labirynt Śmierci, each with what it shows in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.games.labirynt_smierci.tidings import tidings_in_words
from bot.games.labirynt_smierci.words import (
    battle_in_words,
    ending_in_words,
    map_in_words,
    party_in_words,
    placement_in_words,
)
from bot.games.pictures import Picture, draw_picture
from bot.words.narrator import Narrator
from images.labirynt_smierci.tidings import QUIET, Tidings
from rules.kernel.words import Fact
from rules.labirynt_smierci.view import BattleView, CharacterView, MapView, PartyView, PlacementView, View


async def scene_picture(narrator: Narrator, view: View, tidings: Tidings = QUIET) -> Picture | None:
    """The battle while there is one, else the map of the level; above it what has just happened."""
    if view.battle is not None:
        return await battle_picture(narrator, view.battle, tidings)
    return await map_picture(narrator, view.here, tidings) if view.here is not None else None


async def battle_picture(narrator: Narrator, battle: BattleView, tidings: Tidings = QUIET) -> Picture | None:
    """Two formations face to face."""

    def draw() -> bytes:
        from images.labirynt_smierci.battle import draw_battle

        return draw_battle(battle, narrator.plain.say, tidings)

    alt = _joined(tidings_in_words(narrator, tidings), battle_in_words(narrator, battle))
    return await draw_picture("battle.png", draw, alt, narrator, battle, tidings)


async def map_picture(narrator: Narrator, level: MapView, tidings: Tidings = QUIET) -> Picture | None:
    """A level as far as it is explored."""

    def draw() -> bytes:
        from images.labirynt_smierci.maps import draw_map

        return draw_map(level, narrator.plain.say, tidings)

    alt = _joined(tidings_in_words(narrator, tidings), map_in_words(narrator, level))
    return await draw_picture("map.png", draw, alt, narrator, level, tidings)


async def whole_picture(narrator: Narrator, level: MapView) -> Picture | None:
    """All of a level at once, however large."""

    def draw() -> bytes:
        from images.labirynt_smierci.maps import draw_whole

        return draw_whole(level, narrator.plain.say)

    return await draw_picture("map-whole.png", draw, map_in_words(narrator, level), narrator, level)


async def party_picture(narrator: Narrator, party: PartyView) -> Picture | None:
    """The party's sheet."""

    def draw() -> bytes:
        from images.labirynt_smierci.sheets import draw_party

        return draw_party(party, narrator.plain.say)

    return await draw_picture("party.png", draw, party_in_words(narrator, party), narrator, party)


async def ending_picture(narrator: Narrator, party: PartyView, outcome: str) -> Picture | None:
    """How the game ended, and for whom."""

    def draw() -> bytes:
        from images.labirynt_smierci.ending import draw_ending

        return draw_ending(party, outcome, narrator.plain.say)

    return await draw_picture("ending.png", draw, ending_in_words(narrator, party, outcome), narrator, party, outcome)


async def card_picture(narrator: Narrator, one: CharacterView, nth: int = 1) -> Picture | None:
    """A character's sheet, the ``nth`` of its message; the words below it say the same.

    One to a picture: channels scale tall pictures down.
    """

    def draw() -> bytes:
        from images.labirynt_smierci.characters import draw_card

        return draw_card(one, narrator.plain.say)

    return await draw_picture(f"card-{nth}.png", draw, narrator.plain.say("alt.card", who=one.name), narrator, one)


async def placement_picture(narrator: Narrator, level: MapView, placement: PlacementView) -> Picture | None:
    """The ways in which a drawn segment can lie, while the party has to choose one."""

    def draw() -> bytes:
        from images.labirynt_smierci.maps import draw_placement

        return draw_placement(level, placement, narrator.plain.say)

    return await draw_picture(
        "placement.png", draw, placement_in_words(narrator, placement), narrator, level, placement
    )


async def chits_picture(narrator: Narrator, chits: Sequence[Mapping[str, Fact]]) -> Picture | None:
    """The chits that may have been drawn, by the facts ``letter``, ``kind`` and ``sides``."""
    seen = [tuple(str(one[fact]) for fact in ("letter", "kind", "sides")) for one in chits]

    def draw() -> bytes:
        from images.labirynt_smierci.chits import Chit, draw_chits

        return draw_chits([Chit(*one) for one in seen], narrator.plain.say)

    return await draw_picture("chits.png", draw, narrator.plain.say("alt.chits"), narrator, seen)


def _joined(*said: str) -> str:
    return " ".join(filter(None, said))
