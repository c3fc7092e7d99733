"""What the adversary can do to Discord, the line, the clock and the process; `deeds` has what people can do.

Each mischief is one function: it does harm while somebody plays, and undoes it. `allows`: the refusals it provokes.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

from bot.playground.discord_rules import COMPONENT
from bot.playground.wire import BUTTON
from tests.discord_limits.faults import TOO_MANY_OLD_EDITS

if TYPE_CHECKING:
    from tests.soak.adversary.adversary import Adversary

Codes = frozenset[tuple[int, int]]
GONE: Codes = frozenset({(404, 10008)})
"""The message was deleted: by the bot itself, before it could note so, or by somebody."""
LATE: Codes = frozenset({(404, 10062), (404, 10015), (400, 40060)})
"""The interaction is too old, or was answered."""
SHUT: Codes = frozenset({(403, 50001), (403, 50013)})
OUT: Codes = frozenset({(403, 50001), (404, 10003), (404, 10004), (404, 10008)})
NONE: Codes = frozenset()
SEND = {"method": "POST", "route": "/channels/{channel_id}/messages"}
FOLLOW = {"method": "POST", "route": "/webhooks/*"}
EDIT = {"method": "PATCH", "route": "/channels/{channel_id}/messages/{message_id}"}
CALLBACK = {"method": "POST", "route": "/interactions/*"}
HOUR = 3600.0
GUILD = "Piwnica u Ali"

Work = Callable[["Adversary"], Awaitable[None]]


class Mischief(NamedTuple):
    """One kind of harm. ``deadly``: the bot dies of it, or is asked to go where it cannot be killed."""

    name: str
    work: Work
    allows: Codes
    deadly: bool


MISCHIEFS: list[Mischief] = []


def mischief(allows: Codes = NONE, *, deadly: bool = False) -> Callable[[Work], Work]:
    """Put a function on the list."""

    def note(work: Work) -> Work:
        MISCHIEFS.append(Mischief(work.__name__.replace("_", " "), work, allows, deadly))
        return work

    return note


# Deaths ----------------------------------------------------------------------------------------------------


@mischief(GONE | LATE, deadly=True)
async def death_before_a_press(a: Adversary) -> None:
    """Nobody is there to hear it."""
    await a.die()
    await a.nudge(patience=0.02)
    await a.wake()


@mischief(GONE | LATE, deadly=True)
async def death_while_pressed(a: Adversary) -> None:
    """At any moment of it, at all tables at once."""
    pressing = [asyncio.create_task(table.press(a.luck, 0.3)) for table in a.playing()]
    await asyncio.sleep(a.luck.uniform(0.0, 0.06))
    await a.die()
    await asyncio.gather(*pressing)
    await a.wake()


@mischief(GONE | LATE, deadly=True)
async def death_while_telling(a: Adversary) -> None:
    """After a few calls."""
    before = a.calls()
    await a.nudge()
    await a.until_calls(before + a.luck.randint(1, 5))
    await a.die()
    await a.wake()


@mischief(GONE | LATE, deadly=True)
async def death_once_told(a: Adversary) -> None:
    """Discord has taken a message, and the bot dies before it hears so; sometimes Discord forgets the nonce, too."""
    await _dies_unheard(a, a.luck.choice([SEND, FOLLOW]))


@mischief(GONE | LATE, deadly=True)
async def death_once_changed(a: Adversary) -> None:
    """Discord has changed the message that was pressed, and the bot dies before it hears so."""
    await _dies_unheard(a, CALLBACK)


async def _dies_unheard(a: Adversary, call: dict[str, str]) -> None:
    if call in (SEND, FOLLOW):
        await a.talk()
    a.fault(**call, lost_reply=True)
    before = a.calls()
    await a.nudge()
    await a.until_calls(before + 2)
    await a.die()
    if a.luck.random() < 0.5:
        a.later(301)
    await a.wake()


@mischief(GONE | LATE, deadly=True)
async def death_while_waking(a: Adversary) -> None:
    """Again and again."""
    await a.nudge()
    await a.die()
    for _ in range(a.luck.randint(1, 3)):
        before = a.calls()
        await a.lives.bear()
        await a.until_calls(before + a.luck.randint(1, 6), 1.0)
        await a.die()
    await a.wake()


@mischief(GONE | LATE, deadly=True)
async def death_and_a_long_night(a: Adversary) -> None:
    """Up again after a day: every nonce is forgotten, and reminders are late."""
    await a.nudge()
    await a.die()
    a.later(26 * HOUR)
    await a.wake()


@mischief(GONE | LATE, deadly=True)
async def death_while_commanded(a: Adversary) -> None:
    """While somebody exports, takes back, or looks."""
    table = a.one()
    name = a.luck.choice(["undo", "game status", "game export", "redo", "mine"])
    a.playground.patience.acknowledge = 0.5
    doing = asyncio.create_task(table.command("Ala", name))
    await asyncio.sleep(a.luck.uniform(0.0, 0.05))
    await a.die()
    await asyncio.gather(doing)
    await a.wake()


# Outages ---------------------------------------------------------------------------------------------------


@mischief(GONE)
async def outage_longer_than_the_retries(a: Adversary) -> None:
    """Discord takes nothing in channels until every retry is over."""
    await a.talk()
    a.fault(route="/channels/*", status=501, times=math.inf)
    await a.nudge_all()
    await a.until_status(501, 4)


@mischief(GONE | LATE)
async def outage_of_everything(a: Adversary) -> None:
    """Nothing is acknowledged, though it may be stored."""
    a.fault(status=501, times=math.inf)
    await a.nudge_all(patience=0.5)
    await a.until_status(501, 4)


@mischief(GONE)
async def servers_that_stumble(a: Adversary) -> None:
    """One in between."""
    await a.talk()
    a.fault(**SEND, status=a.luck.choice([500, 502, 503, 504]), times=2)
    await a.nudge_all()
    await a.until_status(None, 1)


@mischief(GONE)
async def outage_of_edits_and_deletions(a: Adversary) -> None:
    """What should go stays."""
    a.fault(route="/channels/{channel_id}/messages/{message_id}", status=501, times=6)
    await a.nudge_all()


@mischief(GONE | LATE)
async def lost_replies(a: Adversary) -> None:
    """The work is done, the line breaks."""
    await a.talk()
    a.fault(**a.luck.choice([SEND, FOLLOW, EDIT, CALLBACK]), lost_reply=True, times=2)
    await a.nudge_all(patience=1.0)


@mischief(GONE | LATE)
async def slow_lines(a: Adversary) -> None:
    """Every request arrives late, some replies later."""
    a.playground.faults.latency = 0.15
    a.fault(route="*", delay=0.3, times=3)
    await a.nudge_all()


@mischief()
async def refusals_for_good(a: Adversary) -> None:
    """Discord takes no such message: it is said plainly."""
    await a.talk()
    a.fault(**SEND, status=400, code=50035, times=a.luck.randint(1, 3))
    await a.nudge()


# Rate limits -----------------------------------------------------------------------------------------------


@mischief()
async def storm_of_429(a: Adversary) -> None:
    """On a route, then everywhere."""
    await a.talk()
    a.fault(**SEND, status=429, retry_after=0.1, times=4)
    a.fault(route="*/messages*", status=429, everywhere=True, retry_after=0.2, times=2)
    await a.nudge_all()


@mischief()
async def ban_by_cloudflare(a: Adversary) -> None:
    """discord.py gives up at once."""
    await a.talk()
    a.fault(**SEND, status=429, via=False, times=6)
    await a.nudge_all()
    await a.until_status(429, 2)


@mischief()
async def old_edits_refused(a: Adversary) -> None:
    """30046, as for messages that are older than an hour."""
    a.fault(**EDIT, status=429, code=TOO_MANY_OLD_EDITS, retry_after=1.0, times=3)
    await a.nudge_all()


# Permissions -----------------------------------------------------------------------------------------------


@mischief(SHUT)
async def permission_lost(a: Adversary) -> None:
    """And given back, of which the bot is told."""
    table, right = a.one(), a.luck.choice(["send_messages", "view_channel", "attach_files", "embed_links"])
    await table.talk()
    await a.playground.permit(table.channel, **{right: False})
    await a.press(table)
    await a.until_status(403, 1, 1.0)
    await a.playground.permit(table.channel, **{right: True})


@mischief(SHUT)
async def permission_back_unheard(a: Adversary) -> None:
    """It comes back while the line is cut and the session lost: only the clock finds what is owed."""
    table = a.one()
    await table.talk()
    await a.playground.permit(table.channel, send_messages=False)
    await a.press(table)
    await a.until_status(403, 1, 1.0)
    await a.playground.invalidate_session()
    await a.playground.permit(table.channel, send_messages=True)
    await a.connected()


@mischief(OUT)
async def thrown_out_and_invited_again(a: Adversary) -> None:
    """Every table is put away, and goes on by itself when the bot is back."""
    playing = len(a.playing())
    await a.playground.throw_out(GUILD)
    await a.until(lambda: not a.playing())
    await a.playground.throw_out(GUILD, back=True)
    await a.until(lambda: len(a.playing()) == playing)


# Interactions ----------------------------------------------------------------------------------------------


@mischief(LATE)
async def interactions_twice(a: Adversary) -> None:
    """Discord says everything two or three times."""
    a.event("INTERACTION_CREATE", copies=a.luck.randint(2, 3), times=4)
    await a.nudge_all()


@mischief(LATE)
async def interactions_late(a: Adversary) -> None:
    """They come when Discord has told the person already that nothing came."""
    a.event("INTERACTION_CREATE", delay=0.4, times=2)
    await a.nudge_all(patience=0.2)
    await a.until_status(404, 1, 2.0)


@mischief(LATE)
async def interactions_never(a: Adversary) -> None:
    """They get lost."""
    a.event("INTERACTION_CREATE", copies=0, times=2)
    await a.nudge_all(patience=0.2)


@mischief(LATE)
async def two_at_once(a: Adversary) -> None:
    """Everybody who can presses everything at the same moment, some twice."""
    table = a.one()
    found = list(table.choices())
    chosen = [a.luck.choice(found) for _ in range(min(6, len(found)))]
    await asyncio.gather(*(table.press_this(*one) for one in chosen))


@mischief(LATE)
async def stale_and_forged_buttons(a: Adversary) -> None:
    """Controls of questions long answered, of other tables, of nothing."""
    ids = [f"v1:usual:{one.game}:{one.address.epoch}:{one.address.stage}:{one.address.step}::" for one in a.known()]
    ids += ["v1:usual:nobody:0:0:0::", "v1:pick:" + "9" * 60, "v1:undo:x:0:0:0:n1:take1"]
    for custom_id in a.luck.sample(ids, min(5, len(ids))):
        table = a.one()
        place = a.playground.world.channel(table.channel)
        pressed = {"component_type": BUTTON, "custom_id": custom_id, "id": 1}
        outcome = await a.playground.hands._do(COMPONENT, a.luck.choice(table.people), place, pressed)
        a.expect(outcome.kind != "update", f"{custom_id} was taken")


@mischief(GONE)
async def prompt_deleted(a: Adversary) -> None:
    """By a moderator; whoever asks how things stand has it again."""
    table = a.one()
    for one in table.live():
        await table.delete(one)
    await table.command(table.people[0], "game status")


# Gateway and clocks ----------------------------------------------------------------------------------------


@mischief(GONE | LATE)
async def gateway_cut(a: Adversary) -> None:
    """In the middle of play."""
    cut = a.luck.choice([a.playground.cut_gateway, a.playground.ask_to_reconnect, a.playground.invalidate_session])
    await a.nudge()
    await cut()
    await a.nudge(patience=1.0)
    await a.connected()


@mischief()
async def clock_forward(a: Adversary) -> None:
    """Hours or days pass at once: nonces age, people are reminded, deadlines let the autopilot play."""
    await a.nudge()
    a.later(a.luck.choice([301.0, 2 * HOUR, 26 * HOUR, 50 * HOUR]))
    await a.nudge_all()


@mischief()
async def clock_backward(a: Adversary) -> None:
    """The bot's own clock is set right."""
    await a.nudge()
    a.ahead.seconds -= a.luck.choice([60.0, 2 * HOUR])
    await a.nudge_all()


@mischief(GONE)
async def nonces_forgotten(a: Adversary) -> None:
    """Discord remembers less than it says, when the line has just broken for once."""
    await a.talk()
    a.fault(**SEND, lost_reply=True, times=1)
    await a.nudge()
    a.later(301)
    await a.nudge()
