"""Talks and bribes [8.4–8.9], and the forecast of the fight for the player who decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from functools import partial
from typing import assert_never

from rules.kernel.dice import odds
from rules.kernel.offers import Offer, Pick, Way, does, does_with
from rules.kernel.requests import PARTY, Amount, Consent, Option, Paid, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Phrase, Word, phrase
from rules.labirynt_smierci.combat.odds import HURT, Odds
from rules.labirynt_smierci.events.course import BribeSpurned, BribeTaken, TalksAgreed, TalksFailed, TalksIntimidated
from rules.labirynt_smierci.magic.casting import casters
from rules.labirynt_smierci.model import Character, Game, Group
from rules.labirynt_smierci.party.belongings import FRONT_RANK
from rules.labirynt_smierci.party.consent import consents
from rules.labirynt_smierci.party.traits import GATE, may_be_talked_to, reluctance, skill
from rules.labirynt_smierci.treasure.items import hand_over
from rules.labirynt_smierci.treasure.loot import divide


def negotiation_offer(game: Game, group: Group) -> Offer:
    """Return the offer of talks with a choice of the speaker, because only one member's skill counts [8.4]."""
    speakers = sorted(game.people, key=lambda character: -skill(game, character, "negotiation"))
    ways = tuple(_speaker_way(speaker, game, group) for speaker in speakers)
    hope = any(way.option.facts["peace"] for way in ways)
    label = "encounter.negotiate" if hope else "encounter.negotiate.hopeless"
    option = Option("negotiate", label, "encounter.negotiate.cost", ways[0].option.facts)
    return Pick(PARTY, option, ways=ways, why="negotiation.speaker", do=does_with(negotiate, game, group))


def _speaker_way(character: Character, game: Game, group: Group) -> Way[Character]:
    eloquence, against = eloquence_of(game, group, character), reluctance(game, group)
    facts: Facts = {
        "who": character.name,
        "skill": eloquence,
        "reluctance": against,
        "peace": ways_to_reach(game, eloquence - against, ("agreement", "intimidation")),
        "fear": ways_to_reach(game, eloquence - against, ("intimidation",)),
    }
    return Way(Option(character.id, "negotiation.speaker", "negotiation.speaker.odds", facts), character)


def eloquence_of(game: Game, group: Group, speaker: Character) -> int:
    """The bonus to talks: the speaker's skill (all members' by option) and Oratory, less a talisman of evil."""
    speakers = game.people if game.options.negotiation == "all" else [speaker]
    evil = any(person.wears("talisman", "evil") for person in game.people)
    own = sum(skill(game, character, "negotiation") for character in speakers)
    return own + group.persuasion - (game.tables.items.evil if evil else 0)


def ways_to_reach(game: Game, shift: int, results: tuple[str, ...]) -> int:
    """The number of the 36 throws of 2K6 that give one of these results."""
    chances = odds("2K6").items()
    return round(
        36 * sum(chance for total, chance in chances if game.tables.negotiation.result(total + shift) in results)
    )


def negotiate(table: Table, game: Game, group: Group, speaker: Character) -> None:
    """Roll 2K6 − reluctance + the speaker's skill [8.5]: failure, agreement, or intimidation."""
    group.negotiated = True
    plus = eloquence_of(game, group, speaker) - reluctance(game, group)
    cow = _least_sum(game, plus, ("intimidation",))
    facts: Facts = {"agree": _least_sum(game, plus, ("agreement", "intimidation")), "cow": cow}
    total = int(table.roll("2K6", "negotiation.roll", who=speaker.name, plus=plus, **facts)) + plus
    number = len(group.living)
    match game.tables.negotiation.result(total):
        case "agreement":
            group.stance = "truce"
            table.tell(TalksAgreed(speaker.name, group.name, number, total))
        case "intimidation":
            table.tell(TalksIntimidated(speaker.name, group.name, number, total))
            intimidate(table, game, group)
        case "failure":
            table.tell(TalksFailed(speaker.name, group.name, number, total))
        case never:
            assert_never(never)


def _least_sum(game: Game, plus: int, results: tuple[str, ...]) -> int:
    """Return the least sum of 2K6 that gives one of these results, 0 if none does."""
    return next((total for total in odds("2K6") if game.tables.negotiation.result(total + plus) in results), 0)


def intimidate(table: Table, game: Game, group: Group) -> None:
    """Make a truce and hand over a quarter of the monsters' treasure, once [8.6]."""
    group.stance = "truce"
    if not group.paid:
        group.paid = True
        hand_over(table, game, group, gold=4, jewels=4, items=4)
        divide(table, game)


def bribe_limit(game: Game, group: Group, gold: int) -> int:
    """The limit on 1K6 for a bribe in gold; spells raise it to six at most, a 0 stays 0 [8.9, 10]."""
    strongest = max(monster.strength for monster in group.living)  # the level included [8.8]
    column = strongest + reluctance(game, group)
    limit = game.tables.bribe.limit(column, gold)
    return min(limit + group.appeal, 6) if limit else 0


def bribe_offer(game: Game, group: Group) -> Offer:
    """Return the offer of a bribe; the prompt shows the least sum for each affordable limit on 1K6."""
    purse = game.purse
    affordable = [row.gold for row in game.tables.bribe.row if row.gold <= purse]
    rows = {limit: gold for gold in reversed(affordable) if (limit := bribe_limit(game, group, gold))}
    limits = sorted(rows, key=lambda limit: rows[limit])
    facts: Facts = {
        "purse": purse,
        "rows": tuple(rows[limit] for limit in limits),
        "limits": tuple(limits),
    }
    option = Option("bribe", "encounter.bribe" if limits else "encounter.bribe.hopeless", "encounter.bribe.cost", facts)
    owners = partial(_owners_of_gold, game)
    if purse == 1:
        return Offer(PARTY, option, owners=owners, do=does(offer_bribe, game, group, Paid(1)))
    ask = Amount(who=PARTY, why="bribe.offer", least=1, most=purse, facts=facts, purses=purses(game))
    return Offer(PARTY, option, ask, owners=owners, do=does_with(offer_bribe, game, group))


def purses(game: Game) -> dict[Seat, int]:
    """Return the gold of each seat that has any."""
    found = Counter[Seat]()
    for person in game.people:
        found[person.seat] += person.gold
    return +found


def _owners_of_gold(game: Game, gold: Paid | None) -> dict[Seat, Consent]:
    """Return all whose gold may be taken; nobody if the purse of whoever offers is enough."""
    if gold is not None and purses(game).get(gold.by, 0) >= gold:
        return {}
    return consents(game, [(person, "gold") for person in game.people if person.gold])


def offer_bribe(table: Table, game: Game, group: Group, gold: int) -> None:
    """Roll 1K6 against the limit of the table; if it is refused, the monsters attack first [8.7–8.9]."""
    group.bribed = True
    levy(game, gold if isinstance(gold, Paid) else Paid(gold))
    group.bribe += gold
    limit = bribe_limit(game, group, gold)
    rolled = int(table.roll("1K6", "bribe.roll", limit=limit))
    number = len(group.living)
    if rolled <= limit:
        group.stance = "truce"
        table.tell(BribeTaken(group.name, number, gold, rolled, limit))
    else:
        group.stance = "monsters_first"
        table.tell(BribeSpurned(group.name, number, gold, rolled, limit))


def levy(game: Game, gold: Paid) -> None:
    """Collect a sum: from whoever offers it, then from those who agreed to help, then from the others [8.9]."""
    left = int(gold)
    for seats in ((gold.by,), gold.helpers, game.seats):
        for payer, part in shares(game, left, seats).items():
            game.characters[payer].gold -= part
            left -= part


def shares(game: Game, gold: int, seats: Collection[Seat]) -> dict[str, int]:
    """Return the share in gold of each character of these seats, as equal as the purses allow; at most their gold."""
    purses = {person.id: person.gold for person in game.people if person.gold and person.seat in seats}
    left = min(gold, sum(purses.values()))
    paid = dict.fromkeys(purses, 0)
    while left:
        payers = sorted(
            (payer for payer in purses if purses[payer] > paid[payer]), key=lambda id: paid[id] - purses[id]
        )
        equal = max(left // len(payers), 1)
        for payer in payers:
            part = min(equal, purses[payer] - paid[payer], left)
            paid[payer] += part
            left -= part
    return {payer: part for payer, part in paid.items() if part}


FIGHTS = 40
"""Players are told the odds out of this number of fights."""
SPARING = ("cow", "daunt")
"""The spells that avoid a fight without talks [10.7]."""
CAST = ("lightning", "magic_shield")
BANDS = (("good", 0.0), ("likely", 0.1), ("risky", 0.4), ("grim", 0.9))
"""The greatest part of lost fights for each name of the odds; above the last one a fight is hopeless."""
RUNS_AWAY = 3
"""Players are told what every tenth fight costs if it is so much more strength than the mean."""
DEAR = 0.5
"""This mean number of fallen makes good odds costly."""


def outlook(odds: Odds) -> Facts:
    """Return the forecast of a fight: simulated fights won and their mean cost."""
    band = next((name for name, lost in BANDS if odds.wiped <= lost), "hopeless")
    won = round(FIGHTS * (1 - odds.wiped))
    return {
        "outlook": Word("outlook.dear" if band == "good" and odds.fallen >= DEAR else f"outlook.{band}"),
        "won": min(max(won, odds.wiped < 1), FIGHTS - (odds.wiped > 0)),
        "fights": FIGHTS,
        "rounds": max(round(odds.rounds), 1),
        "loss": round(odds.loss),
        "most": odds.most if odds.most >= odds.loss + RUNS_AWAY else 0,
        "fallen": round(10 * odds.fallen),
    }


def frail(game: Game) -> tuple[Phrase, ...]:
    """Return phrases for the badly hurt of the first rank."""
    front = [game.characters[member] for member in game.formation[FRONT_RANK]]
    hurt = [character for character in front if character.alive and character.strength_now <= HURT * character.strength]
    return tuple(
        phrase("fight.hurt", who=character.name, strength=character.strength_now, full=character.strength)
        for character in hurt
    )


def sparing(game: Game, group: Group) -> tuple[Phrase, ...]:
    """Return phrases for known spells that avoid the fight: the cost and the chance of six."""
    if group.negotiated or group.bribed or not may_be_talked_to(game, group):
        return ()
    spells, found = game.tables.spells, []
    for spell in SPARING:
        if able := tuple(caster.name for caster in casters(game, spell)):
            rolled = spell == "daunt" and reluctance(game, group) >= spells.reluctant
            key, chance = ("fight.spell.rolled", len(spells.daunted)) if rolled else ("fight.spell", 6)
            facts = {"spell": Word(f"spell.{spell}"), "cost": spells.of(spell).cost, "chance": chance}
            found.append(phrase(key, who=able, **facts))
    return tuple(found)


def perils(game: Game, group: Group) -> tuple[Word, ...]:
    """Return the powers, spells and skills of these monsters, each once, and whether they cannot be talked to."""
    deaf = [] if may_be_talked_to(game, group) else ["peril.mute"]
    return tuple(map(Word, dict.fromkeys([*_known_perils(game, group), *deaf])))


def _known_perils(game: Game, group: Group) -> Iterator[str]:
    """Members who turned on the party have none."""
    for monster in group.living:
        if monster.kind == GATE:
            yield f"peril.{GATE}"
        elif not monster.person:
            sheet = game.tables.monsters.of(monster.kind)
            if sheet.sentence:
                yield sheet.sentence
            if sheet.power:
                yield f"peril.{sheet.power}"
            yield from (f"peril.{spell}" for spell in sheet.spells if spell in CAST)
            if sheet.weapon_skill:
                yield "peril.weapon_skill"
