"""The prompt that everybody sees: plain content, so that the push notification has text, and live buttons."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import discord
import msgspec

from bot.prompts import words
from bot.prompts.choices import Controls, controls
from bot.prompts.controls import CONTENT, clip, view
from bot.prompts.scene import Scene
from bot.records import SeatRecord
from rules.kernel.answers import Value
from rules.kernel.requests import Everyone, Seat


class Shown(msgspec.Struct, frozen=True):
    """A message to show: words, controls, whom to ping."""

    content: str
    view: discord.ui.View
    ping: Sequence[int] = ()

    @property
    def mentions(self) -> discord.AllowedMentions:
        """Only those who are asked."""
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in self.ping]
        )


def prompt(scene: Scene, spared: Collection[Seat] = ()) -> Shown:
    """The open question for the channel; those who are ``spared`` know of it and need no notification."""
    asked = scene.asked()
    offered = controls(scene, scene.waiting, (), asked[0] if asked else "")
    records = [record for record in scene.standing.record.seats if record.seat in asked]
    ping = [record.user_id for record in records if not record.autopilot and record.seat not in spared]
    return Shown(_content(scene, records, offered), view(offered.buttons, offered.menus, offered.below), ping)


def _content(scene: Scene, asked: Sequence[SeatRecord], offered: Controls) -> str:
    narrator = scene.narrator
    who = " ".join(f"<@{record.user_id}>" for record in asked)
    lines = [f"{who} **{words.question(narrator, scene.waiting)}**".strip(), words.reason(narrator, scene.waiting)]
    lines += offered.lines
    lines += _usuals(scene)
    if len(asked) > 1 and not isinstance(scene.waiting, Everyone):
        lines.append(narrator.say("prompt.one_decides"))
    if said := answered(scene):
        lines.append(said)
    return clip("\n".join(line for line in lines if line), CONTENT)


def _usuals(scene: Scene) -> Iterator[str]:
    """What «as usual» would mean for each who is asked, where that is no secret."""
    waiting = scene.standing.waiting
    if not isinstance(waiting, Everyone) or waiting.secret:
        return
    for seat, request in waiting.asks.items():
        value = scene.usual(request, seat)
        if value is not None:
            what = words.described(scene.narrator, request, value, seat)
            yield scene.narrator.say("prompt.usual_of", who=seat, what=what)


def answered(scene: Scene) -> str:
    """Who has answered a question to everyone: never what."""
    if not isinstance(scene.standing.waiting, Everyone) or not scene.standing.done:
        return ""
    names = [scene.narrator.seat(seat) for seat in scene.standing.done]
    return scene.narrator.say("prompt.answered", names=scene.narrator.listed(names))


def closed(scene: Scene, by: Seat, value: Value) -> str:
    """What is left of an answered prompt: the question, and who chose what; ``scene`` is the one it was open in."""
    narrator, request = scene.narrator, scene.waiting
    asked = words.question(narrator, request)
    if isinstance(request, Everyone):
        return narrator.say("prompt.everyone_done", question=asked)
    chosen = words.described(narrator, request, value, by)
    return clip(f"{asked}\n**{narrator.seat(by)}** → {chosen}", CONTENT)
