"""Draws the latest news as strips above a map or a fight: deaths, encounters, traps, treasure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from images import cards, palette
from images.artwork import art, known
from images.canvas import Canvas, Sprite
from images.labirynt_smierci.faces import face, of_character
from images.labirynt_smierci.tidings import QUIET, Fallen, Find, GateNews, Grown, Sprung, Tidings
from images.layout import WIDTH
from images.lettering import Face, Say, display_name, fit_line, least_type, shrink_to_fit, width
from images.packing import Strip
from images.signs import black_gate, destroyed, emblem_of, icon_path
from rules.labirynt_smierci.view import CharacterView, GroupView

MARGIN = 14
GAP = 8
TALL = 72
"""Height of the strip on a page of standard width, in pixels."""
PORTRAIT = 62
SIGN = 50
TITLE = 32
SHOWN = 3
"""Maximum number of pictures on a strip; more equal ones appear once with their number."""
LEADING = 1.08
STEPS = 4
"""Number of picture sizes between standard and double page width; few, because each size is cached for good."""
PART = " · "
"""Separator of the parts of a line."""
TRAPS = "labirynt_smierci/traps"


class Panel(NamedTuple):
    """Pictures on the left with large text after them, then a title and a line of words; ``grave``: on dark ground."""

    pictures: list[Sprite]
    title: str
    words: str
    figure: str = ""
    grave: bool = False


def height(tidings: Tidings, wide: int) -> int:
    """Return the height of the strip above a picture of this width, in pixels; 0 without news."""
    return MARGIN + _strip_height(wide) + GAP if tidings != QUIET else 0


def _strip_height(wide: int) -> int:
    return round(TALL * wide / WIDTH)


def strips(tidings: Tidings, wide: int, say: Say) -> list[Strip]:
    """Return the packed strip above a picture of this width; empty without news."""
    shown = next(_tidings_panels(tidings, round(STEPS * wide / WIDTH) / STEPS, say), None)
    if not shown:
        return []
    canvas = Canvas(wide, height(tidings, wide))
    _draw_panel(canvas, shown, MARGIN, _strip_height(wide))
    return canvas.strips()


def _tidings_panels(tidings: Tidings, scale: float, say: Say) -> Iterator[Panel]:
    """Yield panels, most important first: the dead, the Black Gate, an encounter, a trap, a find, a lesson."""
    size = round(PORTRAIT * scale)
    if tidings.fallen:
        yield _fallen_panel(tidings.fallen, size, say)
    if tidings.gate:
        yield _gate_panel(tidings.gate, tidings.met, size, say)
    if tidings.met:
        yield _meeting_panel(tidings.met, size, say)
    if tidings.sprung:
        yield _trap_panel(tidings.sprung, size, say)
    if tidings.found:
        yield _finds_panel(tidings.found, round(SIGN * scale), say)
    if tidings.grown:
        yield _grown_panel(tidings.grown, size, say)


def _fallen_panel(fallen: Sequence[Fallen], size: int, say: Say) -> Panel:
    """Show a candle and the faces of the dead; ink and ground swap in the dark."""
    names = ", ".join(display_name(casualty.who.name, say) for casualty in fallen)
    faces = _faces([casualty.who for casualty in fallen], size)
    last = fallen[-1]
    where = say("tidings.fallen", adventure=last.adventure, level=last.level)
    return Panel([art("signs/candle", faces[0].ink.width), *faces], names, where, grave=True)


def _faces(people: Iterable[CharacterView], size: int) -> list[Sprite]:
    """Return the faces of the first few people, smaller if there are many."""
    shown = [*people][:SHOWN]
    small = size if len(shown) < SHOWN else size * 3 // 4
    return [face(of_character(who), "", small) for who in shown]


def _gate_panel(gate: GateNews, met: GroupView | None, size: int, say: Say) -> Panel:
    if gate.destroyed:
        return Panel([destroyed(size)], say("tidings.gate.destroyed"), say("tidings.gate.home"))
    guards = say("tidings.strength", strengths=met.strengths) if met else ""
    words = PART.join(filter(None, [say("map.level", level=gate.level), guards]))
    return Panel([black_gate(size)], say("legend.gate"), words)


def _grown_panel(grown: Sequence[Grown], size: int, say: Say) -> Panel:
    """Show the faces of members who improved, with their new values."""
    people = {lesson.who.id: lesson.who for lesson in grown}
    names = ", ".join(display_name(who.name, say) for who in people.values())
    lessons = [say("tidings.grown", what=lesson.what, now=lesson.now) for lesson in grown]
    return Panel(_faces(people.values(), size), names, ", ".join(dict.fromkeys(lessons)))


def _meeting_panel(group: GroupView, size: int, say: Say) -> Panel:
    """Show the emblem of each monster, or one per kind with the total; their strengths and other dangers."""
    number = len(group.strengths)
    kinds = group.kinds or (group.kind,) * number
    shown = kinds if number <= SHOWN else tuple(dict.fromkeys(kinds))
    faces = [art(emblem_of(kind), size) for kind in shown]
    title = say("tidings.met", number=number, monster=group.name)
    words = PART.join([say("tidings.strength", strengths=group.strengths), *(say(peril.key) for peril in group.perils)])
    return Panel(faces, title, words, f"×{number}" if number > SHOWN else "")


def _trap_panel(sprung: Sequence[Sprung], size: int, say: Say) -> Panel:
    """Show the victims of a trap and their wounds; equal wounds are written once."""
    hurt = {victim.who.id: victim.who for victim in sprung if victim.who}
    # A group's own trap is drawn as an explosion.
    signs = [art(known(TRAPS, sprung[0].trap.key.rpartition(".")[2], f"{TRAPS}/explosion"), size)]
    signs += _faces(hurt.values(), size)
    title = ", ".join(dict.fromkeys(say(victim.trap.key) for victim in sprung))
    alike = len({victim.wounds for victim in sprung}) == 1
    words = ", ".join(
        (display_name(victim.who.name, say) if victim.who else say("tidings.everybody"))
        + ("" if alike else f" {_wounds_text(victim)}")
        for victim in sprung
    )
    return Panel(signs, title[:1].upper() + title[1:], words, _wounds_text(sprung[0]) if alike else "")


def _wounds_text(victim: Sprung) -> str:
    return f"−{victim.wounds}"


def _finds_panel(found: Sequence[Find], size: int, say: Say) -> Panel:
    icons = [art(icon_path(find.item.key), size) for find in found[: SHOWN + 1]]
    finders = {find.who for find in found}
    (finder,) = finders if len(finders) == 1 else ("",)
    title = display_name(finder, say) if finder else say("tidings.found")
    return Panel(icons, title, ", ".join(_find_in_words(find, say) for find in found))


def _find_in_words(find: Find, say: Say) -> str:
    name = display_name(find.item, say)
    if find.worth:
        return say("tidings.worth", item=find.item, worth=find.worth)
    return f"{name} +{find.plus}" if find.plus else name


def _draw_panel(canvas: Canvas, panel: Panel, top: int, tall: int) -> None:
    wide, middle = canvas.size[0], top + tall // 2
    box = (MARGIN, top, wide - MARGIN, top + tall)
    cards.ground(canvas, box)
    if panel.grave:
        canvas.block(box, palette.DARK)
    left = MARGIN + GAP
    for sprite in panel.pictures:
        canvas.stamp(sprite, left + sprite.ink.width // 2, middle)
        left += sprite.ink.width + GAP // 2
    left += GAP
    if panel.figure:
        size = round(TITLE * 1.5 * wide / WIDTH)
        canvas.text(left, middle + size // 3, panel.figure, "bold", size)
        left += round(width(panel.figure, "bold", size)) + 2 * GAP
    _write_panel_text(canvas, panel, (left, middle, wide - MARGIN - GAP - left))


def _write_panel_text(canvas: Canvas, panel: Panel, place: tuple[int, int, int]) -> None:
    """Write a title and a line of words, whose first part joins the title if they are too long.

    ``place`` is left, vertical middle and width in pixels.
    """
    left, middle, room = place
    least = least_type(canvas.size[0])
    head, _, rest = panel.words.partition(PART)
    longer = f"{panel.title}{PART}{head}"
    if rest and width(panel.words, "text", least) > room >= width(longer, "bold", least):
        panel = panel._replace(title=longer, words=rest)
    title, size = shrink_to_fit(panel.title, "bold", max(least, round(TITLE * canvas.size[0] / WIDTH)), least, room)
    lines: list[tuple[str, Face, int]] = [(title, "bold", size)]
    if panel.words:
        lines.append((fit_line(panel.words, "text", least, room), "text", least))
    base = middle - round(LEADING * sum(size for *_, size in lines)) // 2
    for line, kind, high in lines:
        base += round(LEADING * high)
        canvas.text(left, base - high // 4, line, kind, high)
