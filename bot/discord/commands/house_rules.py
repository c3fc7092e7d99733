"""``/house``: the house rules in force, and how to change one while the game is on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from discord import app_commands
from discord.app_commands import Choice

from bot.acts import house_rules as house
from bot.acts.rulings import change_house_rule
from bot.discord.commands.ballots import open_ballot
from bot.discord.commands.lobby import Lobby
from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import AnyCommand, ShortText, choices, command, serve
from bot.discord.commands.service import TableService
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.typed import one_of
from bot.session.lobby import must_be_open, with_house_rule
from bot.table.authority import is_master
from bot.table.records import Standing
from bot.words import house_rules
from bot.words.narrator import Said
from rules.kernel.errors import Refused
from rules.kernel.words import Word


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command for house rules."""

    @app_commands.rename(rule=localised_name("option.rule"), value=localised_name("option.value"))
    @app_commands.describe(rule=localised_description("option.rule"), value=localised_description("option.house_value"))
    async def run(interaction: Interaction, rule: ShortText = "", value: ShortText = "") -> None:
        await serve(service, interaction, lambda reply: _house(service, reply, rule, value))

    made = command("house", run)
    made.autocomplete("rule")(_rules(service))
    made.autocomplete("value")(_values(service))
    yield made


def _rules(service: TableService) -> Any:
    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        scene = await _scene(service, interaction)
        if scene is None:
            return []
        plain, values = scene.narrator.plain, in_force(scene)
        offers = [(house_rules.rule_in_words(plain, switch, values[switch]), switch) for switch in _changeable(scene)]
        return choices(offers, begun)

    return complete


def _values(service: TableService) -> Any:
    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        scene = await _scene(service, interaction)
        if scene is None:
            return []
        try:
            switch = _switch(scene, str(getattr(interaction.namespace, "rule", "") or ""))
        except Refused:
            return []
        plain = scene.narrator.plain
        offers = [
            (str(house_rules.value_in_words(plain, switch, value)), value) for value in scene.rules.switches[switch]
        ]
        return choices(offers, begun)

    return complete


async def _scene(service: TableService, interaction: Interaction) -> Scene | None:
    try:
        return await service.here(interaction)
    except Refused:
        return None


def in_force(scene: Scene) -> dict[str, str]:
    """Every switch with its value at this table."""
    return house_rules.in_force(scene.rules.switches, scene.standing.record.options)


async def _house(service: TableService, reply: Reply, rule: str, value: str) -> None:
    scene = await service.here(reply.interaction)
    if not rule:
        await reply.whisper(_told(scene))
        return
    switch = _switch(scene, rule)
    if not value:
        await reply.whisper(_one(scene, switch))
        return
    wanted = _value(scene, switch, value)
    if in_force(scene)[switch] == wanted:
        raise Refused("house_already")
    if scene.standing.record.phase == "lobby":
        await _before(service, reply, scene, switch, wanted)
    elif is_master(scene.standing.record, reply.interaction.user.id):
        await _rule(service, reply, scene, switch, wanted)
    else:
        await _ask(service, reply, scene, switch, wanted)


def _told(scene: Scene) -> str:
    """All switches, those first that are not as usual."""
    narrator, switches, options = scene.narrator, scene.rules.switches, scene.standing.record.options
    values = in_force(scene)
    others = [switch for switch in switches if switch in house_rules.different_from_usual(switches, options)]
    lines = [f"- **{house_rules.rule_in_words(narrator, switch, values[switch])}**" for switch in others]
    lines += [f"- {house_rules.rule_in_words(narrator, one, values[one])}" for one in switches if one not in others]
    return "\n".join([*lines, narrator.say("house.how")] if lines else [narrator.say("house.none")])


def _one(scene: Scene, switch: str) -> str:
    """One rule: how it stands, what it does, what it may become, and how to change it."""
    narrator, now = scene.narrator, in_force(scene)[switch]
    lines = [f"**{house_rules.rule_in_words(narrator, switch, now)}**", narrator.first_known(f"house.{switch}.note")]
    if switch in _changeable(scene):
        lines.append(narrator.say("house.possible", values=tuple(_in_words(scene, switch))))
        lines.append(narrator.say("house.how"))
    else:
        lines.append(narrator.say("refused.option_fixed", name=Word(f"house.{switch}")))
    return "\n".join(line for line in lines if line)


def _in_words(scene: Scene, switch: str) -> list[Said]:
    """The values of a switch as everybody reads and types them."""
    plain = scene.narrator.plain
    return [house_rules.value_in_words(plain, switch, value) for value in scene.rules.switches[switch]]


def _changeable(scene: Scene) -> list[str]:
    """The switches that can be changed now: all before the start, then those that the game can bear."""
    switches, state = scene.rules.switches, scene.standing.state
    if state is None or scene.standing.waiting is None:
        return list(switches)
    values, saved = in_force(scene), scene.rules.encode(state)
    return [switch for switch in switches if _bears(scene, saved, switch, values)]


def _bears(scene: Scene, saved: bytes, switch: str, values: Mapping[str, str]) -> bool:
    rules = scene.rules
    other = next((value for value in rules.switches[switch] if value != values[switch]), values[switch])
    try:
        rules.agree(rules.decode(saved, rules.schema), {**values, switch: other})
    except Refused as refusal:
        return refusal.reason != "option_fixed"
    return True


def _switch(scene: Scene, typed: str) -> str:
    plain = scene.narrator.plain
    names = {switch: [switch, str(plain.say(f"house.{switch}"))] for switch in scene.rules.switches}
    return one_of(names, typed)


def _value(scene: Scene, switch: str, typed: str) -> str:
    plain, values = scene.narrator.plain, scene.rules.switches[switch]
    names = {value: [value, str(house_rules.value_in_words(plain, switch, value))] for value in values}
    try:
        return one_of(names, typed)
    except Refused as refusal:
        known = tuple(_in_words(scene, switch))
        raise Refused("house_value", name=Word(f"house.{switch}"), values=known) from refusal


async def _before(service: TableService, reply: Reply, scene: Scene, switch: str, value: str) -> None:
    """In the lobby it is for whoever leads the table, as in the lobby's own panel."""
    interaction = reply.interaction
    may = interaction.permissions.manage_channels
    game_id = scene.standing.record.id
    now = await house.agree(service.sessions, game_id, interaction.user.id, interaction.id, switch, value, may=may)
    async with service.best_effort(game_id):
        await reply.whisper(_changed(service, now, switch, value))
    await Lobby(service).redraw(game_id)


async def _rule(service: TableService, reply: Reply, scene: Scene, switch: str, value: str) -> None:
    interaction, game_id = reply.interaction, scene.standing.record.id
    done = await change_house_rule(service.sessions, game_id, interaction.user.id, interaction.id, switch, value)
    async with service.best_effort(game_id):
        await reply.whisper(_changed(service, done.standing, switch, value))
    await service.posting.deliver(game_id)


async def _ask(service: TableService, reply: Reply, scene: Scene, switch: str, value: str) -> None:
    """What the rules refuse is not voted on."""
    standing = scene.standing
    must_be_open(standing.record, standing.waiting)
    service.seat(scene, reply.interaction)
    copy = scene.rules.decode(scene.rules.encode(standing.state), scene.rules.schema)
    scene.rules.agree(copy, with_house_rule(standing.record, scene.rules.switches, switch, value))
    await open_ballot(service, reply, f"house/{switch}/{value}")


def _changed(service: TableService, standing: Standing, switch: str, value: str) -> str:
    narrator = service.scene(standing).narrator
    return narrator.say("house.changed", rule=house_rules.rule_in_words(narrator, switch, value))
