"""Usual answers (⭐) of whole games that are worse than another option by the odds shown beside both.

``python -m tests.bot.usual_answers`` prints them, each with the reason that its button tells. The same seed plays the
same games everywhere.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from bot.games import face_of
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import Action, Choose, Form, NextAction, Option, Request, Seat
from rules.labirynt_smierci.autopilot.strength import odds_at_the_gate
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.party.belongings import best_weapon
from rules.labirynt_smierci.party.experience import primary_weapon
from rules.labirynt_smierci.party.formation import rank_of
from rules.simulation import by_stages, seed_of

SEED, GAMES = 7, 12
PLAYERS = {"labirynt-smierci": 1, "labirynt-czarnoksieznika": 4, "jaskinia": 4}
KINDS = {"labirynt-smierci": (1, 3, 6), "labirynt-czarnoksieznika": (2, 3, 4), "jaskinia": (2, 4)}
"""The kinds of table by their number of players."""
HOPELESS = 0.1
"""No fight below this chance is advised while there is another way."""
PEACE = "peace"
RIVALS_AND_TRIALS = ("encounter.attack", "arrival.attack", "arrival.psychic", "trial.strength", "trial.power")
"""Labels of fights that nobody has to begin."""
CALM = ("peace", "arrival.explore", "arrival.leave", "turn.finish")
"""Labels of what is done in place of such a fight, and is no gain that is shown."""


class Worse(msgspec.Struct, frozen=True):
    """A usual answer beside a better one; ``reason``: what the button ⭐ tells besides."""

    kind: str
    usual: str
    better: str
    reason: str = ""


class Counted(msgspec.Struct):
    """What came of games on stars: the worse answers, and how often each known trap of a counsel lay open."""

    worse: list[Worse]
    traps: Counter[str]


def worse_answers(
    game: str, numbers: Iterable[int] = range(GAMES), players: int = 0, stages: int | None = None
) -> Counted:
    """Play the games of these numbers on stars and return every usual answer that the odds shown speak against."""
    rules, face, narrator, found = load(game), face_of(game), Narrator("pl", marked=False), Counted([], Counter())
    seats = players or PLAYERS[game]

    def play(n: int) -> None:
        state = rules.begin(seat_ids(seats), {})

        def answer(request: Request[Any], seat: Seat) -> Value:
            starred = face.starred(state, request)
            advice = rules.advise(state, starred or request, seat)
            if starred is not None:
                compared = [*compare(starred, seat, advice.value), *look_for_traps(state, starred, seat, advice, found)]
                reason = str(face.usual_for(narrator, state, starred, advice, seat, openly=False)) if compared else ""
                found.worse += [msgspec.structs.replace(worse, reason=reason) for worse in compared]
            return advice.value

        for _ in by_stages(rules, state, Sealed(seed_of(SEED, n)), answer, seats, stages or rules.budget):
            pass

    for n in numbers:
        play(n)
    return found


def unexplained(counted: Counted) -> list[Worse]:
    """Return the worse answers that tell no reason, or that no reason excuses."""
    return [worse for worse in counted.worse if not worse.reason or worse.kind.startswith("never")]


def look_for_traps(state: Any, request: Request[Any], seat: Seat, advice: Advice, found: Counted) -> Iterator[Worse]:
    """Count the known traps that lie open; yield those of Labirynt Śmierci into which the answer walks."""
    if isinstance(request, NextAction):
        found.traps["odds"] += any((_lead(action.option) or 0) < 0 for action in request.of(seat))
    match request:
        case NextAction(why="way") if isinstance(state, Game):
            yield from _hopeless_gate(state, request, seat, advice.value, found.traps)
            for action in request.of(seat):
                if action.option.id == "improve" and isinstance(action.ask, Form):
                    yield from _unheld_weapon(state, action.ask, advice.value, found.traps)
        case Form(why="combat.orders"):
            yield from _charmed_friend(state, request, advice.value, found.traps)


def _hopeless_gate(game: Game, request: NextAction, seat: Seat, value: Value, traps: Counter[str]) -> Iterator[Worse]:
    gates = [action.option for action in request.of(seat) if action.option.label.endswith(".gate")]
    if gates and odds_at_the_gate(game) < HOPELESS:
        traps["gate"] += 1
        if value[0] in [option.id for option in gates]:
            yield Worse("never: hopeless Gate", _said(gates[0]), "every other way")


def _unheld_weapon(game: Game, form: Form, value: Value, traps: Counter[str]) -> Iterator[Worse]:
    for field in form.fields:
        person = game.characters[field.name.partition(":")[0]]
        if primary_weapon(person) != best_weapon(game, person, rank_of(game, person.id)):
            traps["sword"] += 1
            if value[0] == "improve" and value[1][field.name] == "weapon":
                yield Worse("never: weapon not in use", person.id, "strength")


def _charmed_friend(game: Game, form: Form, value: Value, traps: Counter[str]) -> Iterator[Worse]:
    friends = {f"attack:{monster.id}" for monster in game.met.monsters if monster.person} if game.met else set()
    for field in form.fields:
        offered = {option.id for option in getattr(field.ask, "options", ())}
        if offered & friends:
            traps["friend"] += 1
            others = sorted(id for id in offered - friends if id.startswith("attack:"))
            if value[field.name] in friends and others:
                yield Worse("never: own side", value[field.name], others[0])


def compare(request: Request[Any], seat: Seat, value: Value) -> Iterator[Worse]:
    """Compare a usual answer, and what it answers to the question within, with the other options."""
    match request:
        case NextAction():
            assert isinstance(value, list)
            actions = request.of(seat)
            usual = next(action for action in actions if action.option.id == value[0])
            if usual.aside:
                return
            options = [action.option for action in actions]
            yield from _compare_options(request.why, usual.option, options)
            if request.why == "encounter":
                yield from _compare_meeting(value, options)
            yield from _compare_within(usual, seat, value)
        case Choose(why=why, options=options):
            yield from _compare_options(why, next(option for option in options if option.id == value), options)


def _compare_within(usual: Action[Any], seat: Seat, value: Sequence[Any]) -> Iterator[Worse]:
    if usual.ask is not None and len(value) > 1:
        yield from compare(usual.ask, seat, value[1])


def _compare_options(why: str, usual: Option, options: Iterable[Option]) -> Iterator[Worse]:
    """Yield at most one option of each kind that is better by what both show."""
    others = [option for option in options if option.id != usual.id]
    better: dict[str, list[Option]] = {}
    if usual.facts.get("percent"):
        safe = [option for option in others if not option.facts.get("percent")]
        better["may die"] = [option for option in safe if {"who", "worst"} <= option.facts.keys()]
    if why == "negotiation.speaker":
        better["speaks worse"] = [option for option in others if _number(option, "peace") > _number(usual, "peace")]
    lead = _lead(usual)
    if lead is not None and lead < 0:
        better["likely lost"] = [option for option in others if option.id == PEACE or (_lead(option) or 0) > 0]
    if usual.label in CALM:
        fights = [option for option in others if option.label in RIVALS_AND_TRIALS and not option.facts.get("deadly")]
        better["fight left out"] = [option for option in fights if (_lead(option) or 0) > 0]
    for kind, found in better.items():
        if found:
            yield Worse(f"{why}: {kind}", _said(usual), _said(found[0]))


def _lead(option: Option) -> int | None:
    """Wins less losses, of a fight or of what a step meets, in the unit in which they are shown; None: no fight."""
    for won, lost in (("wins", "losses"), ("won", "lost")):
        if won in option.facts and lost in option.facts:
            return _number(option, won) - _number(option, lost)
    return None


def _number(option: Option, fact: str) -> int:
    number = option.facts[fact]
    assert isinstance(number, int)
    return number


def _compare_meeting(value: Sequence[Any], options: Iterable[Option]) -> Iterator[Worse]:
    """Compare a fight, talks and a bribe by how likely each ends well."""
    offered = {option.id: option for option in options}
    fight = offered["fight"]
    chances = {"fight": _number(fight, "won") / _number(fight, "fights")}
    if "negotiate" in offered:
        chances["negotiate"] = _number(offered["negotiate"], "peace") / 36
    if value[0] == "bribe":
        facts: Any = offered["bribe"].facts
        paid = [limit for limit, gold in zip(facts["limits"], facts["rows"], strict=True) if gold <= value[1]]
        chances["bribe"] = max(paid, default=0) / 6
    best = max(chances, key=lambda way: chances[way])
    if value[0] in chances and chances[best] > chances[value[0]]:
        cost = f"strength −{fight.facts['loss']}, fallen {_number(fight, 'fallen') / 10}"
        usual, better = f"{value[0]} {chances[value[0]]:.0%}", f"{best} {chances[best]:.0%}"
        yield Worse(f"encounter: {value[0]} for {best}", usual, f"{better} (fight: {cost})")


def _said(option: Option) -> str:
    numbers = [f"{name} {fact}" for name, fact in option.facts.items() if type(fact) is int]
    return f"{option.label} ({', '.join(numbers)})"


def table_of(game: str, counted: Counted) -> str:
    """Return the usual answers by kind and reason, those without a reason first."""
    groups = defaultdict[tuple[bool, str, str], list[Worse]](list)
    for worse in counted.worse:
        reason = re.sub(r" \(?[A-D]\d\)?$", " …", worse.reason)
        groups[bool(reason), worse.kind, reason].append(worse)
    silent = sum(not worse.reason for worse in counted.worse)
    lines = [f"{game}: {len(counted.worse)}, {silent} of them without a reason; traps {dict(counted.traps)}"]
    for (_, kind, reason), members in sorted(groups.items()):
        lines.append(f"  {len(members):4}  {kind}  [{reason or 'no reason told'}]")
        lines.append(f"        ⭐ {members[0].usual}\n        <  {members[0].better}")
    return "\n".join(lines)


if __name__ == "__main__":
    for name in all_games():
        print(table_of(name, worse_answers(name)))
