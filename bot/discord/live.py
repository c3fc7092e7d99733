"""The live message of each table: the result of the last answers, the open question, and their pictures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence

import discord
import structlog
from msgspec.structs import replace

from bot.bounded import Bounded
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
from bot.table.events import REST, HabitChanged, Overdue
from bot.table.habits import Person
from bot.table.records import OutboxRow, Prompt, Standing
from bot.table.timekeeping import players
from rules.kernel.words import Word

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
        self._pages = Bounded[str, delivery_plan.QuestionMessage](PAGES)
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
    ) -> delivery_plan.QuestionMessage | None:
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
            page = delivery_plan.QuestionMessage(
                message_id, tuple(await self._sessions.told_in(game_id, message_id)), recalled=True
            )
            self.remember(game_id, page)
        return page

    def remember(self, game_id: str, page: delivery_plan.QuestionMessage) -> None:
        """Remember a live message; the oldest ones are dropped, because the store knows them."""
        self._pages[game_id] = page

    # After an answer -------------------------------------------------------------------------------------------

    async def go_on(self, delivery: delivery_plan.Delivery) -> None:
        """Tell the stories and ask the open question, if any."""
        delivery = await self._recall(delivery)
        if delivery.scene.standing.waiting is None:
            delivery = await self._close(delivery)
            await self._tell_apart(delivery, delivery.rows)
            return
        shown, called = await self._question(delivery)
        if not await self._ask_there(delivery, shown):
            await self._ask_anew(await self._close(delivery), shown)
        self._direct.ask(delivery.scene, called, self._pages[delivery.game_id].message_id)

    def _belongs_there(self, delivery: delivery_plan.Delivery) -> bool:
        """Whether to tell the stories in the message of the previous question.

        A new message is needed if others wrote below it, or if the answer came from a panel or a command.
        """
        page, sitter, now = delivery.page, delivery.sitting, self._host_clock.discord_time()
        if page is None or sitter is None:
            return False
        mine, newest = sitter.changes(page.message_id), self.writer.newest.of(delivery.scene.record.channel_id)
        if not 0 < newest <= page.message_id or not (mine or sitting.is_young(page.message_id, now)):
            return False
        return mine or sitter.reply is None or delivery.is_aside

    async def _recall(self, delivery: delivery_plan.Delivery) -> delivery_plan.Delivery:
        """Note the stories that the message already tells, if the process or connection failed before the note."""
        page = delivery.page
        if delivery.memory is not None and delivery.rows:
            # The question may be posted but not stored, and a command may have answered it since.
            found = await delivery.memory.find(messages.matches_older_question(delivery.scene.id(WHY)))
            if found is not None and found > delivery_plan.id_of(page):
                page = delivery_plan.QuestionMessage(found, recalled=True)
                delivery = replace(delivery, page=page)
        if page is None or not delivery.rows or not (page.recalled or delivery.memory is not None):
            return delivery
        marks = await self._channels.marks(delivery.scene, page.message_id)
        actions = delivery_plan.actions_of(delivery.rows)
        told = [nth for nth, action in enumerate(actions, 1) if delivery_plan.mark_of(action) in marks]
        rows = [row for action in actions[: max(told, default=0)] for row in action]
        page = delivery_plan.QuestionMessage(page.message_id, (*page.rows, *rows))
        self.remember(delivery.game_id, page)
        if rows:
            await self._note(delivery.game_id, delivery_plan.Note(told=delivery_plan.placed(rows, page.message_id)))
        return replace(delivery, page=page, rows=delivery.rows[len(rows) :])

    async def _ask_there(self, delivery: delivery_plan.Delivery, shown: Shown) -> bool:
        """Continue in the same message if nobody must be pinged, nothing important happened and it has room; True if
        so.
        """
        page, now = delivery.page, self._host_clock.discord_time()
        if (
            page is None
            or shown.ping
            or not self._belongs_there(delivery)
            or not sitting.is_young(page.message_id, now)
        ):
            return False
        if self._gallery.shows_lasting(delivery.game_id) or (
            page.rows and sitting.has_great_moment(delivery.scene, delivery.rows)
        ):
            return False
        if not await self._has_room(delivery):
            return False
        pictures = await self._gallery.of(delivery)
        said = await self._said_on_screen(delivery, shown, pictures)
        if not await self.writer.write(delivery, said, shown, pictures, delivery.all_rows):
            return False
        self._has_told(delivery)
        await self._note_asked(delivery.scene, page.message_id, delivery.placed(page.message_id))
        return True

    async def _has_room(self, delivery: delivery_plan.Delivery) -> bool:
        return len(await self._said(delivery, delivery.rows)) <= sitting.FULL

    async def stay(self, delivery: delivery_plan.Delivery) -> None:
        """Tell what happened while the question stays open, and show who has answered."""
        told = [fact.event for row in delivery.rows for fact in row.told]
        if any(isinstance(event, HabitChanged) and event.habit == Word("habit.deciding") for event in told):
            self._asked.pop(delivery.game_id, None)  # others are needed now: they are called as to a new question
            await self.go_on(delivery)
            return
        delivery = await self._recall(delivery)
        if delivery.leaves_no_trace:
            await self._note(delivery.game_id, delivery_plan.Note(told=delivery.placed(None)))
            return
        if not delivery.rows or not sitting.told(delivery.scene, delivery.rows):  # no story is public
            acted = (delivery.sitting is not None and not delivery.is_aside) or any(
                row.by is None for row in delivery.rows
            )
            if delivery.rows:
                await self._note(delivery.game_id, delivery_plan.Note(told=delivery.placed(None)))
            delivery = replace(delivery, rows=())
            if acted and not await self._show(delivery):
                await self._ask_anew(delivery, prompt(delivery.scene, ()))
            return
        there = self._belongs_there(delivery) and await self._has_room(delivery)
        if there and delivery.page is not None and await self._show(delivery):
            self._has_told(delivery)
            await self._note(delivery.game_id, delivery_plan.Note(told=delivery.placed(delivery.page.message_id)))
            return
        await self._close(delivery)
        await self._ask_anew(delivery, prompt(delivery.scene, ()))

    async def show(self, scene: Scene, sitting: Sitting | None = None) -> bool:
        """Update the message of the open question; return False if the message was deleted."""
        return await self._show(await self._as_it_stands(scene, sitting))

    async def keep(self, scene: Scene) -> None:
        """Show the question that is open now in the message of the previous one."""
        delivery = await self._as_it_stands(scene)
        if delivery.page is not None and await self._show(delivery):
            await self._note_asked(scene, delivery.page.message_id, [])

    async def with_sitters(self, scene: Scene) -> Scene:
        """Return the scene with all past players of each seat, so that edited stories keep the names of their time."""
        sitters = await self._store.sitters(scene.game_id)
        return replace(scene, sitters=tuple(sitters))

    async def _as_it_stands(self, scene: Scene, sitting: Sitting | None = None) -> delivery_plan.Delivery:
        known = await self._store.prompts(scene.game_id)
        scene = await self.with_sitters(scene)
        return delivery_plan.Delivery(scene, await self.page(scene, known, sitting), (), sitting)

    async def _show(self, delivery: delivery_plan.Delivery) -> bool:
        pictures = [] if delivery.rows else self._gallery.hanging(delivery.game_id)
        shown = prompt(delivery.scene, ())
        pictures = pictures or await self._gallery.of(delivery)
        said = await self._said_on_screen(delivery, shown, pictures)
        return await self.writer.write(delivery, said, shown, pictures, delivery.all_rows)

    async def _said(self, delivery: delivery_plan.Delivery, rows: Sequence[OutboxRow]) -> str:
        """Return all stories of the message with these rows; undone ones are struck out."""
        all_rows = [*(delivery.page.rows if delivery.page else ()), *rows]
        return sitting.told(delivery.scene, all_rows, await self._undone(delivery, all_rows))

    async def _said_on_screen(self, delivery: delivery_plan.Delivery, shown: Shown, pictures: Sequence[Picture]) -> str:
        """Return the text above an open question: the newest result, and the earlier ones in one line."""
        before, new = delivery.page.rows if delivery.page else (), delivery.rows
        if not new and before:
            last = delivery_plan.actions_of(before)[-1]
            before, new = before[: -len(last)], last
        below = sitting.lines_below(delivery.scene, new, self._recent.with_new(delivery.scene, delivery.all_rows))
        undone = await self._undone(delivery, [*before, *new])
        room = shown.lines_above(pictures, plain=not self.writer.takes_layout(delivery.game_id))
        return screen_story.told_on_screen(delivery.scene, before, new, undone, below, room)

    async def _undone(self, delivery: delivery_plan.Delivery, rows: Sequence[OutboxRow]) -> set[int]:
        epoch = delivery.scene.record.epoch
        if all(row.address.epoch == epoch for row in rows):
            return set()
        return sitting.taken_back(rows, epoch, await self._store.epochs(delivery.game_id))

    # A new message ---------------------------------------------------------------------------------------------

    async def _ask_anew(self, delivery: delivery_plan.Delivery, shown: Shown) -> None:
        scene, rows = delivery.scene, tuple(delivery.rows)
        pictures = await self._gallery.of(delivery)
        below = sitting.lines_below(scene, rows, self._recent.with_new(scene, delivery.all_rows))
        plain = not self.writer.takes_layout(delivery.game_id)
        room = shown.lines_above(pictures, plain=plain)
        said = screen_story.told_on_screen(scene, (), rows, below=below, room=room)
        most = sitting.APART_IN_WORDS if plain else sitting.APART
        if len(sitting.told(scene, rows)) > most:
            await self._tell_apart(delivery, rows, pictures=False)
            rows = ()
        posted = delivery_plan.Posted(scene, said, shown, pictures, rows, delivery.reply)
        await self._post(posted, delivery.memory)

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
        self.remember(game_id, delivery_plan.QuestionMessage(message_id, posted.rows))
        await self._note_asked(posted.scene, message_id, delivery_plan.placed(posted.rows, message_id))

    async def send_again(
        self, game_id: str, memory: Callable[[delivery_plan.Posted], Awaitable[Memory | None]]
    ) -> None:
        """Repeat a post that may have arrived: Discord knows its nonce, or ``memory`` finds the message."""
        if (posted := self._sending.get(game_id)) is not None:
            await self._post(posted, await memory(posted))

    async def _question(self, delivery: delivery_plan.Delivery) -> tuple[Shown, list[Person]]:
        """Return the open question, and whom it calls."""
        known = seats_that_know(self._asked.get(delivery.game_id), identify_question(delivery.scene))
        sitter = delivery.sitting or await self._whoever_sat(delivery.scene.standing)
        present = frozenset([sitter.seat] if sitter else ())
        others = pinged(delivery.scene, known | present)
        needed = pinged(delivery.scene, known | present | sitting.spared(delivery.scene, sitter))
        if any(
            isinstance(fact.event, Overdue) and fact.event.then == REST for row in delivery.rows for fact in row.told
        ):
            others = []  # nobody has answered for a whole round
        soon = players(delivery.scene.record).get(next_in_turn(delivery.scene), 0)
        awake = await sitting.awake_people(self._sessions, [*others, soon]) if others else []
        called = [
            person
            for person in awake
            if person.user_id in (others if person.pings == "every" else needed) and person.pings != "daily"
        ]
        self._direct.tell(
            delivery.scene,
            [each for each in awake if each.user_id == soon and each.pings == "next"],
            say("prompt.soon"),
        )
        return prompt(delivery.scene, [person.user_id for person in called if person.is_pinged]), called

    async def _whoever_sat(self, now: Standing) -> Sitting | None:
        """Return the seat whose answer led to this question, for a question that the clock posts late."""
        seat = now.record.seat_of(await whoever_sat(self._store, now.record, now.waiting, now.asked_at))
        return Sitting(seat) if seat else None

    async def _tell_apart(
        self, delivery: delivery_plan.Delivery, rows: Sequence[OutboxRow], *, pictures: bool = True
    ) -> None:
        """Tell stories in separate messages, one for each action, so that a retry looks the same."""
        actions = delivery_plan.actions_of(rows)
        for action in actions:
            await self._tell_one(delivery, action, pictures=pictures and action is actions[-1])

    async def _tell_one(self, delivery: delivery_plan.Delivery, rows: Sequence[OutboxRow], *, pictures: bool) -> None:
        ends = delivery.scene.record.phase == "ended" and rows[-1] is delivery.rows[-1]
        call = calling_line(delivery.scene) if ends else ""
        lines = [call] * bool(call) + sitting.told(delivery.scene, rows).split("\n")
        pages = list(story.pages(lines, CONTENT if ends else story.LONGEST))
        message_id: int | None = None
        for nth, said in enumerate(pages):
            last = pictures and not ends and nth == len(pages) - 1  # the last words have the picture of the end
            shown = await self._gallery.of(delivery) if last else []
            nonce = delivery_plan.nonce_of(delivery.scene, rows, nth)
            if call and nth == 0:
                message_id = await self._call_to_end(delivery, said, nonce)
            else:
                page = messages.story_message(said, shown, nonce, may_attach=self._channels.may_attach(delivery.scene))
                message_id, form = await self._channels.send(delivery.scene, page, delivery.memory, delivery.reply)
                self._gallery.hang(delivery.scene, shown if form is None or form.has_files else ())
            self.writer.newest.note(delivery.scene.record.channel_id, message_id)
        if rows[-1] is delivery.rows[-1]:
            await self._part(delivery)
        await self._note(delivery.game_id, delivery_plan.Note(told=delivery_plan.placed(rows, message_id)))

    # The message before ----------------------------------------------------------------------------------------

    def _has_told(self, delivery: delivery_plan.Delivery) -> None:
        """Remember that the message tells these stories, even if they cannot be stored yet."""
        if delivery.page is not None:
            self.remember(delivery.game_id, delivery_plan.QuestionMessage(delivery.page.message_id, delivery.all_rows))

    async def close(self, scene: Scene, known: Sequence[Prompt]) -> None:
        """Remove the question from its message; the stories stay."""
        scene = await self.with_sitters(scene)
        await self._close(delivery_plan.Delivery(scene, await self.page(scene, known), ()))

    async def _close(self, delivery: delivery_plan.Delivery) -> delivery_plan.Delivery:
        """Keep the stories of the message; delete it if it holds only an unanswered question.

        Return the delivery with what is still to be told: an answer shown here is not repeated before its result.
        """
        if delivery.page is None:
            return delivery
        closing, lead = (delivery.sitting.closing, delivery.sitting.lead) if delivery.sitting else ("", "")
        room = STORY if self.writer.takes_layout(delivery.game_id) else CONTENT
        said = sitting.compose(await self._said(delivery, ()), closing, room)
        if said:
            done = await self.writer.write(
                delivery, said, None, await self._gallery.afterwards(delivery), delivery.page.rows
            )
            return delivery.without_leads() if done and lead in closing else delivery
        await self._channels.remove(delivery.scene, delivery.page.message_id)
        await self._store.forget_prompts(delivery.game_id, [delivery.page.message_id])
        self._pages.pop(delivery.game_id, None)
        return delivery

    async def retire(self, scene: Scene, message_id: int) -> None:
        """Remove the controls of a question that is asked again elsewhere; its text and stories stay."""
        game_id = scene.game_id
        page = delivery_plan.QuestionMessage(message_id, tuple(await self._sessions.told_in(game_id, message_id)))
        delivery = delivery_plan.Delivery(await self.with_sitters(scene), page, ())
        shown = prompt(scene, ())
        bare = replace(shown, choices=Choices(shown.choices.asked if shown.choices else ""))
        if not await self.writer.write(delivery, await self._said(delivery, ()), bare, (), page.rows):
            await self._store.forget_prompts(game_id, [message_id])

    # The end ---------------------------------------------------------------------------------------------------

    async def _call_to_end(self, delivery: delivery_plan.Delivery, said: str, nonce: str) -> int:
        """Post the end of the game with pings for those who are awake and elsewhere; return the message's id.

        A layout's push notification is empty, so the outcome is posted first and the story follows by an edit.
        """
        record, sitter, mark = delivery.scene.record, delivery.sitting, delivery_plan.mark_of(delivery.rows)
        others = [seat.user_id for seat in record.seats if seat.user_id and (not sitter or seat.seat != sitter.seat)]
        ping = await self._direct.call(delivery.scene, others, lambda own, _: ending_lines(own))
        message = messages.ending_message(ending_lines(delivery.scene), nonce, mark, ping)
        message_id, _ = await self.writer.create(delivery.scene, message, delivery.memory, delivery.reply)
        there = replace(delivery, page=delivery_plan.QuestionMessage(message_id), sitting=None)
        await self.writer.write(there, said, None, (), delivery.rows)
        self.writer.complete(delivery.game_id)
        return message_id

    async def _part(self, delivery: delivery_plan.Delivery) -> None:
        """Send the files, then the epilogue with the picture of the end, so that no file pushes it off the screen."""
        if delivery.scene.record.phase != "ended":
            return
        last, button = await farewell(self._sessions, delivery.scene), rematch_button(delivery.scene)
        if last.proof:
            below = None if last.ending else button
            await self._send_last_words(delivery, last.proof, delivery_plan.PROVING, last.files, below)
        if last.ending:
            shown = [file_of(picture) for picture in await self._gallery.of(delivery)]
            await self._send_last_words(delivery, last.ending.rstrip("\n"), delivery_plan.PARTING, shown, button)

    async def _send_last_words(
        self,
        delivery: delivery_plan.Delivery,
        said: str,
        nth: int,
        files: Sequence[discord.File],
        controls: discord.ui.View | None,
    ) -> None:
        nonce = delivery_plan.nonce_of(delivery.scene, delivery.rows, nth)
        refused = delivery.scene.narrator.say("files.refused")
        message = messages.files_message("ending", said, nonce, files, refused, controls)
        await self._channels.send(delivery.scene, message, delivery.memory)

    async def withdraw_end(self, scene: Scene) -> None:
        """Strike the end out where it was told, and remove the last words below with their files and the button."""
        told = await self._store.last_posted(scene.game_id)
        for message in await self._channels.memory(scene, told, ()).own():
            if is_farewell(scene.game_id, message):
                await self._channels.remove(scene, message.id)
        rows = tuple(await self._sessions.told_in(scene.game_id, told))
        await self._close(delivery_plan.Delivery(scene, delivery_plan.QuestionMessage(told, rows), ()))

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
