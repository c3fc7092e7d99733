"""Chapter 8.4–8.6: talking to monsters, once in an encounter."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import odds
from rules.kernel.requests import PARTY, Action, Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Fact
from rules.labirynt_smierci.events import TalksAgreed, TalksFailed, TalksIntimidated
from rules.labirynt_smierci.model import Character, Game, Group
from rules.labirynt_smierci.traits import reluctance
from rules.labirynt_smierci.treasure import roll_gold


def ask_speaker(game: Game, group: Group) -> Action[Any]:
    """Who speaks for the party: only one member's skill counts [8.4]."""
    speakers = sorted(game.living, key=lambda one: -one.skill("negotiation"))
    options = tuple(_speaker(one, game, group) for one in speakers)
    ask = Choose(who=PARTY, why="negotiation.speaker", options=options) if len(options) > 1 else None
    return Action(PARTY, Option("negotiate", "encounter.negotiate", "encounter.negotiate.cost", options[0].facts), ask)


def _speaker(one: Character, game: Game, group: Group) -> Option:
    skill, against = one.skill("negotiation"), reluctance(game, group)
    facts: dict[str, Fact] = {
        "who": one.name,
        "skill": skill,
        "reluctance": against,
        "peace": ways_to_reach(game, skill - against, ("agreement", "intimidation")),
        "fear": ways_to_reach(game, skill - against, ("intimidation",)),
    }
    return Option(one.id, "negotiation.speaker", "negotiation.speaker.odds", facts)


def ways_to_reach(game: Game, shift: int, results: tuple[str, ...]) -> int:
    """In how many of the 36 throws of 2K6 the talk ends so."""
    chances = odds("2K6").items()
    return round(
        36 * sum(chance for total, chance in chances if game.tables.negotiation.result(total + shift) in results)
    )


def negotiate(table: Table, game: Game, group: Group, speaker_id: str) -> None:
    """2K6 − reluctance + the speaker's skill [8.5]: failure, agreement, or intimidation."""
    speaker = game.characters[speaker_id]
    group.negotiated = True
    rolled = table.roll("2K6", "negotiation.roll", who=speaker.name)
    total = int(rolled) - reluctance(game, group) + speaker.skill("negotiation")
    number = len(group.living)
    match game.tables.negotiation.result(total):
        case "agreement":
            group.stance = "truce"
            table.tell(TalksAgreed(speaker.name, group.name, number, total))
        case "intimidation":
            group.stance = "truce"
            gold = hand_over_quarter(table, game, group)
            table.tell(TalksIntimidated(speaker.name, group.name, number, total, gold))
        case _:
            table.tell(TalksFailed(speaker.name, group.name, number, total))


def hand_over_quarter(table: Table, game: Game, group: Group) -> int:
    """A quarter of the group's gold, rounded down [8.6]; it keeps the rest."""
    held = roll_gold(table, game, group)
    gold = held // 4
    group.gold = held - gold
    game.purse += gold
    return gold
