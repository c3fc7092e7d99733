"""Setting teams right: Gems, and what lies in their Camps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.corrections import Deed, action, hidden
from rules.kernel.requests import GM, Action, Amount, Choose, Seat
from rules.kernel.table import Event, Table
from rules.kernel.words import Fact
from rules.labirynt_czarnoksieznika.corrections.moments import supply, tokens_of
from rules.labirynt_czarnoksieznika.equipment.finds import discard, draw_out, token_word
from rules.labirynt_czarnoksieznika.events.corrections import GemsSet, StoreChanged, TokenStored, TokenUnstored
from rules.labirynt_czarnoksieznika.model import Game, Team


def offers(game: Game) -> Iterator[Action[Any]]:
    """For each player who is in the game: Gems short of the goal, as no correction ends a game; stored tokens."""
    for team in (team for team in game.teams.values() if game.lives(team.seat)):
        facts: dict[str, Fact] = {"player": team.seat, "now": team.gems}
        ask = Amount(who=GM, why="gm.gems", least=0, most=game.options.gems - 1, facts=facts)
        yield action("gems", team.seat, ask, **facts)
        yield from _offer("store", team, supply(game, crystals=False))
        yield from _offer("unstore", team, team.store)


def _offer(verb: str, team: Team, tokens: list[str]) -> Iterator[Action[Any]]:
    if tokens:
        facts: dict[str, Fact] = {"player": team.seat}
        ask = Choose(who=GM, why=f"gm.{verb}", options=tokens_of(tokens), facts=facts, secret=True)
        yield hidden(verb, team.seat, ask, **facts)


# What comes of it ------------------------------------------------------------------------------------------------


def set_gems(table: Table, game: Game, about: Seat, now: int) -> None:
    """So many Gems."""
    team = game.teams[about]
    table.tell(GemsSet(team.seat, team.gems, now))
    team.gems = now


def store(table: Table, game: Game, about: Seat, token: str) -> None:
    """A token more in the Camp."""
    team = game.teams[about]
    team.store.append(draw_out(game, token))
    _whisper(table, team, TokenStored(team.seat, token_word(token)))


def unstore(table: Table, game: Game, about: Seat, token: str) -> None:
    """A token less in the Camp."""
    team = game.teams[about]
    team.store.remove(token)
    discard(game, token)
    _whisper(table, team, TokenUnstored(team.seat, token_word(token)))


def _whisper(table: Table, team: Team, event: Event) -> None:
    table.tell(event, to=(team.seat,), shadow=StoreChanged(team.seat, len(team.store)))


DEEDS: Mapping[str, Deed[Game]] = {"gems": set_gems, "store": store, "unstore": unstore}
