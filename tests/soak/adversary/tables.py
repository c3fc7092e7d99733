"""A table in a channel: people who press what is live, in any of the games."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from bot.discord.prompts.components import VOTE as BALLOT
from bot.discord.prompts.components import CustomId, read
from bot.playground import Outcome, Refused
from bot.playground.wire import BUTTON, walk
from bot.playground.world import Posted
from bot.table.records import Address
from tests.bot.asked_in_channel import ALREADY, asked_by, controls_of
from tests.discord_limits.strict_playground import StrictPlayground
from tests.soak.adversary.file import File
from tests.soak.adversary.ledger import Given, Ledger

MASTER = "Darek"
STARTED = 900.0
"""Seconds after which a game that has not started counts as stuck."""
PATIENT = 20.0
"""Seconds for an acknowledgement, where nothing is wrong but that the machine is busy."""

VOICES = {True: "yes", False: "no"}


class Table:
    """One channel, one game after the other.

    ``since``: the last message before the newest game. ``deleted``: what a moderator took away.
    ``other_names``: what people here were called for a while.
    """

    def __init__(
        self, playground: StrictPlayground, file: File, ledger: Ledger, channel: str, people: tuple[str, ...]
    ) -> None:
        self.playground = playground
        self.hands = playground.hands
        self.file = file
        self.channel = channel
        self.people = people
        self.id = playground.world.channel(channel)["id"]
        self._ledger = ledger
        self._users = {name: str(playground.world.person(name)["user"]["id"]) for name in (*people, MASTER)}
        self._done: set[tuple[str, Address, str]] = set()
        self.since = 0
        self.deleted: set[int] = set()
        self.other_names: set[str] = set()
        self.played: list[str] = []
        self.unheard: Counter[str] = Counter()

    async def open(self, game: str, luck: Random, *, master: bool = True) -> None:
        """A new game with a game master who does not play, or without; the deadline lets the autopilot play."""
        leader, *others = self.people
        self.since = max((int(one.id) for one in self.posted()), default=0)
        await self.command(leader, "game new", game=game)
        if master:
            await self.command(leader, "gm appoint", member=MASTER)
        await self.command(leader, "table", remind="24", deadline="48", then="autopilot")
        for one in others:
            await self.command(one, "game join")
        await self.command(leader, "game start", quick=luck.random() < 0.7)
        await self.hands.until(lambda: self.record[1] == "playing", STARTED)
        self.played.append(self.record[0])

    async def talk(self) -> None:
        """Somebody writes below the question, so that what is said next needs a message of its own."""
        with contextlib.suppress(Refused):
            await self.hands.say(self.user(self.people[0]), self.channel, "hm")

    async def delete(self, posted: Posted) -> None:
        """A moderator takes a message away, with all that it told."""
        self.deleted.add(int(posted.id))
        await self.playground.remove_message(posted.id)

    async def command(self, who: str, name: str, **options: Any) -> Outcome | None:
        """Type a command; None: Discord's client did not let them."""
        try:
            return await self.hands.slash(self.user(who), self.channel, name, options)
        except Refused as refusal:
            self.unheard[f"/{name}: {refusal}"] += 1
            return None

    async def vote(self, who: str, matter: str, *, yes: bool) -> Outcome | None:
        """Press For or Against on the newest ballot on a matter; None: there is none."""
        for posted in reversed(self.posted()):
            for _, part in walk(posted.data["components"]):
                id = read(part.get("custom_id", ""))
                if id is not None and id.verb == BALLOT and id.path[:1] == (matter,) and id.option == VOICES[yes]:
                    with contextlib.suppress(Refused):
                        return await self.hands.press(self.user(who), posted.id, str(id))
        return None

    async def end(self) -> None:
        """Ask for the end of the game; rivals must all agree."""
        leader, *others = self.people
        await self.command(leader, "game end", sure=True)
        for player in others:
            await self.vote(player, "end", yes=True)

    def user(self, who: str) -> str:
        """Return a person's id, which lasts when they are renamed."""
        return self._users.get(who, who)

    @property
    def record(self) -> tuple[str, str]:
        """Id and phase of the newest game here."""
        return self.file.newest_in(self.id)

    @property
    def is_playing(self) -> bool:
        """Whether somebody is asked here."""
        return self.record[1] == "playing"

    def without_names(self, line: str) -> str:
        """Return a told line with a sign for each player, where players were renamed: old lines keep old names."""
        if not self.other_names:
            return line
        names = "|".join(map(re.escape, sorted({*self.people, *self.other_names}, key=len, reverse=True)))
        return re.sub(rf"\b(?:{names})\b(?: \\?\(\w+\\?\))?", "@", line)

    # What stands there -------------------------------------------------------------------------------------

    def live(self) -> list[Posted]:
        """The messages for everybody by which a question can be answered."""
        return [one for one in self.posted() if any(controls(one))]

    def posted(self) -> list[Posted]:
        """All messages for everybody, oldest first."""
        there = list(self.playground.world.messages.get(self.id, {}).values())
        return sorted((one for one in there if one.only_for is None), key=lambda one: int(one.id))

    def described(self) -> list[str]:
        """What is live, for a report."""
        return [f"{one.data['content']} {[str(id) for id in controls(one)]}" for one in self.live()]

    # Pressing ----------------------------------------------------------------------------------------------

    def choices(self) -> Iterator[tuple[str, Posted, CustomId]]:
        """Who can press what: whoever is asked and has not answered, «as usual» first."""
        for prompt in self.live():
            asked = asked_by(prompt) or self._users.values()
            found = sorted(controls(prompt, BUTTON), key=lambda one: one.verb != "usual")
            for name in self.people:
                for control in found:
                    if self._users[name] in asked and (control.game, control.address, name) not in self._done:
                        yield name, prompt, control

    async def press(self, luck: Random, patience: float = PATIENT) -> Outcome | None:
        """Somebody who is asked answers, mostly as usual; None: nothing can be pressed."""
        found = list(self.choices())
        picks = [one for one in found if one[2].verb == "pick" and one[2].option]
        if not found:
            return None
        return await self.press_this(*(luck.choice(picks) if picks and luck.random() < 0.3 else found[0]), patience)

    async def answer(self, who: str, value: str) -> Outcome | None:
        """Type an answer that moves nothing on, and write down that it may have been taken."""
        address = self.file.address(self.record[0])
        outcome = await self.command(who, "answer", value=value)
        if outcome is not None:
            user, interaction = int(self.user(who)), int(outcome.interaction_id)
            self._ledger.note(Given(self.record[0], user, address, interaction, acknowledged=False))
        return outcome

    async def press_this(
        self, who: str, prompt: Posted, control: CustomId, patience: float = PATIENT
    ) -> Outcome | None:
        """Press, and write down what came of it."""
        self.playground.patience.acknowledge = patience
        try:
            outcome = await self.hands.press(self.user(who), prompt.id, str(control))
        except Refused:
            return None
        user = int(self._users[who])
        taken = outcome.kind == "update"
        self._ledger.note(Given(control.game, user, control.address, int(outcome.interaction_id), taken))
        if control.verb == "usual" and (taken or ALREADY in outcome.text):
            self._done.add((control.game, control.address, who))
        return outcome


def controls(posted: Posted, kind: int | None = None) -> Iterator[CustomId]:
    """The live controls of a message that answer a question; ``kind``: only these components."""
    return controls_of(posted.data["components"], kind)
