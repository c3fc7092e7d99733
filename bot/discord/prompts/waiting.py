"""Whom a table waits for, since when and until when, in words; Discord shows moments in everybody's own time."""

from __future__ import annotations

from bot.discord.prompts.controls import CONTENT
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.words import question
from bot.table.records import Standing
from bot.table.waiting import deadline_of, is_empty, is_idle, stand_in_of, waited_at
from bot.words.clip import clip
from bot.words.narrator import Said
from rules.kernel.requests import Seat


def moment(seconds: float, style: str = "R") -> Said:
    """A moment as Discord shows it: ``R`` so long ago or ahead, ``f`` date and time, ``D`` the date."""
    return Said(f"<t:{int(seconds)}:{style}>")


def since(standing: Standing) -> Said:
    """Since when the open question is asked."""
    return moment(standing.asked_at)


def times(scene: Scene) -> Said:
    """A line on since when the question is open and when its time is up; '' when nothing, or nobody, is asked."""
    standing = scene.standing
    if standing.waiting is None or not standing.asked_at or is_empty(standing.record):
        return Said()
    end = deadline_of(standing)
    if end is None:
        return scene.narrator.say("waiting.since", since=since(standing))
    return scene.narrator.say("waiting.since_until", since=since(standing), end=moment(end))


def names(scene: Scene) -> Said:
    """The people whom the table waits for; if there are none, all who are asked; at an empty table, anybody.

    Where nobody need act, it says so.
    """
    if is_empty(scene.standing.record):
        return scene.narrator.say("waiting.anybody")
    if is_idle(scene.standing.waiting):
        return scene.narrator.say("waiting.idle")
    seats = waited_at(scene.standing) or scene.asked_seats()
    return scene.narrator.join_words([_answering(scene, seat) for seat in seats])


def mention(scene: Scene, seat: Seat, user_id: int) -> Said:
    """The user who answers for a seat, as a mention; of a stand-in also for whom."""
    friend = Said(f"<@{user_id}>")
    if stand_in_of(scene.standing.record, seat) != user_id:
        return friend
    return scene.narrator.say("waiting.in_place", friend=friend, who=seat)


def _answering(scene: Scene, seat: Seat) -> Said:
    friend = stand_in_of(scene.standing.record, seat)
    return mention(scene, seat, friend) if friend else scene.narrator.seat(seat)


def status_line(scene: Scene) -> str:
    """The first of the channel's pins: whom the game waits for, and since when.

    It may be a minute late, so it does not name the question: the newest one stands at the bottom of the channel.
    """
    narrator, standing = scene.narrator, scene.standing
    game = narrator.say(f"game.{standing.record.game}")
    if standing.waiting is None:
        return "📌 " + narrator.say(f"status.{standing.record.phase}", game=game, stage=standing.address.stage)
    if is_empty(standing.record):
        asked = Said(clip(question(narrator, scene.waiting, openly=True), CONTENT // 2))
        return "📌 " + narrator.say("waiting.nobody", game=game, question=asked)
    lines = (narrator.say("waiting.line", game=game, names=names(scene)), times(scene))
    return "📌 " + "\n".join(line for line in lines if line)
