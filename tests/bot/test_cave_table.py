"""What any table can do, in the Cave: house rules, real dice, a game master, taking back, tables of one's own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.acts import rulings, seating, undo
from bot.table.timekeeping import waited_at
from rules.games import load
from rules.kernel.errors import Refused
from rules.kernel.requests import NextAction, Roll
from tests.bot import a_rival_game
from tests.bot.a_cave import NEAR, Midcave, a_figure, a_meeting, attacked, met
from tests.bot.a_channel import HERE, a_channel
from tests.bot.a_sorcerer import begun
from tests.bot.a_table import ALA, CHANNEL, EWA, OLEK, STRANGER, a_house, an_interaction
from tests.bot.offered_rulings import corrections
from tests.bot.test_cave_duels import seekers

RULES = load("jaskinia")


# House rules -------------------------------------------------------------------------------------------------


async def test_a_shorter_game_is_agreed_on_in_the_lobby(tmp_path: Path) -> None:
    """One trial wins, and the Gates stand open: everybody reads it there; in the middle of a game it stays so."""
    async with a_channel(tmp_path, RULES) as channel, channel.bot_up():
        await channel.command("Ala", "game new", options="gates=open trials=1")
        lobby = [one for one in channel.hands.messages(HERE, "Darek") if not one.ephemeral][-1].text
        await channel.press("Ala", "Zaczynamy")
        status = await channel.command("Ala", "game status")
        refused = await channel.command("Ala", "house", rule="trials", value="2")

        assert "**Długość** – Próby potrzebne do zdobycia Kryształu: jedna" in lobby
        assert "otwarte Wrota: 3 z 3" in status.text
        assert "nie można już zmienić" in refused.text


# Real dice ---------------------------------------------------------------------------------------------------


async def test_only_the_kinds_by_hand_wait(tmp_path: Path) -> None:
    """The way by hand: one die takes the Cannibal three areas; what it meets there is fought with the bot's dice."""
    async with a_house(tmp_path / "db", a_meeting(a_figure("cannibal", "E7"), lying={"G6": ["kobold"]})) as house:
        turn = await begun(house)
        await a_rival_game.by_hand(house, turn, "move")
        throwing = (await house.press(turn, ALA, ["roll:E6"])).standing
        done = (await a_rival_game.thrown(house, throwing, 4)).standing

        assert isinstance(throwing.waiting, Roll)
        assert (throwing.waiting.why, throwing.waiting.code) == ("move.roll", "1K6")
        assert seekers(done)["s1"].at != "E7"
        assert not isinstance(done.waiting, Roll)


# The game master ---------------------------------------------------------------------------------------------


async def test_a_game_master_sets_right_what_all_see_and_what_nobody_sees(tmp_path: Path) -> None:
    """Endurance, gold, an Item and a place aloud; a Spell is her secret and Bartek's; she sees what each hides."""
    rules = a_meeting(a_figure("rogue", NEAR), a_figure("friar", spells=["stillness"]), orders={"dispel": "never"})
    async with a_rival_game.a_mastered_duel(tmp_path, rules) as channel:
        for what, value in (("endurance:s2", "2"), ("purse:s1", "7"), ("grant:s1", "sword"), ("area:s2", "E6")):
            await channel.command(a_rival_game.MASTER, "gm set", what=what, value=value, sure=True)
        await channel.command(a_rival_game.MASTER, "gm set", what="spell:s2", value="thought_dart", sure=True)
        party = await channel.command("Ala", "party")
        things = await channel.command("Bartek", "things")
        seen = await channel.command(a_rival_game.MASTER, "gm see")
        hidden = seen.text.partition("**Co ukrywa Bartek**")[2]

        assert "Wytrzymałość 2" in party.text
        assert "7 mieszków złota" in party.text
        assert "Miecz" in party.text
        assert "(E6)" in party.text
        assert "Grot myśli" in things.text
        assert "Grot myśli" not in channel.story() + party.text
        assert seen.kind == "ephemeral"
        assert all(spell in hidden for spell in ("Grot myśli", "Bezruch"))
        assert "nigdy" in hidden


async def test_values_may_be_set_right_before_the_dice_of_a_fight(tmp_path: Path) -> None:
    """Ala may still cast a Spell; a stronger Miner is what it will be fought with, and nobody goes anywhere."""
    rules = a_meeting(a_figure("shaman", NEAR, spells=["giant_might"]), a_figure("miner"))
    async with a_house(tmp_path / "db", rules) as house:
        turn = await begun(house)
        await a_rival_game.name_a_master(house, turn)
        ready = (await attacked(house, turn)).standing
        offers = await corrections(house.sessions, ready.record.id, EWA)
        await rulings.set_right(house.sessions, ready.record.id, EWA, an_interaction(), "might:s2", 30)
        again = await a_rival_game.now(house, ready)
        lost = (await house.press(again, ALA, ["fight"])).standing

        assert ready.waiting is not None
        assert ready.waiting.why == "fight.ready"
        assert not [one for one in offers.actions if one.option.id.partition(":")[0] in ("area", "card", "slay")]
        assert (lost.waiting.why, waited_at(lost)) == ("duel.spoils", ("s2",))  # type: ignore[union-attr]  # asked


# Taking back -------------------------------------------------------------------------------------------------


async def test_an_own_step_is_taken_back_alone_and_a_duel_is_not(tmp_path: Path) -> None:
    """Ala steps to C6, back, and there again; once dice have fallen between the two the table decides."""
    async with a_house(tmp_path / "db", a_meeting()) as house:
        turn = await begun(house)
        there = await met(house, turn)
        game_id = there.record.id
        await undo.undo(house.sessions, game_id, ALA, an_interaction())
        back = await a_rival_game.now(house, there)
        await undo.redo(house.sessions, game_id, ALA, an_interaction())
        again = await a_rival_game.now(house, there)
        await house.press(again, ALA, ["attack:s2"])

        assert (back.state, again.state) == (turn.state, there.state)
        for user in (ALA, OLEK):
            with pytest.raises(Refused, match="needs_consent"):
                await undo.undo(house.sessions, game_id, user, an_interaction())


async def test_an_exploration_survives_a_restart(tmp_path: Path) -> None:
    """A Monster lies there and a Spell may be cast: the same question, the same fight; then it goes on."""
    rules = a_meeting(a_figure("shaman", NEAR, spells=["giant_might"]), a_figure("miner", "H2"), lying={"C6": ["orc"]})
    async with a_house(tmp_path / "db", rules) as house:
        ready = (await house.press(await begun(house), ALA, ["go:C6"])).standing
    async with a_house(tmp_path / "db", rules) as house:
        again = await house.sessions.standing_of(ready.record.id)
        done = await house.press(ready, ALA, ["cast:giant_might"])

        assert isinstance(ready.waiting, NextAction)
        assert ready.waiting.why == "fight.ready"
        assert again == ready
        assert "SpellAnnounced" in [type(one.event).__name__ for one in done.told]
        assert waited_at(done.standing) in (("s1",), ("s2",))


async def test_who_plays_alone_takes_back_alone(tmp_path: Path) -> None:
    """Dice and all: there is nobody whom it could hurt, and the same step brings the same dice."""
    rules = Midcave(seekers=[a_figure("cannibal", NEAR)], lying={"C6": ["kobold"]})
    async with a_house(tmp_path / "db", rules) as house:
        await house.lobby(ALA)
        turn = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        fought = await house.press(turn, ALA, ["go:C6"])
        await undo.undo(house.sessions, turn.record.id, ALA, an_interaction())
        back = await a_rival_game.now(house, turn)
        again = await house.press(back, ALA, ["go:C6"])

        assert "EnemiesFaced" in [type(one.event).__name__ for one in fought.told]
        assert back.state == turn.state
        assert again.told == fought.told


# Who is out --------------------------------------------------------------------------------------------------


async def test_who_is_out_looks_on(tmp_path: Path) -> None:
    """The Crystal Chamber is found, Olek's Miner dead: nothing is asked of him, and nobody else plays for him."""
    people = [a_figure("cannibal", NEAR, seat="s1"), a_figure("friar", "H2", seat="s3")]
    rules = Midcave(seekers=people, dead={"s2": "miner"}, out=["s2"], crystal="A2")
    async with a_house(tmp_path / "db", rules) as house:
        await house.lobby(ALA, OLEK, EWA)
        turn = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        next_turn = turn
        while next_turn.state.active_seat == "s1":
            next_turn = (await house.sessions.answer(a_rival_game.as_usual(next_turn, ALA))).standing
        with pytest.raises(Refused, match="not_asked"):
            await house.sessions.answer(a_rival_game.as_usual(next_turn, OLEK))
        await house.on_autopilot(turn.record.id, "s2")
        with pytest.raises(Refused, match="seat_fallen"):
            await seating.join(house.sessions, turn.record.id, STRANGER, "Jan", an_interaction(), "s2")

        assert waited_at(next_turn) == ("s3",)
        assert isinstance(turn.waiting, NextAction)
        assert turn.waiting.of("s2") == ()


# In the channel ----------------------------------------------------------------------------------------------


async def test_everything_can_be_looked_at(tmp_path: Path) -> None:
    """Map, Seekers, own things, tables and help: to whoever asks, with what they may know, and nobody else reads it."""
    own = a_figure("rogue", NEAR, items=["sword"], followers=["faithful_hound"], trophies=["orc"])
    rules = a_meeting(own, a_figure("friar", spells=["dispel"]), lying={"A6": ["goblin"]}, gates=["W2"])
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        said = {}
        for command, options in (
            ("map", {}), ("hero", {}), ("party", {}), ("things", {}), ("game status", {}),
            ("lookup", {"table": "seeker"}), ("help", {"topic": "cave"}),
        ):  # fmt: skip
            looked = await channel.hands.follow(await channel.hands.slash("Bartek", HERE, command, options))
            assert looked.kind == "ephemeral", command
            said[command] = looked.text

        assert "W2 (E4–E3) otwarte" in said["map"]
        assert "Komnata K1 (A6): Goblin (Potwór, Siła 2)" in said["map"]
        assert "Rozproszenie" in said["hero"]
        assert "Wierny pies" in said["party"]
        assert "Rozproszenie" not in said["party"]
        assert "Rozproszenie" in said["things"]
        assert "otwarte Wrota: 1 z 3" in said["game status"]
        assert "Kanibal" in said["lookup"]
        assert "`/sprawdź`" in said["help"]
        assert "Rozproszenie" not in channel.story()


async def test_a_spell_is_cast_from_ones_own_panel(tmp_path: Path) -> None:
    """Two whom it could hit: Ala picks one; all read what was cast at whom, and her turn goes on."""
    own = a_figure("shaman", NEAR, spells=["thought_dart"])
    rules = a_meeting(own, a_figure("miner"), a_figure("gladiatrix", "H2"))
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek", "Celina")
        before = channel.story()
        await channel.press("Ala", "🎒")
        await channel.pick("Ala", channel.hands.messages(HERE, "Ala")[-1], 0, "Rzuć Czar Grot myśli…")
        await channel.press("Ala", "Gladiatorka")
        party = await channel.command("Bartek", "party")

        assert "Grot myśli" not in before
        assert "Grot myśli" in channel.story()
        assert party.text.count("Wytrzymałość 3 ") == 1
        assert channel.is_asked()


async def test_presses_at_one_moment_count_once(tmp_path: Path) -> None:
    """Ala presses her step twice, Bartek presses it, too; then the button of her turn is no more."""
    async with a_channel(tmp_path, a_meeting()) as channel, channel.bot_up() as client:
        await channel.opened("Ala", "Bartek")
        game_id = await client.service.sessions.at(int(channel.playground.world.channel(HERE)["id"]))
        prompt = channel.hands.messages(HERE, "Ala")[-1]
        step = next(button.custom_id for button in prompt.buttons if "👣 C6" in button.label)
        alas, again, barteks = await asyncio.gather(
            *(channel.hands.press(who, prompt, step) for who in ("Ala", "Ala", "Bartek"))
        )
        await channel.hands.settled()
        standing = await client.service.sessions.standing_of(game_id)

        assert {alas.kind, again.kind} == {"update", "ephemeral"}
        assert barteks.kind == "ephemeral"
        assert channel.story().count("**Ala** →") == 1
        assert standing is not None
        assert standing.waiting.why == "arrival"


# Tables of one's own -----------------------------------------------------------------------------------------


async def test_a_groups_own_seeker_enters_the_cave(tmp_path: Path) -> None:
    """A Cannibal of Strength nine, as the group's own sheet says."""
    own = a_rival_game.own_tables(
        tmp_path / "own", a_rival_game.CAVE, "seekers", "strength = 5, power = 1", "strength = 9, power = 1"
    )
    async with a_house(tmp_path / "db", load("jaskinia", own)) as house:
        await house.lobby(ALA, OLEK, seekers="chosen")
        choosing = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        chosen = (await house.press(choosing, ALA, "cannibal")).standing

        assert seekers(chosen)["s1"].strength == 9


@pytest.mark.parametrize(
    ("language", "alone", "leaving", "by"),
    [
        ("pl", "nikt za ciebie nie gra", "Twoja gra przy tym stole jest już skończona", "wyznaczają wspólnie"),
        ("en", "nobody plays for you", "nobody plays at your seat", "choose the game master together"),
    ],
)
async def test_who_is_out_is_not_told_of_an_autopilot(
    tmp_path: Path, language: str, alone: str, leaving: str, by: str
) -> None:
    """Going away and leaving say how things are; an onlooker learns who names a game master."""
    people = [a_figure("cannibal", NEAR, seat="s1"), a_figure("friar", "H2", seat="s3")]
    rules = Midcave(seekers=people, dead={"s2": "miner"}, out=["s2"], crystal="A2")
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        for who in ("Ala", "Bartek", "Darek"):
            channel.playground.world.person(who)["locale"] = language
        await channel.hands.slash("Ala", HERE, "game new", {"language": language})
        await channel.hands.slash("Bartek", HERE, "game join")
        await channel.hands.slash("Celina", HERE, "game join")
        await channel.command("Ala", "game start")

        leave = await channel.command("Bartek", "game leave")
        away = await channel.command("Bartek", "away", until="5d")
        here = await channel.command("Ala", "away", until="5d")
        onlooker = await channel.command("Darek", "gm take")

        assert leaving in leave.text
        assert alone in away.text
        assert alone not in here.text
        assert by in onlooker.text
        assert "Celina" in onlooker.text
