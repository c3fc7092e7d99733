"""Which picture belongs to a story or a prompt, and what it shows in words for those who do not see it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

import discord
import msgspec
import structlog
from discord import ui

from bot.narrator import Narrator, Said
from rules.kernel.table import Event
from rules.kernel.words import Word
from rules.labirynt_smierci.events.course import PartySetOut

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


def page(*parts: str | Picture) -> tuple[ui.LayoutView, list[discord.File]]:
    """Words and pictures one below the other, each picture as wide as the channel, and the files to upload."""
    layout, files = ui.LayoutView(timeout=None), []
    for part in parts:
        if isinstance(part, Picture):
            files.append(part.file())
            layout.add_item(ui.MediaGallery(discord.MediaGalleryItem(files[-1], description=part.alt[:ALT])))
        else:
            layout.add_item(ui.TextDisplay(part))
    return layout, files


async def of_scene(narrator: Narrator, view: Any) -> Picture | None:
    """The battle while there is one, else the map of the level."""
    if getattr(view, "battle", None) is not None:
        return await _drawn("battle.png", _battle(narrator, view.battle), battle_in_words(narrator, view.battle))
    if getattr(view, "here", None) is not None:
        return await of_map(narrator, view.here)
    return None


async def of_story(narrator: Narrator, view: Any, events: Iterable[Event], over: bool) -> list[Picture]:
    """What belongs below a story: the battle or the map; before it the party when the game begins, or is over."""
    begins = any(isinstance(event, PartySetOut) and event.adventure == 1 for event in events)
    if not (begins or over) or getattr(view, "here", None) is None:
        return _there(await of_scene(narrator, view))
    seen = of_map(narrator, view.here) if over else of_scene(narrator, view)
    return _there(await of_party(narrator, view.party), await seen)


def _there(*pictures: Picture | None) -> list[Picture]:
    return [picture for picture in pictures if picture is not None]


async def of_map(narrator: Narrator, level: Any) -> Picture | None:
    """A level as far as it is explored."""
    return await _drawn("map.png", _map(narrator, level), map_in_words(narrator, level))


async def of_party(narrator: Narrator, party: Any) -> Picture | None:
    """The party's sheet."""

    def draw() -> bytes:
        from images.sheets import draw_party

        return draw_party(party, narrator.plain.say)

    return await _drawn("party.png", draw, party_in_words(narrator, party))


async def of_card(narrator: Narrator, one: Any, nth: int = 1) -> Picture | None:
    """A character's sheet, the ``nth`` of its message; the words below it say the same.

    One to a picture: channels scale tall pictures down.
    """

    def draw() -> bytes:
        from images.characters import draw_card

        return draw_card(one, narrator.plain.say)

    return await _drawn(f"card-{nth}.png", draw, narrator.plain.say("alt.card", who=one.name))


async def of_placement(narrator: Narrator, view: Any) -> Picture | None:
    """The ways in which a drawn segment can lie, while the party has to choose one."""
    placement = getattr(view, "placement", None)
    if placement is None or view.here is None:
        return None
    letters = narrator.plain.listed([option.letter for option in placement.options])
    said = narrator.plain.say("alt.placement", segment=Word(f"segment.{placement.kind}"), letters=letters)
    return await _drawn("placement.png", _placement(narrator, view), said)


async def of_dice(pips: Sequence[int], said: str) -> Picture | None:
    """Natural dice, with what they came to in words."""

    def draw() -> bytes:
        from images.dice import draw_dice

        return draw_dice(pips)

    return await _drawn("dice.png", draw, said)


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


def party_in_words(narrator: Narrator, party: Any) -> str:
    """Who marches in which rank and how strong, who is out of play, the gold, the Gate."""
    plain = narrator.plain
    living = [one for one in party.characters if one.alive]
    said = [plain.say("alt.roster", living=len(living), gold=party.gold)]
    said += [plain.say("alt.roster.rank", rank=n, names=names) for n, names in _marching(plain, party)]
    if out := [_lost(plain, one) for one in party.characters if not one.alive]:
        said.append(plain.say("alt.roster.out", names=plain.listed(out)))
    if party.gate:
        said.append(Said(f"{gate_in_words(plain, party.gate)}."))
    return " ".join(said)


def _marching(plain: Narrator, party: Any) -> Iterator[tuple[int, Said]]:
    """Each rank from the front with its living members and their strength."""
    living = {one.id: one for one in party.characters if one.alive}
    for number, rank in enumerate(party.formation, 1):
        members = [living[one] for one in rank if one in living]
        if members:
            yield number, plain.listed([f"{plain.term(one.name)} {one.strength}/{one.full}" for one in members])


def _lost(plain: Narrator, one: Any) -> str:
    fate = one.fate or "dead"
    return f"{plain.term(one.name)} – {plain.say(f'card.{fate}')}"


def gate_in_words(narrator: Narrator, gate: Any) -> Said:
    """What is known of the Black Gate."""
    if gate.destroyed or gate.found:
        return narrator.say("party.gate.destroyed" if gate.destroyed else "party.gate.found", level=gate.level)
    if gate.segments_left is None:
        return narrator.say("party.gate", level=gate.level)
    return narrator.say("party.gate.left", level=gate.level, left=gate.segments_left)


def map_in_words(narrator: Narrator, level: Any) -> str:
    """A map in a few sentences."""
    plain = narrator.plain
    said = [plain.say("alt.map", level=level.level, segments=len(level.segments))]
    here = next((one for one in level.segments if (one.x, one.y) == level.party), None)
    if here is not None:
        said.append(plain.say("alt.map.party", segment=Word(f"segment.{here.kind}")))
    if exits := [f"{one.letter} – {_side(plain, one)}" for one in level.exits if one.letter]:
        said.append(plain.say("alt.map.exits", exits=plain.listed(exits)))
    return " ".join([*said, *_found(plain, level.segments)])


def _found(plain: Narrator, segments: Sequence[Any]) -> Iterator[Said]:
    """What stands on the map besides the party: monsters, the Gate, members of stone, features done with."""
    if waiting := sum(one.monsters for one in segments):
        yield plain.say("alt.map.monsters", number=waiting)
    for state in sorted({one.gate for one in segments} - {""}):
        yield plain.say(f"alt.map.gate.{state}")
    if stone := sum(one.stone for one in segments):
        yield plain.say("alt.map.stone", number=stone)
    if examined := Counter(one.kind for one in segments if one.examined):
        yield plain.say("alt.map.examined", features=_times(plain, examined))


def _times(plain: Narrator, kinds: Counter[str]) -> Said:
    """Features by name, with how many where there are several."""
    return plain.listed([plain.say(f"legend.{kind}") + (f" ×{n}" if n > 1 else "") for kind, n in kinds.items()])


def _side(plain: Narrator, one: Any) -> str:
    key = "alt.exit.known" if one.known else "alt.exit.unknown"
    return plain.say(key, side=Word(f"side.{one.side}"))


def battle_in_words(narrator: Narrator, battle: Any) -> str:
    """A battle in a sentence or two."""
    plain = narrator.plain
    party, monsters = _ranks(plain, battle.party, True), _ranks(plain, battle.monsters, False)
    return plain.say("alt.battle", round=battle.round, party=party, monsters=monsters)


def _ranks(plain: Narrator, ranks: Iterable[Iterable[Any]], ours: bool) -> Said:
    return Said(" / ".join(", ".join(_fighter(plain, one, ours) for one in rank) for rank in ranks))


def _fighter(plain: Narrator, one: Any, ours: bool) -> str:
    """Mark, name, strength, and what holds: asleep, shielded, on the other side."""
    from images.states import states_of

    said = f"{one.mark} {plain.term(one.name)} {one.strength}/{one.full}"
    holds = ", ".join(plain.say(f"battle.{state}") for state in states_of(one, ours))
    return f"{said} ({holds})" if holds else said
