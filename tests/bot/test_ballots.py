"""Matters of the whole table: put to it once, answered by For and Against, and done when all agree."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.acts import seating
from bot.acts.absence import go_away
from bot.acts.proposals import is_open, open_proposals, propose, speak, voters
from bot.acts.undo import address_in_matter, undo_proposal
from bot.acts.undo_points import points
from bot.table.events import HouseRuleChanged, TakenBack
from bot.table.records import Standing
from rules.kernel.errors import Refused
from tests.bot.a_channel import HERE, Channel, a_channel, a_table
from tests.bot.a_table import ALA, EWA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.parlour import ParlourRules, a_choice, an_amount
from tests.bot.toy_game import ToyRules

DIG, DOWN = ["dig-s2"], ["descend"]
RULE = "house/depth/3"


class Feud(ToyRules):
    """Miners who play against each other."""

    rivals = True


async def undoing_a_dig(house: House) -> tuple[Standing, str]:
    """Olek has dug, and it is proposed to take that back."""
    standing = await house.mine(ALA, OLEK, EWA)
    dug = (await house.press(standing, OLEK, DIG)).standing
    return dug, undo_proposal((await points(house.store, dug.record.id, dug.address, 1))[-1], dug.address)


async def say(house: House, standing: Standing, what: str, *yes: int) -> Standing:
    """These people are for it; the first one proposes it, unless it is open."""
    for user in yes:
        voice = (house.sessions, standing.record.id, user, an_interaction(), what)
        is_open_yet = what in await house.store.votes(standing.record.id)
        standing = (await (speak(*voice, True) if is_open_yet else propose(*voice))).standing
    return standing


# What a voice does -----------------------------------------------------------------------------------------


async def test_the_last_consent_takes_a_roll_back(tmp_path: Path) -> None:
    """All three agree: the dig and its dice are gone."""
    async with a_house(tmp_path / "house.db") as house:
        dug, what = await undoing_a_dig(house)
        await say(house, dug, what, OLEK, ALA)
        last = await speak(house.sessions, dug.record.id, EWA, an_interaction(), what, True)

        assert [one.event for one in last.told] == [TakenBack(1)]
        assert await house.store.votes(dug.record.id) == {}


async def test_one_voice_against_ends_it(tmp_path: Path) -> None:
    """Ewa does not want it: nothing is taken back, and the voices are gone with the matter."""
    async with a_house(tmp_path / "house.db") as house:
        dug, what = await undoing_a_dig(house)
        await say(house, dug, what, OLEK, ALA)
        refused = await speak(house.sessions, dug.record.id, EWA, an_interaction(), what, False)

        assert refused.told == ()
        assert refused.standing.address == dug.address
        assert await house.store.votes(dug.record.id) == {}


async def test_going_back_is_meant_from_where_it_was_proposed(tmp_path: Path) -> None:
    """The game has gone on: the ballot means nothing any more, and consent to it takes nothing back."""
    async with a_house(tmp_path / "house.db") as house:
        dug, what = await undoing_a_dig(house)
        await say(house, dug, what, OLEK)
        now = (await house.press(dug, ALA, DOWN)).standing

        assert open_proposals(now, await house.store.votes(now.record.id)) == []
        with pytest.raises(Refused, match="ballot_over"):
            await say(house, now, what, EWA)


async def test_a_house_rule_changes_when_all_agree(tmp_path: Path) -> None:
    """Before that it does not; afterwards the ballot on it is over."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK, EWA)
        before = await say(house, standing, RULE, ALA, OLEK)
        last = await speak(house.sessions, standing.record.id, EWA, an_interaction(), RULE, True)

        assert before.record.options.get("depth") is None
        assert last.standing.record.options["depth"] == "3"
        assert any(isinstance(one.event, HouseRuleChanged) for one in last.told)
        assert not is_open(last.standing, RULE)


async def test_a_game_master_who_is_against_it_ends_it(tmp_path: Path) -> None:
    """The game master's «Against» does not change the rule, though the game master alone could."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK, EWA)
        await say(house, standing, f"gm/{STRANGER}", ALA, OLEK, EWA)
        await say(house, standing, RULE, ALA)
        after = await speak(house.sessions, standing.record.id, STRANGER, an_interaction(), RULE, False)

        assert after.standing.record.options.get("depth") is None
        assert await house.store.votes(standing.record.id) == {}


async def test_who_is_there_alone_is_not_the_whole_table(tmp_path: Path) -> None:
    """Olek and Ewa are away: Ala does not make herself the game master; both are asked, each in person."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK, EWA)
        game_id, what = standing.record.id, f"gm/{ALA}"
        await go_away(house.sessions, game_id, OLEK, an_interaction(), house.clock.now + 60, ALA)
        await go_away(house.sessions, game_id, EWA, an_interaction(), house.clock.now + 60)
        alone = await say(house, standing, what, ALA)
        both = await say(house, standing, what, OLEK)
        all_three = await say(house, standing, what, EWA)

    assert voters(alone.record, what) == ("s1", "s2", "s3")
    assert [one.record.gm_id for one in (alone, both, all_three)] == [0, 0, ALA]


async def test_a_newcomer_is_not_bound_by_the_voice_of_who_left(tmp_path: Path) -> None:
    """Olek was for it and left; whoever takes his seat has yet to speak."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK, EWA)
        game_id = standing.record.id
        await say(house, standing, RULE, OLEK)
        await seating.leave(house.sessions, game_id, OLEK, an_interaction())
        await seating.join(house.sessions, game_id, STRANGER, "Iza", an_interaction())
        before = await say(house, standing, RULE, ALA, EWA)
        after = await say(house, standing, RULE, STRANGER)

    assert before.record.options.get("depth") is None
    assert after.record.options["depth"] == "3"


async def test_the_last_voice_delivered_twice_is_heard_once(tmp_path: Path) -> None:
    """It decided the ballot, so there is none any more; the second delivery is no error."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK)
        await say(house, standing, RULE, ALA)
        last = an_interaction()
        once = await speak(house.sessions, standing.record.id, OLEK, last, RULE, True)
        again = await speak(house.sessions, standing.record.id, OLEK, last, RULE, True)

    assert (once.repeated, again.repeated) == (False, True)
    assert again.standing.address == once.standing.address


async def test_strangers_have_no_voice(tmp_path: Path) -> None:
    """Neither for nor against."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK)
        with pytest.raises(Refused, match="not_seated"):
            await say(house, standing, RULE, STRANGER)
        await say(house, standing, RULE, ALA)

        for yes in (True, False):
            with pytest.raises(Refused, match="not_seated"):
                await speak(house.sessions, standing.record.id, STRANGER, an_interaction(), RULE, yes)


async def test_an_absent_players_seat_is_freed_by_the_others(tmp_path: Path) -> None:
    """Ewa has been waited for in vain: two of the two others decide, and she has no voice in it."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK, EWA)
        house.clock.now += 30 * 3600
        after = await say(house, standing, "kick/s3", ALA, OLEK)

        assert voters(standing.record, "kick/s3") == ("s1", "s2")
        assert after.record.seats[2].user_id == 0
        assert not is_open(after, "kick/s3")


@pytest.mark.parametrize("what", ["", "undo", "undo/x/1.1.1", "dance/1", "gm/nobody", "house/depth"])
async def test_what_is_no_matter_is_refused(tmp_path: Path, what: str) -> None:
    """Custom ids can be made up by anybody."""
    async with a_house(tmp_path / "house.db") as house:
        standing = await house.mine(ALA, OLEK)

        with pytest.raises(Refused, match="ballot_over"):
            await say(house, standing, what, ALA)


CLOSED = [RULE, f"gm/{STRANGER}", 'habits/{"deadline_after":12.0}', "kick/s3", "undo/1/{at}", "redo/{at}", "end"]


@pytest.mark.parametrize("kind", CLOSED)
@pytest.mark.parametrize("rivals", [False, True])
async def test_a_late_press_opens_nothing(tmp_path: Path, kind: str, *, rivals: bool) -> None:
    """Neither for nor against; only a proposal does, and then the press counts."""
    async with a_house(tmp_path / "house.db", Feud() if rivals else ToyRules()) as house:
        now = await house.mine(ALA, OLEK, EWA)
        await house.press(now, EWA, ["dig-s3"])
        if kind.startswith("redo"):
            await house.undo(now.record.id)
        house.clock.now += 40 * 3600
        standing = await house.sessions.standing_of(now.record.id)
        assert standing is not None
        game_id, matter = now.record.id, kind.replace("{at}", address_in_matter(standing.address))
        for yes in (True, False):
            with pytest.raises(Refused, match="ballot_over"):
                await speak(house.sessions, game_id, ALA, an_interaction(), matter, yes)
        if matter == "end" and not rivals:
            return

        opened = await propose(house.sessions, game_id, ALA, an_interaction(), matter)
        again = await propose(house.sessions, game_id, ALA, an_interaction(), matter)
        closed = await speak(house.sessions, game_id, OLEK, an_interaction(), matter, False)
        with pytest.raises(Refused, match="ballot_over"):
            await speak(house.sessions, game_id, ALA, an_interaction(), matter, True)
        anew = await propose(house.sessions, game_id, ALA, an_interaction(), matter)

        assert (opened.ballot, again.ballot, closed.ballot, anew.ballot) == ("opened", "open", "rejected", "opened")


@pytest.mark.parametrize("objection_first", [True, False])
async def test_an_objection_stands_whatever_is_pressed_in_the_same_moment(
    tmp_path: Path, *, objection_first: bool
) -> None:
    """The proposer's press is refused, or gone with the proposal; nothing is open afterwards."""
    async with a_house(tmp_path / "house.db", Feud()) as house:
        game_id = (await house.mine(ALA, OLEK)).record.id
        await propose(house.sessions, game_id, ALA, an_interaction(), "end")
        presses = [(OLEK, False), (ALA, True)] if objection_first else [(ALA, True), (OLEK, False)]
        await asyncio.gather(
            *(speak(house.sessions, game_id, user, an_interaction(), "end", yes) for user, yes in presses),
            return_exceptions=True,
        )

        assert "end" not in await house.store.votes(game_id)


# In the channel --------------------------------------------------------------------------------------------


async def a_proposal(channel: Channel) -> str:
    """Celina asks to be game master; the ballot as everybody sees it."""
    shown = await channel.command("Celina", "gm take")
    assert shown.kind == "message"
    return shown.text


def ballot_of(channel: Channel) -> str:
    """The ballot as it stands now."""
    shown = channel.hands.messages(HERE, "Darek")
    return next(one.text for one in reversed(shown) if "🗳" in one.text)


def pings(channel: Channel) -> list[set[str]]:
    """Whom each call of the bot was allowed to notify."""
    bodies = [call.body for call in channel.playground.requests if isinstance(call.body, dict)]
    messages = [body.get("data") or body for body in bodies]
    return [set(map(str, one["allowed_mentions"].get("users", ()))) for one in messages if "allowed_mentions" in one]


def buttons(channel: Channel) -> list[str]:
    """The live ballot buttons of the channel."""
    shown = channel.hands.messages(HERE, "Darek")
    return [button.label for one in shown for button in one.buttons if button.label in ("Za", "Przeciw")]


async def test_a_ballot_pings_those_who_are_to_speak_and_only_once(tmp_path: Path) -> None:
    """Ala and Bartek, not Celina who opened it; later changes of the message ping nobody."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek", "Celina") as channel:
        ids = {name: channel.playground.world.person(name)["user"]["id"] for name in ("Ala", "Bartek", "Celina")}
        asked = {ids["Ala"], ids["Bartek"]}
        text = await a_proposal(channel)
        before = pings(channel).count(asked)
        await channel.press("Ala", "Za")

        assert (before, pings(channel).count(asked)) == (1, 1)
        assert text.startswith(f"<@{ids['Ala']}> <@{ids['Bartek']}> 🗳")
        assert "Za: Celina" in text
        assert "Jeszcze bez głosu: Ala i Bartek" in text
        assert "Za: Celina i Ala" in ballot_of(channel)
        assert "Jeszcze bez głosu: Bartek" in ballot_of(channel)


async def test_who_puts_a_matter_to_the_table_again_calls_nobody_again(tmp_path: Path) -> None:
    """The ballot comes to the bottom, the older one loses its buttons, and Ala and Bartek hear of it once."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek", "Celina") as channel:
        asked = {channel.playground.world.person(name)["user"]["id"] for name in ("Ala", "Bartek")}
        await a_proposal(channel)
        await a_proposal(channel)
        await channel.command("Bartek", "gm appoint", member="Celina")

        assert [users for users in pings(channel) if users & asked].count(asked) == 1
        assert pings(channel)[-1] == set()
        assert buttons(channel) == ["Za", "Przeciw"]
        assert "Za: Celina i Bartek" in ballot_of(channel)


async def test_when_all_agree_the_buttons_go_and_it_is_done(tmp_path: Path) -> None:
    """The last «For» appoints the game master, and the table is told."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek", "Celina") as channel:
        await a_proposal(channel)
        await channel.press("Ala", "Za")
        await channel.press("Bartek", "Za")

        assert buttons(channel) == []
        assert "**Zgoda.**" in ballot_of(channel)
        assert "Przy stole jest mistrz gry" in channel.story()


async def test_an_appointment_closes_the_other_proposals_for_a_game_master(tmp_path: Path) -> None:
    """The older one is marked as out of date; each says who proposes, and who would stop being it."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek") as channel:
        ids = {name: channel.playground.world.person(name)["user"]["id"] for name in ("Ala", "Bartek", "Darek")}
        await channel.command("Bartek", "gm appoint", member="Darek")
        await channel.command("Ala", "settings", **{"gm-role": "Owner"})
        await channel.command("Ala", "gm take")
        closed = channel.story()
        await channel.command("Bartek", "gm appoint", member="Darek")
        again = ballot_of(channel)
        await channel.command("Ala", "gm resign")
        status = (await channel.command("Bartek", "gm take")).text

        assert f"Mistrz gry przy tym stole: <@{ids['Darek']}>? **Nieaktualne.**" in closed
        assert f"Proponuje: <@{ids['Bartek']}>" in again
        assert f"Mistrzem gry przestanie być <@{ids['Ala']}>." in again
        assert "Za: Bartek" in again
        assert channel.story().count("**Nieaktualne.**") == 2
        assert "przestanie" not in status


async def test_a_voice_against_is_the_end_of_a_ballot(tmp_path: Path) -> None:
    """Its buttons go at once."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek", "Celina") as channel:
        await a_proposal(channel)
        await channel.press("Ala", "Przeciw")

        assert buttons(channel) == []
        assert "**Nie ma zgody.**" in ballot_of(channel)


async def test_a_ballot_is_answered_from_the_list_too(tmp_path: Path) -> None:
    """``/vote`` has the same buttons; the ballot in the channel follows what is pressed there."""
    async with a_table(tmp_path, ParlourRules(a_choice), "Ala", "Bartek", "Celina") as channel:
        await a_proposal(channel)
        await channel.command("Ala", "vote")
        listed = await channel.press("Ala", "1 · Za")
        await channel.command("Bartek", "vote")
        decided = await channel.press("Bartek", "1 · Za")

        assert "Za: Celina i Ala" in listed.text
        assert "Za" not in decided.text
        assert "**Zgoda.**" in ballot_of(channel)
        assert buttons(channel) == []


async def test_an_old_list_of_ballots_brings_none_back(tmp_path: Path) -> None:
    """Bartek objects; Ala's older list still has its buttons, and what they did was silent. A new proposal is not."""
    async with a_table(tmp_path, Feud(), "Ala", "Bartek") as channel:
        bartek = {channel.playground.world.person("Bartek")["user"]["id"]}
        await channel.command("Ala", "game end", sure=True)
        await channel.command("Ala", "vote")
        await channel.press("Bartek", "Przeciw")
        await channel.press("Ala", "1 · Za")
        late = channel.texts("Ala")
        first = pings(channel).count(bartek)
        await channel.command("Ala", "vote")
        empty = channel.texts("Ala")[-1]
        await channel.command("Ala", "game end", sure=True)

        assert any("już się skończyło" in one for one in late)
        assert "Nie ma zgody" in channel.story()
        assert empty == "" or "Zakończyć grę" not in empty
        assert pings(channel).count(bartek) == first + 1
        assert buttons(channel) == ["Za", "Przeciw"]


async def test_a_ballot_outlives_answers_and_restarts(tmp_path: Path) -> None:
    """Who is to be game master can be settled days later, after other questions."""
    async with a_channel(tmp_path, ParlourRules(a_choice, an_amount)) as channel:
        async with channel.bot_up():
            await channel.opened("Ala", "Bartek")
            await channel.command("Bartek", "gm take")
            await channel.answer("Ala", "A")
            live = buttons(channel)
        async with channel.bot_up():
            await channel.press("Ala", "Za")

        assert live == ["Za", "Przeciw"]
        assert "**Zgoda.**" in ballot_of(channel)


async def test_a_ballot_on_going_back_falls_with_its_question(tmp_path: Path) -> None:
    """Bartek wants his dig back; somebody goes on instead, and nothing is left to press."""
    async with a_channel(tmp_path, ToyRules()) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Szybki start")
        await channel.answer("Bartek", "dig-s2")
        await channel.command("Bartek", "undo", what="1")
        await channel.press("Bartek", "Zapytaj stół")
        opened, live = ballot_of(channel), buttons(channel)
        await channel.answer("Ala", "rest")

        assert "Cofnąć 1 odpowiedź" in opened
        assert live == ["Za", "Przeciw"]
        assert buttons(channel) == []
