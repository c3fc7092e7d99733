"""What a hostile player can do by commands: floods, forged files, and unfair moves at a table of rivals."""

from __future__ import annotations

import contextlib
import gzip
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from bot.acts.seating import LONG_ABSENT
from bot.discord.commands.registering import LONGEST_TEXT
from bot.discord.commands.seats import VERB as SEAT
from bot.discord.prompts.components import CustomId, read
from bot.playground.discord_rules import COMPONENT
from bot.playground.typed_commands import find_command
from bot.playground.wire import BUTTON, walk
from bot.words.narrator import Narrator
from rules.jaskinia.model import Orders as CaveOrders
from rules.kernel.requests import CHANCE
from rules.kernel.turns import ORDERS, names, values_of
from rules.labirynt_czarnoksieznika.model import Orders as SorcererOrders
from tests.bot.forgeries import resealed
from tests.soak.adversary.deeds import confirm, copy_of, undo
from tests.soak.adversary.mischiefs import HOUR, LATE, mischief
from tests.soak.adversary.tables import Table
from tests.stalls import StallMeter

if TYPE_CHECKING:
    from tests.soak.adversary.adversary import Adversary

PL = Narrator("pl")
DISCORD_LIMIT = 6000
"""Characters that Discord lets a text option hold."""
LONGEST_STALL = 0.25
"""Seconds of processor time that one step of the loop may take, generously."""
FORGED_EVENTS, MOST_RETOLD = 2000, 40
ORDER_CHANGES = 160
ORDERS_OF: dict[str, type[msgspec.Struct]] = {"labirynt-czarnoksieznika": SorcererOrders, "jaskinia": CaveOrders}
DUEL = "labirynt-czarnoksieznika"
ROUNDS = 40
"""Presses in which a situation must come about that is looked for."""


# Floods ----------------------------------------------------------------------------------------------------


@mischief()
async def long_texts_pasted(a: Adversary) -> None:
    """Known names, as many as fit, in /answer and /move: refused, and the loop stays free."""
    table, meter = a.one(), StallMeter()
    player, game = a.luck.choice(table.people), table.record[0]
    for command, option in (("answer", "value"), ("move", "where")):
        words = await _known_words(table, player, command, option)
        await table.command(player, command, **{option: "kop"})  # loads what the first use needs
        before = a.file.address(game)
        with meter.measuring(), _unlimited(table, player, command):
            for longest in (LONGEST_TEXT, LONGEST_TEXT + 1, DISCORD_LIMIT, DISCORD_LIMIT):
                text = " ".join(a.luck.choice(words) for _ in range(longest))[:longest]
                meter.tried = f"/{command} with {longest} characters"
                outcome = await table.command(player, command, **{option: text})
                a.expect(outcome is not None and outcome.kind == "ephemeral", f"{meter.tried}: {outcome}")
                await a.settle()
        a.expect(a.file.address(game) == before, f"/{command} with a long text moved {table.channel} on")
    longest_step = meter.longest[0]
    if not a.lives.killed:  # else the bot runs in another process
        a.expect(longest_step.seconds <= LONGEST_STALL, f"the loop stood: {longest_step}")


@contextlib.contextmanager
def _unlimited(table: Table, player: str, command: str) -> Iterator[None]:
    """Let the client send texts that are longer than the command declares."""
    found, _ = find_command(table.hands.commands(player, table.channel), command)
    (option,) = [option for option in found["options"] if option["required"]]
    declared = option["max_length"]
    option["max_length"] = DISCORD_LIMIT
    try:
        yield
    finally:
        option["max_length"] = declared


async def _known_words(table: Table, player: str, command: str, option: str) -> list[str]:
    offers = await table.hands.complete(player, table.channel, command, {option: ""}, focused=option)
    return sorted({word for offer in offers for word in offer.name.split()}) or ["trol"]


@mischief(LATE)
async def forged_stories_retold(a: Adversary) -> None:
    """A file with thousands of the bot's own events is imported, and told again: few of them are believed."""
    table = a.one()
    file = await copy_of(a, table)
    if file is None:
        return
    name, data = file
    raw: dict[str, Any] = json.loads(gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data)
    forged = {"type": "TakenBack", "answers": 1, "by": raw["seats"][0]["seat"]}
    last = raw["chronicle"][-1]
    raw["chronicle"] += [{**last, "by": None, "told": [[forged, None]]}] * FORGED_EVENTS
    there = await a.another_channel(table.people)
    before = len(there.posted())
    brought = await there.command(there.people[0], "game import", file=("copy.json", resealed(raw)), retell=True)
    if brought is not None:
        await a.followed(brought)
    await a.settle()
    if there.is_playing:
        a.expect(len(there.posted()) - before <= MOST_RETOLD, f"{len(there.posted())} messages in {there.channel}")
        await a.press(there)
        await a.end(there)
    else:
        a.tables.remove(there)
        a.tell(f"{name} was not brought: {brought and brought.text}")


@mischief()
async def orders_changed_without_end(a: Adversary) -> None:
    """A rival changes standing orders in secret until the stage takes no more; the opponent can still act."""
    for _ in range(ROUNDS):
        table = a.luck.choice(_rival_tables(a))
        asked = {player for player, _, _ in table.choices()}
        rivals = [player for player in table.people if player not in asked and not a.is_away(table, player)]
        if asked and rivals and await _gives_orders(table, rivals[0], 0):
            break
        await a.press(table)
        await a.settle()
        await a.plays_on()
    else:
        return
    for n in range(1, ORDER_CHANGES):
        await _gives_orders(table, rivals[0], n % 2)
    opponent = a.luck.choice(sorted(asked))
    a.expect(await _gives_orders(table, opponent, 1), f"{opponent} has no room at {table.channel}")
    await a.settle()
    pressed = await a.press(table)
    a.expect(pressed is not None and pressed.kind == "update", f"{opponent} cannot play on: {pressed}")


async def _gives_orders(table: Table, player: str, n: int) -> bool:
    """Give every standing order its n-th value, and tell whether the bot took it."""
    (game,) = table.file.rows("SELECT game FROM games WHERE id = ?", table.record[0])[0]
    orders = ORDERS_OF[game]
    typed = "; ".join(f"{name}: {values_of(orders, name)[n]}" for name in names(orders))
    outcome = await table.answer(player, f"{ORDERS} {typed}")
    return outcome is not None and outcome.text.startswith(("✔", "📜"))


# Rivals ----------------------------------------------------------------------------------------------------


@mischief()
async def leader_decides_for_rivals(a: Adversary) -> None:
    """A leader who plays may neither answer for late rivals nor end the game alone."""
    table = a.luck.choice(_rival_tables(a))
    leader, *others = table.people
    told = await table.command(leader, "table", then="leader")
    a.expect(told is not None and PL.say("refused.rivals_then") in told.text, f"then:leader was taken: {told}")
    await table.command(leader, "game end", sure=True)
    await a.settle()
    a.expect(table.is_playing, f"{leader} ended the game at {table.channel} alone")
    await table.vote(others[0], "end", yes=False)
    await a.settle()
    proposed = a.file.rows("SELECT seat FROM votes WHERE game = ? AND matter = 'end'", table.record[0])
    a.expect(not proposed, f"the game at {table.channel} still ends, though {others[0]} objected")
    await a.press(table)


@mischief()
async def rival_freed_and_dice_taken_back(a: Adversary) -> None:
    """A leader frees the seat of a late rival and takes back dice alone: none from before, and other dice fall."""
    table = await a.another_channel(("Ala", "Bartek"))
    await table.open(DUEL, a.luck, master=False)
    await table.command("Ala", "table", remind="0", deadline="0")
    await _play_until_asked(a, table, "Bartek")
    if not table.is_playing:  # the duel is over; nobody is late
        return
    a.later(LONG_ABSENT + HOUR)
    game = table.record[0]
    await a.settle()
    await table.command("Ala", "game kick", player="Bartek")
    await a.settle()
    if _sits(a, table, "Bartek"):
        a.expect(False, "the seat of a late rival cannot be freed")
        return
    freed = a.file.address(game)
    await undo(a, table, "Ala", "2")
    await a.settle()
    a.expect(a.file.address(game).epoch == freed.epoch, f"an undo at {table.channel} went back before a seat was freed")
    await a.press(table)
    await a.settle()
    seeds, before = _seeds(a, game), a.file.address(game)
    await undo(a, table, "Ala", "1")
    await a.settle()
    after = a.file.address(game)
    lost = "SELECT 1 FROM answers WHERE game = ? AND epoch = ? AND seat = ? AND (stage, step) >= (?, ?)"
    if after.epoch != before.epoch and a.file.rows(lost, game, before.epoch, CHANCE, after.stage, after.step):
        a.expect(_seeds(a, game) == seeds + 1, f"dice were taken back at {table.channel} under the same seed")
        a.expect(any("🔏" in posted.data["content"] for posted in table.posted()), "a fresh seed was not told")
        a.faults["fresh seed"] += 1
    await confirm(a, "Bartek", await table.command("Bartek", "game join"))
    await a.settle()
    a.expect(_sits(a, table, "Bartek"), "a rival whose seat was freed cannot return")
    await a.press(table)
    await a.end(table)


@mischief()
async def offered_seat_withdrawn(a: Adversary) -> None:
    """A seat that was offered and withdrawn cannot be taken, though its button is remembered."""
    table = next(table for table in a.tables if table.channel == "lochy")
    giver, friend = "Bartek", "Celina"
    if not table.is_playing or not _sits(a, table, giver):
        return
    await table.command(giver, "game hand", to=friend)
    take = next((id for id in reversed(list(_seat_buttons(table))) if id.option == "take"), None)
    if take is None:
        a.expect(False, f"{giver} cannot offer a seat at {table.channel}")
        return
    await table.command(giver, "game hand", to=giver)
    pressed = {"component_type": BUTTON, "custom_id": str(take), "id": 1}
    outcome = await table.hands._do(COMPONENT, friend, a.playground.world.channel(table.channel), pressed)
    a.expect(PL.say("refused.hand_over") in outcome.text, f"{friend} was told: {outcome.text}")
    a.expect(_sits(a, table, giver), f"{friend} took a seat that was withdrawn")
    await a.press(table)


@mischief()
async def friend_joins_rivals_in_a_room(a: Adversary) -> None:
    """A game master who answers for rivals in a room plays against nobody with an account."""
    table = await a.another_channel(("Ala",))
    await table.command("Ala", "game new", game=DUEL, table=True, players="Ola Kowalska")
    joined = await table.command("Bartek", "game join")
    a.expect(joined is not None and PL.say("refused.rivals_room") in joined.text, f"Bartek was told: {joined}")
    a.expect(not _sits(a, table, "Bartek"), f"Bartek plays against the game master at {table.channel}")
    await table.command("Ala", "game end", sure=True)
    await a.until(lambda: table.record[1] != "lobby")
    a.tables.remove(table)


# Names -----------------------------------------------------------------------------------------------------


@mischief()
async def renamed_in_mid_game(a: Adversary) -> None:
    """A player has another display name, and later the old one again."""
    table = a.one()
    await _play_under(a, table, a.luck.choice(table.people), "Zygfryd Nowy")


@mischief()
async def two_of_one_name(a: Adversary) -> None:
    """A player takes the name of another; both play on."""
    table = a.one()
    first, second = a.luck.sample(table.people, 2)
    await _play_under(a, table, second, first)


async def _play_under(a: Adversary, table: Table, player: str, name: str) -> None:
    user = a.playground.world.person(table.user(player))["user"]
    before = user["global_name"]
    user["global_name"] = name
    table.other_names.add(name)
    try:
        await table.command(player, "game status")
        called = a.file.rows("SELECT name FROM seats WHERE game = ? AND user_id = ?", table.record[0], int(user["id"]))
        a.expect(called in ([], [(name,)]), f"{player} is called {called}, not {name}")
        await a.settle()
        for _ in range(2):
            await a.press(table)
            await a.settle()
        await a.rest(LATE)
    finally:
        user["global_name"] = before
    await table.command(player, "game status")


# What they need --------------------------------------------------------------------------------------------


def _rival_tables(a: Adversary) -> list[Table]:
    return [table for table in a.tables if table.channel in ("lochy", "jaskinia")]


async def _play_until_asked(a: Adversary, table: Table, player: str) -> None:
    """Play a few answers, and on until only this player is asked."""
    for n in range(ROUNDS):
        await a.settle()
        if not table.is_playing or (n > 4 and {asked for asked, _, _ in table.choices()} == {player}):
            return
        await a.press(table)


def _sits(a: Adversary, table: Table, player: str) -> bool:
    query = "SELECT 1 FROM seats WHERE game = ? AND user_id = ? AND autopilot = 0"
    return bool(a.file.rows(query, table.record[0], int(a.playground.world.person(player)["user"]["id"])))


def _seeds(a: Adversary, game: str) -> int:
    return int(a.file.rows("SELECT count(*) FROM seeds WHERE game = ?", game)[0][0])


def _seat_buttons(table: Table) -> Iterator[CustomId]:
    for posted in table.posted():
        for _, part in walk(posted.data["components"]):
            control = read(part.get("custom_id", ""))
            if control is not None and control.verb == SEAT:
                yield control
