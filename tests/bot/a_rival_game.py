"""What tests say of both rival games alike: a duel in which Olek can react in secret, and how people answer in it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.acts import rulings
from bot.session.transaction import Transaction
from bot.table.records import Accepted, Press, Standing
from bot.table.timekeeping import HOUR, waited_at
from rules.games import load
from rules.jaskinia.tables import FOLDER as CAVE_TABLES
from rules.kernel.game import Rules
from rules.labirynt_czarnoksieznika.tables import FOLDER as SORCERER_TABLES
from tests.bot import a_cave, a_sorcerer
from tests.bot.a_cave import NEAR, a_figure, a_meeting
from tests.bot.a_channel import Channel, a_channel
from tests.bot.a_sorcerer import a_duel
from tests.bot.a_table import ALA, EWA, House, agree_on, an_interaction

ATTACKER, DEFENDER = "s1", "s2"
MASTER = "Celina"
DAY = 24 * HOUR
RECORDED_SEED = bytes([73]) * 32
SHORT_SEED = bytes([21]) * 32
"""With these dice somebody has eighteen Gems after sixty turns."""


class RivalGame(NamedTuple):
    """One of the two games, and the moment in it from which the tests start."""

    game: str
    seed: bytes
    tables: Path
    helpless: Callable[[], Rules[Any]]
    """Before Ala's attack; Olek cannot react."""
    armed: Callable[[], Rules[Any]]
    """Before Ala's attack; Olek can react, and wants to be asked."""
    attacked: Callable[[House, Standing], Awaitable[Accepted]]
    deeds: tuple[str, str]
    """The attack as Ala types it in the channel."""
    question: str
    reaction: str
    reaction_event: str
    hidden_thing: str
    outcomes: tuple[str, ...]
    """Events of which a duel that is over has one."""
    chosen: tuple[str, str]
    """The house rule by which people choose whom they play, and what Ala takes."""
    dice_of_duels: str
    """The kind of dice in the panel of a table's habits."""
    total_of_six_and_two: str
    """What the story says of a duel in which Ala throws a 6 and Olek a 2."""
    wrong_table: tuple[str, str, str, str]
    """A table's file, what is written there, a mistake instead, and what says so."""


CAVE = RivalGame(
    game="jaskinia",
    seed=RECORDED_SEED,
    tables=CAVE_TABLES,
    helpless=a_meeting,
    armed=lambda: a_meeting(
        a_figure("cannibal", NEAR), a_figure("miner", spells=["stillness"]), orders={"defence": "ask"}
    ),
    attacked=a_cave.attacked,
    deeds=("go:C6", "attack:s2"),
    question="duel.evade",
    reaction="cast:stillness",
    reaction_event="SpellAnnounced",
    hidden_thing="stillness",
    outcomes=("RivalBeaten", "RivalsEven"),
    chosen=("seekers", "cannibal"),
    dice_of_duels="walki między Poszukiwaczami",
    total_of_six_and_two="11 do 6",
    wrong_table=("seekers", "healing_price = 1", 'healing_price = "one"', r"seekers\.toml.*healing_price"),
)
SORCERER = RivalGame(
    game="labirynt-czarnoksieznika",
    seed=SHORT_SEED,
    tables=SORCERER_TABLES,
    helpless=lambda: a_duel(pack=["dagger"]),
    armed=lambda: a_duel(pack=["fireball"], scrolls="ask"),
    attacked=a_sorcerer.attacked,
    deeds=("step:taelin:B3", "attack:haldra"),
    question="fight.magic",
    reaction="fireball:haldra",
    reaction_event="ScrollCast",
    hidden_thing="fireball",
    outcomes=("ClashWon", "ClashLost", "ClashTied"),
    chosen=("teams", "elves"),
    dice_of_duels="starcia",
    total_of_six_and_two="",
    wrong_table=("encounters", "total =  4", "total =  3", r"encounters\.toml: encounter\[2\]\.total"),
)
both_games = pytest.mark.parametrize("rival", [CAVE, SORCERER], ids=lambda rival: str(rival.game))


def told(accepted: Accepted) -> list[str]:
    """What happened, by kind."""
    return [type(row.event).__name__ for row in accepted.told]


async def by_defender(house: House, standing: Standing) -> list[Any]:
    """All that was answered for Olek's seat so far, with who did it."""
    pages = [await house.store.page(standing.record.id, 1, stage) for stage in range(standing.address.stage + 1)]
    rows = [row for page in pages if page for row in page.answers if row.answer.seat == DEFENDER]
    return [(row.answer.asked.partition(" ")[0], row.user_id) for row in rows]


def as_usual(standing: Standing, user: int) -> Press:
    """The first button of the open question."""
    return Press(standing.record.id, user, an_interaction(), None, standing.address, usual=True)


async def played(house: House, standing: Standing, answers: int) -> Standing:
    """The table after so many first buttons, or at its end."""
    for _ in range(answers):
        if standing.waiting is None:
            break
        seat = waited_at(standing)[0]
        user = next(sitter.user_id for sitter in standing.record.seats if sitter.seat == seat)
        standing = (await house.sessions.answer(as_usual(standing, user))).standing
    return standing


async def by_hand(house: House, turn: Standing, *kinds: str) -> None:
    """The table agrees that people throw dice of these kinds."""
    people = [seat.user_id for seat in turn.record.seats]
    await agree_on(house, turn.record.id, *people, dice="hand", by_hand=kinds)


async def thrown(house: House, turn: Standing, *dice: int) -> Accepted:
    """Ala types what the dice show."""
    return (await rulings.type_dice(house.sessions, turn.record.id, ALA, an_interaction(), list(dice)))[0]


async def name_a_master(house: House, standing: Standing) -> None:
    """Ewa leads the table."""

    async def name(turn: Transaction) -> None:
        turn.rewrite(gm_id=EWA)

    await house.sessions.change(standing.record.id, None, name)


async def now(house: House, standing: Standing) -> Standing:
    """The table as it stands."""
    found = await house.sessions.standing_of(standing.record.id)
    assert found is not None
    return found


@asynccontextmanager
async def a_mastered_duel(folder: Path, rules: Rules[Any], *, by_hand: bool = False) -> AsyncIterator[Channel]:
    """Ala's turn, at a table that Celina leads; ``by_hand``: dice are thrown on a real table."""
    async with a_channel(folder, rules) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Bartek", "Dołącz")
        await channel.command("Ala", "gm appoint", member=MASTER)
        if by_hand:
            await channel.command("Ala", "table", **{"whose-dice": "hand"})
        await channel.press("Ala", "Zaczynamy")
        yield channel


def own_tables(folder: Path, rival: RivalGame, name: str, written: str, instead: str) -> Path:
    """A folder of tables in which one line of one table is different."""
    own = folder / rival.tables.parent.name
    own.mkdir(parents=True)
    printed = (rival.tables / f"{name}.toml").read_text("utf-8")
    assert written in printed
    (own / f"{name}.toml").write_text(printed.replace(written, instead, 1), "utf-8")
    return folder


def rules_of(rival: RivalGame, own: Path | None = None) -> Rules[Any]:
    """The game from its beginning."""
    return load(rival.game, own)
