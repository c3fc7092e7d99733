"""Chapter 17: who has won, and the whole game in numbers."""

from __future__ import annotations

from collections.abc import Iterable

from rules.kernel.table import Table
from rules.kernel.words import Term
from rules.labirynt_smierci.events.ending import (
    Chronicle,
    ChronicleOfDeeds,
    ChronicleOfFallen,
    ChronicleOfStone,
    ChronicleOfWinners,
    PersonalVictory,
    TeamVictory,
)
from rules.labirynt_smierci.model import Character, Game


def look_for_victory(table: Table, game: Game) -> None:
    """At an exit: the party has won when the Gate is destroyed and somebody leaves alive; then each by himself."""
    if game.gate is not None and game.gate.destroyed and game.people:
        game.outcome = "victory"
        table.tell(TeamVictory(names_of(game.people)))
    look_for_personal_victories(table, game)


def look_for_personal_victories(table: Table, game: Game) -> None:
    """A personal victory needs experience and wealth; it is told once, and cannot be lost again [17]."""
    for one in [one for one in game.people if one.id not in game.winners and wins(game, one)]:
        game.winners.append(one.id)
        table.tell(PersonalVictory(one.name, one.experience, one.wealth))


def wins(game: Game, one: Character) -> bool:
    """Whether somebody who leaves alive has experience and wealth enough [17]."""
    needed = game.tables.experience
    return one.experience >= needed.victory_points and one.wealth >= needed.victory_gold


def names_of(people: Iterable[Character]) -> tuple[Term, ...]:
    """What they are called."""
    return tuple(one.name for one in people)


def tell_chronicle(table: Table, game: Game) -> None:
    """The chronicle, at the very end of every game, whatever its outcome."""
    tally = game.tally
    table.tell(
        Chronicle(
            game.stage,
            game.adventure,
            tally.fights,
            tally.rounds,
            tally.kills,
            tally.wounds_dealt,
            tally.wounds_taken,
        )
    )
    everybody = [one for one in game.characters.values() if not one.ally]
    learnt = sum(one.experience for one in everybody)
    table.tell(ChronicleOfDeeds(tally.spells, tally.traps, tally.gold, learnt))
    if fallen := names_of(one for one in everybody if not one.alive and one.fate != "stone"):
        table.tell(ChronicleOfFallen(fallen))
    if stone := names_of(one for one in everybody if one.fate == "stone"):
        table.tell(ChronicleOfStone(stone))
    if game.winners:
        table.tell(ChronicleOfWinners(names_of(game.characters[one] for one in game.winners)))


def figures(game: Game) -> dict[str, int]:
    """Fights, rounds, deaths, wounds, gold, experience of all members; ``killers.X``: deaths by this kind."""
    people = [one for one in game.characters.values() if not one.ally]
    tally = game.tally
    return {
        "adventures": game.adventure,
        "fights": tally.fights,
        "rounds": tally.rounds,
        "kills": tally.kills,
        "deaths": sum(not one.alive for one in people),
        "wounds_dealt": tally.wounds_dealt,
        "wounds_taken": tally.wounds_taken,
        "spells": tally.spells,
        "traps": tally.traps,
        "gold": tally.gold,
        "experience": sum(one.experience for one in people),
        "personal_victories": len(game.winners),
        **{f"killers.{kind}": deaths for kind, deaths in tally.killers.items()},
    }
