"""Votes in words: on the open question, and who is still to be heard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.discord.prompts.public import decision_line
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.words import answer_in_words, question
from bot.table.authority import present_seats
from bot.table.votes import Vote, counting_votes, tally
from bot.table.waiting import is_decided_together
from bot.words.narrator import Narrator, Said
from rules.kernel.requests import Seat


def votes_on_question(scene: Scene, votes: Sequence[Vote]) -> Iterator[str]:
    """Lines on the party's open question, if there is one: how it is decided, who wants what, who is still to vote."""
    narrator, waiting = scene.narrator, scene.standing.waiting
    if waiting is None or not is_decided_together(waiting):
        return
    record = scene.standing.record
    yield f"**{question(narrator, waiting, openly=True)}**"
    yield decision_line(scene)
    if record.habits.deciding == "vote":
        seats = present_seats(record)
        counted = counting_votes(votes, seats)
        for value, voters in tally(counted):
            what = answer_in_words(narrator, waiting, value, voters[0], openly=True)
            yield narrator.say("vote.tally", count=len(voters), what=what, who=voters)
        spoken = [vote.seat for vote in counted]
        yield missing_votes_line(narrator, [seat for seat in seats if seat not in spoken])


def missing_votes_line(narrator: Narrator, seats: Sequence[Seat]) -> Said:
    """A line on who is still to vote; '' when nobody is."""
    return narrator.say("vote.missing", who=tuple(seats)) if seats else Said()
