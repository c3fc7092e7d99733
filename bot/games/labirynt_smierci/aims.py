"""What to aim at now: the way to victory as far as it is known, the way home, whoever is nearest a victory alone.

It is what «as usual» does: both go by the same odds at the Gate, and by the same sense of when to turn home.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.words.narrator import Narrator, Said
from rules.labirynt_smierci.view import CharacterView, MapView, PartyView, ProspectsView, View

HERE = ".here"
"""How the key of a step ends that can be made where the party stands."""


def aims(narrator: Narrator, view: View) -> Iterator[Said]:
    """A line each; nothing before the party sets out, and after the end."""
    if view.setting_up or view.outcome:
        return
    inside = view.here is not None and view.here.party is not None
    first = _first(narrator, view, inside)
    if first:
        yield narrator.say("aim.now", aim=first)
    yield narrator.say("aim.then" if first else "aim.now", aim=_aim(narrator, view))
    if inside and not first and view.home is not None:
        yield narrator.say("aim.home" if view.home else "aim.home.no_steps", steps=view.home)
    yield from _alone(narrator, view.party)


def aim_in_short(narrator: Narrator, view: View, before: str) -> Said:
    """What the next step of «as usual» is for, in a word or two; ``before``: what comes before all aims, if anything.

    Who stands before a mirror looks into it first.
    """
    key = _next(view)
    if (before == "heal" and view.home is not None) or (before == "grow" and not key.endswith(HERE)):
        key = before
    return narrator.say(f"aim.short.{key}", level=view.party.gate.level if view.party.gate else 0)


def _first(narrator: Narrator, view: View, inside: bool) -> Said:
    """What comes before all aims: to heal, and what can be done outside; '': nothing."""
    if not inside:
        return narrator.say("aim.outside")
    if not view.homeward or view.home is None or _next(view) == "out":
        return Said()
    return narrator.say("aim.heal" if view.home else "aim.heal.here", steps=view.home)


def _aim(narrator: Narrator, view: View) -> Said:
    """What the party is after, with the odds at the Gate; while those are bad and time is left, it grows first."""
    gate, ahead, key = view.party.gate, view.prospects, f"aim.{_next(view)}"
    facts = {"level": gate.level, "left": gate.segments_left or 0} if gate else {}
    if ahead is not None and not (ahead.ready or ahead.pressed or key.endswith(HERE)):
        return narrator.say("aim.grow" if ahead.healed else "aim.grow.no_healed", **facts, **_odds(ahead))
    said = [narrator.say(key, **facts)]
    if ahead is not None:
        said.append(narrator.say(f"aim.odds{_how_sure(ahead)}", **_odds(ahead)))
        said += [narrator.say("aim.last")] if ahead.last else [narrator.say("aim.pressed")] if ahead.pressed else []
    return Said(" ".join(said))


def _odds(ahead: ProspectsView) -> dict[str, int]:
    return {"healed": ahead.healed, "now": ahead.now, "enough": ahead.enough}


def _how_sure(ahead: ProspectsView) -> str:
    """Which words fit the odds."""
    if not ahead.healed:
        return ".none"
    return ".hurt" if ahead.now < ahead.healed else ""


def _next(view: View) -> str:
    """The next step to the victory of all: by mirrors to the Gate, and out again [13, 16, 17]."""
    gate, here = view.party.gate, view.here
    if gate is None:
        return "mirror.here" if _at_a_mirror(here) else "mirror"
    if gate.destroyed or gate.found:
        return "out" if gate.destroyed else "gate"
    if here is None or here.level != gate.level:
        return "level"
    if gate.segments_left is not None:
        return "left"
    return "near.here" if _at_a_mirror(here) else "near"


def _at_a_mirror(here: MapView | None) -> bool:
    """Whether the party stands before a mirror that nobody has looked into."""
    segments = here.segments if here else ()
    return any((one.x, one.y) == here.party and one.kind == "mirror" and not one.examined for one in segments if here)


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
