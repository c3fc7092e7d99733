"""The party decides together: whoever is first, the leader alone, or most of those who are there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.acts import rulings, seating, table_settings
from bot.acts.absence import go_away
from bot.playground import Message
from bot.session.party import is_common, question
from bot.session.transaction import Transaction
from bot.table.events import Voted
from bot.table.records import Accepted, Press, Standing
from rules.kernel.answers import Value
from rules.kernel.errors import Refused
from rules.kernel.events import Event
from rules.kernel.requests import PARTY, Action, NextAction, Option, Request
from rules.kernel.table import Table
from tests.bot import parlour
from tests.bot.a_channel import HERE, Channel, a_table
from tests.bot.a_table import ALA, EWA, OLEK, House, a_house, an_interaction
from tests.bot.test_direct import rung
from tests.bot.toy_game import Mine, ToyRules

DOWN, REST = ["descend"], ["rest"]


MASTER = 77


async def appoint(turn: Transaction) -> None:
    """The table has a game master."""
    turn.rewrite(gm_id=MASTER)


@asynccontextmanager
async def a_mine(folder: Path, deciding: str, *people: int) -> AsyncIterator[tuple[House, Standing]]:
    """Miners in the first gallery who decide like this; Ala leads."""
    async with a_house(folder / "house.db") as house:
        standing = await house.mine(*(people or (ALA, OLEK, EWA)))
        now = await table_settings.change_habits(
            house.sessions, standing.record.id, ALA, an_interaction(), deciding=deciding
        )
        yield house, now.standing


def told(accepted: Accepted, kind: type[Event]) -> list[Any]:
    """What was told of this kind."""
    return [one.event for one in accepted.told if isinstance(one.event, kind)]


async def votes_of(house: House, standing: Standing) -> dict[str, Value]:
    """The votes on the open question that are in the store, by seat."""
    votes = await house.store.votes(standing.record.id)
    return {vote.seat: vote.value for vote in votes.get(question(standing.address), ())}


# By vote ---------------------------------------------------------------------------------------------------


async def test_the_second_equal_vote_of_three_decides(tmp_path: Path) -> None:
    """The first is noted and moves nothing; the second carries it, and the vote is told."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        first = await house.press(standing, OLEK, DOWN)
        second = await house.press(standing, EWA, DOWN)

    assert (first.standing.address, first.standing.voted, first.told) == (standing.address, ("s2",), ())
    assert told(second, Voted) == [Voted(("s2", "s3"), ("s2", "s3"))]
    assert second.standing.address != standing.address
    assert second.standing.voted == ()


async def test_a_mind_may_be_changed_until_it_is_decided(tmp_path: Path) -> None:
    """Olek is not told that he has answered; his last vote stands alone, and he is no winner by the first one."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await house.press(standing, OLEK, DOWN)
        await house.press(standing, OLEK, REST)
        noted = await votes_of(house, standing)
        await house.press(standing, EWA, DOWN)
        decided = await house.press(standing, ALA, DOWN)

    assert noted == {"s2": REST}
    assert told(decided, Voted) == [Voted(("s3", "s1"), ("s2", "s3", "s1"))]


async def test_votes_survive_a_restart(tmp_path: Path) -> None:
    """Who has voted is known to the next life of the bot, and it still counts."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await house.press(standing, OLEK, DOWN)

    async with a_house(tmp_path / "house.db") as house:
        again = await house.sessions.standing_of(standing.record.id)
        decided = await house.press(standing, EWA, DOWN)

    assert again is not None
    assert again.voted == ("s2",)
    assert decided.standing.address != standing.address


async def test_a_redelivered_vote_is_one_vote(tmp_path: Path) -> None:
    """The same interaction comes twice: the second time nothing is done."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await house.press(standing, OLEK, DOWN, interaction=7)
        again = await house.press(standing, OLEK, DOWN, interaction=7)

        assert again.repeated
        assert await votes_of(house, standing) == {"s2": DOWN}


async def test_nobody_votes_on_what_somebody_does_alone(tmp_path: Path) -> None:
    """Olek digs at once; the votes on the way down stand, though the question has another address now."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await house.press(standing, EWA, DOWN)
        dug = await house.press(standing, OLEK, ["dig-s2"])
        votes = await house.store.votes(standing.record.id)
        decided = await house.press(dug.standing, ALA, DOWN)

    assert dug.standing.address != standing.address
    assert (dug.seat, dug.standing.voted) == ("s2", ("s3",))
    assert list(votes) == [question(dug.standing.address)]
    assert told(decided, Voted) == [Voted(("s3", "s1"), ("s3", "s1"))]


class Haunted(ToyRules):
    """The party goes down or rests; anybody may learn first, drive the ghosts out, or faint, with which it is over."""

    def _dig(self, table: Table, state: Mine) -> None:
        free = [Action(seat, Option(deed, deed), aside=True) for seat in state.seats for deed in ("learn", "frighten")]
        alone = [Action(seat, Option("faint", "faint")) for seat in state.seats]
        party = [Action(PARTY, Option(deed, deed)) for deed in ("descend", "rest")]
        while table.next_action("mine.next", [*free, *alone, *party]).id == "learn":
            continue


@asynccontextmanager
async def a_haunted_mine(folder: Path) -> AsyncIterator[tuple[House, Standing]]:
    """Ewa has voted for the way down."""
    async with a_house(folder / "house.db", Haunted()) as house:
        standing = await house.mine(ALA, OLEK, EWA)
        await table_settings.change_habits(house.sessions, standing.record.id, ALA, an_interaction(), deciding="vote")
        yield house, standing


@pytest.mark.parametrize("deed", ["frighten", "faint"])
async def test_nobody_settles_alone_what_is_put_to_the_vote(tmp_path: Path, deed: str) -> None:
    """Not even whoever has voted; the vote and the question stand."""
    async with a_haunted_mine(tmp_path) as (house, standing):
        await house.press(standing, EWA, DOWN)
        for user in (OLEK, EWA):
            with pytest.raises(Refused, match="vote_open"):
                await house.press(standing, user, [deed])
        noted = await votes_of(house, standing)
        decided = await house.press(standing, ALA, DOWN)

    assert noted == {"s3": DOWN}
    assert told(decided, Voted) == [Voted(("s3", "s1"), ("s3", "s1"))]


async def test_a_free_action_that_leaves_the_vote_open_stays_free(tmp_path: Path) -> None:
    async with a_haunted_mine(tmp_path) as (house, standing):
        await house.press(standing, EWA, DOWN)
        learnt = await house.press(standing, OLEK, ["learn"])

    assert learnt.standing.voted == ("s3",)


async def test_without_a_vote_everybody_acts_as_ever(tmp_path: Path) -> None:
    async with a_haunted_mine(tmp_path) as (house, standing):
        done = await house.press(standing, OLEK, ["frighten"])

    assert done.standing.waiting != standing.waiting


async def test_a_game_master_settles_what_is_put_to_the_vote(tmp_path: Path) -> None:
    async with a_haunted_mine(tmp_path) as (house, standing):
        await house.sessions.change(standing.record.id, None, appoint)
        await house.press(standing, EWA, DOWN)
        done = await house.press(standing, MASTER, ["frighten"])

    assert done.standing.voted == ()


async def test_a_ruling_takes_nobodys_vote_or_time(tmp_path: Path) -> None:
    """The game master sets something right: who has voted has voted, and the question is as old as it was."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await house.sessions.change(standing.record.id, None, appoint)
        await house.press(standing, EWA, DOWN)
        house.clock.now += 3600

        ruled = await rulings.set_right(house.sessions, standing.record.id, MASTER, an_interaction(), "gold", 9)

    assert ruled.standing.address.epoch == standing.address.epoch + 1
    assert (ruled.standing.voted, ruled.standing.asked_at) == (("s3",), standing.asked_at)


class School(ToyRules):
    """Only Ala moves the game on; before she does, she and Olek may learn."""

    def _dig(self, table: Table, state: Mine) -> None:
        learn = [Action(seat, Option("learn", "learn"), aside=True) for seat in ("s1", "s2")]
        while table.next_action("mine.next", [*learn, Action("s1", Option("descend", "descend"))]).id != "descend":
            continue


@pytest.mark.parametrize(("user", "new"), [(OLEK, 0), (ALA, 3600)])
async def test_a_free_action_of_somebody_who_is_not_waited_for_gives_nobody_more_time(
    tmp_path: Path, user: int, new: int
) -> None:
    """Olek cannot move the game on: Ala's time runs on while he learns; it begins anew when she learns herself."""
    async with a_house(tmp_path / "house.db", School()) as house:
        asked = await house.mine(ALA, OLEK)
        house.clock.now += 3600

        learned = (await house.press(asked, user, ["learn"])).standing

    assert isinstance(learned.waiting, NextAction)
    assert learned.address.step == asked.address.step + 1
    assert learned.asked_at == asked.asked_at + new


async def test_as_usual_is_a_vote_like_any_other(tmp_path: Path) -> None:
    """What is noted is the answer that the autopilot would give."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        press = Press(standing.record.id, OLEK, an_interaction(), None, standing.address, usual=True)
        noted = await house.sessions.answer(press)

    assert (noted.seat, noted.value) == ("s2", DOWN)


async def test_who_goes_on_autopilot_votes_no_more_and_may_decide_by_going(tmp_path: Path) -> None:
    """Ala wants down, Olek up; Ewa goes: of the two who are there the leader breaks the tie, with nobody pressing."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await house.press(standing, ALA, DOWN)
        await house.press(standing, OLEK, REST)
        after = await house.on_autopilot(standing.record.id, "s3")

    assert after.address != standing.address
    assert after.waiting is not None
    assert after.waiting.why == "mine.vote"


async def test_the_vote_of_somebody_who_has_gone_is_not_counted(tmp_path: Path) -> None:
    """Ewa voted for down and left; Olek alone does not outvote Ala, who has yet to speak."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await house.press(standing, EWA, DOWN)
        await house.on_autopilot(standing.record.id, "s3")
        noted = await house.press(standing, OLEK, DOWN)

    assert noted.standing.address == standing.address


async def test_a_stand_in_votes_for_both_seats(tmp_path: Path) -> None:
    """Olek sits in for Ewa, who is away: one press is two votes, and the leader is outvoted."""
    async with a_mine(tmp_path, "vote") as (house, standing):

        async def away(turn: Transaction) -> None:
            turn.rewrite(seats=tuple(_away(one) if one.seat == "s3" else one for one in turn.record.seats))

        await house.sessions.change(standing.record.id, None, away)
        decided = await house.press(standing, OLEK, REST)

    assert told(decided, Voted) == [Voted(("s2", "s3"), ("s2", "s3"))]


def _away(one: Any) -> Any:
    return type(one)(one.seat, one.user_id, one.name, away_until=2e9, stand_in=OLEK)


async def test_who_is_away_does_not_decide_past_those_who_vote(tmp_path: Path) -> None:
    """The autopilot sits for Ewa: what she presses is no vote, and it does not count as the whole party's answer."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await go_away(house.sessions, standing.record.id, EWA, an_interaction(), house.clock.now + 60)

        with pytest.raises(Refused, match="away_vote"):
            await house.press(standing, EWA, DOWN)


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_newcomer_votes_anew(tmp_path: Path, restarted: bool) -> None:
    """Olek voted and left: the stranger in his place is waited for, and Ewa's vote alone decides nothing."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await house.press(standing, OLEK, DOWN)
        await seating.leave(house.sessions, standing.record.id, OLEK, an_interaction())
        joined = (await seating.join(house.sessions, standing.record.id, 77, "Iza", an_interaction())).standing
        one_vote = joined if restarted else (await house.press(joined, EWA, DOWN)).standing

    async with a_house(tmp_path / "house.db") as house:
        again = await house.sessions.standing_of(standing.record.id)

    assert joined.voted == ()
    assert again is not None
    assert (again.address, again.voted) == (standing.address, one_vote.voted)


async def test_one_person_alone_needs_no_vote(tmp_path: Path) -> None:
    """A table of one is not asked twice."""
    async with a_mine(tmp_path, "vote", ALA) as (house, standing):
        decided = await house.press(standing, ALA, DOWN)

    assert told(decided, Voted) == []
    assert decided.standing.address != standing.address


async def test_an_illegal_vote_is_refused(tmp_path: Path) -> None:
    """What could not be answered cannot be voted for."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        with pytest.raises(Refused, match="no_such_option"):
            await house.press(standing, OLEK, ["fly"])


@pytest.mark.parametrize(
    ("ask", "one", "other"),
    [
        (parlour.an_action, ["pay", 7], ("pay", 7)),
        (parlour.a_formation, (("c1", "c3"), ("c2",)), [["c1", "c3"], ["c2"]]),
        (parlour.some_choices, ["oak", "iron"], ["iron", "oak"]),
        (parlour.an_amount, 5, 5),
    ],
)
async def test_equal_wishes_count_together(tmp_path: Path, ask: Any, one: Value, other: Value) -> None:
    """However an answer was given, typed or picked, in whatever order: the same is the same."""
    async with a_house(tmp_path / "house.db", parlour.ParlourRules(ask)) as house:
        await house.lobby(ALA, OLEK, EWA)
        standing = (await house.sessions.start(500, ALA, an_interaction())).standing
        await table_settings.change_habits(house.sessions, standing.record.id, ALA, an_interaction(), deciding="vote")
        await house.press(standing, OLEK, one)
        decided = await house.press(standing, EWA, other)

    assert told(decided, Voted) == [Voted(("s2", "s3"), ("s2", "s3"))]


async def test_the_game_master_does_not_wait_for_a_vote(tmp_path: Path) -> None:
    """The word of the game master counts at once."""
    async with a_mine(tmp_path, "vote") as (house, standing):
        await house.sessions.change(standing.record.id, None, appoint)
        decided = await house.press(standing, MASTER, DOWN)

    assert decided.standing.address != standing.address


# By the leader ---------------------------------------------------------------------------------------------


async def test_the_leader_alone_decides_for_the_party(tmp_path: Path) -> None:
    """Olek is told who decides; what he does alone he may still do; Ala's word moves the game."""
    async with a_mine(tmp_path, "leader") as (house, standing):
        with pytest.raises(Refused, match="leader_decides"):
            await house.press(standing, OLEK, DOWN)
        dug = await house.press(standing, OLEK, ["dig-s2"])
        decided = await house.press(dug.standing, ALA, DOWN)

    assert decided.standing.waiting is not None
    assert decided.standing.waiting.why == "mine.vote"


async def test_without_the_leader_anybody_decides(tmp_path: Path) -> None:
    """Ala's seat is on autopilot: the table does not wait for her."""
    async with a_mine(tmp_path, "leader") as (house, standing):
        await house.on_autopilot(standing.record.id, "s1")
        decided = await house.press(standing, OLEK, DOWN)

    assert decided.standing.address != standing.address


async def test_who_stands_in_for_the_leader_decides(tmp_path: Path) -> None:
    """Olek answers as Ala, though he has a seat of his own."""
    async with a_mine(tmp_path, "leader") as (house, standing):

        async def away(turn: Transaction) -> None:
            turn.rewrite(seats=tuple(_away(one) if one.seat == "s1" else one for one in turn.record.seats))

        await house.sessions.change(standing.record.id, None, away)
        decided = await house.press(standing, OLEK, DOWN)

    assert decided.seat == "s1"


# What is common --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "value", "common"),
    [
        (parlour.a_choice, "oak", True),
        (parlour.an_action, ["wait"], True),
        (parlour.an_action, ["drink", "tea"], False),
        (parlour.an_errand, ["north"], True),
        (parlour.an_errand, ["polish"], True),
        (parlour.everyones_form, {}, False),
    ],
)
def test_what_the_party_answers_as_one(ask: Any, value: Value, common: bool) -> None:
    """Its questions, its moves, and what it may do first; not what is everybody's own."""
    request: Request[Any] = ask(parlour.Parlour(("s1", "s2")))

    assert is_common(request, value) is common


# In the channel --------------------------------------------------------------------------------------------


def prompt_of(channel: Channel) -> Message:
    """The newest message with live buttons that everybody sees."""
    shown = channel.hands.messages(HERE, "Darek")
    return [one for one in shown if not one.ephemeral and one.buttons][-1]


async def test_a_vote_leaves_the_prompt_open_and_says_who_has_voted(tmp_path: Path) -> None:
    """Everybody sees what Bartek has voted for, and can vote for the same by one press: by the button with the star."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_choice), "Ala", "Bartek", "Celina") as channel:
        await channel.command("Ala", "table", deciding="vote")
        before = len(prompt_of(channel).buttons)
        await channel.press("Bartek", "A")
        shown = prompt_of(channel)

        assert len(shown.buttons) == before
        assert "🗳 **A · oak**: Bartek" in shown.text
        assert "🗳 ⭐ A · oak (1)" in [button.label for button in shown.buttons]
        assert "Twój głos" not in channel.story()


async def test_whoever_must_vote_from_now_on_is_called(tmp_path: Path) -> None:
    """The question stood open for anybody, so nobody was needed; a vote needs everybody."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_choice), "Ala", "Bartek", "Celina") as channel:
        for who in ("Ala", "Bartek", "Celina"):
            await channel.command(who, "quiet", hours="brak")
        since = len(channel.playground.requests)
        await channel.command("Ala", "table", deciding="vote")
        await channel.hands.settled()

        assert rung(channel, since, "Bartek")
        assert rung(channel, since, "Celina")


async def test_changing_a_vote_by_another_button_decides_with_the_rest(tmp_path: Path) -> None:
    """Bartek first wanted A, then B, as Celina does."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_choice), "Ala", "Bartek", "Celina") as channel:
        await channel.command("Ala", "table", deciding="vote")
        await channel.press("Bartek", "A")
        await channel.press("Bartek", "B")
        await channel.answer("Celina", "B")

        assert "**Bartek i Celina** → B · iron" in channel.story()
        assert "Głosowanie rozstrzygnięte" not in channel.story()


async def test_a_proposal_is_backed_by_one_press(tmp_path: Path) -> None:
    """Celina votes as Bartek did, and that decides."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_choice), "Ala", "Bartek", "Celina") as channel:
        await channel.command("Ala", "table", deciding="vote")
        await channel.press("Bartek", "B")
        await channel.press("Celina", "🗳 B · iron (1)")
        assert "**Bartek i Celina** → B · iron" in channel.story()


async def test_a_tie_and_what_lost_are_told(tmp_path: Path) -> None:
    """Each wants something else: the leader's vote decides, and the others' are named."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_choice), "Ala", "Bartek", "Celina") as channel:
        await channel.command("Ala", "table", deciding="vote")
        await channel.press("Bartek", "A")
        await channel.press("Celina", "B")
        await channel.press("Ala", "C")

        assert "**Ala** → C" in channel.story()
        assert "A · oak**: Bartek" in channel.story()
        assert "B · iron**: Celina" in channel.story()
        assert "przy równych głosach decyduje głos osoby, która prowadzi stół" in channel.story()


class Whispering(parlour.ParlourRules):
    """Tells the seat that acts, and nobody else, what it has found."""

    def stage(self, table: Table, state: parlour.Parlour) -> None:
        """One action, one secret."""
        taken = table.ask(parlour.an_action(state))
        table.tell(parlour.Heard("secret", taken.seat), to=(taken.seat,))
        state.over = True


async def test_a_secret_goes_to_whose_vote_carried_it_not_to_who_pressed_last(tmp_path: Path) -> None:
    """Bartek's vote was first and carries it; Celina, who decides it by hers, does not read his secret."""
    async with a_table(tmp_path, Whispering(), "Ala", "Bartek", "Celina") as channel:
        await channel.command("Ala", "table", deciding="vote")
        await channel.answer("Bartek", "wait")
        await channel.answer("Celina", "wait")

        assert "**Bartek i Celina** → " in channel.story()
        assert not any("🤫" in text for text in channel.texts("Celina"))


async def test_a_secret_is_read_by_who_answers_alone(tmp_path: Path) -> None:
    """Without a vote whoever acts reads it at once, in the one message that says what was noted, and it stays."""
    async with a_table(tmp_path, Whispering(), "Ala", "Bartek", "Celina") as channel:
        await channel.answer("Celina", "wait")

        (receipt,) = [text for text in channel.texts("Celina") if "🤫" in text]
        assert receipt.startswith("✔ Zapisane: ")


async def test_vote_shows_who_wants_what(tmp_path: Path) -> None:
    """``/vote``: the question, each wish with its names, and who is still to be heard."""
    async with a_table(tmp_path, parlour.ParlourRules(parlour.a_choice), "Ala", "Bartek", "Celina") as channel:
        await channel.command("Ala", "table", deciding="vote")
        await channel.press("Bartek", "A")
        seen = await channel.command("Celina", "vote")

        assert seen.kind == "ephemeral"
        assert "**A · oak** – 1: Bartek" in seen.text
        assert "Jeszcze bez głosu: Ala i Celina" in seen.text
