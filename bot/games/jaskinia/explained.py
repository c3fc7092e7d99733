"""Reasons why a typed ruling of the Cave is refused: a player is outside, or a card is not free."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.games.call_lines import forms_in_cases, meant, people_meant
from bot.words.narrator import Narrator, Said, fold, fold_name
from rules.jaskinia.view import CardView, View
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
        typed = f"{fold(line)} "
        begins = {
            seat: [f"{fold_name(name)}{sign}" for name in known for sign in (" ", ": ")]
            for seat, known in names.items()
        }
        found = [seat for seat, known in begins.items() if typed.startswith(tuple(known))]
    if len(found) == 1:
        return Refused("seeker_outside", who=found[0], enter=narrator.say("option.guest.come"))
    if refusal.reason in ("card_near", "card_unknown"):
        return _taken_card_refusal(narrator, view, str(refusal.facts["name"])) or refusal
    return refusal


def _taken_card_refusal(narrator: Narrator, view: View, name: str) -> Refused | None:
    """Return the refusal of a card that lies on an area or belongs to somebody; None for another name."""
    names: dict[str, Term] = {}
    places: dict[str, list[Said]] = {}
    for card, place in _card_places(narrator, view):
        names[card.id] = card.name
        places.setdefault(card.id, []).append(place)
    found = meant({id: _forms(card) for id, card in names.items()}, name)
    if len(found) != 1:
        return None
    where = narrator.join_words(list(dict.fromkeys(places[found[0]])))
    return Refused("card_taken", card=names[found[0]], where=where)


def _card_places(narrator: Narrator, view: View) -> Iterator[tuple[CardView, Said]]:
    """Yield each card that is no longer in a deck, and where it is in words."""
    for area in view.areas:
        yield from ((card, narrator.say("cave.card.lies", at=area.id)) for card in area.cards)
    for seeker in view.seekers:
        held = narrator.say("cave.card.held", who=seeker.name)
        yield from ((card, held) for card in (*seeker.items, *seeker.followers))
        won = narrator.say("cave.card.won", who=seeker.name)
        yield from ((card, won) for card in seeker.trophies)


def _forms(name: Term) -> list[str]:
    return list(forms_in_cases(name)) if name else []
