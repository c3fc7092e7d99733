"""The face of The Well: no pictures, a line for each player."""

from __future__ import annotations

from rules.the_well.view import View

from bot.games.face import Face, Parts
from bot.words.narrator import Narrator, Said


class TheWellFace(Face):
    """What the bot shows of The Well."""

    def course(self, narrator: Narrator, view: View) -> list[str]:
        """Everybody's coins, and how many win."""
        lines = [narrator.say("well.coins", who=seat, coins=coins) for seat, coins in view.coins]
        return [narrator.say("well.goal", goal=view.goal), *lines]

    async def overview(self, narrator: Narrator, view: View) -> Parts:
        """The same."""
        return ["\n".join(self.course(narrator, view))]

    def outcome(self, narrator: Narrator, view: View) -> Said:
        """Who won."""
        return narrator.say("well.won", who=view.winner) if view.winner else Said()
