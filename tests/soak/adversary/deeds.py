"""What people can do to a table beside answering: go away, rule, take back, carry the game elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.playground import Outcome, Refused
from rules.games import load
from tests.soak.adversary.mischiefs import LATE, NONE, mischief
from tests.soak.adversary.tables import MASTER, Table

if TYPE_CHECKING:
    from tests.soak.adversary.adversary import Adversary

FRIEND = "Celina"


@mischief()
async def away_and_back(a: Adversary) -> None:
    """The autopilot plays meanwhile."""
    table = a.one()
    who = a.luck.choice(table.people)
    gone = await table.command(who, "away", until="1d")
    if gone is not None and gone.kind == "ephemeral" and table.is_playing:
        a.expect(a.is_away(table, who), f"{who} is told to be away at {table.channel}, and is not")
    await a.nudge_all()
    await a.settle()
    await table.command(who, "back")
    await a.until(lambda: not a.is_away(table, who))


@mischief()
async def stand_in(a: Adversary) -> None:
    """A friend plays; a rival may not, who would see what is hidden."""
    table = a.one()
    who = a.luck.choice([one for one in table.people if one != FRIEND])
    told = await table.command(who, "away", until="1d", stand_in=FRIEND)
    if told is not None and a.rivals(table) and FRIEND in table.people:
        a.expect(not a.is_away(table, who), f"{FRIEND} stands in for the rival {who} at {table.channel}: {told.text}")
    await a.press(table)
    await a.settle()
    await table.command(who, "back")


@mischief()
async def ruling(a: Adversary) -> None:
    """The game master sets something right, skips, has dice thrown anew, or notes something down."""
    table = a.one()
    name = a.luck.choice(["gm skip", "gm roll", "gm see", "gm what", "gm notes"])
    await table.command(MASTER, name, **({"sure": True} if name == "gm skip" else {}))
    await a.settle()
    await table.command(MASTER, "gm roll", whisper=a.luck.random() < 0.3, sure=a.luck.random() < 0.5)
    await a.settle()
    await table.command(MASTER, "gm note", text="uwaga")
    try:
        offers = await a.playground.hands.complete(MASTER, table.channel, "gm set", {"what": ""}, focused="what")
    except Refused:
        return
    if offers:
        what = a.luck.choice(offers).value
        await table.command(MASTER, "gm set", what=what, whisper=a.luck.random() < 0.3, sure=a.luck.random() < 0.5)
    await a.press(table)


@mischief()
async def taken_back_by_the_master(a: Adversary) -> None:
    """Some answers, and sometimes brought back."""
    table = a.one()
    await undo(a, table, MASTER, str(a.luck.randint(1, 4)))
    await a.settle()
    if a.luck.random() < 0.6:
        await table.command(MASTER, "redo")
    await a.press(table)


@mischief()
async def taken_back_by_all(a: Adversary) -> None:
    """A player asks, the others vote."""
    table = a.one()
    await undo(a, table, table.people[0], a.luck.choice(["1", "2", "stage"]))
    await a.settle()
    for one in table.people[1:]:
        await table.vote(one, "undo", yes=True)
    await a.press(table)


@mischief()
async def taken_back_while_pressed(a: Adversary) -> None:
    """The preview is shown, somebody answers, and only then it is pressed."""
    table = a.one()
    shown = await table.command(MASTER, "undo", what="1")
    await a.press(table)
    await confirm(a, MASTER, shown)


@mischief(LATE)
async def carried_elsewhere(a: Adversary) -> None:
    """A full copy goes on in another channel, is played there and closed; a damaged one is refused."""
    table = a.one()
    leader, *others = table.people
    file = await copy_of(a, table)
    if file is None:
        return
    there = await a.another_channel(table.people)
    await there.command(leader, "game import", file=(file[0], file[1][:-40]))
    await a.settle()
    a.expect(there.record == ("", ""), f"a torn copy is played in {there.channel}")
    brought = await there.command(leader, "game import", file=file)
    if brought is not None:
        await a.followed(brought)  # a long log is checked beside the loop
    await a.settle()
    for one in others:  # a seat that the copy keeps for somebody is waited for
        await confirm(a, one, await there.command(one, "game join"))
    for _ in range(2):
        await a.settle()
        await a.press(there)
    await a.rest(LATE)
    await a.end(there)


@mischief(NONE)
async def bystanders(a: Adversary) -> None:
    """People talk, look, and type what makes no sense."""
    table = a.one()
    await a.playground.hands.say("Ala", table.channel, "hm")
    for who, name, options in (
        ("Ala", "mine", {}),
        ("Ala", "stats", {}),
        ("Ala", "stats", {"server": True}),
        ("Darek", "answer", {"value": "x" * 500}),
        ("Ala", "answer", {"value": "🎲"}),
        ("Darek", "game start", {}),
        ("Ala", "roll", {"code": "2k6+1"}),
        ("Bartek", "game new", {}),
    ):
        await table.command(who, name, **options)


async def undo(a: Adversary, table: Table, who: str, what: str) -> None:
    """Look, then press the button."""
    await confirm(a, who, await table.command(who, "undo", what=what))


async def confirm(a: Adversary, who: str, shown: Outcome | None) -> None:
    """The only button of the preview."""
    if shown is not None and shown.message is not None and shown.message.buttons:
        try:
            await a.playground.hands.press(who, shown.message, shown.message.buttons[0].custom_id)
        except Refused:
            return


async def copy_of(a: Adversary, table: Table) -> tuple[str, bytes] | None:
    """A full copy, as the game master takes it; None: there is none."""
    asked = await table.command(MASTER, "game export", everything=True)
    if asked is None:
        return None
    outcome = await a.followed(asked)
    files = outcome.message.attachments if outcome.message else []
    return (files[0]["filename"], a.playground.world.store.file(files[0]["id"])) if files else None


def rivals(game: str) -> bool:
    """Whether people play against each other."""
    return load(game).rivals
