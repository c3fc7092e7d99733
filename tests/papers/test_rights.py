"""The table *Who may do what* in docs/fairness.md, tried cell by cell: each deed by each role in each kind of game."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from unittest.mock import MagicMock

import discord
import msgspec
import pytest
from discord import app_commands

from bot.acts import archive, rulings, seating, table_settings, undo
from bot.acts.absence import go_away
from bot.acts.copies.exporting import must_be_entitled
from bot.acts.game_master import appoint, step_down
from bot.acts.proposals import propose
from bot.discord.commands import add_commands
from bot.session.transaction import Transaction
from bot.table.habits import Habits
from bot.table.records import GameRecord, SeatRecord, Standing
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.toy_game import ToyRules
from tests.papers.pages import ROOT

PAGE = ROOT / "docs" / "fairness.md"
ROLES = ("player", "leader", "game master", "moderator", "spectator")
MASTER, SOMEBODY, FRIEND = 5001, 5002, 5003
USERS = {"player": OLEK, "leader": ALA, "game master": MASTER, "moderator": STRANGER, "spectator": SOMEBODY}
DAY = 24 * 3600.0
BY_VOTE = ("needs_consent", "rivals_consent", "redo_consent", "habits_ballot", "end_ballot")


class Feud(ToyRules):
    """Miners who play against each other."""

    rivals = True


KINDS = {"together": ToyRules, "rivals": Feud}


class Try(msgspec.Struct, frozen=True):
    """A deed tried by a user who is one of ``ROLES`` at a table."""

    house: House
    game_id: str
    user: int
    role: str

    @property
    def is_moderator(self) -> bool:
        """Whether Discord says that they may manage the channel."""
        return self.role == "moderator"

    async def standing(self) -> Standing:
        """The table as it stands."""
        standing = await self.house.sessions.standing_of(self.game_id)
        assert standing is not None
        return standing

    async def own_seat(self) -> Seat:
        """The seat of this user."""
        return (await self.standing()).record.seat_of(self.user) or ""


# The deeds ---------------------------------------------------------------------------------------------------


async def _answer(at: Try) -> None:
    await at.house.press(await at.standing(), at.user, ["rest"])


async def _answer_for_late(at: Try) -> None:
    """Ewa is late; the leader may answer then."""

    async def agree(action: Transaction) -> None:
        late = tuple(msgspec.structs.replace(one, overdue_at=action.at + 1) for one in action.record.seats)
        action.rewrite(habits=Habits(deadline_after=48, deadline_then="leader"), seats=late)

    await at.house.sessions.change(at.game_id, None, agree)
    at.house.sessions._actors.forget(at.game_id)  # as after a restart: a table from before may have agreed so
    await at.house.press(await at.standing(), at.user, ["dig-s3"])


async def _rule(at: Try) -> None:
    rulings.must_master((await at.standing()).record, at.user)


async def _undo_own(at: Try) -> None:
    await at.house.press(await at.standing(), at.user if await at.own_seat() else OLEK, ["rest"])
    await undo.undo(at.house.sessions, at.game_id, at.user, an_interaction())


async def _undo_dice(at: Try) -> None:
    await at.house.press(await at.standing(), EWA, ["dig-s3"])
    await undo.undo(at.house.sessions, at.game_id, at.user, an_interaction())


async def _redo_dice(at: Try) -> None:
    await at.house.press(await at.standing(), EWA, ["dig-s3"])
    await at.house.undo(at.game_id)
    await undo.redo(at.house.sessions, at.game_id, at.user, an_interaction())


async def _end(at: Try) -> None:
    await at.house.sessions.end(CHANNEL, at.user, an_interaction(), may=at.is_moderator)


async def _press_others(at: Try) -> None:
    await table_settings.change_habits(at.house.sessions, at.game_id, at.user, an_interaction(), deadline_after=30.0)


async def _give_time(at: Try) -> None:
    await table_settings.change_habits(at.house.sessions, at.game_id, at.user, an_interaction(), remind_after=0.0)


async def _house_rule(at: Try) -> None:
    await propose(at.house.sessions, at.game_id, at.user, an_interaction(), "house/depth/3")


async def _name_master(at: Try) -> None:
    try:
        await appoint(at.house.sessions, at.game_id, at.user, FRIEND, an_interaction(), may=at.is_moderator)
    except Refused as refusal:
        if refusal.reason != "gm_ballot":
            raise
        await propose(at.house.sessions, at.game_id, at.user, an_interaction(), f"gm/{FRIEND}")


async def _resign(at: Try) -> None:
    await step_down(at.house.sessions, at.game_id, at.user, an_interaction())


async def _kick(at: Try) -> None:
    at.house.clock.now += 2 * DAY
    await propose(at.house.sessions, at.game_id, at.user, an_interaction(), "kick/s3")


async def _hand_over(at: Try) -> None:
    await seating.offer(at.house.sessions, at.game_id, at.user, FRIEND, an_interaction())


async def _go_away(at: Try) -> None:
    await go_away(at.house.sessions, at.game_id, at.user, an_interaction(), at.house.clock.now + DAY, FRIEND)


async def _sit_down(at: Try) -> None:
    await seating.leave(at.house.sessions, at.game_id, EWA, an_interaction())
    await seating.join(at.house.sessions, at.game_id, at.user, "Iza", an_interaction())


async def _copy(at: Try) -> None:
    must_be_entitled(ToyRules(), (await at.standing()).record, at.user)


async def _resume(at: Try) -> None:
    await archive.archive(at.house.sessions, at.game_id)
    await archive.resume(at.house.sessions, at.game_id, CHANNEL + 1, 1, at.user, an_interaction())


DEEDS: dict[str, Callable[[Try], Awaitable[None]]] = {
    "answer for their own seat (the game master: for any)": _answer,
    "answer for a late player, if the table agreed that the leader may": _answer_for_late,
    "answer for a late player": _answer_for_late,
    "see what others hide, set right, rule": _rule,
    "take back an answer of their own that concerns nobody else": _undo_own,
    "take back dice": _undo_dice,
    "bring back dice that were taken back": _redo_dice,
    "end the game": _end,
    "change the deadline, what it does or who decides": _press_others,
    "change reminders": _give_time,
    "change a house rule": _house_rule,
    "name a game master": _name_master,
    "resign as game master": _resign,
    "free the seat of an absent player": _kick,
    "hand over their own seat, or leave it": _hand_over,
    "have a friend answer while they are away": _go_away,
    "take a free seat": _sit_down,
    "take a copy of everything (the leader: where there is no game master)": _copy,
    "bring a table back that has lost its channel": _resume,
}


# The table ---------------------------------------------------------------------------------------------------


def _rows() -> Iterator[list[str]]:
    section = PAGE.read_text("utf-8").split("## Who may do what")[1].split("\n## ")[0]
    for line in section.splitlines():
        cells = [cell.strip() for cell in line.strip("| ").split("|")]
        if line.startswith("|") and cells[0] not in ("what", "---"):
            yield cells


def _cells() -> Iterator[tuple[str, str, str, str]]:
    """Each deed with a kind of game and a role, and what the table says of it."""
    for deed, _, games, *verdicts in _rows():
        for kind in KINDS if games == "any" else [games]:
            for role, verdict in zip(ROLES, verdicts, strict=True):
                yield deed, kind, role, verdict


@pytest.mark.parametrize("kind", KINDS)
async def test_everybody_may_do_what_the_table_says(tmp_path: Path, kind: str) -> None:
    """Each deed by each role; all cells that are wrong are named."""
    cells = [(deed, role, verdict) for deed, of, role, verdict in _cells() if of == kind]
    told = {f"{deed}, {role}": verdict for deed, role, verdict in cells}
    true = {
        f"{deed}, {role}": await _tried(tmp_path / f"{nth}.db", deed, kind, role)
        for nth, (deed, role, _) in enumerate(cells)
    }

    assert told
    assert true == told


async def _tried(file: Path, deed: str, kind: str, role: str) -> str:
    async with a_house(file, KINDS[kind]()) as house:
        standing = await house.mine(ALA, OLEK, EWA)
        game_id = standing.record.id
        if role == "game master":

            async def name(action: Transaction) -> None:
                action.rewrite(gm_id=MASTER)

            await house.sessions.change(game_id, None, name)

        return await _verdict(DEEDS[deed], Try(house, game_id, USERS[role], role))


async def _verdict(deed: Callable[[Try], Awaitable[None]], at: Try) -> str:
    """``yes``: it was done; ``vote``: it waits for the others; ``no``: it was refused."""
    before = _plain((await at.standing()).record)
    try:
        await deed(at)
    except Refused as refusal:
        return "vote" if refusal.reason in BY_VOTE else "no"
    votes = await at.house.store.votes(at.game_id)
    waits = any(matter.split("/")[0] in ("house", "kick", "gm") for matter in votes)
    return "vote" if waits and _plain((await at.standing()).record) == before else "yes"


def _plain(record: GameRecord) -> tuple[tuple[SeatRecord, ...], object]:
    return record.seats, record.options


def test_the_table_tells_of_every_command() -> None:
    """In a row of its own, or among those that concern nobody else."""
    tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(
        discord.Client(intents=discord.Intents.none())
    )
    add_commands(tree, MagicMock())
    known = {one.qualified_name for one in tree.walk_commands() if isinstance(one, app_commands.Command)}
    section = PAGE.read_text("utf-8").split("## Who may do what")[1].split("\n## ")[0]

    assert set(re.findall(r"`([a-z][a-z ]*)`", section)) == known


def test_every_deed_of_the_table_is_tried() -> None:
    assert {row[0] for row in _rows()} == set(DEEDS)
