"""Guests of the Cave beside the main board: who comes in, with what, and when it is time to go out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rules.jaskinia.beside.sheets import annex_of, as_kept
from rules.jaskinia.model import Game, Seeker
from rules.kernel.answers import Value
from rules.kernel.requests import Form, NextAction, Seat

TIRED, LADEN = 2, 9
"""With no more Endurance than this, or after so much that is to be told of a visit, one goes home."""


class Sample(msgspec.Struct, frozen=True):
    """A Seeker of the main game as there might be one."""

    name: str
    align: str
    values: tuple[str, str, str]
    gold: int
    items: str = "-"
    followers: str = "-"
    spells: int = 0


SAMPLES: Sequence[Sample] = (
    Sample("Bolek", "good", ("4/3", "3", "4"), 2, "Sword (weapon, strength +1 fight)", "Mule (carries 4)"),
    Sample("Wanda", "neutral", ("3", "5/4", "4"), 1, "Ring (magic, power +1)", spells=2),
    Sample("Gniewko", "evil", ("5/4", "2", "5/4"), 3, "Axe (weapon, strength +2 fight), Shield (saves 5-6)"),
    Sample("Dobrawa", "good", ("2", "6/5", "4"), 0, spells=3),
)


def sheet_of(form: Form) -> Mapping[str, Value]:
    """A form as far as it fills itself in."""
    return {field.name: field.usual for field in form.fields if field.usual is not None}


def sample_for(game: Game, seat: Seat) -> dict[str, Value]:
    """A plausible Seeker for a seat; the next one after each death."""
    nth = game.seats.index(seat) + game.players[seat].deaths
    one = SAMPLES[nth % len(SAMPLES)]
    strength, power, endurance = one.values
    numbers: dict[str, Value] = {"strength": strength, "power": power, "endurance": endurance, "gold": one.gold}
    return {
        "name": one.name,
        "align": one.align,
        **numbers,
        "items": one.items,
        "followers": one.followers,
        "spells": one.spells,
    }


def come_in(game: Game, request: NextAction, seat: Seat) -> Value:
    """As one was, if one has been here, and healed outside; with the Crystal the main game is as good as won."""
    actions = [action.option.id for action in request.of(seat)]
    kept, guest = as_kept(game, seat), annex_of(game).visitors.get(seat)
    if guest is not None and guest.kept is not None and game.tables.cards.goal in guest.kept.items:
        return ["over", seat]
    if "come" not in actions:
        return ["crown", "unknown"]
    level = str(kept.get("endurance", "")).rpartition("/")[2]
    return ["come", {**kept, "endurance": f"{level}/{level}"} if kept else sample_for(game, seat)]


def wants_out(game: Game, one: Seeker) -> bool:
    """With the Crystal, with many wounds, or after much has happened."""
    guest = game.visitor(one)
    if guest is None:
        return False
    return game.tables.cards.goal in one.items or one.endurance <= TIRED or len(guest.notes) >= LADEN
