"""The Cave beside the main board: every row of its rules has a scenario, or stays with the table; whole visits."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rules.games import load
from rules.jaskinia.autopilot.goals import sample_for
from rules.jaskinia.beside.marks import parted, read_abilities, read_thing
from rules.jaskinia.beside.outside import BARRED, refuse_barred
from rules.jaskinia.events.beside import ExitGone, ExitLeft, GuestEntered
from rules.jaskinia.model import CAVE, Game
from rules.jaskinia.seeker.dying import die
from rules.jaskinia.tables.sheets import Mod
from rules.kernel import answers
from rules.kernel.advance import Position, Snapshot, advance, cut, run
from rules.kernel.autopilot import anything
from rules.kernel.chance import Scripted, Sealed
from rules.kernel.errors import Refused
from rules.kernel.requests import GM, NextAction, Request, Taken
from rules.kernel.scenario import read
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.simulation import play_one, seed_of
from tests.soak.journeys import Game as Journey
from tests.soak.journeys import play

RULES = load("jaskinia")
FILES = sorted((Path(__file__).parents[2] / "scenarios/jaskinia").glob("beside*.toml"))
ALL = [scenario for file in FILES for scenario in read(file)]
ROWS = {2: 4, 4: 7, 5: 12, 6: 4, 7: 6}
"""The rows of each chapter of the rules beside the main board."""
RULINGS = 32
EXAMPLES = (1, 3, 5, 7, 9)
RULEBOOK = {
    "Wyposażenie": "§Wyposażenie", "Przygotowanie": "2.1", "Cel gry": "7.2", "1.1": "5.1", "1.3": "§1.3", "1.4": "§1.4",
    "2.4": "B16", "2.6": "§2.6", "2.7": "§2.7", "3.1": "§3.1", "4.3": "6.3", "4.5": "§4.5", "4.6": "§4.6", "5.1": "5.7",
    "5.5": "§5.5", "6.2": "5.10", "6.4": "§6.4", "7": "§7", "8": "§8", "9.1": "§9.6", "9.7": "5.11", "10": "2.4",
    "11.1": "4.1", "11.2": "5.5", "11.4": "§11.4", "12.1": "B4", "12.3": "§Wyposażenie", "12.4": "§12.4",
    "12.5": "§12.5",
}  # fmt: skip
"""Where each row of the rulebook's sections is shown that has another sense beside the main board."""
WITH_THE_TABLE = ("B1", "B3")
"""Rulings that say what the bot leaves to people: which rules are the base, and who stands on the Rocks."""


def test_every_row_has_a_scenario_or_stays_with_the_table() -> None:
    """Chapters, rulings and worked examples."""
    rows = [f"{chapter}.{row}" for chapter, last in ROWS.items() for row in range(1, last + 1)]
    wanted = [
        *rows,
        "3",
        "9",
        *RULEBOOK.values(),
        *(f"B{n}" for n in range(1, RULINGS + 1) if f"B{n}" not in WITH_THE_TABLE),
    ]
    sections = [scenario.section for scenario in ALL]
    facts = " ".join(scenario.fact for scenario in ALL)

    assert [row for row in wanted if f"beside {row}" not in sections] == []
    assert [n for n in EXAMPLES if f"Example {n}:" not in facts] == []


# Sheets ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "mods"),
    [
        ("siła +1 w walce", [Mod(mod="strength", n=1, when="fight")]),
        ("strength +1 in fights", [Mod(mod="strength", n=1, when="fight")]),
        ("+2 mocy", [Mod(mod="power", n=2)]),
        ("moc +1 w walce psychicznej", [Mod(mod="power", n=1, when="psychic")]),
        ("power +2 against spirits", [Mod(mod="power", n=2, when="psychic_spirit")]),
        ("siła 2 ze zwierzętami", [Mod(mod="strength", n=2, when="fight_animal")]),
        ("unosi 4", [Mod(mod="carry", n=4)]),
        ("ocala 4-6", [Mod(mod="save", faces=(4, 5, 6))]),
        ("saves on 6", [Mod(mod="save", faces=(6,))]),
        ("unik duchy", [Mod(mod="evade", faces=(1, 2, 3, 4, 5, 6), types=("spirit",))]),
        ("bez czarów", [Mod(mod="no_spells")]),
        ("czary +1", [Mod(mod="spell_limit", n=1)]),
        ("złoto +1 za duchy", [Mod(mod="spirit_gold", n=1)]),
        ("atak mocą", [Mod(mod="psychic_attack")]),
        ("wrota +2, siła +1", [Mod(mod="gate", n=2), Mod(mod="strength", n=1)]),
    ],
)
def test_marks_are_read_in_both_languages(typed: str, mods: list[Mod]) -> None:
    """Inflected as people write them."""
    assert list(read_thing("item", typed).mods) == mods


def test_things_are_parted_by_commas_outside_their_brackets() -> None:
    """A dash is nothing."""
    assert [*parted("Miecz (broń, siła +1), Lina ,Kula(magiczna)")] == [
        ("Miecz", "broń, siła +1"),
        ("Lina", ""),
        ("Kula", "magiczna"),
    ]
    assert [*parted("-")] == []


def test_a_weapon_and_a_magic_item_are_marked_so() -> None:
    """Both may be the same thing."""
    blade = read_thing("item", "broń, magiczna, siła +1")

    assert (blade.weapon, blade.type) == (True, "magic_item")


def test_abilities_are_marks_and_words_in_quotation_marks() -> None:
    """In Polish ones and in English ones."""
    for typed in ("unik duchy 5-6, „nie traci tury”", 'evades spirits 5-6, "nie traci tury"'):
        assert read_abilities(typed) == ((Mod(mod="evade", faces=(5, 6), types=("spirit",)),), "nie traci tury")


@pytest.mark.parametrize("name", [name for both in BARRED for name in both])
def test_the_four_spells_are_known_in_every_way_they_are_written(name: str) -> None:
    """Without accents, with a letter too few, among other words."""
    for typed in (name, name.upper(), f"rzucono {name}!", name[:3] + name[4:]):
        with pytest.raises(Refused, match="guest_barred_spell"):
            refuse_barred(typed, "reason")


def test_other_spells_are_not_taken_for_them() -> None:
    """Of the box, and some others."""
    for typed in ("Zrost ran", "Grot myśli", "Rozkaz Korony", "Wind", "Burza", "Counterspell"):
        refuse_barred(typed, "reason")


# What others may know, and what a game master may set right ------------------------------------------------------


def beside(*guests: dict[str, Any], **more: Any) -> Game:
    """Guests inside."""
    game: Game
    game, _ = RULES.scene("turn", {"options": {"board": "table"}, "guests": list(guests), **more})
    return game


def test_what_a_spell_is_called_is_seen_by_its_player_alone() -> None:
    """Games that differ in it look the same to all others, and offer them the same."""
    named, unnamed = (
        beside({"name": "Bolek", "at": "D6", "spells": [spell]}, {"name": "Wanda", "at": "F6"})
        for spell in ("Zrost", "")
    )

    assert RULES.view(named, "s2") == RULES.view(unnamed, "s2")
    assert RULES.view(named, None) == RULES.view(unnamed, None)
    assert RULES.view(named, "s1") != RULES.view(unnamed, "s1")
    asked = [run(RULES, game, (), Sealed(bytes(32))).waiting for game in (named, unnamed)]
    assert all(isinstance(one, NextAction) for one in asked)
    one, other = (answers.in_the_open(one) for one in asked if isinstance(one, NextAction))
    assert one == other


def test_a_game_master_may_refuse_a_number() -> None:
    """Before the die; whoever named it throws without."""
    game = beside({"name": "Bolek", "at": "D6"})
    assert game.beside is not None
    game.beside.numbers = {"s1": 4}

    named = next(one for one in RULES.corrections(game) if one.option.id == "unnumber:s1")
    RULES.correct(Table((), Scripted({})), game, Taken(GM, named.option.id))

    assert game.beside.numbers == {}


def test_what_lies_in_the_cave_stands_on_the_exit_card_once() -> None:
    """What the guest brought is gone, what it found is left behind."""
    game = beside({"name": "Bolek", "at": "D6", "items": ["Miecz"]})
    bolek = game.seeker_of("s1")
    bolek.items.append("pickaxe")
    table = Table((), Scripted({}))

    die(table, game, bolek)

    told = [fact.event for fact in table.story.told]
    assert [event.card for event in told if isinstance(event, ExitGone)] == ["Miecz"]
    assert [event.cards for event in told if isinstance(event, ExitLeft)] == [(Word("cavecard.pickaxe"),)]


# Waiting, saving -------------------------------------------------------------------------------------------------


def a_visit(*seats: str) -> Game:
    """A table beside the main board, set up."""
    state: Game = RULES.begin(seats, {"board": "table"})
    run(RULES, state, (), Sealed(bytes(32)))
    return state


def test_nobody_is_waited_for_while_nobody_is_inside() -> None:
    """Everybody may act."""
    position = run(RULES, a_visit("s1", "s2"), (), Sealed(bytes(32)))

    waiting = position.waiting
    assert isinstance(waiting, NextAction)
    assert waiting.idle
    assert [seat for seat in ("s1", "s2") if answers.is_waited_for(waiting, seat)] == []
    assert [len(waiting.of(seat)) > 0 for seat in ("s1", "s2")] == [True, True]


def test_a_game_that_stands_alone_saves_nothing_of_this() -> None:
    """Byte for byte as before."""
    alone = RULES.encode(RULES.begin(("s1",), {}))

    assert b"annex" not in alone
    assert b"board" not in alone


def test_a_visit_goes_on_from_what_is_saved() -> None:
    """Typed things, names and what a visit changed."""
    state = a_visit("s1", "s2")
    for stage in range(12):
        run(RULES, state, (), Sealed(seed_of(5, stage)), lambda request, seat: RULES.autopilot(state, request, seat))

    again = RULES.decode(RULES.encode(state), RULES.schema)

    assert msgspec.to_builtins(again) == msgspec.to_builtins(state)
    assert RULES.view(again, None) == RULES.view(state, None)


def test_it_is_settled_when_the_game_is_opened() -> None:
    """Nobody lays the board there in the middle of a game."""
    with pytest.raises(Refused, match="option_fixed"):
        RULES.agree(RULES.begin(("s1",), {}), {"board": "table"})


@pytest.mark.parametrize("board", ["table", "spells"])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_autopilot_plays_whole_visits(board: str, seats: int) -> None:
    """Guests come in, go out with an exit card and come again, until one has carried the Crystal out."""
    played = play_one(RULES, seed_of(7, seats), 2000, seats, {"board": board})

    assert played.outcome == "table"
    assert played.told["GuestEntered"] > 1
    assert played.told["VisitEnded"] >= played.told["GuestEntered"] - seats
    assert "CardPower" not in played.told


@pytest.mark.parametrize("n", range(6))
def test_guests_who_do_anything_break_nothing(n: int) -> None:
    """Whatever is legal, at random; each stage is the same when it is played again from its log."""
    people = Random(n)

    def player(state: Any, request: Any, seat: str) -> Any:
        assert RULES.view(state, seat) is not None
        return anything(request, seat, people.randrange)

    game = Journey(RULES, seed_of(8, n), 1 + n % 4, {"board": ("table", "spells")[n % 2]}, player, people)
    for stage, state in play(game, 120):
        position = advance(RULES, stage.snapshot, stage.log, Sealed(game.seed, stage.snapshot.chain))
        assert RULES.encode(position.state) == stage.end
        assert cut(RULES, state, 0).state == stage.end
        _nothing_is_lost(state)


@pytest.mark.parametrize("n", range(4))
def test_guests_who_interrupt_each_other_break_nothing(n: int) -> None:
    """Three people take whatever is open to any of them, in whosever turn: several are inside, come, go and die."""
    people = Random(f"interrupted {n}")
    state: Game = RULES.begin(("s1", "s2", "s3"), {"board": ("table", "spells")[n % 2]})
    chance, entered = Sealed(seed_of(11, n)), 0
    for stage in range(40):
        snapshot = cut(RULES, state, stage, chance.chain)
        position, chance = _interrupted(snapshot, seed_of(11, n), people)
        state = position.state
        entered += sum(isinstance(one.event, GuestEntered) for one in position.told)
        _nothing_is_lost(state)
        if RULES.over(state):
            break
    assert entered > 1


def _interrupted(snapshot: Snapshot, seed: bytes, people: Random) -> tuple[Position[Game], Sealed]:
    """A stage, answered by whoever likes."""
    log: list[answers.Answer] = []
    while True:
        chance = Sealed(seed, snapshot.chain)
        position: Position[Game] = advance(RULES, snapshot, log, chance)
        log += position.given
        waiting = position.waiting
        if waiting is None:
            return position, chance
        seat = people.choice([seat for seat in position.state.seats if answers.may_answer(waiting, seat)])
        value = _anything(position.state, waiting, seat, people)
        part = answers.part_beside(log, position.step) if answers.is_beside(waiting, value, seat) else ""
        log.append(answers.Answer(position.step, part, waiting.asked, seat, value))
        for viewer in (None, *position.state.seats):
            assert RULES.view(position.state, viewer) is not None


def _anything(game: Game, request: Request[Any], seat: str, people: Random) -> answers.Value:
    """More often what moves on than what does not; nobody says that the game is over."""
    if not isinstance(request, NextAction):
        return anything(request, seat, people.randrange)
    actions = [action for action in request.of(seat) if action.option.id != "over"]
    forward = [action for action in actions if not action.aside]
    action = people.choice(forward if forward and people.random() < 0.6 else actions)
    sheet = sample_for(game, seat) if action.option.id == "come" else None
    ask = action.ask
    value = [action.option.id] if ask is None else [action.option.id, sheet or anything(ask, seat, people.randrange)]
    return answers.plain(request, answers.judge(request, value, seat), seat)


def _nothing_is_lost(game: Game) -> None:
    """Cave cards are in the Cave, or carried out by somebody."""
    annex = game.beside
    assert annex is not None
    out = [guest.kept for guest in annex.visitors.values() if guest.kept is not None]
    hands = [card for one in (*game.seekers, *out) for card in (*one.items, *one.followers, *one.trophies)]
    there = [*hands, *(card for cards in game.lying.values() for card in cards)]
    box = [card for card in there if not card.startswith("own:") and card != "magic_crystal"]
    piles = sum(sum(pile.values()) for pile in (game.decks[CAVE], game.used[CAVE]))
    assert len(box) + piles == sum(
        one.copies for one in RULES.tables.cards.card if one.deck == "cave" and not one.set_aside
    )
    assert there.count("magic_crystal") == annex.taken
