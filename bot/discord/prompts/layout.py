"""Lays out a question in Components V2 within one phone screen: newest result, picture, question, choices.

Heights are estimates for a phone 390 px wide, where a message has 320 px. They decide only which choices are buttons
and which are menu entries. Text sizes as in Discord's client: 16 px, small text 13 px.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

from discord import File, MediaGalleryItem, ui
from discord.ui import ActionRow, LayoutView, MediaGallery, Section, TextDisplay, View
from msgspec import Struct
from msgspec.structs import replace

from bot.discord.prompts.components import (
    PER_ROW,
    PER_SELECT,
    ROWS,
    WHY,
    Menu,
    Pick,
    Press,
    file_of,
    in_fives,
    make_button,
    make_select,
    view_of_rows,
)
from bot.games.face import Picture
from bot.words.narrator import clip

WIDTH = 320
"""Width of a message in px."""
SCREEN, PICTURE, ROOM, LEAST, TIGHT = 632, 222, 275, 180, 120
"""Heights in px: a message without its author and “(edited)”, a picture, and all choices: at most, with a
story that can be shortened, and at least."""
MOST_PICTURES = 320
"""Height in px of all pictures that a message shows while it asks; else it shows the last one."""
LINE, SMALL_LINE = 20, 17
"""Height of a line of text, and of one of small text, in px."""
LETTER, BOLD_LETTER, SMALL_LETTER, LABEL_LETTER = 8.0, 8.6, 6.8, 7.8
"""Mean width in px of a letter of text, bold and small text, and labels, including space lost by line breaks."""
BUTTON, MENU, GAP, BORDER = 36, 42, 8, 13
"""Heights in px: a button, a menu, the gap between rows, and the space between sections."""
PADDING = 26
"""Width of a button in px without its label."""
WORDED = 22
"""Width in px of an emoji beside a label."""
_MARKS = re.compile(r"<([@#t])[^>]*>")
_ODDS = re.compile(r"(?: \S*\d%)+")
"""The odds in a label, which its note has, too."""
SHOWN = {"@": 8, "#": 12, "t": 18}
"""Approximate letters shown for a mention, a channel and a time."""
SMALL = "-# "
"""Markdown before a line of small text."""
TEXT = 3_900
"""Maximum characters of all texts; Discord allows 4,000 (components/reference)."""
NOTE = 7
"""Maximum lines of a choice's costs and gains."""
BESIDES = 1
"""Number of choices that always have their odds beside them."""
BESIDE = 240
"""Maximum characters beside a button."""
STAKES = 136
"""Maximum height in px of the costs and gains in plain content."""
LISTED = 4 * BESIDE
"""Maximum characters of the texts of all choices."""
STORY = TEXT - LISTED
"""Maximum characters of a story without a question."""
MORE = "@more"
"""The value of the entry that opens the rest of a full menu."""


class Choices(Struct, frozen=True):
    """What a layout asks: the question in at most three lines, ordered buttons, the usual answer first, and menus.

    ``rest``: the menu for all choices without room, with its own entries. ``more``: the label of the entry that opens
    the rest of a menu of more than 25.
    """

    asked: str
    buttons: Sequence[Press] = ()
    menus: Sequence[Menu] = ()
    rest: Menu | None = None
    more: str = ""


def mark_of(told: str) -> int:
    """Return the component id by which a story's text is recognised (31 bits)."""
    return int.from_bytes(blake2b(told.encode(), digest_size=4).digest(), "big") >> 2 | 1 << 30


def lines_of(text: str, width: float = WIDTH) -> int:
    """Return the number of lines of a text on a phone."""
    return sum(_lines_of_paragraph(paragraph, width) for paragraph in text.split("\n") if paragraph)


def _lines_of_paragraph(paragraph: str, width: float) -> int:
    paragraph = _MARKS.sub(lambda mark: "x" * SHOWN[mark[1][0]], paragraph)
    letter = BOLD_LETTER if paragraph.startswith("**") else LETTER
    letter = SMALL_LETTER if paragraph.startswith(SMALL) else letter
    return max(1, -(-int(len(paragraph.removeprefix(SMALL).replace("*", "")) * letter) // int(width)))


def letters_of(lines: int) -> int:
    """Return the number of small letters that fit into this many lines on a phone."""
    return int(lines * (WIDTH / SMALL_LETTER - 3))


def height_of(text: str, width: float = WIDTH) -> int:
    """Return the height of a text on a phone, in px."""
    return sum(
        _lines_of_paragraph(paragraph, width) * (SMALL_LINE if paragraph.startswith(SMALL) else LINE)
        for paragraph in text.split("\n")
        if paragraph
    )


def arrange(
    said: str, pictures: Sequence[Picture], choices: Choices | None, mark: int | None = None
) -> tuple[LayoutView, list[File]]:
    """Return the layout and its files. ``choices``: None if nothing is asked; ``mark``: the component
    id of ``said``.
    """
    pictures, hung = _hung(pictures, choices)
    layout, files = LayoutView(timeout=None), [file_of(picture) for picture in pictures]
    asked = choices.asked if choices else ""
    if said:
        layout.add_item(TextDisplay(clip(said, STORY - len(asked)), id=mark))
    for file in files:  # beside one another Discord would cut them
        layout.add_item(MediaGallery(MediaGalleryItem(file, description=file.description)))
    if choices:
        if asked:
            layout.add_item(TextDisplay(asked))
        above = height_of(said) + hung + height_of(asked) + 3 * GAP
        for item in _items_of(choices, max(TIGHT, min(ROOM, SCREEN - above))):
            layout.add_item(item)
    layout.stop()
    return layout, files


def arrange_plain(
    content: str, pictures: Sequence[Picture], choices: Choices | None, mark: int | None = None
) -> tuple[View | None, list[File]]:
    """Return the controls and files below plain ``content``, which has the question already."""
    pictures, hung = _hung(pictures, choices)
    controls = plain_view(choices, mark, height_of(content) + hung + 2 * GAP) if choices else None
    return controls, [file_of(picture) for picture in pictures]


def lines_above(choices: Choices, pictures: Sequence[Picture], *, plain: bool) -> int:
    """Return the lines for which a screen has room above these pictures and choices; ``plain``: as plain content."""
    below = _hung(pictures, choices)[1] + height_of(choices.asked) + 3 * GAP
    if plain:
        stakes, bare = plain_choices(choices)
        beside, rows, menus = _placed(bare, LEAST)
        placed = "\n".join(stakes), beside, rows, menus
    else:
        placed = _placed_or_listed(choices, LEAST)
    return (SCREEN - below - _height_of_placed(*placed)) // LINE


def _hung(pictures: Sequence[Picture], choices: Choices | None) -> tuple[Sequence[Picture], int]:
    """Return the pictures that have room, and their height in px; the others wait until the question is answered."""
    height = sum(map(_height_of_picture, pictures))
    return (pictures[-1:], PICTURE) if choices and height > MOST_PICTURES else (pictures, height)


def _height_of_picture(picture: Picture) -> int:
    """Return the height of a PNG picture as wide as a message, with the gap, in px; its header has both sizes."""
    width, height = (int.from_bytes(picture.data[start : start + 4], "big") for start in (16, 20))
    return WIDTH * height // width + GAP if width else PICTURE


def plain_view(choices: Choices, mark: int | None = None, above: int = 0) -> View:
    """Return these choices as controls below plain content; ``mark``: see ``WHY``; ``above``: its height in px."""
    bare = plain_choices(choices)[1]
    if mark:
        marked = [
            replace(press, id=press.id.to(WHY, str(mark))) if press.id.verb == WHY else press for press in bare.buttons
        ]
        bare = replace(bare, buttons=marked)
    _, rows, menus = _placed(bare, max(LEAST, min(ROOM, SCREEN - above)))
    if len(rows) + len(menus) > ROWS:  # their labels may be wider than a phone
        rows = [[*row] for row in in_fives([press for row in rows for press in row])]
    menus_above = len(choices.menus)
    return view_of_rows([_small_row(row) for row in rows], menus[:menus_above], menus[menus_above:])


def in_one_line(press: Press) -> str:
    """Return a button's answer with its costs and gains in one line without Markdown, each said once."""
    label, (_, _, note) = _ODDS.sub("", press.label), press.text.partition("\n")
    said = note.replace("**", "").replace(SMALL, "").replace("\n", " ").split(" · ")
    more = " · ".join(part for part in said if part not in label)
    return f"{label} – {more}" if more else press.label


def plain_choices(choices: Choices) -> tuple[list[str], Choices]:
    """Return the costs and gains as lines of plain content, as far as there is room, and the choices without them.

    A button with a line is as short as in a layout; the others keep their odds.
    """
    noted = [press for press in choices.buttons if "\n" in press.text]
    lines = [f"{SMALL}{clip(in_one_line(press), BESIDE)}" for press in noted]
    while sum(map(height_of, lines)) > STAKES:
        lines.pop()
    told = {press.id for press in noted[: len(lines)]}
    bare = [press if press.id in told else replace(press, small="") for press in choices.buttons]
    return lines, replace(choices, buttons=_without_texts(bare))


def _items_of(choices: Choices, room: int) -> Iterable[ui.Item[Any]]:
    listed, beside, rows, menus = _placed_or_listed(choices, room)
    if listed:
        yield TextDisplay(listed)
    sections = [Section(TextDisplay(_beside(press)), accessory=make_button(_small(press))) for press in beside]
    action_rows = [ActionRow(*map(make_button, _small_row(row))) for row in rows]
    is_in_row = bool(rows) and rows[0][0].id == choices.buttons[0].id
    yield from [*action_rows, *sections] if is_in_row else [*sections, *action_rows]
    for menu in menus:
        yield ActionRow(make_select(menu))


def _placed_or_listed(choices: Choices, room: int) -> tuple[str, list[Press], list[list[Press]], list[Menu]]:
    """Return what ``_placed`` does below '', or all texts as lines above all buttons if more can be read so."""
    beside, rows, menus = _placed(choices, room)
    texts = [f"{SMALL}{clip(in_one_line(press), BESIDE)}" for press in choices.buttons if press.text]
    if len(texts) > len(beside):  # some odds have no room beside their buttons
        bare = _rows(_without_texts(choices.buttons))
        listed = "\n".join(texts), list[Press](), bare, _menus_with(choices, ())
        has_room = _height_of_placed(*listed) <= max(room, _height_of_placed("", beside, rows, menus))
        if has_room and len(listed[0]) <= LISTED:
            return listed
    return "", beside, rows, menus


def _without_texts(buttons: Sequence[Press]) -> list[Press]:
    """Return the buttons below a text that tells their costs and gains: short where the short label is theirs alone."""
    small = Counter(press.small for press in buttons)
    return [replace(press, text="", small=press.small if small[press.small] == 1 else "") for press in buttons]


def _height_of_placed(
    listed: str, beside: Sequence[Press], rows: Sequence[Sequence[Press]], menus: Sequence[Menu]
) -> int:
    texts = height_of(listed) + (GAP if listed else 0) + sum(map(_height, beside))
    return texts + len(rows) * (BUTTON + GAP) + len(menus) * (MENU + GAP)


def _placed(choices: Choices, room: int) -> tuple[list[Press], list[list[Press]], list[Menu]]:
    """Return the buttons beside a text, the rows of buttons, and the menus.

    A choice becomes a short button if its text does not fit, then an entry of the last menu. ``room``: the total height
    in px.
    """
    must = _rows([press for press in choices.buttons if not press.text and not press.entry])
    room -= _height_of_placed("", (), must, _menus_with(choices, ()))
    beside: list[Press] = []
    for press in choices.buttons:
        if not press.text:
            continue
        if press.entry and room < _height(press) and len(beside) >= BESIDES:
            break  # in their order, so that none has words that a better one has not
        beside.append(press)
        room -= _height(press)
    kept = [_without_text(press) for press in choices.buttons if press not in beside]
    fits = max(1, len(must) + room // (BUTTON + GAP))
    while choices.rest and len(_rows(kept)) > fits:
        last = next((press for press in reversed(kept) if press.entry), None)
        if not last:
            break
        kept.remove(last)
    shown = {press.id for press in (*beside, *kept)}
    over = [press.entry for press in choices.buttons if press.entry and press.id not in shown]
    return beside, _rows(kept), _menus_with(choices, over)


def _menus_with(choices: Choices, over: Sequence[Pick]) -> list[Menu]:
    """Return the menus, the last one with the choices for which there is no button."""
    if not choices.rest or not (picks := [*over, *choices.rest.picks]):
        return [*choices.menus]
    return [*choices.menus, replace(choices.rest, picks=_first_page(picks, choices.more))]


def _without_text(press: Press) -> Press:
    """Return a button whose text has no room, with the longer of its labels: the small one relies on the text."""
    if not press.text:
        return press
    small = press.small if len(press.small) >= len(press.label) else ""
    return replace(press, text="", small=small)


def _first_page(picks: Sequence[Pick], more: str) -> list[Pick]:
    if len(picks) <= PER_SELECT:
        return list(picks)
    return [*picks[: PER_SELECT - 1], Pick(MORE, more)]


def _small(press: Press) -> Press:
    """Return a layout's short form of a button; general buttons show only their emoji."""
    return replace(press, label=_small_label(press))


def _small_row(row: Sequence[Press]) -> list[Press]:
    """Return the short forms of a row's buttons; a general button shows its short word, too, if the row has room."""
    room, shown = WIDTH + GAP - sum(_width(press) + GAP for press in row), []
    for press in map(_small, row):
        wide = len(press.small) * LABEL_LETTER + WORDED
        if press.small and not press.label and wide <= room:
            room -= wide
            press = replace(press, label=press.small)
        shown.append(press)
    return shown


def _small_label(press: Press) -> str:
    is_sign = press.emoji is not None and press.entry is None and not press.text
    return "" if is_sign else press.small or press.label


def _width(press: Press) -> float:
    """Return the width of a button in px."""
    label = _small_label(press)
    return PADDING + len(label) * LABEL_LETTER + ((WORDED if label else 0) + 4 if press.emoji else 0)


def _height(press: Press) -> int:
    """Return the height of a text with its button in px."""
    return max(BUTTON, height_of(_beside(press), _width_beside(press))) + BORDER


def _width_beside(press: Press) -> float:
    return WIDTH - _width(press) - 12


def _beside(press: Press) -> str:
    """Return the text beside a button, with a note of at most seven lines; "?" shows it in full."""
    title, _, note = press.text.partition("\n")
    note = clip(note, int(NOTE * (_width_beside(press) / SMALL_LETTER - 3)))
    return clip(f"{title}\n{note}".strip(), BESIDE)


def _rows(buttons: Sequence[Press]) -> list[list[Press]]:
    """Return buttons in rows that fit a phone, at most five each; general buttons fill free places."""
    rows, rooms = list[list[Press]](), list[float]()
    for press in buttons:
        width, last = _width(press) + GAP, len(rows) - 1
        open_rows = range(last, max(last - 1, -1) if press.entry else -1, -1)
        nth = next((nth for nth in open_rows if len(rows[nth]) < PER_ROW and width <= rooms[nth]), len(rows))
        if nth > last:
            rows.append([])
            rooms.append(WIDTH + GAP)
        rows[nth].append(press)
        rooms[nth] -= width
    return rows
