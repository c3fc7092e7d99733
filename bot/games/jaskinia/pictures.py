"""Pictures of Jaskinia: the cave, cards, Seekers and fights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from bot.games import face, films
from bot.games.jaskinia import words
from bot.games.table_words import join_sentences
from bot.words.narrator import Narrator
from images.clashes import Outcome
from images.moments import Moment
from rules.jaskinia.view import CardView, FightView, SeekerView, View


async def cave_picture(narrator: Narrator, view: View) -> face.Picture | None:
    """Draw the whole map with the legend."""

    def draw() -> bytes:
        from images.jaskinia.cave import draw_cave

        return draw_cave(view, narrator.plain.say)

    return await face.draw_picture("cave.png", draw, words.cave_in_words(narrator.plain, view), narrator, view)


async def overview_picture(narrator: Narrator, view: View) -> face.Picture | None:
    """Draw the whole cave in half the height of a phone screen."""

    def draw() -> bytes:
        from images.jaskinia.cave import draw_overview

        return draw_overview(view)

    return await face.draw_picture("overview.png", draw, words.cave_in_words(narrator.plain, view), narrator, view)


async def area_picture(narrator: Narrator, view: View, at: str) -> face.Picture | None:
    """Draw the surroundings of an area with the legend."""

    def draw() -> bytes:
        from images.jaskinia.surroundings import draw_area

        return draw_area(view, narrator.plain.say, at)

    alt = words.surroundings_in_words(narrator.plain, view, at)
    return await face.draw_picture(f"area-{at}.png", draw, alt, narrator, view, at)


async def surroundings_picture(
    narrator: Narrator, view: View, at: str, above: Outcome | Moment | None = None
) -> face.Picture | None:
    """Draw the surroundings of an area in half a phone screen; ``above``: the end of a fight or a great moment."""

    def draw() -> bytes:
        from images.jaskinia.surroundings import draw_surroundings

        return draw_surroundings(view, narrator.plain.say, at, above)

    head = above.words if isinstance(above, Moment) else words.outcome_in_words(narrator, above)
    alt = join_sentences(head, words.surroundings_in_words(narrator.plain, view, at))
    return await face.draw_picture(f"around-{at}.png", draw, alt, narrator, view, at, above)


async def discovery_picture(narrator: Narrator, view: View, finder: SeekerView) -> face.Picture | None:
    """Draw the Crystal Chamber when it is found."""

    def draw() -> bytes:
        from images.jaskinia.fight import draw_discovery

        return draw_discovery(view, finder, narrator.plain.say)

    alt = f"{words.crystal(narrator.plain, view)} {narrator.plain.say('cave.alt.found', who=finder.name)}"
    return await face.draw_picture("crystal.png", draw, alt, narrator, view, finder)


async def cards_picture(narrator: Narrator, cards: Sequence[CardView]) -> face.Picture | None:
    """Draw the cards that were drawn."""

    def draw() -> bytes:
        from images.jaskinia.cards import draw_drawn

        return draw_drawn(cards, narrator.plain.say)

    return await face.draw_picture("cards.png", draw, words.drawn_in_words(narrator, cards), narrator, cards)


async def seeker_picture(narrator: Narrator, view: View, seeker: SeekerView, nth: int = 1) -> face.Picture | None:
    """Draw a Seeker's card; ``nth``: its number in the message."""

    def draw() -> bytes:
        from images.jaskinia.sheets import draw_seeker

        return draw_seeker(seeker, narrator.plain.say)

    return await face.draw_picture(
        f"seeker-{nth}.png", draw, _without_markdown(words.sheet(narrator.plain, view, seeker)), narrator, seeker
    )


async def seekers_picture(narrator: Narrator, view: View, *, setting_out: bool = False) -> face.Picture | None:
    """Draw all Seekers at a glance, or as they set out."""

    def draw() -> bytes:
        from images.jaskinia.sheets import draw_company, draw_seekers

        return (draw_company if setting_out else draw_seekers)(view, narrator.plain.say)

    alt = _without_markdown(words.players(narrator.plain, view))
    return await face.draw_picture("seekers.png", draw, alt, narrator, view, setting_out)


async def fight_picture(narrator: Narrator, fight: FightView, ended: Outcome | None = None) -> face.Picture | None:
    """Draw both sides of a fight, and the outcome once it has ended."""

    def draw() -> bytes:
        from images.jaskinia.fight import draw_fight

        return draw_fight(fight, narrator.plain.say, ended)

    alt = join_sentences(words.fight_in_words(narrator, fight), words.outcome_in_words(narrator, ended))
    return await face.draw_picture("fight.png", draw, alt, narrator, fight, ended)


def _without_markdown(said: str) -> str:
    return said.replace("*", "")


def seen_later(view: View) -> View:
    """Return the view without the path of the finished turn."""
    return replace(view, path=())


def _film_of_maps() -> films.Film[View, Any]:
    from images.jaskinia.cave import growth, stages

    return films.Film(stages, growth)


async def grown_cave(narrator: Narrator, views: Sequence[View]) -> list[face.Grown]:
    """Return the animation of the cave's exploration; empty if hardly anything happened."""
    shown = await films.moments_of(_film_of_maps, views)
    if not shown:
        return []
    plain, first, last = narrator.plain, shown[0], shown[-1]
    return await films.grown_map(
        "growth",
        _film_of_maps,
        shown,
        cave_picture(narrator, seen_later(last.view)),
        plain.say("cave.grown", first=first.view.round, last=last.view.round),
        plain.say("cave.alt.grown", first=len(first.found), last=len(last.found)),
    )
