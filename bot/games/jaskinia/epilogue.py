"""The end of Jaskinia: picture, final standings, fate of each Seeker, honours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from bot.games.face import Grave, Happened
from bot.games.honours import honours_line, lifetimes, placed, variant
from bot.words.narrator import Narrator, Said
from rules.jaskinia.events.course import SeekersOrder, SeekerTaken
from rules.jaskinia.events.fights import EnemiesBeaten, EnemiesWon, FightEven, RivalBeaten, RivalsEven, SeekerAttacked
from rules.jaskinia.view import PlayerView, View
from rules.kernel.events import DiceRolled
from rules.kernel.requests import Seat
from rules.kernel.words import Term


def trials(player: PlayerView) -> int:
    """Return how many trials the player's Seeker has passed."""
    return len(player.seeker.trials) if player.seeker else 0


def is_dead(player: PlayerView) -> bool:
    """Whether a player has no living Seeker in the cave or outside."""
    return player.seeker is None and player.guest is None


def ranked(view: View) -> list[tuple[int, PlayerView]]:
    """Return the players with their places: the winner, then the living by trials passed, then the dead."""
    return placed(view.players, lambda player: (player.seat != view.winner, is_dead(player), -trials(player)))


def standings(narrator: Narrator, view: View) -> Said:
    """Say the ranking with trials passed, the dead marked; empty for one player or beside the main board."""
    if len(view.players) < 2 or view.beside:
        return Said()
    parts = []
    for place, player in ranked(view):
        key = "cave.standing.dead" if is_dead(player) else "cave.standing"
        parts.append(narrator.say(key, place=place, who=player.seat, number=trials(player), goal=view.goal))
    return narrator.say("cave.standings", players=Said(" · ".join(parts)))


def outcome(narrator: Narrator, view: View) -> Said:
    """Say who won and how, or that nobody is left, with the standings."""
    key = f"cave.won.{view.outcome}" if view.winner or not view.beside else "cave.won.nobody"
    return Said(f"{narrator.say(key, who=view.winner)} {standings(narrator, view)}".rstrip())


def epilogue(narrator: Narrator, view: View, told: Sequence[Happened], graves: Sequence[Grave]) -> list[str]:
    """Return a line for each player, then one with the honours."""
    won, faces, _ = fights_of(told)
    killers = {grave.who: grave.by for grave in graves}
    lines = [
        _player_line(narrator, view, player, nth, won[player.seat], killers)
        for nth, (_, player) in enumerate(ranked(view))
    ]
    names = {player.seat: narrator.seat(player.seat) for player in view.players}
    lived = lifetimes(graves, _seekers_since(narrator, view, told), told, SeekersOrder)
    return [*lines, *honours_line(narrator, names, "fights", won, lived, faces)]


def _seekers_since(narrator: Narrator, view: View, told: Sequence[Happened]) -> dict[Said, int]:
    since = {item.event.seeker: item.stage for item in told if isinstance(item.event, SeekerTaken)}
    return {narrator.term(seeker.name): since.get(seeker.name, 0) for seeker in view.seekers}


def fights_of(told: Sequence[Happened]) -> tuple[Counter[Seat], defaultdict[Seat, list[int]], dict[Term, Seat]]:
    """Return the fights that each player won, the faces that each threw in fights, and whose each Seeker was."""
    won, faces = Counter[Seat](), defaultdict[Seat, list[int]](list)
    seat_of = {item.event.seeker: item.event.by for item in told if isinstance(item.event, SeekerTaken)}
    thrown: dict[str, int] = {}
    attacked: SeekerAttacked | None = None
    for item in told:
        event = item.event
        if isinstance(event, DiceRolled):
            thrown[event.why.rpartition(".")[2]] = event.total
        elif isinstance(event, SeekerAttacked):
            attacked = event
        elif isinstance(event, EnemiesBeaten | EnemiesWon | FightEven | RivalBeaten | RivalsEven):
            duel = attacked if isinstance(event, RivalBeaten | RivalsEven) else None
            sides = ((duel.who, "own"), (duel.whom, "foe")) if duel else ((event.who, "own"),)
            for who, side in sides:
                if who in seat_of and side in thrown:
                    faces[seat_of[who]].append(thrown[side])
            if isinstance(event, EnemiesBeaten | RivalBeaten) and event.who in seat_of:
                won[seat_of[event.who]] += 1
            thrown = {}
    return won, faces, seat_of


def _player_line(
    narrator: Narrator, view: View, player: PlayerView, nth: int, won: int, killers: dict[Said, Said]
) -> str:
    name = player.seeker.name if player.seeker else player.guest or player.last
    by = killers.get(narrator.term(name), Said()) if name and is_dead(player) else Said()
    if name is None:
        key = "cave.epilogue.nobody"
    elif player.seat == view.winner:
        key = f"cave.epilogue.won.{view.outcome}"
    elif is_dead(player):
        key = "cave.epilogue.dead" if by else "cave.epilogue.dead.alone"
    else:
        key = "cave.epilogue.left"
    said = variant(narrator, key, nth + view.round, who=player.seat, name=name or "", by=by)
    return f"{said} {narrator.say('cave.epilogue.fights', number=won)}" if won else said
