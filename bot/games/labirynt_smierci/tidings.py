"""What of the told events, and of what stands before the party, is shown above the picture of how things are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.words.narrator import Narrator, Said
from images.labirynt_smierci.tidings import Fallen, Find, Sprung, Tidings
from rules.kernel.table import Event
from rules.kernel.words import Word
from rules.labirynt_smierci.events.combat import CharacterDied
from rules.labirynt_smierci.events.course import ExplosionSprung, TrapSprung
from rules.labirynt_smierci.events.finds import ArtFound, LostForEver, ManuscriptFound
from rules.labirynt_smierci.events.treasure import JewelFound, ThingFound
from rules.labirynt_smierci.view import View

EXPLOSION = Word("trap.explosion")
JEWEL, MANUSCRIPT = Word("item.jewel"), Word("item.manuscript")


def tidings_of(view: View, events: Iterable[Event]) -> Tidings:
    """The dead, whoever stands there and has not been dealt with, traps, treasures; in a fight the dead alone."""
    told = list(events)
    fallen = tuple(_fallen(view, told))
    if view.battle is not None:
        return Tidings(fallen)
    met = view.met if view.met is not None and view.met.stance != "truce" else None
    return Tidings(fallen, met, tuple(_sprung(view, told)), tuple(_found(told)))


def _fallen(view: View, told: Sequence[Event]) -> Iterator[Fallen]:
    """Members who died, or fell for ever, and were not called back; nobody mourns a charmed monster here."""
    dead = {one.name: one for one in view.party.characters if not one.alive and not one.ally}
    for event in told:
        if isinstance(event, CharacterDied) and event.who in dead:
            yield Fallen(dead[event.who], event.adventure, event.level)
        elif isinstance(event, LostForEver) and event.who in dead and view.here is not None:
            yield Fallen(dead[event.who], view.party.adventure, view.here.level)


def _sprung(view: View, told: Sequence[Event]) -> Iterator[Sprung]:
    """Traps that wounded somebody."""
    members = {one.name: one for one in view.party.characters}
    for event in told:
        if isinstance(event, ExplosionSprung):
            yield Sprung(EXPLOSION, event.wounds)
        elif isinstance(event, TrapSprung) and event.wounds and event.victim in members:
            yield Sprung(event.trap, event.wounds, members[event.victim])


def _found(told: Sequence[Event]) -> Iterator[Find]:
    for event in told:
        match event:
            case JewelFound(worth=worth):
                yield Find(JEWEL, worth)
            case ArtFound(item=item, worth=worth):
                yield Find(item, worth)
            case ThingFound(item=item, plus=plus):
                yield Find(item, 0, plus)
            case ManuscriptFound():
                yield Find(MANUSCRIPT)


def tidings_in_words(narrator: Narrator, tidings: Tidings) -> str:
    """The same for those who do not see it; '' where all is quiet."""
    return " ".join(_said(narrator.plain, tidings))


def _said(plain: Narrator, tidings: Tidings) -> Iterator[Said]:
    if tidings.fallen:
        yield plain.say("alt.tidings.fallen", names=tuple(one.who.name for one in tidings.fallen))
    if met := tidings.met:
        facts = {"number": len(met.strengths), "monster": met.name, "strengths": met.strengths, "perils": met.perils}
        yield plain.say("alt.tidings.met.perils" if met.perils else "alt.tidings.met", **facts)
    if tidings.sprung:
        yield plain.say("alt.tidings.sprung", hurt=plain.join_words([_hurt(plain, one) for one in tidings.sprung]))
    if tidings.found:
        yield plain.say("alt.tidings.found", things=plain.join_words([_thing(plain, one) for one in tidings.found]))


def _hurt(plain: Narrator, one: Sprung) -> str:
    who = plain.term(one.who.name) if one.who else plain.say("tidings.everybody")
    return f"{plain.term(one.trap)}, {who} −{one.wounds}"


def _thing(plain: Narrator, one: Find) -> str:
    if one.worth:
        return plain.say("tidings.worth", item=one.item, worth=one.worth)
    return f"{plain.term(one.item)} +{one.plus}" if one.plus else plain.term(one.item)
