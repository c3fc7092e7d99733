"""Tracks the pictures shown in each table's live message."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import blake2b

from bot.discord import delivery_plan
from bot.discord.prompts.open_question import Scene
from bot.games.face import Picture
from images.cache import Kept
from rules.kernel.events import DiceRolled

HUNG = 16 * 2**20
"""Maximum bytes of pictures that are kept for rewriting their messages."""


class Gallery:
    """Remembers the pictures shown in each channel."""

    def __init__(self) -> None:
        self._hung: Kept[str, list[Picture]] = Kept(HUNG)
        self._lasting: set[str] = set()
        self._passing: set[str] = set()

    async def of(self, delivery: delivery_plan.Delivery) -> list[Picture]:
        """Return the picture of the question, else the story's last one; all of them at the end or if one must last."""
        scene, record = delivery.scene, delivery.scene.record
        if own := await scene.question_picture():
            return [own]
        events = [fact.event for row in delivery.rows for fact in row.told]
        if scene.state is None or all(isinstance(event, DiceRolled) for event in events):
            return []
        pictures = await scene.face.story(scene.narrator, scene.view, events, record.phase == "ended")
        if record.phase == "ended" or any(picture.name in scene.face.lasting for picture in pictures):
            return pictures
        return pictures[-1:]  # beside another one it would be half as wide, and cut

    def are_new(self, game_id: str, pictures: Sequence[Picture]) -> bool:
        """Whether one of these pictures is not shown in the channel yet."""
        hung = {_picture_digest(picture) for picture in self.hanging(game_id)}
        return any(_picture_digest(picture) not in hung for picture in pictures)

    async def afterwards(self, delivery: delivery_plan.Delivery) -> list[Picture]:
        """Return the pictures for a message without a question: lasting ones, else the end of what was shown."""
        if delivery.game_id in self._lasting:
            return self.hanging(delivery.game_id)
        if delivery.game_id not in self._passing:
            return []
        events = [fact.event for row in delivery.rows for fact in row.told]
        return await delivery.scene.face.afterwards(delivery.scene.narrator, events)

    def hanging(self, game_id: str) -> list[Picture]:
        """Return the remembered pictures of the live message."""
        return self._hung.get(game_id) or []

    def hang(self, scene: Scene, pictures: Sequence[Picture]) -> None:
        """Note that the live message now shows exactly these pictures."""
        game_id = scene.game_id
        self.forget(game_id)
        if pictures:
            self._hung.put(game_id, list(pictures), sum(len(picture.data) for picture in pictures))
        if any(picture.name in scene.face.lasting for picture in pictures):
            self._lasting.add(game_id)
        if any(picture.name in scene.face.passing for picture in pictures):
            self._passing.add(game_id)

    def shows_lasting(self, game_id: str) -> bool:
        """Whether the live message shows a picture that must stay visible."""
        return game_id in self._lasting

    @property
    def known(self) -> Collection[str]:
        """Return the ids of the tables with remembered pictures."""
        return [game_id for game_id, _ in self._hung.items()]

    def forget(self, game_id: str) -> None:
        """Forget a table that has left its channel."""
        self._hung.drop(game_id)
        self._lasting.discard(game_id)
        self._passing.discard(game_id)


def _picture_digest(picture: Picture) -> bytes:
    return blake2b(picture.data, digest_size=12).digest()
