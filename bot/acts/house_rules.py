"""The house rules of a table that has not begun: changed one at a time, and stored at once."""

from __future__ import annotations

from bot.session import lobby
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.table.records import Standing
from bot.words.narrator import Narrator
from rules.kernel.words import Term, Word


async def agree(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, switch: str, value: str, *, may: bool = False
) -> Standing:
    """Set a house rule in the lobby: its leader may, and with ``may`` anybody who looks after the channel.

    Raises ``Refused`` for others, for an unknown rule or value, and for values that do not go together.
    """

    async def change(action: Transaction) -> None:
        lobby.must_be_free_to_agree(action.record, user_id, may)
        options = lobby.with_house_rule(action.record, action.rules.switches, switch, value)
        action.rules.begin(["s1"], options)  # refuses what does not go together
        action.rewrite(options=options)

    return await sessions.change(game_id, interaction_id, change)


def value_term(switch: str, value: str) -> Term:
    """A house rule's value as a word of the catalogues, if they have one for it; else as it is typed."""
    narrator = Narrator("en")
    keys = [key for key in (f"house.{switch}.{value}", f"house.{value}") if narrator.has_words(key)]
    return Word(keys[0]) if keys else value
