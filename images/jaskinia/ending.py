"""Draws the end of Jaskinia: the Seekers, the trials that each player passed, the dead."""

from __future__ import annotations

from collections.abc import Sequence

from images import ending
from images.artwork import art
from images.jaskinia import tokens
from images.lettering import Say, display_name
from rules.jaskinia.view import PlayerView, View
from rules.kernel.words import Word


def draw_ending(view: View, say: Say, ranking: Sequence[tuple[int, PlayerView]]) -> bytes:
    """Return the end as a PNG of page width, with the standings in the order of the ranking, which has their places."""
    alive = [
        ending.Person(
            tokens.seeker(player.seeker.id, ending.PORTRAIT),
            display_name(player.seeker.name, say),
            ("winner",) if player.seat == view.winner else (),
        )
        for _, player in ranking
        if player.seeker
    ]
    dead = [
        ending.Person(
            tokens.seeker(
                player.last.key.removeprefix("seeker.") if isinstance(player.last, Word) else "", ending.PORTRAIT
            ),
            display_name(player.last, say),
            ("dead",),
        )
        for player in view.players
        if player.last and not player.seeker and player.guest is None
    ]
    return ending.draw(
        say(f"cavepic.ending.{view.outcome}"),
        art("jaskinia/pieces/crystal" if view.outcome == "crystal" else "signs/candle", ending.SIGN),
        living=ending.Group(say("cavepic.ending.living"), alive),
        dead=ending.Group(say("cavepic.ending.dead"), dead),
        standings=[_standing(player, place, view, say) for place, player in ranking] if len(ranking) > 1 else [],
        beside="winner" if view.winner else "dead" if view.outcome == "lost" else "",
    )


def _standing(player: PlayerView, place: int, view: View, say: Say) -> ending.Standing:
    dead = player.seeker is None and player.guest is None
    name = player.seeker.name if player.seeker else player.guest or player.last or ""
    trials = len(player.seeker.trials) if player.seeker else 0
    mark = "winner" if player.seat == view.winner else "dead" if dead else ""
    words = say("cavepic.ending.out" if dead else "cavepic.ending.place", place=place, who=player.seat, name=name)
    reached = "" if dead or view.beside else say("cavepic.ending.trials", number=trials, goal=view.goal)
    return ending.Standing(tokens.pawn(player.mark, ending.BADGE), words, reached, mark)
