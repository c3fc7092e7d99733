"""Computer players: before the game they are invited and sent away; a person who sits down later takes their place."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.session import lobby
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.names import appearance
from bot.table.records import Computer, Standing
from bot.words.narrator import Narrator

MOST = 5
"""Computer players at a table of six; each has a name and a face in the catalogues."""


async def invite(
    sessions: Sessions,
    game_id: str,
    user_id: int,
    interaction_id: int,
    computer: Computer,
    *,
    may: bool = False,
) -> Standing:
    """Seat a computer player; ``may``: this person looks after the channel.

    Raises ``Refused`` with full, already_started, no_game, or not_leader for whoever neither leads nor masters.
    """

    async def seat_one(action: Transaction) -> None:
        lobby.must_be_free_to_agree(action.record, user_id, may)
        name = next(names(action.record.locale, [one.name for one in action.record.seats]))
        action.rewrite(seats=lobby.with_computer(action.record, action.rules.seats, name, computer))

    return await sessions.change(game_id, interaction_id, seat_one)


async def send_away(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, *, may: bool = False
) -> Standing:
    """Free the seat of the last computer player, if there is one; raises as ``invite``."""

    async def free_one(action: Transaction) -> None:
        lobby.must_be_free_to_agree(action.record, user_id, may)
        action.rewrite(seats=lobby.without_computer(action.record))

    return await sessions.change(game_id, interaction_id, free_one)


def names(locale: str, taken: Collection[str]) -> Iterator[str]:
    """The names of computer players that nobody at the table has yet, as many as there are seats."""
    voice = Narrator(locale, marked=False)
    known = (str(voice.say(f"computer.{nth}")) for nth in range(1, MOST + 1))
    looks = set(map(appearance, taken))
    yield from (name for name in known if appearance(name) not in looks)
    yield from (f"🤖 {nth}" for nth in range(1, len(taken) + 2) if appearance(f"🤖 {nth}") not in looks)
