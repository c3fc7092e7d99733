"""What rivals hide from each other stays hidden: games side by side that differ in nothing but hidden things."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from rules.games import load
from rules.jaskinia import model as cave
from rules.kernel.game import Rules
from rules.kernel.requests import Seat
from rules.kernel.turns import names, values_of
from rules.labirynt_czarnoksieznika import model as sorcerer
from tests.bot.a_cave import NEAR, Midcave, a_figure, a_meeting
from tests.bot.a_channel import HERE, a_channel
from tests.bot.a_sorcerer import Midgame
from tests.bot.disguises import Disguise, capricious, compared, must_look_the_same, what_is_seen
from tests.bot.test_secrets import seen_by
from tests.sampled import first_of

SORCERERS_FINDS = (
    "elixir", "dagger", "helmet", "teleport", "fate", "fireball", "haste", "weakness", "healing", sorcerer.CRYSTAL,
)  # fmt: skip
ELEMENTS = ("fire", "water", "air", "earth")

# Every question of a whole game ------------------------------------------------------------------------------


def disguise_cave(game: cave.Game, viewer: Seat, luck: Random) -> None:
    """Give the others other Spells, as many as before, and other orders: what this viewer cannot see."""
    known = [spell.id for spell in game.tables.spells.spell if not spell.set_aside]
    for player in (player for player in game.players.values() if player.seat != viewer):
        orders = {name: luck.choice(values_of(cave.Orders, name)) for name in names(cave.Orders)}
        player.orders = msgspec.convert({**orders, "deck": "ask"}, cave.Orders)
        if player.seeker is not None:
            player.seeker.spells = [luck.choice(known) for _ in player.seeker.spells]


def disguise_sorcerer(game: sorcerer.Game, viewer: Seat, luck: Random) -> None:
    """Give the others other tokens, as many as before, other Runes and other orders: what this viewer cannot see."""
    for team in (team for team in game.teams.values() if team.seat != viewer):
        joint, scrolls = luck.choice(("ask", "always")), luck.choice(("losing", "never"))
        team.orders = sorcerer.Orders(joint=joint, scrolls=scrolls, armour="ask")
        team.store = [luck.choice(SORCERERS_FINDS) for _ in team.store]
        for card in game.cards_of(team.seat):
            card.pack = [luck.choice(SORCERERS_FINDS) for _ in card.pack]
            card.rune = luck.choice(ELEMENTS) if card.rune else ""


@pytest.mark.parametrize("stages", first_of([130, 400], 1))
@pytest.mark.parametrize(
    ("game", "disguise", "is_capricious", "turns", "asked"),
    [
        ("jaskinia", disguise_cave, True, ("turn.start", 60), {"arrival", "draw.deck", "fight.ready", "move.route"}),
        (
            "labirynt-czarnoksieznika",
            disguise_sorcerer,
            False,
            ("turn.move", 100),
            {"turn.end", "pack", "encounter.attack"},
        ),
    ],
)
async def test_no_question_of_a_whole_game_depends_on_what_others_hide(
    tmp_path: Path,
    game: str,
    disguise: Disguise,
    is_capricious: bool,
    turns: tuple[str, int],
    asked: set[str],
    stages: int,
) -> None:
    """A hundred stages and more: what each can read of every question is the same whatever the others hide."""
    rules = load(game)
    player = capricious(rules, Random("capricious twice")) if is_capricious else None

    found = await compared(tmp_path / "db", rules, disguise, stages, player)

    assert found[turns[0]] > turns[1] * stages // 400
    assert asked < set(found)


# Two tables in the channel -----------------------------------------------------------------------------------

Deeds = Sequence[tuple[str, str]]


class Pair(NamedTuple):
    """Two tables that differ in what Bartek hides, and what people do at both, as far as everybody sees it.

    ``secrets``: how often at least Ala reads that something is decided in secret; 0: never.
    """

    fact: str
    one: Rules[Any]
    other: Rules[Any]
    deeds: Deeds
    then: Deeds = ()
    secrets: int | None = 1


def a_cave_with(spells: Sequence[str], own: Any = None, endurance: int = 3, **orders: str) -> Midcave:
    """Bartek's Alchemist holds this, beside what everybody knows."""
    ours = own or a_figure("shaman", NEAR, spells=["clear_mind"], items=["sword"])
    alchemist = a_figure("alchemist", spells=list(spells), items=["rope"], endurance=endurance)
    return a_meeting(ours, alchemist, orders=orders)


def a_labyrinth_with(
    pack: Sequence[str], rune: str = "fire", hand: str = "", store: str = "axe", **orders: str
) -> Midgame:
    """Bartek's Haldra carries this, beside what everybody knows."""
    people: list[dict[str, Any]] = [
        {"id": "taelin", "at": "B4@0", "pack": ["axe", "weakness"], "rune": "air"},
        {"id": "liriel", "at": "D1@0"},
        {"id": "haldra", "at": "B3@0", "pack": list(pack), "rune": rune, "life": 2, "hand": hand},
        {"id": "borgrim", "at": "D4@0", "worn": ["helmet"], "pack": ["crystal"]},
    ]
    given = {"s2": sorcerer.Orders(**orders)}  # type: ignore[arg-type]  # as they are typed
    return Midgame(characters=people, store={"s2": store.split()}, orders=given, gems={"s1": 0, "s2": 0})


def a_caster(spell: str) -> dict[str, Any]:
    """Ala's wounded Shaman with this Spell."""
    return a_figure("shaman", NEAR, spells=[spell], endurance=2)


IN_THE_CAVE = (("Ala", "go:C6"), ("Ala", "attack:s2"))
NOTHING_CAST = (*IN_THE_CAVE, ("Bartek", "stand"), ("Bartek", "pass"))
IN_THE_LABYRINTH = (("Ala", "step:taelin:B3"), ("Ala", "attack:haldra"))
ASK, ASK_ALL = (
    {"defence": "ask", "spoils": "gold"},
    {"scrolls": "ask", "shield": "ask", "fate": "ask", "reroll": "never"},
)
PLAIN = a_cave_with(["pass_through_stone", "knit_wounds"], **ASK)
PAIRS = [
    Pair(
        "cave: a turn of each, with any Spells and orders",
        a_cave_with(["thought_dart", "dispel"], defence="losing", spoils="gold", dispel="aimed"),
        a_cave_with(["pass_through_stone", "knit_wounds"], defence="never", evade="never"),
        (("Ala", "go:C6"), ("Ala", "explore"), ("Ala", "cave"), ("Bartek", "roll:D6")),
        (("Bartek", "cave"),),
        None,
    ),
    Pair(
        "cave: Bartek may vanish by a Spell, or grow stronger by one",
        a_cave_with(["stillness"], defence="ask"),
        a_cave_with(["giant_might"], defence="ask"),
        IN_THE_CAVE,
    ),
    Pair("cave: he casts none, with two", a_cave_with(["stillness", "dispel"], **ASK), PLAIN, NOTHING_CAST),
    Pair("cave: nor two others", a_cave_with(["giant_might", "thought_dart"], **ASK), PLAIN, NOTHING_CAST),
    Pair(
        "cave: he lets a Spell work, with Dispel and without",
        a_cave_with(["dispel"], a_figure("shaman", NEAR, spells=["thought_dart"]), dispel="ask"),
        a_cave_with(["clear_mind"], a_figure("shaman", NEAR, spells=["thought_dart"]), dispel="ask"),
        (("Ala", "cast:thought_dart:s2"), ("Bartek", "let")),
    ),
    Pair(
        "cave: as usual nobody asks for Dispel against what is not aimed at its holder",
        a_cave_with(["dispel"], a_caster("knit_wounds"), endurance=4),
        a_cave_with(["clear_mind"], a_caster("knit_wounds"), endurance=4),
        (("Ala", "cast:knit_wounds:s1"),),
        secrets=0,
    ),
    Pair(
        "labyrinth: a turn of each, with any tokens and orders",
        a_labyrinth_with(["fireball", "dagger"], store="axe elixir", scrolls="losing", joint="always"),
        a_labyrinth_with(["teleport", "sword"], "water", store="helmet helmet", scrolls="never", reroll="never"),
        (("Ala", "step:taelin:B3"), ("Ala", "peace"), ("Bartek", "step:borgrim:C4")),
        (("Ala", "step:liriel:C1"),),
        None,
    ),
    *(
        Pair(
            f"labyrinth: Bartek wants to be asked, and casts nothing, with {pack[0]}",
            a_labyrinth_with(pack, **ASK_ALL),
            a_labyrinth_with(["dagger", "elixir"], **ASK_ALL),
            (*IN_THE_LABYRINTH, ("Bartek", "pass")),
            (("Bartek", "take"),),
            2,
        )
        for pack in (["fireball", "shield"], ["fate", "teleport"])
    ),
    Pair(
        "labyrinth: as usual no scroll is cast by whose side is ahead",
        a_labyrinth_with(["fireball"], hand="axe"),
        a_labyrinth_with(["elixir"], hand="axe"),
        IN_THE_LABYRINTH,
        secrets=0,
    ),
]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: str(pair.fact))
async def test_two_tables_look_the_same_whatever_a_rival_hides(tmp_path: Path, pair: Pair) -> None:
    """Messages, pictures, chronicle, copies, completions: Ala and a guest see no difference; Bartek's are not equal."""
    one = await what_is_seen(tmp_path / "one", pair.one, pair.deeds, pair.then)
    other = await what_is_seen(tmp_path / "other", pair.other, pair.deeds, pair.then)
    secrets = str(one["Ala"]).count("w tajemnicy")

    must_look_the_same(one, other)
    if pair.secrets is not None:
        assert secrets >= pair.secrets
        assert (secrets > 0) == (pair.secrets > 0)


# In one's own panel ------------------------------------------------------------------------------------------------


async def test_orders_on_the_second_page_are_kept(tmp_path: Path) -> None:
    """Bartek turns the page of his orders in Ala's turn; the attack is fought without him, and she learns nothing."""
    rules = a_meeting(a_figure("cannibal", NEAR), a_figure("miner", spells=["giant_might"]))
    async with a_channel(tmp_path, rules) as channel, channel.bot_up():
        await channel.opened("Ala", "Bartek")
        await channel.press("Bartek", "🎒")
        await channel.pick("Bartek", channel.hands.messages(HERE, "Bartek")[-1], 0, "Stałe rozkazy…")
        await channel.press("Bartek", "Dalej")
        form = channel.hands.messages(HERE, "Bartek")[-1]
        heads = [select.options[0]["label"].partition(":")[0] for select in form.selects]
        await channel.pick("Bartek", form, heads.index("Czary w obronie"), "nigdy")
        await channel.press("Bartek", "Gotowe")
        things = await channel.command("Bartek", "things")
        await channel.answer("Ala", "go:C6")
        await channel.answer("Ala", "attack:s2")

        assert "Czary w obronie: nigdy" in things.text
        assert "Decyzja w tajemnicy" not in channel.story()
        assert "tajemnicy)" not in channel.story()
        assert [who for who in ("Ala", "Celina") if "olbrzyma" in seen_by(channel.playground, channel, who)] == []
