"""The content of scenario files: a position of Seekers, cards and Gates, and a rule by its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from rules.jaskinia.beside.outside import leave
from rules.jaskinia.beside.sheets import CAME, Guest, seat_guests, seats_of
from rules.jaskinia.cards import decks_of, has_spells
from rules.jaskinia.effects import cast
from rules.jaskinia.exploration.arriving import arrive, look_around
from rules.jaskinia.exploration.chambers import carry_out, fight_for, gifts, give_wealth, take_crystal
from rules.jaskinia.exploration.exploring import explore, lying
from rules.jaskinia.fight.encounters import attack, steal
from rules.jaskinia.free_actions import AS_ORDERED, keep, wishes
from rules.jaskinia.model import DECKS, SPELLS, TRIALS, USUAL_ORDERS, Annex, Game, Orders, Player, Seeker, Trip
from rules.jaskinia.movement import KEY, MIGHTS, go, try_gate, walk
from rules.jaskinia.options import ALONE, SPELLS_TOO, read
from rules.jaskinia.places import WEALTH, gates_at
from rules.jaskinia.seeker.belongings import CARRIED, draw_spells, exchanges, lose_items, trade
from rules.jaskinia.seeker.dying import die, heal, lose_endurance, new_seeker
from rules.jaskinia.seeker.values import barred_things, item_limit, power, spell_limit
from rules.jaskinia.tables import Tables
from rules.jaskinia.turn import finish, is_in, play_one_turn, play_stage, set_up
from rules.kernel.chance import Pile, take_out, without
from rules.kernel.errors import BadTable
from rules.kernel.requests import Seat
from rules.kernel.scenario import Rule, among, played, read_position
from rules.kernel.table import Table
from rules.kernel.turns import pace_of, pass_on

USUAL = "miner"
"""The Seeker of a position that names none."""


class Figure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Seeker of a position: values that differ from its card. Without a seat it gets the next one."""

    id: str
    seat: Seat = ""
    at: str = ""
    strength: int | None = None
    power: int | None = None
    endurance: int | None = None
    level: int | None = None
    gold: int | None = None
    items: list[str] = []
    followers: list[str] = []
    spells: list[str] = []
    trophies: list[str] = []
    cards: int = 0
    trials: list[str] = []
    slow: int = 0
    lost: int = 0


class Position(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole position. By default the decks hold all other cards; ``dead``: seats whose Seeker died, with that
    Seeker.

    Beside the main board (``options.board``) ``guests`` replace Seekers; ``taken``: the Crystal is not in its Chamber;
    ``crown``: the answer, given in advance, whether anybody stands on the Crown's area.
    """

    seats: tuple[Seat, ...] = ()
    options: dict[str, str] = {}
    stage: int = 1
    seekers: list[Figure] = []
    guests: list[Guest] = []
    dead: dict[Seat, str] = {}
    out: list[Seat] = []
    turn: Seat = ""
    orders: dict[Seat, Orders] = {}
    lying: dict[str, list[str]] = {}
    gold: dict[str, int] = {}
    gates: list[str] = []
    crystal: str = ""
    decks: dict[str, Pile] = {}
    used: dict[str, Pile] = {}
    taken: bool = False
    crown: Literal["", "yes", "no"] = ""


def build(tables: Tables, position: Position) -> Game:
    """Return the state that a file describes; raises ``BadTable`` with the key and the expected value."""
    alone = position.options.get("board", ALONE) == ALONE
    figures = position.seekers or ([Figure(id=USUAL)] if alone else [])
    seats = position.seats or tuple(dict.fromkeys([*_seats_of(figures), *seats_of(position.guests), *position.dead]))
    game = Game(options=read(position.options), pace=pace_of(position.options), seats=seats, stage=position.stage)
    game.play_with(tables)
    if not alone:
        dealt, dead = position.options["board"] == SPELLS_TOO, list(position.dead)
        game.annex = Annex(dealt=dealt, taken=position.taken, crown=position.crown, dead=dead)
    if not position.stage:
        return game
    _seat_players(game, position)
    _place_seekers(game, figures)
    seat_guests(game, position.guests)
    _prepare_cave(game, position)
    _lay_cards(game, position)
    game.order = list(seats)
    game.turn = game.order.index(among("setup.turn", position.turn or seats[0], seats))
    game.tally.rounds = 1
    if (seeker := game.active) is not None:
        game.trip = Trip(power=power(game, seeker), path=[seeker.at], slow=seeker.slow > 0)
    return game


# Players and Seekers -------------------------------------------------------------------------------------------


def _seats_of(figures: Sequence[Figure]) -> list[Seat]:
    return [figure.seat or f"s{n}" for n, figure in enumerate(figures, start=1)]


def _seat_players(game: Game, position: Position) -> None:
    ids = [sheet.id for sheet in game.tables.seekers.seeker]
    for name in ("dead", "out", "orders"):
        for seat in getattr(position, name):
            among(f"setup.{name}", seat, game.seats)
    for seat, id in position.dead.items():
        among(f"setup.dead.{seat}", id, ids)
    for seat in game.seats:
        dead, orders = position.dead.get(seat, ""), position.orders.get(seat, USUAL_ORDERS[game.pace])
        player = Player(seat=seat, out=seat in position.out, last=dead, deaths=1 if dead else 0, orders=orders)
        game.players[seat] = player


def _place_seekers(game: Game, figures: Sequence[Figure]) -> None:
    ids = [sheet.id for sheet in game.tables.seekers.seeker]
    for n, (figure, seat) in enumerate(zip(figures, _seats_of(figures), strict=True)):
        key = f"setup.seekers[{n}]"
        among(f"{key}.seat", seat, game.seats)
        seeker = new_seeker(game, seat, among(f"{key}.id", figure.id, ids))
        ids.remove(seeker.id)
        _equip_seeker(game, seeker, figure, key)
        _check_seeker(game, seeker, key)


def _equip_seeker(game: Game, seeker: Seeker, figure: Figure, key: str) -> None:
    if figure.at:
        seeker.at = _checked_area(game, f"{key}.at", figure.at)
    for name in ("strength", "power", "level", "gold"):
        if (value := getattr(figure, name)) is not None:
            setattr(seeker, name, value)
    seeker.endurance = seeker.level if figure.endurance is None else figure.endurance
    for name in ("items", "followers", "spells", "trophies", "trials"):
        setattr(seeker, name, list(getattr(figure, name)))
    seeker.cards, seeker.slow, seeker.lost = figure.cards, figure.slow, figure.lost


def _check_seeker(game: Game, seeker: Seeker, key: str) -> None:
    """Report impossible positions here, before they cause obscure errors."""
    sheet, level = game.sheet(seeker), game.tables.seekers.endurance
    floors = {"strength": sheet.strength, "power": sheet.power, "level": level, "endurance": 1, "gold": 0}
    for name, floor in floors.items():
        if getattr(seeker, name) < floor:
            raise BadTable("scenario", f"{key}.{name}", f"Expected at least {floor}")
    _check_cards(game, f"{key}.items", seeker.items, CARRIED)
    _check_cards(game, f"{key}.followers", seeker.followers, ("follower",))
    _check_cards(game, f"{key}.trophies", seeker.trophies, ("animal", "monster"))
    for card in barred_things(game, seeker):
        raise BadTable("scenario", key, f"Expected nothing that it may not hold, got {card!r}")
    _check_trials(game, f"{key}.trials", seeker.trials)
    for n, spell in enumerate(seeker.spells):
        among(f"{key}.spells[{n}]", spell, _full_deck(game, SPELLS))
    for name, limit in (("items", item_limit(game, seeker)), ("spells", spell_limit(game, seeker))):
        if len(getattr(seeker, name)) > limit:
            raise BadTable("scenario", f"{key}.{name}", f"Expected at most {limit}")


def _check_trials(game: Game, key: str, trials: Sequence[str]) -> None:
    """Passing all trials would already win the game."""
    for n, trial in enumerate(trials):
        among(f"{key}[{n}]", trial, TRIALS)
    if len(trials) >= game.options.trials:
        raise BadTable("scenario", key, f"Expected fewer than {game.options.trials}")


# The cave ------------------------------------------------------------------------------------------------------


def _checked_area(game: Game, key: str, at: str) -> str:
    return among(key, at, (area.id for area in game.tables.board.area))


def _prepare_cave(game: Game, position: Position) -> None:
    ids = [gate.id for gate in game.tables.board.gate]
    for n, gate in enumerate(position.gates):
        among(f"setup.gates[{n}]", gate, ids)
    game.gates = ids if game.options.gates == "open" else list(position.gates)
    if position.crystal:
        game.crystal = among("setup.crystal", position.crystal, game.tables.board.chambers)
    game.gold = {_checked_area(game, "setup.gold", at): gold for at, gold in position.gold.items()}


def _check_cards(game: Game, key: str, cards: Sequence[str], types: Sequence[str]) -> None:
    known = [id for deck in DECKS for id in _full_deck(game, deck) if not types or game.card(id).type in types]
    brought = [] if game.beside is None else [*game.beside.things]
    for n, card in enumerate(cards):
        among(f"{key}[{n}]", card, [*known, *brought])


def _lay_cards(game: Game, position: Position) -> None:
    """A deck that the file does not list holds all cards that are nowhere else."""
    for at, cards in position.lying.items():
        _check_cards(game, f"setup.lying.{at}", cards, ())
        game.lying[_checked_area(game, "setup.lying", at)] = list(cards)
    for name in ("decks", "used"):
        for deck in getattr(position, name):
            among(f"setup.{name}", deck, (*DECKS, SPELLS))
    for deck in (*DECKS, SPELLS):
        game.used[deck] = _checked_pile(game, f"setup.used.{deck}", deck, position.used.get(deck, {}))
    elsewhere = Counter(_cards_in_play(game))
    for deck in (*DECKS, SPELLS):
        rest = without(_full_deck(game, deck), elsewhere)
        game.decks[deck] = _checked_pile(game, f"setup.decks.{deck}", deck, position.decks.get(deck, rest))


def _checked_pile(game: Game, key: str, deck: str, given: Pile) -> Pile:
    for id in given:
        among(key, id, _full_deck(game, deck))
    return {id: count for id, count in given.items() if count}


def _full_deck(game: Game, deck: str) -> Pile:
    if deck == SPELLS:
        spells = game.tables.spells.spell if has_spells(game) else ()
        return {spell.id: spell.copies for spell in spells if not spell.set_aside}
    if deck not in decks_of(game):
        return {}
    return {card.id: card.copies for card in game.tables.cards.card if card.deck == deck and not card.set_aside}


def _cards_in_play(game: Game) -> Iterator[str]:
    for player in game.players.values():
        if (seeker := player.seeker) is not None:
            yield from (*seeker.items, *seeker.followers, *seeker.spells, *seeker.trophies)
    for cards in game.lying.values():
        yield from cards
    for pile in game.used.values():
        yield from Counter(pile).elements()


def scene(tables: Tables, rule: str, raw: Mapping[str, Any]) -> tuple[Game, Callable[[Table], None]]:
    """Return the position and the rule (or several, ``a, b``) to play on it; raises ``BadTable`` for unknown names."""
    game = build(tables, read_position(raw, Position))
    return game, played(game, rule, RULES, NEEDS, KINDS)


KINDS: Mapping[str, Callable[[Game, str], bool]] = {
    "AREA": lambda game, word: any(area.id == word for area in game.tables.board.area),
    "SEAT": lambda game, word: word in game.players and game.players[word].seeker is not None,
    "CARD": lambda game, word: any(word in pile for pile in game.decks.values()),
    "ITEM": lambda game, word: word == "own" or any(word in seeker.items for seeker in game.seekers),
    "SPELL": lambda game, word: any(word in seeker.spells for seeker in game.seekers),
    "TRIAL": lambda game, word: word in TRIALS,
    "MEANS": lambda game, word: word in (*MIGHTS, KEY),
    "FACE": lambda game, word: word in [str(kind.face) for kind in game.tables.chambers.chamber],
    "NUMBER": lambda game, word: word.isdecimal(),
    "PLACE": lambda game, word: game.beside is not None and word in CAME,
    "VERB": lambda game, word: word in ("roll", "go", "to"),
}
"""The kinds of parameters of a rule, each with its check."""


# The rules -----------------------------------------------------------------------------------------------------


def _active_seeker(game: Game) -> Seeker:
    return game.seeker_of(game.active_seat)


def _draw_and_explore(table: Table, game: Game, about: list[str]) -> None:
    seeker, card = _active_seeker(game), about[0]
    take_out(game.decks[game.card(card).deck], card)
    game.lying.setdefault(seeker.at, []).append(card)
    explore(table, game, seeker, len(lying(game, seeker)))


def _take_trial(table: Table, game: Game, about: list[str]) -> None:
    seeker, trial = _active_seeker(game), about[0]
    if trial == WEALTH:
        give_wealth(table, game, seeker, gifts(game, seeker)[int(about[1]) if about[1:] else 0])
    else:
        fight_for(table, game, seeker, trial)


def _try_first_gate(table: Table, game: Game, about: list[str]) -> None:
    seeker = _active_seeker(game)
    try_gate(table, game, seeker, gates_at(game, seeker.at)[0], about[0])


def _cast(table: Table, game: Game, about: list[str]) -> None:
    seeker, target = _active_seeker(game), about[1] if about[1:] else ""
    aimed = target if target in game.players and target != seeker.seat else ""
    cast(table, game, seeker, about[0], target=target, aimed=aimed)


def _name_move_ahead(table: Table, game: Game, about: list[str]) -> None:
    seeker, id = game.seeker_of(about[0]), ":".join(about[1:])
    wish = next((way.meant for way in wishes(game, seeker) if way.option.id == id), None)
    keep(table, game, seeker, wish, AS_ORDERED)


RULES: Mapping[str, Rule[Game]] = {
    "set-up": lambda table, game, _: set_up(table, game),
    "stage": lambda table, game, _: play_stage(table, game),
    "turn": lambda table, game, _: play_one_turn(table, game),
    "pass-on": lambda table, game, _: pass_on(game, is_in),
    "walk": lambda table, game, about: walk(table, game, _active_seeker(game), about[0] if about else ""),
    "go": lambda table, game, about: go(table, game, _active_seeker(game), about[0]),
    "gate": _try_first_gate,
    "arrive": lambda table, game, _: arrive(table, game, _active_seeker(game)),
    "look": lambda table, game, _: look_around(table, game, _active_seeker(game)),
    "explore": lambda table, game, about: explore(table, game, _active_seeker(game), int(about[0])),
    "card": _draw_and_explore,
    "kind": lambda table, game, about: carry_out(table, game, _active_seeker(game), int(about[0])),
    "attack": lambda table, game, about: attack(table, game, _active_seeker(game), game.seeker_of(about[0]), "fight"),
    "psychic": lambda table, game, about: attack(
        table, game, _active_seeker(game), game.seeker_of(about[0]), "psychic"
    ),
    "steal": lambda table, game, about: steal(table, game, _active_seeker(game), game.seeker_of(about[0])),
    "trial": _take_trial,
    "cast": _cast,
    "draw-spells": lambda table, game, about: draw_spells(table, game, _active_seeker(game), int(about[0])),
    "lose-item": lambda table, game, about: lose_items(table, game, _active_seeker(game), [":".join(about)]),
    "trade": lambda table, game, _: trade(table, game, _active_seeker(game), exchanges(game, _active_seeker(game))[0]),
    "wound": lambda table, game, about: lose_endurance(table, game, game.seeker_of(about[0]), int(about[1])),
    "heal": lambda table, game, about: heal(table, game.seeker_of(about[0]), int(about[1])),
    "die": lambda table, game, about: die(table, game, game.seeker_of(about[0])),
    "take-crystal": lambda table, game, _: take_crystal(table, game, _active_seeker(game)),
    "leave": lambda table, game, about: leave(table, game, _active_seeker(game), about[0]),
    "ahead": _name_move_ahead,
    "finish": lambda table, game, _: finish(table, game, _active_seeker(game)),
}
"""The rules that scenario files can play, by name."""
NEEDS: Mapping[str, str] = {
    "walk": "[AREA]",
    "go": "AREA",
    "gate": "MEANS",
    "explore": "NUMBER",
    "card": "CARD",
    "kind": "FACE",
    "attack": "SEAT",
    "psychic": "SEAT",
    "steal": "SEAT",
    "trial": "TRIAL:[NUMBER]",
    "cast": "SPELL:[TARGET]",
    "draw-spells": "NUMBER",
    "lose-item": "ITEM:[NAME]",
    "wound": "SEAT:NUMBER",
    "heal": "SEAT:NUMBER",
    "die": "SEAT",
    "leave": "PLACE",
    "ahead": "SEAT:[VERB]:[AREA]",
}
"""The parameters of each rule; optional ones in brackets."""
