"""Finds the table of a channel or a control, the seat for which somebody acts, and the language they read."""

from __future__ import annotations

from collections.abc import Mapping

from bot.acts.seating import stranger
from bot.discord import logs
from bot.discord.direct import scene_for
from bot.discord.live import PROMPT
from bot.discord.prompts.open_question import Scene, draft_address
from bot.discord.prompts.panel import Draft
from bot.discord.prompts.public import address_of
from bot.discord.prompts.question_path import part_of, without_secret_actions
from bot.discord.prompts.reply import Interaction, Reply
from bot.session.faults import OurFault
from bot.session.sessions import Sessions
from bot.table.authority import may_look, speaker
from bot.table.records import Standing
from bot.table.seat_names import seat_names
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator, Said
from rules.kernel.errors import Refused
from rules.kernel.game import Rules
from rules.kernel.requests import Request, Seat


class TableFinder:
    """Finds tables, and reads what a person may see and do there."""

    def __init__(self, sessions: Sessions, games: Mapping[str, Rules]) -> None:
        self.sessions = sessions
        self.store = sessions.store
        self.games = games

    def scene(self, standing: Standing) -> Scene:
        """Return the scene of a table, from which prompts are made."""
        logs.bind_table(standing.record.id, standing.address)
        return Scene(standing, self.games[standing.record.game])

    async def here(self, by: Interaction | Reply) -> Scene:
        """Return the table of the channel; refuses if there is none."""
        standing = await self.sessions.standing(by.channel_id or 0)
        if not standing:
            raise Refused("no_game")
        return self.scene(standing)

    async def past(self, reply: Reply) -> Scene:
        """Return the table of the channel for looking back; before its game begins, the previous game."""
        standing = await self.sessions.look_back(reply.channel_id)
        if not standing:
            raise Refused("no_game")
        return self.scene(standing)

    async def game(self, game_id: str) -> Scene:
        """Return a table by its id; refuses if there is none."""
        standing = await self.sessions.standing_of(game_id)
        if not standing:
            raise Refused("no_game")
        return self.scene(standing)

    def seat(self, scene: Scene, interaction: Interaction, wanted: str = "", named: Seat = "") -> Seat:
        """Return the seat for which the person acts, preferably one that may do what is ``wanted``; refuses strangers.

        ``named``: the person's seat to use.
        """
        now = scene.standing
        seat = speaker(now.record, now.waiting, now.done, interaction.user.id, now.asked_at, wanted, named)
        if seat is None:
            raise stranger(now.record)
        return seat

    def part(
        self, scene: Scene, interaction: Interaction, wanted: str = "", named: Seat = "", *, blind: bool = False
    ) -> tuple[Seat, Request]:
        """Return the seat for which the person acts, and the part of its question that the person may see.

        ``named``: as in ``seat``. ``blind``: return the whole question, because the person answers without seeing it.
        """
        seat, record = self.seat(scene, interaction, wanted, named), scene.record
        if seat in scene.standing.done:
            raise Refused("already_answered")
        asked = part_of(scene.waiting, seat)
        return seat, asked if blind or may_look(record, interaction.user.id, seat) else without_secret_actions(asked)

    async def draft(self, scene: Scene, seat: Seat) -> Draft:
        """Return what this seat has picked but not sent."""
        return await self.store.draft(scene.game_id, draft_address(scene.standing, seat), seat)

    async def person(self, interaction: Interaction) -> str:
        """Return the person's name at the channel's table, without markup; without a seat there, their display name."""
        try:
            standing = await self.sessions.standing(interaction.channel_id or 0)
        except OurFault:  # it is in the log; a table that cannot be played on can still be closed
            standing = None
        seat = standing.record.seat_of(interaction.user.id) if standing else None
        if not standing or seat is None:
            return interaction.user.display_name
        return seat_names(standing.record.seats)[seat]

    async def voice(self, interaction: Interaction) -> Narrator:
        """Return a narrator in the person's language, with the names of the table."""
        locale = language_of(interaction)
        try:
            standing = await self.sessions.standing(interaction.channel_id or 0)
        except Exception:
            standing = None
        return scene_for(self.scene(standing), locale).narrator if standing else Narrator(locale)


async def link_to(sessions: Sessions, standing: Standing, key: str) -> str:
    """Return the address of the message with this key, else of the channel; only an open question is a prompt."""
    prompts = await sessions.store.prompts(standing.record.id)
    old = [prompt for prompt in prompts if prompt.key == PROMPT and prompt.address != standing.address]
    here = [prompt.message_id for prompt in prompts if prompt.key == key and prompt not in old]
    return address_of(standing.record, here[-1] if here else 0)


async def way_back(sessions: Sessions, scene: Scene) -> str:
    """Return the last line of an ephemeral reply, a link to the open question; '' if no question is open."""
    if not scene.standing.waiting:
        return ""
    return scene.narrator.say("prompt.back", place=Said(await link_to(sessions, scene.standing, PROMPT)))


def own_scene(scene: Scene, reply: Reply) -> Scene:
    """Return the scene in the person's language, for what nobody else reads."""
    return scene_for(scene, language_of(reply.interaction))


def language_of(interaction: Interaction) -> str:
    """Return the person's language, else the guild's (en-US for every guild that is no community), else English."""
    spoken = [str(locale)[:2] for locale in (interaction.locale, interaction.guild_locale)]
    return next((locale for locale in spoken if locale in LOCALES), "en")
