"""Which pictures a table's live message shows: one of how things are, sent only when it is another than before."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from hashlib import blake2b

from bot.discord.prompts.scene import Scene
from bot.discord.steps import Step
from bot.games.pictures import Picture
from rules.kernel.table import DiceRolled


class Gallery:
    """Remembers, by digest, what hangs in each channel."""

    def __init__(self) -> None:
        self._seen: dict[str, list[bytes]] = {}
        self._lasting: set[str] = set()
        self._passing: set[str] = set()

    async def fresh(self, step: Step, *, new: bool = False) -> list[Picture]:
        """The picture of how things are, where it is another than the one that the channel saw last.

        The question's own, else the story's: none for dice alone. Several when a game begins or is over. ``new``: for
        a new message, that shows the question's own in any case.
        """
        scene, record = step.scene, step.scene.standing.record
        view = scene.view
        own = await scene.question_picture()
        events = [one.event for row in step.rows for one in row.told]
        pictures = [own] if own else []
        if not own and not all(isinstance(event, DiceRolled) for event in events):
            pictures = await scene.face.story(scene.narrator, view, events, record.phase == "ended")
        seen = self._seen.get(record.id, [])
        fresh = [picture for picture in pictures if _digest(picture) not in seen]
        return pictures if fresh or (new and own) else []

    async def afterwards(self, step: Step) -> list[Picture]:
        """For a message that asks no more: how what its picture shows ended, if that is over."""
        if step.game_id not in self._passing:
            return []
        events = [one.event for row in step.rows for one in row.told]
        return await step.scene.face.afterwards(step.scene.narrator, events)

    def hang(self, scene: Scene, pictures: Sequence[Picture]) -> None:
        """Note that the channel shows these now; no pictures: those of before."""
        if pictures:
            game_id = scene.standing.record.id
            self._seen[game_id] = [_digest(picture) for picture in pictures]
            self._lasting.discard(game_id)
            self._passing.discard(game_id)
            if any(picture.name in scene.face.lasting for picture in pictures):
                self._lasting.add(game_id)
            if any(picture.name in scene.face.passing for picture in pictures):
                self._passing.add(game_id)

    def begin(self, game_id: str) -> None:
        """A new message: it shows nothing yet that has to stay, or to go."""
        self._lasting.discard(game_id)
        self._passing.discard(game_id)

    def shows_lasting(self, game_id: str) -> bool:
        """Whether the live message shows something that everybody shall find again."""
        return game_id in self._lasting

    @property
    def known(self) -> Collection[str]:
        """The tables of which anything hangs somewhere."""
        return self._seen.keys()

    def forget(self, game_id: str) -> None:
        """The table has left its channel."""
        self._seen.pop(game_id, None)
        self._lasting.discard(game_id)
        self._passing.discard(game_id)


def _digest(picture: Picture) -> bytes:
    return blake2b(picture.data, digest_size=12).digest()
