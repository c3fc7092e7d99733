"""The final message of a table: the outcome, the seeds behind the seals, the proof of the dice, the chronicle.

It also shows the growth of the map, for people who open no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import islice

import msgspec
from discord import ButtonStyle, File, Message
from discord.ui import View
from msgspec import Struct
from structlog import get_logger

from bot.discord.chronicle import LARGEST, chronicle_within, epilogue_of
from bot.discord.prompts.components import Press, file_of, mention_user, view
from bot.discord.prompts.open_question import Scene
from bot.games.face import Grown, Picture
from bot.session.sessions import Sessions
from bot.store import StoreUnavailable
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused

REMATCH = "rematch"
"""The verb of the button below the final message."""
SEEDS_SHOWN = 5
"""Maximum number of seeds shown; the proof holds all."""
MOVING = 2 * 1024 * 1024
"""Maximum bytes of an animation that a phone loads at once."""
MOST = 5
"""Maximum number of animations below one message."""

_log = get_logger(__name__)


def rematch_button(scene: Scene) -> View:
    """Return the button that opens a new table for the same people."""
    return view([Press(scene.id(REMATCH), scene.plain.say("button.rematch"), ButtonStyle.primary)])


def calling_line(scene: Scene) -> str:
    """Return the line that pings the players at the end of the game; '' if no player has an account."""
    people = [mention_user(seat.user_id) for seat in scene.record.seats if seat.user_id]
    return scene.narrator.say("game.ends", who=scene.narrator.join_words(people)) if people else ""


def ending_lines(scene: Scene) -> str:
    """Return what a push says of the end: whom it calls, and the outcome."""
    return "\n".join([calling_line(scene), ending_line(scene)]).strip()


def is_farewell(game_id: str, message: Message) -> bool:
    """Whether a message of the bot holds this game's last words: its proof, or the button for a new table."""
    ids = [
        getattr(control, "custom_id", None) or ""
        for row in message.components
        for control in getattr(row, "children", [])
    ]
    proof = any(file.filename == proof_name(game_id) for file in message.attachments)
    return proof or any(game_id in id and REMATCH in id for id in ids)


def proof_name(game_id: str) -> str:
    """Return the name of the file with the proof of a game's dice."""
    return f"labirynt-{game_id}.json"


class Farewell(Struct, frozen=True):
    """The last words: ``ending`` tells how the game ended ('' if it was closed before), ``proof`` opens the seal."""

    ending: str = ""
    proof: str = ""
    files: Sequence[File] = ()


async def farewell(sessions: Sessions, scene: Scene) -> Farewell:
    """Return the last words and files; empty if the game never began."""
    game_id = scene.game_id
    try:
        proof = await sessions.proof(game_id)
    except Refused as refusal:
        if refusal.reason != "sealed_still":
            return Farewell()
        files = await _chronicle_files(sessions, scene)
        return Farewell(await _ending_words(sessions, scene), scene.narrator.say("game.sealed_still"), files)
    files = [File(BytesIO(msgspec.json.encode(proof)), proof_name(game_id))]
    files += await _chronicle_files(sessions, scene)
    seeds = codes_in_words([seal.seed for seal in proof.seals])
    proven = scene.narrator.say("game.proven", seed=seeds, stages=len(proof.stages))
    words = "\n".join([proven, *unchecked_in_words(scene.narrator, proof.unchecked)])
    return Farewell(await _ending_words(sessions, scene), words, files)


def unchecked_in_words(narrator: Narrator, unchecked: Mapping[int, int]) -> Iterator[str]:
    """Yield a line for each version of the rules whose stages have no dice in the proof."""
    for version, stages in sorted(unchecked.items()):
        yield narrator.say("proof.unchecked", number=stages, version=version)


def codes_in_words(codes: Sequence[str]) -> Said:
    """Return the last seeds or hashes, for use between backticks."""
    return Said("`, `".join(["…"] * (len(codes) > SEEDS_SHOWN) + list(codes[-SEEDS_SHOWN:])))


async def _chronicle_files(sessions: Sessions, scene: Scene) -> list[File]:
    """Return the chronicle and its animated maps; an error here must not block the seed and the proof."""
    try:
        bound = await chronicle_within(sessions, sessions.games, scene.game_id)
        return [bound.file(), *map(file_of, fitting(bound.grown, LARGEST - len(bound.data)))]
    except StoreUnavailable:  # it is tried again with the whole message
        raise
    except Exception:
        _log.exception("chronicle.failed", game=scene.game_id)
        return []


def fitting(grown: Iterable[Grown], room: int) -> Iterator[Picture]:
    """Yield one picture of each map's growth within ``room`` bytes: the animation, else the finished map."""
    for growth in islice(grown, MOST):
        shown = [
            picture for picture in (growth.moving, growth.still) if picture and len(picture.data) <= min(MOVING, room)
        ]
        if shown:
            room -= len(shown[0].data)
            yield shown[0]


def ending_line(scene: Scene) -> str:
    """Return the outcome as a line of its own; '' if the game was closed early or cannot be read any more."""
    if scene.state is None:
        return ""
    said = scene.face.outcome(scene.narrator, scene.rules.view(scene.state, None))
    return f"{said}\n" if said else ""


async def _ending_words(sessions: Sessions, scene: Scene) -> str:
    if scene.state is None:
        return ""
    said = ending_line(scene)
    try:
        lines = await epilogue_of(sessions, scene, scene.view)
    except StoreUnavailable:
        raise
    except Exception:
        _log.exception("epilogue.failed", game=scene.game_id)
        lines = []
    return said + "".join(f"{line}\n" for line in lines)
