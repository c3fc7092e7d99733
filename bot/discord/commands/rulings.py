"""What a game master sets right, by panel or typed: the game's corrections as a question to the game master.

The panels are those of any question. Their paths begin with two steps more: whether the table is told (``agm`` or, for
the game master's eyes alone, ``agmw``), and whom or what it is about (``ag0``, ``ag1`` …).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, takewhile, zip_longest
from typing import Any

import msgspec
from discord import ButtonStyle

from bot.acts import rulings
from bot.discord.commands.service import TableService
from bot.discord.prompts import words
from bot.discord.prompts.choices import menus
from bot.discord.prompts.controls import CONTENT, ROWS, Press, view
from bot.discord.prompts.ids import CustomId, Path, token
from bot.discord.prompts.panel import panel
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.typed import one_of
from bot.games.face import ON_TABLE, ONE, Face
from bot.session.lobby import must_be_open
from bot.words.clip import clip
from bot.words.matching import find_matches
from bot.words.narrator import Narrator
from rules.kernel.answers import Value
from rules.kernel.corrections import CORRECTION, offered
from rules.kernel.errors import Refused
from rules.kernel.requests import GM, Action, Amount, Field, Form, Formation, NextAction, Option, Request, Seat

OPENLY, WHISPERED = "agm", "agmw"
WHOM = "gm.whom"


class Group(msgspec.Struct, frozen=True):
    """The corrections that concern the same: one character, the party, the monsters, or what is put on the table."""

    option: Option
    offers: NextAction

    @property
    def step(self) -> str:
        """The step of a path that leads to it."""
        return "a" + self.option.id


class Ruling(Scene, frozen=True, kw_only=True):
    """A table at which the game master is asked what to set right; ``table``: as the others see it."""

    groups: tuple[Group, ...]
    table: Scene

    def usual(self, request: Request[Any], seat: Seat, *, openly: bool = False) -> Value | None:
        """Nobody sets anything right as usual; the fields of a form begin with something where they can."""
        return {field.name: _begun_field(field) for field in request.fields} if isinstance(request, Form) else None


def _begun_field(field: Field[Any]) -> Value | None:
    return _begun(field.ask) if field.usual is None else field.usual


def _begun(request: Request[Any]) -> Value | None:
    """A number as it is now, or the least; a marching order as it stands."""
    match request:
        case Formation(now=ranks):
            return [list(rank) for rank in ranks]
        case Amount(least=least):
            now = request.facts.get("now")
            return now if isinstance(now, int) else least
    return None


def is_ruling(id: CustomId) -> bool:
    """Whether a control stands in a game master's panel."""
    return id.path[:1] in ((OPENLY,), (WHISPERED,))


def ruling(scene: Scene, user_id: int) -> Ruling:
    """The table with the corrections as its question; refuses everybody but the game master."""
    standing = scene.standing
    rulings.must_master(standing.record, user_id)
    must_be_open(standing.record, standing.waiting)
    offers = offered(scene.rules, standing.state)
    if not (offers.actions and standing.rulable):
        raise Refused("gm_not_now")
    groups = tuple(_grouped(scene.face, offers))
    whom = NextAction(who=GM, why=WHOM, actions=tuple(Action(GM, one.option, one.offers) for one in groups))
    ways = tuple(Action(GM, Option(step[1:], ""), whom) for step in (OPENLY, WHISPERED))
    asked = NextAction(who=GM, why=CORRECTION, actions=ways)
    return Ruling(msgspec.structs.replace(standing, waiting=asked), scene.rules, groups=groups, table=scene)


def _grouped(face: Face, offers: NextAction) -> Iterator[Group]:
    """Each correction in one group; two characters of the same name are two."""
    found: dict[tuple[str, str], list[Action[Any]]] = {}
    for action in offers.actions:
        found.setdefault(_group_of(face, action), []).append(action)
    for nth, ((label, _), actions) in enumerate(found.items()):
        facts = {"who": actions[0].option.facts["who"]} if label == ONE else {}
        asked = NextAction(who=GM, why=label, actions=tuple(actions), facts=facts)
        yield Group(Option(f"g{nth}", label, facts=facts), asked)


def _group_of(face: Face, action: Action[Any]) -> tuple[str, str]:
    """The words for whom or what it concerns, and which one of those it is."""
    label = face.group(action)
    return label, action.option.id.partition(":")[2] if label == ONE else ""


def groups_of(scene: Ruling, *, placing: bool | None = None) -> list[Group]:
    """The groups; ``placing``: only what is put on the table, or only the others. Refuses where there is none."""
    chosen = [one for one in scene.groups if placing is None or (one.option.label == ON_TABLE) == placing]
    if not chosen:
        raise Refused("gm_not_now")
    return chosen


def offers_of(scene: Ruling, *, placing: bool | None = None) -> NextAction:
    """The corrections, of each group the first, then of each the second, and so on; ``placing`` as in ``groups_of``."""
    rows = zip_longest(*(one.offers.actions for one in groups_of(scene, placing=placing)))
    actions = tuple(action for action in chain.from_iterable(rows) if action is not None)
    return NextAction(who=GM, why=CORRECTION, actions=actions)


def offered_words(scene: Ruling, offers: NextAction) -> list[tuple[str, str]]:
    """For autocomplete: names of the corrections and their ids."""
    plain = scene.narrator.plain
    return [(words.label(plain, one.option), one.option.id) for one in offers.actions]


def find_correction(scene: Ruling, offers: NextAction, typed: str, value: str = "") -> tuple[Action[Any], str]:
    """The correction that the words mean, and its value; refuses when there is none, or more than one.

    Of several that «gold» means, «Mira 200» is said of one: «gold Mira», «200».
    """
    plain = scene.narrator.plain
    names = {one.option.id: [one.option.id, words.label(plain, one.option)] for one in offers.actions}
    said, left = typed.strip(), value
    whom = " ".join(takewhile(str.isalpha, value.split()))
    rest = value.removeprefix(whom).strip()
    if whom and rest and len(find_matches(names, said)) > 1 and find_matches(names, f"{said} {whom}"):
        said, left = f"{said} {whom}", rest
    id = one_of(names, said)
    return next(one for one in offers.actions if one.option.id == id), left


# By panel --------------------------------------------------------------------------------------------------


async def show_all(service: TableService, reply: Reply, scene: Ruling, way: str, *, placing: bool) -> None:
    """First whom or what it is about, where there is more than one."""
    groups = groups_of(scene, placing=placing)
    if len(groups) == 1:
        await show(service, reply, scene, (way, groups[0].step), groups[0].offers)
        return
    options = [one.option for one in groups]
    picked = menus(scene, options, (way,), [one.id for one in options])[:ROWS]
    asked = f"**{scene.narrator.say(f'ask.{WHOM}')}**\n{scene.narrator.say(f'why.{WHOM}')}"
    await reply.whisper(Shown(asked, view(menus=picked)))


def place_of(scene: Ruling, way: str, action: Action[Any]) -> Path:
    """The path to a correction."""
    group = next(one for one in scene.groups if action in one.offers.actions)
    return (way, group.step, "a" + token(action.option.id))


async def show(service: TableService, reply: Reply, scene: Ruling, path: Path, request: Request[Any]) -> None:
    """The panel for the question at this place."""
    await reply.whisper(panel(scene, request, path, GM, await service.draft(scene, GM)))


async def say(reply: Reply, said: str, buttons: Sequence[Press] = ()) -> None:
    """Words for the game master, in the place of the panel if there is one."""
    await reply.show(Shown(clip(said, CONTENT), view(buttons)))


# What was looked at ----------------------------------------------------------------------------------------

CHOSEN = re.compile(r"(do|whisper|cancel)([0-9]{1,4})")
"""The option of a button below a preview: a way on, and how much stood there when it was looked at."""


def ways_on(id: CustomId, narrator: Narrator, since: int, *, whispered: bool, may: bool = True) -> list[Press]:
    """The buttons below a preview, first what was meant to be done; ``may``: nobody would notice a whisper."""
    ways = ("whisper", "do", "cancel") if whispered and may else ("do", "whisper", "cancel")
    styles = (ButtonStyle.primary, ButtonStyle.secondary, ButtonStyle.secondary)
    return [
        Press(
            id.to(id.verb, f"{way}{since}"), narrator.plain.say(f"gm.button.{way}"), style, way == "whisper" and not may
        )
        for way, style in zip(ways, styles, strict=True)
    ]
