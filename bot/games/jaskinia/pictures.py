"""The pictures of Jaskinia, each with what it shows in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.jaskinia import places, words
from bot.games.pictures import Picture, draw_picture
from bot.words.narrator import Narrator
from images.clashes import Outcome
from rules.jaskinia.view import CardView, FightView, SeekerView, View


async def cave_picture(narrator: Narrator, view: View) -> Picture | None:
    """The whole map."""

    def draw() -> bytes:
        from images.jaskinia.cave import draw_cave

        return draw_cave(view, narrator.plain.say)

    return await draw_picture("cave.png", draw, places.cave_in_words(narrator.plain, view), narrator, view)


async def surroundings_picture(narrator: Narrator, view: View, at: str, ended: Outcome | None = None) -> Picture | None:
    """What is around an area, close up; above it how a fight ended."""

    def draw() -> bytes:
        from images.jaskinia.surroundings import draw_surroundings

        return draw_surroundings(view, narrator.plain.say, at, ended)

    alt = _joined(words.outcome_in_words(narrator, ended), places.surroundings_in_words(narrator.plain, view, at))
    return await draw_picture(f"around-{at}.png", draw, alt, narrator, view, at, ended)


async def discovery_picture(narrator: Narrator, view: View, finder: SeekerView) -> Picture | None:
    """The Crystal Chamber when it is found."""

    def draw() -> bytes:
        from images.jaskinia.discovery import draw_discovery

        return draw_discovery(view, finder, narrator.plain.say)

    alt = f"{places.crystal(narrator.plain, view)} {narrator.plain.say('cave.alt.found', who=finder.name)}"
    return await draw_picture("crystal.png", draw, alt, narrator, view, finder)


async def cards_picture(narrator: Narrator, cards: Sequence[CardView]) -> Picture | None:
    """Cards side by side."""

    def draw() -> bytes:
        from images.jaskinia.cards import draw_cards

        return draw_cards(cards, narrator.plain.say)

    return await draw_picture("cards.png", draw, words.drawn_in_words(narrator, cards), narrator, cards)


async def seeker_picture(narrator: Narrator, view: View, one: SeekerView, nth: int = 1) -> Picture | None:
    """A Seeker's card, the ``nth`` of its message."""

    def draw() -> bytes:
        from images.jaskinia.seekers import draw_seeker

        return draw_seeker(one, narrator.plain.say)

    return await draw_picture(f"seeker-{nth}.png", draw, _bare(words.sheet(narrator.plain, view, one)), narrator, one)


async def seekers_picture(narrator: Narrator, view: View) -> Picture | None:
    """All Seekers at a glance."""

    def draw() -> bytes:
        from images.jaskinia.seekers import draw_seekers

        return draw_seekers(view, narrator.plain.say)

    return await draw_picture("seekers.png", draw, _bare(words.players(narrator.plain, view)), narrator, view)


async def fight_picture(narrator: Narrator, fight: FightView, ended: Outcome | None = None) -> Picture | None:
    """The two sides of a fight, and how it ended."""

    def draw() -> bytes:
        from images.jaskinia.fight import draw_fight

        return draw_fight(fight, narrator.plain.say, ended)

    alt = _joined(words.fight_in_words(narrator, fight), words.outcome_in_words(narrator, ended))
    return await draw_picture("fight.png", draw, alt, narrator, fight, ended)


def _joined(*said: str) -> str:
    return " ".join(filter(None, said))


def _bare(said: str) -> str:
    """Words without the Markdown in which they stand below a picture."""
    return said.replace("*", "")
