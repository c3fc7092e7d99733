"""Games side by side that differ in nothing but what rivals hide: what can be told apart, by whom."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.panel import panel
from bot.discord.prompts.public import prompt, reminder
from bot.discord.prompts.question_path import part_of, with_own_actions
from bot.discord.prompts.typed import complete_answer
from bot.table.records import Standing
from bot.table.timekeeping import waited_at
from rules.kernel.advance import Position, Snapshot, advance
from rules.kernel.answers import Answer, Value, may_answer
from rules.kernel.autopilot import anything
from rules.kernel.chance import Sealed
from rules.kernel.errors import Diverged
from rules.kernel.game import Rules
from rules.kernel.requests import CHANCE, Request, Seat
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, a_house, an_interaction
from tests.bot.test_secrets import GUEST, LOOKS
from tests.soak import journeys

SEED = bytes([7]) * 32
NOON = 1_800_010_800.0
VIEWERS = ("s1", "s2", "s3", "")
"""Three players, and somebody who looks on."""
Disguise = Callable[[Any, Seat, Random], None]
"""Changes in a state what this viewer cannot see."""
Deed = Callable[[Channel], Awaitable[object]]
"""What somebody does in the channel."""

# Every question of a whole game ------------------------------------------------------------------------------


async def compared(
    file: Path, rules: Rules[Any], disguise: Disguise, stages: int, player: journeys.Player | None = None
) -> Counter[str]:
    """A game of three: how often each question was compared with that of its disguise; fails where they differ."""
    game = journeys.Game(rules, SEED, 3, {}, player or rules.autopilot, Random(1))
    luck, found = Random("disguise"), Counter[str]()
    standing = await _a_table(file, rules)
    for stage, _ in journeys.play(game, stages):
        viewer = luck.choice(VIEWERS)
        other = _disguised(rules, stage.snapshot, viewer, disguise, luck)
        for log in _moments(stage.log):
            here, there = _asked(rules, stage.snapshot, log), _asked(rules, other, log)
            if here and there and (why := _alike(rules, here, there, viewer)):
                assert readable(rules, standing, here, viewer) == readable(rules, standing, there, viewer), why
                found[why] += 1
    return found


def capricious(rules: Rules[Any], luck: Random) -> journeys.Player:
    """People who as often as not do anything that is legal."""

    def player(state: Any, request: Request[Any], seat: Seat) -> Value:
        sensible = luck.random() < 0.5
        return rules.autopilot(state, request, seat) if sensible else anything(request, seat, luck.randrange)

    return player


async def _a_table(file: Path, rules: Rules[Any]) -> Standing:
    async with a_house(file, rules) as house:
        await house.lobby(ALA, OLEK, EWA)
        return (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing


def _disguised(rules: Rules[Any], snapshot: Snapshot, viewer: Seat, disguise: Disguise, luck: Random) -> Snapshot:
    state = rules.decode(snapshot.state, snapshot.schema)
    disguise(state, viewer, luck)
    return msgspec.structs.replace(snapshot, state=rules.encode(state))


def readable(rules: Rules[Any], standing: Standing, position: Position[Any], viewer: Seat) -> list[Any]:
    """All that somebody can read, press and complete while this is asked; pictures are drawn from the view alone."""
    scene = Scene(msgspec.structs.replace(standing, state=position.state, waiting=position.waiting), rules)
    asked = prompt(scene)
    late = reminder(scene, waited_at(scene.standing), ())
    seen = [asked.content, asked.view.to_components(), asked.ping, late.content, late.view.to_components()]
    if viewer and may_answer(scene.waiting, viewer):
        request = part_of(scene.waiting, viewer)
        shown = panel(scene, request, (), viewer, {})
        typed = complete_answer(scene.narrator, with_own_actions(request, viewer), "", scene.usual(request, viewer))
        seen += [shown.content, shown.view.to_components(), typed]
    return seen


def _asked(rules: Rules[Any], snapshot: Snapshot, log: Sequence[Answer]) -> Position[Any] | None:
    """What is asked after these answers; None where they were given to other questions."""
    try:
        return advance(rules, snapshot, log, Sealed(SEED, snapshot.chain))
    except Diverged:
        return None


def _moments(log: Sequence[Answer]) -> Iterator[Sequence[Answer]]:
    """The log as far as it was when each of its questions was asked."""
    for nth, row in enumerate(log):
        if row.seat != CHANCE:
            yield log[:nth]


def _alike(rules: Rules[Any], here: Position[Any], there: Position[Any], viewer: Seat) -> str:
    """What is asked in both; '' where what others hide has led elsewhere, by what they did with it for all to see."""
    if here.waiting is None or there.waiting is None:
        return ""
    same_question = (here.waiting.why, here.waiting.who) == (there.waiting.why, there.waiting.who)
    same_table = rules.view(here.state, viewer or None) == rules.view(there.state, viewer or None)
    return here.waiting.why if same_question and same_table else ""


# Two tables in the channel -----------------------------------------------------------------------------------

SHIFTY = re.compile(r"[0-9a-f]{32,}|\b(?!18000\d{5}\b)\d{9,}|(?<=\Wid\W: )\d+|<t:(?!18000)\d+:\w>|\?ex=[\w&=·]+")
"""What is not the same at any two tables: seals, ids, moments of Discord's, addresses of files."""
PAUSE = 600.0
"""Seconds between two answers."""
WORDS = ("content", "embeds", "components", "flags", "mentions", "pinned", "edited_timestamp")
"""Of a message what somebody sees of it."""


async def what_is_seen(
    folder: Path,
    rules: Rules[Any],
    turn: Sequence[tuple[str, str]],
    then: Sequence[tuple[str, str]] = (),
    beside: Deed | None = None,
) -> dict[str, list[str]]:
    """People give these answers, look around, and give some more; all that Ala, Bartek and a guest were shown.

    Ala looks around after the first one, too. ``beside``: what somebody does before and after each of them.
    """
    now = [NOON]
    # All that was ever said stays to be compared, and the table's own clock says how old a message is.
    with patch("bot.discord.temporary_replies.TOKEN", 0.0), patch("bot.discord.requests.HostClock.note_date"):
        async with a_channel(folder, rules) as channel, channel.bot_up(lambda: SEED, lambda: now[0]) as client:
            channel.playground.add_person(GUEST, guild="Piwnica u Ali")
            await channel.opened("Ala", "Bartek")
            game_id = await client.service.sessions.at(int(channel.playground.world.channel(HERE)["id"]))
            completed: dict[str, list[str]] = {"Ala": [], GUEST: [], "Bartek": []}
            for nth, (who, answer) in enumerate([*turn, *then], 1):
                for deed in (beside, lambda one: one.answer(who, answer), beside):  # noqa: B023  # called at once
                    now[0] += PAUSE
                    if deed is not None:
                        await deed(channel)
                    await client.posting.deliver(game_id)
                for looking in {1: ["Ala"], len(turn): [*completed]}.get(nth, ()):
                    completed[looking].append(await _look_around(channel, looking))
            return {who: [*_shown(channel, who, game_id), *lists] for who, lists in completed.items()}


async def _look_around(channel: Channel, who: str) -> str:
    """Ask for everything that can be asked for; what is completed where something can be typed."""
    for command in (*LOOKS, "things", "hero"):
        await channel.hands.follow(await channel.hands.slash(who, HERE, command, {}))
    offered = []
    for command, option in (("answer", "value"), ("move", "where"), ("undo", "what"), ("hero", "name")):
        offered.append(await channel.hands.complete(who, HERE, command, {option: ""}, focused=option))
    return str(offered)


def _shown(channel: Channel, who: str, game_id: str) -> Iterator[str]:
    """Messages and files in their order, without what is not the same at any two tables."""
    for message in channel.hands.messages(HERE, who):
        seen = {key: message.data.get(key) for key in WORDS}
        seen["edited_timestamp"] = bool(seen["edited_timestamp"])
        yield SHIFTY.sub("·", json.dumps(seen, ensure_ascii=False).replace(game_id, "·"))
        for attached in message.attachments:
            yield f"{attached['filename']} {attached.get('description')}".replace(game_id, "·")
            content = channel.playground.world.store.file(attached["id"])
            yield _told(content, game_id) if not content.startswith(b"\x89PNG") else sha256(content).hexdigest()


def _told(content: bytes, game_id: str) -> str:
    return SHIFTY.sub("·", content.decode("utf-8", "replace").replace(game_id, "·"))


def must_look_the_same(
    one: dict[str, list[str]], other: dict[str, list[str]], hider: str = "Bartek", least: int = 30
) -> None:
    """To everybody but the one who hides something, by default Bartek."""
    assert one.pop(hider) != other.pop(hider)
    for who in one:
        assert len(one[who]) >= least
        assert [pair for pair in zip(one[who], other[who], strict=True) if pair[0] != pair[1]] == []
