"""The live message of each table: the result of the last answers, the open question, and their pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence

import discord
import structlog
from msgspec.structs import replace

from bot.discord import delivery_plan, messages, screen_story, sitting
from bot.discord.channels import Channels, Memory
from bot.discord.direct import DirectMessages, say
from bot.discord.farewell import calling_line, ending_lines, farewell, is_farewell, rematch_button
from bot.discord.prompts import story
from bot.discord.prompts.components import CONTENT, WHY, file_of
from bot.discord.prompts.layout import STORY, Choices
from bot.discord.prompts.open_question import Asked, Scene, identify_question, seats_that_know
from bot.discord.prompts.public import Shown, next_in_turn, pinged, prompt
from bot.discord.requests import HostClock
from bot.discord.retry_queue import reason_of
from bot.discord.sitting import Sitting
from bot.discord.writer import Writer
from bot.games.face import Picture
from bot.session.asking import whoever_sat
from bot.session.sessions import Sessions
from bot.store.units import Placed
from bot.table.events import REST, Overdue
from bot.table.habits import Person
from bot.table.records import OutboxRow, Prompt, Standing
from bot.table.timekeeping import players

PROMPT = "prompt"
"""The key of a table's one public prompt."""
PAGES = 2_000
"""Maximum number of tables whose live message is remembered."""

_log = structlog.get_logger(__name__)


class Live:
    """Writes the live messages; callers hold the table's lock."""

    def __init__(self, channels: Channels, sessions: Sessions, host_clock: HostClock, direct: DirectMessages) -> None:
        self._channels = channels
        self._sessions = sessions
        self._store = sessions.store
        self._host_clock = host_clock
        self._direct = direct
        self.writer = Writer(channels)
        self._pages: dict[str, delivery_plan.Page] = {}
        self._gallery = self.writer.gallery
        self._recent = sitting.RecentStories()
        self._asked: dict[str, Asked | None] = {}
        self._sending: dict[str, delivery_plan.Posted] = {}
        self._unnoted: dict[str, list[delivery_plan.Note]] = {}

    def forget(self, game_id: str) -> None:
        """Forget a table that has no channel, or returns to one."""
        self.writer.forget(game_id)
        self._recent.forget(game_id)
        for known in (self._pages, self._asked, self._sending):
            known.pop(game_id, None)

    def keep_only(self, game_ids: Collection[str]) -> None:
        """Forget all other tables."""
        for game_id in {*self._asked, *self.writer.known}.difference(game_ids):
            self.forget(game_id)

    async def page(
        self, scene: Scene, known: Sequence[Prompt], sitting: Sitting | None = None
    ) -> delivery_plan.Page | None:
        """Return the newest message with a question of this table, or None.

        The message of the button just pressed counts even if the store does not know it.
        """
        message_id = max((prompt.message_id for prompt in known if prompt.key == PROMPT), default=0)
        if sitting is not None and sitting.reply is not None and sitting.reply.is_public:
            message_id = max(message_id, sitting.reply.message_id)
        if not message_id:
            return None
        game_id = scene.game_id
        page = self._pages.get(game_id)
        if page is None or page.message_id != message_id:
            page = delivery_plan.Page(
                message_id, tuple(await self._sessions.told_in(game_id, message_id)), recalled=True
            )
            self.remember(game_id, page)
        return page

    def remember(self, game_id: str, page: delivery_plan.Page) -> None:
        """Remember a live message; the oldest ones are dropped, because the store knows them."""
        self._pages.pop(game_id, None)
        self._pages[game_id] = page
        if len(self._pages) > PAGES:
            del self._pages[next(iter(self._pages))]

    # After an answer -------------------------------------------------------------------------------------------

    async def go_on(self, step: delivery_plan.Step) -> None:
        """Tell the stories and ask the open question, if any."""
        step = await self._recall(step)
        if step.scene.standing.waiting is None:
            step = await self._close(step)
            await self._tell_apart(step, step.rows)
            return
        shown, called = await self._question(step)
        if not await self._ask_there(step, shown):
            await self._ask_anew(await self._close(step), shown)
        self._direct.ask(step.scene, called, self._pages[step.game_id].message_id)

    def _belongs_there(self, step: delivery_plan.Step) -> bool:
        """Whether to tell the stories in the message of the previous question.

        A new message is needed if others wrote below it, or if the answer came from a panel or a command.
        """
        page, sitter, now = step.page, step.sitting, self._host_clock.discord_time()
        if page is None or sitter is None:
            return False
        mine, newest = sitter.changes(page.message_id), self.writer.newest.of(step.scene.record.channel_id)
        if not 0 < newest <= page.message_id or not (mine or sitting.is_young(page.message_id, now)):
            return False
        return mine or sitter.reply is None or step.is_aside

    async def _recall(self, step: delivery_plan.Step) -> delivery_plan.Step:
        """Note the stories that the message already tells, if the process or connection failed before the note."""
        page = step.page
        if step.memory is not None and step.rows:
            # The question may be posted but not stored, and a command may have answered it since.
            found = await step.memory.find(messages.matches_older_question(step.scene.id(WHY)))
            if found is not None and found > delivery_plan.id_of(page):
                page = delivery_plan.Page(found, recalled=True)
                step = replace(step, page=page)
        if page is None or not step.rows or not (page.recalled or step.memory is not None):
            return step
        marks = await self._channels.marks(step.scene, page.message_id)
        actions = delivery_plan.actions_of(step.rows)
        told = [nth for nth, action in enumerate(actions, 1) if delivery_plan.mark_of(action) in marks]
        rows = [row for action in actions[: max(told, default=0)] for row in action]
        page = delivery_plan.Page(page.message_id, (*page.rows, *rows))
        self.remember(step.game_id, page)
        if rows:
            await self._note(step.game_id, delivery_plan.Note(told=delivery_plan.placed(rows, page.message_id)))
        return replace(step, page=page, rows=step.rows[len(rows) :])

    async def _ask_there(self, step: delivery_plan.Step, shown: Shown) -> bool:
        """Continue in the same message if nobody must be pinged, nothing important happened and it has room; True if
        so.
        """
        page, now = step.page, self._host_clock.discord_time()
        if page is None or shown.ping or not self._belongs_there(step) or not sitting.is_young(page.message_id, now):
            return False
        if self._gallery.shows_lasting(step.game_id) or (page.rows and sitting.has_great_moment(step.scene, step.rows)):
            return False
        if not await self._has_room(step):
            return False
        pictures = await self._gallery.of(step)
        said = await self._said_on_screen(step, shown, pictures)
        if not await self.writer.write(step, said, shown, pictures, step.all_rows):
            return False
        self._has_told(step)
        await self._note_asked(step.scene, page.message_id, step.placed(page.message_id))
        return True

    async def _has_room(self, step: delivery_plan.Step) -> bool:
        return len(await self._said(step, step.rows)) <= sitting.FULL

    async def stay(self, step: delivery_plan.Step) -> None:
        """Tell what happened while the question stays open, and show who has answered."""
        step = await self._recall(step)
        if step.leaves_no_trace:
            await self._note(step.game_id, delivery_plan.Note(told=step.placed(None)))
            return
        if not step.rows or not sitting.told(step.scene, step.rows):  # no story is public
            acted = (step.sitting is not None and not step.is_aside) or any(row.by is None for row in step.rows)
            if step.rows:
                await self._note(step.game_id, delivery_plan.Note(told=step.placed(None)))
            step = replace(step, rows=())
            if acted and not await self._show(step):
                await self._ask_anew(step, prompt(step.scene, ()))
            return
        there = self._belongs_there(step) and await self._has_room(step)
        if there and step.page is not None and await self._show(step):
            self._has_told(step)
            await self._note(step.game_id, delivery_plan.Note(told=step.placed(step.page.message_id)))
            return
        await self._close(step)
        await self._ask_anew(step, prompt(step.scene, ()))

    async def show(self, scene: Scene, sitting: Sitting | None = None) -> bool:
        """Update the message of the open question; return False if the message was deleted."""
        return await self._show(await self._as_it_stands(scene, sitting))

    async def keep(self, scene: Scene) -> None:
        """Show the question that is open now in the message of the previous one."""
        step = await self._as_it_stands(scene)
        if step.page is not None and await self._show(step):
            await self._note_asked(scene, step.page.message_id, [])

    async def with_sitters(self, scene: Scene) -> Scene:
        """Return the scene with all past players of each seat, so that edited stories keep the names of their time."""
        sitters = await self._store.sitters(scene.game_id)
        return replace(scene, sitters=tuple(sitters))

    async def _as_it_stands(self, scene: Scene, sitting: Sitting | None = None) -> delivery_plan.Step:
        known = await self._store.prompts(scene.game_id)
        scene = await self.with_sitters(scene)
        return delivery_plan.Step(scene, await self.page(scene, known, sitting), (), sitting)

    async def _show(self, step: delivery_plan.Step) -> bool:
        pictures = [] if step.rows else self._gallery.hanging(step.game_id)
        shown = prompt(step.scene, ())
        pictures = pictures or await self._gallery.of(step)
        said = await self._said_on_screen(step, shown, pictures)
        return await self.writer.write(step, said, shown, pictures, step.all_rows)

    async def _said(self, step: delivery_plan.Step, rows: Sequence[OutboxRow]) -> str:
        """Return all stories of the message with these rows; undone ones are struck out."""
        all_rows = [*(step.page.rows if step.page else ()), *rows]
        return sitting.told(step.scene, all_rows, await self._undone(step, all_rows))

    async def _said_on_screen(self, step: delivery_plan.Step, shown: Shown, pictures: Sequence[Picture]) -> str:
        """Return the text above an open question: the newest result, and the earlier ones in one line."""
        before, new = step.page.rows if step.page else (), step.rows
        if not new and before:
            last = delivery_plan.actions_of(before)[-1]
            before, new = before[: -len(last)], last
        below = sitting.lines_below(step.scene, new, self._recent.with_new(step.scene, step.all_rows))
        undone = await self._undone(step, [*before, *new])
        room = shown.lines_above(pictures, plain=not self.writer.takes_layout(step.game_id))
        return screen_story.told_on_screen(step.scene, before, new, undone, below, room)

    async def _undone(self, step: delivery_plan.Step, rows: Sequence[OutboxRow]) -> set[int]:
        epoch = step.scene.record.epoch
        if all(row.address.epoch == epoch for row in rows):
            return set()
        return sitting.taken_back(rows, epoch, await self._store.epochs(step.game_id))

    # A new message ---------------------------------------------------------------------------------------------

    async def _ask_anew(self, step: delivery_plan.Step, shown: Shown) -> None:
        scene, rows = step.scene, tuple(step.rows)
        pictures = await self._gallery.of(step)
        below = sitting.lines_below(scene, rows, self._recent.with_new(scene, step.all_rows))
        plain = not self.writer.takes_layout(step.game_id)
        room = shown.lines_above(pictures, plain=plain)
        said = screen_story.told_on_screen(scene, (), rows, below=below, room=room)
        most = sitting.APART_IN_WORDS if plain else sitting.APART
        if len(sitting.told(scene, rows)) > most:
            await self._tell_apart(step, rows, pictures=False)
            rows = ()
        posted = delivery_plan.Posted(scene, said, shown, pictures, rows, step.reply)
        await self._post(posted, step.memory)

    async def _post(self, posted: delivery_plan.Posted, memory: Memory | None) -> None:
        """Post a question and note it; a post that may have arrived is repeated before anything else."""
        game_id = posted.scene.game_id
        self._sending[game_id] = posted
        try:
            nonce = delivery_plan.nonce_of_question(posted.scene, posted.rows)
            message_id = await self.writer.send(posted, nonce, memory)
        except discord.HTTPException as refusal:
            # Unless an edit alone has failed, it has not arrived, and never will.
            if reason_of(refusal) != "line" and not self.writer.is_incomplete(game_id):
                del self._sending[game_id]
            raise
        del self._sending[game_id]
        self.remember(game_id, delivery_plan.Page(message_id, posted.rows))
        await self._note_asked(posted.scene, message_id, delivery_plan.placed(posted.rows, message_id))

    async def send_again(
        self, game_id: str, memory: Callable[[delivery_plan.Posted], Awaitable[Memory | None]]
    ) -> None:
        """Repeat a post that may have arrived: Discord knows its nonce, or ``memory`` finds the message."""
        if (posted := self._sending.get(game_id)) is not None:
            await self._post(posted, await memory(posted))

    async def _question(self, step: delivery_plan.Step) -> tuple[Shown, list[Person]]:
        """Return the open question, and whom it calls."""
        known = seats_that_know(self._asked.get(step.game_id), identify_question(step.scene))
        sitter = step.sitting or await self._whoever_sat(step.scene.standing)
        present = frozenset([sitter.seat] if sitter else ())
        others = pinged(step.scene, known | present)
        needed = pinged(step.scene, known | present | sitting.spared(step.scene, sitter))
        if any(isinstance(fact.event, Overdue) and fact.event.then == REST for row in step.rows for fact in row.told):
            others = []  # nobody has answered for a whole round
        soon = players(step.scene.record).get(next_in_turn(step.scene), 0)
        awake = await sitting.awake_people(self._sessions, [*others, soon]) if others else []
        called = [
            person
            for person in awake
            if person.user_id in (others if person.pings == "every" else needed) and person.pings != "daily"
        ]
        self._direct.tell(
            step.scene, [each for each in awake if each.user_id == soon and each.pings == "next"], say("prompt.soon")
        )
        return prompt(step.scene, [person.user_id for person in called if person.is_pinged]), called

    async def _whoever_sat(self, now: Standing) -> Sitting | None:
        """Return the seat whose answer led to this question, for a question that the clock posts late."""
        seat = now.record.seat_of(await whoever_sat(self._store, now.record, now.waiting, now.asked_at))
        return Sitting(seat) if seat else None

    async def _tell_apart(self, step: delivery_plan.Step, rows: Sequence[OutboxRow], *, pictures: bool = True) -> None:
        """Tell stories in separate messages, one for each action, so that a retry looks the same."""
        actions = delivery_plan.actions_of(rows)
        for action in actions:
            await self._tell_one(step, action, pictures=pictures and action is actions[-1])

    async def _tell_one(self, step: delivery_plan.Step, rows: Sequence[OutboxRow], *, pictures: bool) -> None:
        ends = step.scene.record.phase == "ended" and rows[-1] is step.rows[-1]
        call = calling_line(step.scene) if ends else ""
        lines = [call] * bool(call) + sitting.told(step.scene, rows).split("\n")
        pages = list(story.pages(lines, CONTENT if ends else story.LONGEST))
        message_id: int | None = None
        for nth, said in enumerate(pages):
            last = pictures and not ends and nth == len(pages) - 1  # the last words have the picture of the end
            shown = await self._gallery.of(step) if last else []
            nonce = delivery_plan.nonce_of(step.scene, rows, nth)
            if call and nth == 0:
                message_id = await self._call_to_end(step, said, nonce)
            else:
                page = messages.story_message(said, shown, nonce, may_attach=self._channels.may_attach(step.scene))
                message_id, form = await self._channels.send(step.scene, page, step.memory, step.reply)
                self._gallery.hang(step.scene, shown if form is None or form.has_files else ())
            self.writer.newest.note(step.scene.record.channel_id, message_id)
        if rows[-1] is step.rows[-1]:
            await self._part(step)
        await self._note(step.game_id, delivery_plan.Note(told=delivery_plan.placed(rows, message_id)))

    # The message before ----------------------------------------------------------------------------------------

    def _has_told(self, step: delivery_plan.Step) -> None:
        """Remember that the message tells these stories, even if they cannot be stored yet."""
        if step.page is not None:
            self.remember(step.game_id, delivery_plan.Page(step.page.message_id, step.all_rows))

    async def close(self, scene: Scene, known: Sequence[Prompt]) -> None:
        """Remove the question from its message; the stories stay."""
        scene = await self.with_sitters(scene)
        await self._close(delivery_plan.Step(scene, await self.page(scene, known), ()))

    async def _close(self, step: delivery_plan.Step) -> delivery_plan.Step:
        """Keep the stories of the message; delete it if it holds only an unanswered question.

        Return the step with what is still to be told: an answer shown here is not repeated before its result.
        """
        if step.page is None:
            return step
        closing, lead = (step.sitting.closing, step.sitting.lead) if step.sitting else ("", "")
        room = STORY if self.writer.takes_layout(step.game_id) else CONTENT
        said = sitting.compose(await self._said(step, ()), closing, room)
        if said:
            done = await self.writer.write(step, said, None, await self._gallery.afterwards(step), step.page.rows)
            return step.without_leads() if done and lead in closing else step
        await self._channels.remove(step.scene, step.page.message_id)
        await self._store.forget_prompts(step.game_id, [step.page.message_id])
        self._pages.pop(step.game_id, None)
        return step

    async def retire(self, scene: Scene, message_id: int) -> None:
        """Remove the controls of a question that is asked again elsewhere; its text and stories stay."""
        game_id = scene.game_id
        page = delivery_plan.Page(message_id, tuple(await self._sessions.told_in(game_id, message_id)))
        step = delivery_plan.Step(await self.with_sitters(scene), page, ())
        shown = prompt(scene, ())
        bare = replace(shown, choices=Choices(shown.choices.asked if shown.choices else ""))
        if not await self.writer.write(step, await self._said(step, ()), bare, (), page.rows):
            await self._store.forget_prompts(game_id, [message_id])

    # The end ---------------------------------------------------------------------------------------------------

    async def _call_to_end(self, step: delivery_plan.Step, said: str, nonce: str) -> int:
        """Post the end of the game with pings for those who are awake and elsewhere; return the message's id.

        A layout's push notification is empty, so the outcome is posted first and the story follows by an edit.
        """
        record, sitter, mark = step.scene.record, step.sitting, delivery_plan.mark_of(step.rows)
        others = [seat.user_id for seat in record.seats if seat.user_id and (not sitter or seat.seat != sitter.seat)]
        ping = await self._direct.call(step.scene, others, lambda own, _: ending_lines(own))
        message = messages.ending_message(ending_lines(step.scene), nonce, mark, ping)
        message_id, _ = await self.writer.create(step.scene, message, step.memory, step.reply)
        there = replace(step, page=delivery_plan.Page(message_id), sitting=None)
        await self.writer.write(there, said, None, (), step.rows)
        self.writer.complete(step.game_id)
        return message_id

    async def _part(self, step: delivery_plan.Step) -> None:
        """Send the files, then the epilogue with the picture of the end, so that no file pushes it off the screen."""
        if step.scene.record.phase != "ended":
            return
        last, button = await farewell(self._sessions, step.scene), rematch_button(step.scene)
        if last.proof:
            below = None if last.ending else button
            await self._send_last_words(step, last.proof, delivery_plan.PROVING, last.files, below)
        if last.ending:
            shown = [file_of(picture) for picture in await self._gallery.of(step)]
            await self._send_last_words(step, last.ending.rstrip("\n"), delivery_plan.PARTING, shown, button)

    async def _send_last_words(
        self,
        step: delivery_plan.Step,
        said: str,
        nth: int,
        files: Sequence[discord.File],
        controls: discord.ui.View | None,
    ) -> None:
        nonce = delivery_plan.nonce_of(step.scene, step.rows, nth)
        refused = step.scene.narrator.say("files.refused")
        message = messages.files_message("ending", said, nonce, files, refused, controls)
        await self._channels.send(step.scene, message, step.memory)

    async def withdraw_end(self, scene: Scene) -> None:
        """Strike the end out where it was told, and remove the last words below with their files and the button."""
        told = await self._store.last_posted(scene.game_id)
        for message in await self._channels.memory(scene, told, ()).own():
            if is_farewell(scene.game_id, message):
                await self._channels.remove(scene, message.id)
        rows = tuple(await self._sessions.told_in(scene.game_id, told))
        await self._close(delivery_plan.Step(scene, delivery_plan.Page(told, rows), ()))

    # What is noted ---------------------------------------------------------------------------------------------

    async def _note_asked(self, scene: Scene, message_id: int, told: Sequence[Placed]) -> None:
        game_id = scene.game_id
        await self._note(game_id, delivery_plan.Note(Prompt(scene.address, PROMPT, message_id), told))
        self._asked[game_id] = identify_question(scene)

    async def _note(self, game_id: str, note: delivery_plan.Note) -> None:
        self._unnoted.setdefault(game_id, []).append(note)
        await self.note(game_id)

    async def note(self, game_id: str) -> None:
        """Store what was told and asked; if the store fails, it is stored later and not told again."""
        while notes := self._unnoted.get(game_id):
            await self._store.note_posted(game_id, notes[0].prompt, notes[0].told)
            del notes[0]
        self._unnoted.pop(game_id, None)
