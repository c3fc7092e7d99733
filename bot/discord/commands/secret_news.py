"""Secret results of an answer: for its seat alone, at a shared screen only after it was turned to that player."""

from __future__ import annotations

from msgspec.structs import replace

from bot.discord.prompts import story
from bot.discord.prompts.choices import THINGS
from bot.discord.prompts.components import Press, view
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.discord.prompts.question_path import part_of
from bot.discord.prompts.reply import Reply
from bot.table.authority import in_person_seats, is_named_master, may_look, seats_of
from bot.table.records import Accepted
from bot.words.narrator import Said
from rules.kernel.answers import is_secret


def secret_news(reply: Reply, before: Scene, after: Scene, accepted: Accepted) -> list[str]:
    """Return the secret results of an answer; a vote may submit the answer of somebody else, who alone sees them."""
    news = _private_lines(reply, after, accepted)
    if not news or _needs_turned_screen(reply, before, accepted):
        return []
    return [after.narrator.say("answer.secret", what=Said("\n".join(news)))]


def news_behind_button(reply: Reply, before: Scene, after: Scene, accepted: Accepted) -> Shown | None:
    """Return a button that shows the player's things and these results, if the screen must be turned first."""
    seat, narrator = accepted.seat, after.narrator
    mine = seats_of(after.record, reply.user_id)
    if seat not in mine or not _needs_turned_screen(reply, before, accepted):
        return None
    if not _private_lines(reply, after, accepted):
        return None
    press = Press(replace(after.id(THINGS), seat=seat), narrator.plain.say("button.whom.show", who=seat))
    return Shown(narrator.say("answer.secret_for", who=seat), view([press]))


def _private_lines(reply: Reply, after: Scene, accepted: Accepted) -> list[str]:
    if not may_look(after.record, reply.user_id, accepted.seat):
        return []
    return story.private_lines(after.narrator, accepted.told, accepted.seat, accepted.standing.address)


def _needs_turned_screen(reply: Reply, before: Scene, accepted: Accepted) -> bool:
    """Whether others may be looking: at a real table of rivals, unless the answer was a secret one from a panel."""
    seat = accepted.seat
    from_panel = reply.is_ephemeral and is_secret(part_of(before.waiting, seat), accepted.value, seat)
    return is_screen_shared(before, reply.user_id) and not from_panel


def is_screen_shared(scene: Scene, user_id: int) -> bool:
    """Whether rivals at a real table look at this person's screen."""
    record = scene.record
    return scene.has_secrets and is_named_master(record, user_id) and bool(in_person_seats(record))
