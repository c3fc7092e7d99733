"""A table in words: its habits, whom it waits for, since when, and its deadline."""

from __future__ import annotations

from msgspec.structs import replace

from bot.acts import table_settings
from bot.discord.prompts.components import CONTENT, mention_user
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.words import brief, note, question
from bot.table.habits import HOURS, Habits
from bot.table.records import Standing
from bot.table.timekeeping import deadline_of, is_decided_together, is_empty, is_idle, stand_in_of, waited_at
from bot.words.narrator import Narrator, Said, clip
from rules.kernel.requests import Option, Seat


def key(habit: str, value: str) -> str:
    """Return the catalogue key of a habit's value."""
    return f"habit.hours.{value}" if habit in HOURS else f"habit.{habit}.{value}"


def name(narrator: Narrator, habit: str) -> Said:
    """Return the name of a habit."""
    return narrator.say(f"habit.{habit}")


def value_in_words(narrator: Narrator, habits: Habits, habit: str) -> Said:
    """Return the value of a habit in words."""
    return narrator.term(table_settings.value_in_words(habits, habit))


def changes_in_words(narrator: Narrator, voted: str) -> Said:
    """Return the habit changes of a proposal in words."""
    changes = table_settings.read_habits(voted)
    after = replace(Habits(), **changes)
    menus = dict.fromkeys("dice" if habit in ("by_hand", "drawn") else habit for habit in changes)
    return Said("; ".join(f"{name(narrator, habit)}: {value_in_words(narrator, after, habit)}" for habit in menus))


def differences_in_words(narrator: Narrator, habits: Habits) -> Said:
    """Return a line with the habits that differ from the defaults; '' if there are none."""
    others = [
        habit
        for habit in table_settings.MENUS
        if table_settings.value_in_words(habits, habit) != table_settings.value_in_words(Habits(), habit)
    ]
    lines = [f"{name(narrator, habit)}: {value_in_words(narrator, habits, habit)}" for habit in others]
    return narrator.say("habit.agreed", habits=Said("; ".join(lines))) if lines else Said()


def moment(seconds: float, style: str = "R") -> Said:
    """Return a Discord timestamp: style ``R`` is relative, ``f`` date and time, ``D`` the date."""
    return Said(f"<t:{int(seconds)}:{style}>")


def since(standing: Standing) -> Said:
    """Return when the open question was asked."""
    return moment(standing.asked_at)


def times(scene: Scene) -> Said:
    """Return a line on when the open question was asked and its deadline; '' if nobody is asked."""
    standing = scene.standing
    if not standing.waiting or not standing.asked_at or is_empty(standing.record):
        return Said()
    end = deadline_of(standing)
    if end is None:
        return scene.narrator.say("waiting.since", since=since(standing))
    return scene.narrator.say("waiting.since_until", since=since(standing), end=moment(end))


def names(scene: Scene) -> Said:
    """Name the people for whom the table waits, else all who are asked; also say if one answer or none is needed."""
    if is_empty(scene.record):
        return scene.narrator.say("waiting.anybody")
    if is_idle(scene.standing.waiting):
        return scene.narrator.say("waiting.idle")
    seats = waited_at(scene.standing) or scene.asked_seats()
    if len(seats) > 1 and any_one_may_answer(scene):
        return scene.narrator.say("waiting.any_of_you")
    return scene.narrator.join_words([_answerer_in_words(scene, seat) for seat in seats])


def any_one_may_answer(scene: Scene) -> bool:
    """Whether one answer from anybody in the party is enough."""
    return scene.record.habits.deciding == "anyone" and is_decided_together(scene.waiting)


def mention(scene: Scene, seat: Seat, user_id: int) -> Said:
    """Return a mention of the user who answers for a seat; a stand-in is shown with the seat."""
    friend = mention_user(user_id)
    if stand_in_of(scene.record, seat) != user_id:
        return friend
    return scene.narrator.say("waiting.in_place", friend=friend, who=seat)


def _answerer_in_words(scene: Scene, seat: Seat) -> Said:
    friend = stand_in_of(scene.record, seat)
    return mention(scene, seat, friend) if friend else scene.narrator.seat(seat)


def note_of(scene: Scene, narrator: Narrator, option: Option, *, whole: bool = False) -> str:
    """Return an option's costs and gains, in short or ``whole``, after a warning if it can end the game, and odds."""
    said, state = note(narrator, option) if whole else brief(narrator, option), scene.state
    if state is None:
        return said
    ends = narrator.say("option.ends_game") if scene.face.can_end_game(scene.view, option) else ""
    return " · ".join(filter(None, (ends, scene.face.odds_of(narrator, state, option), said)))


def status_line(scene: Scene) -> str:
    """Return the pinned text, which may be a minute late: whom the game waits for and since when, not the question."""
    narrator, standing = scene.narrator, scene.standing
    game = narrator.say(f"game.{standing.record.game}")
    if not standing.waiting:
        return "📌 " + narrator.say(f"status.{standing.record.phase}", game=game, stage=standing.address.stage)
    if is_empty(standing.record):
        asked = Said(clip(question(narrator, scene.waiting, openly=True), CONTENT // 2))
        return "📌 " + narrator.say("waiting.nobody", game=game, question=asked)
    line = "waiting.line.idle" if is_idle(standing.waiting) else "waiting.line"
    lines = (narrator.say(line, game=game, names=names(scene)), times(scene))
    return "📌 " + "\n".join(line for line in lines if line)
