"""Golden pictures: what was looked at and found good stays so. Compared by pixels of a thumbnail, never by bytes.

After a wanted change run with ``LABIRYNT_GOLDEN=write`` in the environment, and look at the pictures.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.words.narrator import Narrator
from images.jaskinia.cards import draw_drawn
from images.jaskinia.cave import draw_cave, draw_overview
from images.jaskinia.ending import draw_ending as draw_cave_ending
from images.jaskinia.fight import draw_discovery, draw_fight
from images.jaskinia.sheets import draw_seeker, draw_seekers
from images.jaskinia.surroundings import draw_area
from images.jaskinia.surroundings import draw_surroundings as draw_cave_around
from images.labirynt_czarnoksieznika.boards import draw_boards
from images.labirynt_czarnoksieznika.clash import draw_duel
from images.labirynt_czarnoksieznika.ending import draw_ending as draw_war_ending
from images.labirynt_czarnoksieznika.plan import draw_board, draw_surroundings
from images.labirynt_czarnoksieznika.teams import draw_card as draw_character
from images.labirynt_czarnoksieznika.teams import draw_lineup, draw_teams
from images.labirynt_smierci.battle import draw_battle, draw_ending
from images.labirynt_smierci.maps import draw_chits, draw_map, draw_placement, draw_whole
from images.labirynt_smierci.sheets import draw_card, draw_party
from images.versus import draw_dice
from tests.images import caves, mazes, tidings
from tests.images.cave_words import cave_words
from tests.images.dungeons import (
    a_clash,
    a_crowded_game,
    a_first_round,
    a_late_game,
    a_second_clash,
    a_won_game,
    an_end,
)
from tests.images.polish import polish
from tests.images.printed import too_low

POLISH = Narrator("pl").plain.say
NAMED = Narrator("pl", {seat: seat.title() for seat in caves.SEATS}).plain.say
CHITS = [
    ("h", "corridor", "WWCC"),
    ("e", "corridor", "DCDC"),
    ("g", "corridor", "WCCD"),
    ("a", "room", "DWWW"),
    ("x", "altar", "DDDD"),
]
FOLDER = Path(__file__).parent / "golden"
WIDTH = 200
MEAN = 1.5
"""Tolerated mean difference of a channel, 0–255: type is rendered a little differently by other builds."""
WORST = 90

PICTURES: dict[str, Callable[[], bytes]] = {
    "map-1": lambda: draw_map(mazes.a_maze(1), mazes.words),
    "map-14": lambda: draw_map(mazes.a_maze(14), mazes.words),
    "map-163": lambda: draw_map(mazes.a_maze(163), mazes.words),
    "map-163-from-afar": lambda: draw_map(mazes.a_maze(163, party=False), mazes.words),
    "map-long": lambda: draw_map(mazes.a_shaft(), mazes.words),
    "map-long-whole": lambda: draw_whole(mazes.a_shaft(), mazes.words),
    "features": lambda: draw_map(mazes.every_feature(), mazes.words),
    "features-examined": lambda: draw_map(mazes.examined_features(), mazes.words),
    "gate-afar": lambda: draw_map(mazes.gate_afar(), mazes.words),
    "gate": lambda: draw_map(mazes.at_the_gate(), mazes.words),
    "gate-destroyed": lambda: draw_map(mazes.at_the_gate("destroyed"), mazes.words),
    "map-met": lambda: draw_map(mazes.a_maze(14), POLISH, tidings.SKELETONS),
    "map-met-horde": lambda: draw_map(mazes.a_maze(163), POLISH, tidings.HORDE),
    "map-fallen": lambda: draw_map(mazes.a_maze(14), POLISH, tidings.A_DEATH),
    "map-disaster": lambda: draw_map(mazes.a_maze(14), POLISH, tidings.A_DISASTER),
    "map-arrows": lambda: draw_map(mazes.a_maze(14), POLISH, tidings.ARROWS),
    "map-gas": lambda: draw_map(mazes.a_maze(14), POLISH, tidings.GAS),
    "map-treasure": lambda: draw_map(mazes.a_maze(14), POLISH, tidings.TREASURE),
    "battle-fallen": lambda: draw_battle(mazes.a_battle(), POLISH, tidings.A_DEATH),
    "ending-victory": lambda: draw_ending(tidings.winners(), POLISH, "victory"),
    "ending-defeat": lambda: draw_ending(tidings.the_lost(), POLISH, "defeat"),
    "ending-gems": lambda: draw_war_ending(a_won_game(), NAMED, [*enumerate(a_won_game().teams, 1)]),
    "ending-crystal": lambda: draw_cave_ending(caves.won(), NAMED, [*enumerate(caves.won().players, 1)]),
    "chits": lambda: draw_chits(CHITS, mazes.words),
    "placement": lambda: draw_placement(mazes.every_feature(), mazes.words, mazes.a_placement()),
    "battle": lambda: draw_battle(mazes.a_battle(), mazes.words),
    "battle-gate": lambda: draw_battle(mazes.a_battle_at_the_gate(), polish),
    "battle-great": lambda: draw_battle(mazes.a_great_battle(), mazes.words),
    "party": lambda: draw_party(mazes.a_party(), mazes.words),
    "party-late": lambda: draw_party(mazes.a_late_party(), polish),
    "card": lambda: draw_card(mazes.a_full_sheet(), polish),
    "dice": lambda: draw_dice((1, 2, 3, 4, 5, 6)),
    "boards-2": lambda: draw_boards(a_first_round(2), polish),
    "boards-3": lambda: draw_boards(a_crowded_game(3), polish),
    "boards-4": lambda: draw_boards(a_crowded_game(4), polish),
    "surroundings": lambda: draw_surroundings(a_crowded_game(), polish, a_crowded_game().boards[:1]),
    "surroundings-start": lambda: draw_surroundings(a_first_round(2), polish, a_first_round(2).boards[:1]),
    "board": lambda: draw_board(a_crowded_game(), polish, a_crowded_game().boards[0]),
    "lineup": lambda: draw_lineup(a_late_game(), polish),
    "map-first": lambda: draw_map(mazes.a_maze(1), POLISH, legend=True),
    "teams": lambda: draw_teams(a_late_game(), polish),
    "character": lambda: draw_character(a_late_game().teams[0].cards[1], polish),
    "clash": lambda: draw_duel(a_clash(), polish),
    "clash-monster": lambda: draw_duel(a_second_clash(), polish),
    "clash-ended": lambda: draw_duel(a_second_clash(), polish, an_end()),
    "surroundings-ended": lambda: draw_surroundings(a_first_round(2), polish, a_first_round(2).boards[:1], an_end()),
    "boards-goals": lambda: draw_boards(a_late_game(), polish, [("2B", "D1"), ("3A", "D1"), ("4B", "D4")]),
    "cave-around-ended": lambda: draw_cave_around(caves.a_crowded_cave(), cave_words, "D6", caves.an_end()),
    "cave": lambda: draw_cave(caves.a_crowded_cave(), cave_words),
    "cave-start": lambda: draw_cave(caves.a_first_round(6), cave_words),
    "cave-around": lambda: draw_cave_around(caves.a_crowded_cave(), cave_words, "D6"),
    "cave-around-crystal": lambda: draw_cave_around(caves.a_crowded_cave(), cave_words, "E1"),
    "cave-discovery": lambda: draw_discovery(caves.a_crowded_cave(), cave_words, caves.a_crowded_cave().seekers[0]),
    "cave-around-start": lambda: draw_cave_around(caves.a_first_round(6), cave_words, "E7"),
    "cave-area": lambda: draw_area(caves.a_crowded_cave(), cave_words, "D6"),
    "cave-overview": lambda: draw_overview(caves.a_crowded_cave(), cave_words),
    "cave-drawn": lambda: draw_drawn(caves.cards(*caves.EIGHT), cave_words),
    "cave-drawn-few": lambda: draw_drawn(caves.cards("wolf", "deep_darkness"), cave_words),
    "seeker": lambda: draw_seeker(caves.a_late_cave().seekers[0], cave_words),
    "seekers": lambda: draw_seekers(caves.a_late_cave(), cave_words),
    "cave-fight": lambda: draw_fight(caves.a_fight(), cave_words),
    "cave-duel": lambda: draw_fight(caves.a_duel(), cave_words),
    "cave-trial": lambda: draw_fight(caves.a_trial(), cave_words),
}


def thumbnail(png: bytes) -> Image.Image:
    """200 pixels wide, in grey enough to see every stroke and in colour enough to see every token."""
    image = Image.open(BytesIO(png)).convert("RGB")
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.BOX)


def difference(now: Image.Image, golden: Image.Image) -> str:
    """Return in what two pictures differ more than builds of the same program do; '' if in nothing."""
    if now.size != golden.size:
        return f"{now.size} instead of {golden.size}"
    apart = ImageStat.Stat(ImageChops.difference(now, golden))
    worst = max(high for _, high in apart.extrema)
    return f"mean {apart.mean}, worst {worst}" if max(apart.mean) >= MEAN or worst >= WORST else ""


def write(name: str) -> None:
    """Write a golden picture anew, if today's differs."""
    now, file = thumbnail(PICTURES[name]()), FOLDER / f"{name}.png"
    if not file.exists() or difference(now, Image.open(file).convert("RGB")):
        now.save(file, optimize=True)


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_as_it_was_found_good(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly a pixel moves unless somebody means it; and legend, title, names, figures and signs can be read."""
    drawn: list[bytes] = []

    def draw() -> bytes:
        drawn.append(PICTURES[name]())
        return drawn[-1]

    illegible = too_low(draw, monkeypatch, quickly=False)

    now = thumbnail(drawn[-1])
    file = FOLDER / f"{name}.png"
    if os.environ.get("LABIRYNT_GOLDEN") == "write":
        now.save(file, optimize=True)
    assert difference(now, Image.open(file).convert("RGB")) == ""
    assert illegible == []
