"""The pictures of Jaskinia: what is on them, how legible they are, what their words are."""

from __future__ import annotations

from functools import partial
from itertools import combinations, pairwise
from typing import Any

import msgspec
import pytest
from PIL import Image

from images.jaskinia import cave, plan, surroundings
from images.jaskinia.cards import draw_drawn
from images.jaskinia.cave import draw_cave
from images.jaskinia.fight import draw_fight, sum_of
from images.jaskinia.plan import Hollow
from images.jaskinia.sheets import draw_seeker, draw_seekers
from images.jaskinia.surroundings import draw_area, draw_surroundings
from images.layout import WIDTH
from rules.jaskinia.view import SideView, View
from rules.kernel.words import Fact, Word
from tests.images import caves
from tests.images.cave_words import cave_words
from tests.images.looking import LEGIBLE, PHONE, asked_by, opened
from tests.images.mazes import words


def test_digits_and_names_stay_legible_on_a_phone() -> None:
    """On the whole map and close up they are at least 11 pixels high when the picture is shown 400 pixels wide."""
    map_width = opened(draw_cave(caves.a_first_round(), words)).width
    close_width = opened(draw_surroundings(caves.a_first_round(), words, "E7")).width

    assert cave.CELL * plan.DIGIT * PHONE / map_width >= LEGIBLE
    assert surroundings.CELL * surroundings.DIGIT * PHONE / close_width >= LEGIBLE


def test_every_area_is_in_its_own_surroundings() -> None:
    """Also at the edges of the board, where the window does not go further."""
    size = (surroundings.ACROSS, surroundings.ACROSS)
    for area in caves.tables().board.area:
        corner = surroundings._first_place(area.id)
        assert surroundings._is_within_block(area.id, corner, size)
        assert all(surroundings._is_within_block(beyond, corner, size) for beyond in area.exits.values())


def test_surroundings_name_what_lies_there() -> None:
    """Cards by their names, on the area itself and around it; what is far away is not told."""
    asked = asked_by(lambda say: draw_area(caves.a_crowded_cave(), say, "D6"))

    assert {"cavearea.corridor", "cavecard.wolf", "cavecard.goblin", "cavecard.statue", "seeker.miner"} <= {*asked}
    assert "cavecard.deep_troll" not in asked


def test_the_legend_names_only_what_there_is() -> None:
    """In the first round nothing lies about, no Gate is open, and nobody has moved; later each is told once."""
    first, crowded = (asked_by(partial(draw_cave, view)) for view in (caves.a_first_round(), caves.a_crowded_cave()))
    later = {f"cavepic.legend.{what}" for what in ("cards", "gold", "crystal", "open", "path")}

    assert not later & {*first}
    assert later <= {*crowded}
    told = [key for key in crowded if key.startswith(("cavepic.legend.", "seeker."))]
    assert sorted(told) == sorted(set(told))


CHANGES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("C6", {"gold": 2}),
    ("C6", {"cards": caves.cards("wolf")}),
    ("C6", {"cards": caves.cards("wolf", "goblin")}),
    ("C5", {"crystal": True}),
)


def _has_several(view: View) -> bool:
    return any(len(area.cards) > 1 for area in view.areas)


def test_each_fact_of_the_map_shows() -> None:
    """Gold, cards, close up their number, the Crystal, open Gates, the path, where everybody is, whose turn it is."""
    one = caves.a_seeker(1, at="D6")
    views = [caves.a_cave([one], {id: how}) for id, how in CHANGES]
    views += [caves.a_cave([one]), caves.a_cave([one], gates="W1"), caves.a_cave([one], path=("E6", "D6"))]
    views += [caves.a_cave([caves.a_seeker(1, at="B6")]), caves.a_cave([caves.a_seeker(2, "cannibal", at="D6")])]
    views += [caves.a_cave([msgspec.structs.replace(one, active=True)])]

    assert len({draw_cave(view, words) for view in views if not _has_several(view)}) == len(views) - 1
    close = [draw_surroundings(view, words, "D6") for view in views[: len(CHANGES)]]
    assert len({*close}) == len(close)


def test_when_the_game_is_over_nobody_plays() -> None:
    """The red ring is gone."""
    going = caves.a_first_round()
    over = msgspec.structs.replace(going, outcome="crystal", winner=caves.SEATS[1])

    asked = [asked_by(partial(draw_cave, view)) for view in (going, over)]
    assert ["cavepic.legend.moving" in keys for keys in asked] == [True, False]


def test_a_leap_leaves_no_trail() -> None:
    """Dots lead only from one area to the next: a Seeker that was moved away did not walk."""
    walked, fell = (caves.a_cave([caves.a_seeker(1, at=path[-1])], path=path) for path in (("E6", "D6"), ("E6", "A2")))

    assert _red(walked) > _red(fell)


def _red(view: View) -> int:
    return opened(draw_cave(view, words)).convert("RGB").tobytes().count(bytes((178, 30, 32)))


@pytest.mark.parametrize("number", range(1, 7))
def test_who_stands_together_stands_apart(number: int) -> None:
    """Up to six pawns on one area: each is seen, none leaves the area."""
    part, spots = plan.STANDING[min(most for most in plan.STANDING if most >= number)]

    assert len(spots) >= number
    assert all(max(abs(x), abs(y)) + part / 2 <= 0.5 for x, y in spots)
    assert all(max(abs(x - u), abs(y - v)) >= part * 0.85 for (x, y), (u, v) in combinations(spots, 2))


def test_walls_meet_without_a_seam() -> None:
    """The right edge of an area's floor is the left edge of the next one's."""
    hollows = [Hollow(x, 5, "corridor", "EW") for x in range(4)]
    edges = [plan.floor(96, hollow).cover for hollow in hollows]

    for left, right in pairwise(edges):
        here, there = (edge.crop((x, 0, x + 1, 96)).tobytes() for edge, x in ((left, 95), (right, 0)))
        assert sum(abs(a - b) for a, b in zip(here, there, strict=True)) / 96 < 16


@pytest.mark.parametrize("type", dict.fromkeys(card.type for card in caves.tables().cards.card))
def test_cards_of_each_type_have_their_type_in_words(type: str) -> None:
    """And their name and text."""
    card = next(card for card in caves.tables().cards.card if card.type == type and not card.weapon)

    asked = asked_by(partial(draw_drawn, caves.cards(card.id)))
    assert {f"cavetype.{type}", f"cavecard.{card.id}", f"note.cavecard.{card.id}"} <= {*asked}


def test_cards_lie_in_rows() -> None:
    """A few below one another with what they say; more as tiles, two by two, told by name alone."""
    sizes = [opened(draw_drawn(caves.cards(*["wolf"] * number), words)).size for number in range(1, 11)]
    few, many = (asked_by(partial(draw_drawn, caves.cards(*["wolf"] * number))) for number in (2, 4))

    assert {wide for wide, _ in sizes} == {WIDTH}
    heights = [high for _, high in sizes]
    assert heights[0] < heights[1] > heights[2] == heights[3] < heights[4] == heights[9]
    assert "cavetype.animal" in few
    assert "cavetype.animal" not in many


def test_spells_in_a_hand_are_seen_by_nobody_else() -> None:
    """Others see how many there are."""
    shown = caves.a_seeker(3, spells=(caves.a_spell("dispel"),), spells_held=1)
    hidden = [caves.a_seeker(3, spells_held=held) for held in (1, 2)]

    assert "cavespell.dispel" in asked_by(partial(draw_seeker, shown))
    assert not [key for key in asked_by(partial(draw_seeker, hidden[0])) if key.startswith("cavespell.")]
    assert draw_seeker(hidden[0], words) != draw_seeker(hidden[1], words)


def test_each_fact_of_a_seeker_shows() -> None:
    """On the sheet, and among all players."""
    facts: list[dict[str, Any]] = [{}, {"strength": 9}, {"power": 7}, {"endurance": 2}, {"endurance": 9}, {"level": 6}]
    facts += [
        {"gold": 5},
        {"items": caves.cards("sword")},
        {"followers": caves.cards("porter")},
        {"points": 3},
        {"cave_cards": 4},
    ]
    facts += [{"trials": ("power",)}, {"room": 6}, {"spells_held": 2}, {"at": "A6"}]
    seekers = [caves.a_seeker(2, **fact) for fact in facts]

    assert len({draw_seeker(one, cave_words) for one in seekers}) == len(facts)
    shown = [one for one, fact in zip(seekers, facts, strict=True) if "room" not in fact]
    assert len({draw_seekers(caves.a_cave([one]), words) for one in shown}) == len(shown)


def test_what_holds_a_seeker_up_is_told() -> None:
    """For how many turns, and only then."""
    slow, free = (asked_by(partial(draw_seeker, caves.a_seeker(2, slow=turns, lost=turns))) for turns in (2, 0))

    assert {"cavepic.slow", "cavepic.lost"} <= {*slow}
    assert not {"cavepic.slow", "cavepic.lost"} & {*free}


def test_the_dead_are_told_from_those_who_are_out() -> None:
    """Somebody new comes for the one, nobody for the other; who never had a Seeker is there, too."""
    dead, out, nobody = (
        asked_by(partial(draw_seekers, view))
        for view in (
            caves.a_cave([caves.a_dead_player(1)]),
            caves.a_cave([caves.a_dead_player(1, out=True)]),
            caves.before_the_start(),
        )
    )

    assert {"cavepic.dead", "seeker.cannibal"} <= {*dead}
    assert {"cavepic.out", "seeker.cannibal"} <= {*out}
    assert {"cavepic.nobody", "cavepic.waiting"} <= {*nobody}
    assert "cavepic.dead" not in nobody


def test_a_crowd_of_followers_stays_on_its_panel() -> None:
    """More than fit on a line go on the next."""
    few, many = (
        caves.a_laden_seeker(2, followers=caves.cards(*["porter", "shield_maiden"] * pairs), room=9) for pairs in (1, 8)
    )
    sizes = [opened(draw_seekers(caves.a_cave([crowd]), words)).size for crowd in (few, many)]

    assert sizes[0][0] == sizes[1][0]
    assert sizes[0][1] < sizes[1][1]


def test_the_sum_of_a_fight_counts_spells_once() -> None:
    """The value holds them already: 4 and a Spell of 3 and a die of 4 make 11."""
    side = SideView((Word("seeker.gladiatrix"),), 7, 4, 3, 4, "gladiatrix")
    plain = msgspec.structs.replace(side, value=4, bonus=0)
    fights = [msgspec.structs.replace(caves.a_fight(), own=own) for own in (side, plain)]

    assert draw_fight(fights[0], words) != draw_fight(fights[1], words)
    sums = [[part[0] for part in sum_of(fight, fight.own) if isinstance(part[0], str)] for fight in fights]
    assert sums == [["4", "+", "+3", "=", "11"], ["4", "+", "=", "8"]]


@pytest.mark.parametrize("name", ["", "W" * 400, "\u202e\u0000\n\n", "🐉" * 40, "*_~`|<@1>"])
def test_a_hostile_name_does_no_harm(name: str) -> None:
    """Pictures keep their size, and the paper outside their frames stays bare, whatever people call themselves."""

    def hostile(key: str, /, **facts: Fact) -> str:
        return name if key.startswith(("cavepic.player", "cavepic.nobody")) else words(key)

    def usual(key: str, /, **facts: Fact) -> str:
        return words(key)

    drawn = [[opened(draw_seekers(state(), say)) for state in caves.STATES] for say in (hostile, usual)]
    assert [one.size for one in drawn[0]] == [one.size for one in drawn[1]]
    assert all(_edges(one) == _edges(other) for one, other in zip(*drawn, strict=True))


def _edges(picture: Image.Image) -> tuple[bytes, bytes]:
    """What is left and right of the frame."""
    wide, high = picture.size
    return picture.crop((0, 0, 14, high)).tobytes(), picture.crop((wide - 14, 0, wide, high)).tobytes()


def test_words_of_any_length_stay_within_their_pictures() -> None:
    """However long the names in the catalogues grow, nothing is written upon the frames."""

    def long(key: str, /, **facts: Fact) -> str:
        return f"{key} Bardzo długa nazwa czegoś, co długo nie chce się skończyć"

    for usual, drawn in zip(caves.every_picture(words), caves.every_picture(long), strict=True):
        one, other = opened(usual()), opened(drawn())
        high = min(one.height, other.height) // 2
        for left, right in ((0, 13), (one.width - 13, one.width)):
            assert one.crop((left, 0, right, high)).tobytes() == other.crop((left, 0, right, high)).tobytes()
