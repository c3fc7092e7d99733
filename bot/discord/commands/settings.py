"""The ``/table``, ``/house`` and ``/settings`` commands: table habits, house rules and a guild's defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.acts import table_settings
from bot.acts.rulings import change_house_rule
from bot.acts.table_settings import GuildSettings, change_guild_settings, settings_of
from bot.discord.commands import lobby, registering
from bot.discord.commands.finding import language_of, own_scene
from bot.discord.commands.lobby import in_force, switch_menu
from bot.discord.commands.proposals import open_ballot
from bot.discord.commands.service import TableService
from bot.discord.direct import scene_for
from bot.discord.ladder import layout_form
from bot.discord.prompts.components import PER_SELECT, CustomId, Menu, Pick, action_rows, fit_lines, page, token
from bot.discord.prompts.components import find_token as meant
from bot.discord.prompts.lobby import TABLE
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.table_words import key, name, value_in_words
from bot.discord.prompts.typed import one_of
from bot.session.lobby import must_be_open, with_house_rule
from bot.table.authority import is_master
from bot.table.habits import HOURS
from bot.words import house_rules
from bot.words.matching import Offer, matching_offers
from bot.words.narrator import Narrator, Said, all_narrators
from rules.kernel.errors import Refused
from rules.kernel.turns import PACE
from rules.kernel.words import Word


async def _switch_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    scene = scene_for(await service.here(interaction), language_of(interaction))
    plain, values = scene.plain, in_force(scene)
    switches = _changeable_switches(scene)
    return matching_offers(
        [(house_rules.rule_in_words(plain, switch, values[switch]), switch) for switch in switches], begun
    )


async def _value_offers(service: TableService, interaction: Interaction, begun: str) -> Sequence[Offer]:
    scene = scene_for(await service.here(interaction), language_of(interaction))
    switch = _find_switch(scene, registering.other_option(interaction, "rule"))
    values = scene.rules.switches[switch]
    return matching_offers(list(zip(_values_in_words(scene, switch), values, strict=True)), begun)


async def _answer_house_command(
    service: TableService, reply: Reply, rule: registering.ShortText = "", value: registering.ShortText = ""
) -> None:
    scene = own_scene(await service.here(reply), reply)
    if not rule:
        await reply.whisper(_house_rules_text(scene))
        return
    switch = _find_switch(scene, rule)
    if not value:
        await reply.whisper(_house_rule_text(scene, switch))
        return
    wanted = _find_value(scene, switch, value)
    if in_force(scene)[switch] == wanted:
        raise Refused("house_already")
    if scene.record.phase == "lobby":
        await _change_in_lobby(service, reply, scene, switch, wanted)
    elif is_master(scene.record, reply.user_id):
        await _change_rule_and_reply(service, reply, scene, switch, wanted)
    else:
        await _propose_house_rule(service, reply, scene, switch, wanted)


def _house_rules_text(scene: Scene) -> str:
    narrator, switches, options = scene.narrator, scene.rules.switches, scene.record.options
    values = in_force(scene)
    others = [switch for switch in switches if switch in house_rules.different_from_usual(scene.rules, options)]
    lines = [f"- **{house_rules.rule_in_words(narrator, switch, values[switch])}**" for switch in others]
    lines += [
        f"- {house_rules.rule_in_words(narrator, switch, values[switch])}"
        for switch in switches
        if switch not in others
    ]
    return "\n".join([*lines, narrator.say("house.how")] if lines else [narrator.say("house.none")])


def _house_rule_text(scene: Scene, switch: str) -> str:
    narrator, now = scene.narrator, in_force(scene)[switch]
    lines = [f"**{house_rules.rule_in_words(narrator, switch, now)}**", narrator.first_known(f"house.{switch}.note")]
    if switch in _changeable_switches(scene):
        lines.append(narrator.say("house.possible", values=tuple(_values_in_words(scene, switch))))
        lines.append(narrator.say("house.how"))
    else:
        lines.append(narrator.say("refused.option_fixed", name=Word(f"house.{switch}")))
    return "\n".join(line for line in lines if line)


def _values_in_words(scene: Scene, switch: str) -> list[Said]:
    plain = scene.plain
    return [house_rules.value_in_words(plain, switch, value) for value in scene.rules.switches[switch]]


def _changeable_switches(scene: Scene) -> list[str]:
    switches, state = scene.rules.switches, scene.state
    if state is None or scene.standing.waiting is None:
        return list(switches)
    values, saved = in_force(scene), scene.rules.encode(state)
    return [switch for switch in switches if _can_change_switch(scene, saved, switch, values)]


def _can_change_switch(scene: Scene, saved: bytes, switch: str, values: Mapping[str, str]) -> bool:
    rules = scene.rules
    other = next((value for value in rules.switches[switch] if value != values[switch]), values[switch])
    try:
        rules.agree(rules.decode(saved, rules.schema), {**values, switch: other})
    except Refused as refusal:
        return refusal.reason != "option_fixed"
    return True


def _find_switch(scene: Scene, typed: str) -> str:
    voices = all_narrators()
    names = {name: [name, *(voice.say(f"house.{name}") for voice in voices)] for name in scene.rules.switches}
    return one_of(names, typed)


def _find_value(scene: Scene, switch: str, typed: str) -> str:
    voices = all_narrators()
    names = {
        value: [value, *(house_rules.value_in_words(voice, switch, value) for voice in voices)]
        for value in scene.rules.switches[switch]
    }
    try:
        return one_of(names, typed)
    except Refused as refusal:
        known = tuple(_values_in_words(scene, switch))
        raise Refused("house_value", name=Word(f"house.{switch}"), values=known) from refusal


async def _change_in_lobby(service: TableService, reply: Reply, scene: Scene, switch: str, value: str) -> None:
    """Change a switch in the lobby; only the table's leader may, as in the lobby's panel."""
    may = reply.interaction.permissions.manage_channels
    game_id = scene.game_id
    await table_settings.agree(service.sessions, game_id, reply.user_id, reply.interaction_id, switch, value, may=may)
    async with service.best_effort(game_id):
        await reply.whisper(_change_notice(scene, switch, value))
    await lobby.redraw(service, game_id)


async def _change_rule_and_reply(service: TableService, reply: Reply, scene: Scene, switch: str, value: str) -> None:
    game_id = scene.game_id
    await change_house_rule(service.sessions, game_id, reply.user_id, reply.interaction_id, switch, value)
    async with service.best_effort(game_id):
        await reply.whisper(_change_notice(scene, switch, value))
    await service.deliver(reply, game_id)


async def _propose_house_rule(service: TableService, reply: Reply, scene: Scene, switch: str, value: str) -> None:
    """Propose a house rule; a change that the rules refuse is not voted on."""
    standing = scene.standing
    must_be_open(standing)
    service.seat(scene, reply.interaction)
    copy = scene.rules.decode(scene.rules.encode(standing.state), scene.rules.schema)
    scene.rules.agree(copy, with_house_rule(standing.record, scene.rules.switches, switch, value))
    await open_ballot(service, reply, f"house/{switch}/{value}")


def _change_notice(scene: Scene, switch: str, value: str) -> str:
    rule = house_rules.rule_in_words(scene.narrator, switch, value)
    return scene.narrator.say("house.changed", rule=rule)


VALUES: Mapping[str, tuple[str, ...]] = {
    "deciding": ("anyone", "leader", "vote"),
    "call_after": ("0", "1", "3", "6", "12"),
    "remind_after": ("0", "6", "12", "24", "48"),
    "deadline_after": ("0", "12", "24", "48", "72", "168"),
    "deadline_then": ("nothing", "autopilot", "leader"),
    "dice": ("bot", "hand"),
}
"""The choices of each habit; numbers are hours since the question, 0: never."""
ALL = "hand"
"""The choice for rolling all dice by hand."""


def picks(habit: str) -> list[Choice[str]]:
    """Return the values of a habit as localised choices of a command."""
    return [registering.localised_choice(key(habit, value), value) for value in VALUES[habit]]


@app_commands.choices(**{habit: picks(habit) for habit in VALUES})
async def _change_or_show_habits(
    service: TableService,
    reply: Reply,
    deciding: registering.Picked = "",
    call_after: registering.Picked = "",
    remind_after: registering.Picked = "",
    deadline_after: registering.Picked = "",
    deadline_then: registering.Picked = "",
    dice: registering.Picked = "",
) -> None:
    typed = (deciding, call_after, remind_after, deadline_after, deadline_then, dice)
    chosen = {habit: value for habit, value in zip(VALUES, typed, strict=True) if value}
    scene, matter = await service.here(reply), ""
    if chosen:
        changes = {
            habit: value for name in chosen for habit, value in habit_changes(scene, name, (chosen[name],)).items()
        }
        scene, matter = await _change_habits(service, reply, scene, changes)
    async with service.best_effort(scene.game_id):
        await reply.page(layout_form(panel(own_scene(scene, reply), reply.user_id, reply.interaction_id)))
    if matter:
        await open_ballot(service, reply, matter)
    await _show_everybody(service, scene.game_id)


async def on_press(service: TableService, reply: Reply, id: CustomId, values: Sequence[str]) -> None:
    """Handle the lobby's button, or a pick in a menu."""
    scene = await registering.table_of(service, reply, id)
    if not id.path:
        await reply.page(layout_form(panel(own_scene(scene, reply), reply.user_id, reply.interaction_id)))
        return
    if id.option == PACE and values:
        await _answer_house_command(service, reply, PACE, values[0])
        return
    matter = ""
    try:
        scene, matter = await _change_habits(service, reply, scene, habit_changes(scene, id.option, values))
    finally:  # also after a refusal, so that the menus say again what is in force
        async with service.best_effort(id.game):
            await reply.page(layout_form(panel(own_scene(scene, reply), reply.user_id, reply.interaction_id)))
    if matter:  # after the panel, in whose place it would stand otherwise
        await open_ballot(service, reply, matter)
    await _show_everybody(service, id.game)


async def _change_habits(
    service: TableService, reply: Reply, scene: Scene, changes: Mapping[str, Any]
) -> tuple[Scene, str]:
    """Make the changes that this person may make alone; return the table, and the proposal for rivals to vote on."""
    record = scene.record
    voted = {}
    if "deciding" in changes and record.phase == "playing":  # whoever must decide from now on is called
        service.may_call_others(reply.interaction)
    if table_settings.may_change(record, reply.user_id):
        voted = table_settings.to_agree_on(record, reply.user_id, changes)
    alone = {habit: value for habit, value in changes.items() if habit not in voted}
    # One interaction is accepted once, and the vote is what must not count twice.
    accepted = await table_settings.change_habits(
        service.sessions, record.id, reply.user_id, None if voted else reply.interaction_id, **alone
    )
    return service.scene(accepted.standing), table_settings.habits_proposal(voted) if voted else ""


async def _show_everybody(service: TableService, game_id: str) -> None:
    """Tell the table of a change: by the story and the prompt during the game, by the lobby message before it."""
    await service.posting.deliver(game_id)
    scene = await service.game(game_id)
    await service.redraw(scene)
    await lobby.redraw(service, game_id)


def habit_changes(scene: Scene, habit: str, values: Sequence[str]) -> dict[str, Any]:
    """Return the changes of a pick; raises ``Refused("stale")`` for an unknown value."""
    if habit == "dice":
        return _dice_changes(scene, values)
    if habit not in VALUES or not values or values[0] not in VALUES[habit]:
        raise Refused("stale")
    return {habit: float(values[0]) if habit in HOURS else values[0]}


def _dice_changes(scene: Scene, values: Sequence[str]) -> dict[str, Any]:
    """Return the change of the dice menu: no pick means that the bot rolls, all picks mean ``ALL``."""
    rolls, draws = scene.rules.rolls, scene.rules.draws
    picked = [value for value in values if value not in (ALL, "bot")]
    named = [meant((*rolls, *draws), value) for value in picked]
    if None in named:
        raise Refused("stale")
    kinds, drawn = tuple(name for name in named if name in rolls), tuple(name for name in named if name in draws)
    every = ALL in values or len(kinds) == len(rolls)
    return {"dice": "hand" if every or kinds else "bot", "by_hand": () if every else kinds, "drawn": drawn}


# As a message ------------------------------------------------------------------------------------------------


def panel(scene: Scene, user_id: int, mark: int) -> discord.ui.LayoutView:
    """Return the table's habits, with menus for people who may change them.

    It is a layout, because plain content has too few rows for the menus.
    """
    narrator, record = scene.narrator, scene.record
    may = table_settings.may_change(record, user_id)
    lines = [narrator.say("habit.panel" if may else "habit.panel.read")]
    for habit in table_settings.MENUS:
        value = value_in_words(narrator, record.habits, habit)
        lines.append(narrator.say("habit.line", habit=name(narrator, habit), value=value))
    place = (f"x{mark % 10**9}",)
    menus = [_setting_menu(scene, habit, place) for habit in table_settings.MENUS] if may else []
    if may and PACE in scene.rules.switches:
        menus.append(switch_menu(scene, PACE, scene.id(TABLE, place, PACE)))
    layout, _ = page(fit_lines(lines))
    for row in action_rows(menus=menus):
        layout.add_item(row)
    return layout


def _setting_menu(scene: Scene, habit: str, place: tuple[str, ...]) -> Menu:
    plain, id = scene.plain, scene.id(TABLE, place, habit)
    if habit == "dice":
        return _dice_menu(scene, id)
    now = getattr(scene.record.habits, habit)
    chosen = f"{now:g}" if habit in HOURS else now
    title = name(plain, habit)
    offers = VALUES[habit]
    return Menu(
        id,
        title,
        [
            Pick(offer, _option_label(plain, title, habit, offer, offer == chosen), "", offer == chosen)
            for offer in offers
        ],
    )


def _option_label(plain: Narrator, title: str, habit: str, value: str, now: bool) -> str:
    """Return an option's label; the current one names its habit, because a phone shows little of a closed menu."""
    value_said = plain.say(key(habit, value))
    return f"{title}: {value_said}" if now else value_said


def _dice_menu(scene: Scene, id: CustomId) -> Menu:
    plain, habits = scene.plain, scene.record.habits
    by_hand = habits.dice == "hand"
    draws = scene.rules.draws
    kinds = scene.rules.rolls[: PER_SELECT - 1 - len(draws)]
    offers = [Pick(ALL, plain.say("habit.dice.hand"), "", by_hand and not habits.by_hand)]
    offers += [Pick(token(kind), plain.say(f"rolls.{kind}"), "", by_hand and kind in habits.by_hand) for kind in kinds]
    offers += [Pick(token(why), plain.say(f"drawn.{why}"), "", why in habits.drawn) for why in draws]
    return Menu(id, plain.say("habit.dice.menu"), offers, least=0, most=len(offers))


HANDLERS: Mapping[str, registering.Handler] = {TABLE: on_press, f"lobby:{TABLE}": on_press}


AS_SPOKEN = "auto"
"""The setting that gives a table the language of the person who opens it."""


LANGUAGES = [Choice(name="polski", value="pl"), Choice(name="English", value="en")]


@app_commands.default_permissions(manage_guild=True)
@app_commands.choices(
    language=[*LANGUAGES, registering.localised_choice("settings.language.auto", AS_SPOKEN)],
    **{habit: picks(habit) for habit in HOURS},
)
async def _change_guild_settings(
    service: TableService,
    reply: Reply,
    language: registering.Picked = "",
    gm_role: discord.Role | None = None,
    call_after: registering.Picked = "",
    remind_after: registering.Picked = "",
    deadline_after: registering.Picked = "",
) -> None:
    store = service.store
    if (
        not reply.interaction.permissions.manage_guild
    ):  # Discord sees to it, unless somebody has widened the permission there
        raise Refused("not_guild_admin")
    changes: dict[str, str | float] = {}
    if language:
        changes["language"] = "" if language == AS_SPOKEN else language
    if gm_role is not None:
        changes["gm_role"] = 0 if gm_role.is_default() else gm_role.id
    hours = zip(HOURS, (call_after, remind_after, deadline_after), strict=True)
    changes |= {habit: float(value) for habit, value in hours if value}
    guild_id = reply.guild_id
    now = await change_guild_settings(store, guild_id, **changes) if changes else await settings_of(store, guild_id)
    await reply.whisper(settings_in_words(Narrator(now.language or language_of(reply.interaction)), now))


def settings_in_words(narrator: Narrator, now: GuildSettings) -> Said:
    """Return a guild's settings in words."""
    return narrator.say(
        "settings.now",
        language=narrator.say(f"settings.language.{now.language or AS_SPOKEN}"),
        role=Said(f"<@&{now.gm_role}>") if now.gm_role else narrator.say("settings.no_role"),
        call=Word(f"habit.hours.{now.call_after:g}"),
        remind=Word(f"habit.hours.{now.remind_after:g}"),
        deadline=Word(f"habit.hours.{now.deadline_after:g}"),
    )


HOUSE_COMMAND = registering.command("house", _answer_house_command, rule=_switch_offers, value=_value_offers)
"""The command ``/house``."""

TABLE_COMMAND = registering.command("table", _change_or_show_habits)
"""The command ``/table``."""

SETTINGS_COMMAND = registering.command("settings", _change_guild_settings)
"""The command ``/settings``."""
