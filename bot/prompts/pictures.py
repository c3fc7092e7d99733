"""Which picture belongs to a story or a prompt, and what it shows in words for those who do not see it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

import discord
import msgspec
import structlog

from bot.narrator import Narrator, Said
from rules.kernel.words import Word

_log = structlog.get_logger(__name__)
ALT = 1024


class Picture(msgspec.Struct, frozen=True):
    """A drawn picture: file name, bytes, alt text."""

    name: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """The picture as an upload."""
        return discord.File(BytesIO(self.data), self.name, description=self.alt[:ALT])


Draw = Callable[[], bytes]


async def of_scene(narrator: Narrator, view: Any) -> Picture | None:
    """The battle while there is one, else the map of the level."""
    if getattr(view, "battle", None) is not None:
        return await _drawn("battle.png", _battle(narrator, view.battle), battle_in_words(narrator, view.battle))
    if getattr(view, "here", None) is not None:
        return await of_map(narrator, view.here)
    return None


async def of_map(narrator: Narrator, level: Any) -> Picture | None:
    """A level as far as it is explored."""
    return await _drawn("map.png", _map(narrator, level), map_in_words(narrator, level))


async def of_party(narrator: Narrator, party: Any) -> Picture | None:
    """The party's sheet; the words beside it say the same."""

    def draw() -> bytes:
        from images.sheets import draw_party

        return draw_party(party, narrator.plain.say)

    return await _drawn(
        "party.png", draw, narrator.plain.say("alt.party", living=sum(one.alive for one in party.characters))
    )


async def of_placement(narrator: Narrator, view: Any) -> Picture | None:
    """The ways in which a drawn segment can lie, while the party has to choose one."""
    placement = getattr(view, "placement", None)
    if placement is None or view.here is None:
        return None
    letters = narrator.plain.listed([option.letter for option in placement.options])
    said = narrator.plain.say("alt.placement", segment=Word(f"segment.{placement.kind}"), letters=letters)
    return await _drawn("placement.png", _placement(narrator, view), said)


async def _drawn(name: str, draw: Draw, alt: str) -> Picture | None:
    """Draw in a thread; a picture that fails is left out, the words say it all."""
    try:
        return Picture(name, await asyncio.to_thread(draw), alt)
    except Exception:
        _log.exception("picture.failed", picture=name)
        return None


def _map(narrator: Narrator, level: Any) -> Draw:
    def draw() -> bytes:
        from images.labirynt_smierci import draw_map

        return draw_map(level, narrator.plain.say)

    return draw


def _placement(narrator: Narrator, view: Any) -> Draw:
    def draw() -> bytes:
        from images.labirynt_smierci import draw_placement

        return draw_placement(view.here, view.placement, narrator.plain.say)

    return draw


def _battle(narrator: Narrator, battle: Any) -> Draw:
    def draw() -> bytes:
        from images.battle import draw_battle

        return draw_battle(battle, narrator.plain.say)

    return draw


def map_in_words(narrator: Narrator, level: Any) -> str:
    """A map in a sentence or two."""
    plain = narrator.plain
    said = [plain.say("alt.map", level=level.level, segments=len(level.segments))]
    here = next((one for one in level.segments if (one.x, one.y) == level.party), None)
    if here is not None:
        said.append(plain.say("alt.map.party", segment=Word(f"segment.{here.kind}")))
    if exits := [f"{one.letter} – {_side(plain, one)}" for one in level.exits if one.letter]:
        said.append(plain.say("alt.map.exits", exits=plain.listed(exits)))
    if waiting := sum(one.monsters for one in level.segments):
        said.append(plain.say("alt.map.monsters", number=waiting))
    return " ".join(said)


def _side(plain: Narrator, one: Any) -> str:
    key = "alt.exit.known" if one.known else "alt.exit.unknown"
    return plain.say(key, side=Word(f"side.{one.side}"))


def battle_in_words(narrator: Narrator, battle: Any) -> str:
    """A battle in a sentence or two."""
    plain = narrator.plain
    party, monsters = _ranks(plain, battle.party), _ranks(plain, battle.monsters)
    return plain.say("alt.battle", round=battle.round, party=party, monsters=monsters)


def _ranks(plain: Narrator, ranks: Iterable[Iterable[Any]]) -> Said:
    return Said(
        " / ".join(
            ", ".join(f"{one.mark} {plain.term(one.name)} {one.strength}/{one.full}" for one in rank) for rank in ranks
        )
    )
