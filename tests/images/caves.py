"""Views for the tests of the pictures of Jaskinia: the game's own board and cards, peopled by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final

import msgspec

from images.clashes import Outcome, Side
from images.jaskinia.cards import draw_drawn
from images.jaskinia.cave import draw_cave
from images.jaskinia.ending import draw_ending
from images.jaskinia.fight import draw_fight
from images.jaskinia.sheets import draw_seeker, draw_seekers
from images.jaskinia.surroundings import draw_area, draw_surroundings
from images.lettering import Say
from rules.jaskinia.tables import Tables, load
from rules.jaskinia.view import (
    AreaView,
    CardView,
    FightView,
    GateView,
    PlayerView,
    SeekerView,
    SideView,
    SpellView,
    View,
)
from rules.kernel.words import Word, phrase

SEATS: Final = ("ala", "ola", "jan", "ewa", "iza", "leo")
CAST: Final = ("cannibal", "miner", "shaman", "gladiatrix", "cartographer", "alchemist", "friar", "rogue")

EIGHT: Final = (
    "wolf",
    "cave_dragon",
    "wisp",
    "two_pouches",
    "runic_blade",
    "porter",
    "statue",
    "witch_of_the_abyss",
)
"""A card of every kind."""


@cache
def tables() -> Tables:
    """The game's own tables."""
    return load()


def a_card(id: str) -> CardView:
    """A card of either deck."""
    card = tables().cards.of(id)
    name = Word(f"cavecard.{id}")
    return CardView(
        id, name, card.deck, card.type, card.strength or card.power or card.gold, f"note.{name.key}", card.weapon
    )


def cards(*ids: str) -> tuple[CardView, ...]:
    """Some cards of either deck."""
    return tuple(map(a_card, ids))


def a_spell(id: str) -> SpellView:
    """A Spell."""
    spell = tables().spells.of(id)
    return SpellView(id, Word(f"cavespell.{id}"), f"note.cavespell.{id}", spell.window)


def an_area(id: str, **changed: Any) -> AreaView:
    """An area of the board; ``changed`` values of it."""
    area = tables().board.of(id)
    view = AreaView(
        id,
        area.kind,
        area.zone,
        Word(f"cavearea.{area.name}"),
        {str(side): beyond for side, beyond in area.exits.items()},
        area.draw,
        area.name.upper() if area.kind == "chamber" else "",
        area.instruction,
    )
    return msgspec.structs.replace(view, **changed)


def a_seeker(mark: int = 1, id: str = "", at: str = "E7", **changed: Any) -> SeekerView:
    """A player's Seeker as it enters the cave; ``changed`` values of it."""
    sheet = tables().seekers.of(id or CAST[mark - 1])
    seeker = SeekerView(
        id=sheet.id,
        seat=SEATS[mark - 1],
        mark=mark,
        name=Word(f"seeker.{sheet.id}"),
        align=sheet.align,
        at=at,
        place=Word(f"cavearea.{tables().board.of(at).name}"),
        own_strength=sheet.strength,
        own_power=sheet.power,
        strength=sheet.strength,
        power=sheet.power,
        start_strength=sheet.strength,
        start_power=sheet.power,
        endurance=4,
        level=4,
        gold=sheet.gold,
        items=(),
        followers=(),
        trophies=(),
        points=0,
        points_needed=7,
        cave_cards=0,
        cave_cards_needed=7,
        trials=(),
        room=4,
        limit=1,
        spells_held=sheet.spells,
        ability=f"note.seeker.{sheet.id}",
        aim=phrase("caveaim.rise"),
    )
    return msgspec.structs.replace(seeker, **changed)


def a_laden_seeker(mark: int = 2, **changed: Any) -> SeekerView:
    """One that has been everywhere: something of everything."""
    values: dict[str, Any] = {
        "own_strength": 6,
        "own_power": 4,
        "strength": 7,
        "power": 6,
        "endurance": 3,
        "level": 5,
        "gold": 7,
        "items": cards("runic_blade", "map_fragment", "shield", "amulet_of_shadows", "rope"),
        "followers": cards("porter", "faithful_hound", "light_sprite"),
        "trophies": cards("wolf", "goblin", "tunnel_spider"),
        "points": 8,
        "cave_cards": 5,
        "trials": ("strength",),
        "room": 6,
        "limit": 3,
        "spells_held": 2,
        "slow": 2,
        "lost": 1,
    }
    return a_seeker(mark, **{**values, **changed})


def a_player(seeker: SeekerView) -> PlayerView:
    """The player of a Seeker."""
    return PlayerView(seeker.seat, seeker.mark, seeker, False, 0)


def a_dead_player(mark: int, out: bool = False) -> PlayerView:
    """A player whose Seeker died."""
    return PlayerView(SEATS[mark - 1], mark, None, out, 1, Word(f"seeker.{CAST[mark - 1]}"))


def a_cave(
    players: Iterable[PlayerView | SeekerView],
    areas: Mapping[str, Mapping[str, Any]] | None = None,
    gates: str = "",
    **changed: Any,
) -> View:
    """The whole cave; ``areas``: what is changed of each; ``gates``: those that stand open."""
    all_of_them = tuple(one if isinstance(one, PlayerView) else a_player(one) for one in players)
    board = tables().board
    view = View(
        stage=5,
        round=3,
        viewer=None,
        setting_up=False,
        outcome="",
        winner="",
        turn_of=SEATS[0],
        order=tuple(player.seat for player in all_of_them),
        areas=tuple(an_area(area.id, **(areas or {}).get(area.id, {})) for area in board.area),
        gates=tuple(GateView(gate.id, gate.between, gate.id in gates.split()) for gate in board.gate),
        players=all_of_them,
        left={"cave": 41, "adventure": 19, "spells": 5},
        crystal=next((id for id, how in (areas or {}).items() if how.get("crystal")), ""),
    )
    return msgspec.structs.replace(view, **changed)


def a_first_round(players: int = 2) -> View:
    """Everybody at the Entrance."""
    return a_cave([a_seeker(mark, active=mark == 1) for mark in range(1, players + 1)], path=("E7",), round=1)


def a_crowded_cave() -> View:
    """Six Seekers, cards and gold everywhere, one Gate open, the Crystal found."""
    players = [
        a_seeker(1, at="D6", active=True),
        a_laden_seeker(2, at="D6"),
        a_seeker(3, at="E2", spells_held=1),
        a_seeker(4, at="E1"),
        a_seeker(5, at="I4"),
        a_seeker(6, at="E1"),
    ]
    areas: dict[str, dict[str, Any]] = {
        "D6": {"cards": cards("wolf", "goblin"), "gold": 3},
        "C6": {"cards": cards("statue")},
        "G1": {"cards": cards("sword")},
        "B4": {"gold": 12, "cards": cards("shield", "rope", "pickaxe", "torch")},
        "E1": {"crystal": True, "cards": cards("sword", "armour"), "gold": 2},
        "C5": {"cards": cards("helmet"), "gold": 1},
        "I3": {"cards": cards("deep_troll", "pedlar", "map_fragment")},
        "F6": {"cards": cards("king_wraith")},
        "E6": {"cards": cards("dark_altar", "usurer", "porter", "cave_bear", "underground_lake")},
        "E7": {"gold": 4},
    }
    path = ("F4", "E4", "E5", "E6", "D6")
    return a_cave(players, areas, "W2", path=path, round=17)


def a_late_cave() -> View:
    """Near the end: two dead, one of them for good, one strong, one weak."""
    players = [
        a_player(a_laden_seeker(1, spells=tuple(map(a_spell, ("dispel", "giant_might"))), active=True, at="E1")),
        a_dead_player(2),
        a_dead_player(3, out=True),
        a_player(a_seeker(4, at="A3", endurance=1, gold=0, slow=1)),
        a_player(a_laden_seeker(5, at="I2", endurance=7, trials=("strength", "power", "wealth"), spells_held=3)),
        a_player(a_seeker(6, at="E7", spells_held=1, lost=1)),
    ]
    return a_cave(players, {"E1": {"crystal": True}}, "W1 W2", round=58)


def a_fight() -> FightView:
    """Two Enemies against one with a Spell; the dice are thrown."""
    own = SideView((Word("seeker.gladiatrix"),), 7, 4, 3, 4, "gladiatrix")
    foes = cards("cave_dragon", "deep_troll")
    return FightView("fight", own, SideView(tuple(card.name for card in foes), 15, 2, cards=foes))


def a_duel() -> FightView:
    """Two Seekers with their minds, before the dice."""
    own = SideView((Word("seeker.shaman"),), 6, mark=3, seeker="shaman")
    return FightView("psychic", own, SideView((Word("seeker.cartographer"),), 4, 0, 2, 5, "cartographer"))


def a_trial() -> FightView:
    """Against the guardian of a trial."""
    own = SideView((Word("seeker.friar"),), 5, 6, 0, 1, "friar")
    return FightView("psychic", own, SideView((Word("caveguardian.crystal_power"),), 7, 1))


def before_the_start() -> View:
    """Nobody has a Seeker yet."""
    players = [PlayerView(seat, mark, None, False, 0) for mark, seat in enumerate(SEATS[:3], 1)]
    return a_cave(players, setting_up=True, turn_of="", order=(), stage=0, round=0)


def everybody_dead() -> View:
    """The end of a game that nobody won."""
    return a_cave([a_dead_player(mark, out=True) for mark in (1, 2)], outcome="lost")


def won() -> View:
    """The end of a game that somebody won."""
    view = a_late_cave()
    return msgspec.structs.replace(view, outcome="crystal", winner=SEATS[4])


STATES: tuple[Callable[[], View], ...] = (
    before_the_start,
    a_first_round,
    partial(a_first_round, 6),
    a_crowded_cave,
    a_late_cave,
    won,
    everybody_dead,
)


def an_end() -> Outcome:
    """Two Enemies have won, and the Seeker is wounded."""
    foes = (Word("cavecard.cave_dragon"), Word("cavecard.deep_troll"))
    return Outcome(Side((Word("seeker.gladiatrix"),), 11, hurt=True, die=5), Side(foes, 17, won=True, die=6))


def every_picture(say: Say) -> Iterator[Callable[[], bytes]]:
    """Every kind of picture of every kind of state."""
    for state in STATES:
        view = state()
        yield partial(draw_cave, view, say)
        yield partial(draw_seekers, view, say)
    for view in (won(), everybody_dead()):
        yield partial(draw_ending, view, say, [*enumerate(view.players, 1)])
    for at in ("D6", "E1", "E7", "I3"):
        yield partial(draw_surroundings, a_crowded_cave(), say, at)
        yield partial(draw_area, a_crowded_cave(), say, at)
    for seeker in a_late_cave().seekers:
        yield partial(draw_seeker, seeker, say)
    yield partial(draw_drawn, cards("wolf", "wisp", "purse", "pickaxe", "dark_altar"), say)
    yield partial(draw_surroundings, a_crowded_cave(), say, "D6", an_end())
    yield partial(draw_drawn, cards("wolf", "deep_darkness"), say)
    for fight in (a_fight(), a_duel(), a_trial()):
        yield partial(draw_fight, fight, say)
        yield partial(draw_fight, fight, say, an_end())


def everything(say: Say) -> Iterator[Callable[[], bytes]]:
    """Every picture, and every card and Seeker of the tables."""
    yield from every_picture(say)
    for sheet in tables().seekers.seeker:
        yield partial(draw_seeker, a_seeker(1, sheet.id), say)
    for card in tables().cards.card:
        yield partial(draw_drawn, cards(card.id), say)
