"""The pictures of Labirynt Czarnoksiężnika: what is on them, how legible they are, what their words are."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from images import signs
from images.canvas import Canvas
from images.labirynt_czarnoksieznika import boards, pieces, plan, way_letters
from images.labirynt_czarnoksieznika.boards import draw_boards
from images.labirynt_czarnoksieznika.clash import draw_duel
from images.labirynt_czarnoksieznika.plan import Plan, draw_surroundings
from images.labirynt_czarnoksieznika.teams import draw_card, draw_teams, strength_in_words
from images.layout import WIDTH, Entry, form_for
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.view import CardView, ChamberView, View
from tests.images import dungeons
from tests.images.looking import LEGIBLE, PHONE, asked_by, opened
from tests.images.mazes import words


@pytest.mark.parametrize("players", [2, 3, 4])
def test_digits_stay_legible_on_a_phone(players: int) -> None:
    """With all boards in one picture they are at least 11 pixels high when it is shown 400 pixels wide."""
    width = opened(draw_boards(dungeons.a_crowded_game(players), words)).width

    assert width == boards.WIDTH
    assert boards.CELL * boards.DIGIT * PHONE / width >= LEGIBLE


def test_letters_and_digits_stay_legible_on_a_phone_close_up() -> None:
    """The letters of the steps as well."""
    for part in (plan.DIGIT, plan.LETTER):
        assert plan.CELL * part * PHONE / plan.WIDTH >= LEGIBLE


def test_the_legend_names_only_what_there_is() -> None:
    """In the first round no tokens lie about; later each kind is told once."""
    first, crowded = (asked_by(partial(draw_boards, view)) for view in _games())
    lying = {f"plan.legend.{what}" for what in ("trap", "cloud", "tree", "finds", "crystal")}

    assert not lying & {*first}
    assert lying <= {*crowded}
    told = [key for key in crowded if key.startswith("plan.legend.")]
    assert sorted(told) == sorted(set(told))


def _games() -> tuple[View, View]:
    return dungeons.a_first_round(4), dungeons.a_crowded_game(4)


def test_the_neutral_board_belongs_to_nobody() -> None:
    """Two players have a third board; with three each board is somebody's."""
    two, three = (asked_by(partial(draw_boards, dungeons.a_first_round(n))) for n in (2, 3))

    assert (two.count("plan.owner"), two.count("plan.neutral")) == (2, 1)
    assert (three.count("plan.owner"), three.count("plan.neutral")) == (3, 0)


def test_a_letter_stands_in_the_opening_from_which_it_leads() -> None:
    """South of C2 for who stands in C3, west of it for who stands in B2; at the corner for who comes from afar."""
    spots = [_spots(chamber) for chamber in (_way("C3"), _way("B2"), _way("A4"), _way())]

    assert spots == [[(0.0, 0.5)], [(-0.5, 0.0)], [way_letters.CORNER], [way_letters.CORNER]]


def test_two_letters_in_one_opening_stand_side_by_side() -> None:
    """Both characters may go there."""
    (left, down), (right, as_low) = _spots(_way("C3", "C3"))

    assert down == as_low == 0.5
    assert right - left > 2 * plan.DISC


def _way(*starts: str) -> ChamberView:
    return ChamberView("C2", "plain", "ns", 4, ways=tuple("AB"[: len(starts) or 1]), ways_from=starts)


def _spots(chamber: ChamberView) -> list[tuple[float, float]]:
    return [
        way_letters.letter_spot(side, number, len(ways))
        for side, ways in way_letters.letters_by_side(chamber).items()
        for number in range(len(ways))
    ]


def test_each_way_leads_to_another_picture() -> None:
    """The letter of a step shows from where it leads."""
    view = dungeons.a_crowded_game()
    other = [_with(view, "C2", ways=("A",), ways_from=(start,)) for start in ("C3", "B2", "D2")]

    assert len({draw_surroundings(one, words, one.boards[:1]) for one in other}) == 3


def _with(view: View, name: str, **changed: Any) -> View:
    """The game with a chamber of the first board changed."""
    board = view.boards[0]
    chambers = [msgspec.structs.replace(one, **changed) if one.name == name else one for one in board.chambers]
    board = msgspec.structs.replace(board, chambers=tuple(chambers))
    return msgspec.structs.replace(view, boards=(board, *view.boards[1:]))


def test_before_the_move_everybody_who_may_go_has_the_ring() -> None:
    """Once somebody goes, only that one; when the game is over, nobody."""
    view = dungeons.a_first_round(2)
    board = dungeons.with_pawns(
        view.boards[0], [dungeons.a_pawn("elves", "1", "B2", True), dungeons.a_pawn("elves", "2", "B2")]
    )
    going = msgspec.structs.replace(view, boards=(board, *view.boards[1:]), active="eriald")
    over = msgspec.structs.replace(view, outcome="gems", winner=dungeons.SEATS[0])

    ringed = [
        sum(plan.may_act(pawn, one) for board in one.boards for pawn in board.pawns) for one in (view, going, over)
    ]
    assert ringed == [2, 1, 0]


@pytest.mark.parametrize("kind", ["plain", "fire", "runes", "teleport", "camp"])
@pytest.mark.parametrize("standing", [0, 1, 2, 3])
def test_what_lies_in_a_chamber_stays_within_it(kind: str, standing: int) -> None:
    """Between its walls, and no token upon another, however many stand there."""
    board = dungeons.a_board("1A", 0, 4)
    digit = 5 if kind in ("plain", "fire") else None
    token = "" if kind in ("camp", "teleport") else "trap"
    chamber = ChamberView("B2", kind, "ns", digit, token=token)  # type: ignore[arg-type]
    people = dungeons.with_pawns(board, [dungeons.a_pawn("undead", mark, "B2") for mark in "12Z"[:standing]])
    paper = Plan(Canvas(9, 9), plan.CELL, (0, 0), people, dungeons.a_game([people], [dungeons.a_team(0)]))

    for spots, part in (plan._token_spots(paper, chamber), boards._floor_spots(paper, chamber)):
        assert all(max(abs(x), abs(y)) + part / 2 <= 0.41 for x, y in spots)
        apart = [max(abs(x - u), abs(y - v)) for nth, (x, y) in enumerate(spots) for u, v in spots[:nth]]
        assert min(apart, default=1.0) > part * 0.8


def test_more_tokens_than_room_are_counted() -> None:
    """Twenty things of ten kinds and somebody among them: a picture of the usual size."""
    kinds = ("sword", "dagger", "axe", "helmet", "breastplate", "elixir", "fate", "rust", "crystal", "haste")
    view = _with(dungeons.a_crowded_game(), "D3", floor=dungeons.finds(*kinds, *kinds))
    usual = _with(dungeons.a_crowded_game(), "D3", floor=())

    assert draw_boards(view, words) != draw_boards(usual, words)
    assert opened(draw_surroundings(view, words, view.boards[:1])).width == plan.WIDTH


def test_a_closed_backpack_tells_how_much_is_in_it_and_not_what() -> None:
    """Two cards that differ in what is inside look the same to whoever may not look inside."""
    closed, fuller = (_drawn(carried=carried) for carried in (2, 3))
    sword, axe = (_drawn(carried=1, pack=(dungeons.a_token(id),)) for id in ("sword", "axe"))

    assert len({closed, fuller, sword, axe}) == 4
    assert "loot.axe" not in asked_by(partial(draw_card, dungeons.a_card("ryjek", carried=1)))
    assert "loot.axe" in asked_by(
        partial(draw_card, dungeons.a_card("ryjek", carried=1, pack=(dungeons.a_token("axe"),)))
    )


def _drawn(**changed: Any) -> bytes:
    return draw_card(dungeons.a_card("ryjek", **changed), words)


def test_more_than_a_backpack_holds_is_still_on_the_card() -> None:
    """What was won and is not stowed yet counts as carried."""
    laden = [
        dungeons.a_team(0, [dungeons.a_card("eriald", str(n), carried=carried) for n in (1, 2, 3)])
        for carried in (0, 3, 11)
    ]
    pictures = [opened(draw_teams(dungeons.a_game([], [team]), words)) for team in laden]

    assert len({picture.width for picture in pictures}) == 1
    assert len({picture.tobytes() for picture in pictures}) == 3


def test_the_team_s_picture_shows_the_strength_that_fights() -> None:
    """The card's own, and what is in the hand."""
    armed = dungeons.a_card("eriald", hand=dungeons.a_token("glove"))

    assert strength_in_words(armed) == f"{armed.strength}+3"
    assert strength_in_words(dungeons.a_card("eriald")) == f"{armed.strength}"


@pytest.mark.parametrize("state", ["asleep", "dead", "gone"])
def test_what_has_befallen_is_told(state: str) -> None:
    """In words, instead of a chamber."""
    asked = asked_by(partial(draw_card, dungeons.a_card("liriel", state=state, at="", board=-1)))

    assert f"plan.{state}" in asked
    assert "plan.card.at" not in asked
    assert "plan.stunned" in asked_by(partial(draw_card, dungeons.a_card("liriel", stunned=True)))


def test_each_fact_of_a_team_shows() -> None:
    """The Zombie, the Glove, Gems, a full Camp, free tokens, the turn, being out, having won."""
    plain = dungeons.a_game([], [dungeons.a_team(1)])
    facts: list[dict[str, Any]] = [{"gems": 7}, {"has_glove": True}, {"stored": 2}, {"free_tokens": {"zombie": 1}}]
    facts += [{"active": True}, {"out": True}, {"store": (dungeons.a_token("axe"),)}, {"cards": _raised()}]
    views = [plain, msgspec.structs.replace(plain, winner=dungeons.SEATS[1])]
    views += [dungeons.a_game([], [msgspec.structs.replace(dungeons.a_team(1), **fact)]) for fact in facts]

    assert len({draw_teams(view, words) for view in views}) == len(views)


def test_when_the_game_is_over_nobody_plays() -> None:
    """The team at turn loses its red edge and the words for it."""
    going = dungeons.a_game([], [dungeons.a_team(0, active=True)])
    over = msgspec.structs.replace(going, outcome="gems", winner=dungeons.SEATS[0])

    asked = [asked_by(partial(draw_teams, view)) for view in (going, over)]
    assert ["plan.team.active" in keys for keys in asked] == [True, False]


def _raised() -> tuple[CardView, ...]:
    return (*dungeons.a_team(1).cards, msgspec.structs.replace(dungeons.a_card("azghul", "Z", carried=1), id="zombie"))


def test_a_die_that_is_not_thrown_yet_has_no_total() -> None:
    """The clash before the throw, after it, and after Fate has changed it are three pictures."""
    fight = dungeons.a_second_clash()
    before = msgspec.structs.replace(fight, attacker=msgspec.structs.replace(fight.attacker, die=0, shift=0))
    thrown = msgspec.structs.replace(fight, attacker=msgspec.structs.replace(fight.attacker, shift=0))

    assert len({draw_duel(one, words) for one in (fight, before, thrown)}) == 3


def test_a_long_legend_has_every_row_on_the_page() -> None:
    """Entries that are too long for their room are cut."""
    entry = Entry(signs.tick(30), "Bardzo długie słowa o tym, co leży na podłodze " * 4)
    form = form_for(WIDTH)
    block = plan.draw_captions([entry] * 9, 300, form)

    assert block is not None
    assert block.size == (300, 9 * form.line)


def test_a_hostile_name_does_no_harm() -> None:
    """Pictures keep their size whatever people call themselves."""

    def sizes(name: str | None) -> list[tuple[int, int]]:
        def say(key: str, /, **facts: Fact) -> str:
            return name if name is not None and key.startswith(("plan.owner", "plan.team")) else words(key)

        return [opened(draw()).size for draw in dungeons.every_picture(say)]

    usual = sizes(None)
    for name in ("", "W" * 400, "\u202e\u0000\n\n", "🐉" * 40, "*_~`|<@1>"):
        assert sizes(name) == usual, name


def test_the_elements_are_explained_and_told_apart_however_many_boards_there_are() -> None:
    """Runes go there: with four boards, too, they stand in the legend; fire and air differ in more than a line."""
    view = dungeons.a_first_round(4)

    explained = [entry.words for entry in plan.thing_entries(view.boards, view, lambda key, **_: key, 40)]

    assert explained == [f"plan.legend.{kind}" for kind in (*pieces.ELEMENTS, "leads")]
    fire, air = (pieces.sign(kind, 40) for kind in ("fire", "air"))
    assert fire.ground.getpixel((20, 30)) != air.ground.getpixel((20, 30))
