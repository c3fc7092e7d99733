"""Honours of a finished game: most deeds, longest life, best and worst luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from bot.games.face import Grave, Happened
from bot.words.narrator import LISTS, Narrator, Said
from rules.kernel.events import Event
from rules.kernel.words import Term

P = TypeVar("P")
K = TypeVar("K")

THROWS = 6
"""The fewest throws by which luck is judged."""
FAIR = 3.5
"""The mean of a die: who throws less is not lucky."""
MOST = 2
"""The most people who may share an honour; beyond that nobody gets it."""


def placed(players: Sequence[P], rank: Callable[[P], tuple[int, ...]]) -> list[tuple[int, P]]:
    """Return the players, the lowest rank first, each with its place; equals share a place."""
    ranks = sorted(map(rank, players))
    return [(1 + ranks.index(rank(player)), player) for player in sorted(players, key=rank)]


def honours_line(
    narrator: Narrator,
    names: Mapping[K, Said],
    deeds: str,
    done: Mapping[K, int],
    lived: Mapping[Said, int],
    faces: Mapping[K, Sequence[int]],
) -> list[str]:
    """Return the honours as one line, or nothing; ``deeds``: what ``done`` counts, ``faces``: dice thrown.

    ``names``: those whose deeds and dice are compared.
    """
    said = []
    numbers = {name: done[key] for key, name in names.items()}
    if best := _leaders(numbers, max):
        said.append(narrator.say(f"farewell.honour.{deeds}", who=_names(narrator, best), number=numbers[best[0]]))
    if best := _leaders(lived, max):
        said.append(narrator.say("farewell.honour.longest", who=_names(narrator, best)))
    said += _luck(narrator, {name: faces[key] for key, name in names.items() if len(faces.get(key, ())) >= THROWS})
    return [narrator.say("farewell.honours", honours=Said(" · ".join(said)))] if said else []


def _luck(narrator: Narrator, faces: Mapping[Said, Sequence[int]]) -> Iterator[Said]:
    means = {who: sum(thrown) / len(thrown) for who, thrown in faces.items()}
    for honour, extreme in (("lucky", max), ("unlucky", min)):
        if honour == "unlucky" and len(means) == MOST:
            continue  # of two it is the other
        best = _leaders(means, extreme)
        if best and (means[best[0]] > FAIR) == (honour == "lucky"):
            mean = _decimal(narrator, means[best[0]])
            yield narrator.say(f"farewell.honour.{honour}", who=_names(narrator, best), mean=mean)


def _leaders(values: Mapping[Said, float], extreme: Callable[[Iterable[float]], float]) -> list[Said]:
    """Return the names with the extreme value; empty if the value is 0 or too many share it."""
    if not values or not (value := extreme(values.values())):
        return []
    leaders = [who for who, own in values.items() if own == value]
    return leaders if len(leaders) <= MOST and len(leaders) < len(values) else []


def _names(narrator: Narrator, names: Sequence[Said]) -> Said:
    return narrator.join_words([f"**{name}**" if narrator.marked else name for name in names])


def _decimal(narrator: Narrator, number: float) -> Said:
    from babel.numbers import format_decimal

    return Said(format_decimal(number, "0.0", locale=LISTS[narrator.locale]))


class Untranslated(Narrator):
    """Keeps names as terms in JSON, for readers of any language; ``name_of`` says them."""

    def term(self, term: Any, case: str = "") -> Said:
        """Return the term, or several, as a list in JSON."""
        return Said(msgspec.json.encode(term if isinstance(term, tuple) else (term,)).decode())


UNTRANSLATED = Untranslated("en")


def name_of(narrator: Narrator, term: str, by: str = "") -> Said:
    """Say a name that ``UNTRANSLATED`` kept; ``by``: the killer."""
    said = narrator.term(msgspec.json.decode(term, type=tuple[Term, ...]))
    return narrator.say("stats.fallen", who=said, by=name_of(narrator, by)) if by else said


def lifetimes(
    graves: Sequence[Grave], since: Mapping[Said, int], told: Sequence[Happened], begins: type[Event]
) -> dict[Said, int]:
    """Return the stages that each name lived, counted from ``begins``, which ends the set-up; nothing if nobody died.

    ``since``: the first stage of each living name.
    """
    if not graves:
        return {}
    start = next((item.stage for item in told if isinstance(item.event, begins)), 0)
    last = max((item.stage for item in told), default=0)
    lived: dict[Said, int] = {}
    for grave in graves:
        lived[grave.who] = max(lived.get(grave.who, 0), grave.stage - max(grave.since, start))
    for who, stage in since.items():
        lived[who] = max(lived.get(who, 0), last - max(stage, start))
    return lived


def variant(narrator: Narrator, key: str, number: int, **facts: object) -> Said:
    """Say a variant of a catalogue key, chosen by ``number`` in turn."""
    variants = narrator.variants(key) or (key,)
    return narrator.say(variants[number % len(variants)], **facts)
