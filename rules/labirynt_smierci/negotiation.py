"""Chapter 8.4–8.6: talking to monsters, once in an encounter."""

from __future__ import annotations

from typing import Any

from rules.kernel.requests import PARTY, Action, Choose, Option
from rules.kernel.table import Table
from rules.labirynt_smierci.events import TalksAgreed, TalksFailed, TalksIntimidated
from rules.labirynt_smierci.model import Character, Game, Group
from rules.labirynt_smierci.traits import reluctance
from rules.labirynt_smierci.treasure import roll_gold


def ask_speaker(game: Game, group: Group) -> Action[Any]:
    """Who speaks for the party: only one member's skill counts [8.4]."""
    options = tuple(_speaker(one, game, group) for one in game.living)
    ask = Choose(who=PARTY, why="negotiation.speaker", options=options) if len(options) > 1 else None
    facts = {"reluctance": reluctance(game, group), "skill": max(one.skill("negotiation") for one in game.living)}
    return Action(PARTY, Option("negotiate", "encounter.negotiate", "encounter.negotiate.cost", facts), ask)


def _speaker(one: Character, game: Game, group: Group) -> Option:
    facts = {"who": one.name, "skill": one.skill("negotiation"), "reluctance": reluctance(game, group)}
    return Option(one.id, "negotiation.speaker", "negotiation.speaker.odds", facts)


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
