"""Names of seats: unique at a table, and for each moment the name of the player at that time."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from bot.table.records import SeatRecord, Sitter
from bot.words.narrator import KEPT, LONGEST_NAME, Narrator, Said, fold, tame
from rules.kernel.requests import Seat

BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that Discord shows as empty space."""


def seat_names(seats: Iterable[SeatRecord]) -> dict[Seat, str]:
    """Return the name of each seat, with the Discord username in brackets if another seat looks the same.

    Only names of people with a Discord account change. If the username is unknown or not enough, the seat's number is
    added.
    """
    records = list(seats)
    names = {record.seat: record.name for record in records}
    if len(set(map(appearance, names.values()))) == len(names):  # nearly always, and asked for with every sentence
        return names
    for record in _seats_with_same_look(records, names):
        names[record.seat] = _name_with_mark(record.name, record.username or record.seat.lstrip("s"))
    for record in _seats_with_same_look(records, names):
        names[record.seat] = _name_with_mark(record.name, f"{record.username} {record.seat.lstrip('s')}".strip())
    return names


def _seats_with_same_look(records: Iterable[SeatRecord], names: dict[Seat, str]) -> list[SeatRecord]:
    looks = {seat: appearance(name) for seat, name in names.items()}
    counts = Counter(looks.values())
    return [record for record in records if record.user_id and counts[looks[record.seat]] > 1]


def _name_with_mark(name: str, mark: str) -> str:
    end = f" ({tame(mark)})"
    return tame(name, max(LONGEST_NAME - len(end), 1)) + end


@lru_cache(maxsize=KEPT)
def appearance(name: str) -> str:
    """Return a name without case, accents, outer blanks and invisible characters."""
    decomposed = unicodedata.normalize("NFKD", name)
    visible = (sign for sign in decomposed if unicodedata.category(sign)[0] not in "CM" and sign not in BLANK_LETTERS)
    return fold("".join(visible))


class Stay(Struct, frozen=True):
    """The time for which a person had a seat, in seconds; None: from the beginning of the game, or until now.

    Without ``name``: a person who was erased.
    """

    name: str
    since: float | None = None
    until: float | None = None


def names_at(sitters: Sequence[Sitter], at: float) -> Mapping[Seat, str]:
    """Return each seat's name at that moment (seconds); before the first known sitter, that sitter's name.

    ``sitters``: oldest first.
    """
    found: dict[Seat, str] = {}
    for sitter in sitters:
        if sitter.since <= at or sitter.seat not in found:
            found[sitter.seat] = sitter.name
    return found


def stays(sitters: Sequence[Sitter], seat: Seat) -> list[Stay]:
    """Return everybody who had this seat in order, each with their last name there."""
    own = [sitter for sitter in sitters if sitter.seat == seat]
    begins = [nth for nth, sitter in enumerate(own) if not nth or not _is_same_sitter(own[nth - 1], sitter)]
    names = [own[following - 1].name for following in [*begins[1:], len(own)]] if own else []
    ends = [*(own[nth].since for nth in begins[1:]), None]
    return [Stay(name, since, until) for name, since, until in zip(names, [None, *ends], ends, strict=False)]


def _is_same_sitter(before: Sitter, after: Sitter) -> bool:
    """Whether it is the same person, possibly renamed; imported games have names only."""
    return before.user_id == after.user_id or (before.user_id == 0 and before.name == after.name)


def somebody(narrator: Narrator, number: int) -> Said:
    """Say the words for an erased person; ``number``: of the seat."""
    return narrator.say("privacy.somebody", number=number)


def player_name(narrator: Narrator, seat: Seat, name: str) -> Said:
    """Say a player's name at this seat; without a name, the words of ``somebody``."""
    return narrator.term(name) if name else somebody(narrator, int(seat.lstrip("s")))


def voice_at(narrator: Narrator, sitters: Sequence[Sitter], at: float) -> Narrator:
    """Return this narrator with the names that the seats had at that moment (seconds)."""
    plain = narrator.plain
    then = {seat: str(player_name(plain, seat, name)) for seat, name in names_at(sitters, at).items()}
    return Narrator(narrator.locale, {**narrator.names, **then}, marked=narrator.marked)
