"""A question as a layout: result, picture, question, choices; what has no room on a telephone is in the menu."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from discord import ui

from bot.discord import sitting
from bot.discord.prompts.components import PER_SELECT, CustomId, Menu, Pick, Press, make_select
from bot.discord.prompts.layout import (
    MORE,
    ROOM,
    STAKES,
    STORY,
    Choices,
    arrange,
    height_of,
    lines_above,
    lines_of,
    mark_of,
    plain_choices,
    plain_view,
)
from bot.games.face import Picture
from bot.table.records import Address

AT = Address(1, 2, 3)
PNG = Picture("map.png", b"png", "A map.")
TWO_LINES = "K · Borgrim na północ: komnata C2\n-# ⚔️ 35% 🩸 38% 💎 10% · po Runę do C1"


def an_id(option: str) -> CustomId:
    return CustomId("pick", "game", AT, option=option)


def a_press(option: str, text: str = "", *, entry: bool = True) -> Press:
    """A choice of the question; with a text as one whose odds decide."""
    return Press(an_id(option), option, small=option[:8], text=text, entry=Pick(option, option) if entry else None)


def choices(*buttons: Press, picks: int = 0, menus: tuple[Menu, ...] = ()) -> Choices:
    rest = Menu(an_id("@m"), "Other", [Pick(f"p{n}", f"p{n}") for n in range(picks)])
    return Choices("**Where to?**", [*buttons, Press(an_id("why"), "?")], menus, rest, "Even more…")


def items(asked: Choices | None, *pictures: Picture, said: str = "It rained.") -> list[ui.Item[Any]]:
    """The parts of the layout from top to bottom."""
    return arrange(said, pictures, asked)[0].children


def labels(item: ui.Item[Any]) -> list[str | None]:
    """What stands on the buttons of a row."""
    return [button.label for button in item.walk_children() if isinstance(button, ui.Button)]  # type: ignore[attr-defined]


def menu_of(parts: list[ui.Item[Any]]) -> ui.Select[Any]:
    """The one menu."""
    (menu,) = [
        part
        for item in parts
        if isinstance(item, ui.ActionRow)
        for part in item.children
        if isinstance(part, ui.Select)
    ]
    return menu


def test_it_reads_from_the_result_to_the_choices() -> None:
    """The question and its choices stand together at the lower end, where a telephone's view stands."""
    parts = items(choices(a_press("north", TWO_LINES), a_press("south"), picks=2), PNG)

    assert [type(part) for part in parts] == [
        ui.TextDisplay, ui.MediaGallery, ui.TextDisplay, ui.Section, ui.ActionRow, ui.ActionRow,
    ]  # fmt: skip
    assert (parts[0].content, parts[2].content) == ("It rained.", "**Where to?**")  # type: ignore[attr-defined]
    assert labels(parts[4]) == ["south", "?"]


def test_where_nothing_is_asked_only_the_story_stands() -> None:
    """No question, no choices."""
    assert [type(part) for part in items(None)] == [ui.TextDisplay]


def test_what_has_no_room_for_its_words_is_a_short_button_or_in_the_menu() -> None:
    """Never the first, which is the usual answer; all in their order, and nothing is left out."""
    many = [a_press(f"way{n:02}", TWO_LINES) for n in range(12)]
    parts = items(choices(*many, picks=1))
    beside = [label for part in parts if isinstance(part, ui.Section) for label in labels(part)]
    short = [label for part in parts if isinstance(part, ui.ActionRow) for label in labels(part)]
    entries = [option.value for option in menu_of(parts).options]

    assert 2 <= len(beside) < 4
    assert len(beside) * (height_of(TWO_LINES, 240) + 13) <= ROOM
    assert short[-1] == "?"
    assert [*beside, *short[:-1], *entries] == [*(f"way{n:02}" for n in range(12)), "p0"]


def test_odds_without_room_beside_their_buttons_are_lines_above_them() -> None:
    """All of them, each in one line, and all buttons below; with very much to say only what has room."""
    six = [a_press(f"way{n}", f"way{n}\n-# ⚔️ 3{n}% 🩸 38%") for n in range(6)]
    parts = items(choices(*six), PNG)
    lines, rows = parts[3], parts[4:]
    long = items(choices(*(a_press(f"way{n}", f"way{n}\n-# {'it may cost much · ' * 12}") for n in range(6))))

    assert isinstance(lines, ui.TextDisplay)
    assert lines.content.split("\n") == [f"-# way{n} – ⚔️ 3{n}% 🩸 38%" for n in range(6)]
    assert [label for row in rows for label in labels(row)] == [*(f"way{n}" for n in range(6)), "?"]
    assert any(isinstance(part, ui.Section) for part in long)


@pytest.mark.parametrize("plain", [False, True])
def test_what_is_above_takes_the_room_that_is_left(plain: bool) -> None:
    """Fewer lines above a picture, and above more choices."""
    few, many = choices(a_press("north")), choices(*(a_press(f"way{n}", TWO_LINES) for n in range(3)))
    bare, hung, full = (lines_above(*shown, plain=plain) for shown in ((few, []), (few, [PNG]), (many, [PNG])))

    assert bare > hung > full


def test_plain_content_says_odds_once() -> None:
    """Above short buttons, as far as there is room; the other buttons keep their odds."""
    six = [Press(an_id(f"w{n}"), f"way {n} ⚔️3{n}%", small=f"W{n}", text=f"way {n}\n-# ⚔️ 3{n}%") for n in range(6)]
    lines, bare = plain_choices(choices(*six))
    long = [
        Press(an_id(f"w{n}"), f"way {n}", small=f"W{n}", text=f"way\n-# {'may cost much · ' * 9}") for n in range(6)
    ]
    some, kept = plain_choices(choices(*long))

    assert lines == [f"-# way {n} – ⚔️ 3{n}%" for n in range(6)]
    assert [press.small for press in bare.buttons[:6]] == [f"W{n}" for n in range(6)]
    assert 0 < sum(map(height_of, some)) <= STAKES
    assert [press.small for press in kept.buttons[:6]] == [
        *(f"W{n}" for n in range(len(some))),
        *[""] * (6 - len(some)),
    ]


def test_rows_of_plain_buttons_fit_a_telephone() -> None:
    """Discord wraps a row that is too wide, so that a lonely sign takes a row of its own."""
    ways = [Press(an_id(f"w{n}"), f"a way {n}", entry=Pick(f"w{n}", f"w{n}")) for n in range(4)]
    signs = [Press(an_id(sign), sign, emoji="🎒") for sign in ("mine", "map")]
    shown = plain_view(choices(*ways, *signs)).children

    assert [item.label for item in shown if item.row == 0] == [f"a way {n}" for n in range(3)]  # type: ignore[attr-defined]
    assert {item.row for item in shown} == {0, 1}


def test_short_buttons_wrap_and_those_without_room_are_in_the_menu() -> None:
    """Several to a line, as wide as a telephone."""
    parts = items(choices(*(a_press(f"a long way {n}") for n in range(25))))
    rows = [part for part in parts if isinstance(part, ui.ActionRow) and labels(part)]
    shown = [label for row in rows for label in labels(row)]

    assert len(rows) <= ROOM // 44
    assert all(len(labels(row)) <= 5 for row in rows)
    assert "?" in shown
    assert len(shown) - 1 + len(menu_of(parts).options) == 25


def test_the_last_entry_of_a_full_menu_opens_the_rest() -> None:
    """Discord takes 25 entries."""
    assert [option.value for option in menu_of(items(choices(picks=PER_SELECT))).options][-1] == "p24"
    full = menu_of(items(choices(picks=PER_SELECT + 5))).options

    assert (len(full), full[-1].value, full[-1].label) == (PER_SELECT, MORE, "Even more…")


def test_the_usual_answer_comes_first_whatever_stands_beside_the_others() -> None:
    """A usual answer that needs no words stands above the sections."""
    parts = items(choices(Press(an_id("usual"), "⭐ rest"), a_press("north", TWO_LINES)))

    assert labels(parts[2])[0] == "⭐ rest"
    assert isinstance(parts[3], ui.Section)


def test_a_sign_that_belongs_to_every_question_has_a_short_word_where_its_row_has_room() -> None:
    """Beside long answers the sign stands alone; its whole word stands in plain content."""
    sign = Press(an_id("map"), "The whole map", emoji="🗺️", small="Map")
    rows = [
        part
        for before in ([], [Press(an_id("rest"), "an answer of some length")])
        for part in items(choices(*before, sign))
        if isinstance(part, ui.ActionRow)
    ]

    assert [labels(row) for row in rows] == [["Map", "?"], ["an answer of some length", None, "?"]]


def test_discords_limits_hold_for_anything() -> None:
    """At most 40 components and 4,000 characters, however much is told and offered."""
    asked = choices(*(a_press(f"way{n}", "w" * 1000) for n in range(25)), picks=99)
    layout, files = arrange("s" * 9000, [PNG], asked)

    assert layout.total_children_count <= 40
    assert layout.content_length() <= 4000
    assert [file.filename for file in files] == ["map.png"]
    assert isinstance(files[0], discord.File)


def test_lines_are_counted_as_a_telephone_breaks_them() -> None:
    """Some 40 letters to a line, more of small ones; blank lines take none."""
    assert [lines_of(text) for text in ("", "short", "s" * 39, "s" * 45, "-# " + "s" * 45, "a\n\nb")] == [
        0,
        1,
        1,
        2,
        1,
        2,
    ]


def test_a_mark_is_the_same_for_the_same_story_and_a_component_id() -> None:
    """31 bits, and no id that Discord gives by itself."""
    assert mark_of("row 1") == mark_of("row 1") != mark_of("row 2")
    assert 2**30 <= mark_of("row 1") < 2**31


def test_a_message_has_room_for_the_longest_story_that_is_told_in_it() -> None:
    """A story up to that length is not told apart, so the layout must take it with the answer in front."""
    assert STORY - sitting.APART >= 300


def test_a_menu_shows_no_signs_of_bold() -> None:
    """Discord renders no markdown there."""
    menu = Menu(an_id("whom"), "…", [Pick("mira", "Mira", "strata do 4, **może zginąć**")])

    assert make_select(menu).options[0].description == "strata do 4, może zginąć"
