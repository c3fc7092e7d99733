"""Changing the settings of a table or guild: habits, house rules before the game, guild defaults."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from msgspec import MsgspecError, Struct, convert
from msgspec.structs import asdict, replace

from bot.acts.undo import gather_consent
from bot.session import lobby
from bot.session.lobby import leader_name
from bot.session.party import question
from bot.session.sessions import Sessions
from bot.session.transaction import Transaction
from bot.store import Store
from bot.table.authority import competes, is_master
from bot.table.events import HabitChanged
from bot.table.habits import HOURS, Habits, keepable, unknown_by_hand
from bot.table.records import Accepted, GameRecord, Standing
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused
from rules.kernel.words import Term, Word

MENUS = ("deciding", "call_after", "remind_after", "deadline_after", "deadline_then", "dice")
"""The habits in the order of their menus; the dice menu includes what is thrown by hand."""
VOTED_ON = ("deciding", "deadline_after", "deadline_then", "dice", "by_hand", "drawn")
"""The habits on which rivals vote, because they can press or stall others or decide whose dice count."""


def may_change(record: GameRecord, user_id: int) -> bool:
    """Whether a person may change this table's habits."""
    return user_id in (record.leader_id, record.gm_id) and record.phase in ("lobby", "playing")


def habits_proposal(changes: Mapping[str, Any]) -> str:
    """Return the proposal of these habits at a table of rivals: ``habits/{"deadline_after":12.0}``."""
    voted = {habit: changes[habit] for habit in VOTED_ON if habit in changes}
    return f"habits/{msgspec.json.encode(voted).decode()}"


def read_habits(voted: str) -> dict[str, Any]:
    """Parse the habits of a proposal; raises ``Refused("stale")`` if they are invalid."""
    try:
        named, habits = msgspec.json.decode(voted, type=dict[str, Any]), msgspec.json.decode(voted, type=Habits)
        return {habit: getattr(habits, habit) for habit in named}
    except (MsgspecError, AttributeError) as error:
        raise Refused("stale") from error


def to_agree_on(record: GameRecord, user_id: int, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes on which rivals must agree; raises ``Refused("rivals_then")``."""
    if record.rivals and changes.get("deadline_then") == "leader":
        raise Refused("rivals_then")
    if record.phase != "playing" or is_master(record, user_id) or not competes(record, user_id):
        return {}
    return {
        habit: value for habit, value in changes.items() if habit in VOTED_ON and value != getattr(record.habits, habit)
    }


async def change_habits(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int | None, **changes: Any
) -> Accepted:
    """Change a table's habits; raises ``Refused`` with not_table_leader, hours, option or rivals_then.

    Raises ``Refused("habits_ballot")`` if the others must agree: see ``to_agree_on``.
    """

    async def alter(action: Transaction) -> None:
        if action.record.phase == "ended":
            raise Refused("game_over")
        if not may_change(action.record, user_id):
            raise Refused("not_table_leader", name=leader_name(action.record))
        if to_agree_on(action.record, user_id, changes):
            raise Refused("habits_ballot")
        await _apply_settings(action, changes)

    return await sessions.accept(game_id, interaction_id, alter)


async def vote_on_habits(action: Transaction, user_id: int, voted: str) -> bool:
    """Vote for a change of habits, which takes effect once all agree; return whether it does."""
    changes = read_habits(voted)
    if not await gather_consent(action, user_id, habits_proposal(changes), True):
        return False
    await _apply_settings(action, changes)
    return True


async def _apply_settings(action: Transaction, changes: Mapping[str, Any]) -> None:
    before = action.record.habits
    habits = keepable(replace(before, **changes))
    if found := unknown_by_hand(habits, action.rules):
        unknown, known = found
        raise Refused("option", name=unknown[:40], values=tuple(known))
    if changes.get("deadline_then") == "leader" and action.record.rivals:
        raise Refused("rivals_then")
    action.rewrite(habits=habits)
    if action.record.phase == "lobby":
        action.rewrite(options=_options_when_drawn(action, before, habits))
    if habits.deciding != before.deciding:
        action.unvote()
        action.close_matter(question(action.address))
    if action.record.phase == "playing":
        for event in _setting_events(before, habits):
            action.tell(event)
        if before.hands != habits.hands and action.waiting:
            await action.look()  # what waited for somebody's hand may go on now


def _options_when_drawn(action: Transaction, before: Habits, after: Habits) -> dict[str, str]:
    """Return the house rules with those that draws by hand imply, and without those that they no longer imply."""
    implied, options = action.rules.switches_when_drawn, dict(action.record.options)
    for why in {*before.drawn} - {*after.drawn}:
        options = {switch: value for switch, value in options.items() if implied.get(why, {}).get(switch) != value}
    for why in {*after.drawn} - {*before.drawn}:
        options |= implied.get(why, {})
    return options


def _setting_events(before: Habits, after: Habits) -> Iterator[HabitChanged]:
    for habit in MENUS:
        if value_in_words(before, habit) != value_in_words(after, habit):
            yield HabitChanged(Word(f"habit.{habit}"), value_in_words(after, habit))


def value_in_words(habits: Habits, habit: str) -> tuple[Word, ...]:
    """Return a habit's value as words of the catalogues."""
    value = getattr(habits, habit)
    if habit == "dice" and (habits.drawn or habits.by_hand):
        dice = [Word(f"rolls.{kind}") for kind in habits.by_hand] or [Word(f"habit.dice.{value}")]
        return (*dice, *(Word(f"drawn.{why}") for why in habits.drawn))
    if habit in HOURS:
        return (Word(f"habit.hours.{value:g}"),)
    return (Word(f"habit.{habit}.{value}"),)


async def agree(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, switch: str, value: str, *, may: bool = False
) -> Standing:
    """Set a house rule in the lobby: the leader may, and with ``may`` anybody who manages the channel.

    Raises ``Refused`` for others, for an unknown rule or value, and for values that do not go together.
    """

    async def change(action: Transaction) -> None:
        lobby.must_be_free_to_agree(action.record, user_id, may)
        options = lobby.with_house_rule(action.record, action.rules.switches, switch, value)
        action.rules.begin(["s1"], options)  # refuses what does not go together
        action.rewrite(options=options)

    return await sessions.change(game_id, interaction_id, change)


async def choose_game(
    sessions: Sessions, game_id: str, user_id: int, interaction_id: int, name: str, *, may: bool = False
) -> Standing:
    """Change the game of a lobby; of its house rules those stay that the other game has.

    Raises ``Refused`` for those who may not agree on house rules, for an unknown game, and with full.
    """

    async def change(action: Transaction) -> None:
        lobby.must_be_free_to_agree(action.record, user_id, may)
        if not (rules := sessions.games.get(name)):
            raise Refused("stale")
        if len(action.record.seats) > rules.seats[1]:
            raise Refused("full", most=rules.seats[1])
        options = action.record.options.items()
        kept = {switch: value for switch, value in options if value in rules.switches.get(switch, ())}
        action.rewrite(game=name, options=kept)

    return await sessions.change(game_id, interaction_id, change)


def value_term(switch: str, value: str) -> Term:
    """Return the catalogue word of a house rule's value, else the value as typed."""
    narrator = Narrator("en")
    keys = [key for key in (f"house.{switch}.{value}", f"house.{value}") if narrator.has_words(key)]
    return Word(keys[0]) if keys else value


_locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = WeakValueDictionary()


def lock_of(kind: str, id: int) -> asyncio.Lock:
    """Return the lock on the settings of a guild or person (``kind``), within this process."""
    return _locks.setdefault((kind, id), asyncio.Lock())


class GuildSettings(Struct, frozen=True):
    """A guild's settings for new tables; the hours are those of ``Habits``.

    ``language`` '': the language of the opener; ``gm_role`` 0: no role makes a game master. ``name``: the guild's name
    when somebody last used the bot there.
    """

    language: str = ""
    gm_role: int = 0
    remind_after: float = Habits().remind_after
    deadline_after: float = Habits().deadline_after
    call_after: float = Habits().call_after
    name: str = ""

    @property
    def habits(self) -> Habits:
        """Return the habits of a new table."""
        return Habits(**{habit: getattr(self, habit) for habit in HOURS})

    def has_master_role(self, roles: Collection[int]) -> bool:
        """Whether one of these roles lets its holder be game master."""
        return self.gm_role != 0 and self.gm_role in roles


async def settings_of(store: Store, guild_id: int) -> GuildSettings:
    """Return a guild's settings, or the defaults."""
    return convert(await store.guild(guild_id), GuildSettings, strict=False)


async def change_guild_settings(store: Store, guild_id: int, **changes: str | float) -> GuildSettings:
    """Change a guild's settings; raises ``Refused("hours")`` for invalid hours."""
    async with lock_of("guild", guild_id):
        changed = replace(await settings_of(store, guild_id), **changes)
        keepable(changed.habits)
        await store.put_guild(guild_id, {name: str(value) for name, value in asdict(changed).items()})
    return changed
