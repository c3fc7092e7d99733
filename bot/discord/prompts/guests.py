"""Controls for characters outside the game at a real table: the game master lets anybody in without turning the screen.

``Face.visits`` names the actions; without a real table they stay among the other actions of a question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from discord import ButtonStyle
from msgspec.structs import replace

from bot.discord.prompts import words
from bot.discord.prompts.components import SEEN, Press, token
from bot.discord.prompts.open_question import Scene
from bot.table.authority import in_person_seats, is_set_aside
from bot.table.timekeeping import is_idle
from rules.kernel.answers import is_waited_for
from rules.kernel.requests import Action, NextAction, Request, Seat

GUESTS = "guests"
"""The verb of the button that shows who may come in."""
DOOR = "🚪"
AT_ONCE = 3
"""Maximum number of people whose way back in is a button of the question itself."""


def visits(scene: Scene, *, absent: bool = False) -> list[Action]:
    """Return the actions of people at a real table who are outside and not asked themselves; ``absent``: also those
    of people who do not play tonight.
    """
    request, record = scene.standing.waiting, scene.record
    if not isinstance(request, NextAction) or not scene.face.visits:
        return []
    aside = [seat.seat for seat in record.seats if is_set_aside(seat)] if absent else []
    outside = [seat for seat in (*in_person_seats(record), *aside) if request.idle or not is_waited_for(request, seat)]
    return [action for action in request.actions if action.who in outside and action.option.id in scene.face.visits]


def without_visits(scene: Scene) -> Request:
    """Return the open question without these actions, which have a button of their own, or nobody to take them."""
    request, gathered = scene.waiting, visits(scene, absent=True)
    if not isinstance(request, NextAction) or not gathered:
        return request
    rest = tuple(action for action in request.actions if not any(action is visit for visit in gathered))
    return replace(request, actions=rest)


def guest_buttons(scene: Scene) -> Iterator[Press]:
    """Yield the button that shows who may come in, then those by which people come in as last time."""
    gathered, plain = visits(scene), scene.plain
    if not gathered:
        return
    label = plain.say("button.guests")
    if not is_idle(scene.standing.waiting):  # the other choices need the room, so a sign has to do
        yield Press(scene.id(GUESTS), label, emoji=DOOR)
        return
    seats = dict.fromkeys(action.who for action in gathered)
    named = plain.say("button.guests.named", names=plain.join_words([plain.seat(seat) for seat in seats]))
    yield Press(scene.id(GUESTS), named if len(named) <= SEEN else label, ButtonStyle.primary)
    again = [action for action in gathered if not action.asks and action.option.id == scene.face.visits[0]]
    yield from (_guest_button(scene, action) for action in again[:AT_ONCE])


def guest_choices(scene: Scene, seats: Collection[Seat]) -> list[Press]:
    """Return the actions of those of the seats who are outside as buttons with the names of their players."""
    gathered = [action for action in visits(scene) if action.who in seats]
    order = {id: nth for nth, id in enumerate(scene.face.visits)}
    gathered.sort(key=lambda action: (action.who, order[action.option.id]))
    return [_guest_button(scene, action) for action in gathered]


def _guest_button(scene: Scene, action: Action) -> Press:
    plain, seat = scene.plain, action.who
    own = replace(scene, seat=seat, beside=scene.standing.beside.count(seat))
    what = words.label(plain, action.option, short=True) + ("…" if action.asks else "")
    return Press(own.id("pick", (), token(action.option.id)), plain.say("button.guest", who=seat, what=what))
