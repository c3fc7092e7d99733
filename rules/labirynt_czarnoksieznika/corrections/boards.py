"""Corrections of boards and teams: tokens, chambers, Gems and Camps; and when corrections are available."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rules.kernel.corrections import Deed, action, hidden
from rules.kernel.events import Event
from rules.kernel.requests import GM, Action, Amount, Choose, Field, Filled, Form, Option, Seat
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_czarnoksieznika import forecast
from rules.labirynt_czarnoksieznika.characters.abilities import BARRED, LAYS, free_tokens
from rules.labirynt_czarnoksieznika.equipment.finds import discard, draw_out, lay_down, pick_up, token_word
from rules.labirynt_czarnoksieznika.events import corrections
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Character, Game, Team, Token
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, Place, board_of, chamber_of, place


def open_to_corrections(game: Game) -> bool:
    """Whether the set-up is over and the game is not."""
    return bool(game.order) and not game.outcome


def calm(game: Game) -> bool:
    """Whether no fight is going on, so that characters may be moved, die and awaken."""
    return game.fight is None


# Options and facts of the questions ------------------------------------------------------------------------------


def place_facts(game: Game, where: Place) -> Facts:
    """Return a place as facts: chamber, its kind and its board."""
    kind = Word(f"chamber.{game.kind_at(where)}")
    return {"where": chamber_of(where), "chamber": kind, "board": board_name(game, where)}


def board_name(game: Game, where: Place) -> Word:
    """Return the name of the board of a place."""
    return game.board_name(board_of(where))


def spots(game: Game, places: Iterable[Place]) -> tuple[Option, ...]:
    """Return places as options."""
    return tuple(Option(where, "gm.spot", facts=place_facts(game, where)) for where in places)


def chambers(game: Game) -> Iterator[Place]:
    """Return every place, board by board."""
    return (place(chamber, board) for board in range(len(game.boards)) for chamber in CHAMBERS)


def tokens_of(tokens: Iterable[str]) -> tuple[Option, ...]:
    """Return tokens as options, each kind once."""
    return tuple(Option(token, "gm.loot", facts={"token": token_word(token)}) for token in dict.fromkeys(tokens))


def supply(game: Game, *, crystals: bool) -> list[str]:
    """Return the tokens out of play: those in the bag, and a Crystal of the stack if ``crystals``."""
    kinds = [find.id for find in game.tables.finds.find if find.id in game.bag]
    return [*kinds, *([CRYSTAL] if crystals and game.crystals else [])]


def board_offers(game: Game) -> Iterator[Action]:
    """Return the corrections that break a fight off, and those of special tokens, Finds and Crystals on the floor."""
    if game.fight:
        attacker, other = forecast.first_fighters(game)
        yield action("part", "", None, attacker=attacker, other=other)
    for character in [
        character
        for character in game.characters.values()
        if character.active and game.card(character.id).ability in LAYS
    ]:
        yield from _special_token_actions(game, character)
    if game.tokens:
        options = tuple(
            Option(
                where,
                "gm.special",
                facts={"token": Word(f"token.{game.tokens[where].kind}"), **place_facts(game, where)},
            )
            for where in game.tokens
        )
        yield action("clear", "", Choose(who=GM, why="gm.clear", options=options))
    if things := tokens_of(supply(game, crystals=True)):
        what = Field("token", Choose(who=GM, why="gm.floor.token", options=things), Word("field.token"))
        places = spots(game, (where for where in chambers(game) if game.kind_at(where) != "camp"))
        where = Field("where", Choose(who=GM, why="gm.floor.where", options=places), Word("field.where"))
        yield action("floor", "", Form(who=GM, why="gm.floor", fields=(what, where)))
    if game.floor:
        yield action("lift", "", Choose(who=GM, why="gm.lift", options=tuple(_lying_token_options(game))))


def _special_token_actions(game: Game, character: Character) -> Iterator[Action]:
    """Return the correction that lays a character's special token in any allowed chamber [10.2]; none for dead owners
    [10.4].
    """
    kind = LAYS[game.card(character.id).ability]
    free = [where for where in chambers(game) if where not in game.tokens and game.kind_at(where) not in BARRED]
    if free_tokens(game, kind) > 0:
        facts = {"token": Word(f"token.{kind}")}
        ask = Choose(who=GM, why="gm.token", options=spots(game, free), facts=facts)
        yield action("token", character.id, ask, **facts)


def _lying_token_options(game: Game) -> Iterator[Option]:
    for where, tokens in game.floor.items():
        for token in dict.fromkeys(tokens):
            yield Option(
                f"{where}:{token}", "gm.lying.token", facts={"token": token_word(token), **place_facts(game, where)}
            )


# Effects ---------------------------------------------------------------------------------------------------------


def place_special(table: Table, game: Game, about: str, where: Place) -> None:
    """Put a special token into a chamber; it does not act on characters already there [10.3]."""
    character = game.characters[about]
    kind = LAYS[game.card(about).ability]
    game.tokens[where] = Token(kind=kind, seat=character.seat)
    table.tell(
        corrections.SpecialPlaced(character.seat, Word(f"token.{kind}"), chamber_of(where), board_name(game, where))
    )


def remove_special(table: Table, game: Game, about: str, where: Place) -> None:
    """Return a special token to its card."""
    token = game.tokens.pop(where)
    table.tell(
        corrections.SpecialRemoved(token.seat, Word(f"token.{token.kind}"), chamber_of(where), board_name(game, where))
    )


def lay_on_floor(table: Table, game: Game, about: str, filled: Filled) -> None:
    """Put a token face up into a chamber."""
    token, where = filled.values["token"], filled.values["where"]
    lay_down(game, where, [draw_out(game, token)])
    table.tell(corrections.TokenLaidDown(token_word(token), chamber_of(where), board_name(game, where)))


def lift(table: Table, game: Game, about: str, what: str) -> None:
    """Return a token from a chamber to the bag, or a Crystal to its stack."""
    where, _, token = what.partition(":")
    pick_up(game, where, token)
    discard(game, token)
    table.tell(corrections.TokenLifted(token_word(token), chamber_of(where), board_name(game, where)))


def part(table: Table, game: Game, about: str, _: None) -> None:
    """Break the fight off before the dice; nobody has won."""
    table.tell(corrections.FightBrokenOff(*forecast.first_fighters(game)))
    game.fight = None


DEEDS: Mapping[str, Deed[Game]] = {
    "part": part,
    "token": place_special,
    "clear": remove_special,
    "floor": lay_on_floor,
    "lift": lift,
}


def team_offers(game: Game) -> Iterator[Action]:
    """Return the corrections of Gems and stored tokens for each player in the game; Gems stay below the goal."""
    for team in (team for team in game.teams.values() if game.lives(team.seat)):
        facts: Facts = {"player": team.seat, "now": team.gems}
        ask = Amount(who=GM, why="gm.gems", least=0, most=game.options.gems - 1, facts=facts)
        yield action("gems", team.seat, ask, **facts)
        yield from _token_choice_action("store", team, supply(game, crystals=False))
        yield from _token_choice_action("unstore", team, team.store)


def _token_choice_action(verb: str, team: Team, tokens: list[str]) -> Iterator[Action]:
    if tokens:
        facts: Facts = {"player": team.seat}
        ask = Choose(who=GM, why=f"gm.{verb}", options=tokens_of(tokens), facts=facts, secret=True)
        yield hidden(verb, team.seat, ask, **facts)


# Effects ---------------------------------------------------------------------------------------------------------


def set_gems(table: Table, game: Game, about: Seat, now: int) -> None:
    """Set a player's number of Gems."""
    team = game.teams[about]
    table.tell(corrections.GemsSet(team.seat, team.gems, now))
    team.gems = now


def store(table: Table, game: Game, about: Seat, token: str) -> None:
    """Add a token to a Camp's store."""
    team = game.teams[about]
    team.store.append(draw_out(game, token))
    _tell_team_privately(table, team, corrections.TokenStored(team.seat, token_word(token)))


def unstore(table: Table, game: Game, about: Seat, token: str) -> None:
    """Remove a token from a Camp's store."""
    team = game.teams[about]
    team.store.remove(token)
    discard(game, token)
    _tell_team_privately(table, team, corrections.TokenUnstored(team.seat, token_word(token)))


def _tell_team_privately(table: Table, team: Team, event: Event) -> None:
    table.tell(event, to=(team.seat,), shadow=corrections.StoreChanged(team.seat, len(team.store)))


TEAM_DEEDS: Mapping[str, Deed[Game]] = {"gems": set_gems, "store": store, "unstore": unstore}
