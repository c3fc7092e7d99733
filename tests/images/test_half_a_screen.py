"""Pictures shown with a question: at most half a telephone's screen high, and no letter of a way leaves the frame."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import hypot

import msgspec
import pytest

from images.canvas import Canvas
from images.jaskinia.cards import draw_drawn
from images.jaskinia.cave import draw_overview
from images.jaskinia.fight import draw_discovery, draw_fight
from images.jaskinia.sheets import draw_company as draw_seekers_setting_out
from images.jaskinia.surroundings import draw_surroundings as draw_cave_around
from images.labirynt_czarnoksieznika.clash import draw_duel, draw_ended
from images.labirynt_czarnoksieznika.plan import draw_surroundings
from images.labirynt_czarnoksieznika.teams import draw_lineup
from images.labirynt_smierci import standing
from images.labirynt_smierci.battle import draw_battle
from images.labirynt_smierci.chart import Chart, by_place
from images.labirynt_smierci.frame import choose_frame, extent
from images.labirynt_smierci.maps import draw_map, draw_placement
from images.labirynt_smierci.sheets import draw_company as draw_party_setting_out
from images.labirynt_smierci.standing import Letter
from images.labirynt_smierci.tidings import QUIET
from images.layout import LANDSCAPE
from images.lettering import Say, display_name
from rules.jaskinia.view import View as CaveView
from rules.labirynt_czarnoksieznika.view import View as TeamsView
from rules.labirynt_smierci.view import BattleView, MapView
from tests.images import caves, dungeons, mazes, tidings
from tests.images.cave_words import cave_words
from tests.images.looking import LEGIBLE, opened
from tests.images.polish import polish
from tests.images.printed import printed
from tests.images.walks import Walk

LEVELS: list[MapView] = [
    *(level for seed in range(4) for level in list(Walk(seed).views(70))[::3]),
    *(mazes.a_maze(size, seed) for size in (1, 5, 14, 40, 163) for seed in range(3)),
    *(mazes.a_shaft(length) for length in (12, 20, 45)),
    mazes.gate_afar(),
]
POINTED = 1.6
"""How far the ring of the way out reaches with its point, in radii."""
APART = 26
"""Pixels from the middle of a letter to that of the next at least."""


def is_landscape(png: bytes) -> bool:
    """Whether a picture is at most 240 px high where a telephone shows it 358 px wide."""
    width, height = opened(png).size
    return width >= LANDSCAPE * height


def chart_of(level: MapView, above: int) -> Chart:
    """The chart of the picture around the party."""
    seen = choose_frame(level, extent(level.segments), above)
    (width, height), shown, cell = seen.field, seen.shown, seen.cell
    left, top = (width - shown.across * cell) // 2, (height - shown.down * cell) // 2
    origin = (left - shown.left * cell, top - shown.top * cell)
    holds = shown.holds if seen.inset[0] else lambda _: True
    return Chart(Canvas(width, height), cell, origin, by_place(level.segments), holds)


def pixels_of(letter: Letter, chart: Chart) -> tuple[float, float, float, float]:
    """What a letter covers: left, top, right, bottom."""
    x, y = chart.spot((0, 0), letter.x, letter.y)
    across, down = (half * chart.cell for half in letter.half)
    point = POINTED * standing.RADIUS if letter.toward else 0
    return x - max(across, point), y - max(down, point), x + max(across, point), y + max(down, point)


@pytest.mark.parametrize("above", [0, 116])
def test_letters_of_ways_are_inside_the_frame_and_apart(above: int) -> None:
    """Each letter of a button is drawn once, none is cut by the frame, none lies upon another."""
    for level in LEVELS:
        chart = chart_of(level, above)
        found = chart.letters(level)

        assert sorted(letter.sign for letter in found) == sorted(way.letter for way in level.exits if way.letter)
        for letter in found:
            left, top, right, bottom = pixels_of(letter, chart)
            width, height = chart.canvas.size
            assert min(left, top) >= 0, (letter, level.stage)
            assert (right <= width, bottom <= height) == (True, True), (letter, level.stage)
        for letter, other in product(found, repeat=2):
            apart = hypot(letter.x - other.x, letter.y - other.y) * chart.cell
            assert letter is other or apart > APART, (letter, other)


@pytest.mark.parametrize("told", [tidings.SKELETONS, tidings.HORDE, tidings.A_DISASTER, tidings.TREASURE, None])
def test_maps_of_whole_walks_fit(told: object) -> None:
    """From the way in to more than the game has, quiet or below what has just happened."""
    for level in LEVELS[:: 1 if told is None else 5]:
        png = draw_map(level, polish) if told is None else draw_map(level, polish, told)  # type: ignore[arg-type]
        assert is_landscape(png), (opened(png).size, level.stage, told)


def test_the_first_map_with_its_legend_fits() -> None:
    """The way in alone."""
    assert is_landscape(draw_map(mazes.a_maze(1), polish, legend=True))


def test_the_ways_in_which_a_segment_can_lie_fit() -> None:
    """They are shown with the question."""
    say: Say = polish
    assert is_landscape(draw_placement(mazes.every_feature(), say, mazes.a_placement()))


def battles() -> Iterator[BattleView]:
    """Two ranks of one to three against as many, and the fights of other tests."""
    for sides in product(product((1, 2, 3), (0, 1, 3)), repeat=2):
        (ours, behind), (theirs, rear) = sides
        party = [mazes.a_fighter(str(n), "Dalmilandril", "elf") for n in range(1, ours + behind + 1)]
        monsters = [mazes.a_fighter("ABCDEF"[n], "kościotrup", "skeleton", 12, 14) for n in range(theirs + rear)]
        yield BattleView(
            3,
            (tuple(party[:ours]), tuple(party[ours:])),
            (tuple(monsters[:theirs]), tuple(monsters[theirs:])),
        )
    yield from (mazes.a_battle(), mazes.a_battle_at_the_gate(), mazes.a_great_battle())


def test_all_of_a_fight_fits() -> None:
    """Both formations, however many ranks, quiet or when somebody has just fallen."""
    for battle in battles():
        for told in (QUIET, tidings.A_DEATH):
            assert is_landscape(draw_battle(battle, polish, told)), battle


def test_fighters_are_written_with_name_and_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three in front and three behind on both sides: nobody is without a name, which is cut only with an ellipsis."""
    fighters = [mazes.a_fighter(str(n), "Jaro", "elf", 5, 14) for n in range(6)]
    both = (tuple(fighters[:3]), tuple(fighters[3:]))

    told = [text.words for text in printed(lambda: draw_battle(BattleView(3, both, both), polish), monkeypatch)]

    assert told.count("Jaro") == 12
    assert told.count("5/14") == 12


def games_of_teams() -> list[TeamsView]:
    """Games of Labirynt Czarnoksiężnika, from the first round to the last."""
    return [*map(dungeons.a_first_round, (2, 3, 4)), *map(dungeons.a_crowded_game, (2, 3, 4)), dungeons.a_late_game()]


def test_the_part_of_a_board_fits() -> None:
    """Each board, quiet or below how a clash ended."""
    for view in games_of_teams():
        for board in view.boards:
            for ended in (None, dungeons.an_end()):
                assert is_landscape(draw_surroundings(view, polish, [board], ended)), (view.round, board.id)


def test_every_letter_of_a_step_is_on_the_part_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is asked about a step that is not seen."""
    for view in games_of_teams():
        for board in view.boards:
            stamped = {way for chamber in board.chambers for way in chamber.ways}
            told = printed(partial(draw_surroundings, view, polish, [board]), monkeypatch)
            assert stamped <= {text.words for text in told}, (view.round, board.id)


def test_the_characters_of_all_teams_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """With their Strength, Life, ability; nothing on the picture is smaller than what can be read."""
    for view in games_of_teams():
        told = printed(partial(draw_lineup, view, polish), monkeypatch)
        assert is_landscape(draw_lineup(view, polish))
        assert min(text.capital for text in told) >= LEGIBLE


def test_a_clash_fits() -> None:
    """Open, decided, with Spells, alone above nothing."""
    for fight in (dungeons.a_clash(), dungeons.a_second_clash()):
        for ended in (None, dungeons.an_end()):
            assert is_landscape(draw_duel(fight, polish, ended))
    assert is_landscape(draw_ended(dungeons.an_end(), polish))


def caves_of_games() -> list[CaveView]:
    """Games of Jaskinia, from the first round to the last."""
    return [*map(caves.a_first_round, (1, 3, 6)), caves.a_crowded_cave(), caves.a_late_cave()]


def test_the_surroundings_of_an_area_fit() -> None:
    """Every area, quiet or below how a fight ended; and all of the cave."""
    for view in caves_of_games():
        assert is_landscape(draw_overview(view, cave_words))
        for area in view.areas[::3]:
            for ended in (None, caves.an_end()):
                assert is_landscape(draw_cave_around(view, cave_words, area.id, ended)), area.id


def test_the_nearest_danger_is_always_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much lies there, and below how a fight ended as well."""
    view = caves.a_crowded_cave()
    for ended in (None, caves.an_end()):
        told = [text.words for text in printed(partial(draw_cave_around, view, cave_words, "D6", ended), monkeypatch)]
        nearest = next(area for area in view.areas if area.id == "D6")
        first = next(card for card in nearest.cards if card.type in ("animal", "monster", "spirit"))
        assert any(words.startswith(f"D6 {display_name(first.name, cave_words)}") for words in told), told


def test_fights_and_finds_in_the_cave_fit() -> None:
    """Fights, trials, the Crystal Chamber; cards, however many were drawn."""
    crowded = caves.a_crowded_cave()
    assert is_landscape(draw_discovery(crowded, cave_words, crowded.seekers[0]))
    for fight in (caves.a_fight(), caves.a_duel(), caves.a_trial()):
        assert is_landscape(draw_fight(fight, cave_words))
    for number in range(1, 9):
        assert is_landscape(draw_drawn(caves.cards(*caves.EIGHT[:number]), cave_words))


def test_a_party_and_seekers_fit_as_they_set_out() -> None:
    """The first picture of a game, with as many people as there may be."""
    laden = [mazes.a_character("ala", "Dalmilandril Żółkiewska", "elf") for _ in range(12)]
    for number in range(13):
        party = msgspec.structs.replace(mazes.a_party(), characters=tuple(laden[:number]))
        assert is_landscape(draw_party_setting_out(party, polish)), number
    for players in range(1, 7):
        assert is_landscape(draw_seekers_setting_out(caves.a_first_round(players), cave_words)), players
