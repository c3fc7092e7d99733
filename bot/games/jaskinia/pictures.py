"""Pictures of Jaskinia: the cave, cards, Seekers and fights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bot.games.drawing import Later, draw_view, grown_map, moments_of
from bot.games.face import Grown, Picture, without_failed
from bot.games.jaskinia import epilogue, words
from bot.games.table_words import join_sentences
from bot.words.narrator import Narrator
from images.clashes import Outcome
from images.moments import Moment
from rules.jaskinia.view import CardView, FightView, SeekerView, View

if TYPE_CHECKING:
    from images.jaskinia import cards, cave, ending, fight, sheets, surroundings
else:
    cards, cave, ending, fight, sheets, surroundings = (
        Later(f"jaskinia.{name}") for name in ("cards", "cave", "ending", "fight", "sheets", "surroundings")
    )


async def cave_picture(narrator: Narrator, view: View) -> Picture | None:
    """Draw the whole map with the legend."""
    return await draw_view("cave.png", cave.draw_cave, words.cave_in_words(narrator.plain, view), narrator, view)


async def overview_picture(narrator: Narrator, view: View) -> Picture | None:
    """Draw the whole cave in half the height of a phone screen."""
    alt = words.cave_in_words(narrator.plain, view)
    return await draw_view("overview.png", cave.draw_overview, alt, narrator, view)


async def area_picture(narrator: Narrator, view: View, at: str) -> Picture | None:
    """Draw the surroundings of an area with the legend."""
    alt = words.surroundings_in_words(narrator.plain, view, at)
    return await draw_view(f"area-{at}.png", surroundings.draw_area, alt, narrator, view, at)


async def surroundings_picture(
    narrator: Narrator, view: View, at: str, above: Outcome | Moment | None = None
) -> Picture | None:
    """Draw the surroundings of an area in half a phone screen; ``above``: the end of a fight or a great moment."""
    head = above.words if isinstance(above, Moment) else words.outcome_in_words(narrator, above)
    alt = join_sentences(head, words.surroundings_in_words(narrator.plain, view, at))
    return await draw_view(f"around-{at}.png", surroundings.draw_surroundings, alt, narrator, view, at, above)


async def discovery_picture(narrator: Narrator, view: View, finder: SeekerView) -> Picture | None:
    """Draw the Crystal Chamber when it is found."""
    alt = f"{words.crystal(narrator.plain, view)} {narrator.plain.say('cave.alt.found', who=finder.name)}"
    return await draw_view("crystal.png", fight.draw_discovery, alt, narrator, view, finder)


async def cards_picture(narrator: Narrator, drawn: Sequence[CardView]) -> Picture | None:
    """Draw the cards that were drawn."""
    return await draw_view("cards.png", cards.draw_drawn, words.drawn_in_words(narrator, drawn), narrator, drawn)


async def seeker_picture(narrator: Narrator, view: View, seeker: SeekerView, nth: int = 1) -> Picture | None:
    """Draw a Seeker's card; ``nth``: its number in the message."""
    alt = _without_markdown(words.sheet(narrator.plain, view, seeker))
    return await draw_view(f"seeker-{nth}.png", sheets.draw_seeker, alt, narrator, seeker)


async def seekers_picture(narrator: Narrator, view: View, *, setting_out: bool = False) -> Picture | None:
    """Draw all Seekers at a glance, or as they set out."""
    alt = _without_markdown(words.players(narrator.plain, view))
    draw = sheets.draw_company if setting_out else sheets.draw_seekers
    return await draw_view("seekers.png", draw, alt, narrator, view)


async def fight_picture(narrator: Narrator, seen: FightView, ended: Outcome | None = None) -> Picture | None:
    """Draw both sides of a fight, and the outcome once it has ended."""
    alt = join_sentences(words.fight_in_words(narrator, seen), words.outcome_in_words(narrator, ended))
    return await draw_view("fight.png", fight.draw_fight, alt, narrator, seen, ended)


def _without_markdown(said: str) -> str:
    return said.replace("*", "")


def seen_later(view: View) -> View:
    """Return the view without the path of the finished turn."""
    return replace(view, path=())


async def ending_picture(narrator: Narrator, view: View) -> list[Picture]:
    """Draw the winner, the standings and the dead."""
    plain = narrator.plain
    lines = [line.replace("**", "") for line in epilogue.epilogue(plain, view, (), ())]
    alt = " ".join([epilogue.outcome(plain, view), *lines])
    return without_failed(await draw_view("ending.png", ending.draw_ending, alt, narrator, view, epilogue.ranked(view)))


async def grown_cave(narrator: Narrator, views: Sequence[View]) -> list[Grown]:
    """Return the animation of the cave's exploration; empty if hardly anything happened."""
    shown = await moments_of(cave.stages, views)
    if not shown:
        return []
    plain, first, last = narrator.plain, shown[0], shown[-1]
    return await grown_map(
        "growth",
        partial(cave.growth, shown),
        cave_picture(narrator, seen_later(last.view)),
        plain.say("cave.grown", first=first.view.round, last=last.view.round),
        plain.say("cave.alt.grown", first=len(first.found), last=len(last.found)),
    )
