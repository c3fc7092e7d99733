"""Usual answers (⭐) of whole games that are worse than another option by the odds shown beside both.

``python -m tests.bot.usual_answers`` prints them, each with the reason that its button tells. The same seed plays the
same games everywhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from bot.games import face_of
from bot.words.narrator import Narrator
from rules.games import all_games, load
from rules.kernel.answers import Value
from rules.kernel.chance import Sealed
from rules.kernel.game import seat_ids
from rules.kernel.requests import Action, Choose, NextAction, Option, Request, Seat
from rules.simulation import by_stages, seed_of

SEED, GAMES = 7, 12
PLAYERS = {"labirynt-smierci": 1, "labirynt-czarnoksieznika": 4, "jaskinia": 4}
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


def worse_answers(game: str, games: int = GAMES, stages: int | None = None) -> list[Worse]:
    """Play so many games as usual and return every usual answer that the odds shown speak against."""
    rules, face, narrator, found = load(game), face_of(game), Narrator("pl", marked=False), list[Worse]()

    def play(n: int) -> None:
        state = rules.begin(seat_ids(PLAYERS[game]), {})

        def answer(request: Request[Any], seat: Seat) -> Value:
            advice = rules.advise(state, request, seat)
            value = advice.value
            for worse in compare(request, seat, value):
                reason = face.usual_for(narrator, state, request, advice, seat, openly=False)
                found.append(msgspec.structs.replace(worse, reason=str(reason)))
            return value

        for _ in by_stages(rules, state, Sealed(seed_of(SEED, n)), answer, PLAYERS[game], stages or rules.budget):
            pass

    for n in range(games):
        play(n)
    return found


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


def print_table(game: str, found: Sequence[Worse]) -> None:
    """Print the usual answers by kind and reason, those without a reason first."""
    groups = defaultdict[tuple[bool, str, str], list[Worse]](list)
    for worse in found:
        reason = re.sub(r" \(?[A-D]\d\)?$", " …", worse.reason)
        groups[bool(reason), worse.kind, reason].append(worse)
    silent = sum(not worse.reason for worse in found)
    print(f"\n{game}: {len(found)} in {GAMES} games, {silent} of them without a reason")
    for (_, kind, reason), members in sorted(groups.items()):
        print(f"  {len(members):4}  {kind}  [{reason or 'no reason told'}]")
        print(f"        ⭐ {members[0].usual}\n        <  {members[0].better}")


if __name__ == "__main__":
    for name in all_games():
        print_table(name, worse_answers(name))
