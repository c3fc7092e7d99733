"""Great moments of Jaskinia, standings, progress made in a turn, and lines on rivals' turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.words.narrator import Narrator, Said, clip
from images.moments import Moment, Score
from rules.jaskinia.events.cards import CardPower, EnduranceLost, SpellAnnounced, TrophiesTraded
from rules.jaskinia.events.course import (
    ChamberRolled,
    CrystalFound,
    GateOpened,
    SeekerDied,
    SeekerTurn,
    TrialPassed,
    WentTo,
)
from rules.jaskinia.events.fights import (
    BY_ARMS,
    EnemiesBeaten,
    EnemiesFaced,
    EnemiesWon,
    ItemStolen,
    PurseRobbed,
    RivalBeaten,
    SeekerAttacked,
    SpoilsTaken,
)
from rules.jaskinia.view import SeekerView, View
from rules.kernel.events import Event
from rules.kernel.requests import Option, Seat
from rules.kernel.words import Term

NAME = 12
"""The most characters of a player's name in the standings."""
ARRIVALS = 3
"""The number of sentence variants for an arrival in the Crystal Chamber."""
LONGEST = 120
"""The most characters of the line for one player."""
ATTACKS = ("arrival.attack", "arrival.psychic")
"""Labels of attacks on rivals."""


def moment_of(narrator: Narrator, view: View, events: Iterable[Event]) -> Moment | None:
    """Return the last great moment among these events, or None."""
    found: Moment | None = None
    killers: dict[Term, tuple[Term, ...]] = {}
    for event in events:
        match event:
            case SeekerTurn():
                killers = {}
            case EnemiesWon(who=who, enemies=enemies):
                killers[who] = enemies
            case RivalBeaten(who=who, whom=whom):
                killers[whom] = (who,)
            case SeekerDied(who=who, where=where, at=at):
                key = "cave.moment.dead.by" if who in killers else "cave.moment.dead"
                said = narrator.plain.say(key, who=who, where=where, at=at, by=killers.get(who, ()))
                found = Moment(_id_of(view, who), "death", str(said), _scores(view), dead=True)
            case _:
                found = _achievement(narrator.plain, view, event) or found
    return found


def _achievement(plain: Narrator, view: View, event: Event) -> Moment | None:
    match event:
        case WentTo(who=who, at=at) if at == view.crystal:
            sign, said = "crystal", plain.say("cave.moment.chamber", who=who)
        case GateOpened(who=who, gate=gate):
            sign, said = "gate", plain.say("cave.moment.gate", who=who, gate=gate)
        case TrialPassed(who=who, trial=trial, left=left):
            key = "cave.moment.trial" if left else "cave.moment.last_trial"
            sign, said = f"trial.{trial.key.rpartition('.')[2]}", plain.say(key, who=who, trial=trial)
        case TrophiesTraded(who=who, strength=strength):
            sign, said = "strength", plain.say("cave.moment.strength", who=who, strength=strength)
        case CardPower(who=who, power=power):
            sign, said = "power", plain.say("cave.moment.power", who=who, power=power)
        case EnemiesBeaten(who=who, enemies=enemies) if _is_first_trophy(view, event):
            sign, said = "strength", plain.say("cave.moment.trophy", who=who, enemies=enemies)
        case _:
            return None
    return Moment(_id_of(view, who), sign, str(said), _scores(view))


def _id_of(view: View, who: Term) -> str:
    named = next((seeker.id for seeker in view.seekers if seeker.name == who), "")
    return named or ("" if isinstance(who, str) else who.key.rpartition(".")[2])


def _is_first_trophy(view: View, event: EnemiesBeaten) -> bool:
    """Whether these are the first trophies of a Seeker who has not gained Strength yet."""
    seeker = next((seeker for seeker in view.seekers if seeker.name == event.who), None)
    if not seeker or event.kind != BY_ARMS or seeker.own_strength > seeker.start_strength:
        return False
    return bool(seeker.trophies) and all(card.name in event.enemies for card in seeker.trophies)


def _score(view: View, seeker: SeekerView) -> str:
    """Return the trials passed; before the Crystal Chamber is found, the points towards own Strength."""
    if view.crystal:
        return f"{len(seeker.trials)}/{view.goal}"
    return f"{seeker.points}/{seeker.points_needed}"


def _by_score(view: View) -> list[SeekerView]:
    return sorted(view.seekers, key=lambda seeker: -(len(seeker.trials) if view.crystal else seeker.points))


def _scores(view: View) -> tuple[Score, ...]:
    return tuple(Score(str(seeker.mark), _score(view, seeker)) for seeker in _by_score(view))


def standings(narrator: Narrator, view: View, events: Sequence[Event]) -> str:
    """Return the standings in a line if a round began or a trial was passed; else ''."""
    first = next((seat for seat in view.order if any(seeker.seat == seat for seeker in view.seekers)), "")
    begun = any(isinstance(event, SeekerTurn) and event.by == first for event in events)
    passed = any(isinstance(event, TrialPassed) for event in events)
    if view.setting_up or view.outcome or len(view.players) < 2 or not (begun or passed):
        return ""
    each = [
        f"{clip(narrator.seat(seeker.seat), NAME)} {_score(view, seeker)}{' 💠' * (seeker.at == view.crystal)}"
        for seeker in _by_score(view)
    ]
    key = "cave.standings.trials" if view.crystal else "cave.standings.trophies"
    return narrator.say(key, scores=Said(" · ".join(each)))


def arrivals(narrator: Narrator, view: View, events: Sequence[Event]) -> Iterator[str]:
    """Yield a line for each Seeker who came to the Crystal Chamber, unless these events discover it."""
    is_new = any(isinstance(event, CrystalFound) for event in events)
    for event in () if is_new else events:
        if isinstance(event, WentTo) and event.at == view.crystal:
            yield narrator.say(f"cave.arrived.{1 + view.stage % ARRIVALS}", who=event.who)


def brought_nearer(narrator: Narrator, view: View, events: Iterable[Event]) -> Iterator[str]:
    """Yield a line for each Seeker who won and kept trophies: their worth and what own Strength still needs."""
    won: dict[Term, list[Term]] = {}
    for event in events:
        if isinstance(event, EnemiesBeaten) and event.kind == BY_ARMS:
            won.setdefault(event.who, []).extend(event.enemies)
    for seeker in view.seekers:
        new = [card for card in seeker.trophies if card.name in won.get(seeker.name, ())]
        if points := sum(card.rank for card in new):
            facts = {"points": points, "total": seeker.points, "needed": seeker.points_needed}
            yield narrator.say("cave.nearer.trophies", who=seeker.name, **facts)


# What concerns a player ----------------------------------------------------------------------------------------


def for_you(narrator: Narrator, view: View, events: Sequence[Event], seat: Seat) -> str:
    """Return a line on rivals: an attack and its cost, a trial passed, a rival nearby; '' for nothing."""
    own = next((seeker for seeker in view.seekers if seeker.seat == seat), None)
    if not own:
        return ""
    said = _attack_line(narrator, events, own.name) or _trial_line(narrator, view, seat)
    said = said or _nearby_line(narrator, view, events, own)
    return clip(said, LONGEST)


def _attack_line(narrator: Narrator, events: Sequence[Event], own: Term) -> Said:
    """Say a rival's last attack on the player's Seeker and its cost."""
    by: Term | None = None
    found = Said()
    for event in events:
        match event:
            case SeekerAttacked(who=who, whom=whom) if whom == own:
                by = who
                found = narrator.say("cave.for_you.held", by=by)
            case SeekerAttacked() | EnemiesFaced() | SeekerTurn():
                by = None
            case EnduranceLost(who=who, n=number) if by is not None and who == own:
                found = narrator.say("cave.for_you.hurt", by=by, number=number)
            case SpellAnnounced(who=who, spell=spell, target=target) if who != own and own in target:
                found = narrator.say("cave.for_you.spell", by=who, spell=spell)
            case PurseRobbed(who=who, whom=whom, gold=gold) if whom == own:
                found = narrator.say("cave.for_you.robbed", by=who, gold=gold)
            case SpoilsTaken(who=who, whom=whom, item=item) | ItemStolen(who=who, whom=whom, item=item) if whom == own:
                found = narrator.say("cave.for_you.stolen", by=who, item=item)
    return found


def _trial_line(narrator: Narrator, view: View, seat: Seat) -> Said:
    """Say that a rival has one trial left, and whether it can be tried in the next turn."""
    near = [seeker for seeker in view.seekers if seeker.seat != seat and len(seeker.trials) == view.goal - 1]
    for seeker in sorted(near, key=lambda seeker: seeker.at != view.crystal):
        if seeker.at == view.crystal or view.goal > 1:
            return narrator.say(f"cave.for_you.trial{'.here' * (seeker.at == view.crystal)}", who=seeker.name)
    return Said()


def _nearby_line(narrator: Narrator, view: View, events: Sequence[Event], own: SeekerView) -> Said:
    """Say that a rival came to the same area, or a neighbouring one without closed Gates between."""
    came = {event.who for event in events if isinstance(event, WentTo | ChamberRolled)}
    rivals = [seeker for seeker in view.seekers if seeker.seat != own.seat and seeker.name in came]
    for reach, key in (({own.at}, "cave.for_you.here"), (_areas_beside(view, own.at), "cave.for_you.near")):
        for rival in rivals:
            if rival.at in reach:
                return narrator.say(key, who=rival.name, at=rival.at)
    return Said()


def _areas_beside(view: View, at: str) -> set[str]:
    exits = next(area.exits for area in view.areas if area.id == at)
    closed = {frozenset(gate.between) for gate in view.gates if not gate.open}
    return {other for other in exits.values() if frozenset((at, other)) not in closed}


def can_end_game(view: View, option: Option) -> bool:
    """Whether an option can win the game: the last trial, or an attack on the last living rival at one Endurance.

    While the Crystal Chamber is hidden, the dead come back, so nothing can win.
    """
    active = next((seeker for seeker in view.seekers if seeker.active), None)
    if not active or view.outcome or view.beside or not view.crystal:
        return False
    if option.label.startswith("trial."):
        return len(active.trials) == view.goal - 1
    rivals = [seeker for seeker in view.seekers if seeker.seat != active.seat]
    return option.label.startswith(ATTACKS) and len(rivals) == 1 and rivals[0].endurance == 1
