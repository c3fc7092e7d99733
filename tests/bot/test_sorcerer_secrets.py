"""What rivals hide from each other stays hidden: games side by side that differ in nothing but hidden things."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bot.prompts.panel import panel
from bot.prompts.places import own, part_of
from bot.prompts.public import prompt, reminder
from bot.prompts.scene import Scene
from bot.prompts.typed import offered
from bot.records import Standing
from bot.weeks.waiting import waited_at
from rules.games import load
from rules.kernel.advance import Position, Snapshot, advance
from rules.kernel.answers import Answer, may_answer
from rules.kernel.chance import Sealed
from rules.kernel.errors import Diverged
from rules.kernel.requests import CHANCE, Seat
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Game, Orders, Team
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_sorcerer import Midgame
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, a_house, an_interaction
from tests.bot.test_secrets import GUEST, LOOKS
from tests.soak import journeys

RULES = load("labirynt-czarnoksieznika")
SEED = bytes([7]) * 32
NOON = 1_800_010_800.0
VIEWERS = ("s1", "s2", "s3", "")
"""Three players, and somebody who looks on."""
HIDDEN = ("elixir", "dagger", "helmet", "teleport", "fate", "fireball", "haste", "weakness", "healing", CRYSTAL)
ELEMENTS = ("fire", "water", "air", "earth")


# Every question of a whole game ------------------------------------------------------------------------------


def disguised(snapshot: Snapshot, viewer: Seat, luck: Random) -> Snapshot:
    """The same, but for what this viewer cannot see: other tokens, other Runes, other orders, as many as before."""
    game = RULES.decode(snapshot.state, snapshot.schema)
    for team in (team for team in game.teams.values() if team.seat != viewer):
        _disguise(game, team, luck)
    return msgspec.structs.replace(snapshot, state=RULES.encode(game))


def _disguise(game: Game, team: Team, luck: Random) -> None:
    team.orders = Orders(joint=luck.choice(("ask", "always")), scrolls=luck.choice(("losing", "never")), armour="ask")
    team.store = [luck.choice(HIDDEN) for _ in team.store]
    for one in game.cards_of(team.seat):
        one.pack = [luck.choice(HIDDEN) for _ in one.pack]
        one.rune = luck.choice(ELEMENTS) if one.rune else ""


def readable(standing: Standing, position: Position[Game] | None, viewer: Seat) -> list[Any]:
    """All that somebody can read, press and complete while this is asked; pictures are drawn from the view alone."""
    assert position is not None
    scene = Scene(msgspec.structs.replace(standing, state=position.state, waiting=position.waiting), RULES)
    asked = prompt(scene)
    late = reminder(scene, waited_at(scene.standing), ())
    seen = [asked.content, asked.view.to_components(), asked.ping, late.content, late.view.to_components()]
    if viewer and may_answer(scene.waiting, viewer):
        request = part_of(scene.waiting, viewer)
        shown = panel(scene, request, (), viewer, {})
        typed = offered(scene.narrator, own(request, viewer), "", scene.usual(request, viewer))
        seen += [shown.content, shown.view.to_components(), typed]
    return seen


def asked(snapshot: Snapshot, log: Sequence[Answer], seed: bytes) -> Position[Game] | None:
    """What is asked after these answers; None where they were given to other questions."""
    try:
        return advance(RULES, snapshot, log, Sealed(seed, snapshot.chain))
    except Diverged:
        return None


def moments(log: Sequence[Answer]) -> Iterator[Sequence[Answer]]:
    """The log as far as it was when each of its questions was asked."""
    for nth, row in enumerate(log):
        if row.seat != CHANCE:
            yield log[:nth]


def alike(here: Position[Game] | None, there: Position[Game] | None, viewer: Seat) -> str:
    """What is asked in both; '' where what others hide has led elsewhere, by what they did with it for all to see."""
    if here is None or there is None or here.waiting is None or there.waiting is None:
        return ""
    same_question = (here.waiting.why, here.waiting.who) == (there.waiting.why, there.waiting.who)
    same_table = RULES.view(here.state, viewer or None) == RULES.view(there.state, viewer or None)
    return here.waiting.why if same_question and same_table else ""


async def test_no_question_of_a_whole_game_depends_on_what_others_hide(tmp_path: Path) -> None:
    """A hundred turns and more: what each can read of every question is the same for any Backpacks of the others."""
    game, luck, compared = (
        journeys.Game(RULES, SEED, 3, {}, RULES.autopilot, Random(1)),
        Random("disguise"),
        Counter[str](),
    )
    async with a_house(tmp_path / "db", RULES) as house:
        await house.lobby(ALA, OLEK, EWA)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
    for stage, _ in journeys.play(game, 400):
        viewer = luck.choice(VIEWERS)
        other = disguised(stage.snapshot, viewer, luck)
        for log in moments(stage.log):
            here, there = asked(stage.snapshot, log, game.seed), asked(other, log, game.seed)
            if why := alike(here, there, viewer):
                assert readable(standing, here, viewer) == readable(standing, there, viewer), why
                compared[why] += 1

    assert compared["turn.move"] > 100
    assert {"turn.end", "pack", "fight.reroll", "encounter.attack"} < set(compared)


# Two tables in the channel -----------------------------------------------------------------------------------

TURN = ("step:taelin:B3", "peace", "step:borgrim:C4", "step:liriel:C1")
"""What Ala and Bartek do, as far as everybody sees it."""
SHIFTY = re.compile(r"[0-9a-f]{32,}|\d{9,}|<t:\d+:\w>|\?ex=[\w&=·]+")
"""What is not the same at any two tables: seals, ids, moments, addresses of files."""
WORDS = ("content", "embeds", "components", "flags", "mentions", "pinned")
"""Of a message what somebody sees of it."""


def a_table_with(pack: Sequence[str], rune: str, store: Sequence[str], **orders: str) -> Midgame:
    """Bartek's Haldra carries this, beside what everybody knows."""
    people: list[dict[str, Any]] = [
        {"id": "taelin", "at": "B4@0", "pack": ["axe", "weakness"], "rune": "air"},
        {"id": "liriel", "at": "D1@0"},
        {"id": "haldra", "at": "B3@0", "pack": list(pack), "rune": rune, "life": 2},
        {"id": "borgrim", "at": "D4@0", "worn": ["helmet"], "pack": ["crystal"]},
    ]
    given = {"s2": Orders(**orders)}  # type: ignore[arg-type]  # as they are typed
    return Midgame(characters=people, store={"s2": list(store)}, orders=given, gems={"s1": 0, "s2": 0})


async def look_around(channel: Channel, who: str) -> str:
    """Ask for everything that can be asked for; what is completed where something can be typed."""
    for command in (*LOOKS, "things", "hero"):
        await channel.hands.follow(await channel.hands.slash(who, HERE, command, {}))
    offered = []
    for command, option in (("answer", "value"), ("move", "where"), ("undo", "what"), ("hero", "name")):
        offered.append(await channel.hands.complete(who, HERE, command, {option: ""}, focused=option))
    return str(offered)


async def what_is_seen(folder: Path, rules: Midgame) -> dict[str, list[str]]:
    """Four answers at this table; all that its people and a guest were shown in the end."""
    async with a_channel(folder, rules) as channel, channel.bot_up(lambda: SEED, lambda: NOON) as client:
        channel.playground.add_person(GUEST, guild="Piwnica u Ali")
        await channel.opened("Ala", "Bartek")
        game_id = await client.desk.sessions.at(int(channel.playground.world.channel(HERE)["id"]))
        completed: dict[str, list[str]] = {"Ala": [], GUEST: [], "Bartek": []}
        for nth, answer in enumerate(TURN):
            await channel.answer("Ala" if nth != 2 else "Bartek", answer)
            for who, lists in completed.items():
                if nth == 2 or (nth, who) == (0, "Ala"):
                    lists.append(await look_around(channel, who))
        return {who: [*_shown(channel, who, game_id), *lists] for who, lists in completed.items()}


def _shown(channel: Channel, who: str, game_id: str) -> Iterator[str]:
    """Messages and files in their order, without what is not the same at any two tables."""
    for message in channel.hands.messages(HERE, who):
        seen = {key: message.data.get(key) for key in WORDS}
        yield SHIFTY.sub("·", json.dumps(seen, ensure_ascii=False).replace(game_id, "·"))
        for attached in message.attachments:
            yield f"{attached['filename']} {attached.get('description')}".replace(game_id, "·")
            content = channel.playground.world.store.file(attached["id"])
            yield _told(content, game_id) if not content.startswith(b"\x89PNG") else sha256(content).hexdigest()


def _told(content: bytes, game_id: str) -> str:
    return SHIFTY.sub("·", content.decode("utf-8", "replace").replace(game_id, "·"))


async def test_two_tables_look_the_same_whatever_a_rival_hides(tmp_path: Path) -> None:
    """Messages, pictures, chronicle, copies, completions: Ala and a guest see no difference; Bartek's are not equal."""
    bold = a_table_with(["fireball", "dagger"], "fire", ["axe", "elixir"], scrolls="losing", joint="always")
    meek = a_table_with(["teleport", "sword"], "water", ["helmet", "helmet"], scrolls="never", reroll="never")

    one = await what_is_seen(tmp_path / "one", bold)
    other = await what_is_seen(tmp_path / "other", meek)

    assert one.pop("Bartek") != other.pop("Bartek")
    for who in one:
        assert len(one[who]) > 30
        assert [pair for pair in zip(one[who], other[who], strict=True) if pair[0] != pair[1]] == []
