"""``/game``: open a table, sit down, begin, see where it stands, close it."""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import Choice

from bot.commands import house_rules
from bot.commands.desk import Desk, language_of
from bot.commands.lobby import Lobby
from bot.commands.localised import about, named
from bot.commands.making import FOR_GUILDS, IN_GUILDS, choices, serve
from bot.commands.rights import missing
from bot.commands.status import status
from bot.narrator import Narrator
from bot.prompts.controls import view
from bot.prompts.public import Shown
from bot.prompts.reply import Interaction, Reply
from rules.kernel.errors import Refused


class GameCommands(app_commands.Group):
    """The group of commands around a table."""

    def __init__(self, desk: Desk, lobby: Lobby) -> None:
        super().__init__(
            name=named("game"),
            description=about("game"),
            allowed_contexts=IN_GUILDS,
            allowed_installs=FOR_GUILDS,
        )
        self._desk = desk
        self._lobby = lobby

    @app_commands.command(name=named("game.new"), description=about("game.new"))
    @app_commands.rename(game=named("option.game"), language=named("option.language"), options=named("option.options"))
    @app_commands.describe(
        game=about("option.game"), language=about("option.language"), options=about("option.options")
    )
    @app_commands.choices(language=[Choice(name="polski", value="pl"), Choice(name="English", value="en")])
    async def new(
        self, interaction: Interaction, game: str = "", language: Choice[str] | None = None, options: str = ""
    ) -> None:
        """Open a table in this channel."""

        async def work(reply: Reply) -> None:
            _must_be_allowed(interaction)
            chosen = game or next(iter(self._desk.games))
            agreed = house_rules.read(options)
            if rules := self._desk.games.get(chosen):
                rules.begin({"s1": interaction.user.display_name}, agreed)  # refuses house rules that do not exist
            standing = await self._desk.sessions.new(
                game=chosen,
                channel_id=interaction.channel_id or 0,
                guild_id=interaction.guild_id or 0,
                locale=language.value if language else language_of(interaction),
                leader_id=interaction.user.id,
                leader_name=interaction.user.display_name,
                options=agreed,
                interaction_id=interaction.id,
            )
            await reply.post(self._lobby.shown(standing))

        await serve(self._desk, interaction, work, public=True)

    @new.autocomplete("game")
    async def _games(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        narrator = Narrator(language_of(interaction), marked=False)
        offers = [(str(narrator.say(f"game.{name}")), name) for name in self._desk.games]
        return choices([(said, name) for said, name in offers if begun.casefold() in said.casefold()])

    @new.autocomplete("options")
    async def _options(self, interaction: Interaction, begun: str) -> list[Choice[str]]:
        narrator = Narrator(language_of(interaction), marked=False)
        rules = self._desk.games.get(getattr(interaction.namespace, "game", "") or next(iter(self._desk.games)))
        return choices(house_rules.offered(narrator, rules.switches if rules else {}, begun))

    @app_commands.command(name=named("game.join"), description=about("game.join"))
    async def join(self, interaction: Interaction) -> None:
        """Sit down."""
        await serve(self._desk, interaction, lambda reply: self._seat(reply, join=True), public=True)

    @app_commands.command(name=named("game.leave"), description=about("game.leave"))
    async def leave(self, interaction: Interaction) -> None:
        """Get up before the game begins."""
        await serve(self._desk, interaction, lambda reply: self._seat(reply, join=False), public=True)

    async def _seat(self, reply: Reply, *, join: bool) -> None:
        standing = await self._lobby.seat(reply.interaction, join=join)
        if standing.record.phase == "ended":
            await reply.post(Shown(self._desk.scene(standing).narrator.say("lobby.empty"), view()))
        else:
            await reply.post(self._lobby.shown(standing))

    @app_commands.command(name=named("game.start"), description=about("game.start"))
    @app_commands.rename(quick=named("option.quick"))
    @app_commands.describe(quick=about("option.quick"))
    async def start(self, interaction: Interaction, quick: bool = False) -> None:
        """Begin the game."""

        async def work(reply: Reply) -> None:
            _must_be_allowed(interaction)
            await self._lobby.start(reply, quick=quick)

        await serve(self._desk, interaction, work, public=True)

    @app_commands.command(name=named("game.status"), description=about("game.status"))
    async def status(self, interaction: Interaction) -> None:
        """Where the table stands, and whom it waits for."""
        await serve(self._desk, interaction, lambda reply: status(self._desk, reply))

    @app_commands.command(name=named("game.end"), description=about("game.end"))
    @app_commands.rename(sure=named("option.sure"))
    @app_commands.describe(sure=about("option.sure"))
    async def end(self, interaction: Interaction, sure: bool) -> None:
        """Close the table for good."""

        async def work(reply: Reply) -> None:
            if not sure:
                raise Refused("not_sure")
            channel, user = interaction.channel_id or 0, interaction.user.id
            may = interaction.permissions.manage_channels
            name = interaction.user.display_name
            standing = await self._desk.sessions.end(channel, user, interaction.id, name=name, may=may)
            said = self._desk.scene(standing).narrator.say("game.ended_by", name=name)
            async with self._desk.best_effort(standing.record.id):
                await (reply.whisper(said) if standing.record.commitment else reply.post(Shown(said, view())))
            await self._desk.posting.deliver(standing.record.id)

        await serve(self._desk, interaction, work)


def _must_be_allowed(interaction: Interaction) -> None:
    if lacking := missing(interaction):
        raise Refused("permissions", missing=lacking)
