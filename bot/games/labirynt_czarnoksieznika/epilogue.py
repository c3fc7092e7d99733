"""The end of Labirynt Czarnoksiężnika: picture, fate of each team, honours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from bot.games.face import Happened
from bot.games.honours import honours_line, lifetimes, placed, variant
from bot.games.labirynt_czarnoksieznika.feats import Ended, graves
from bot.games.labirynt_czarnoksieznika.words import all_cards
from bot.words.narrator import Narrator, Said
from rules.kernel.events import DiceRolled
from rules.kernel.requests import Seat
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events import fights
from rules.labirynt_czarnoksieznika.events.course import Awakened, Died, DiedForEver, TurnOrder
from rules.labirynt_czarnoksieznika.view import TeamView, View


def ranked(view: View) -> list[tuple[int, TeamView]]:
    """Return the teams with their places: the winner, then the living by Gems, then the eliminated."""
    return placed(view.teams, lambda team: (team.seat != view.winner, team.out, -team.gems))


def outcome(narrator: Narrator, view: View) -> Said:
    """Say who won and how, and all teams with their Gems, the dead marked."""
    ranking = ranked(view)
    won = narrator.say(f"sorcerer.won.{view.outcome}", who=view.winner, gems=ranking[0][1].gems)
    standings = [
        narrator.say(f"sorcerer.standing{'.out' if team.out else ''}", place=place, who=team.seat, gems=team.gems)
        for place, team in ranking
    ]
    return Said(f"{won} {narrator.say('sorcerer.ranking', gems=Said(' · '.join(standings)))}")


def epilogue(narrator: Narrator, view: View, told: Sequence[Happened]) -> list[str]:
    """Return a line for each player, then one with the honours."""
    won, faces, seat_of = fights_of(view, told)
    dead = list(graves(narrator, told))
    killers = {
        seat_of[grave.told.who]: grave.by
        for grave in dead
        if isinstance(grave.told, Died | DiedForEver) and grave.told.who in seat_of
    }
    names = {team.seat: narrator.seat(team.seat) for team in view.teams}
    lived = lifetimes(dead, _awake_since(narrator, view, told), told, TurnOrder)
    return [
        *(
            _team_line(narrator, view, team, nth, won[team.seat], killers.get(team.seat, Said()))
            for nth, (_, team) in enumerate(ranked(view))
        ),
        *honours_line(narrator, names, "fights", won, lived, faces),
    ]


def _awake_since(narrator: Narrator, view: View, told: Sequence[Happened]) -> dict[Said, int]:
    since = {item.event.who: item.stage for item in told if isinstance(item.event, Awakened)}
    living = [card.name for card in all_cards(view) if card.state == "active" and card.mark != "Z"]
    return {narrator.term(name): since.get(name, 0) for name in living}


def fights_of(
    view: View, told: Sequence[Happened]
) -> tuple[Counter[Seat], defaultdict[Seat, list[int]], dict[Word, Seat]]:
    """Return the clashes that each player won, the faces that each threw in clashes, and whose each character is."""
    won, faces = Counter[Seat](), defaultdict[Seat, list[int]](list)
    seat_of = {card.name: team.seat for team in view.teams for card in team.cards}
    thrown: dict[str, int] = {}
    for item in told:
        event = item.event
        if isinstance(event, DiceRolled):
            thrown.setdefault(event.why, event.total)  # a die bought anew is no luck
        elif isinstance(event, Ended):
            for who, why in ((event.who, "fight.own"), (event.other, "fight.other")):
                if who in seat_of and why in thrown:
                    faces[seat_of[who]].append(thrown[why])
            winner = None
            if not isinstance(event, fights.ClashTied):
                winner = event.who if isinstance(event, fights.ClashWon) else event.other
            if winner in seat_of:
                won[seat_of[winner]] += 1
            thrown = {}
    return won, faces, seat_of


def _team_line(narrator: Narrator, view: View, team: TeamView, nth: int, won: int, by: Said) -> str:
    if team.seat == view.winner:
        key = f"sorcerer.epilogue.won.{view.outcome}"
    else:
        key = f"sorcerer.epilogue.{'out' if team.out else 'left'}"
    if team.out and not by:
        key += ".alone"
    facts = {"who": team.seat, "team": team.name, "missing": max(0, view.goal - team.gems), "by": by}
    said = variant(narrator, key, nth + view.round, **facts)
    return f"{said} {narrator.say('sorcerer.epilogue.fights', number=won)}" if won else said
