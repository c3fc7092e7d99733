"""What must never be true of a game of Labirynt Czarnoksiężnika, wherever it stands, and who plays such games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rules.games import load
from rules.kernel.game import Rules
from rules.kernel.requests import Seat
from rules.labirynt_czarnoksieznika.characters.abilities import BARRED, count_of
from rules.labirynt_czarnoksieznika.corrections import DEEDS
from rules.labirynt_czarnoksieznika.equipment.packing import weapon_bonus
from rules.labirynt_czarnoksieznika.events.course import OrdersChanged, SortingNamed
from rules.labirynt_czarnoksieznika.events.finds import FindsSeen, RuneSeen
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game, Orders, Team
from rules.labirynt_czarnoksieznika.tables.sheets import board_of
from rules.labirynt_czarnoksieznika.ways import ROOM
from tests.rules.contract.witness import GameWitness, Meddling

RULES: Rules[Any] = load("labirynt-czarnoksieznika")
ACTIVE = 2


# What is impossible ----------------------------------------------------------------------------------------------


def impossible(game: Game, why: str = "") -> list[str]:
    """Everything about this state that cannot be, as sentences; before the set-up is over there is nothing to see."""
    if not game.order or why.startswith("runes."):  # two Runes are in the reader's hand
        return []
    return [*_tokens(game), *_runes(game), *_people(game), *_chambers(game), *_special(game), *_teams(game)]


def settled(game: Game) -> list[str]:
    """What is not settled when a stage is over."""
    return [*(() if game.outcome else _unsettled(game)), *_ended(game)]


def _tokens(game: Game) -> Iterator[str]:
    """Finds and Crystals: as many as the box holds, wherever they are."""
    there = Counter(game.bag)
    for tokens in (*game.floor.values(), *(team.store for team in game.teams.values())):
        there.update(tokens)
    for one in game.characters.values():
        there.update(one.tokens)
    crystals = game.crystals + there.pop(CRYSTAL, 0)
    if there != Counter({find.id: find.count for find in game.tables.finds.find}):
        yield f"Finds {dict(there)}"
    if crystals != game.tables.gems.crystals:
        yield f"{crystals} Crystals"
    if any(not tokens for tokens in game.floor.values()) or min(game.bag.values(), default=1) < 1:
        yield f"nothing lies at {game.floor}, bag {game.bag}"


def _runes(game: Game) -> Iterator[str]:
    there = Counter(game.runes) + Counter(one.rune for one in game.characters.values() if one.rune)
    if there != Counter({rune.id: rune.count for rune in game.tables.runes.rune}):
        yield f"Runes {dict(there)}"


def _people(game: Game) -> Iterator[str]:
    for one in game.characters.values():
        yield from (f"{one.id}: {wrong}" for wrong in (_alive if one.active else _absent)(game, one))


def _alive(game: Game, one: Character) -> Iterator[str]:
    card = game.card(one.id)
    if not 1 <= one.life <= card.life:
        yield f"has {one.life} of {card.life} Life Points"
    if game.kind_at(one.at) == "camp" and one.at != game.camp_of(one.seat):
        yield f"stands in the Camp {one.at}"
    if len(one.pack) > card.backpack:
        yield f"carries {one.pack} in {card.backpack} boxes"
    if len(one.worn) > card.armour_slots or len(Counter(_parts(game, one))) != len(one.worn):
        yield f"wears {one.worn} in {card.armour_slots} places"
    if one.hand not in ("", GLOVE) and not weapon_bonus(game, one.hand):
        yield f"holds {one.hand}"
    if one.hand == GLOVE and one.worn:
        yield f"wears {one.worn} under the Glove"
    if one.id == ZOMBIE and (one.hand or one.worn or one.rune):
        yield f"holds {one.hand}, wears {one.worn}, Rune {one.rune}"


def _parts(game: Game, one: Character) -> list[str]:
    return [game.tables.finds.of(worn).part for worn in one.worn]


def _absent(game: Game, one: Character) -> Iterator[str]:
    if one.id == ZOMBIE or one.life or one.at or one.tokens or one.hand or one.rune or one.stunned or one.held:
        yield f"is {one.state} with {one.life} Life Points at {one.at!r}, {one.tokens}, {one.hand}, {one.rune}"


def _chambers(game: Game) -> Iterator[str]:
    for where, count in Counter(one.at for one in game.characters.values() if one.active).items():
        if count > ROOM:
            yield f"{count} characters at {where}"
    for where in game.floor:
        if game.kind_at(where) == "camp":
            yield f"tokens lie in the Camp {where} instead of being stored"


def _special(game: Game) -> Iterator[str]:
    for where, token in game.tokens.items():
        if game.kind_at(where) in BARRED:
            yield f"a {token.kind} in {where}"
    for kind, count in Counter(token.kind for token in game.tokens.values()).items():
        if count > count_of(game, kind):
            yield f"{count} of {kind}"
    zombie = game.characters.get(ZOMBIE)
    if zombie is not None and not game.characters[game.raiser].active:
        yield "a Zombie without its master"


def _teams(game: Game) -> Iterator[str]:
    if sorted(team.board for team in game.teams.values()) != list(range(len(game.seats))):
        yield "a board has two owners"
    for team in game.teams.values():
        yield from (f"{team.seat}: {wrong}" for wrong in _team(game, team))


def _team(game: Game, team: Team) -> Iterator[str]:
    states = Counter(one.state for one in game.cards_of(team.seat))
    if states["active"] > ACTIVE or states["asleep"] > 1 or (states["dead"] and states["asleep"]):
        yield f"characters {dict(states)}"
    if team.gems < 0 or (team.gems >= game.options.gems and not game.outcome):
        yield f"{team.gems} Gems"
    if sum(one.hand == GLOVE for one in game.people_of(team.seat)) > 1:
        yield "two Gloves"
    if not 0 <= board_of(game.camp_of(team.seat)) < len(game.boards):
        yield f"board {team.board}"


def _unsettled(game: Game) -> Iterator[str]:
    if game.fight is not None or game.entered:
        yield f"a fight {game.fight}, {game.entered} still explores"
    if any(one.loot or one.held for one in game.characters.values()):
        yield "something is not stowed, or somebody is still held"
    if not game.lives(game.active_seat):
        yield f"{game.active_seat} is at turn, and has nobody"


def _ended(game: Game) -> Iterator[str]:
    if bool(game.outcome) != bool(game.winner):
        yield f"outcome {game.outcome!r}, winner {game.winner!r}"
    if game.outcome == "gems" and game.teams[game.winner].gems < game.options.gems:
        yield f"{game.winner} has won with {game.teams[game.winner].gems} Gems"
    alive = [seat for seat in game.order if game.lives(seat)]
    if game.order and (game.outcome == "last") != (len(alive) == 1):
        yield f"outcome {game.outcome!r}, {alive} live"


# What nobody may know --------------------------------------------------------------------------------------------


def disguise(game: Game, viewer: Seat | None) -> None:
    """Other tokens, Runes and orders wherever this viewer cannot see them."""
    for team in game.teams.values():
        if team.seat != viewer:
            _disguise(game, team)


def _disguise(game: Game, team: Team) -> None:
    """Other tokens in Backpacks and Camp, other Runes, other orders; as many as before."""
    team.orders = Orders(joint="never", scrolls="never", reroll="ask", again="never")
    team.store = [_another(token) for token in team.store]
    for one in game.characters.values():
        if one.seat == team.seat:
            one.pack, one.loot = [_another(token) for token in one.pack], [_another(token) for token in one.loot]
            one.rune = ("water" if one.rune == "fire" else "fire") if one.rune else ""


def _another(token: str) -> str:
    return "dagger" if token != "dagger" else CRYSTAL


def _owner(game: Game, event: FindsSeen | RuneSeen) -> Seat:
    return next(character.seat for character in game.characters.values() if character.name == event.who)


WITNESS = GameWitness(
    rules=RULES,
    seeds=(81, 82),
    careful=800,
    reckless=60,
    outcomes=("gems", "last"),
    impossible=impossible,
    settled=settled,
    disguise=disguise,
    private={
        FindsSeen: _owner,
        RuneSeen: _owner,
        **{kind: lambda game, event: event.by for kind in (OrdersChanged, SortingNamed)},
    },
    fixed=("teams", "neutral"),
    meddling=Meddling(
        stages=24,
        reckless=(500, 520, 682, 686, 697, 709),
        more=(*range(520, 537), 562, 566, 569, 574),
        careful=range(500, 503),
        deeds=tuple(DEEDS),
        rare=("wake",),  # few of the dead wait to awaken
    ),
)
