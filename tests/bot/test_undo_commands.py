"""``/undo`` and ``/redo`` as people use them: looked at first, then done, asked of the table, or refused kindly."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.acts import seating
from bot.acts import undo as undoing
from bot.acts.absence import go_away
from bot.acts.game_master import appoint
from bot.acts.proposals import propose, speak
from bot.acts.undo import address_in_matter
from bot.acts.undo_points import points
from bot.discord.commands import undo_words
from bot.discord.prompts.open_question import Scene
from bot.executors import PAST
from rules.kernel.errors import Refused
from tests.bot.a_channel import HERE, Channel
from tests.bot.a_mastered_channel import MASTER, a_mine
from tests.bot.a_table import ALA, CHANNEL, OLEK, STRANGER, a_house, an_interaction
from tests.bot.parlour import ParlourRules, everyones_secret


@pytest.fixture
async def mine(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala has dug, then Bartek has rested."""
    async with a_mine(tmp_path) as channel:
        await channel.command("Ala", "answer", value="dig-s1")
        await channel.command("Bartek", "answer", value="rest")
        yield channel


async def test_the_places_to_go_back_to_are_answers_in_words(mine: Channel) -> None:
    """Without an option a menu, the nearest first: whose answer to what, in which stage."""
    shown = await mine.command("Ala", "undo")

    assert shown.kind == "ephemeral"
    assert shown.message is not None
    labels = [option["label"] for option in shown.message.selects[0].options]
    assert labels[:2] == ["1 wstecz – Bartek: rest", "2 wstecz – Ala: dig"]
    assert len(labels) == 4


async def test_others_come_in_between_while_the_words_are_found(mine: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long stage is run again for each place: these are works of their own, not one of many seconds."""
    works: list[object] = []
    do = PAST.do

    async def count(work: Any, *args: Any) -> Any:
        works.append(work)
        return await do(work, *args)

    monkeypatch.setattr(PAST, "do", count)
    shown = await mine.command("Ala", "undo")

    assert shown.message is not None
    assert works.count(undo_words.label) == len(shown.message.selects[0].options)


async def test_a_pick_shows_what_would_be_lost_before_anything_is(mine: Channel) -> None:
    """Each answer in its own words, how many dice; and the game stands as it stood."""
    before = mine.story()
    menu = await mine.command(MASTER, "undo")

    preview = await mine.pick(MASTER, menu.message, 0, "2 wstecz – Ala: dig")

    assert "\n- Ala: dig\n- Bartek: rest\n- 1 rzut kośćmi" in preview.text
    assert "odpowiedzi:" not in preview.text
    assert mine.story() == before


async def test_of_many_answers_the_first_are_in_words(mine: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are counted by who gave them."""
    monkeypatch.setattr(undo_words, "MOST_NAMED", 1)

    preview = await mine.command("Ala", "undo", what="2")

    assert "\n- Ala: dig\n- i jeszcze odpowiedzi: Bartek (1)\n- 1 rzut kośćmi" in preview.text


async def test_what_was_taken_back_stays_struck_through(mine: Channel) -> None:
    """In the message where it was told; the question goes on in a new one."""
    await mine.command("Ala", "undo", what="1")
    await mine.press("Ala", "Cofnij")
    struck = [one.text for one in mine.hands.messages(HERE, "Ala") if "~~" in one.text and not one.ephemeral]
    await mine.press("Ala", "⭐")
    later = [one.text for one in mine.hands.messages(HERE, "Ala") if "~~" in one.text and not one.ephemeral]

    assert struck
    assert later == struck


async def test_what_is_free_is_taken_back_at_once_and_brought_back(mine: Channel) -> None:
    """No die fell since Bartek rested; the table is told of both, and the old question's buttons are gone."""
    old = mine.hands.messages(HERE, "Bartek")[-1]
    await mine.command("Ala", "undo", what="1")
    done = await mine.press("Ala", "Cofnij")
    late = mine.hands.messages(HERE, "Ala")
    redone = await mine.command("Bartek", "redo")
    twice = await mine.command("Bartek", "redo")

    assert "Cofnięte." in done.text
    assert "wycofuje 1 odpowiedź" in mine.story()
    old_ids = {button.custom_id for button in old.buttons}
    assert not any(button.custom_id in old_ids for message in late for button in message.buttons)
    assert "Przywrócone." in redone.text
    assert "1 odpowiedź znów w mocy" in mine.story()
    assert "Nie ma czego przywracać" in twice.text


async def test_past_a_die_the_table_is_asked(mine: Channel) -> None:
    """A player sees «Ask the table»; when Bartek agrees, too, it happens."""
    preview = await mine.command("Ala", "undo", what="2")
    asked = await mine.press("Ala", "Zapytaj stół")
    agreed = await mine.press("Bartek", "Za")

    assert [button.label for button in preview.message.buttons] == ["Zapytaj stół"]  # type: ignore[union-attr]  # it is there
    assert asked.kind == "message"
    assert "Zgoda" in agreed.text
    assert "wycofuje 2 odpowiedzi" in mine.story()


async def test_the_game_master_goes_back_past_dice_alone(mine: Channel) -> None:
    """Even the whole stage, by one word."""
    preview = await mine.command(MASTER, "undo", what="etap")
    await mine.press(MASTER, "Cofnij")

    assert "Ala: dig" in preview.text
    assert "wycofuje 2 odpowiedzi" in mine.story()


async def test_an_old_preview_takes_nothing_back(mine: Channel) -> None:
    """Somebody has answered since: kindly refused, and the game stays as it is."""
    preview = await mine.command("Ala", "undo", what="1")
    await mine.command("Bartek", "answer", value="rest")

    late = await mine.hands.press("Ala", preview.message, preview.message.buttons[0].custom_id)  # type: ignore[arg-type,union-attr]  # it is there

    assert "Od tamtej chwili gra poszła dalej." in late.text
    assert "Czas się cofa" not in mine.story()


@pytest.mark.parametrize(
    ("who", "what", "said"),
    [
        ("Ala", "99", "Nie ma czego cofać"),
        ("Ala", "kiedyś", "Nie wiadomo, jak daleko wstecz jest „kiedyś”."),
        ("Darek", "1", "nie ma dla ciebie miejsca"),
    ],
)
async def test_undo_refuses_kindly(mine: Channel, who: str, what: str, said: str) -> None:
    """Too far, no place at all, or not at the table."""
    refused = await mine.command(who, "undo", what=what)

    assert refused.kind == "ephemeral"
    assert said in refused.text


async def test_undo_is_completed(mine: Channel) -> None:
    """One answer, the stage, then the others; strangers are offered nothing."""
    offered = await mine.hands.complete("Ala", HERE, "undo", {"what": ""}, focused="what")
    nothing = await mine.hands.complete("Darek", HERE, "undo", {"what": ""}, focused="what")

    assert [choice.value for choice in offered[:3]] == ["1", "stage", "2"]
    assert nothing == []


async def test_an_answer_given_meanwhile_does_not_shift_the_vote(tmp_path: Path) -> None:
    """Two answers back from the open vote is the dig, also after somebody has voted."""
    async with a_house(tmp_path / "db") as house:
        first = await house.mine(ALA, OLEK)
        dug = (await house.press(first, ALA, "dig-s1")).standing
        voting = (await house.press(dug, ALA, "descend")).standing
        game_id = voting.record.id
        two_back = (await points(house.store, game_id, voting.address, 2))[-1]
        asked = undoing.undo_proposal(two_back, voting.address)
        await house.press(voting, ALA, "keep")

        for user in (ALA, OLEK):
            await propose(
                house.sessions, game_id, user, an_interaction(), f"undo/2/{address_in_matter(voting.address)}"
            )

        back = await house.sessions.standing_of(game_id)
        assert asked == f"undo/2/{address_in_matter(voting.address)}"
        assert back is not None
        assert back.state == first.state


async def test_the_preview_holds_for_the_very_rows_it_showed(tmp_path: Path) -> None:
    """Somebody has answered the same open question since, so one back would be another answer."""
    async with a_house(tmp_path / "db") as house:
        first = await house.mine(ALA, OLEK)
        voting = (await house.press(first, ALA, "descend")).standing
        await house.press(voting, ALA, "keep")
        game_id = voting.record.id
        await house.undo(game_id)

        with pytest.raises(Refused, match="undo_moved"):
            await undoing.undo(house.sessions, game_id, OLEK, an_interaction(), steps=1, lost=2)
        with pytest.raises(Refused, match="not_seated"):
            await undoing.undo(house.sessions, game_id, STRANGER, an_interaction())


async def test_undo_and_redo_go_over_stages_and_back(tmp_path: Path) -> None:
    """Out of the second gallery in two steps, into it again in two; a third step forward does not exist."""
    async with a_house(tmp_path / "db") as house:
        first = await house.mine(ALA)
        voting = (await house.press(first, ALA, "descend")).standing
        deep = (await house.press(voting, ALA, "keep")).standing
        game_id = deep.record.id
        for _ in range(2):
            await undoing.undo(house.sessions, game_id, ALA, an_interaction())
        start = await house.sessions.standing_of(game_id)
        for _ in range(2):
            await undoing.redo(house.sessions, game_id, ALA, an_interaction())
        again = await house.sessions.standing_of(game_id)

        assert start is not None
        assert again is not None
        assert start.state == first.state
        assert (again.state, again.address.stage) == (deep.state, 2)
        with pytest.raises(Refused, match="nothing_to_redo"):
            await undoing.redo(house.sessions, game_id, ALA, an_interaction())


async def test_a_secret_answer_is_not_told_by_the_list(tmp_path: Path) -> None:
    """To the others it is an answer and no more; who gave it and the game master may read it."""
    async with a_house(tmp_path / "db", ParlourRules(everyones_secret)) as house:
        await house.lobby(ALA, OLEK)
        begun = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        form = {"drink": "mead", "sips": 3, "toast": "Cheers", "doors": ["oak", "iron"], "second": "tea"}
        now = (await house.press(begun, ALA, form)).standing
        last = (await points(house.store, now.record.id, now.address, 1))[-1]
        scene = Scene(now, ParlourRules(everyones_secret))

        told = undo_words.label(scene, scene.narrator, last, undo_words.Reader(OLEK))
        readers = (undo_words.Reader(ALA), undo_words.Reader(master=True))
        read = [undo_words.label(scene, scene.narrator, last, reader) for reader in readers]
        lost = undo_words.undo_lines(scene, last, [], undo_words.Reader(OLEK))

        assert told == "1 wstecz – Ala: odpowiedź"
        assert lost[1] == "- Ala: odpowiedź"
        assert all("mead" in one for one in read)


async def test_what_somebody_else_did_at_ones_seat_is_not_ones_own(tmp_path: Path) -> None:
    """Olek dug and left, Iza sat down and dug on: each has done one thing, in the list and in what would be lost."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        game_id, store = standing.record.id, house.store
        standing = (await house.press(standing, OLEK, "dig-s2")).standing
        house.clock.now += 60
        await seating.leave(house.sessions, game_id, OLEK, an_interaction())
        house.clock.now += 60
        standing = (await seating.join(house.sessions, game_id, STRANGER, "Iza", an_interaction())).standing
        standing = (await house.press(standing, STRANGER, "dig-s2")).standing

        scene, sitters = Scene(standing, house.sessions.games["toy"]), await store.sitters(game_id)
        found = await points(store, game_id, standing.address)
        places = [
            undo_words.place_in_words(scene, scene.narrator, one, undo_words.Reader(), sitters) for one in found[:2]
        ]
        lost = list(undo_words.lost_lines(scene, found[1].lost, found[1].answer.stage, sitters))

    assert [one.partition(":")[0] for one in places] == ["Iza", "Olek"]
    assert "Olek (1) i Iza (1)" in lost[0] or "Iza (1) i Olek (1)" in lost[0]


@pytest.mark.parametrize("stand_in", [0, ALA], ids=["autopilot", "stand-in"])
async def test_who_is_there_alone_does_not_go_back_past_a_die(tmp_path: Path, stand_in: int) -> None:
    """Olek is away, and Ala did not like her dice: it is for both of them to say."""
    async with a_house(tmp_path / "db") as house:
        mine = await house.mine(ALA, OLEK)
        dug = (await house.press(mine, ALA, "dig-s1")).standing
        game_id, end = dug.record.id, house.clock.now + 60
        await go_away(house.sessions, game_id, OLEK, an_interaction(), end, stand_in)
        to = (await points(house.store, game_id, dug.address, 1))[-1]
        what = undoing.undo_proposal(to, dug.address)

        with pytest.raises(Refused, match="needs_consent"):
            await undoing.undo(house.sessions, game_id, ALA, an_interaction())
        asked = (await propose(house.sessions, game_id, ALA, an_interaction(), what)).standing
        back = (await speak(house.sessions, game_id, OLEK, an_interaction(), what, True)).standing

        assert asked.address == dug.address
        assert back.state == mine.state


async def test_what_the_game_master_took_back_is_the_game_masters_to_bring_back(tmp_path: Path) -> None:
    """A player does not overrule the game master by /redo."""
    async with a_house(tmp_path / "db") as house:
        mine = await house.mine(ALA, OLEK)
        game_id, sessions = mine.record.id, house.sessions
        await appoint(sessions, game_id, STRANGER, STRANGER, an_interaction(), may=True)
        dug = (await house.press(mine, ALA, "dig-s1")).standing
        await undoing.undo(sessions, game_id, STRANGER, an_interaction())

        with pytest.raises(Refused, match="not_gm"):
            await undoing.redo(sessions, game_id, ALA, an_interaction())
        again = (await undoing.redo(sessions, game_id, STRANGER, an_interaction())).standing

        assert again.state == dug.state


async def test_what_all_took_back_past_a_die_comes_back_by_consent_only(tmp_path: Path) -> None:
    """Ala and Olek agreed that the dig should go; alone she does not bring its dice back."""
    async with a_house(tmp_path / "db") as house:
        mine = await house.mine(ALA, OLEK)
        dug = (await house.press(mine, ALA, "dig-s1")).standing
        game_id, sessions = dug.record.id, house.sessions
        for user in (ALA, OLEK):
            await propose(sessions, game_id, user, an_interaction(), f"undo/1/{address_in_matter(dug.address)}")

        with pytest.raises(Refused, match="redo_consent"):
            await undoing.redo(sessions, game_id, ALA, an_interaction())
        back = await sessions.standing_of(game_id)
        assert back is not None
        what = undoing.redo_proposal(back.address)
        asked = (await propose(sessions, game_id, ALA, an_interaction(), what)).standing
        again = (await speak(sessions, game_id, OLEK, an_interaction(), what, True)).standing

        assert asked.state == mine.state
        assert again.state == dug.state


async def test_the_game_masters_voice_brings_back_at_once(tmp_path: Path) -> None:
    """A ballot of the players is open; nobody else need be asked."""
    async with a_house(tmp_path / "db") as house:
        mine = await house.mine(ALA, OLEK)
        dug = (await house.press(mine, ALA, "dig-s1")).standing
        game_id, sessions = dug.record.id, house.sessions
        for user in (ALA, OLEK):
            await propose(sessions, game_id, user, an_interaction(), f"undo/1/{address_in_matter(dug.address)}")
        await appoint(sessions, game_id, STRANGER, STRANGER, an_interaction(), may=True)
        back = await sessions.standing_of(game_id)
        assert back is not None

        again = await propose(sessions, game_id, STRANGER, an_interaction(), undoing.redo_proposal(back.address))

        assert again.standing.state == dug.state


async def test_bringing_dice_back_is_put_to_the_table_with_what_comes_back(mine: Channel) -> None:
    """The preview and the ballot say which answers and how many dice; Bartek agrees, and they are back."""
    await mine.command("Ala", "undo", what="2")
    asked = await mine.press("Ala", "Zapytaj stół")
    await mine.press("Bartek", "Za")
    preview = await mine.command("Ala", "redo")
    ballot = await mine.press("Ala", "Zapytaj stół")
    await mine.press("Bartek", "Za")

    for shown in (asked, preview, ballot):
        assert "\n- Ala: dig\n- Bartek: rest\n" in shown.text
        assert "1 rzut kośćmi" in shown.text
    assert "Cofamy grę do chwili przed odpowiedzią: **Ala: dig**" in asked.text
    assert "2 odpowiedzi znów w mocy" in mine.story()


async def test_what_waits_for_my_voice_is_mine(mine: Channel) -> None:
    """Bartek finds the ballot by /mine; Ala, who has spoken, does not."""
    await mine.command("Ala", "undo", what="2")
    await mine.press("Ala", "Zapytaj stół")

    bartek, ala = await mine.command("Bartek", "mine"), await mine.command("Ala", "mine")

    assert "🗳 Cofnąć 2 odpowiedzi i wszystko, co było potem?" in bartek.text
    assert "🗳" not in ala.text
