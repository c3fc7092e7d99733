"""Reasons why a typed ruling of the Cave is refused: a player is outside, or a card is not free."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.call_lines import forms_in_cases, people_meant
from bot.words.narrator import Narrator, fold, fold_name
from rules.jaskinia.view import View
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat
from rules.kernel.words import Term


def explained_refusal(
    narrator: Narrator, view: View, refusal: Refused, line: str, absent: Mapping[Seat, Term]
) -> Refused:
    """Return the refusal of a typed ruling with its reason; ``absent``: the seats outside, with their Seekers."""
    names = {seat: [str(narrator.plain.seat(seat)), *_forms(seeker)] for seat, seeker in absent.items()}
    found: list[str] = []
    if refusal.reason == "no_such_seeker":
        found = people_meant(names, str(refusal.facts["name"]))
    elif refusal.reason == "no_such_option":
        found = [seat for seat, known in names.items() if any(_begins_with(line, name) for name in known)]
    if len(found) == 1:
        return Refused("seeker_outside", who=found[0], enter=narrator.say("option.guest.come"))
    return refusal


def _forms(seeker: Term) -> list[str]:
    return forms_in_cases(seeker) if seeker else []


def _begins_with(line: str, name: str) -> bool:
    return f"{fold(line)} ".startswith((f"{fold_name(name)} ", f"{fold_name(name)}: "))
