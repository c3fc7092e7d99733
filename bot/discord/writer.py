"""Writes the messages of questions: posts and edits them in the best form that Discord takes."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace
from structlog import get_logger

from bot.discord import delivery_plan, messages
from bot.discord.channels import Channels, Memory
from bot.discord.gallery import Gallery
from bot.discord.ladder import Form, first_accepted, is_about_files
from bot.discord.prompts.components import pinging
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.reply import UNHEARD, Reply
from bot.discord.sitting import Newest
from bot.games.face import Picture
from bot.table.records import OutboxRow

_log = get_logger(__name__)


class Writer:
    """Writes messages; callers hold the table's lock. ``turns_calls``: see ``send``."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self.newest = Newest()
        self.gallery = Gallery()
        self.takes_layouts = self.turns_calls = True
        self._created: dict[str, tuple[str, int]] = {}
        """The nonce and id of a message that was posted, and that an edit has yet to complete."""
        self._rung: dict[str, tuple[int, Sequence[int]]] = {}
        """The newest message that pinged people, and whom: an edit without that takes their highlight away."""
        self._plain: set[str] = set()
        """Tables where Discord refused a layout."""

    @property
    def known(self) -> Collection[str]:
        """Return the ids of the tables of which anything is remembered."""
        return {*self._plain, *self._rung, *self.gallery.known}

    def forget(self, game_id: str) -> None:
        """Forget a table that has no channel, or returns to one."""
        self.gallery.forget(game_id)
        self._plain.discard(game_id)
        for known in (self._created, self._rung):
            known.pop(game_id, None)

    def is_incomplete(self, game_id: str) -> bool:
        """Whether a message was posted that an edit has yet to complete."""
        return game_id in self._created

    def complete(self, game_id: str) -> None:
        """Note that this edit is done."""
        self._created.pop(game_id, None)

    async def send(self, posted: delivery_plan.Posted, nonce: str, memory: Memory | None) -> int:
        """Post a question and return the message's id; after a refused layout the table gets plain messages.

        A call is created as plain lines, because they are its push, and an edit turns it into the layout. So is a
        message that an earlier try has left in the channel.
        """
        scene, shown, game_id = posted.scene, posted.shown, posted.scene.game_id
        mark = delivery_plan.mark_of(posted.rows)
        is_call = bool(shown.call) and self.turns_calls and self.takes_layout(game_id)
        if is_call:
            forms = [messages.plain_form(shown.call, shown.view)]
        else:
            forms = self._forms(scene, posted.said, shown, posted.pictures, mark)
        message = messages.question_message(scene, shown, forms, nonce)
        message_id, form = await self.create(scene, message, memory, posted.reply)
        if shown.ping:
            self._rung[game_id] = (message_id, shown.ping)
        if is_call or not form:
            there = delivery_plan.Delivery(scene, delivery_plan.QuestionMessage(message_id), ())
            if not await self.write(there, posted.said, shown, posted.pictures, posted.rows):
                self.complete(game_id)  # somebody deleted it; it has rung already
                unheard = replace(shown, ping=(), call="")
                return await self.send(replace(posted, shown=unheard), f"g{nonce}", None)
        else:
            self._note_form(scene, forms[0], form, posted.pictures)
        self.complete(game_id)
        return message_id

    async def create(
        self, scene: Scene, message: messages.OutgoingMessage, memory: Memory | None, reply: Reply | None
    ) -> tuple[int, Form | None]:
        """Post a message, or return the one that an earlier try has posted and could not edit (form None)."""
        record = scene.record
        nonce, message_id = self._created.get(record.id, ("", 0))
        if nonce == message.nonce:
            return message_id, None
        message_id, form = await self._channels.send(scene, message, memory, reply)
        self._created[record.id] = (message.nonce, message_id)
        self.newest.note(record.channel_id, message_id)
        return message_id, form

    def _forms(
        self,
        scene: Scene,
        said: str,
        shown: Shown | None,
        pictures: Sequence[Picture],
        mark: int | None,
        *,
        keeps: bool = False,
    ) -> list[Form]:
        layouts = self.takes_layout(scene.game_id)
        if shown and shown.call and not self.turns_calls:  # the push of a layout would be empty
            layouts = False
        may_attach = self._channels.may_attach(scene)
        return messages.question_forms(
            scene, said, shown, pictures, mark, layouts=layouts, may_attach=may_attach, keeps=keeps
        )

    def _note_form(self, scene: Scene, wanted: Form, form: Form, pictures: Sequence[Picture]) -> None:
        """Note which pictures the live message shows, and a table whose layout was refused."""
        game_id = scene.game_id
        self.gallery.hang(scene, pictures if form.has_files or form.keeps else ())
        if wanted.content is None and form.content is not None and game_id not in self._plain:
            self._plain.add(game_id)
            _log.error("layout.refused", game=game_id)

    def takes_layout(self, game_id: str) -> bool:
        """Whether this table's messages are layouts: unless Discord refused one."""
        return self.takes_layouts and game_id not in self._plain

    async def write(
        self,
        delivery: delivery_plan.Delivery,
        said: str,
        shown: Shown | None,
        pictures: Sequence[Picture],
        told: Sequence[OutboxRow],
    ) -> bool:
        """Edit the live message, by the reply if that works; return False if it can no longer be edited.

        ``shown``: the question below; None: no question. ``told``: the stories told from now on.
        """
        page, mark = delivery.page, delivery_plan.mark_of(told)
        if not page:
            return False
        plain = not self.takes_layout(delivery.game_id)
        keeps = plain and bool(pictures) and not self.gallery.are_new(delivery.game_id, pictures)
        forms = self._forms(delivery.scene, said, shown, pictures, mark, keeps=keeps)
        rung_id, rung = self._rung.get(delivery.game_id, (0, ()))
        ping = rung if shown and rung_id == page.message_id else ()
        form, done = await first_accepted(forms, lambda form: self._change(delivery, page, form, ping))
        if done:
            self._note_form(delivery.scene, forms[0], form, pictures)
        return done

    async def _change(
        self, delivery: delivery_plan.Delivery, page: delivery_plan.QuestionMessage, form: Form, ping: Collection[int]
    ) -> bool:
        """Edit the message by the reply if that works, else by its channel."""
        more = {"allowed_mentions": pinging(ping)} if ping else {}
        if delivery.sitting and delivery.sitting.reply and delivery.sitting.changes(page.message_id):
            try:
                if form.has_files and self._channels.are_uploads_slow:
                    await delivery.sitting.reply.acknowledge()
                await self._channels.timed(form, delivery.sitting.reply.change(**form.as_edit(), **more))
                return True
            except UNHEARD as failure:
                if form.has_files and is_about_files(failure):
                    raise
                _log.info("answer.unheard", game=delivery.game_id, raised=type(failure).__name__)
        return await self._channels.timed(
            form, self._channels.edit(delivery.scene, page.message_id, **form.as_edit(), **more)
        )
