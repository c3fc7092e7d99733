"""Chapter 8.4–8.6: talking to monsters, once in an encounter."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import odds
from rules.kernel.offers import Offer, Pick, Way, does_with
from rules.kernel.requests import PARTY, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_smierci.events.course import TalksAgreed, TalksFailed, TalksIntimidated
from rules.labirynt_smierci.model import Character, Game, Group
from rules.labirynt_smierci.party.traits import reluctance, skill
from rules.labirynt_smierci.treasure.hoards import hand_over
from rules.labirynt_smierci.treasure.loot import divide


def negotiation_offer(game: Game, group: Group) -> Offer[Any]:
    """Who speaks for the party: only one member's skill counts [8.4]."""
    speakers = sorted(game.people, key=lambda one: -skill(game, one, "negotiation"))
    ways = tuple(_speaker(one, game, group) for one in speakers)
    hope = any(way.option.facts["peace"] for way in ways)
    label = "encounter.negotiate" if hope else "encounter.negotiate.hopeless"
    option = Option("negotiate", label, "encounter.negotiate.cost", ways[0].option.facts)
    return Pick(PARTY, option, ways=ways, why="negotiation.speaker", do=does_with(negotiate, game, group))


def _speaker(one: Character, game: Game, group: Group) -> Way[Character]:
    eloquence, against = eloquence_of(game, group, one), reluctance(game, group)
    facts: dict[str, Fact] = {
        "who": one.name,
        "skill": eloquence,
        "reluctance": against,
        "peace": ways_to_reach(game, eloquence - against, ("agreement", "intimidation")),
        "fear": ways_to_reach(game, eloquence - against, ("intimidation",)),
    }
    return Way(Option(one.id, "negotiation.speaker", "negotiation.speaker.odds", facts), one)


def eloquence_of(game: Game, group: Group, speaker: Character) -> int:
    """What is added to the talk: one member's skill (or all members' by option), Oratory, less a talisman of evil."""
    speakers = game.people if game.options.negotiation == "all" else [speaker]
    evil = any(one.wears("talisman", "evil") for one in game.people)
    own = sum(skill(game, one, "negotiation") for one in speakers)
    return own + group.persuasion - (game.tables.items.evil if evil else 0)


def ways_to_reach(game: Game, shift: int, results: tuple[str, ...]) -> int:
    """In how many of the 36 throws of 2K6 the talk ends so."""
    chances = odds("2K6").items()
    return round(
        36 * sum(chance for total, chance in chances if game.tables.negotiation.result(total + shift) in results)
    )


def negotiate(table: Table, game: Game, group: Group, speaker: Character) -> None:
    """2K6 − reluctance + the speaker's skill [8.5]: failure, agreement, or intimidation."""
    group.negotiated = True
    plus = eloquence_of(game, group, speaker) - reluctance(game, group)
    total = int(table.roll("2K6", "negotiation.roll", who=speaker.name, plus=plus)) + plus
    number = len(group.living)
    match game.tables.negotiation.result(total):
        case "agreement":
            group.stance = "truce"
            table.tell(TalksAgreed(speaker.name, group.name, number, total))
        case "intimidation":
            table.tell(TalksIntimidated(speaker.name, group.name, number, total))
            intimidate(table, game, group)
        case _:
            table.tell(TalksFailed(speaker.name, group.name, number, total))


def intimidate(table: Table, game: Game, group: Group) -> None:
    """They let the party be and hand over a quarter of what they have, once [8.6]."""
    group.stance = "truce"
    if not group.paid:
        group.paid = True
        hand_over(table, game, group, gold=4, jewels=4, items=4)
        divide(table, game)
