"""Reasons why a typed ruling of the Cave is refused: a player is outside, or a card is not free."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.call_lines import forms_in_cases, meant, people_meant
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
    if refusal.reason in ("card_near", "card_unknown"):
        return _taken_card_refusal(view, str(refusal.facts["name"])) or refusal
    return refusal


def _taken_card_refusal(view: View, name: str) -> Refused | None:
    """Return the refusal of a card that lies on an area or belongs to somebody; None for another name."""
    places: dict[str, tuple[Term, Refused]] = {}
    for area in view.areas:
        for card in area.cards:
            places[card.id] = card.name, Refused("card_lies", card=card.name, at=area.id)
    for seeker in view.seekers:
        for card in (*seeker.items, *seeker.followers):
            places[card.id] = card.name, Refused("card_held", card=card.name, who=seeker.name)
        for card in seeker.trophies:
            places[card.id] = card.name, Refused("card_won", card=card.name, who=seeker.name)
    found = meant({id: _forms(card) for id, (card, _) in places.items()}, name)
    return places[found[0]][1] if len(found) == 1 else None


def _forms(name: Term) -> list[str]:
    return forms_in_cases(name) if name else []


def _begins_with(line: str, name: str) -> bool:
    return f"{fold(line)} ".startswith((f"{fold_name(name)} ", f"{fold_name(name)}: "))
