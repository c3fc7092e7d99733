"""Secrets stay with whom they belong to: canaries are let into whole games, and nobody else may hear one sing."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
import structlog
from structlog.stdlib import ProcessorFormatter

from bot.acts import rulings
from bot.acts.copies.exporting import export_all, export_own
from bot.discord import logs
from bot.discord.client import Labirynt
from bot.discord.prompts import story
from bot.discord.prompts.open_question import Scene
from bot.playground import Playground
from bot.session.transaction import Transaction
from bot.settings import Settings
from bot.table.events import HouseRuleChanged
from rules.games import all_games, load
from rules.kernel.errors import Refused
from rules.kernel.events import Event
from rules.kernel.game import Rules
from rules.kernel.requests import GM, Action, Everyone, Option, Request, Seat, Taken, Text
from rules.kernel.saving import Codec
from rules.kernel.table import Table
from rules.kernel.words import Word
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel
from tests.bot.a_copy import PLAYERS, SEED, a_copy, a_life, a_place, after
from tests.bot.a_table import an_interaction
from tests.bot.offered_rulings import corrections
from tests.bot.toy_game import Mine, ToyRules

PEOPLE: Mapping[Seat, str] = {"s1": "Ala", "s2": "Bartek", "s3": "Celina"}
MASTER, GUEST = "Darek", "Ewa"
SONG = "Kanarek"
LOOKS = ("game status", "story", "chronicle", "vote", "mine", "stats", "party", "map", "undo", "game export")


def canary(*where: object) -> str:
    """A word that stands nowhere else."""
    return "-".join(map(str, (SONG, *where)))


# A mine with secrets ---------------------------------------------------------------------------------------


class Cellar(Mine):
    """Where each miner hid something, and what the game master buried."""

    hidden: dict[Seat, str] = msgspec.field(default_factory=dict)
    buried: str = ""


def heard(what: str) -> Event:
    """An event whose words repeat what they are given, so that whoever hears of it can be seen to."""
    return HouseRuleChanged(Word("house.adventures"), what)


class Vault(ToyRules):
    """At the end of each gallery everybody hides something; the game master can bury something at any time."""

    def __init__(self) -> None:
        super().__init__()
        codec: Codec[Any] = Codec(Cellar, self.schema)
        self.encode = codec.encode
        self.decode = codec.decode
        self.matches = codec.matches

    def begin(self, seats: Sequence[Seat], options: Mapping[str, str]) -> Mine:
        """An empty cellar."""
        return Cellar(tuple(seats), 2)

    def view(self, state: Mine, viewer: Seat | None) -> Any:
        """One's own hiding place; the game master sees all."""
        assert isinstance(state, Cellar)
        if viewer == GM:
            return state
        own = {seat: place for seat, place in state.hidden.items() if seat == viewer}
        return Cellar(state.seats, state.depth, hidden=own)

    def corrections(self, state: Mine) -> Sequence[Action[Any]]:
        """Something to bury."""
        return [Action(GM, Option("bury", "bury"), Text(who=GM, why="gm.bury", longest=60))]

    def correct(self, table: Table, state: Mine, taken: Taken) -> None:
        """Bury it."""
        assert isinstance(state, Cellar)
        state.buried = taken.value
        table.tell(heard(taken.value))

    def _vote(self, table: Table, state: Mine) -> None:
        assert isinstance(state, Cellar)
        asks: dict[Seat, Request[str]] = {seat: Text(who=seat, why="mine.hide", longest=60) for seat in state.seats}
        for seat, place in table.everyone("mine.hide", asks, secret=True).items():
            state.hidden[seat] = place
            table.tell(heard(place), to=(seat,), shadow=heard(f"{seat} …"))


@pytest.fixture
def written() -> Iterator[StringIO]:
    """The log as it is written, down to the last detail."""
    out = StringIO()
    logs.set_up(Settings(log_format="json", log_level="debug"), out)
    yield out
    structlog.reset_defaults()
    root = logging.getLogger()
    root.handlers = [one for one in root.handlers if not isinstance(one.formatter, ProcessorFormatter)]


class PlayedTable(msgspec.Struct):
    """A channel with a game, and the bot in it."""

    channel: Channel
    client: Labirynt
    game_id: str

    @property
    def sessions(self) -> Any:
        """Of the bot."""
        return self.client.service.sessions

    def user(self, name: str) -> int:
        """Somebody's id."""
        return int(self.channel.playground.world.person(name)["user"]["id"])

    async def standing(self) -> Any:
        """Where the table stands."""
        return await self.sessions.standing_of(self.game_id)

    async def deliver(self) -> None:
        """What was told is posted."""
        await self.client.posting.deliver(self.game_id)
        await self.channel.hands.settled()


@asynccontextmanager
async def a_table(folder: Path, rules: Rules[Any], *people: str) -> AsyncIterator[PlayedTable]:
    """These people play; somebody else is game master."""
    async with a_channel(folder, rules) as channel, channel.bot_up(lambda: SEED) as client:
        channel.playground.add_person(GUEST, guild="Piwnica u Ali")
        await channel.opened(*people)
        place = channel.playground.world.channel(HERE)["id"]
        game_id = await client.service.sessions.at(int(place))
        table = PlayedTable(channel, client, game_id)

        async def name_a_master(turn: Transaction) -> None:
            turn.rewrite(gm_id=table.user(MASTER))

        await table.sessions.change(game_id, None, name_a_master)
        yield table


def seen_by(playground: Playground, channel: Channel, who: str) -> str:
    """All that somebody was shown: words, labels, alt texts, custom ids, and the files' contents.

    Not the proof of the dice: when the game is over it opens every answer to everybody, or nobody could check them.
    """
    found = []
    for message in channel.hands.messages(HERE, who):
        found.append(json.dumps(message.data, ensure_ascii=False))
        for attached in message.attachments:
            if not message.ephemeral and attached["filename"].endswith(".json"):
                continue
            content = playground.world.store.file(attached["id"])
            found.append(content.decode("utf-8", "replace"))
    return "\n".join(found)


async def look_around(channel: Channel, *people: str) -> None:
    """Everybody asks for everything that can be asked for."""
    for who in people:
        for command in LOOKS:
            outcome = await channel.hands.slash(who, HERE, command, {})
            await channel.hands.follow(outcome)


async def a_whole_game(table: PlayedTable) -> dict[str, str]:
    """Played to the end, with secrets all the way; what each seat could see before the seed was shown."""
    channel, sessions = table.channel, table.sessions
    before: dict[str, str] = {}
    for seat, who in PEOPLE.items():
        standing = await table.standing()
        await sessions.put_draft(table.game_id, standing.address, seat, "f1", canary(seat, "draft"))
        await channel.press(who, AS_USUAL)
    for gallery in (1, 2):
        master = table.user(MASTER)
        await rulings.note(sessions, table.game_id, master, an_interaction(), canary("gm", "note", gallery))
        await rulings.set_right(
            sessions, table.game_id, master, an_interaction(), "bury", canary("gm", "buried", gallery), True
        )
        await table.deliver()
        await channel.press("Ala", AS_USUAL)
        for seat, who in PEOPLE.items():
            standing = await table.standing()
            assert isinstance(standing.waiting, Everyone)
            if (gallery, seat) == (1, "s2"):
                await look_around(channel, who)
            if (gallery, seat) == (2, "s3"):
                await look_around(channel, *PEOPLE.values(), GUEST, MASTER)
                before = {one: seen_by(channel.playground, channel, one) for one in (*PEOPLE.values(), GUEST)}
            await channel.answer(who, canary(seat, "hidden", gallery))
    return before


OWN = [(seat, what, gallery) for seat in PEOPLE for what in ("hidden",) for gallery in (1, 2)]


async def test_no_canary_is_heard_by_anybody_else(tmp_path: Path, written: StringIO) -> None:
    """Hidden answers, drafts, whispers, notes and the seed: in no message, alt text, button, story, copy or log."""
    async with a_table(tmp_path, Vault(), *PEOPLE.values()) as table:
        before = await a_whole_game(table)
        standing = await table.standing()
        assert standing.record.phase == "ended"
        await look_around(table.channel, *PEOPLE.values())
        seen = {who: seen_by(table.channel.playground, table.channel, who) for who in (*PEOPLE.values(), GUEST)}
        views = {seat: str(Vault().view(standing.state, seat)) for seat in PEOPLE} | {
            "": str(Vault().view(standing.state, None))
        }
        taker = standing.record.gm_id
        everything = (await export_all(table.sessions, table.game_id, taker, an_interaction())).decode()

    for seat, who in PEOPLE.items():
        others = [canary(*one) for one in OWN if one[0] != seat]
        secrets = [*others, *(canary(one, "draft") for one in PEOPLE), canary("gm")]
        assert [secret for secret in secrets if secret in seen[who]] == []
        assert [secret for secret in secrets if secret in views[seat]] == []
        assert canary(seat, "hidden", 1) in seen[who]
        assert SEED.hex() not in before[who]
    assert SONG not in seen[GUEST]
    assert SONG not in views[""]
    assert all(canary(*one) in everything for one in OWN)
    assert canary("gm", "note", 2) in everything
    assert canary("gm", "buried", 1) in everything
    assert SONG not in written.getvalue()
    assert SEED.hex() not in written.getvalue()
    assert len(written.getvalue()) > 1000


# The labyrinth ---------------------------------------------------------------------------------------------


async def test_what_a_game_master_whispers_is_in_nobodys_story(tmp_path: Path, written: StringIO) -> None:
    """Gold, strength and wounds set right in the labyrinth: the words are the game master's alone."""
    async with a_table(tmp_path, load("labirynt-smierci"), "Ala", "Bartek") as table:
        whispered: list[str] = []
        for _ in range(12):
            await table.channel.hands.until(table.channel.is_asked)
            await _whisper(table, whispered)
            standing = await table.standing()
            for who in ("Ala", "Bartek"):
                if (await table.standing()).address == standing.address and standing.waiting is not None:
                    await _as_usual(table.channel, who)
        await look_around(table.channel, "Ala", "Bartek")
        seen = {who: seen_by(table.channel.playground, table.channel, who) for who in ("Ala", "Bartek", GUEST)}

    assert len(whispered) > 2
    assert [(who, words) for who, text in seen.items() for words in whispered if words in text] == []
    assert all(SEED.hex() not in text for text in seen.values())
    assert [words for words in whispered if words in written.getvalue()] == []


async def _whisper(table: PlayedTable, whispered: list[str]) -> None:
    """Gold that nobody is told of, where gold can be set right now."""
    try:
        offers = await corrections(table.sessions, table.game_id, table.user(MASTER))
    except Refused:
        return
    gold = [one for one in offers.actions if one.option.id.startswith("gold")]
    if gold:
        number = 611 + len(whispered)
        try:
            accepted = await rulings.set_right(
                table.sessions, table.game_id, table.user(MASTER), an_interaction(), gold[0].option.id, number, True
            )
        except Refused:
            return
        scene = Scene(accepted.standing, table.client.service.games[accepted.standing.record.game])
        whispered += story.private_lines(scene.narrator, accepted.told, GM, accepted.standing.address)
        await table.deliver()


async def _as_usual(channel: Channel, who: str) -> None:
    newest = channel.hands.messages(HERE, who)[-1]
    if any(AS_USUAL in button.label and not button.disabled for button in newest.buttons):
        await channel.press(who, AS_USUAL)


GIVEN: Mapping[str, tuple[Callable[[Any], str], tuple[str, ...], str, str]] = {
    "labirynt-czarnoksieznika": (
        lambda state: f"pack:{next(one.id for one in state.people_of('s1'))}",
        ("fireball", "haste"),
        "ognist",
        "Plecaka",
    ),
    "jaskinia": (lambda state: "spell:s1", ("thought_dart",), "grot myśl", "Czar"),
}
"""What a game master may give to Ala in secret: by which correction, which things, how one is called, the shadow."""


@pytest.mark.parametrize("game", GIVEN)
async def test_what_a_game_master_hides_among_somebodys_things_only_its_player_learns(
    tmp_path: Path, written: StringIO, game: str
) -> None:
    """Not whispered: all are told that there was something; what it was stands in no story, no list of ``/undo``."""
    verb, things, called, shadow = GIVEN[game]
    async with a_table(tmp_path, load(game), "Ala", "Bartek") as table:
        while not (standing := await table.standing()).rulable:
            for who in ("Ala", "Bartek"):
                await _as_usual(table.channel, who)
        for thing in things:
            await rulings.set_right(
                table.sessions, table.game_id, table.user(MASTER), an_interaction(), verb(standing.state), thing
            )
        await table.deliver()
        for who in ("Ala", "Bartek"):
            await table.channel.hands.slash(who, HERE, "things", {})
        await look_around(table.channel, "Ala", "Bartek")
        seen = {who: seen_by(table.channel.playground, table.channel, who) for who in ("Ala", "Bartek", GUEST)}

    assert called in seen["Ala"].casefold()
    assert [who for who in ("Bartek", GUEST) for word in (called, things[0]) if word in seen[who].casefold()] == []
    assert shadow in seen["Bartek"]
    assert [word for word in (called, things[0]) if word in written.getvalue().casefold()] == []


@pytest.mark.parametrize("luck", [1, 7])
@pytest.mark.parametrize("game", all_games())
async def test_an_own_copy_of_a_labyrinth_holds_what_its_player_may_know(tmp_path: Path, game: str, luck: int) -> None:
    """A game with whispers, notes and other people's answers; the game master's copy holds all of it."""
    rules = load(game)
    async with a_place(tmp_path / "labirynt.sqlite3", rules) as house:
        life = await a_life(house, rules, luck, 45, 0.3)
        await life.write(await life.standing())
        everything = json.loads(await a_copy(life))
        copies = {seat: await export_own(house.sessions, life.game_id, seat) for seat in PLAYERS}

    notes = [note["text"] for note in everything["notes"]]
    states = [stage["state"] for stage in everything["stages"]]
    assert notes
    for seat, data in copies.items():
        raw = json.loads(data)
        answers = [line for stage in everything["stages"] for line in stage["answers"] if line["seat"] == seat]
        assert [line["value"] for line in raw["answers"]] == [line["value"] for line in answers]
        told = [(fact, to) for tale in raw["chronicle"] for fact, to in tale["told"]]
        assert all(to is None or seat in to for _, to in told)
        assert all(tale["by"] is None or tale["by"][0] == seat for tale in raw["chronicle"])
        assert not any(secret in data.decode() for secret in [SEED.hex(), after(SEED).hex(), *notes, *states])
        assert raw["seeds"] == []
