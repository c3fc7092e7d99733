"""Chapter 8: who comes, how many, how strong; and what the party does about it before blades are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.kernel.offers import Offer, Offers, as_far_as_asked, does, ends, take
from rules.kernel.requests import PARTY, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact, Word, phrase
from rules.labirynt_smierci.combat.fight import fight
from rules.labirynt_smierci.combat.lineup import pairing_offers
from rules.labirynt_smierci.combat.odds import fight_odds, is_sure
from rules.labirynt_smierci.encounter.spells import HESITATING, hesitation, lock_offers, talking_offers
from rules.labirynt_smierci.encounter.talks import bribe_offer, frail, negotiation_offer, outlook, perils, sparing
from rules.labirynt_smierci.events.course import AllQuiet, MonstersMet, MonstersStillThere, TruceBroken
from rules.labirynt_smierci.free_actions import hesitation_offers, standing_offers
from rules.labirynt_smierci.model import Game, Group, Monster
from rules.labirynt_smierci.party.belongings import weapon_offers
from rules.labirynt_smierci.party.experience import segments_to_explore, wanderers_teach
from rules.labirynt_smierci.party.formation import marching_offers
from rules.labirynt_smierci.party.traits import may_be_talked_to, mood
from rules.labirynt_smierci.tables import amount

RESIDENT_ON = (1, 2, 3)
WANDERING_ON = (1,)


def look_for_monsters(table: Table, game: Game, first_visit: bool) -> None:
    """The check after each move [5 C]; a group that was left here is there again [6.9]."""
    if game.here.group is not None:
        meet_again(table, game, game.here.group)
        return
    resident = first_visit and game.here.is_room
    rolled = table.roll("1K6", "monsters.check", segment=Word(f"segment.{game.here.kind}"))
    if rolled in (RESIDENT_ON if resident else WANDERING_ON):
        meet_newcomers(table, game, assemble(table, game, resident))
    else:
        table.tell(AllQuiet(mood(game)))


def assemble(table: Table, game: Game, resident: bool) -> Group:
    """Kind by two dice, number by its dice times the level's, the strength of each one rolled separately [5 C, 6.8]."""
    meetings = game.tables.residents if resident else game.tables.wandering
    first, second = table.roll("2K6", "monsters.kind").pips
    cell = meetings.on(first, second)
    times = number_factor(game, game.level)
    told: dict[str, Fact] = {"measure": phrase("dice.times", times=times, level=game.level)} if times > 1 else {}
    number = amount(table, cell.number, "monsters.number", **told) * times
    group = Group(kind=cell.monster, level=game.level, resident=resident, monsters=[])
    for n in range(number):
        group.monsters.append(one_of_them(table, game, group, cell.monster, n + 1))
    return group


def number_factor(game: Game, level: int) -> int:
    """How many times more monsters there are on a level [6.7]."""
    kinder = level == 3 and game.options.level3_numbers == 1
    return 1 if kinder else game.tables.levels.of(level).number


def one_monster(table: Table, game: Game, kind: str) -> Group:
    """One monster of this kind, as a resident, on the party's level."""
    group = Group(kind=kind, level=game.level, resident=True, monsters=[])
    group.monsters.append(one_of_them(table, game, group, kind, 1))
    return group


def one_of_them(table: Table, game: Game, group: Group, kind: str, n: int, full: int = 0) -> Monster:
    """The ``n``-th of a group; ``full``: its strength, with the level's addition, where nobody rolls it."""
    sheet, name = game.tables.monsters.of(kind), Word(f"monster.{kind}")
    if not full:
        added = game.tables.levels.of(group.level).strength
        full = int(table.roll(sheet.strength, "monsters.strength", monster=name, plus=added)) + added
    skill = int(table.roll(sheet.weapon_skill, "monsters.skill", monster=name)) if sheet.weapon_skill else 0
    return Monster(id=f"{kind}-{n}", kind=kind, full=full, skill=skill)


def tell_who_comes(table: Table, group: Group) -> None:
    """Tell whom the party sees."""
    strengths = tuple(monster.strength for monster in group.monsters)
    table.tell(MonstersMet(group.name, len(strengths), strengths, group.resident))


def meet_again(table: Table, game: Game, group: Group) -> None:
    """Exactly the group that was left, met as if for the first time [6.9]."""
    forget(group)
    table.tell(MonstersStillThere(group.name, len(group.living)))
    encounter(table, game, group)


def forget(group: Group) -> None:
    """Whatever was said and paid before counts no more; who is afraid again gives a quarter of what is left [8.6]."""
    group.stance = "hostile"
    group.negotiated = group.bribed = group.paid = False
    group.persuasion = group.appeal = 0


def meet_newcomers(table: Table, game: Game, group: Group) -> None:
    """A group stands before the party."""
    game.here.group = group
    tell_who_comes(table, group)
    encounter(table, game, group)


def encounter(table: Table, game: Game, group: Group) -> None:
    """The party may negotiate, then bribe, then must fight; or it fights at once [5 C]. Spells help [10]."""
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
    """Whether they still wait for what the party does; a game master may lead them away."""
    if group.stance == "hostile" and game.people:
        table.set_right()
    return group.stance == "hostile" and bool(game.people)


def encounter_offers(game: Game, group: Group, hesitating: bool) -> Offers:
    """What the party may do now."""
    with game.unchanged():
        yield from _offers_before_fight(game, group, hesitating)


def _offers_before_fight(game: Game, group: Group, hesitating: bool) -> Iterator[Offer[Any]]:
    """Talks once and before a bribe, one bribe, no talks with what does not talk."""
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
    """The fight, how it may go, and whether it would teach anything [12, house ``wanderers``]."""
    facts: dict[str, Fact] = {"perils": perils(game, group), **outlook(game, group)}
    facts |= {"frail": frail(game), "sparing": sparing(game, group)}
    sure = ".sure" if is_sure(fight_odds(game, group)) else ""
    if group.resident or wanderers_teach(game):
        return Option("fight", "encounter.fight", f"encounter.fight.cost{sure}", facts)
    facts |= {"segments": segments_to_explore(game)}
    return Option("fight", "encounter.fight", f"encounter.fight.vain{sure}", facts)


def break_truce(table: Table, game: Game, group: Group) -> None:
    """The party attacks monsters that had let it be [5 C]."""
    table.tell(TruceBroken(group.name, len(group.living)))
    fight(table, game, group)
