"""The end of Labirynt Śmierci: picture, fate of each hero, honours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from bot.games.face import Grave, Happened, Member
from bot.games.honours import honours_line, lifetimes, variant
from bot.games.labirynt_smierci.feats import graves, is_monster
from bot.table.results import Tally
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said
from rules.kernel.events import DiceRolled
from rules.kernel.words import Term
from rules.labirynt_smierci.events import combat, course, magic
from rules.labirynt_smierci.view import CharacterView, PartyView, View


class Deeds(Struct):
    """The deeds of each party member by name: wounds dealt, monsters felled, faces thrown when striking.

    ``row``, ``misses``: blows without a wound in a row, the last and the longest. ``depth``: the deepest level.
    """

    wounds: Counter[Term] = field(default_factory=Counter)
    kills: Counter[Term] = field(default_factory=Counter)
    faces: dict[Term, list[int]] = field(default_factory=lambda: defaultdict(list))
    since: dict[Term, int] = field(default_factory=dict)
    row: Counter[Term] = field(default_factory=Counter)
    misses: Counter[Term] = field(default_factory=Counter)
    depth: int = 1


def deeds_of(told: Sequence[Happened]) -> Deeds:
    """Count the deeds in the told events."""
    deeds = Deeds()
    thrown = 0
    caster: Term = ""
    for item in told:
        match item.event:
            case DiceRolled(why="combat.attack", total=total):
                thrown = total
            case combat.Blow(who=who, wounds=wounds, killed=killed):
                deeds.wounds[who] += wounds
                deeds.kills[who] += killed
                deeds.row[who] = 0 if wounds else deeds.row[who] + 1
                deeds.misses[who] = max(deeds.misses[who], deeds.row[who])
                if thrown:
                    deeds.faces[who].append(thrown)
                thrown = 0
            case magic.SpellCast(who=who):
                caster = who
            case magic.SpellStruck(target=target, wounds=wounds, killed=killed) if is_monster(target):
                deeds.wounds[caster] += wounds
                deeds.kills[caster] += killed
            case course.HeroDealt(hero=who) | course.ApprenticeJoined(name=who):
                deeds.since[who] = item.stage
            case course.SegmentLaid(level=level) | course.StairsTaken(level=level):
                deeds.depth = max(deeds.depth, level)
            case _:
                pass
    return deeds


def tally(view: View, told: Sequence[Happened]) -> Tally:
    """Return what the statistics count for each character."""
    deeds, members = deeds_of(told), view.party.characters
    return Tally(deeds.faces, {member.name: member.seat for member in members}, deeds.misses, deeds.depth)


def epilogue(narrator: Narrator, view: View, told: Sequence[Happened]) -> list[str]:
    """Return a line for each hero, then one with the honours."""
    deeds = deeds_of(told)
    dead = list(graves(narrator, told))
    heroes = [character for character in view.party.characters if not character.ally]
    lines = [_hero_line(narrator, view, hero, nth, deeds, dead) for nth, hero in enumerate(heroes)]
    names = {hero.name: narrator.term(hero.name) for hero in heroes}
    living = {names[hero.name]: deeds.since.get(hero.name, 0) for hero in heroes if hero.alive}
    lived = lifetimes(dead, living, told, course.PartySetOut)
    return [*lines, *honours_line(narrator, names, "wounds", deeds.wounds, lived, deeds.faces)]


def _hero_line(
    narrator: Narrator, view: View, hero: CharacterView, nth: int, deeds: Deeds, dead: Sequence[Grave]
) -> str:
    by = {grave.who: grave.by for grave in dead}.get(narrator.term(hero.name), Said())
    state = hero.fate or ("dead" if by else "dead.alone")
    if hero.alive:
        state = "victory" if view.outcome == "victory" else "alive"
    crown = "👑 " if hero.id in view.party.winners else ""
    said = variant(narrator, f"epilogue.{state}", nth + view.stage, who=hero.name, by=by)
    facts = {"wounds": deeds.wounds[hero.name], "kills": deeds.kills[hero.name]}
    done = narrator.first_known(*keys("epilogue.deeds", facts), **facts) if facts["wounds"] else ""
    return f"{crown}{said} {done}".rstrip()


def party_at_end(view: View) -> PartyView:
    """Return the party; after the end without improvements, as nobody can buy them any more."""
    if not view.outcome:
        return view.party
    members = tuple(replace(character, improvements=0) for character in view.party.characters)
    return replace(view.party, characters=members)


def member(narrator: Narrator, who: CharacterView) -> Member:
    """Return a character with its race and fate."""
    fate = "" if who.alive else who.fate or "dead"
    lost = narrator.say(f"plight.{fate}") if fate else Said()
    return Member(who.seat, narrator.term(who.name), narrator.say(f"race.{who.race}"), lost, who.id)
