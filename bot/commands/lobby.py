"""Around the table before the game: who plays, and when it begins."""

from __future__ import annotations

from discord import ButtonStyle

from bot.commands import house_rules
from bot.commands.desk import Desk
from bot.narrator import Said
from bot.prompts.controls import Press, view
from bot.prompts.ids import CustomId
from bot.prompts.public import Shown
from bot.prompts.reply import Interaction, Reply
from bot.prompts.scene import Scene
from bot.records import Standing
from rules.kernel.errors import Refused

HOUSE = "house"
VERBS = ("join", "leave", "start", "quick", HOUSE)
"""The buttons; the last one only where the game has house rules to choose."""


class Lobby:
    """The lobby message and its buttons."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def shown(self, standing: Standing) -> Shown:
        """The lobby as a message."""
        scene = self._desk.scene(standing)
        return Shown(self.text(scene), view(self._buttons(scene)))

    def text(self, scene: Scene) -> str:
        """Who sits at the table, and what was agreed on."""
        narrator, record = scene.narrator, scene.standing.record
        least, most = scene.rules.seats
        lines = [
            narrator.say("lobby.title", game=narrator.say(f"game.{record.game}")),
            narrator.say("lobby.seats", names=narrator.listed([narrator.seat(one.seat) for one in record.seats])),
            narrator.say("lobby.how", least=least, most=most),
        ]
        lines.append(house_rules.agreed(narrator, scene.rules.switches, record.options))
        return "\n".join(line for line in lines if line)

    def _buttons(self, scene: Scene) -> list[Press]:
        plain = scene.narrator.plain
        styles = {"join": ButtonStyle.primary, "start": ButtonStyle.success}
        return [
            Press(scene.id("lobby", option=verb), plain.say(f"button.{verb}"), styles.get(verb, ButtonStyle.secondary))
            for verb in (VERBS if scene.rules.switches else VERBS[:-1])
        ]

    async def pressed(self, reply: Reply, id: CustomId) -> None:
        """A button of the lobby."""
        await self.before_the_game(reply, id)
        match id.option:
            case "join" | "leave":
                await self.refresh(reply, await self.seat(reply.interaction, join=id.option == "join"))
            case "start" | "quick":
                await self.start(reply, quick=id.option == "quick")
            case _:
                raise Refused("stale")

    async def before_the_game(self, reply: Reply, id: CustomId) -> Scene:
        """The table of a control in the lobby; refuses in another channel, and once the game has begun."""
        scene = await self._desk.game(id.game)
        if scene.standing.record.channel_id != reply.interaction.channel_id:
            raise Refused("stale")
        if scene.standing.record.phase != "lobby":
            raise Refused("already_started" if scene.standing.record.phase == "playing" else "game_over")
        return scene

    async def seat(self, interaction: Interaction, *, join: bool) -> Standing:
        """Sit down, or get up."""
        channel, user = interaction.channel_id or 0, interaction.user
        if join:
            return await self._desk.sessions.join(channel, user.id, user.display_name, interaction.id)
        return await self._desk.sessions.leave(channel, user.id, interaction.id)

    async def refresh(self, reply: Reply, standing: Standing) -> None:
        """Bring the pressed lobby message up to date."""
        if standing.record.phase == "ended":
            await reply.update(self._desk.scene(standing).narrator.say("lobby.empty"))
        else:
            shown = self.shown(standing)
            await reply.update(shown.content, shown.view)

    async def start(self, reply: Reply, *, quick: bool) -> None:
        """Begin the game; the story and the first question follow."""
        interaction = reply.interaction
        accepted = await self._desk.sessions.start(
            interaction.channel_id or 0, interaction.user.id, interaction.id, quick=quick
        )
        said = self.begun(self._desk.scene(accepted.standing))
        async with self._desk.best_effort(accepted.standing.record.id):
            await (reply.update(said) if interaction.message is not None else reply.post(Shown(said, view())))
        await self._desk.posting.deliver(accepted.standing.record.id, accepted.seat)

    def begun(self, scene: Scene) -> str:
        """What is left of the lobby: who plays, and the seal of the dice."""
        narrator, record = scene.narrator, scene.standing.record
        names = narrator.listed([narrator.seat(one.seat) for one in record.seats])
        game = narrator.say(f"game.{record.game}")
        return narrator.say("lobby.begun", game=game, names=names, seal=Said(record.commitment))
