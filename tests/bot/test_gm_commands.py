"""``/gm`` and ``/house``: what a game master does at the table, who hears of it, and what an undo makes of it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.acts import rulings as mastery
from bot.acts import undo as undoing
from bot.session.transaction import Transaction
from bot.table.records import Standing
from rules.games import load
from rules.kernel.errors import Refused
from tests.bot.a_channel import HERE, Channel, a_channel
from tests.bot.a_mastered_channel import MASTER, a_mine
from tests.bot.a_table import ALA, OLEK, House, a_house, an_interaction


@pytest.fixture
async def mine(tmp_path: Path) -> AsyncIterator[Channel]:
    """Ala has dug in the first gallery."""
    async with a_mine(tmp_path) as channel:
        await channel.command("Ala", "answer", value="dig-s1")
        yield channel


@pytest.mark.parametrize(
    "command", ["gm set", "gm place", "gm roll", "gm skip", "gm tell", "gm notes", "gm see", "gm resign"]
)
async def test_only_the_game_master_masters(mine: Channel, command: str) -> None:
    """One kind sentence, and nothing is done."""
    before = mine.story()
    refused = await mine.command("Ala", command, **({"text": "x"} if command == "gm tell" else {}))

    assert (refused.kind, refused.text) == ("ephemeral", "To może tylko mistrz gry tego stołu.")
    assert mine.story() == before


async def test_what_is_set_is_told_and_the_game_goes_on_from_it(mine: Channel) -> None:
    """The gold is what the game master says; the channel hears of it, and the question is asked anew."""
    done = await mine.command(MASTER, "gm set", what="gold", value="33", sure=True)

    assert "Gotowe: gold → 33" in done.text
    assert "GoldSet" in mine.story()
    assert mine.is_asked()
    now = await mine.hands.complete(MASTER, HERE, "gm set", {"what": "gold", "value": "33"}, focused="value")
    assert now[0].value == "33"


async def test_what_is_whispered_only_the_game_master_hears(mine: Channel) -> None:
    """The piece is there, and nobody was told."""
    done = await mine.command(MASTER, "gm place", what="piece", value="ruby", whisper=True, sure=True)
    offered = await mine.hands.complete(MASTER, HERE, "gm place", {"what": "piece", "value": ""}, focused="value")

    assert "PiecePlaced" in done.text
    assert "w opowieści nie będzie o tym ani słowa" in done.text
    assert "PiecePlaced" not in mine.story()
    assert "ruby" not in [choice.value for choice in offered]
    players_see = await mine.command("Ala", "undo")
    assert "mistrz gry: decyzja" not in str(players_see.message.data)  # type: ignore[union-attr]  # it is there


async def test_a_whisper_leaves_no_trace(mine: Channel) -> None:
    """Nothing is posted or edited, the question and its buttons stay as they are, and they still work."""
    before, so_far = mine.hands.messages(HERE, "Ala"), len(mine.posts())
    await mine.command(MASTER, "gm set", what="gold", value="33", whisper=True, sure=True)
    await mine.hands.settled()
    written = [route for _, route in mine.posts()[so_far:] if not route.startswith("/interactions")]

    assert written == []
    assert [one.data for one in mine.hands.messages(HERE, "Ala")] == [one.data for one in before]
    await mine.press("Ala", "⭐")
    assert "→ 33" not in mine.story()


async def test_a_whisper_can_be_taken_back(mine: Channel) -> None:
    """Like any ruling; the log holds it no more."""
    await mine.command(MASTER, "gm set", what="gold", value="33", whisper=True, sure=True)
    listed = await mine.command(MASTER, "undo", what="1")
    await mine.press(MASTER, "Cofnij")
    nothing = await mine.command(MASTER, "undo", what="1")

    assert "gold → 33" in listed.text
    assert "gold → 33" not in nothing.text


async def test_a_number_can_be_typed_into_the_panel(mine: Channel) -> None:
    """Without a value a panel opens; its form begins empty, and nobody's usual answer is offered."""
    panel = await mine.command(MASTER, "gm set", what="gold")
    form = await mine.press(MASTER, "Inna liczba…")
    seen = await mine.submit(MASTER, form, "77")
    done = await mine.press(MASTER, "Zrób to")

    assert "gold → 77" in seen.text
    assert not any(button.label.startswith("⭐") for button in panel.message.buttons)  # type: ignore[union-attr]  # it is there
    assert "Gotowe: gold → 77" in done.text


async def test_a_panel_from_before_is_refused(mine: Channel) -> None:
    """The players have gone on since it was opened."""
    panel = await mine.command(MASTER, "gm set", what="gold")
    await mine.command("Ala", "answer", value="rest")

    late = await mine.hands.press(MASTER, panel.message, panel.message.buttons[0].custom_id)  # type: ignore[arg-type,union-attr]  # it is there

    assert "Gra poszła dalej" in late.text
    assert "GoldSet" not in mine.story()


@contextlib.asynccontextmanager
async def a_labyrinth(folder: Path) -> AsyncIterator[Channel]:
    """Ala's party of four stands at the entrance."""
    async with a_channel(folder, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="heroes=2 apprentices=2")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.hands.slash("Ala", HERE, "game start", {"quick": True})
        await channel.hands.until(lambda: channel.hands.messages(HERE, "Ala")[-1].buttons)
        yield channel


async def test_first_it_is_chosen_whom_it_is_about(tmp_path: Path) -> None:
    """One menu of characters and the party, then what can be set of that one; what was done is one sentence."""
    async with a_labyrinth(tmp_path) as channel:
        panel = await channel.command(MASTER, "gm set")
        [whom] = panel.message.selects  # type: ignore[union-attr]  # it is there
        hero = whom.options[0]["label"].removesuffix("…")
        second = await channel.pick(MASTER, panel.message, 0, whom.options[0]["label"])
        labels = [option["label"] for option in second.message.selects[0].options]  # type: ignore[union-attr]  # it is there
        third = await channel.pick(MASTER, second.message, 0, next(one for one in labels if ": złoto" in one))
        form = await channel.press(MASTER, "Inna liczba…")
        await channel.submit(MASTER, form, "40")
        done = await channel.press(MASTER, "Zrób to")

        assert [option["label"] for option in whom.options][-1] == "Drużyna…"
        assert len(whom.options) == 5
        assert all(one.startswith(f"{hero}: ") for one in labels)
        assert [button.label for button in third.message.buttons[:-1]] == ["0", "10", "50"]  # type: ignore[union-attr]  # it is there
        assert done.text == f"✍️ Gotowe: {hero}: złoto 0 → 40."


@pytest.mark.parametrize(
    ("begun", "found"), [("adv", "adventure"), ("przyg", "adventure"), ("szy", "formation"), ("strength", "strength:")]
)
async def test_a_few_letters_find_what_is_to_be_set(tmp_path: Path, begun: str, found: str) -> None:
    """In the table's language, or as it is called inside."""
    async with a_labyrinth(tmp_path) as channel:
        offered = await channel.hands.complete(MASTER, HERE, "gm set", {"what": begun}, focused="what")

        assert any(choice.value.startswith(found) for choice in offered)


async def test_the_table_has_a_title_of_its_own(tmp_path: Path) -> None:
    """What is put on it is not set right."""
    async with a_labyrinth(tmp_path) as channel:
        panel = await channel.command(MASTER, "gm place")

        assert panel.text.startswith("**Co mistrz gry kładzie na stół?**")


async def test_monsters_are_placed_by_a_form(tmp_path: Path) -> None:
    """In the labyrinth: who, how many, how strong; they are met at once."""
    async with a_labyrinth(tmp_path) as channel:
        panel = await channel.command(MASTER, "gm place", what="monsters")
        await channel.pick(MASTER, panel.message, 0, "ogr")
        await channel.press(MASTER, "Gotowe")
        done = await channel.press(MASTER, "Zrób to")

        assert "Kto: ogr; Ilu: 1" in done.text
        assert "stawia przed drużyną" in channel.story()


async def test_dice_are_thrown_again_or_said(mine: Channel) -> None:
    """Bare: anew; with numbers: these, with a hand beside them; a seven changes nothing."""
    again = await mine.command(MASTER, "gm roll", sure=True)
    forced = await mine.command(MASTER, "gm roll", dice="6 6", sure=True)
    seven = await mine.command(MASTER, "gm roll", dice="6 7", sure=True)

    assert again.text.startswith("🎲 Rzut powtórzony.")  # what was drawn after it, by the luck of the day, is lost too
    assert "każe rzucić jeszcze raz" in mine.story()
    assert forced.text.startswith("🎲 Kości pokazują")
    assert "2K6: **6 + 6 → 12** ✋" in mine.story()
    assert seven.text.startswith("Każda kość pokazuje od 1 do 6.")


async def test_dice_thrown_by_hand_are_still_to_be_thrown(tmp_path: Path) -> None:
    """The answer does not say that they were."""
    async with a_mine(tmp_path, by_hand=True) as channel:
        await channel.command("Ala", "answer", value="dig-s1")
        await channel.command("Ala", "dice", what="3 4")
        again = await channel.command(MASTER, "gm roll", sure=True)

        assert again.text.startswith("🎲 Tamten rzut się nie liczy: rzućcie tymi kośćmi jeszcze raz.")


async def test_a_ruling_that_is_taken_back_is_called_so(mine: Channel) -> None:
    """It was no answer."""
    await mine.command(MASTER, "gm set", what="gold", value="33", sure=True)
    await mine.command(MASTER, "undo", what="1")
    await mine.press(MASTER, "Cofnij")

    assert "wycofuje 1 decyzję mistrza gry" in mine.story()


async def test_the_code_of_the_dice_may_be_typed(mine: Channel) -> None:
    """In any notation: alone the dice are thrown anew; that of other dice changes nothing."""
    other = await mine.command(MASTER, "gm roll", dice="d6", sure=True)
    none = await mine.command(MASTER, "gm roll", dice="2d9", sure=True)
    again = await mine.command(MASTER, "gm roll", dice="2d6", sure=True)
    forced = await mine.command(MASTER, "gm roll", dice="2k6: 6 6", sure=True)

    assert other.text.startswith("Teraz chodzi o 2K6, nie o 1K6.")
    assert "nie wygląda na kod rzutu" in none.text
    assert again.text.startswith("🎲 Rzut powtórzony.")
    assert forced.text.startswith("🎲 Kości pokazują")
    assert "2K6: **6 + 6 → 12** ✋" in mine.story()


async def test_what_goes_with_a_roll_is_said(mine: Channel) -> None:
    """Bartek's rest and the gold that was set came after the dice: the table hears how many, the game master which."""
    await mine.command("Bartek", "answer", value="rest")
    await mine.command(MASTER, "gm set", what="gold", value="33", sure=True)
    again = await mine.command(MASTER, "gm roll", sure=True)
    alone = await mine.command(MASTER, "gm roll", dice="1 1", sure=True)

    assert "Razem z rzutem przepada:\n- odpowiedzi: Bartek (1)\n" in again.text
    assert "- 1 decyzja mistrza gry" in again.text
    assert "Wycofane późniejsze odpowiedzi i decyzje: 2." in mine.story()
    assert "Bartek" not in alone.text


async def test_a_whispered_ruling_on_dice_is_not_announced(mine: Channel) -> None:
    """The dice have a hand beside them, as always; that they were ruled is for the game master alone."""
    done = await mine.command(MASTER, "gm roll", dice="1 1", whisper=True, sure=True)

    assert "rozstrzyga" in done.text
    assert "rozstrzyga" not in mine.story()


# Own words -------------------------------------------------------------------------------------------------


async def test_a_line_of_the_game_masters_own_stands_in_the_story(mine: Channel) -> None:
    """Escaped, and in the chronicle, too; the question stays as it is."""
    done = await mine.command(MASTER, "gm tell", text="Zimny wiatr *gasi* pochodnie. @everyone")
    nothing = await mine.command(MASTER, "gm tell", text="\u200b")
    told = await mine.command("Ala", "story")

    assert done.text == "Opowiedziane."
    assert "🎙️ Mistrz gry: Zimny wiatr \\*gasi\\* pochodnie. @\u200beveryone" in mine.story()
    assert "Zimny wiatr" in told.text
    assert nothing.text == "Nie ma tu ani jednego widocznego znaku."
    assert len(mine.asking()) == 1


async def test_a_ruling_has_a_reason(mine: Channel) -> None:
    """It is told after what comes of the ruling, at once or after a preview; of dice, too."""
    await mine.command(MASTER, "gm set", what="gold", value="33", reason="znalazła sakiewkę", sure=True)
    await mine.command(MASTER, "gm set", what="gold", value="44", reason="i jeszcze jedną")
    await mine.press(MASTER, "Zrób to")
    await mine.command(MASTER, "gm roll", dice="6 6", reason="kość spadła ze stołu")
    await mine.press(MASTER, "Zrób to")

    said = mine.story()
    reasons = ["znalazła sakiewkę", "i jeszcze jedną", "kość spadła ze stołu"]
    assert [reason for reason in reasons if f"Mistrz gry: {reason}" in said] == reasons
    assert said.index("GoldSet") < said.index("znalazła sakiewkę") < said.index("i jeszcze jedną")


async def test_the_reason_of_a_preview_that_was_left_is_not_told_later(mine: Channel) -> None:
    """The dice that are opened from the list have a preview of their own, without a reason."""
    await mine.command(MASTER, "gm roll", dice="6 6", reason="kość spadła ze stołu")
    await mine.press(MASTER, "Zostaw")
    await mine.command(MASTER, "gm what")
    await mine.press(MASTER, "Powtórz ostatni rzut")
    await mine.press(MASTER, "Zrób to")

    assert "każe rzucić jeszcze raz" in mine.story()
    assert "kość spadła" not in mine.story()


async def test_the_reason_of_a_whispered_ruling_is_the_game_masters_alone(mine: Channel) -> None:
    done = await mine.command(
        MASTER, "gm place", what="piece", value="ruby", reason="pod kamieniem", whisper=True, sure=True
    )

    assert "pod kamieniem" in done.text
    assert "pod kamieniem" not in mine.story()


async def test_nobody_is_waited_for(mine: Channel) -> None:
    """The autopilot goes down, as anybody could have; the vote that follows is skipped for both."""
    await mine.command(MASTER, "gm skip", sure=True)
    await mine.command(MASTER, "gm skip", sure=True)

    assert "nie czeka dłużej na odpowiedź. Tym razem gra automat" in mine.story()
    assert "nie czeka dłużej na odpowiedź: Ala i Bartek." in mine.story()
    assert "Shared" in mine.story()


async def test_going_on_without_people_is_shown_first(mine: Channel) -> None:
    """With what the autopilot would answer; nothing happens until it is confirmed, or if it is left."""
    before = mine.story()
    shown = await mine.command(MASTER, "gm skip")
    left = await mine.press(MASTER, "Zostaw")
    unchanged = mine.story()
    await mine.command(MASTER, "gm skip")
    done = await mine.press(MASTER, "Zrób to")

    assert "Grać dalej bez czekania na: kogokolwiek z was. Odpowie automat." in shown.text
    assert "-# jak zwykle: descend" in shown.text
    assert (left.text, unchanged) == ("Nic się nie zmieniło.", before)
    assert "Gra toczy się dalej." in done.text
    assert "nie czeka dłużej na odpowiedź" in mine.story()


async def test_who_was_skipped_did_not_answer(mine: Channel) -> None:
    """What the autopilot said in a player's place is put down to the game master."""
    await mine.command(MASTER, "gm skip", sure=True)
    shown = await mine.command(MASTER, "undo", what="1")

    assert "\n- mistrz gry (za: Ala): descend" in shown.text


async def test_dice_that_are_skipped_are_told(tmp_path: Path) -> None:
    """Nobody's hand throws them any more."""
    async with a_mine(tmp_path, by_hand=True) as channel:
        await channel.command("Ala", "answer", value="dig-s1")
        await channel.command(MASTER, "gm skip", sure=True)

        assert "tymi kośćmi rzuca bot" in channel.story()
        assert "2K6: **" in channel.story()


async def test_notes_are_private(mine: Channel) -> None:
    """Kept with the game, read by the game master alone, shown beside the last rulings."""
    await mine.command(MASTER, "gm set", what="gold", value="5", sure=True)
    await mine.command(MASTER, "gm note", text="Ala szuka żyły")
    notes = await mine.command(MASTER, "gm notes")
    seen = await mine.command(MASTER, "gm see")

    assert "Ala szuka żyły" in notes.text
    assert "Ala szuka żyły" in seen.text
    assert "mistrz gry: gold → 5" in seen.text
    assert "Ala szuka żyły" not in mine.story()


async def test_a_game_master_resigns(mine: Channel) -> None:
    """All are told, and from then on the commands are nobody's."""
    done = await mine.command(MASTER, "gm resign")
    after = await mine.command(MASTER, "gm skip", sure=True)

    assert done.kind == "message"
    assert "nie jest już mistrzem gry" in done.text
    assert "Przy stole nie ma już mistrza gry" in mine.story()
    assert "tylko mistrz gry" in after.text


async def test_who_does_not_lead_is_told_who_does(tmp_path: Path) -> None:
    """Before the game the leader names the game master; who steps down then does so before all."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up():
        await channel.command("Ala", "game new")
        await channel.press("Bartek", "Dołącz")
        refused = await channel.command("Bartek", "gm take")
        await channel.command("Ala", "gm appoint", member=MASTER)
        left = await channel.command(MASTER, "gm resign")

        assert "prowadzi stół (Ala)" in refused.text
        assert (left.kind, "nie jest już mistrzem gry" in left.text) == ("message", True)


async def test_a_player_becomes_game_master_when_all_agree(tmp_path: Path) -> None:
    """In a running game it is put to the table; then the commands are open."""
    async with a_mine(tmp_path, master=False) as channel:
        asked = await channel.command("Ala", "gm take")
        early = await channel.command("Ala", "gm note", text="za wcześnie")
        await channel.press("Bartek", "Za")
        done = await channel.command("Ala", "gm note", text="jest")

    assert asked.kind == "message"
    assert "tylko mistrz gry" in early.text
    assert "Zapisane" in done.text


# House rules -----------------------------------------------------------------------------------------------


async def test_the_game_master_changes_a_house_rule(mine: Channel) -> None:
    """At once and told; bare, the command says what is in force."""
    done = await mine.command(MASTER, "house", rule="depth", value="1")
    same = await mine.command(MASTER, "house", rule="depth", value="1")
    shown = await mine.command("Ala", "house")

    assert "depth: 1" in done.text
    assert "Zasada domowa od następnego etapu" in mine.story()
    assert "już tak brzmi" in same.text
    assert "depth: 1" in shown.text


async def test_players_vote_on_a_house_rule(mine: Channel) -> None:
    """A ballot opens; with everybody's consent the rule is changed."""
    asked = await mine.command("Ala", "house", rule="loops", value="2")
    await mine.press("Bartek", "Za")

    assert asked.kind == "message"
    assert "loops: 2" in (await mine.command("Ala", "house")).text


async def test_a_house_rule_that_does_not_exist_is_refused(mine: Channel) -> None:
    """And no ballot is opened about it."""
    rule = await mine.command("Ala", "house", rule="smoki", value="7")
    value = await mine.command("Ala", "house", rule="depth", value="7")

    assert rule.kind == value.kind == "ephemeral"
    assert "„depth”" in value.text


async def mastered(house: House, *users: int) -> Standing:
    """A mine with a game master who does not play."""
    standing = await house.mine(*users, depth="3")

    async def appoint(turn: Transaction) -> None:
        turn.rewrite(gm_id=OLEK)

    return await house.sessions.change(standing.record.id, None, appoint)


async def test_a_house_rule_is_taken_back_with_its_entry(tmp_path: Path) -> None:
    """Undone it is as it was, brought back it is in force again; also when a roll before it is thrown anew."""
    async with a_house(tmp_path / "db") as house:
        standing = await mastered(house, ALA)
        game_id, sessions = standing.record.id, house.sessions
        await house.press(standing, ALA, "dig-s1")
        changed = await mastery.change_house_rule(sessions, game_id, OLEK, an_interaction(), "depth", "2")
        undone = await undoing.undo(sessions, game_id, OLEK, an_interaction())
        redone = await undoing.redo(sessions, game_id, OLEK, an_interaction())
        rerolled = await mastery.roll(sessions, game_id, OLEK, an_interaction())

        depths = [one.standing.record.options["depth"] for one in (changed, undone, redone, rerolled)]
        assert depths == ["2", "3", "2", "3"]


async def test_a_roll_of_the_stage_before_can_be_thrown_again(tmp_path: Path) -> None:
    """The present gallery has no dice yet; the one before is opened again at its last roll."""
    async with a_house(tmp_path / "db") as house:
        standing = await mastered(house, ALA)
        dug = (await house.press(standing, ALA, "dig-s1")).standing
        voting = (await house.press(dug, ALA, "descend")).standing
        deep = (await house.press(voting, ALA, "keep")).standing

        again = await mastery.roll(house.sessions, deep.record.id, OLEK, an_interaction(), [1, 1])

        assert deep.address.stage == 2
        assert (again.standing.address.stage, again.standing.state.gold) == (1, 2)


async def test_a_ruling_bars_players_from_undoing_it(tmp_path: Path) -> None:
    """What the game master set right only the game master or the whole table takes back."""
    async with a_house(tmp_path / "db") as house:
        standing = await house.mine(ALA, OLEK)
        game_id, sessions = standing.record.id, house.sessions

        async def appoint(turn: Transaction) -> None:
            turn.rewrite(gm_id=77)

        await sessions.change(game_id, None, appoint)
        await mastery.set_right(sessions, game_id, 77, an_interaction(), "gold", 9)

        with pytest.raises(Refused, match="needs_consent"):
            await undoing.undo(sessions, game_id, ALA, an_interaction())
        await undoing.undo(sessions, game_id, 77, an_interaction())


async def test_a_die_thrown_again_and_taken_back_is_the_first_one(tmp_path: Path) -> None:
    """The ruling is gone from the log, so the seed gives again what it gave."""
    async with a_house(tmp_path / "db") as house:
        standing = await mastered(house, ALA)
        game_id, sessions = standing.record.id, house.sessions
        dug = await house.press(standing, ALA, "dig-s1")
        await mastery.roll(sessions, game_id, OLEK, an_interaction())

        back = await undoing.undo(sessions, game_id, OLEK, an_interaction())

        assert back.standing.state == dug.standing.state
        assert [told.event for told in dug.told] == [told.event for told in back.told][1:]


async def test_whom_a_correction_is_about_may_stand_before_its_value(tmp_path: Path) -> None:
    """«złoto» is everybody's: «Mira 200» is Mira's, set to 200; of nobody's it is refused with what there is."""
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up(lambda: bytes(32)):
        await channel.command("Ala", "game new", options="heroes=1 apprentices=2")
        await channel.command("Ala", "gm appoint", member=MASTER)
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        who = (await channel.command(MASTER, "gm screen")).text.split("### Szereg 1\n**")[1].split("**")[0]
        done = await channel.command(MASTER, "gm set", what="złoto", value=f"{who} 21", sure=True)
        nobody = await channel.command(MASTER, "gm set", what="złoto", value="Nikt 21", sure=True)

    assert f"{who}: złoto" in done.text
    assert "21" in done.text
    assert "pasuje do kilku możliwości" in nobody.text


async def test_equal_dice_in_the_menu_say_whose_they_are(tmp_path: Path) -> None:
    """The preview names the thrower, too."""
    async with a_labyrinth(tmp_path) as channel:
        preview = await channel.command(MASTER, "gm roll")

        [others] = preview.message.selects  # type: ignore[union-attr]  # it is there
        whose = [option.get("description", "") for option in others.options]
        assert "-# Larraka – ile razy zadziała czar" in preview.text
        assert whose[1:] == ["Mira – jaki potencjał magiczny?", "Wit – jaki potencjał magiczny?"]
