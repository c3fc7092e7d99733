"""What a prompt is made from: where the table stands, the voice, and what the autopilot would answer."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.discord.prompts.ids import CustomId, Path, token
from bot.games import face_of
from bot.games.face import Face
from bot.table.records import Address, Standing
from bot.words.narrator import Narrator
from rules.kernel.answers import Value, is_waited_for
from rules.kernel.autopilot import plain
from rules.kernel.errors import Refused, RuleBroken
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, GM, PARTY, Everyone, Form, NextAction, Request, Seat


class Scene(msgspec.Struct, frozen=True):
    """A table as its prompts need it. ``mark``: sets the menus of a message shown again apart from those before.

    ``beside``: in what one person sees alone, how much they have done in secret beside the question.
    """

    standing: Standing
    rules: Rules[Any]
    mark: str = ""
    beside: int = 0

    @property
    def narrator(self) -> Narrator:
        """The table's voice, where Markdown is read."""
        return Narrator(self.standing.record.locale, {one.seat: one.name for one in self.standing.record.seats})

    @property
    def face(self) -> Face:
        """How the game shows itself."""
        return face_of(self.rules.name)

    @property
    def hides(self) -> bool:
        """Whether those at this table hide things from each other, and not one player from nobody."""
        return self.face.has_secrets and len(self.standing.record.seats) > 1

    @property
    def waiting(self) -> Request[Any]:
        """The open question; refuses when there is none."""
        if self.standing.waiting is None:
            raise Refused("nothing_asked")
        return self.standing.waiting

    def id(self, verb: str, path: Path = (), option: str = "") -> CustomId:
        """The address of a control for the open question."""
        return CustomId(verb, self.standing.record.id, self.standing.address, path, option, self.beside)

    def usual(self, request: Request[Any], seat: Seat) -> Value | None:
        """What the autopilot would answer; None when it has no answer, or it is not for this seat to go on."""
        if isinstance(request, NextAction) and not is_waited_for(request, seat):
            return None
        try:
            return self.rules.autopilot(self.standing.state, request, seat)
        except (RuleBroken, KeyError):
            return _plain(request, seat)

    def asked(self) -> list[Seat]:
        """The seats that the table waits for."""
        match self.waiting:
            case Everyone(asks=asks):
                return list(asks)
            case NextAction(movers=movers):
                return self._seats(list(movers))
        return self._seats([self.waiting.who])

    def _seats(self, who: list[Seat]) -> list[Seat]:
        everybody = [record.seat for record in self.standing.record.seats]
        return everybody if PARTY in who or CHANCE in who else [seat for seat in everybody if seat in who]


def _plain(request: Request[Any], seat: Seat) -> Value | None:
    try:
        return plain(request, seat)
    except RuleBroken:
        return None


def drafted_at(standing: Standing, seat: Seat) -> Address:
    """At which address a seat's unsent picks are kept: others who act meanwhile take none of them away."""
    at = standing.address
    if seat != GM and isinstance(standing.waiting, NextAction):  # one question for a whole stage
        return Address(at.epoch, at.stage, -1)
    return at


def draft_key(path: Path, aspect: str = "") -> str:
    """Under which name an unsent pick is kept."""
    return "/".join(path) + (f"#{aspect}" if aspect else "")


def filled(scene: Scene, form: Form, path: Path, seat: Seat, draft: dict[str, Value]) -> dict[str, Value]:
    """A form's values as they would be sent: what was picked, else the usual."""
    usual = scene.usual(form, seat) or {}
    return {
        field.name: draft.get(draft_key((*path, step)), usual.get(field.name))
        for field, step in zip(form.fields, form_steps(form), strict=True)
    }


def form_steps(form: Form) -> list[str]:
    """The steps of a form's fields, as paths name them."""
    return ["f" + token(field.name) for field in form.fields]
