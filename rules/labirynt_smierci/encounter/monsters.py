"""The arrival of monsters [8]: kind, number, strength, and the party's choices before a fight."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.odds import faces_said
from rules.kernel.offers import Offer, Offers, as_far_as_asked, does, ends, take
from rules.kernel.requests import PARTY, Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word, phrase
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.combat.odds import fight_odds, is_sure
from rules.labirynt_smierci.combat.places import marching_offers, pairing_offers
from rules.labirynt_smierci.encounter.spells import HESITATING, hesitation, lock_offers, talking_offers
from rules.labirynt_smierci.encounter.talks import bribe_offer, frail, negotiation_offer, outlook, perils, sparing
from rules.labirynt_smierci.events.course import AllQuiet, MonstersMet, MonstersStillThere, TruceBroken
from rules.labirynt_smierci.exploration import mark_of
from rules.labirynt_smierci.free_actions import hesitation_offers, standing_offers
from rules.labirynt_smierci.model import Game, Group, Monster
from rules.labirynt_smierci.party.belongings import weapon_offers
from rules.labirynt_smierci.party.experience import segments_to_explore, wanderers_teach
from rules.labirynt_smierci.party.traits import may_be_talked_to, mood
from rules.labirynt_smierci.tables import amount

RESIDENT_ON = (1, 2, 3)
WANDERING_ON = (1,)


def look_for_monsters(table: Table, game: Game, first_visit: bool) -> None:
    """Check for monsters after a move [5 C]; a group that was left here is met again [6.9]."""
    if game.here.group:
        meet_again(table, game, game.here.group)
        return
    resident = first_visit and game.here.is_room
    faces = RESIDENT_ON if resident else WANDERING_ON
    rolled = table.roll("1K6", "monsters.check", segment=Word(f"segment.{game.here.kind}"), on=faces_said(faces))
    if rolled in faces:
        meet_newcomers(table, game, assemble(table, game, resident))
    else:
        table.tell(AllQuiet(mood(game)))


def assemble(table: Table, game: Game, resident: bool) -> Group:
    """Roll a group: kind by two dice, number by its dice times the level's factor, each strength [5 C, 6.8]."""
    meetings = game.tables.residents if resident else game.tables.wandering
    first, second = table.roll("2K6", "monsters.kind").pips
    cell = meetings.on(first, second)
    times = number_factor(game, game.level)
    measure = phrase("dice.times", times=times, level=game.level) if times > 1 else ""
    number = (
        amount(table, cell.number, "monsters.number", monster=Word(f"monster.{cell.monster}"), measure=measure) * times
    )
    group = Group(kind=cell.monster, level=game.level, resident=resident, monsters=[])
    for n in range(number):
        group.monsters.append(one_of_them(table, game, group, cell.monster, n + 1, alone=number == 1))
    return group


def number_factor(game: Game, level: int) -> int:
    """The factor for the number of monsters on a level [6.7]."""
    kinder = level == 3 and game.options.level3_numbers == 1
    return 1 if kinder else game.tables.levels.of(level).number


def one_monster(table: Table, game: Game, kind: str) -> Group:
    """Return a resident group of one monster of this kind on the party's level."""
    group = Group(kind=kind, level=game.level, resident=True, monsters=[])
    group.monsters.append(one_of_them(table, game, group, kind, 1, alone=True))
    return group


def one_of_them(
    table: Table, game: Game, group: Group, kind: str, n: int, full: int = 0, *, alone: bool = False
) -> Monster:
    """Return the ``n``-th monster of a group; ``full``: its strength with the level's addition, 0 to roll it."""
    sheet = game.tables.monsters.of(kind)
    id = f"{kind}-{n}"
    facts: Facts = {"mark": "" if alone else mark_of(id), "monster": Word(f"monster.{kind}")}
    if not full:
        added = game.tables.levels.of(group.level).strength
        full = int(table.roll(sheet.strength, "monsters.strength", plus=added, **facts)) + added
    skill = int(table.roll(sheet.weapon_skill, "monsters.skill", **facts)) if sheet.weapon_skill else 0
    return Monster(id=id, kind=kind, full=full, skill=skill)


def tell_who_comes(table: Table, group: Group) -> None:
    """Tell the number and strengths of the group."""
    strengths = tuple(monster.strength for monster in group.monsters)
    table.tell(MonstersMet(group.name, len(strengths), strengths, group.resident))


def meet_again(table: Table, game: Game, group: Group) -> None:
    """Meet the group that was left here as if for the first time [6.9]."""
    forget(group)
    table.tell(MonstersStillThere(group.name, len(group.living)))
    encounter(table, game, group)


def forget(group: Group) -> None:
    """Reset the talks and bribes of a group; if intimidated again it gives a quarter of the rest [8.6]."""
    group.stance = "hostile"
    group.negotiated = group.bribed = group.paid = False
    group.persuasion = group.appeal = 0


def meet_newcomers(table: Table, game: Game, group: Group) -> None:
    """Put a group on the party's segment and meet it."""
    game.here.group = group
    tell_who_comes(table, group)
    encounter(table, game, group)


def encounter(table: Table, game: Game, group: Group) -> None:
    """Run an encounter: negotiate, then bribe, then fight; or fight at once [5 C]. Spells help [10]."""
    hesitating = False
    while stand_before(table, game, group):
        offers = as_far_as_asked(table, encounter_offers(game, group, hesitating))
        said = take(
            table, "encounter", offers, monster=group.name, number=len(group.living), perils=perils(game, group)
        )
        if said is True:
            return
        hesitating = hesitating or said == HESITATING
    if group.stance == "monsters_first" and game.people:
        fight(table, game, group, monsters_first=True)


def stand_before(table: Table, game: Game, group: Group) -> bool:
    """Whether the group still waits for the party's choice, after a game master's corrections."""
    if group.stance == "hostile" and game.people:
        table.set_right()
    return group.stance == "hostile" and bool(game.people)


def encounter_offers(game: Game, group: Group, hesitating: bool) -> Offers:
    """Yield the party's choices in the encounter."""
    with game.unchanged():
        yield from _offers_before_fight(game, group, hesitating)


def _offers_before_fight(game: Game, group: Group, hesitating: bool) -> Iterator[Offer]:
    talkative = may_be_talked_to(game, group)
    if talkative and not group.negotiated and not group.bribed:
        yield negotiation_offer(game, group)
    if talkative and not group.bribed and game.purse > 0:
        yield bribe_offer(game, group)
    yield Offer(PARTY, _fight_option(game, group), do=ends(does(fight, game, group)))
    if talkative:
        yield from talking_offers(game, group)
    yield from lock_offers(game)
    yield from hesitation_offers(game) if hesitating else hesitation(game)
    yield from marching_offers(game)
    yield from standing_offers(game)
    yield from weapon_offers(game)
    yield from pairing_offers(game, group)


def _fight_option(game: Game, group: Group) -> Option:
    odds = fight_odds(game, group)
    facts: Facts = {"perils": perils(game, group), **outlook(odds)}
    facts |= {"frail": frail(game), "sparing": sparing(game, group)}
    sure = ".sure" if is_sure(odds) else ""
    gain = "cost"
    if not group.resident and not wanderers_teach(game):
        gain = "vain"
        facts |= {"segments": segments_to_explore(game)}
    return Option("fight", "encounter.fight", f"encounter.fight.{gain}{sure}", facts)


def break_truce(table: Table, game: Game, group: Group) -> None:
    """Attack monsters that had let the party be [5 C]."""
    table.tell(TruceBroken(group.name, len(group.living)))
    fight(table, game, group)
