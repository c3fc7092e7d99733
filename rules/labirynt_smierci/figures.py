"""A game in numbers, for the report of a simulation."""

from __future__ import annotations

from rules.labirynt_smierci.model import Game


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
