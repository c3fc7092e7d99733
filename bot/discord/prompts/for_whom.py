"""For whom the game master answers at a real table: a button for each, and the screen is turned to that person."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.discord.prompts.controls import Press, view
from bot.discord.prompts.ids import CustomId
from bot.discord.prompts.public import Shown
from bot.discord.prompts.scene import Scene
from bot.table.authority import in_person_seats, is_master
from rules.kernel.answers import may_answer
from rules.kernel.requests import Everyone, Seat


def for_whom(scene: Scene, id: CustomId, seats: Sequence[Seat]) -> Shown:
    """The same control once for each of these seats; where people hide things, only they are to look."""
    narrator = scene.narrator
    key = "whom.show" if scene.has_secrets else "whom.for"
    buttons = [
        Press(msgspec.structs.replace(id, seat=seat), narrator.plain.say(f"button.{key}", who=seat)) for seat in seats
    ]
    return Shown(narrator.say(key), view(buttons))


def to_choose_from(scene: Scene, user_id: int) -> tuple[Seat, ...]:
    """The people at the real table whom this game master could answer for in a question with parts, or in secret.

    None where there is nothing to choose and nothing to hide.
    """
    now, waiting = scene.standing, scene.waiting
    if not is_master(now.record, user_id) or not (isinstance(waiting, Everyone) or waiting.secret):
        return ()
    seats = tuple(seat for seat in in_person_seats(now.record) if may_answer(waiting, seat) and seat not in now.done)
    return seats if len(seats) > 1 or scene.has_secrets else ()
