"""An answer of a person: submitted, acknowledged with its secret results, and followed by what was missed."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from msgspec.structs import replace

from bot.discord.commands.ask_me import ask_me_news
from bot.discord.commands.finding import own_scene, way_back
from bot.discord.commands.gm_prepare import note_due
from bot.discord.commands.proposals import open_ballot
from bot.discord.commands.secret_news import is_screen_shared, news_behind_button, secret_news
from bot.discord.commands.service import TableService
from bot.discord.direct import scene_for
from bot.discord.live import PROMPT
from bot.discord.prompts import story
from bot.discord.prompts.choices import things_now
from bot.discord.prompts.components import CONTENT, CustomId, fit_lines, view
from bot.discord.prompts.meanwhile import AWAY, is_over_a_round, meanwhile
from bot.discord.prompts.open_question import Scene, is_same_choice
from bot.discord.prompts.panel import panel
from bot.discord.prompts.public import Shown, address_of, closed_prompt_text, lead_of_answer, told_answer, votes_counted
from bot.discord.prompts.question_path import part_of
from bot.discord.prompts.reply import Reply
from bot.discord.prompts.words import answer_in_words, question
from bot.discord.sitting import Sitting
from bot.discord.temporary_replies import ALL, DONE
from bot.executors import PAST
from bot.table.authority import may_look, seats_of
from bot.table.records import Accepted, OutboxRow, Press
from bot.words.narrator import Said, clip
from rules.kernel.answers import Value, is_beside, is_secret
from rules.kernel.errors import Refused
from rules.kernel.requests import Everyone, NextAction, Seat


async def answer(
    service: TableService,
    reply: Reply,
    scene: Scene,
    value: Value,
    pressed: CustomId | None = None,
    usual: bool = False,
) -> None:
    """Submit a person's answer; the ``pressed`` prompt shows the choice, and the story follows."""
    press = Press(
        scene.game_id,
        reply.user_id,
        reply.interaction_id,
        value,
        pressed.address if pressed else scene.address,
        usual,
        pressed.beside if pressed else None,
        openly=usual and pressed is not None and not (reply.is_ephemeral and scene.has_secrets),
        seat=pressed.seat if pressed else "",
    )
    away = await _absence(service, press.game_id, reply.user_id)
    accepted = await service.sessions.answer(press)
    service.acted[press.game_id, reply.user_id] = service.sessions.clock()
    if not accepted.repeated:
        service.metrics.answers.labels(accepted.standing.record.game).inc()
    asked = _scene_when_asked(scene, accepted)
    before = scene_for(asked, accepted.standing.record.locale)  # what a panel said is in its reader's language
    own = accepted.standing.record.seat_of(reply.user_id) or accepted.seat
    if is_beside(before.waiting, accepted.value, accepted.seat):
        await _confirm_secret_action(service, reply, before, accepted)
        await service.deliver(reply, press.game_id, Sitting(own, aside=True))
    else:
        await _show_result(service, reply, before, accepted, own)
    async with service.best_effort(press.game_id):
        after = own_scene(service.scene(accepted.standing), reply)
        missed = await _rows_since(service, after, *away) if away else []
        lines = await _meanwhile(service, after, reply.user_id, missed) if is_over_a_round(after, missed) else []
        if reply.is_public:  # else the receipt has told it
            lines += secret_news(reply, before, after, accepted)
        lines += story.exit_cards(after, accepted.told)
        if lines:
            await reply.whisper(fit_lines(lines))
        if hidden := news_behind_button(reply, before, after, accepted):
            await reply.whisper(hidden, slot="look")
        if asks := ask_me_news(after, reply.user_id, accepted.told):
            await reply.whisper(asks, slot="said")
    await note_due(service, service.scene(accepted.standing))


async def answer_or_ask_owners(
    service: TableService,
    reply: Reply,
    scene: Scene,
    value: Value,
    pressed: CustomId | None = None,
    *,
    usual: bool = False,
) -> None:
    """Submit a person's answer; if it needs the consent of others, open a vote."""
    try:
        await answer(service, reply, scene, value, pressed, usual)
    except Refused as refusal:
        if refusal.reason != "consent_ballot":
            raise
        await open_ballot(service, reply, str(refusal.facts["matter"]))


def _scene_when_asked(seen: Scene, accepted: Accepted) -> Scene:
    """Return the scene with the question that was answered, because a faster answer may have changed it."""
    if not accepted.asked:
        return seen
    return replace(seen, standing=replace(seen.standing, waiting=accepted.asked))


async def _show_result(service: TableService, reply: Reply, before: Scene, accepted: Accepted, own: Seat) -> None:
    """Reply to an answer by editing the pressed message, or by a reply if none was pressed, and post the story."""
    game_id = before.game_id
    still_open = accepted.standing.waiting is not None and accepted.standing.address == before.address
    user_id = reply.user_id
    answered = told_answer(before, accepted, user_id)
    closing = "" if still_open else closed_prompt_text(before, _deciding_seats(accepted), answered)
    is_receipt = False
    if not reply.is_public:
        async with service.best_effort(game_id):
            is_receipt = await _confirm(service, reply, before, accepted)
    lead = lead_of_answer(before, accepted, user_id)
    told = await service.deliver(reply, game_id, Sitting(own, reply, closing, lead, accepted.seat))
    async with service.best_effort(game_id):
        await reply.acknowledge()
        in_view = told and lead and reply.channel_id == before.record.channel_id
        if is_told := is_receipt and in_view and not still_open:
            await reply.withdraw()
        if reply.is_public or is_told:
            await service.reports.temporary.clear(reply.interaction, ALL if is_screen_shared(before, user_id) else DONE)


async def _confirm_secret_action(service: TableService, reply: Reply, before: Scene, accepted: Accepted) -> None:
    """Reply to a secret action; the others see nothing, not even an edited message."""
    after, game_id = service.scene(accepted.standing), before.game_id
    async with service.best_effort(game_id):
        await _confirm(service, reply, before, accepted)
        moved = before.address != after.address
        told = story.lines(after.narrator, accepted.told, after.address)
        if moved and not told and is_same_choice(before, after, accepted.seat):
            async with service.posting.lock(game_id):
                await service.posting.live.keep(after)


async def _confirm(service: TableService, reply: Reply, before: Scene, accepted: Accepted) -> bool:
    """Confirm an answer with its secret results; return whether that was only a receipt, without
    news of its own.
    """
    request, key = part_of(before.waiting, accepted.seat), _note_key(accepted)
    before, after = own_scene(before, reply), own_scene(service.scene(accepted.standing), reply)
    what = answer_in_words(before.narrator, request, accepted.value, accepted.seat)
    news = secret_news(reply, before, after, accepted)
    back = await _way_on(service, after)
    said = fit_lines([before.narrator.say(key, what=what), *news], CONTENT - len(back) - 1)
    said = f"{said}\n{back}" if back else said
    is_receipt = key == "answer.noted" and not news and not is_secret(request, accepted.value, accepted.seat)
    if not reply.is_ephemeral:
        await reply.whisper(said, slot="said")
    elif more := await _what_else(service, reply, before, accepted):
        await reply.update(clip(f"{said}\n\n{more.content}", CONTENT), more.view)
        return False
    elif reply.has_pictures:  # one's own things, as they were before
        await reply.update(said, view([things_now(before)]), ())
        return False
    else:
        await reply.update(said)
    return is_receipt


def _note_key(accepted: Accepted) -> str:
    """Return the catalogue key of a receipt; the deciding vote may have been for a losing option."""
    if votes_counted(accepted):
        return "vote.carried"
    now = accepted.standing
    voted = not isinstance(now.waiting, Everyone) and accepted.seat in now.voted
    return "vote.noted" if voted else "answer.noted"


async def _what_else(service: TableService, reply: Reply, before: Scene, accepted: Accepted) -> Shown | None:
    """Return the panel for further secret actions at this question, or None if there are none."""
    after, seat = own_scene(service.scene(accepted.standing), reply), accepted.seat
    now = after.standing.waiting
    if not isinstance(now, NextAction) or not now.secret or not now.of(seat):
        return None
    if not is_same_choice(before, after) and not is_beside(before.waiting, accepted.value, seat):
        return None
    if not may_look(after.record, reply.user_id, seat):
        return None
    return panel(after, now, (), seat, await service.draft(after, seat))


def _deciding_seats(accepted: Accepted) -> Sequence[Seat]:
    counted = votes_counted(accepted)
    return counted[0].winners if counted else (accepted.seat,)


async def _way_on(service: TableService, scene: Scene) -> str:
    """Return the last line of a reply sent before the story: a link to the message at which the story will appear."""
    live = [prompt.message_id for prompt in await service.store.prompts(scene.game_id) if prompt.key == PROMPT]
    if not scene.standing.waiting or not live:
        return ""
    return scene.narrator.say("prompt.back", place=Said(address_of(scene.record, max(live))))


async def _absence(service: TableService, game_id: str, user_id: int) -> tuple[float, float] | None:
    """Return the start and end of a person's absence from a table (seconds), or None if there was none."""
    # The store reads all answers of the game for this, so it is asked only once in that time.
    now = service.sessions.clock()
    if now - service.acted.get((game_id, user_id), 0.0) < AWAY:
        return None
    acted = await service.store.last_acted(game_id, user_id)
    return (acted, now) if acted and now - acted >= AWAY else None


async def tell_meanwhile(service: TableService, reply: Reply, scene: Scene) -> bool:
    """Tell a returning person what happened since their last action, and what is asked; False: nothing did."""
    scene, record, user_id = own_scene(scene, reply), scene.record, reply.user_id
    told_at = service.acted.get((record.id, user_id), 0.0)
    acted = max(told_at, await service.store.last_acted(record.id, user_id))
    service.acted[record.id, user_id] = service.sessions.clock()
    lines = await _meanwhile(service, scene, user_id, await _rows_since(service, scene, acted))
    if lines:
        asked = f"**{question(scene.narrator, scene.waiting, openly=True)}**" if scene.standing.waiting else ""
        said = [*lines, asked, await way_back(service.sessions, scene)]
        await reply.whisper(fit_lines(line for line in said if line), slot="look")
    return bool(lines)


async def _rows_since(service: TableService, scene: Scene, since: float, until: float = inf) -> list[OutboxRow]:
    return [row for row in await service.sessions.chronicle(scene.game_id) if since < row.at <= until]


async def _meanwhile(service: TableService, scene: Scene, user_id: int, rows: Sequence[OutboxRow]) -> list[str]:
    seats = seats_of(scene.record, user_id)
    return await PAST.do(meanwhile, scene, rows, seats) if scene.state is not None else []
