"""Great moments of Labirynt Czarnoksiężnika, standings, and lines on rivals' turns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.labirynt_czarnoksieznika.words import all_cards
from bot.words.narrator import Narrator, Said, clip
from images.moments import Moment, Score
from rules.kernel.events import Event
from rules.kernel.requests import Option, Seat
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.course import Appeared, Died, DiedForEver, Moved, Transferred, TurnBegan
from rules.labirynt_czarnoksieznika.events.fights import (
    Attacked,
    ClashLost,
    ClashTied,
    ClashWon,
    FightLeft,
    MonsterMet,
    SomethingLooted,
    Wounded,
)
from rules.labirynt_czarnoksieznika.events.finds import CrystalsTurned, GloveMade, TaskDone, TokensTaken
from rules.labirynt_czarnoksieznika.view import BoardView, CardView, PawnView, TeamView, View

NAME = 12
"""The most characters of a player's name in the standings."""
LONGEST = 120
"""The most characters of the line for one player."""
FAR = 99
"""More steps than any way home has."""
ALARM = 2
"""Gems missing for victory at which a rival is named to everybody else."""
CRYSTAL = "crystal"
NEIGHBOURS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""The step in columns and rows through each side of a chamber."""


def moment_of(narrator: Narrator, view: View, events: Iterable[Event]) -> Moment | None:
    """Return the last great moment among these events, or None."""
    found: tuple[Word, str, Said] | None = None
    killers: dict[Word, Word] = {}
    say = narrator.plain.say
    for event in events:
        match event:
            case TurnBegan() | Moved():
                killers = {}
            case ClashWon(who=winner, other=loser) | ClashLost(who=loser, other=winner):
                killers[loser] = winner
            case TaskDone(who=who):
                found = who, CRYSTAL, say("sorcerer.moment.task", who=who)
            case CrystalsTurned(who=who, gems=gems, total=total):
                found = who, "gem", say("sorcerer.moment.home", who=who, gems=gems, total=total, goal=view.goal)
            case GloveMade(who=who):
                found = who, "glove", say("sorcerer.moment.glove", who=who)
            case Died(who=who) | DiedForEver(who=who):
                key = "sorcerer.moment.gone" if isinstance(event, DiedForEver) else "sorcerer.moment.dead"
                by = killers.get(who)
                found = who, "death", say(f"{key}.by" if by else key, who=who, by=by)
            case _:
                pass
    if found is None:
        return None
    who, sign, words = found
    return Moment(
        who.key.rpartition(".")[2],
        sign,
        str(words),
        tuple(Score(team.team, str(team.gems)) for team in _by_gems(view)),
        dead=sign == "death",
    )


def _by_gems(view: View) -> list[TeamView]:
    return sorted(view.teams, key=lambda team: -team.gems)


def gems_of_team(narrator: Narrator, team: TeamView) -> str:
    """Return a team's Gems and the Crystal that everybody knows of, with its way home."""
    load = narrator.say(f"sorcerer.load{'' if team.home else '.far'}", steps=team.home) if team.carrier else ""
    return f"{team.gems}{load}"


def standings(narrator: Narrator, view: View, events: Sequence[Event]) -> str:
    """Return all Gems and known Crystals in a line if a round began or one of these was won; else ''."""
    first = next((seat for seat in view.order if any(team.seat == seat and not team.out for team in view.teams)), "")
    begun = any(isinstance(event, TurnBegan) and event.by == first for event in events)
    won = any(isinstance(event, CrystalsTurned | TaskDone) for event in events)
    if view.setting_up or view.outcome or not (begun or won):
        return ""
    each = [f"{clip(narrator.seat(team.seat), NAME)} {gems_of_team(narrator, team)}" for team in _by_gems(view)]
    return narrator.say("sorcerer.standings", gems=Said(" · ".join(each)), goal=view.goal)


# What concerns a player ----------------------------------------------------------------------------------------


def for_you(narrator: Narrator, view: View, events: Sequence[Event], seat: Seat) -> str:
    """Return a line on rivals: one about to win, an attack, a Crystal taken, a rival nearby; '' for nothing."""
    own = {card.name: card for card in all_cards(view) if card.seat == seat}
    said = _winning_line(narrator, view, seat) or (Said() if view.fight else _attack_line(narrator, events, own))
    said = said or _crystal_line(narrator, events, own)
    said = said or _nearby_line(narrator, view, events, seat)
    return clip(said, LONGEST)


def _winning_line(narrator: Narrator, view: View, seat: str) -> Said:
    """The rival whose Crystal would win at home, the nearest first, else with most Gems if hardly any are missing."""
    rivals = [team for team in view.teams if team.seat != seat and not team.out]
    laden = [team for team in rivals if team.carrier and team.gems + view.crystal >= view.goal]
    for team in sorted(laden, key=lambda team: team.home or FAR):
        return narrator.say(f"sorcerer.for_you.homing{'' if team.home else '.far'}", who=team.seat, steps=team.home)
    first = max(rivals, key=lambda team: team.gems, default=None)
    if not first or view.goal - first.gems > ALARM:
        return Said()
    facts = {"gems": first.gems, "missing": max(0, view.goal - first.gems)}
    return narrator.say("sorcerer.for_you.winning", who=first.seat, **facts)


def _attack_line(narrator: Narrator, events: Sequence[Event], own: dict[Word, CardView]) -> Said:
    """Say a rival's last attack on one of the player's characters and its cost."""
    by: Word | None = None
    whom: Word | None = None
    wounds, cost = 0, ""
    found = Said()
    for event in events:
        match event:
            case Attacked(who=who, whom=target) if who not in own and target in own:
                by, whom, wounds, cost = who, target, 0, "held"
                continue  # what it costs is known after the dice
            case ClashWon(who=who, other=target) if who not in own and target in own:
                by, whom, cost = who, target, cost or "held"
            case ClashLost() | ClashTied() | FightLeft():
                pass
            case Attacked() | MonsterMet() | TurnBegan():
                by = None
            case Wounded(who=who) if by and who in own:
                whom, wounds, cost = who, wounds + 1, "hurt"
            case SomethingLooted(whom=target) if by and target in own:
                cost = "robbed"
            case Died(who=who) | DiedForEver(who=who) if by and who in own:
                whom, cost = who, "dead"
            case _:
                continue
        if by:
            found = narrator.say(f"sorcerer.for_you.{cost}", by=by, whom=whom, wounds=wounds)
    return found


def _crystal_line(narrator: Narrator, events: Sequence[Event], own: dict[Word, CardView]) -> Said:
    """Say that a rival took an open Crystal."""
    taken = [event for event in events if isinstance(event, TokensTaken) and event.who not in own]
    takers = [event.who for event in taken if any(token.key.endswith(f".{CRYSTAL}") for token in event.tokens)]
    return narrator.say("sorcerer.for_you.crystal", who=takers[-1]) if takers else Said()


def _nearby_line(narrator: Narrator, view: View, events: Sequence[Event], seat: Seat) -> Said:
    """Say that a rival came within a step of one of the player's characters, the nearest first."""
    came = {event.who for event in events if isinstance(event, Moved | Appeared | Transferred)}
    found: list[tuple[bool, PawnView, PawnView]] = []
    for board in view.boards:
        for pawn in board.pawns:
            reach = _reach(board, pawn.chamber) if pawn.seat == seat else set()
            found += [
                (rival.chamber != pawn.chamber, rival, pawn)
                for rival in board.pawns
                if rival.seat != seat and rival.name in came and rival.chamber in reach
            ]
    if not found:
        return Said()
    apart, rival, pawn = min(found, key=lambda each: each[0])
    key = "sorcerer.for_you.near" if apart else "sorcerer.for_you.beside"
    return narrator.say(key, who=rival.name, whom=pawn.name, where=rival.chamber)


def _reach(board: BoardView, at: str) -> set[str]:
    """Return the chamber and its neighbours by one step."""
    here = next(chamber for chamber in board.chambers if chamber.name == at)
    steps = [NEIGHBOURS[side] for side in here.sides]
    return {at, *(f"{chr(ord(at[0]) + across)}{int(at[1:]) + down}" for across, down in steps)}


def can_end_game(view: View, option: Option) -> bool:
    """Whether an attack can finish the last rival team: its only character left, against a Glove of Doom."""
    rivals = [team for team in view.teams if not team.out and not team.active]
    armed = any(team.active and team.has_glove for team in view.teams)
    if not option.label.startswith("encounter.attack") or not armed or len(rivals) != 1:
        return False
    left = [card.name for card in rivals[0].cards if card.state != "gone"]
    return left == [option.facts.get("whom")]
