"""Manners at a table where people play against each other, and hide things from one another."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.acts import undo as undoing
from bot.acts import undo_points
from bot.acts.absence import go_away
from bot.table.records import Standing
from rules.kernel.errors import Refused
from rules.kernel.requests import Seat
from rules.kernel.table import Table
from tests.bot.a_cave import NEAR, a_figure, a_meeting
from tests.bot.a_channel import AS_USUAL, HERE, Channel, a_channel, a_table
from tests.bot.a_den import ACTIVE, PLACES, SONG, Den, heard, turn_of
from tests.bot.a_sorcerer import Midgame, a_duel, begun
from tests.bot.a_table import ALA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.parlour import Parlour, ParlourRules, a_choice

THINGS = "🎒"
DRINK = f"{SONG}-pije…"
DAY = 24 * 3600.0


class Noisy(Den):
    """Whatever the first seat does in secret is heard by all."""

    def stage(self, table: Table, state: Parlour) -> None:
        """Actions until it goes."""
        while (taken := table.ask(turn_of(state.seats))).id not in ("go", "stay"):
            table.tell(heard("słychać" if taken.seat == ACTIVE else "cisza"))
        state.over = True


@pytest_asyncio.fixture
async def den(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala's turn, while Bartek waits."""
    async with a_channel(tmp_path, Den()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        yield channel


def prompts(channel: Channel) -> list[str]:
    """The messages with buttons that everybody sees, by id."""
    return [one.id for one in channel.hands.messages(HERE, "Darek") if one.buttons]


def message_of(channel: Channel, who: str, id: str) -> tuple[list[str], str]:
    """The buttons of a message, and its words, as somebody sees it now."""
    found = next(one for one in channel.hands.messages(HERE, who) if one.id == id)
    return [button.label for button in found.buttons], found.text


# Taking back -------------------------------------------------------------------------------------------------


async def test_a_rival_takes_back_no_more_than_is_their_own(tmp_path: Path) -> None:
    """Ala drank, then Olek gave orders: those he takes back and brings back alone; of hers he does not even know."""
    async with a_house(tmp_path / "db", Den()) as house:
        turn = await begun(house)
        await house.press(turn, ALA, ["drink", "red"])
        game_id = (await house.press(turn, OLEK, ["orders", "stać"])).standing.record.id
        for user in (ALA, OLEK):
            with pytest.raises(Refused, match="nothing_to_undo"):
                await undoing.undo(house.sessions, game_id, user, an_interaction(), 2)
        await undoing.undo(house.sessions, game_id, OLEK, an_interaction())
        with pytest.raises(Refused, match="rivals_consent"):
            await undoing.redo(house.sessions, game_id, ALA, an_interaction())
        await undoing.redo(house.sessions, game_id, OLEK, an_interaction())
        back = await house.sessions.standing_of(game_id)

    assert back is not None
    assert (back.address.step, back.beside) == (0, ("s1", "s2"))


async def test_what_a_rival_did_in_secret_neither_forbids_an_undo_nor_is_lost_by_it(tmp_path: Path) -> None:
    """Ala takes back her drink as if Olek had done nothing; his orders stand, and she can bring it back."""
    async with a_house(tmp_path / "db", Den()) as house:
        turn = await begun(house)
        game_id = (await house.press(turn, ALA, ["drink", "red"])).standing.record.id
        await house.press(turn, OLEK, ["orders", "stać"])
        seen = await undo_points.points_known_to(house.store, Den(), await standing_of(house, game_id), ALA)
        alone = await undoing.undo(house.sessions, game_id, ALA, an_interaction(), 1, 1)
        kept = await house.store.page(game_id, alone.standing.address.epoch, 0)
        await undoing.redo(house.sessions, game_id, ALA, an_interaction())
        back = await house.store.page(game_id, (await standing_of(house, game_id)).address.epoch, 0)

    assert [(one.steps, one.answer.answer.value, len(one.lost)) for one in seen] == [(1, ["drink", "red"], 1)]
    assert kept is not None
    assert back is not None
    assert [(row.answer.seat, row.answer.part) for row in kept.answers] == [("s2", "~000")]
    assert [(row.answer.seat, row.answer.part) for row in back.answers] == [("s1", "~000"), ("s2", "~001")]


async def standing_of(house: House, game_id: str) -> Standing:
    """Where the table stands."""
    found = await house.sessions.standing_of(game_id)
    assert found is not None
    return found


class Caught(Den):
    """What the first seat does reaches the second: by a question, a word to it alone, its name, its things, or not."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way

    def stage(self, table: Table, state: Parlour) -> None:
        """One action, and what comes of it; then the first seat is asked on."""
        table.ask(turn_of(state.seats))
        match self.way:
            case "asked":
                table.choose("s2", "den.hide", PLACES, secret=True)
            case "told":
                table.tell(heard(f"{SONG}-ktoś tu był"), to=("s2",))
            case "named":
                table.tell(heard("s2"))
            case "touched":
                state.over = True
        table.choose(ACTIVE, "den.hide", PLACES, secret=True)
        state.over = True

    def view(self, state: Parlour, viewer: Seat | None) -> Any:
        """Who has been touched."""
        return [{"seat": seat, "hurt": state.over} for seat in state.seats]


@pytest.mark.parametrize("way", ["asked", "told", "named", "touched"])
async def test_what_has_reached_a_rival_is_not_taken_back_alone(tmp_path: Path, way: str) -> None:
    """No die fell and nobody else has answered; the refusal does not say what it was."""
    async with a_house(tmp_path / "db", Caught(way)) as house:
        turn = await begun(house)
        done = await house.press(turn, ALA, ["drink", "red"])
        with pytest.raises(Refused, match="rivals_consent") as refused:
            await undoing.undo(house.sessions, done.standing.record.id, ALA, an_interaction())

    assert not refused.value.facts


async def test_what_has_reached_nobody_is_ones_own(tmp_path: Path) -> None:
    """Ala is asked on, and goes back alone."""
    async with a_house(tmp_path / "db", Caught("")) as house:
        turn = await begun(house)
        done = await house.press(turn, ALA, ["drink", "red"])
        back = await undoing.undo(house.sessions, done.standing.record.id, ALA, an_interaction())

    assert back.standing.address.step == 0


@pytest.mark.parametrize("spells", [["dispel"], ["clear_mind"]])
async def test_a_spell_that_was_aimed_at_a_rival_is_cast(tmp_path: Path, spells: list[str]) -> None:
    """Cast, see whether the rival is asked, take it back: whichever it is, the table has to agree."""
    rules = a_meeting(a_figure("shaman", NEAR, spells=["thought_dart"]), a_figure("friar", spells=spells))
    async with a_house(tmp_path / "db", rules) as house:
        turn = await begun(house)
        await house.press(turn, ALA, ["cast:thought_dart:s2"])
        with pytest.raises(Refused, match="rivals_consent"):
            await undoing.undo(house.sessions, turn.record.id, ALA, an_interaction())


async def test_the_preview_says_why_the_table_is_asked(tmp_path: Path) -> None:
    """No die fell; what Ala would take back has reached Bartek."""
    async with a_table(tmp_path, Caught("told"), "Ala", "Bartek") as den:
        await den.answer("Ala", "drink red")
        preview = await den.command("Ala", "undo", what="1")

    assert preview.message is not None
    assert "gra się przeciwko sobie" in preview.text
    assert [button.label for button in preview.message.buttons] == ["Zapytaj stół"]


async def test_a_rival_reads_nothing_of_what_was_done_in_secret(den: Channel) -> None:
    """Ala drank: her own undo is hers alone, and Bartek has nothing to go back to."""
    await den.answer("Ala", "drink red")
    barteks = await den.command("Bartek", "undo", what="1")
    alas = await den.command("Ala", "undo", what="1")

    assert alas.message is not None
    assert "Nie ma czego cofać" in barteks.text
    assert [button.label for button in alas.message.buttons] == ["Cofnij"]


# Standing in -------------------------------------------------------------------------------------------------


async def test_a_rival_stands_in_for_nobody(tmp_path: Path) -> None:
    """Olek would see what Ala hides; somebody from outside may."""
    async with a_house(tmp_path / "db", Den()) as house:
        turn = await begun(house)
        end = house.clock.now + DAY
        with pytest.raises(Refused, match="stand_in_rival"):
            await go_away(house.sessions, turn.record.id, ALA, an_interaction(), end, OLEK)
        await go_away(house.sessions, turn.record.id, ALA, an_interaction(), end, STRANGER)
        away = await house.sessions.standing_of(turn.record.id)

    assert away is not None
    assert away.record.seats[0].stand_in == STRANGER


async def test_a_rival_is_refused_at_all_tables_or_at_none(den: Channel) -> None:
    """The table is named, and Ala is not away."""
    refused = await den.command("Ala", "away", until="3d", stand_in="Bartek", all=True)
    back = await den.command("Ala", "back")

    assert "sama gra przeciwko tobie" in refused.text
    assert "<#" in refused.text
    assert "we własnej osobie" in back.text


# In secret ---------------------------------------------------------------------------------------------------


async def test_orders_given_in_secret_leave_the_question_where_it_stands(den: Channel) -> None:
    """The same message asks with the same buttons; nobody is called, and nothing says that Bartek did something."""
    before, told = prompts(den), den.story()
    posted = len(den.posts())
    await den.answer("Bartek", "orders stać")
    sent = [call for call in den.posts()[posted:] if call == ("POST", "/channels/{channel_id}/messages")]
    after = prompts(den)
    await den.press("Ala", "go")

    assert before == after
    assert sent == []
    assert "Bartek**" not in den.story().removeprefix(told)
    assert "Decyzja w tajemnicy" in den.story()
    assert len(prompts(den)) == 1


async def test_an_open_panel_stays_good_after_a_rivals_orders(den: Channel) -> None:
    """Ala's menu is older than Bartek's orders; it opens her drink, and her button goes on."""
    await den.press("Ala", THINGS)
    panel = den.hands.messages(HERE, "Ala")[-1]
    await den.answer("Bartek", "orders stać")
    await den.pick("Ala", panel, 0, DRINK)
    drunk = await den.press("Ala", f"{SONG}-niebieski")
    await den.answer("Bartek", "orders iść")
    gone = await den.press("Ala", "stay")

    assert "poszła dalej" not in drunk.text + gone.text
    assert "Decyzja w tajemnicy" in den.story()


async def test_what_is_usual_is_shown_anew_after_ones_own_deed(den: Channel) -> None:
    """The first press brings Ala's panel up to date, the second one answers; what Bartek orders makes no difference."""
    await den.press("Ala", THINGS)
    panel = den.hands.messages(HERE, "Ala")[-1].id
    await den.answer("Ala", "drink red")
    await den.answer("Bartek", "orders stać")
    await _press(den, "Ala", panel, f"{AS_USUAL} go")
    labels, _ = message_of(den, "Ala", panel)
    before = den.story()
    await den.answer("Bartek", "orders stać")
    await _press(den, "Ala", panel, f"{AS_USUAL} go")

    assert labels[:1] == [f"{AS_USUAL} go"]
    assert "Decyzja w tajemnicy" not in before
    assert "Decyzja w tajemnicy" in den.story()


async def _press(den: Channel, who: str, panel: int, label: str) -> None:
    message = next(one for one in den.hands.messages(HERE, who) if one.id == panel)
    await den.hands.press(who, message, next(one.custom_id for one in message.buttons if one.label == label))
    await den.hands.settled()


async def test_a_panel_stays_open_until_the_question_is_done(den: Channel) -> None:
    """Ala drinks twice without opening her things anew; after her move, which all are told, it is gone."""
    await den.press("Ala", THINGS)
    panel = den.hands.messages(HERE, "Ala")[-1].id
    for drink in ("czerwony", "niebieski"):
        message = next(one for one in den.hands.messages(HERE, "Ala") if one.id == panel)
        await den.pick("Ala", message, 0, DRINK)
        await den.press("Ala", f"{SONG}-{drink}")
    open_still, said = message_of(den, "Ala", panel)
    message = next(one for one in den.hands.messages(HERE, "Ala") if one.id == panel)
    await den.hands.press("Ala", message, next(one.custom_id for one in message.buttons if one.label == "stay"))
    await den.hands.settled()
    left = [one.id for one in den.hands.messages(HERE, "Ala")]
    things = await den.command("Ala", "things")

    assert open_still == [f"{AS_USUAL} go", "stay"]
    assert f"{SONG}-niebieski" in said
    assert things.text.count(f"{SONG}-s1-drink") == 2
    assert panel not in left


async def test_tokens_are_arranged_step_by_step_in_one_panel(tmp_path: Path) -> None:
    """Taelin takes one Weapon in hand, then the other: the panel stays, and the question below is the same for all."""
    people = [{"id": "taelin", "at": "B4@0", "pack": ["dagger", "sword"]}, {"id": "haldra", "at": "D4@1"}]
    async with a_channel(tmp_path, Midgame(characters=people)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.press("Ala", THINGS)
        panel = channel.hands.messages(HERE, "Ala")[-1].id
        for weapon in ("sztylet", "miecz"):
            message = next(one for one in channel.hands.messages(HERE, "Ala") if one.id == panel)
            menu = message.selects[-1]
            packing = [one["value"] for one in menu.options if one["label"].startswith("Ekwipunek")]
            await channel.hands.select("Ala", message, menu.custom_id, packing)
            await channel.press("Ala", f"Weź do ręki {weapon}")
        _, words = message_of(channel, "Ala", panel)

        assert "✔ Zapisane: Ekwipunek: Taelin: Weź do ręki miecz" in words
        assert re.search(r"\*\*Taelin\*\*[^\n]*miecz", channel.story())
        assert "(w tajemnicy)" not in channel.story()


async def test_what_is_told_of_a_secret_is_followed_by_the_question(tmp_path: Path) -> None:
    """Everybody hears that Ala drank: the question stands below it, in the same message, and calls nobody."""
    async with a_channel(tmp_path, Noisy()) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        before = prompts(channel)
        await channel.answer("Ala", "drink red")
        newest = channel.hands.messages(HERE, "Darek")[-1]

        assert "słychać" in channel.story()
        assert "(w tajemnicy)" not in channel.story()
        assert prompts(channel) == [newest.id]
        assert newest.id in before
        assert newest.data["mentions"] == []


async def test_picks_of_a_form_outlast_what_others_do_meanwhile(tmp_path: Path) -> None:
    """Bartek has picked one of his orders when Ala gives hers; what he sends is what he picked."""
    async with a_channel(tmp_path, a_duel(pack=["fireball"])) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.press("Bartek", THINGS)
        await channel.pick("Bartek", channel.hands.messages(HERE, "Bartek")[-1], 0, "Stałe rozkazy…")
        form = channel.hands.messages(HERE, "Bartek")[-1]
        await channel.pick("Bartek", form, 1, "nigdy nie rzucaj")
        await channel.press("Ala", THINGS)
        await channel.pick("Ala", channel.hands.messages(HERE, "Ala")[-1], 0, "Stałe rozkazy…")
        await channel.pick("Ala", channel.hands.messages(HERE, "Ala")[-1], 1, "pytaj za każdym razem")
        hers = await channel.press("Ala", "Gotowe")
        await channel.press("Bartek", "Gotowe")
        things = await channel.command("Bartek", "things")

        assert "Zapisane" in hers.text
        assert "nigdy nie rzucaj" in things.text


# Words -------------------------------------------------------------------------------------------------------


async def test_a_move_out_of_turn_names_whose_it_is(tmp_path: Path) -> None:
    """Bartek completes one of Ala's steps: he reads her name and nothing that only the rules can read."""
    people = [{"id": "taelin", "at": "B4@0"}, {"id": "haldra", "at": "D4@1"}]
    async with a_channel(tmp_path, Midgame(characters=people)) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        moved = await channel.command("Bartek", "move", where="step:taelin:B3")
        gone = await channel.command("Ala", "move", where="step:taelin:Z9")

        assert "Ala" in moved.text
        assert "step:" not in moved.text + gone.text


async def test_an_onlooker_reads_why_there_is_no_copy(den: Channel) -> None:
    """The game runs: what could have been done before it begins helps nobody."""
    refused = await den.command("Darek", "game export")

    assert "kto przy niej siedzi" in refused.text


async def test_what_is_typed_in_the_lobby_is_seen_in_its_message(tmp_path: Path) -> None:
    """A house rule and a habit, without a press in that message."""
    async with a_channel(tmp_path, Midgame(characters=[])) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        lobby = channel.hands.messages(HERE, "Darek")[-1].id
        await channel.command("Ala", "house", rule="gems", value="8")
        _, with_rule = message_of(channel, "Darek", lobby)
        await channel.command("Ala", "table", remind="48")
        _, with_habit = message_of(channel, "Darek", lobby)

        assert "Klejnotów do zwycięstwa: 8" in with_rule
        assert with_habit != with_rule


async def test_at_a_table_of_friends_nothing_of_this_holds(tmp_path: Path) -> None:
    """Olek may stand in for Ala."""
    async with a_house(tmp_path / "db", ParlourRules(a_choice)) as house:
        turn = await begun(house)
        await go_away(house.sessions, turn.record.id, ALA, an_interaction(), house.clock.now + DAY, OLEK)
        away = await house.sessions.standing_of(turn.record.id)

    assert away is not None
    assert away.record.seats[0].stand_in == OLEK
