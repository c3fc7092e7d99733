"""Records the proofs of games that were begun before each answer was stored with its line of the proof."""

from __future__ import annotations

import asyncio

from structlog import get_logger

from bot.executors import PAST
from bot.session.history import chapter_of, lines_if_replayable, pages_up_to
from bot.session.sessions import Sessions
from rules.kernel.proof import are_complete
from rules.kernel.recording import Line

PAUSE = 0.25
"""Seconds between two replayed stages."""

log = get_logger(__name__)


async def record_old_proofs(sessions: Sessions, pause: float = PAUSE) -> None:
    """Record the lines of all stages that today's rules replay, one after the other.

    The open stage gets its lines with the next answer. Raises ``StoreUnavailable``; a later call goes on.
    """
    while game_id := await sessions.store.unproven():
        proof = await _replay_stages(sessions, game_id, pause)
        log.info("proof.recorded", game=game_id, stages=len(proof[1]))
        await sessions.store.put_proof(game_id, *proof)


async def _replay_stages(sessions: Sessions, game_id: str, pause: float) -> tuple[int, dict[int, list[Line]]]:
    """Return the game's epoch and the missing lines of its closed stages."""
    saved = await sessions.store.load(game_id)
    rules = sessions.games.get(saved.record.game) if saved else None
    if not saved or not rules:
        return 0, {}
    seeds = await sessions.store.seeds(game_id)
    pages = await pages_up_to(sessions.store, game_id, saved.address)
    chapters = [chapter_of(page) for page in pages]
    proof: dict[int, list[Line]] = {}
    for chapter, after in zip(chapters, [*chapters[1:], None], strict=True):
        following = after.snapshot if after else None
        if (not following and saved.record.phase != "ended") or are_complete(chapter, following, seeds, chapter.lines):
            continue
        lines = await PAST.do(lines_if_replayable, rules, chapter, following, seeds)
        if lines:
            proof[chapter.snapshot.stage] = lines
        await asyncio.sleep(pause)
    return saved.address.epoch, proof
