"""What risks another player's hero or spends their gold needs their consent, however the table decides [5, 7, 8.7]."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from bot.acts.absence import go_away
from bot.acts.proposals import open_proposals, propose, speak, voters
from bot.acts.table_settings import change_habits
from bot.session.transaction import Transaction
from bot.table.consent import missing_consents, usual_with_consent, with_helpers
from bot.table.habits import Habits
from bot.table.records import GameRecord, SeatRecord, Standing
from rules.games import load
from rules.kernel.answers import Value, judge
from rules.kernel.errors import Refused
from rules.kernel.offers import Pick
from rules.kernel.requests import Amount, Choose, Formation, NextAction
from rules.kernel.words import Word
from rules.labirynt_smierci.combat.places import marching_offers, pairing_offers
from rules.labirynt_smierci.encounter.monsters import meet_newcomers
from rules.labirynt_smierci.encounter.talks import bribe_offer, levy, purses
from rules.labirynt_smierci.finds.features import examining_offers
from rules.labirynt_smierci.finds.features import trap as find_trap
from rules.labirynt_smierci.model import Game, Group, Monster, Orders
from rules.labirynt_smierci.stage import play_stage
from rules.labirynt_smierci.traps import delegates, meet_trap, thieves
from tests.bot.a_channel import HERE, a_channel
from tests.bot.a_table import ALA, EWA, OLEK, House, a_house, an_interaction
from tests.rules.labirynt_smierci.set_right import PARTY, a_game
from tests.rules.playing import question
from tests.sampled import first_of

RULES = load("labirynt-smierci")
SEED = (7).to_bytes(32, "big")
"""A deal in which both ranks have heroes of Ala and of Olek."""
MODES = ("anyone", "leader", "vote")


@asynccontextmanager
async def a_party(folder: Path, deciding: str = "anyone", orders: dict[str, str] | None = None) -> AsyncIterator[House]:
    """Ala, who leads, and Olek, each with three heroes, before their first way; ``orders``: Olek's standing ones."""
    async with a_house(folder / "house.db", RULES, lambda: SEED) as house:
        await house.lobby(ALA, OLEK)
        standing = (await house.sessions.start(500, ALA, an_interaction(), quick=True)).standing
        if orders is not None:
            mine = {**RULES.autopilot(standing.state, orders_of(standing), "s2"), **orders}
            await house.press(standing, OLEK, ["orders", mine])
        await change_habits(house.sessions, standing.record.id, ALA, an_interaction(), deciding=deciding)
        yield house


def orders_of(standing: Standing) -> Any:
    """Olek's form for standing orders."""
    assert isinstance(standing.waiting, NextAction)
    return standing.waiting.ask_of("s2", "orders")


async def now(house: House) -> Standing:
    """Where the table stands."""
    standing = await house.sessions.standing(500)
    assert standing is not None
    return standing


def with_olek_in_front(game: Game) -> Value:
    """An order of march that puts one of Olek's from behind into the first rank, in place of one of Ala's."""
    ranks = [list(rank) for rank in game.formation]
    mine = next(member for member in ranks[1] if game.characters[member].seat == "s2")
    theirs = next(member for member in ranks[0] if game.characters[member].seat == "s1")
    swap = {mine: theirs, theirs: mine}
    return ["formation", [[swap.get(member, member) for member in rank] for rank in ranks]]


async def wish(house: House, value: Value, user: int = ALA) -> str:
    """Somebody wants this; the matter on which the owners are asked."""
    standing = await now(house)
    with pytest.raises(Refused, match="consent_ballot") as refusal:
        await house.press(standing, user, value)
    matter = str(refusal.value.facts["matter"])
    await propose(house.sessions, standing.record.id, user, an_interaction(), matter)
    return matter


# Who is asked ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deciding", MODES)
async def test_nobody_puts_anothers_hero_in_front_alone(tmp_path: Path, deciding: str) -> None:
    """[4.1 C, 5] Olek is asked, nothing has changed; once he agrees it is done, in a vote with both voices."""
    async with a_party(tmp_path, deciding) as house:
        before = await now(house)
        order = with_olek_in_front(before.state)
        matter = await wish(house, order)

        assert (await now(house)).state.formation == before.state.formation
        assert voters(before.record, matter) == ("s2",)
        await speak(house.sessions, before.record.id, OLEK, an_interaction(), matter, True)

        assert [list(rank) for rank in (await now(house)).state.formation] == order[1]


@pytest.mark.parametrize("deciding", MODES)
async def test_an_owner_who_says_no_keeps_their_hero_back(tmp_path: Path, deciding: str) -> None:
    """The wish is over, the question stays open."""
    async with a_party(tmp_path, deciding) as house:
        before = await now(house)
        matter = await wish(house, with_olek_in_front(before.state))
        await speak(house.sessions, before.record.id, OLEK, an_interaction(), matter, False)

        after = await now(house)
        assert (after.address, after.state.formation) == (before.address, before.state.formation)
        assert open_proposals(after, await house.store.votes(after.record.id)) == []


async def test_a_yes_after_a_no_is_too_late(tmp_path: Path) -> None:
    """The buttons may still be there: nothing is put in, and nobody's fault is met."""
    async with a_party(tmp_path) as house:
        before = await now(house)
        matter = await wish(house, with_olek_in_front(before.state))
        await speak(house.sessions, before.record.id, OLEK, an_interaction(), matter, False)
        with pytest.raises(Refused, match="ballot_over"):
            await speak(house.sessions, before.record.id, OLEK, an_interaction(), matter, True)

        assert (await now(house)).address == before.address


async def test_only_the_owner_speaks_for_their_own(tmp_path: Path) -> None:
    """Neither does the wish of its maker count for two, nor a word of a third player."""
    async with a_house(tmp_path / "house.db", RULES, lambda: SEED) as house:
        await house.lobby(ALA, OLEK, EWA)
        await house.sessions.start(500, ALA, an_interaction(), quick=True)
        before = await now(house)
        matter = await wish(house, with_olek_in_front(before.state))
        with pytest.raises(Refused, match="not_yours"):
            await speak(house.sessions, before.record.id, EWA, an_interaction(), matter, True)

        assert (await now(house)).state.formation == before.state.formation


# What the orders say -----------------------------------------------------------------------------------------


async def test_who_may_always_be_sent_is_not_asked(tmp_path: Path) -> None:
    """The standing order answers at once."""
    async with a_party(tmp_path, orders={"sent": "always"}) as house:
        before = await now(house)
        order = with_olek_in_front(before.state)
        await house.press(before, ALA, order)

        assert [list(rank) for rank in (await now(house)).state.formation] == order[1]


async def test_who_may_never_be_sent_is_not_asked_either(tmp_path: Path) -> None:
    """The order refuses for its owner, who may still do it themselves."""
    async with a_party(tmp_path, orders={"sent": "never"}) as house:
        before = await now(house)
        order = with_olek_in_front(before.state)
        with pytest.raises(Refused, match="not_yours"):
            await house.press(before, ALA, order)


async def test_who_may_never_be_sent_but_goes_may_be_voted_for(tmp_path: Path) -> None:
    """Their own vote for it is their consent, so that a vote can be carried."""
    async with a_party(tmp_path, "vote", orders={"sent": "never"}) as house:
        before = await now(house)
        order = with_olek_in_front(before.state)
        await house.press(before, OLEK, order)
        await house.press(await now(house), ALA, order)

        assert [list(rank) for rank in (await now(house)).state.formation] == order[1]


async def test_an_absent_owner_is_spared(tmp_path: Path) -> None:
    """What the order does not cover is refused while nobody is there to ask."""
    async with a_party(tmp_path) as house:
        before = await now(house)
        await go_away(house.sessions, before.record.id, OLEK, an_interaction(), house.clock.now + 86_400)
        with pytest.raises(Refused, match="not_yours"):
            await house.press(await now(house), ALA, with_olek_in_front(before.state))


# How the table decides ---------------------------------------------------------------------------------------


async def test_only_the_leader_orders_the_march(tmp_path: Path) -> None:
    """[4.1 C] Where the leader decides, though it is a free action."""
    async with a_party(tmp_path, "leader") as house:
        standing = await now(house)
        with pytest.raises(Refused, match="leader_decides"):
            await house.press(standing, OLEK, with_olek_in_front(standing.state))


async def test_one_press_orders_no_march_where_all_vote(tmp_path: Path) -> None:
    """[4.1 C] It is a vote like that on the way."""
    async with a_party(tmp_path, "vote") as house:
        before = await now(house)
        await house.press(before, OLEK, ["formation", [[*reversed(rank)] for rank in before.state.formation]])
        after = await now(house)

        assert (after.state.formation, after.voted) == (before.state.formation, ("s2",))


async def test_a_wish_falls_with_its_question(tmp_path: Path) -> None:
    """Another answer was given meanwhile: consent comes too late, and changes nothing."""
    async with a_party(tmp_path) as house:
        before = await now(house)
        matter = await wish(house, with_olek_in_front(before.state))
        await house.press(before, OLEK, ["formation", [[*reversed(rank)] for rank in before.state.formation]])
        there = (await now(house)).state.formation
        with pytest.raises(Refused, match="ballot_over"):
            await speak(house.sessions, before.record.id, OLEK, an_interaction(), matter, True)

        assert (await now(house)).state.formation == there


async def test_the_usual_answer_needs_nobody(tmp_path: Path) -> None:
    """Whoever presses it decides for the party, so it leaves out what only an owner may decide."""
    async with a_party(tmp_path) as house:
        standing = await now(house)

        async def look(action: Transaction) -> None:
            value = await action.usual("s1", openly=True)
            taken = action.waiting.of("s1") if isinstance(action.waiting, NextAction) else ()
            chosen = next(each for each in taken if each.option.id == value[0])
            assert chosen.option.id != "formation"

        await house.sessions.change(standing.record.id, None, look)


# In the channel ------------------------------------------------------------------------------------------------


async def test_the_owner_is_called_and_one_press_is_enough(tmp_path: Path) -> None:
    """The wish is told with its owner called, the question stays; Agreed puts it in, and the message says so."""
    async with a_channel(tmp_path, RULES) as channel, channel.bot_up(seeds=lambda: SEED) as client:
        await channel.hands.slash("Ala", HERE, "game new")
        await channel.press("Bartek", "Dołącz")
        await channel.press("Ala", "Szybki start")
        await channel.hands.until(channel.is_asked)
        standing = await client.service.sessions.standing_of(client.service.sessions.live()[0].id)
        assert standing is not None
        ranks = with_olek_in_front(standing.state)[1]
        typed = "formation: " + " / ".join(", ".join(rank) for rank in ranks)
        await channel.answer("Ala", typed)
        asked = next(channel.hands.newest_first(HERE, "Bartek"))

        assert "Ala proponuje" in asked.text, asked.text
        assert [str(user) for user in asked.mentions] == [str(channel.playground.world.person("Bartek")["user"]["id"])]
        await channel.hands.press_label("Bartek", HERE, "Za")
        await channel.hands.settled()

        assert "Ala proponuje: Zmień szyk: " in channel.story()
        assert "**Zgoda.**" in channel.story()


GOLD = {"s1": 10, "s2": 30, "s3": 30, "s4": 60}


@pytest.mark.parametrize(
    ("gold", "there", "expected", "paid"),
    [
        (10, ("s1",), {}, {"s1": 10}),
        (40, ("s1", "s2"), {"s2": "asked"}, {"s1": 10, "s2": 30}),
        (40, ("s1", "s2", "s3"), {"s2": "asked", "s3": "asked"}, {"s1": 10, "s2": 15, "s3": 15}),
        (41, ("s1", "s2"), {"s2": "asked", "s3": "refused", "s4": "refused"}, None),
        (60, ("s1", "s2", "s3"), {"s2": "asked", "s3": "asked"}, {"s1": 10, "s2": 25, "s3": 25}),
    ],
)
def test_a_bribe_is_paid_by_whoever_offers_it_and_then_by_those_who_agree(
    gold: int, there: tuple[str, ...], expected: dict[str, str], paid: dict[str, int] | None
) -> None:
    """[8.9] Who is away, or refuses by standing order, is passed over, and forbids nothing that the others can pay."""
    seats = tuple(GOLD)
    heroes: list[dict[str, Any]] = [*PARTY, {"hero": "raman"}]
    party = [{**hero, "seat": seat} for hero, seat in zip(heroes, seats, strict=True)]
    game = a_game(party=party, seats=list(seats))
    for person in game.people:
        person.gold = GOLD[person.seat]
    game.orders = {"s4": Orders(sent="never")}
    rows = tuple(
        SeatRecord(seat, n, seat, **THERE["here" if seat in there else "away"]) for n, seat in enumerate(seats, 1)
    )
    record = GameRecord("one", "toy", 1, 1, "pl", "playing", {}, 1, rows, 1, "", 5.0)
    offer = bribe_offer(game, met(game))
    request = NextAction(who="party", why="encounter", actions=(offer,))

    missing = missing_consents(request, ["bribe", gold], "s1", record, ["s1"])
    assert missing == expected
    if paid is not None:
        value = with_helpers(request, ["bribe", gold], "s1", record, ["s1"], missing.keys())
        levy(game, judge(request, value, "s1").value)
        assert {seat: GOLD[seat] - left for seat, left in purses(game).items() if GOLD[seat] != left} | {
            seat: GOLD[seat] for seat in GOLD if seat not in purses(game)
        } == paid


# Every kind of decision ----------------------------------------------------------------------------------------


def decision(game: Game, kind: str) -> tuple[NextAction, Value]:
    """One of this kind that concerns the second player's Gislan or their gold, so hurt that anything may kill."""
    gislan = game.characters["gislan"]
    gislan.wounds, gislan.gold = gislan.strength - 1, 10
    behind = {"nobody": "almuric", "ranks": "zareth", "pairing": "zareth"}.get(kind, "gislan")
    order = ("gislan", "zareth", "almuric") if kind == "nobody" else ("almuric", "zareth", "gislan")
    game.formation = (tuple(who for who in order if who != behind), (behind,))
    group = met(game)
    if kind in ("ranks", "pairing"):
        gislan.wounds -= 1  # an orc cannot kill him in one round, a chimera can
        group.front, game.here.group = ("chimera-1", "orc-2"), group
    offers: dict[str, tuple[list[Any], Value]] = {
        "trap": (delegates(game), ["gislan"]),
        "nobody": (delegates(game), ["nobody"]),
        "feature": (examining_offers(game), ["examine", "gislan"]),
        "ranks": ([*marching_offers(game)], ["formation", [["gislan", "almuric"], ["zareth"]]]),
        "march": ([*marching_offers(game)], ["formation", [["almuric", "gislan"], ["zareth"]]]),
        "pairing": ([*pairing_offers(game, group)], ["pairing", "orc-2,chimera-1"]),
        "bribe": ([bribe_offer(game, group)], ["bribe", 5]),
    }
    some, value = offers[kind]
    return NextAction(who="party", why=kind, actions=tuple(some)), value


def met(game: Game) -> Group:
    """A chimera and an orc who have not been spoken to."""
    monsters = [Monster(id=f"{kind}-{n}", kind=kind, full=7 - n, wounds=0) for n, kind in ((1, "chimera"), (2, "orc"))]
    return Group(kind="orc", level=1, resident=True, monsters=monsters)


OWNERS = {
    "here": (SeatRecord("s2", OLEK, "Olek"), "asked"),
    "away": (SeatRecord("s2", OLEK, "Olek", autopilot=True, away_until=9e9), "refused"),
    "stood in for": (SeatRecord("s2", OLEK, "Olek", away_until=9e9, stand_in=EWA), "asked"),
    "a computer": (SeatRecord("s2", 0, "", autopilot=True, computer="careful"), None),
}


@pytest.mark.parametrize("kind", ["trap", "nobody", "feature", "march", "ranks", "pairing", "bribe"])
@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize("deciding", MODES)
def test_each_kind_of_decision_asks_its_owner(kind: str, owner: str, deciding: Any) -> None:
    """[4.1 C, 7, 8.7, 13] However the table decides; the owner themselves, and whoever stands in for them, may."""
    party = [{**hero, "seat": seat} for hero, seat in zip(PARTY, ("s1", "s2", "s1"), strict=True)]
    game = a_game(party=party, seats=["s1", "s2"], maze=[{"at": [0, -1], "kind": "fountain", "sides": "DDDD"}])
    request, value = decision(game, kind)
    seat, consent = OWNERS[owner]
    seats = (SeatRecord("s1", ALA, "Ala"), seat)
    record = GameRecord(
        "one", "toy", 1, 1, "pl", "playing", {}, ALA, seats, 1, "", 5.0, habits=Habits(deciding=deciding)
    )

    assert missing_consents(request, value, "s1", record, ["s1"]) == ({"s2": consent} if consent else {})
    assert missing_consents(request, value, "s2", record, ["s2"]) == {}
    assert missing_consents(request, value, "s1", record, ["s1", "s2"]) == {}


# Never stuck ---------------------------------------------------------------------------------------------------


THERE: dict[str, dict[str, Any]] = {"here": {}, "refuses": {}, "away": {"autopilot": True, "away_until": 9e9}}
MIXES = [mix for many in (2, 3, 4) for mix in product(THERE, repeat=many) if set(mix) != {"away"}]
OWNED = {"each": (0, 1, 2, 3), "the first": (0, 0, 0, 0), "the last": (-1, -1, -1, -1)}
"""Whose the four heroes are, counted from the first seat; whoever has none left still plays."""


def open_questions(game: Game) -> Iterator[NextAction]:
    """The questions in which an answer may concern another player's hero or gold, as the rules ask them."""
    door, row = Word("trapped.door"), game.tables.finds.on("trapdoor", 1)
    monsters = met(game)
    for ask in (
        lambda table: meet_trap(table, game, door, [*delegates(game), *thieves(game, door)]),
        lambda table: find_trap(table, game, game.people[-1], row),
        lambda table: play_stage(table, game),
        lambda table: meet_newcomers(table, game, monsters),
    ):
        request = question(ask)
        assert isinstance(request, NextAction)
        yield request


def answers_of(action: Any) -> Iterator[Value]:
    """The answers to an action; of a bribe the least, of a march all that put somebody else in front."""
    match action:
        case Pick():
            yield from (action.answer(way) for way in action.ways)
        case _ if isinstance(action.ask, Amount):
            yield [action.option.id, 1]
        case _ if isinstance(action.ask, Formation):
            (left, right), behind = action.ask.now
            yield from ([action.option.id, [[left, other], [right, *set(behind) - {other}]]] for other in behind)
        case _ if isinstance(action.ask, Choose):
            yield from ([action.option.id, option.id] for option in action.ask.options)
        case _ if action.ask is None:
            yield [action.option.id]


def usual_answer(game: Game, seat: str, request: Any) -> Value:
    """The autopilot's for this seat."""
    return RULES.autopilot(game, request, seat)


@pytest.mark.parametrize(("mix", "owned", "deciding"), first_of(product(MIXES, OWNED, MODES), 36))
def test_somebody_who_is_there_can_always_answer(mix: tuple[str, ...], owned: str, deciding: Any) -> None:
    """[4.1 C, 7, 8.7, 9.1, 13] Though all heroes may die of everything; owners are spared wherever there is a way."""
    seats = tuple(f"s{n + 1}" for n in range(len(mix)))
    heroes: list[dict[str, Any]] = [*PARTY, {"hero": "raman"}]
    party = [{**hero, "seat": seats[at % len(seats)]} for hero, at in zip(heroes, OWNED[owned], strict=True)]
    game = a_game(party=party, seats=list(seats), at=[-1, -1], formation=[["almuric", "zareth"], ["gislan", "raman"]])
    game.characters["gislan"].known = game.characters["gislan"].usable = ["thief"]
    for person in game.people:
        person.wounds, person.gold = person.strength - 2, 5
    how = dict(zip(seats, mix, strict=True))
    rows = tuple(SeatRecord(seat, n, seat, **THERE[how[seat]]) for n, seat in enumerate(seats, 1))
    game.orders = {seat: Orders(sent="never" if how[seat] == "refuses" else "safe") for seat in seats}
    record = GameRecord("one", "toy", 1, 1, "pl", "playing", {}, 1, rows, 1, "", 5.0, habits=Habits(deciding=deciding))
    there = [seat for seat in seats if how[seat] != "away"]
    deciders = there[:1] if deciding == "leader" and "s1" in there else there
    for request in open_questions(game):
        free = {
            (seat, str(value))
            for seat in deciders
            for action in request.of(seat)
            if not action.aside
            for value in answers_of(action)
            if "refused" not in missing_consents(request, value, seat, record, [seat]).values()
        }
        assert free, request.why
        for action in request.actions:
            for value in answers_of(action) if action.who == "party" else ():
                spared = {
                    owner
                    for owner, said in action.consents(judge(request, value, there[0]).value).items()
                    if said != "given" and owner != there[0] and (owner not in there or said == "refused")
                }
                missing = missing_consents(request, value, there[0], record, [there[0]])
                if action.option.id == "bribe" and "refused" not in missing.values():
                    _, paid = with_helpers(request, value, there[0], record, [there[0]], missing.keys())
                    assert not spared.intersection(paid if isinstance(paid, list) else ())
                    continue
                assert spared <= missing.keys() or (action.last_resort and {said for _, said in free} == {str(value)})
        for seat in deciders:
            usual = usual_with_consent(partial(usual_answer, game, seat), request, seat, record, [seat])
            if any(whose == seat for whose, _ in free):
                assert "refused" not in missing_consents(request, usual, seat, record, [seat]).values(), request.why
