"""A button's odds, price and danger to life: beside it in a layout, on it in plain content, and in the menu."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from discord import ui

from bot.discord.prompts import words
from bot.discord.prompts.layout import arrange, in_one_line
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import prompt
from bot.games.face import Picture
from bot.words.catalogues import LOCALES
from bot.words.narrator import Narrator, Said
from rules.games import load
from rules.jaskinia.movement import move_offers
from rules.kernel.offers import Offer
from rules.kernel.requests import PARTY, Choose, NextAction, Option
from rules.labirynt_smierci.combat import odds
from rules.labirynt_smierci.course.ways import way_offers
from rules.labirynt_smierci.encounter.monsters import encounter_offers
from rules.labirynt_smierci.finds.features import examining_offers
from rules.labirynt_smierci.model import Game
from rules.labirynt_smierci.traps import delegates
from rules.labirynt_smierci.treasure.items import wearing_offers
from tests.bot.a_channel import HERE, a_channel
from tests.bot.a_table import ALA, CHANNEL, a_house, an_interaction
from tests.bot.test_whole_game import answer_as_usual
from tests.rules.jaskinia import builders as cave
from tests.rules.labirynt_smierci import set_right as crawl

SKULL = "☠️"
PICTURE = Picture("map.png", b"png", "A map.")


async def asked(file: Path, why: str, game: Game, offers: list[Offer[Any]], answer: Any = None) -> Scene:
    """Ala is asked this, and would usually give that answer."""
    rules = load("labirynt-smierci")
    async with a_house(file, rules) as house:
        await house.lobby(ALA)
        standing = (await house.sessions.start(CHANNEL, ALA, an_interaction())).standing
        request = NextAction(who=PARTY, why=why, actions=tuple(offers))
        standing = msgspec.structs.replace(standing, waiting=request, state=game)
        scene = Scene(standing, rules)
        if answer is not None:
            scene.__dict__["usual"] = lambda *_, **__: answer
        return scene


def options_of(offer: Offer[Any]) -> list[Option]:
    """What is chosen together with an action."""
    assert isinstance(offer.ask, Choose)
    return [*offer.ask.options]


def risk(option: Option) -> Any:
    """The chance to die that an option tells, in per cent."""
    return option.facts["percent"]


def beside(scene: Scene) -> list[str]:
    """The texts beside the buttons of the layout."""
    layout, _ = arrange("It rained.", [PICTURE], prompt(scene).choices)
    sections = [item for item in layout.children if isinstance(item, ui.Section)]
    return [text.content for each in sections for text in each.children if isinstance(text, ui.TextDisplay)]


async def test_the_odds_of_a_fight_have_room_whatever_is_usual_first(tmp_path: Path) -> None:
    """A change of the order of march has the star; a talk that can hardly succeed does not displace the odds."""
    game = crawl.a_game(monsters={"kind": "ogre", "strengths": [9]}, purse=500)
    assert game.met is not None
    offers = list(encounter_offers(game, game.met, False))
    usual = ["formation.change", [["gislan"], ["almuric", "zareth"], []]]
    scene = await asked(tmp_path / "db", "encounter", game, offers, usual)

    [fight] = [said for said in beside(scene) if said.startswith("Walka\n")]

    assert "wygran" in fight
    assert "-# Walka" in prompt(scene).content


async def test_the_usual_button_says_what_its_choice_costs_and_risks(tmp_path: Path) -> None:
    """As the menu entries of the action and of what is chosen for it; the risk of whoever is chosen comes first."""
    game = crawl.a_game(maze=[{"at": [0, -1], "kind": "statue", "sides": "CCCC"}])
    [examine] = examining_offers(game)
    scene = await asked(tmp_path / "db", "way", game, [examine], ["examine", "zareth"])
    shown = prompt(scene)
    assert shown.choices is not None
    usual = shown.choices.buttons[0]

    chosen = next(option for option in options_of(examine) if option.id == "zareth")
    notes = [words.note(scene.narrator, option) for option in (chosen, examine.option)]
    assert "może zginąć" in notes[0]
    assert f"\n-# {notes[0]} · {notes[1]} · 🎯 " in usual.text
    assert f"-# {in_one_line(usual)}" in shown.content


async def test_who_may_die_of_a_trap_is_marked_on_the_button_and_in_the_menu(tmp_path: Path) -> None:
    """The chance itself is in the note, also of the entry that sends nobody."""
    game = crawl.a_game(party=[{"hero": "almuric"}, {"hero": "gislan"}, {"hero": "zareth", "wounds": 5}])
    offers = delegates(game)
    scene = await asked(tmp_path / "db", "traps.delegate", game, offers)
    shown = prompt(scene)
    assert shown.choices is not None
    buttons = {press.id.option: press for press in shown.choices.buttons}

    for offer in offers:
        chance = risk(offer.option)
        if (press := buttons.get(offer.option.id)) is None:  # the usual answer
            continue
        assert press.entry is not None
        shown_on = [press.label, press.small, press.entry.label]
        assert [SKULL in said for said in shown_on] == [chance > 0] * 3
        assert (f"({chance}%)" in press.entry.note[:100]) == (chance > 0)
    assert any(risk(offer.option) for offer in offers)


@pytest.mark.parametrize("kind", ["trapdoor", "statue"])
def test_who_may_die_of_a_feature_is_marked(kind: str) -> None:
    """In the panel that asks whom the party sends."""
    [examine] = examining_offers(crawl.a_game(maze=[{"at": [0, -1], "kind": kind, "sides": "CCCC"}]))
    options = options_of(examine)

    assert [SKULL in words.label(Narrator("pl"), option, short=True) for option in options] == [
        risk(option) > 0 for option in options
    ]
    assert any(map(risk, options))


async def test_a_deadly_unknown_thing_is_marked_wherever_it_is_put_on(tmp_path: Path) -> None:
    """The usual button carries the sign, its note the chance and the wounds."""
    medallion = {"kind": "medallion"}
    game = crawl.a_game(party=[{"hero": "almuric", "wounds": 5, "items": [medallion]}, {"hero": "gislan"}])
    [wear] = list(wearing_offers(game))
    scene = await asked(tmp_path / "db", "way", game, [wear, *way_offers(game)], [wear.option.id])
    shown = prompt(scene)
    assert shown.choices is not None
    usual = shown.choices.buttons[0]

    assert SKULL in usual.label
    assert SKULL in usual.small
    assert "dusi: 5 ran" in usual.text
    assert "dusi: 5 ran" in shown.content


@pytest.mark.parametrize("locale", LOCALES)
def test_a_way_into_the_unknown_has_the_letter_of_the_map(locale: str) -> None:
    """On the short button, too."""
    maze = [
        {"at": [0, 0], "kind": "entrance", "sides": "CWWW"},
        {"at": [0, -1], "sides": "CWCW"},
        {"at": [0, -2], "sides": "CDCD"},
    ]
    narrator, game = Narrator(locale), crawl.a_game(maze=maze, at=[0, 0])
    options = [offer.option for offer in way_offers(game) if offer.option.label == "way.onward"]

    assert options
    assert [words.press(narrator, option).split()[1] for option in options] == [
        option.facts["letter"] for option in options
    ]


async def test_the_odds_at_the_gate_are_told_before_its_door_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the simulator of fights, which is asked once, however often the odds are shown."""
    game = crawl.a_game(gate={"level": 1, "segments_left": 1})
    ways = [offer for offer in way_offers(game) if offer.option.note == "way.gate"]
    scene = await asked(tmp_path / "db", "way", game, list(way_offers(game)))
    odds.fought.cache_clear()
    shown = prompt(scene)
    fights = odds.fought.cache_info().misses
    assert shown.choices is not None
    prompt(scene)

    assert ways
    told = [press.text for press in shown.choices.buttons if press.id.option in {way.option.id for way in ways}]
    assert told
    assert all("⚔️ zburzycie je: teraz " in said and " na 10" in said for said in told)
    assert odds.fought.cache_info().misses == fights


def test_a_list_of_rivals_is_counted_and_not_cut_in_the_middle() -> None:
    """Whoever is named has the odds beside the name; the others are counted."""
    brief = "E6 (Kanibal ⚔️17%, Alchemik ⚔️42% i Górnik ⚔️28%)"
    option = Option("way", "move.one", facts={"brief": Said(brief)})

    assert words.label(Narrator("pl", marked=False), option, short=True) == "👣 E6 (Kanibal ⚔️17% +2)"


def rolls(endurance: int, power: int = 1) -> list[Option]:
    """The moves by the die of the Miner beside a deep Troll; with much Power the way is free."""
    game = cave.a_game("miner")
    game.seekers[0].endurance, game.trip.power = endurance, power
    at = next(iter(game.area(cave.CORRIDOR).exits.values()))
    cave.lay(game, at, "deep_troll")
    return [offer.option for offer in move_offers(game, game.seekers[0]) if offer.option.id.startswith("roll")]


@pytest.mark.parametrize("locale", LOCALES)
def test_a_move_by_the_die_has_odds_and_danger_on_its_button(locale: str) -> None:
    """As the steps have: the odds of the fights where it may end, and the sign where one may take the last life."""
    narrator = Narrator(locale, marked=False)
    safe, last = ([words.label(narrator, option, short=True) for option in rolls(left)] for left in (4, 1))

    assert any("⚔️" in said for said in safe)
    assert not any(SKULL in said for said in safe)
    assert all(said.endswith(SKULL) for said in last)
    assert all(SKULL in words.note(narrator, option) for option in rolls(1))


@pytest.mark.parametrize("locale", LOCALES)
def test_a_free_move_by_the_die_is_marked_where_a_card_may_take_the_last_life(locale: str) -> None:
    """Wherever it ends, a card is drawn."""
    narrator = Narrator(locale, marked=False)
    marked = [SKULL in words.label(narrator, *rolls(left, power=6), short=True) for left in (4, 1)]

    assert marked == [False, True]


async def test_the_usual_answer_of_the_party_is_the_same_for_everybody(tmp_path: Path) -> None:
    """So it is worked out once for a question, whoever is asked."""
    common = 0
    async with a_channel(tmp_path, load("labirynt-smierci")) as channel, channel.bot_up() as client:
        await channel.command("Ala", "game new")
        await channel.press("Bartek", "Dołącz")
        await channel.press("Celina", "Dołącz")
        await channel.press("Ala", "Szybki start")
        for _ in range(12):
            await channel.hands.until(channel.is_asked)
            standing = await client.service.sessions.standing(int(channel.playground.world.channel(HERE)["id"]))
            assert standing is not None
            scene = Scene(standing, load("labirynt-smierci"))
            if scene.is_usual_common(scene.waiting):
                values = [scene.usual(scene.waiting, seat, openly=True) for seat in scene.asked_seats()]
                common += len(values) > 1
                assert all(value == values[0] for value in values)
            await answer_as_usual(channel)

    assert common > 3
