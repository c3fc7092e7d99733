"""The contents of a prompt: the open question, its words, and the usual answer; also who knows it already."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from bot.discord.prompts.components import CustomId, Path, token
from bot.games import face_of
from bot.games.face import Face, Picture
from bot.table.consent import PREPARE, open_preparations, seats_of_same_person, usual_with_consent
from bot.table.records import Address, GameRecord, Sitter, Standing
from bot.table.seat_names import seat_names
from bot.table.stage_limits import of_everybody
from bot.words.narrator import Narrator, Said
from rules.kernel import requests
from rules.kernel.answers import Value, is_waited_for
from rules.kernel.autopilot import Advice, plain
from rules.kernel.errors import Refused, RuleBroken
from rules.kernel.game import Rules
from rules.kernel.words import Fact


class Scene(Struct, frozen=True, dict=True):
    """A table with everything that its prompts need.

    ``mark``: part of the custom ids of menus, so that Discord treats a repeated message as new. ``beside``: in an
    ephemeral message, the number of its reader's secret free actions at this question. ``seat``: the panel's seat if
    its reader answers for several. ``sitters``: the players of each seat over time, for names in old stories; empty:
    use today's names.
    """

    standing: Standing
    rules: Rules
    mark: str = ""
    beside: int = 0
    seat: requests.Seat = ""
    sitters: tuple[Sitter, ...] = ()

    @cached_property
    def narrator(self) -> Narrator:
        """The narrator in the table's language, with its players' names, for Markdown."""
        return Narrator(self.record.locale, seat_names(self.record.seats))

    @property
    def plain(self) -> Narrator:
        """The narrator without Markdown, for labels."""
        return self.narrator.plain

    @property
    def record(self) -> GameRecord:
        """The table as it is stored."""
        return self.standing.record

    @property
    def state(self) -> Any:
        """The state of the game; None before it begins."""
        return self.standing.state

    @property
    def address(self) -> Address:
        """The address of the open question."""
        return self.standing.address

    @property
    def game_id(self) -> str:
        """The table's id."""
        return self.record.id

    @cached_property
    def face(self) -> Face:
        """How the game is shown."""
        return face_of(self.rules.name)

    @property
    def has_secrets(self) -> bool:
        """Whether players hide things from one another: the game has secrets, and there is more than one seat."""
        return self.face.has_secrets and len(self.record.seats) > 1

    @cached_property
    def view(self) -> Any:
        """The public view of the game."""
        return self.rules.view(self.state, None)

    @property
    def weighed(self) -> Any:
        """The public view with evaluations that take longer, for texts on the game's progress."""
        return self.face.weighed(self.state, self.view)

    @property
    def waiting(self) -> requests.Request:
        """The open question; raises ``Refused("nothing_asked")`` if there is none."""
        if not self.standing.waiting:
            raise Refused("nothing_asked")
        return self.standing.waiting

    async def question_picture(self) -> Picture | None:
        """Draw the picture of the open question, or return None if it has none."""
        match self.standing.waiting:
            case None:
                return None
            case requests.Draw(offered=pieces):
                return await self.face.pieces_picture(self.narrator, pieces)
        return await self.face.question_picture(self.narrator, self.view)

    def id(self, verb: str, path: Path = (), option: str = "") -> CustomId:
        """Return the custom id of a control for the open question."""
        return CustomId(verb, self.record.id, self.address, path, option, self.beside, self.seat)

    def usual(self, request: requests.Request, seat: requests.Seat, *, openly: bool = False) -> Value | None:
        """Return the value of ``advice``, or None without one."""
        advice = self.advice(request, seat, openly=openly)
        return advice.value if advice else None

    def advice(self, request: requests.Request, seat: requests.Seat, *, openly: bool = False) -> Advice | None:
        """Return the autopilot's answer with its reason, worked out once and kept with the standing.

        ``openly``: with several seats, use only actions open to all, so that the answer is the same for all. Without
        secrets it is always so, and one's own panel agrees with the prompt.
        """
        key = (id(request), seat, openly)
        known = self.standing.advised
        if key not in known:  # the request is kept as well, so that its id stays its own
            advice = self._advise(request, seat, openly)
            same = self.asked_seats() if self.is_usual_common(request) else ()
            known |= {(id(request), each, openly): (request, advice) for each in (seat, *same)}
        return known[key][1]

    def _advise(self, request: requests.Request, seat: requests.Seat, openly: bool) -> Advice | None:
        if isinstance(request, requests.NextAction) and not is_waited_for(request, seat):
            return None
        record, request = self.record, self.face.starred(self.state, request) or request
        openly = openly or not self.has_secrets
        request = of_everybody(request, record, self.face.said_openly) if openly else request
        told: list[Advice] = []

        def usual(asked: requests.Request) -> Value:
            told.append(self.rules.advise(self.state, asked, seat))
            return told[-1].value

        mine = () if openly else seats_of_same_person(record, seat)
        try:
            value = usual_with_consent(usual, request, seat, record, mine)
        except (RuleBroken, KeyError):
            value = _plain_or_none(request, seat)
        return None if value is None else next((each for each in told if each.value is value), Advice(value))

    def preparations(self, request: requests.NextAction, seat: requests.Seat) -> list[Value]:
        """Return the free actions that one press takes for this seat; see ``PREPARE``."""
        return open_preparations(self.face.preparations, self.standing, request, seat)

    def is_usual_common(self, request: requests.Request) -> bool:
        """Whether ``usual`` is the same for all asked seats, because it takes only actions of the party."""
        if not isinstance(request, requests.NextAction) or not self.face.advises_party:
            return False
        shared = of_everybody(request, self.record, self.face.said_openly)
        return isinstance(shared, requests.NextAction) and all(
            action.who == requests.PARTY for action in shared.actions
        )

    def usual_to_all(self, request: requests.Request, seat: requests.Seat) -> tuple[Value, Said] | None:
        """Return the usual answer of a seat with secrets and its purpose, or None if they do not follow from public
        facts.
        """
        if not (isinstance(request, requests.NextAction) and is_waited_for(request, seat)):
            return None
        open_to_all = of_everybody(request, self.record, self.face.said_openly)
        return self.face.usual_to_all(self.plain, self.state, open_to_all, seat)

    def usual_for(self, request: requests.Request, seat: requests.Seat, *, openly: bool = False) -> Said:
        """Return the reason of the usual answer for its button; '' if there is nothing to say."""
        advice = self.advice(request, seat, openly=openly)
        if openly:
            request = of_everybody(request, self.record, self.face.said_openly)
        plain, state = self.plain, self.state
        return self.face.usual_for(plain, state, request, advice, seat, openly=openly) if advice else Said()

    def asked_seats(self) -> list[requests.Seat]:
        """Return the seats that the open question asks; for actions, those that can take a main action."""
        match self.waiting:
            case requests.Everyone(asks=asks):
                return list(asks)
            case requests.NextAction(movers=movers):
                return self._seats(list(movers))
        return self._seats([self.waiting.who])

    def _seats(self, who: list[requests.Seat]) -> list[requests.Seat]:
        everybody = [record.seat for record in self.record.seats]
        return (
            everybody
            if requests.PARTY in who or requests.CHANCE in who
            else [seat for seat in everybody if seat in who]
        )


def bundled_preparations(scene: Scene, request: requests.NextAction) -> list[requests.Option]:
    """Return one entry for several advised preparations of everybody whose actions these are."""
    seats = scene.record.seats
    found = {str(value) for row in seats for value in scene.preparations(request, row.seat)}
    return [requests.Option(PREPARE, "menu.prepare", facts={"number": len(found)})] if len(found) > 1 else []


def _plain_or_none(request: requests.Request, seat: requests.Seat) -> Value | None:
    try:
        return plain(request, seat)
    except RuleBroken:
        return None


def draft_address(standing: Standing, seat: requests.Seat) -> Address:
    """Return the address of a draft; for actions it is the stage (step -1), so that it survives the
    actions of others.
    """
    at = standing.address
    if seat != requests.GM and isinstance(standing.waiting, requests.NextAction):  # one question for a whole stage
        return Address(at.epoch, at.stage, -1)
    return at


def draft_key(path: Path, aspect: str = "") -> str:
    """Return the key of one pick in a draft; ``aspect`` distinguishes several picks at one path."""
    return "/".join(path) + (f"#{aspect}" if aspect else "")


def form_values(
    scene: Scene, form: requests.Form, path: Path, seat: requests.Seat, draft: dict[str, Value]
) -> dict[str, Value]:
    """Return a form's values to send: what was picked, else the usual ones."""
    usual = scene.usual(form, seat) or {}
    return {
        field.name: draft.get(draft_key((*path, step)), usual.get(field.name))
        for field, step in zip(form.fields, form_steps(form), strict=True)
    }


def form_steps(form: requests.Form) -> list[str]:
    """Return the path steps of a form's fields."""
    return ["f" + token(field.name) for field in form.fields]


class Asked(Struct, frozen=True):
    """The identity of a question in the channel: stage and step, key, subject, and asked seats."""

    place: tuple[int, int]
    why: str
    about: tuple[tuple[str, Fact], ...]
    seats: frozenset[requests.Seat]


def is_out(scene: Scene, user_id: int) -> bool:
    """Whether this person plays against others and has lost all characters."""
    seat, state = scene.record.seat_of(user_id), scene.state
    if not (scene.rules.rivals and seat and state is not None):
        return False
    return scene.face.has_fallen(scene.rules.view(state, None), seat)


def identify_question(scene: Scene) -> Asked | None:
    """Return the identity of the open question for comparison with a later one; None if nothing is asked.

    Actions count as one question for a whole stage, and so do successive dice rolled by hand (step -1). Other questions
    are equal only at the same step, because an undo or ruling asks them again.
    """
    request, at = scene.waiting, scene.address
    if request is None:
        return None
    seats = frozenset(scene.asked_seats())
    if isinstance(request, requests.Roll):
        return Asked((at.stage, -1), "dice", (), seats)
    about = tuple((name, fact) for name, fact in sorted(request.facts.items()) if not isinstance(fact, int))
    return Asked((at.stage, -1 if isinstance(request, requests.NextAction) else at.step), request.why, about, seats)


def is_same_choice(before: Scene, after: Scene, by: requests.Seat = "") -> bool:
    """Whether the same seats still choose among the same actions of the stage after an action.

    ``by``: the seat that acted in secret; if only it is asked, its actions may have changed.
    """
    was, now = before.standing, after.standing
    if not isinstance(was.waiting, requests.NextAction) or not isinstance(now.waiting, requests.NextAction):
        return False
    same_stage = (was.address.epoch, was.address.stage) == (now.address.epoch, now.address.stage)
    same_question = was.waiting.why == now.waiting.why or before.asked_seats() == [by]
    return same_stage and same_question and before.asked_seats() == after.asked_seats()


def seats_that_know(before: Asked | None, now: Asked | None) -> frozenset[requests.Seat]:
    """Return the seats that were already asked the same question; numbers in its facts may differ."""
    if before is None or now is None or replace(before, seats=now.seats) != now:
        return frozenset()
    return before.seats
