"""The lines of a proof as they were recorded, beside those of a fresh replay."""

from __future__ import annotations

import asyncio

from bot.session.history import chapter_of, pages_up_to
from bot.session.sessions import Sessions
from rules.kernel.advance import advance
from rules.kernel.chance import Scripted
from rules.kernel.recording import Recorder


async def must_be_recorded(sessions: Sessions, game_id: str) -> int:
    """Each stage on the line has the lines of a fresh replay; return their number."""
    saved = await sessions.store.load(game_id)
    assert saved is not None
    rules, lines = sessions.games[saved.record.game], 0
    for page in await pages_up_to(sessions.store, game_id, saved.address):
        chapter = chapter_of(page)
        recorder = Recorder(Scripted({}), chapter.seals)
        await asyncio.to_thread(advance, rules, chapter.snapshot, chapter.answers, recorder)
        assert list(chapter.lines) == recorder.lines, f"stage {chapter.snapshot.stage}"
        lines += len(recorder.lines)
    return lines
