"""The pictures that hang in each table's live message."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import blake2b

from bot.discord import delivery_plan
from bot.discord.prompts.open_question import Scene
from bot.games.face import Picture
from images.cache import Kept
from rules.kernel.table import DiceRolled

HUNG = 16 * 2**20
"""Bytes of pictures that are remembered, to show them again when their message is written anew."""


class Gallery:
    """Remembers what hangs in each channel."""

    def __init__(self) -> None:
        self._hung: Kept[str, list[Picture]] = Kept(HUNG)
        self._lasting: set[str] = set()
        self._passing: set[str] = set()

    async def of(self, step: delivery_plan.Step) -> list[Picture]:
        """The picture of how things are: the question's own, else the story's last; none for dice alone.

        All of the story's when a game is over, or when one is among them that everybody shall find again.
        """
        scene, record = step.scene, step.scene.standing.record
        if own := await scene.question_picture():
            return [own]
        events = [fact.event for row in step.rows for fact in row.told]
        if all(isinstance(event, DiceRolled) for event in events):
            return []
        pictures = await scene.face.story(scene.narrator, scene.view, events, record.phase == "ended")
        if record.phase == "ended" or any(picture.name in scene.face.lasting for picture in pictures):
            return pictures
        return pictures[-1:]  # beside another one it would be half as wide, and cut

    def are_new(self, game_id: str, pictures: Sequence[Picture]) -> bool:
        """Whether the channel does not show these already."""
        hung = {_picture_digest(picture) for picture in self.hanging(game_id)}
        return any(_picture_digest(picture) not in hung for picture in pictures)

    async def afterwards(self, step: delivery_plan.Step) -> list[Picture]:
        """For a message that asks no more: what everybody shall find again, and how what it shows ended, if it did."""
        if step.game_id in self._lasting:
            return self.hanging(step.game_id)
        if step.game_id not in self._passing:
            return []
        events = [fact.event for row in step.rows for fact in row.told]
        return await step.scene.face.afterwards(step.scene.narrator, events)

    def hanging(self, game_id: str) -> list[Picture]:
        """What the live message shows, as far as that is remembered."""
        return self._hung.get(game_id) or []

    def hang(self, scene: Scene, pictures: Sequence[Picture]) -> None:
        """Note that the live message shows these now, and nothing else."""
        game_id = scene.standing.record.id
        self.forget(game_id)
        if pictures:
            self._hung.put(game_id, list(pictures), sum(len(picture.data) for picture in pictures))
        if any(picture.name in scene.face.lasting for picture in pictures):
            self._lasting.add(game_id)
        if any(picture.name in scene.face.passing for picture in pictures):
            self._passing.add(game_id)

    def shows_lasting(self, game_id: str) -> bool:
        """Whether the live message shows something that everybody shall find again."""
        return game_id in self._lasting

    @property
    def known(self) -> Collection[str]:
        """The tables of which anything hangs somewhere."""
        return [game_id for game_id, _ in self._hung.items()]

    def forget(self, game_id: str) -> None:
        """The table has left its channel."""
        self._hung.drop(game_id)
        self._lasting.discard(game_id)
        self._passing.discard(game_id)


def _picture_digest(picture: Picture) -> bytes:
    return blake2b(picture.data, digest_size=12).digest()
