"""What to aim at now: the way to victory as far as it is known, the way home, whoever is nearest a victory alone."""

from __future__ import annotations

from collections.abc import Iterator

from bot.words.narrator import Narrator, Said
from rules.labirynt_smierci.view import CharacterView, MapView, PartyView, View

WEARY = 0.6
"""With less than so much of its strength the party had better turn back."""


def aims(narrator: Narrator, view: View) -> Iterator[Said]:
    """A line each; nothing before the party sets out, and after the end."""
    if view.setting_up or view.outcome:
        return
    inside = view.here is not None and view.here.party is not None
    yield narrator.say(f"aim.{_next(view)}" if inside else "aim.outside", **_gate_facts(view.party))
    if inside and view.home is not None:
        weary = _strength(view.party) < WEARY
        key = "aim.home.no_steps" if not view.home else "aim.home.weary" if weary else "aim.home"
        yield narrator.say(key, steps=view.home)
    yield from _alone(narrator, view.party)


def _next(view: View) -> str:
    """The next step to the victory of all: by mirrors to the Gate, and out again [13, 16, 17]."""
    gate, here = view.party.gate, view.here
    if gate is None:
        return "mirror.here" if _at_a_mirror(here) else "mirror"
    if gate.destroyed or gate.found:
        return "out" if gate.destroyed else "gate"
    if here is None or here.level != gate.level:
        return "level"
    return "near" if gate.segments_left is None else "left"


def _at_a_mirror(here: MapView | None) -> bool:
    """Whether the party stands before a mirror that nobody has looked into."""
    segments = here.segments if here else ()
    return any((one.x, one.y) == here.party and one.kind == "mirror" and not one.examined for one in segments if here)


def _gate_facts(party: PartyView) -> dict[str, int]:
    gate = party.gate
    return {} if gate is None else {"level": gate.level, "left": gate.segments_left or 0}


def _strength(party: PartyView) -> float:
    """How much of its strength the party has left."""
    living = [one for one in party.characters if one.alive]
    return sum(one.strength for one in living) / max(sum(one.full for one in living), 1)


def _alone(narrator: Narrator, party: PartyView) -> Iterator[Said]:
    """Who has won alone, else who is nearest to it [17]."""
    living = [one for one in party.characters if one.alive and not one.ally and one.id not in party.winners]
    if not living:
        return
    best = max(living, key=lambda one: _nearness(party, one))
    facts = {"who": best.name, "experience": best.experience, "wealth": best.wealth}
    yield narrator.say("aim.alone", **facts, points=party.victory_points, gold=party.victory_gold)


def _nearness(party: PartyView, one: CharacterView) -> float:
    points, gold = max(party.victory_points, 1), max(party.victory_gold, 1)
    return min(one.experience / points, 1) + min(one.wealth / gold, 1)
