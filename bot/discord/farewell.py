"""The last words of a table: how the game ended, the seed behind the seal, the proof of the dice, the chronicle.

With it comes how the map grew, for those who open no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import islice

import discord
import msgspec
import structlog
from discord import ButtonStyle

from bot.discord.chronicle import LARGEST, chronicle_within, epilogue_of
from bot.discord.prompts.components import Press, file_of, view
from bot.discord.prompts.open_question import Scene
from bot.games.face import Grown, Picture
from bot.session.sessions import Sessions
from bot.words.narrator import Said
from rules.kernel.errors import Refused

REMATCH = "rematch"
"""The verb of the button below the last words."""
SEEDS_SHOWN = 5
"""The proof holds all of them, however many there were."""
MOVING = 2 * 1024 * 1024
"""Bytes of a moving picture that a phone still loads at once."""
MOST = 5
"""Moving pictures below one message."""

_log = structlog.get_logger(__name__)


def rematch_button(scene: Scene) -> discord.ui.View:
    """The button that opens the next table for the same people."""
    return view([Press(scene.id(REMATCH), scene.narrator.plain.say("button.rematch"), ButtonStyle.primary)])


def calling_line(scene: Scene) -> str:
    """The line that calls everybody who sits at the table to the end of the game; '' where nobody has an account."""
    people = [Said(f"<@{seat.user_id}>") for seat in scene.standing.record.seats if seat.user_id]
    return scene.narrator.say("game.ends", who=scene.narrator.join_words(people)) if people else ""


class Farewell(msgspec.Struct, frozen=True):
    """The last words: ``ending`` tells how the game ended ('' if it was closed before), ``proof`` opens the seal."""

    ending: str = ""
    proof: str = ""
    files: Sequence[discord.File] = ()


async def farewell(sessions: Sessions, scene: Scene) -> Farewell:
    """Return words and files to part with; none when the game never began."""
    game_id = scene.standing.record.id
    try:
        proof = await sessions.proof(game_id)
    except Refused as refusal:
        if refusal.reason != "sealed_still":
            return Farewell()
        files = await _chronicle_files(sessions, scene)
        return Farewell(await _ending_words(sessions, scene), scene.narrator.say("game.sealed_still"), files)
    if proof is None:  # the seed is shown, the proof needs the rules and tables of then
        seeds = seeds_in_words(await sessions.revealed_seeds(game_id))
        return Farewell(await _ending_words(sessions, scene), scene.narrator.say("game.revealed", seed=seeds))
    files = [discord.File(BytesIO(msgspec.json.encode(proof)), f"labirynt-{game_id}.json")]
    files += await _chronicle_files(sessions, scene)
    seeds = codes_in_words([seal.seed for seal in proof.seals])
    proven = scene.narrator.say("game.proven", seed=seeds, stages=len(proof.stages))
    return Farewell(await _ending_words(sessions, scene), proven, files)


def seeds_in_words(seeds: Sequence[bytes]) -> Said:
    """Seeds as words where one stands between quotes of code."""
    return codes_in_words([seed.hex() for seed in seeds])


def codes_in_words(codes: Sequence[str]) -> Said:
    """Seeds or their hashes as words where one stands between quotes of code; of many only the last ones."""
    return Said("`, `".join(["…"] * (len(codes) > SEEDS_SHOWN) + list(codes[-SEEDS_SHOWN:])))


async def _chronicle_files(sessions: Sessions, scene: Scene) -> list[discord.File]:
    """The chronicle and its moving maps; one that cannot be made keeps nobody from the seed and the proof."""
    try:
        bound = await chronicle_within(sessions, sessions.games, scene.standing.record.id)
        return [bound.file(), *map(file_of, fitting(bound.grown, LARGEST - len(bound.data)))]
    except Exception:
        _log.exception("chronicle.failed", game=scene.standing.record.id)
        return []


def fitting(grown: Iterable[Grown], room: int) -> Iterator[Picture]:
    """How the maps grew, each once, in so many bytes; the finished map of one that moves too long."""
    for growth in islice(grown, MOST):
        shown = [
            picture for picture in (growth.moving, growth.still) if picture and len(picture.data) <= min(MOVING, room)
        ]
        if shown:
            room -= len(shown[0].data)
            yield shown[0]


def ending_line(scene: Scene) -> str:
    """How the game ended, on a line of its own; '' when it was closed before, or when nobody can tell any more."""
    if scene.standing.state is None:
        return ""
    said = scene.face.outcome(scene.narrator, scene.rules.view(scene.standing.state, None))
    return f"{said}\n" if said else ""


async def _ending_words(sessions: Sessions, scene: Scene) -> str:
    """How the game ended, for whom, and in how many days, in lines; '' when it was closed before its end."""
    if not (said := ending_line(scene)):
        return ""
    try:
        lines = await epilogue_of(sessions, scene, scene.rules.view(scene.standing.state, None))
    except Exception:
        _log.exception("epilogue.failed", game=scene.standing.record.id)
        lines = []
    return said + "".join(f"{line}\n" for line in lines)
