"""Duels in the Cave between people who are not there at the same time: who is asked, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import prompt
from bot.discord.prompts.words import question
from bot.table.records import Accepted, Standing
from bot.table.timekeeping import waited_at
from bot.words.narrator import LOCALES, Narrator
from rules.jaskinia.model import Orders
from rules.kernel.requests import PARTY, Action, NextAction, Option, Roll
from rules.kernel.turns import written
from rules.kernel.words import Fact, Word
from tests.bot.a_cave import NEAR, STRONG, Midcave, a_figure, a_meeting, attacked
from tests.bot.a_rival_game import ATTACKER, DEFENDER, as_usual, by_defender, by_hand, thrown, told
from tests.bot.a_sorcerer import begun
from tests.bot.a_table import ALA, EWA, OLEK, House, a_house, an_interaction


def a_bully(**more: Any) -> dict[str, Any]:
    """Ala's Cannibal, who beats whoever is not as strong."""
    return a_figure("cannibal", NEAR, strength=STRONG, **more)


def asked_of(standing: Standing) -> tuple[str, tuple[str, ...]]:
    """What is asked, and whom the table waits for."""
    assert standing.waiting is not None
    return standing.waiting.why, waited_at(standing)


def happened(accepted: Accepted) -> list[str]:
    """What was told, by kind, but for the dice."""
    return [name for name in told(accepted) if name != "DiceRolled"]


def seekers(standing: Standing) -> Mapping[str, Any]:
    """The Seeker of each seat, None where it died."""
    return {seat: player.seeker for seat, player in standing.state.players.items()}


# Who is asked ------------------------------------------------------------------------------------------------


REACTING = [
    ("rogue", [], "duel.evade", "evade"),
    ("miner", ["stillness"], "duel.evade", "cast:stillness"),
    ("miner", ["giant_might"], "duel.defence", "cast:giant_might"),
]


@pytest.mark.parametrize(("seeker", "spells", "why", "way"), REACTING)
async def test_who_can_react_is_asked_in_secret(
    tmp_path: Path, seeker: str, spells: list[str], why: str, way: str
) -> None:
    """Olek alone is waited for and called; the channel reads that there is a decision, and nothing of what it is."""
    rules = a_meeting(a_bully(), a_figure(seeker, spells=spells), orders={"defence": "ask"})
    async with a_house(tmp_path / "db", rules) as house:
        asked = (await attacked(house, await begun(house))).standing
        if why == "duel.defence":  # who is asked about Spells is asked whether to evade first
            asked = (await house.press(asked, OLEK, "stand")).standing
        shown = prompt(Scene(asked, rules))
        done = await house.press(asked, OLEK, way)

        assert asked_of(asked) == (why, (DEFENDER,))
        assert shown.ping == [OLEK]
        assert "Decyzja w tajemnicy" in shown.content
        assert [word for word in ("Bezruch", "olbrzyma", "wym") if word in str(shown.view.to_components())] == []
        assert (await by_defender(house, done.standing))[-1] == (why, OLEK)


@pytest.mark.parametrize("spells", [["stillness"], ["clear_mind"], []])
async def test_who_wants_to_be_asked_is_asked_alike_whatever_they_hold(tmp_path: Path, spells: list[str]) -> None:
    """What the channel reads, whom it calls and what can be pressed is the same; Olek's first button says no."""
    rules = a_meeting(a_bully(), a_figure("miner", spells=spells), orders={"defence": "ask"})
    async with a_house(tmp_path / "db", rules) as house:
        asked = (await attacked(house, await begun(house))).standing
        shown = prompt(Scene(asked, rules))
        second = (await house.press(asked, OLEK, "stand")).standing
        done = await house.press(second, OLEK, "pass")

        assert (asked_of(asked), asked_of(second)) == (("duel.evade", (DEFENDER,)), ("duel.defence", (DEFENDER,)))
        assert (shown.ping, "Decyzja w tajemnicy" in shown.content) == ([OLEK], True)
        assert "RivalBeaten" in told(done)


async def test_who_has_several_ways_is_asked_for_each_once(tmp_path: Path) -> None:
    """A Rogue with two Spells stands its ground, and is then asked for the Spell that helps in the fight."""
    rogue = a_figure("rogue", spells=["stillness", "giant_might"])
    async with a_house(tmp_path / "db", a_meeting(a_bully(), rogue, orders={"defence": "ask"})) as house:
        asked = (await attacked(house, await begun(house))).standing
        second = (await house.press(asked, OLEK, "stand")).standing
        done = await house.press(second, OLEK, "pass")

        assert asked_of(second) == ("duel.defence", (DEFENDER,))
        assert "RivalBeaten" in told(done)
        assert seekers(done.standing)[DEFENDER].spells == ["stillness", "giant_might"]


async def test_who_was_evaded_goes_on_with_something_else(tmp_path: Path) -> None:
    """Olek's Rogue slips away on a five: Ala may explore, or nothing; the Rogue is not there for her any more."""
    async with a_house(tmp_path / "db", a_meeting(a_bully(), a_figure("rogue"), a_figure("friar"))) as house:
        await house.lobby(ALA, OLEK, EWA)
        turn = (await house.sessions.start(500, ALA, an_interaction())).standing
        await by_hand(house, turn, "evade")
        asked = (await attacked(house, turn)).standing
        throwing = (await house.press(asked, OLEK, "evade")).standing
        evaded = await thrown(house, throwing, 5)
        now = evaded.standing

        assert isinstance(throwing.waiting, Roll)
        assert happened(evaded) == ["Evaded"]
        assert asked_of(now) == ("arrival", (ATTACKER,))
        assert isinstance(now.waiting, NextAction)
        ids = [action.option.id for action in now.waiting.of(ATTACKER) if not action.aside]
        assert ids == ["attack:s3", "explore"]


@pytest.mark.parametrize(("defence", "left"), [("losing", []), ("never", ["giant_might"])])
async def test_orders_given_in_the_others_turn_keep_the_duel_from_waiting(
    tmp_path: Path, defence: str, left: list[str]
) -> None:
    """Olek orders what to do while Ala thinks about her move; the attack finds him asleep."""
    rogue = a_figure("rogue", spells=["giant_might"])
    async with a_house(tmp_path / "db", a_meeting(a_bully(), rogue)) as house:
        turn = await begun(house)
        orders = {**written(Orders()), "evade": "never", "defence": defence}
        ordered = (await house.press(turn, OLEK, ["orders", orders])).standing

        done = await attacked(house, ordered)

        assert waited_at(ordered) == waited_at(done.standing) == (ATTACKER,)
        assert "RivalBeaten" in told(done)
        assert seekers(done.standing)[DEFENDER].spells == left
        assert await by_defender(house, done.standing) == [("turn.start", OLEK)]


async def test_who_always_evades_has_only_the_die_thrown(tmp_path: Path) -> None:
    """The attack comes to the throw at once; on a four the Rogue is caught, and the fight goes on."""
    async with a_house(tmp_path / "db", a_meeting(a_bully(), a_figure("rogue"), orders={"evade": "always"})) as house:
        turn = await begun(house)
        await by_hand(house, turn, "evade")
        throwing = (await attacked(house, turn)).standing
        caught = await thrown(house, throwing, 4)

        assert throwing.waiting is not None
        assert throwing.waiting.why == "evade.roll"
        assert happened(caught) == ["EvadingFailed", "RivalBeaten"]


# Spells that others cast ---------------------------------------------------------------------------------------


def a_dart(*, holder: str = "s2", **orders: str) -> Midcave:
    """Ala's Shaman has a Thought dart; one of the others can cancel it, and wants to be asked unless it is said."""
    friar = a_figure("friar", spells=["dispel"] if holder == "s2" else [])
    alchemist = a_figure("alchemist", "H2", spells=["dispel"] if holder == "s3" else [])
    seekers = [a_figure("shaman", NEAR, spells=["thought_dart"]), friar, alchemist]
    return Midcave(seekers=seekers, orders={holder: orders or {"dispel": "ask"}})


async def a_table_of_three(house: House) -> Standing:
    """Ala's turn."""
    await house.lobby(ALA, OLEK, EWA)
    return (await house.sessions.start(500, ALA, an_interaction())).standing


async def darted(house: House, turn: Standing) -> Accepted:
    """Ala aims at Olek's Seeker."""
    return await house.press(turn, ALA, ["cast:thought_dart", DEFENDER])


@pytest.mark.parametrize(("holder", "user"), [("s2", OLEK), ("s3", EWA)])
async def test_whoever_can_cancel_a_spell_is_asked_wherever_they_are(tmp_path: Path, holder: str, user: int) -> None:
    """Before it takes effect; cancelled, it does nothing, and it is Ala's turn as before."""
    rules = a_dart(holder=holder)
    async with a_house(tmp_path / "db", rules) as house:
        asked = (await darted(house, await a_table_of_three(house))).standing
        done = await house.press(asked, user, "dispel")

        assert asked_of(asked) == ("spell.dispel", (holder,))
        assert prompt(Scene(asked, rules)).ping == [user]
        assert "Rozproszenie" not in str(prompt(Scene(asked, rules)).view.to_components())
        assert told(done) == ["SpellAnnounced", "SpellCancelled"]
        assert seekers(done.standing)[DEFENDER].endurance == 4
        assert asked_of(done.standing) == ("turn.start", (ATTACKER,))


async def test_a_spell_that_is_let_through_wounds(tmp_path: Path) -> None:
    """And nobody learns from the story that Olek could have cancelled it."""
    async with a_house(tmp_path / "db", a_dart()) as house:
        asked = (await darted(house, await a_table_of_three(house))).standing
        done = await house.press(asked, OLEK, "let")

        assert "SpellCancelled" not in told(done)
        assert seekers(done.standing)[DEFENDER].endurance == 3
        assert seekers(done.standing)[DEFENDER].spells == ["dispel"]


@pytest.mark.parametrize(("order", "wounded"), [("aimed", False), ("never", True)])
async def test_a_standing_order_cancels_without_asking(tmp_path: Path, order: str, wounded: bool) -> None:
    """What is aimed at one's own Seeker, or nothing at all."""
    async with a_house(tmp_path / "db", a_dart(dispel=order)) as house:
        done = await darted(house, await a_table_of_three(house))

        assert asked_of(done.standing)[1] == (ATTACKER,)
        assert (seekers(done.standing)[DEFENDER].endurance == 3) == wounded
        assert await by_defender(house, done.standing) == []


async def test_a_spell_may_kill_whoever_it_is_aimed_at(tmp_path: Path) -> None:
    """Before the Crystal Chamber is found Olek comes again as somebody else, in his next turn."""
    weak = a_figure("friar", "H2", endurance=1)
    rules = a_meeting(a_figure("shaman", NEAR, spells=["thought_dart"]), weak)
    async with a_house(tmp_path / "db", rules) as house:
        turn = await begun(house)
        done = await house.press(turn, ALA, ["cast:thought_dart:s2"])
        now = done.standing
        while now.state.active_seat == ATTACKER:
            now = (await house.sessions.answer(as_usual(now, ALA))).standing

        assert "SeekerDied" in told(done)
        assert seekers(done.standing)[DEFENDER] is None
        assert seekers(now)[DEFENDER].at == "E7"
        assert asked_of(now) == ("turn.start", (DEFENDER,))


# What it costs ---------------------------------------------------------------------------------------------------


async def test_the_winner_takes_an_item(tmp_path: Path) -> None:
    """It changes hands; the turn is over, and it is Olek's."""
    async with a_house(tmp_path / "db", a_meeting(a_bully(), a_figure("miner", items=["sword"]))) as house:
        won = (await attacked(house, await begun(house))).standing
        done = (await house.press(won, ALA, "item:sword")).standing

        assert [seekers(done)[seat].items for seat in (ATTACKER, DEFENDER)] == [["sword"], []]
        assert asked_of(done) == ("turn.start", (DEFENDER,))


async def test_a_cannibal_devours_whoever_is_weak(tmp_path: Path) -> None:
    """With the Crystal Chamber found Olek is out, and Ala is the last one: the game is over."""
    rules = a_meeting(a_bully(), a_figure("miner", endurance=2), crystal="A2")
    async with a_house(tmp_path / "db", rules) as house:
        won = (await attacked(house, await begun(house))).standing
        done = await house.press(won, ALA, "devour")

        assert [name for name in told(done) if name in ("SeekerDevoured", "PlayerOut", "LastAlive")] == [
            "SeekerDevoured",
            "PlayerOut",
            "LastAlive",
        ]
        assert done.standing.record.phase == "ended"
        assert (done.standing.state.outcome, done.standing.state.winner) == ("last", ATTACKER)


@pytest.mark.parametrize(("order", "paid"), [("gold", (0, 4)), ("wound", (1, 3))])
async def test_an_attacked_winner_has_said_what_the_loser_pays(
    tmp_path: Path, order: str, paid: tuple[int, int]
) -> None:
    """Gold while there is any; nobody waits for Olek, whose Miner is the stronger one."""
    rules = a_meeting(a_figure("friar", NEAR), a_figure("miner", strength=STRONG), orders={"spoils": order})
    async with a_house(tmp_path / "db", rules) as house:
        done = (await attacked(house, await begun(house))).standing
        attacker = seekers(done)[ATTACKER]

        assert (attacker.gold, attacker.endurance) == paid
        assert await by_defender(house, done) == []


async def test_a_die_is_thrown_again_by_who_is_able_to(tmp_path: Path) -> None:
    """Real dice: Olek's Gladiatrix is behind with a one, throws again for a six, and wins."""
    rules = a_meeting(a_figure("miner", NEAR), a_figure("gladiatrix"))
    async with a_house(tmp_path / "db", rules) as house:
        turn = await begun(house)
        await by_hand(house, turn, "duel")
        asked = (await attacked(house, turn)).standing
        behind = (await thrown(house, asked, 3, 1)).standing
        again = (await house.press(behind, OLEK, "reroll")).standing
        won = await thrown(house, again, 6)

        assert asked_of(behind) == ("duel.reroll", (DEFENDER,))
        assert happened(won) == ["DuelDieRethrown", "RivalBeaten"]
        assert asked_of(won.standing) == ("duel.spoils", (DEFENDER,))


async def test_a_mind_is_attacked_by_who_is_able_to(tmp_path: Path) -> None:
    """With Power: Olek is asked for the Spell that helps there, and not for the one that helps in a fight."""
    friar = a_figure("friar", spells=["giant_might", "clear_mind"])
    rules = a_meeting(a_figure("shaman", NEAR), friar, orders={"defence": "ask"})
    async with a_house(tmp_path / "db", rules) as house:
        asked = (await attacked(house, await begun(house), "psychic")).standing
        done = await house.press(asked, OLEK, "cast:clear_mind")

        assert asked_of(asked) == ("duel.defence", (DEFENDER,))
        assert [option.id for option in asked.waiting.options] == ["pass", "cast:clear_mind"]  # type: ignore[union-attr]
        assert seekers(done.standing)[DEFENDER].spells == ["giant_might"]


async def test_a_thief_ends_the_turn_with_what_it_got(tmp_path: Path) -> None:
    """On a four one bag of gold or a random Item: here there is only gold."""
    async with a_house(tmp_path / "db", a_meeting(a_figure("rogue", NEAR), a_figure("friar"))) as house:
        turn = await begun(house)
        await by_hand(house, turn, "steal")
        throwing = (await attacked(house, turn, "steal")).standing
        done = (await thrown(house, throwing, 4)).standing

        assert [seekers(done)[seat].gold for seat in (ATTACKER, DEFENDER)] == [2, 0]
        assert asked_of(done) == ("turn.start", (DEFENDER,))


@pytest.mark.parametrize("locale", LOCALES)
def test_the_moment_before_the_dice_names_the_fight(locale: str) -> None:
    """Everybody reads who fights whom and how strong both are, though which Spells may be cast is secret [6.2, 7.3]."""
    fight = Action("s1", Option("fight", "ready.fight"))
    who: dict[str, Fact] = {
        "character": Word("seeker.miner"),
        "enemies": (Word("cavecard.orc"),),
        "own": 4,
        "theirs": 3,
    }
    facts = {**who, "kind": Word("cavefight.fight"), "own": 4, "theirs": 3}
    ask = NextAction(who=PARTY, why="fight.ready", actions=(fight,), facts=facts, secret=True)
    narrator = Narrator(locale)

    said = question(narrator, ask, openly=True)

    assert all(str(narrator.term(name)) in said for name in (Word("seeker.miner"), Word("cavecard.orc")))
    assert "4" in said
    assert "3" in said
