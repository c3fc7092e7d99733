"""The last words of a table: how the game ended, the seed behind the seal, the proof of the dice, the chronicle."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import discord
import msgspec
import structlog

from bot.discord.prompts.scene import Scene
from bot.discord.telling.scribe import chronicle_file
from bot.session.sessions import Sessions
from bot.words.narrator import Said
from rules.kernel.errors import Diverged, Refused

SEEDS_SHOWN = 5
"""The proof holds all of them, however many there were."""

_log = structlog.get_logger(__name__)


async def farewell(sessions: Sessions, scene: Scene) -> tuple[str, list[discord.File]]:
    """Words and files to part with; '' when the game never began."""
    game_id = scene.standing.record.id
    try:
        proof = await sessions.proof(game_id)
    except Refused as refusal:
        if refusal.reason != "sealed_still":
            return "", []
        return _ending(scene) + scene.narrator.say("game.sealed_still"), await _chronicle(sessions, scene)
    except Diverged:  # played by older rules: the seed is shown, the proof needs their version
        return _ending(scene) + scene.narrator.say(
            "game.revealed", seed=seeds_in_words(await sessions.revealed_seeds(game_id))
        ), []
    files = [discord.File(BytesIO(msgspec.json.encode(proof)), f"labirynt-{game_id}.json")]
    files += await _chronicle(sessions, scene)
    return _ending(scene) + scene.narrator.say(
        "game.proven", seed=codes_in_words([one.seed for one in proof.seals])
    ), files


def seeds_in_words(seeds: Sequence[bytes]) -> Said:
    """Seeds as words where one stands between quotes of code."""
    return codes_in_words([seed.hex() for seed in seeds])


def codes_in_words(codes: Sequence[str]) -> Said:
    """Seeds or their hashes as words where one stands between quotes of code; of many only the last ones."""
    return Said("`, `".join(["…"] * (len(codes) > SEEDS_SHOWN) + list(codes[-SEEDS_SHOWN:])))


async def _chronicle(sessions: Sessions, scene: Scene) -> list[discord.File]:
    """The chronicle; one that cannot be made keeps nobody from the seed and the proof."""
    try:
        return [await chronicle_file(sessions, sessions.games, scene.standing.record.id)]
    except Exception:
        _log.exception("chronicle.failed", game=scene.standing.record.id)
        return []


def _ending(scene: Scene) -> str:
    """How the game ended, on a line of its own; '' when it was closed before."""
    view = scene.rules.view(scene.standing.state, None)
    said = scene.face.outcome(scene.narrator, view)
    return f"{said}\n" if said else ""
