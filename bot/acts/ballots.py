"""Matters that a table decides by ballot: going back and forth, a house rule, freeing a seat, naming a game master.

A matter says in full what it is about (``undo/3/1.4.20``, ``redo/2.4.17``, ``house/chests/safe``, ``kick/s2``,
``gm/4711``, ``end``, ``habits/{"deadline_after":12.0}``), so that a voice given on it days later means the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.acts.ending import END, agree_to_end
from bot.acts.game_master import appoint
from bot.acts.rulings import change_house_rule
from bot.acts.seating import kick, kick_matter
from bot.acts.table_settings import agree_on_habits, read_habits
from bot.acts.undo import address_in_matter, ask_for_redo, ask_for_undo, gather_consent
from bot.session import lobby
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.authority import consenters, consenting_seats, is_master, present_seats, seats_of
from bot.table.records import Accepted, Address, GameRecord, Standing
from bot.table.votes import Vote
from bot.table.votes import counting_votes as counting
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat


async def speak(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, matter: str, yes: bool
) -> Accepted:
    """Give a person's voice for or against a matter; what is decided by it is done at once.

    Raises ``Refused("ballot_over")`` where a voice on it means nothing any more.
    """
    standing = await sessions.standing_of(game_id)
    if standing is None or not is_open(standing, matter):
        return await sessions.accept(game_id, interaction_id, _too_late)
    if not yes and matter.partition("/")[0] in BY_CONSENT:
        return await _against(sessions, game_id, user_id, interaction_id, matter)
    return await _give_voice(sessions, game_id, user_id, interaction_id, matter, yes)


async def _too_late(_: Transaction) -> None:
    """Refuses; only the voice that closed the matter gets its old answer, when Discord delivers it a second time."""
    raise Refused("ballot_over")


def is_open(standing: Standing, matter: str) -> bool:
    """Whether a voice on this matter still means something."""
    record = standing.record
    if standing.waiting is None or record.archived:
        return False
    match matter.split("/"):
        case ["undo", steps, at]:
            return steps.isdecimal() and at == address_in_matter(standing.address)
        case ["redo", at]:
            return at == address_in_matter(standing.address)
        case ["house", switch, value]:
            return record.options.get(switch) != value
        case ["kick", seat]:
            return seat in present_seats(record)
        case ["gm", user_id]:
            return user_id.isdecimal() and record.gm_id != int(user_id)
        case ["end"]:
            return record.rivals
        case ["habits", voted]:
            changes = read_habits(voted)
            return any(getattr(record.habits, habit) != value for habit, value in changes.items())
    return False


def voters(record: GameRecord, matter: str) -> tuple[Seat, ...]:
    """The seats whose voice counts on a matter; nobody votes on freeing their own seat."""
    if matter.partition("/")[0] in BY_CONSENT:
        return consenters(record)
    return tuple(seat for seat in present_seats(record) if matter != kick_matter(seat))


def open_matters(standing: Standing, votes: Mapping[str, Sequence[Vote]]) -> list[str]:
    """The matters on which a table still votes, the oldest first."""
    begun = sorted(votes, key=lambda matter: min(vote.at for vote in votes[matter]))
    return [matter for matter in begun if is_open(standing, matter)]


def silent_seats(record: GameRecord, matter: str, votes: Sequence[Vote]) -> list[Seat]:
    """The seats whose voice on a matter is still to be heard."""
    entitled = voters(record, matter)
    spoken = [vote.seat for vote in counting(votes, entitled)]
    return [seat for seat in entitled if seat not in spoken]


def matters_awaiting(standing: Standing, votes: Mapping[str, Sequence[Vote]], user_id: int) -> list[str]:
    """The open matters on which this person has yet to speak."""
    record = standing.record
    return [
        matter
        for matter in open_matters(standing, votes)
        if any(seat in _mine(record, matter, user_id) for seat in silent_seats(record, matter, votes[matter]))
    ]


def _mine(record: GameRecord, matter: str, user_id: int) -> tuple[Seat, ...]:
    by_consent = matter.partition("/")[0] in BY_CONSENT
    return consenting_seats(record, user_id) if by_consent else seats_of(record, user_id)


async def _against(sessions: Sessions, game_id: str, user_id: int, interaction_id: int, matter: str) -> Accepted:
    """A voice against a matter that needs everybody's consent closes it, and so does the game master's."""

    async def refuse(action: Transaction) -> None:
        lobby.must_be_open(action.record, action.waiting)
        if is_master(action.record, user_id):
            action.close_matter(matter)
        else:
            await gather_consent(sessions.store, action, user_id, matter, False)

    return await sessions.accept(game_id, interaction_id, refuse)


async def _give_voice(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, matter: str, yes: bool
) -> Accepted:
    """Give a voice on a matter of any kind; the table has it open."""
    voice = (sessions, game_id, user_id, interaction_id)
    match matter.split("/"):
        case ["undo", steps, at]:
            return await ask_for_undo(*voice, int(steps), yes, Address(*map(int, at.split("."))))
        case ["redo", at]:
            return await ask_for_redo(*voice, yes, Address(*map(int, at.split("."))))
        case ["house", switch, value]:
            return await change_house_rule(*voice, switch, value, yes)
        case ["habits", voted]:
            return await agree_on_habits(*voice, voted, yes)
        case ["kick", seat]:
            return await kick(*voice, seat, yes)
        case ["gm", master]:
            return await appoint(sessions, game_id, user_id, int(master), interaction_id, may=False, yes=yes)
        case [kind] if kind == END:
            return await agree_to_end(*voice, yes)
    raise Refused("ballot_over")


BY_CONSENT = ("undo", "redo", "house", "habits", "gm", END)
"""Kinds that one voice against ends; the others go by majority."""
