"""Who sat where, and when: what happened is told with the names of its time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from bot.table.records import Sitter
from bot.words.narrator import Narrator, Said
from rules.kernel.requests import Seat


class Stay(msgspec.Struct, frozen=True):
    """How long a person had a seat, in seconds; None: from the beginning of the game, or until now.

    Without a ``name``: somebody who wished to be forgotten.
    """

    name: str
    since: float | None = None
    until: float | None = None


def names_at(sitters: Sequence[Sitter], at: float) -> Mapping[Seat, str]:
    """Each seat's name at that moment (seconds); before the first sitter who is known, the name of that one.

    ``sitters``: oldest first.
    """
    found: dict[Seat, str] = {}
    for one in sitters:
        if one.since <= at or one.seat not in found:
            found[one.seat] = one.name
    return found


def stays(sitters: Sequence[Sitter], seat: Seat) -> list[Stay]:
    """Everybody who had this seat, one after the other, each by their last name there."""
    own = [sitter for sitter in sitters if sitter.seat == seat]
    begins = [nth for nth, sitter in enumerate(own) if not nth or not _stayed(own[nth - 1], sitter)]
    names = [own[following - 1].name for following in [*begins[1:], len(own)]] if own else []
    ends = [*(own[nth].since for nth in begins[1:]), None]
    return [Stay(name, since, until) for name, since, until in zip(names, [None, *ends], ends, strict=False)]


def _stayed(before: Sitter, after: Sitter) -> bool:
    """Whether it is the same person, who may have a new name; of an imported game only the name is known."""
    return before.user_id == after.user_id or (before.user_id == 0 and before.name == after.name)


def somebody(narrator: Narrator, number: int) -> Said:
    """The words for somebody who wished to be forgotten; ``number``: of the seat."""
    return narrator.say("privacy.somebody", number=number)


def player_name(narrator: Narrator, seat: Seat, name: str) -> Said:
    """The name that a player had at this seat, for telling; without a name, words for somebody."""
    return narrator.term(name) if name else somebody(narrator, int(seat.lstrip("s")))


def voice_at(narrator: Narrator, sitters: Sequence[Sitter], at: float) -> Narrator:
    """A narrator like this one, but with the names that the seats had at that moment (seconds)."""
    plain = narrator.plain
    then = {seat: str(player_name(plain, seat, name)) for seat, name in names_at(sitters, at).items()}
    return Narrator(narrator.locale, {**narrator.names, **then}, marked=narrator.marked)
