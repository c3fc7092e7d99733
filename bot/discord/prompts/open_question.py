"""What a prompt is made of: the open question, its words, the suggested answer, and whether people know it
already.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from bot.discord.prompts.components import CustomId, Path, token
from bot.games import face_of
from bot.games.face import Face, Picture
from bot.table.consent import seats_of_same_person, usual_with_consent
from bot.table.records import Address, Sitter, Standing
from bot.table.seat_names import seat_names
from bot.table.stage_limits import of_everybody
from bot.words.narrator import Narrator, Said
from rules.kernel.answers import Value, is_waited_for
from rules.kernel.autopilot import plain
from rules.kernel.errors import Refused, RuleBroken
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, GM, PARTY, Draw, Everyone, Form, NextAction, Request, Roll, Seat
from rules.kernel.words import Fact


class Scene(msgspec.Struct, frozen=True, dict=True):
    """All that the prompts of a table are made of.

    ``mark``: goes into the custom ids of menus, so that a message shown again is new to Discord. ``beside``: in a
    message for one person alone, how many secret asides that person has done at the open question. ``seat``: in a
    panel for one of several seats that somebody answers for, which one. ``sitters``: who sat where and when, so that
    stories are told with the names of their time; empty: with those of today.
    """

    standing: Standing
    rules: Rules[Any]
    mark: str = ""
    beside: int = 0
    seat: Seat = ""
    sitters: tuple[Sitter, ...] = ()

    @cached_property
    def narrator(self) -> Narrator:
        """Puts things into words of the table's language, with its players' names, where Markdown is read."""
        return Narrator(self.standing.record.locale, seat_names(self.standing.record.seats))

    @property
    def face(self) -> Face:
        """How the game shows itself."""
        return face_of(self.rules.name)

    @property
    def has_secrets(self) -> bool:
        """Whether players hide things from one another here: the game has secrets, and more than one seat plays it."""
        return self.face.has_secrets and len(self.standing.record.seats) > 1

    @cached_property
    def view(self) -> Any:
        """What everybody may see of the game."""
        return self.rules.view(self.standing.state, None)

    @property
    def weighed(self) -> Any:
        """The same, for who asks how the game stands, with what takes longer to weigh."""
        return self.face.weighed(self.standing.state, self.view)

    @property
    def waiting(self) -> Request[Any]:
        """The open question; raises ``Refused("nothing_asked")`` when there is none."""
        if self.standing.waiting is None:
            raise Refused("nothing_asked")
        return self.standing.waiting

    async def question_picture(self) -> Picture | None:
        """What belongs to the open question; None where there is none."""
        match self.standing.waiting:
            case None:
                return None
            case Draw(offered=pieces):
                return await self.face.pieces_picture(self.narrator, pieces)
        return await self.face.question_picture(self.narrator, self.view)

    def id(self, verb: str, path: Path = (), option: str = "") -> CustomId:
        """The address of a control for the open question."""
        return CustomId(verb, self.standing.record.id, self.standing.address, path, option, self.beside, self.seat)

    def usual(self, request: Request[Any], seat: Seat, *, openly: bool = False) -> Value | None:
        """What the autopilot would answer; None where it has no answer, or the game does not wait for this seat.

        ``openly``: where several sit, of what anybody may do, so that it is the same for all of them; as it is in any
        case where nobody hides anything, so that one's own panel says what the prompt says.
        """
        if isinstance(request, NextAction) and not is_waited_for(request, seat):
            return None
        record = self.standing.record
        openly = openly or not self.has_secrets
        request = of_everybody(request, record, self.face.said_openly) if openly else request
        try:
            return usual_with_consent(
                lambda asked: self.rules.autopilot(self.standing.state, asked, seat),
                request,
                seat,
                record,
                () if openly else seats_of_same_person(record, seat),
            )
        except (RuleBroken, KeyError):
            return _plain_or_none(request, seat)

    def usual_to_all(self, request: Request[Any], seat: Seat) -> tuple[Value, Said] | None:
        """The usual answer of a seat that hides things, and what it is for, where both follow from what everybody sees.

        So all may read it; None: they do not.
        """
        if not (isinstance(request, NextAction) and is_waited_for(request, seat)):
            return None
        open_to_all = of_everybody(request, self.standing.record, self.face.said_openly)
        return self.face.usual_to_all(self.narrator.plain, self.standing.state, open_to_all, seat)

    def usual_for(self, request: Request[Any], value: Value, seat: Seat, *, openly: bool = False) -> Said:
        """What a usual answer is for, in a word or two on its button; '' where nothing is to be said."""
        if openly:
            request = of_everybody(request, self.standing.record, self.face.said_openly)
        plain = self.narrator.plain
        return self.face.usual_for(plain, self.standing.state, request, value, seat, openly=openly)

    def asked_seats(self) -> list[Seat]:
        """The seats to which the open question goes; of actions, those that can move the game on."""
        match self.waiting:
            case Everyone(asks=asks):
                return list(asks)
            case NextAction(movers=movers):
                return self._seats(list(movers))
        return self._seats([self.waiting.who])

    def _seats(self, who: list[Seat]) -> list[Seat]:
        everybody = [record.seat for record in self.standing.record.seats]
        return everybody if PARTY in who or CHANCE in who else [seat for seat in everybody if seat in who]


def _plain_or_none(request: Request[Any], seat: Seat) -> Value | None:
    try:
        return plain(request, seat)
    except RuleBroken:
        return None


def draft_address(standing: Standing, seat: Seat) -> Address:
    """The address under which a seat's draft is kept.

    Of actions it is one for the whole stage (step -1), so that no draft is lost when others act meanwhile.
    """
    at = standing.address
    if seat != GM and isinstance(standing.waiting, NextAction):  # one question for a whole stage
        return Address(at.epoch, at.stage, -1)
    return at


def draft_key(path: Path, aspect: str = "") -> str:
    """The name under which one pick of a draft is kept; ``aspect``: which one, where a place has several."""
    return "/".join(path) + (f"#{aspect}" if aspect else "")


def form_values(scene: Scene, form: Form, path: Path, seat: Seat, draft: dict[str, Value]) -> dict[str, Value]:
    """A form's values as they would be sent: what was picked, else the usual."""
    usual = scene.usual(form, seat) or {}
    return {
        field.name: draft.get(draft_key((*path, step)), usual.get(field.name))
        for field, step in zip(form.fields, form_steps(form), strict=True)
    }


def form_steps(form: Form) -> list[str]:
    """The steps of a form's fields, as paths name them."""
    return ["f" + token(field.name) for field in form.fields]


class Asked(msgspec.Struct, frozen=True):
    """What identifies a question in the channel: stage and step, its key, what it is about, which seats are asked."""

    place: tuple[int, int]
    why: str
    about: tuple[tuple[str, Fact], ...]
    seats: frozenset[Seat]


def is_out(scene: Scene, user_id: int) -> bool:
    """Whether this person plays against others and has lost all characters, so that nobody plays for them either."""
    seat, state = scene.standing.record.seat_of(user_id), scene.standing.state
    if not (scene.rules.rivals and seat and state is not None):
        return False
    return scene.face.has_fallen(scene.rules.view(state, None), seat)


def identify_question(scene: Scene) -> Asked | None:
    """What identifies the open question, so that a later one can be compared with it; None when nothing is asked.

    Actions count as one question for a whole stage, and so do dice that are thrown by hand one after the other
    (step -1). Any other question is the same only at the same step, where an undo or a ruling has it asked anew.
    """
    request, at = scene.waiting, scene.standing.address
    if request is None:
        return None
    seats = frozenset(scene.asked_seats())
    if isinstance(request, Roll):
        return Asked((at.stage, -1), "dice", (), seats)
    about = tuple((name, fact) for name, fact in sorted(request.facts.items()) if not isinstance(fact, int))
    return Asked((at.stage, -1 if isinstance(request, NextAction) else at.step), request.why, about, seats)


def is_same_choice(before: Scene, after: Scene, by: Seat = "") -> bool:
    """Whether, after an action was taken, the same seats choose among the same actions of the same stage.

    ``by``: the seat that acted in secret; where it alone is asked, its actions may be others by now.
    """
    was, now = before.standing, after.standing
    if not isinstance(was.waiting, NextAction) or not isinstance(now.waiting, NextAction):
        return False
    same_stage = (was.address.epoch, was.address.stage) == (now.address.epoch, now.address.stage)
    same_question = was.waiting.why == now.waiting.why or before.asked_seats() == [by]
    return same_stage and same_question and before.asked_seats() == after.asked_seats()


def seats_that_know(before: Asked | None, now: Asked | None) -> frozenset[Seat]:
    """The seats that were asked the same question before, and so know of it; numbers in its facts may differ."""
    if before is None or now is None or msgspec.structs.replace(before, seats=now.seats) != now:
        return frozenset()
    return before.seats
