"""The base class of the faces of games of rivals: sheets with a card each, and chapters of several rounds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from bot.games import face
from bot.words.narrator import Narrator, Said, clip
from rules.kernel.requests import Seat

ROUNDS = 10
"""Rounds per chapter of the chronicle."""


class RivalFace(face.Face):
    """The face of a game of rivals, whose chapters are counted in rounds.

    Of a character in the view, ``sheet`` is the text and ``card`` the picture with this number in the message.
    """

    prefix: str
    """The first part of the game's catalogue keys."""
    sheet: Callable[[Narrator, Any, Any], str]
    card: Callable[[Narrator, Any, Any, int], Awaitable[face.Picture | None]]

    async def sheets(self, narrator: Narrator, view: Any, ids: Sequence[str]) -> list[face.Parts]:
        """Return the characters' cards with their words."""
        pages: list[face.Parts] = []
        for group in face.message_groups([shown for shown in self.known(view) if shown.id in ids]):
            pages.append([])
            for nth, shown in enumerate(group, 1):
                said = clip(self.sheet(narrator, view, shown), face.PAGE // len(group))
                pages[-1] += [*face.without_failed(await self.card(narrator, view, shown, nth)), said]
        return pages

    def has_won(self, view: Any, seat: Seat) -> bool:
        """Whether a player has won."""
        return bool(seat == view.winner)

    def chapter(self, view: Any) -> int:
        """Return the chapter of a round: ``ROUNDS`` rounds make one."""
        return 1 + int(view.round - 1) // ROUNDS

    def title(self, narrator: Narrator, chapter: int) -> Said:
        """Return the rounds that a chapter covers, or the title of the set-up."""
        if chapter == face.SET_UP:
            return narrator.say(f"{self.prefix}.set_up")
        return narrator.say(f"{self.prefix}.rounds", first=(chapter - 1) * ROUNDS + 1, last=chapter * ROUNDS)
