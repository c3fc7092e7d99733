"""``/table``: how this table decides, how long it waits for people, and whose dice fall; a panel of menus.

Custom ids: ``table`` with the path ``x<mark>`` and the habit; the lobby's own button has no path.
The mark is new each time, as a client keeps showing what was picked in an old menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.acts import changing_habits
from bot.discord.commands.ballots import open_ballot
from bot.discord.commands.lobby import Lobby
from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import AnyCommand, Handler, command, serve
from bot.discord.commands.service import TableService
from bot.discord.prompts.controls import CONTENT, PER_SELECT, Menu, Pick, view
from bot.discord.prompts.habit_words import HOURS, key, name, value_in_words
from bot.discord.prompts.ids import CustomId, token
from bot.discord.prompts.ids import find_token as meant
from bot.discord.prompts.lobby import TABLE
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.scene import Scene
from bot.words.clip import clip
from bot.words.narrator import Narrator
from rules.kernel.errors import Refused

VALUES: Mapping[str, tuple[str, ...]] = {
    "deciding": ("anyone", "leader", "vote"),
    "remind_after": ("0", "6", "12", "24", "48"),
    "deadline_after": ("0", "12", "24", "48", "72", "168"),
    "deadline_then": ("nothing", "autopilot", "leader"),
    "dice": ("bot", "hand"),
}
"""What may be picked for each habit; hours since the question, 0: never."""
OPTIONS: Mapping[str, str] = {
    "deciding": "deciding",
    "remind_after": "remind",
    "deadline_after": "deadline",
    "deadline_then": "then",
    "dice": "whose-dice",
}
"""The habits under the names that are typed."""
ALL = "hand"
"""The pick for dice that are all thrown by hand."""


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command for a table's habits."""

    @app_commands.rename(**{habit: localised_name(f"option.{typed}") for habit, typed in OPTIONS.items()})
    @app_commands.describe(**{habit: localised_description(f"option.{typed}") for habit, typed in OPTIONS.items()})
    @app_commands.choices(**{habit: picks(habit) for habit in VALUES})
    async def table(
        interaction: Interaction,
        deciding: Choice[str] | None = None,
        remind_after: Choice[str] | None = None,
        deadline_after: Choice[str] | None = None,
        deadline_then: Choice[str] | None = None,
        dice: Choice[str] | None = None,
    ) -> None:
        typed = (deciding, remind_after, deadline_after, deadline_then, dice)
        chosen = {habit: one.value for habit, one in zip(VALUES, typed, strict=True) if one is not None}
        await serve(service, interaction, lambda reply: TablePanel(service).typed(reply, chosen))

    yield command("table", table)


def picks(habit: str) -> list[Choice[str]]:
    """The values of a habit as choices of a command, in both languages."""
    return [Choice(name=_translated(key(habit, value)), value=value) for value in VALUES[habit]]


def _translated(key: str) -> locale_str:
    return locale_str(str(Narrator("en", marked=False).say(key)), key=key)


class TablePanel:
    """What ``/table`` and the lobby's button open, and its menus."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._lobby = Lobby(service)

    async def typed(self, reply: Reply, chosen: Mapping[str, str]) -> None:
        """The command: change what was typed, then show how the table plays."""
        scene, matter = await self._service.here(reply.interaction), ""
        if chosen:
            changes = {
                habit: value for one in chosen for habit, value in habit_changes(scene, one, (chosen[one],)).items()
            }
            scene, matter = await self._change(reply, scene, changes)
        async with self._service.best_effort(scene.standing.record.id):
            await reply.whisper(panel(scene, reply.interaction.user.id, reply.interaction.id))
        if matter:
            await open_ballot(self._service, reply, matter)
        await self._show_everybody(scene.standing.record.id)

    async def on_press(self, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
        """The button of the lobby, or a pick in a menu."""
        scene = await self._service.game(id.game)
        interaction = reply.interaction
        if scene.standing.record.channel_id != interaction.channel_id:
            raise Refused("stale")
        if not id.path:
            await reply.whisper(panel(scene, interaction.user.id, interaction.id))
            return
        matter = ""
        try:
            scene, matter = await self._change(reply, scene, habit_changes(scene, id.option, values))
        finally:  # also after a refusal, so that the menus say again what is in force
            async with self._service.best_effort(id.game):
                shown = panel(scene, interaction.user.id, interaction.id)
                await reply.update(shown.content, shown.view)
        if matter:  # after the panel, in whose place it would stand otherwise
            await open_ballot(self._service, reply, matter)
        await self._show_everybody(id.game)

    async def _change(self, reply: Reply, scene: Scene, changes: Mapping[str, Any]) -> tuple[Scene, str]:
        """Change what this person may change alone; the table then, and the matter on which rivals have to agree."""
        record, interaction = scene.standing.record, reply.interaction
        voted = {}
        if changing_habits.may_change(record, interaction.user.id):
            voted = changing_habits.to_agree_on(record, interaction.user.id, changes)
        alone = {habit: value for habit, value in changes.items() if habit not in voted}
        # One interaction is accepted once, and the vote is what must not count twice.
        accepted = await changing_habits.change(
            self._service.sessions, record.id, interaction.user.id, None if voted else interaction.id, **alone
        )
        return self._service.scene(accepted.standing), changing_habits.habits_matter(voted) if voted else ""

    async def _show_everybody(self, game_id: str) -> None:
        """A game that runs tells of it, its question says how it is decided; before that the lobby's message does."""
        await self._service.posting.deliver(game_id)
        scene = await self._service.game(game_id)
        await self._service.redraw(scene)
        await self._lobby.redraw(game_id)


def habit_changes(scene: Scene, habit: str, values: Sequence[str]) -> dict[str, Any]:
    """What a pick changes."""
    if habit == "dice":
        return _dice(scene, values)
    if habit not in VALUES or not values or values[0] not in VALUES[habit]:
        raise Refused("stale")
    return {habit: float(values[0]) if habit in HOURS else values[0]}


def _dice(scene: Scene, values: Sequence[str]) -> dict[str, Any]:
    """Nothing picked: the bot throws and draws all; every kind of roll picked is the same as all."""
    rolls, draws = scene.rules.rolls, scene.rules.draws
    picked = [value for value in values if value not in (ALL, "bot")]
    named = [meant((*rolls, *draws), value) for value in picked]
    if None in named:
        raise Refused("stale")
    kinds, drawn = tuple(one for one in named if one in rolls), tuple(one for one in named if one in draws)
    every = ALL in values or len(kinds) == len(rolls)
    return {"dice": "hand" if every or kinds else "bot", "by_hand": () if every else kinds, "drawn": drawn}


# As a message ------------------------------------------------------------------------------------------------


def panel(scene: Scene, user_id: int, mark: int) -> Shown:
    """How the table plays, with menus for whoever may change it."""
    narrator, record = scene.narrator, scene.standing.record
    may = changing_habits.may_change(record, user_id)
    lines = [narrator.say("habit.panel" if may else "habit.panel.read")]
    for habit in changing_habits.MENUS:
        value = value_in_words(narrator, record.habits, habit)
        lines.append(narrator.say("habit.line", habit=name(narrator, habit), value=value))
    place = (f"x{mark % 10**9}",)
    menus = [_menu(scene, habit, place) for habit in changing_habits.MENUS] if may else []
    return Shown(clip("\n".join(lines), CONTENT), view(menus=menus))


def _menu(scene: Scene, habit: str, place: tuple[str, ...]) -> Menu:
    plain, id = scene.narrator.plain, scene.id(TABLE, place, habit)
    if habit == "dice":
        return _dice_menu(scene, id)
    now = getattr(scene.standing.record.habits, habit)
    chosen = f"{now:g}" if habit in HOURS else now
    title = name(plain, habit)
    offers = VALUES[habit]
    return Menu(
        id, title, [Pick(one, _label(plain, title, habit, one, one == chosen), "", one == chosen) for one in offers]
    )


def _label(plain: Narrator, title: str, habit: str, value: str, now: bool) -> str:
    """A phone shows little of a closed menu: what is in force says of which habit."""
    value_said = plain.say(key(habit, value))
    return f"{title}: {value_said}" if now else value_said


def _dice_menu(scene: Scene, id: CustomId) -> Menu:
    """Which kinds of roll are thrown by hand, and what is drawn so: nothing picked, and the bot does it."""
    plain, habits = scene.narrator.plain, scene.standing.record.habits
    by_hand = habits.dice == "hand"
    draws = scene.rules.draws
    kinds = scene.rules.rolls[: PER_SELECT - 1 - len(draws)]
    offers = [Pick(ALL, plain.say("habit.dice.hand"), "", by_hand and not habits.by_hand)]
    offers += [Pick(token(kind), plain.say(f"rolls.{kind}"), "", by_hand and kind in habits.by_hand) for kind in kinds]
    offers += [Pick(token(why), plain.say(f"drawn.{why}"), "", why in habits.drawn) for why in draws]
    return Menu(id, plain.say("habit.dice.menu"), offers, least=0, most=len(offers))


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """One of these controls was used."""
    await TablePanel(service).on_press(reply, id, values)


HANDLERS: Mapping[str, Handler] = {TABLE: on_press, f"lobby:{TABLE}": on_press}
