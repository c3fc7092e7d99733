"""A little bot on stock discord.py that uses all the parts of Discord which the playground speaks."""

from __future__ import annotations

import io
from typing import Any, cast

import discord
from discord import app_commands, ui

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d494844520000000100000001080600000"
    "01f15c4890000000d49444154789c6360f8cfc0f01f0005000101a2d54e120000000049454e44ae426082"
)
WAYS = ["północ", "południe", "wschód", "zachód"]


class ABot(discord.Client):
    """Groups, autocomplete, buttons by router, selects, modals, uploads, layouts, threads, DMs, deferred answers."""

    def __init__(self, connector: Any, **options: Any) -> None:
        options = {"guild_ready_timeout": 0.1, **options}
        super().__init__(intents=discord.Intents(guilds=True), connector=connector, **options)
        self.tree = app_commands.CommandTree(self)
        self.pressed: list[str] = []
        self.resumed = 0
        self.tree.add_command(Game(name="gra", description="Gra planszowa"))
        self.tree.add_command(app_commands.ContextMenu(name="Przypnij", callback=pin_it))
        self.tree.add_command(app_commands.ContextMenu(name="Kto to?", callback=who_is_it))

    async def setup_hook(self) -> None:
        await self.tree.set_translator(Polish())
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Discord's five seconds between two logins are not waited for."""

    async def on_resumed(self) -> None:
        self.resumed += 1

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            data: Any = interaction.data
            await self.route(interaction, data["custom_id"], data.get("values", []))

    async def route(self, interaction: discord.Interaction, custom_id: str, values: list[str]) -> None:
        """The router over custom ids that the real bot may use: it holds no state."""
        self.pressed.append(custom_id)
        answer = interaction.response
        match custom_id.split(":"):
            case ["roll"]:
                await answer.send_modal(RollForm())
            case ["hero"]:
                await answer.send_modal(HeroForm())
            case ["pick"]:
                await answer.defer(ephemeral=True, thinking=True)
                await interaction.followup.send(f"wybrano {', '.join(values)}")
            case ["door", side]:
                await answer.edit_message(view=room(f"drzwi {side}"))
            case ["turn"]:
                await answer.edit_message(content=None, embeds=[], view=turned())
            case ["later"]:
                await answer.defer()
                await interaction.edit_original_response(content="po namyśle")
            case ["secret"]:
                await answer.send_message("tylko dla ciebie", view=buttons("whisper"), ephemeral=True)
            case ["whisper"]:
                await answer.edit_message(content="szept")


class Polish(app_commands.Translator):
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        return {"way": "kierunek"}.get(string.message) if locale is discord.Locale.polish else None


class RollForm(ui.Modal, title="Rzut kością"):
    roll: ui.Label[Any] = ui.Label(text="Wynik", component=ui.TextInput(custom_id="roll", min_length=1, max_length=3))
    how: ui.Label[Any] = ui.Label(
        text="Tryb",
        component=ui.RadioGroup(
            custom_id="how",
            options=[
                discord.RadioGroupOption(label="ręcznie", value="hand"),
                discord.RadioGroupOption(label="bot", value="bot"),
            ],
        ),
    )
    proof: ui.Label[Any] = ui.Label(text="Zdjęcie", component=ui.FileUpload(custom_id="proof", required=False))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        roll, how, proof = (cast("Any", label.component) for label in (self.roll, self.how, self.proof))
        words = f"rzut={roll.value} tryb={how.value} pliki={[attachment.size for attachment in proof.values]}"
        await interaction.response.send_message(words, ephemeral=True)


class HeroForm(ui.Modal, title="Nowy bohater"):
    """A form with the other kinds of fields."""

    words: ui.TextDisplay[Any] = ui.TextDisplay("Opowiedz o **sobie**.")
    story: ui.Label[Any] = ui.Label(
        text="Dzieje", component=ui.TextInput(custom_id="story", style=discord.TextStyle.paragraph, required=False)
    )
    friend: ui.Label[Any] = ui.Label(text="Towarzysz", component=ui.UserSelect(custom_id="friend", required=False))
    things: ui.Label[Any] = ui.Label(
        text="Rzeczy",
        description="Najwyżej dwie",
        component=ui.CheckboxGroup(
            custom_id="things",
            max_values=2,
            options=[discord.CheckboxGroupOption(label=thing, value=thing) for thing in ("lina", "lampa", "chleb")],
        ),
    )
    brave: ui.Label[Any] = ui.Label(text="Odwaga", component=ui.Checkbox(custom_id="brave", default=True))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        fields = (self.story, self.friend, self.things, self.brave)
        story, friend, things, brave = (cast("Any", label.component) for label in fields)
        names = [user.display_name for user in friend.values]
        await interaction.response.send_message(f"{story.value} {names} {sorted(things.values)} {brave.value}")


def buttons(*custom_ids: str) -> ui.View:
    view = ui.View(timeout=None)
    for custom_id in custom_ids:
        view.add_item(ui.Button(label=custom_id.capitalize(), custom_id=custom_id))
    return view


def board() -> ui.View:
    view = buttons("roll", "secret", "later", "hero")
    options = [discord.SelectOption(label=thing, value=thing) for thing in ("miecz", "tarcza", "lina")]
    view.add_item(ui.Select(custom_id="pick", options=options, max_values=2, placeholder="Weź coś"))
    return view


def room(words: str = "Komnata 7") -> ui.LayoutView:
    doors: ui.ActionRow[Any] = ui.ActionRow(
        ui.Button(label="Północ", custom_id="door:n"), ui.Button(label="Południe", custom_id="door:s")
    )
    picture = discord.MediaGalleryItem("attachment://map.png", description="mapa komnaty")
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.Container(ui.TextDisplay(f"## {words}"), ui.MediaGallery(picture), doors))
    return layout


def turned() -> ui.LayoutView:
    """The layout that a plain message becomes; its picture is the one that is attached already."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay("**Drzwi trzasnęły.**"))
    layout.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://map.png", description="mapa komnaty")))
    layout.add_item(ui.Section("Obróć się", "-# 48%", accessory=ui.Button(label="Obrót", custom_id="turn")))
    return layout


def picture(name: str = "map.png") -> discord.File:
    return discord.File(io.BytesIO(PNG), name, description="mapa")


class Game(app_commands.Group):
    @app_commands.command(name="ruch", description="Wykonaj ruch")
    @app_commands.describe(way="dokąd", steps="ile pól")
    async def move(self, interaction: discord.Interaction, way: str, steps: app_commands.Range[int, 1, 6] = 1) -> None:
        embed = discord.Embed(title=f"Idziesz: {way} {steps}").set_image(url="attachment://map.png")
        await interaction.response.send_message(embed=embed, file=picture(), view=board())

    @move.autocomplete("way")
    async def complete_way(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=way, value=way) for way in WAYS if way.startswith(typed)]

    @app_commands.command(name="komnata", description="Układ V2, po namyśle")
    async def enter(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer()
        await interaction.followup.send(view=room(), file=picture())

    @app_commands.command(name="tablica", description="Zwykła wiadomość, którą naciśnięcie zmienia w układ V2")
    async def show_board(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Stoisz w drzwiach.", file=picture(), view=buttons("turn"))

    @app_commands.command(name="kronika", description="Wątek i wiadomość prywatna")
    async def chronicle(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.send_message("zakładam")
        kind = discord.ChannelType.public_thread
        thread = await interaction.channel.create_thread(name="kronika", type=kind)
        await thread.send("wpis w kronice")
        await interaction.user.send("Twoja kolej!", view=buttons("later"))

    @app_commands.command(name="ogłoś", description="Zwykła wiadomość na kanale")
    async def announce(self, interaction: discord.Interaction, who: discord.Member, words: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        channel = interaction.client.get_partial_messageable(interaction.channel_id or 0)
        try:
            pings = discord.AllowedMentions(users=[who])
            await channel.send(f"{who.mention} {words}", view=board(), allowed_mentions=pings)
        except discord.HTTPException as refusal:
            await interaction.followup.send(f"odmowa {refusal.status} {refusal.code}")
        else:
            await interaction.followup.send("poszło")

    @app_commands.command(name="milcz", description="Nie odpowiada wcale")
    async def stay_silent(self, interaction: discord.Interaction) -> None:
        return


async def pin_it(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"przypinam {message.content}", ephemeral=True)
    await message.pin()


async def who_is_it(interaction: discord.Interaction, member: discord.Member) -> None:
    await interaction.response.send_message(f"to {member.display_name}")
