"""The state of a table in words, with the open question for the person who asks."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.acts.archive import archived_tables
from bot.discord.channels import missing_permissions
from bot.discord.commands import lobby
from bot.discord.commands.finding import own_scene
from bot.discord.commands.service import TableService
from bot.discord.prompts import table_words
from bot.discord.prompts.lobby import master_line
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.panel import panel
from bot.discord.prompts.public import Shown, answers_line
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.words import question
from bot.table.records import GameRecord
from bot.table.seat_names import seat_names
from bot.words import house_rules
from bot.words.narrator import Narrator, Said
from rules.kernel.answers import may_answer
from rules.kernel.errors import Refused
from rules.kernel.requests import Request, Seat

MOST_NAMED = 3
"""Maximum number of resting tables that are named; ``/game resume`` offers them all."""


async def status(service: TableService, reply: Reply) -> None:
    """Show the state of the table and let an asked person answer; a lobby is posted again for all."""
    try:
        scene = await service.here(reply)
    except Refused as refusal:
        if await service.return_here(reply):
            await status(service, reply)
            return
        if not (resting := await resting_in_words(service, reply.interaction)):
            raise
        narrator = await service.voice(reply.interaction)
        await reply.whisper(f"{narrator.say(f'refused.{refusal.reason}', **refusal.facts)}\n{resting}")
        return
    if scene.record.phase == "lobby":
        reply.aloud()
        await lobby.post(service, reply, scene.standing)
        return
    scene = own_scene(scene, reply)
    lines = [table_in_words(scene), debt_in_words(service, scene, reply)]
    if scene.record.phase == "ended":
        lines.append(await resting_in_words(service, reply.interaction))
    said = "\n".join(line for line in lines if line)
    if asked := _seat_and_question(service, scene, reply.interaction):
        seat, part = asked
        shown = panel(scene, part, (), seat, await service.draft(scene, seat))
        await reply.whisper(Shown(f"{said}\n\n{shown.content}"[:2000], shown.view))
    else:
        await reply.whisper(said)
    await service.posting.put_back(scene.game_id)


async def resting_in_words(service: TableService, interaction: Interaction) -> Said:
    """Name the person's tables that have lost their channel, and how to resume them; '' if there are none."""
    records = await archived_tables(service.sessions, interaction.user.id)
    if not records:
        return Said()
    narrator = await service.voice(interaction)
    labels = [Said(table_label(narrator, record)) for record in records[:MOST_NAMED]]
    return narrator.say("status.resting", tables=narrator.join_words(labels))


def table_label(narrator: Narrator, record: GameRecord) -> str:
    """Return a table's label: the game, the day it was opened, and its players."""
    day = datetime.fromtimestamp(record.created_at, UTC).date().isoformat()
    people = narrator.join_words([narrator.term(name) for name in seat_names(record.seats).values()])
    return f"{narrator.say(f'game.{record.game}')} · {day} · {people}"


def debt_in_words(service: TableService, scene: Scene, reply: Reply) -> Said:
    """Return why messages to this table are undelivered; '' if all were delivered."""
    pending = service.posting.retry_queue.of(scene.game_id)
    if not pending:
        return Said()
    lacking = missing_permissions(reply.interaction)
    if pending.why == "shut" and lacking:
        return scene.narrator.say("status.unheard", missing=lacking)
    return scene.narrator.say(f"status.owed.{pending.why}", code=pending.code, text=pending.text)


def _seat_and_question(service: TableService, scene: Scene, interaction: Interaction) -> tuple[Seat, Request] | None:
    try:
        seat, part = service.part(scene, interaction)
    except Refused:
        return None
    return (seat, part) if may_answer(scene.waiting, seat) else None


def table_in_words(scene: Scene) -> str:
    """Return the game, its stage, its house rules, and the open question with who is asked."""
    narrator, standing = scene.narrator, scene.standing
    game = narrator.say(f"game.{standing.record.game}")
    lines: list[str] = [narrator.say(f"status.{standing.record.phase}", game=game, stage=standing.address.stage)]
    lines += [master_line(scene), *_progress_lines(scene)]
    lines.append(house_rules.differences_in_words(narrator, scene.rules, standing.record.options))
    if standing.waiting:
        lines.append(question_in_words(scene))
        lines += [answers_line(scene), table_words.times(scene)]
    return "\n".join(line for line in lines if line)


def _progress_lines(scene: Scene) -> list[str]:
    standing, narrator = scene.standing, scene.narrator
    if standing.state is None:
        return []
    face, view = scene.face, scene.weighed
    return [*face.course(narrator, view), face.outcome(narrator, view)]


def question_in_words(scene: Scene) -> Said:
    """Return the open question and who is asked."""
    narrator = scene.narrator
    return narrator.say(
        "status.asked", question=question(narrator, scene.waiting, openly=True), names=table_words.names(scene)
    )
