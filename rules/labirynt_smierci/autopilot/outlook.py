"""What is weighed for whoever asks what to aim at now: by the same odds as «as usual» goes by [13, 16].

It takes some milliseconds, so that no view has it of itself.
"""

from __future__ import annotations

import msgspec

from rules.labirynt_smierci.autopilot.gate import prospects_view, ready_for_the_gate
from rules.labirynt_smierci.autopilot.ways import look_ahead
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.view import View


def weighed(game: Game, view: View) -> View:
    """The view with the odds at the Gate, and whether to turn home; not before or after the game."""
    if not game.levels or game.outcome or not game.people:
        return view
    ahead = None if game.outside else look_ahead(game)
    pressed = ahead is not None and ahead.pressed
    return msgspec.structs.replace(
        view, homeward=ahead is not None and ahead.homeward, prospects=prospects_view(game, pressed=pressed)
    )


def before_the_aim(game: Game) -> str:
    """What comes before the way to the Gate: to ``heal``, to ``grow``; '': nothing.

    It is what «as usual» has just weighed to find its way, so that nothing is fought on paper again.
    """
    ahead, gate = look_ahead(game), game.gate
    if gate is not None and gate.destroyed:
        return ""
    if ahead.homeward:
        return "heal"
    return "" if gate is None or ahead.pressed or ready_for_the_gate(game) else "grow"
