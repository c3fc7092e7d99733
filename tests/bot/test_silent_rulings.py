"""A silent ruling is the game master's alone: players neither read of it in an undo, nor take it back with theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.acts import rulings, undo
from bot.acts.proposals import propose, speak
from bot.acts.undo import undo_proposal
from bot.acts.undo_points import point, points_known_to
from bot.session.transaction import Transaction
from bot.table.records import Standing
from rules.kernel.errors import Refused
from rules.kernel.requests import PARTY, Action, Option
from rules.kernel.table import Table
from tests.bot.a_channel import HERE, Channel
from tests.bot.a_mastered_channel import MASTER, a_mine
from tests.bot.a_sorcerer import a_duel, begun
from tests.bot.a_table import ALA, OLEK, STRANGER, House, a_house, an_interaction
from tests.bot.toy_game import Mine, ToyRules


async def whispers(channel: Channel) -> None:
    """The game master gives gold to the party, in silence."""
    await channel.command(MASTER, "gm set", what="gold", value="33", whisper=True, sure=True)


async def what_undo_tells(channel: Channel, who: str) -> list[str]:
    """The list, its completion, the preview of each place, and the refusal after the last."""
    menu = await channel.command(who, "undo")
    assert menu.message is not None
    told = [one.name for one in await channel.hands.complete(who, HERE, "undo", {"what": ""}, focused="what")]
    rows = menu.message.data["components"]
    told += [option["label"] for row in rows for one in row["components"] for option in one.get("options", ())]
    for steps in ("1", "2", "stage", "3", "9"):
        told.append((await channel.command(who, "undo", what=steps)).text)
    return told


async def test_no_undo_tells_of_a_silent_ruling(tmp_path: Path) -> None:
    """The same is offered, previewed and refused with it and without it; the game master sees it."""
    seen = []
    for nth in range(2):
        folder = tmp_path / str(nth)
        folder.mkdir()
        async with a_mine(folder) as mine:
            await mine.command("Ala", "answer", value="dig-s1")
            if nth:
                await whispers(mine)
            await mine.command("Bartek", "answer", value="rest")
            if nth:
                await whispers(mine)
            seen.append(await what_undo_tells(mine, "Ala"))
            master = await what_undo_tells(mine, MASTER)

    assert seen[0] == seen[1]
    assert any("gold" in one for one in master)


async def test_a_ballot_on_an_undo_tells_of_no_silent_ruling(tmp_path: Path) -> None:
    async with a_mine(tmp_path) as mine:
        await mine.command("Ala", "answer", value="dig-s1")
        await whispers(mine)
        await mine.command("Ala", "undo", what="1")
        await mine.press("Ala", "Zapytaj stół")

        ballot = next(one for one in reversed(mine.texts("Bartek")) if "🗳" in one)
        assert "Cofnąć 1 odpowiedź" in ballot
        assert "decyzj" not in ballot


class Feud(ToyRules):
    """Miners who play against each other."""

    rivals = True


async def a_mastered_feud(house: House) -> Standing:
    """Ala has rested; then the game master has given them gold in silence."""

    async def appoint(action: Transaction) -> None:
        action.rewrite(gm_id=STRANGER)

    standing = await house.mine(ALA, OLEK)
    await house.sessions.change(standing.record.id, None, appoint)
    rested = (await house.press(standing, ALA, ["rest"])).standing
    return await give_gold(house, rested, 33)


async def give_gold(house: House, standing: Standing, gold: int) -> Standing:
    """The game master sets the party's gold, in silence."""
    game_id = standing.record.id
    ruled = await rulings.set_right(house.sessions, game_id, STRANGER, an_interaction(), "gold", gold, True)
    return ruled.standing


async def test_an_undo_of_ones_own_answer_keeps_a_silent_ruling(tmp_path: Path) -> None:
    """Ala needs nobody's consent, as without it; a redo keeps it, and one from after the undo, too."""
    async with a_house(tmp_path / "db", Feud()) as house:
        ruled = await a_mastered_feud(house)
        game_id, sessions = ruled.record.id, house.sessions

        back = (await undo.undo(sessions, game_id, ALA, an_interaction())).standing
        again = (await undo.redo(sessions, game_id, ALA, an_interaction())).standing
        once_more = (await undo.undo(sessions, game_id, ALA, an_interaction())).standing
        more = await give_gold(house, once_more, 44)
        last = (await undo.redo(sessions, game_id, ALA, an_interaction())).standing

    assert [one.state.gold for one in (back, again, more, last)] == [33, 33, 44, 44]


async def test_an_undo_by_vote_keeps_a_silent_ruling(tmp_path: Path) -> None:
    async with a_house(tmp_path / "db", Feud()) as house:
        ruled = await a_mastered_feud(house)
        dug = (await house.press(ruled, ALA, ["dig-s1"])).standing
        more = await give_gold(house, dug, 55)
        to = await point(house.store, house.sessions.games["toy"], more, ALA, 1)
        matter = undo_proposal(to, more.address)
        await propose(house.sessions, more.record.id, ALA, an_interaction(), matter)
        back = (await speak(house.sessions, more.record.id, OLEK, an_interaction(), matter, True)).standing

    assert to.answer.answer.value == ["dig-s1"]
    assert back.address.step < dug.address.step
    assert back.state.gold == 55


async def test_the_game_master_takes_a_silent_ruling_back(tmp_path: Path) -> None:
    async with a_house(tmp_path / "db", Feud()) as house:
        ruled = await a_mastered_feud(house)
        back = await undo.undo(house.sessions, ruled.record.id, STRANGER, an_interaction())

    assert back.standing.state.gold == 0


class Locked(Feud):
    """Gold can be set in the first moment of a gallery only."""

    def _dig(self, table: Table, state: Mine) -> None:
        party = [Action(PARTY, Option(deed, deed)) for deed in ("descend", "rest")]
        while table.next_action("mine.next", party).id != "descend":
            table.set_right()


async def test_a_silent_ruling_that_is_impossible_there_goes(tmp_path: Path) -> None:
    """The rules allow none before that answer; then it concerns the others, and the whole table is asked."""
    async with a_house(tmp_path / "db", Locked()) as house:
        ruled = await a_mastered_feud(house)
        to = await point(house.store, house.sessions.games["toy"], ruled, ALA, 1)
        matter = undo_proposal(to, ruled.address)
        await propose(house.sessions, ruled.record.id, ALA, an_interaction(), matter)
        back = await speak(house.sessions, ruled.record.id, OLEK, an_interaction(), matter, True)

    assert back.standing.state.gold == 0


async def test_a_gift_to_a_rival_is_in_nobodys_list(tmp_path: Path) -> None:
    """Labirynt Czarnoksiężnika: Olek has got a Fireball, and keeps it when Ala takes her step back."""
    async with a_house(tmp_path / "db", a_duel()) as house:
        turn = await begun(house)
        game_id, sessions = turn.record.id, house.sessions

        async def appoint(action: Transaction) -> None:
            action.rewrite(gm_id=STRANGER)

        await sessions.change(game_id, None, appoint)
        stepped = (await house.press(turn, ALA, ["step:taelin:B3"])).standing
        before = await points_known_to(house.store, sessions.games[turn.record.game], stepped, ALA)
        ruled = await rulings.set_right(sessions, game_id, STRANGER, an_interaction(), "pack:haldra", "fireball", True)
        after = await points_known_to(house.store, sessions.games[turn.record.game], ruled.standing, ALA)
        rival = await points_known_to(house.store, sessions.games[turn.record.game], ruled.standing, OLEK)

        assert [one.answer for one in before] == [one.answer for one in after] == [one.answer for one in rival]
        with pytest.raises(Refused, match="nothing_to_undo"):
            await undo.undo(sessions, game_id, ALA, an_interaction(), steps=len(after) + 1)
        back = await undo.undo(sessions, game_id, ALA, an_interaction())

    haldra = next(one for one in back.standing.state.people_of("s2") if one.id == "haldra")
    assert "fireball" in haldra.pack
