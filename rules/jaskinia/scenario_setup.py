"""The content of scenario files: a position of Seekers, cards and Gates, and a rule by its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Literal

from msgspec import Struct

from rules.jaskinia.beside.outside import leave
from rules.jaskinia.beside.sheets import CAME, seat_guests, seats_of
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
from rules.jaskinia.seeker.dying import die, heal, lose_endurance, new_seeker, unused_seekers
from rules.jaskinia.seeker.values import barred_things, item_limit, power, spell_limit
from rules.jaskinia.tables import Tables
from rules.jaskinia.turn import finish, is_in, play_one_turn, play_stage, set_up
from rules.kernel.chance import Pile, take_out, without
from rules.kernel.errors import BadTable
from rules.kernel.requests import Seat
from rules.kernel.scenario import (
    Reader,
    Rule,
    all_among,
    among,
    begin_position,
    changed,
    check_limits,
    give_turn,
    set_scene,
)
from rules.kernel.table import Table
from rules.kernel.turns import pass_on

USUAL = "miner"
"""The Seeker of a position that names none."""


class Position(Struct, frozen=True, kw_only=True):
    """The position beside the fields of ``Game``; Seekers by the fields of ``Seeker``.

    By default the decks hold all other cards; ``dead``: seats whose Seeker died, with that Seeker. Beside the main
    board (``options.board``) ``guests`` replace Seekers; ``taken``: the Crystal is not in its Chamber; ``crown``: the
    answer, given in advance, whether anybody stands on the Crown's area.
    """

    seekers: list[dict[str, Any]] = []
    guests: list[dict[str, Any]] = []
    dead: dict[Seat, str] = {}
    out: tuple[Seat, ...] = ()
    turn: Seat = ""
    orders: dict[Seat, Orders] = {}
    taken: bool = False
    crown: Literal["", "yes", "no"] = ""


def build(tables: Tables, raw: Mapping[str, Any]) -> Game:
    """Return the state that a file describes; raises ``BadTable`` with the key and the expected value."""
    position, game = begin_position({"seats": (), **raw}, Position, Game, read, tables)
    board = raw.get("options", {}).get("board", ALONE)
    figures = position.seekers or ([{"id": USUAL}] if board == ALONE else [])
    seats = seats_of(figures)
    game.seats = game.seats or tuple(dict.fromkeys([*seats, *seats_of(position.guests), *position.dead]))
    if board != ALONE:
        dealt, dead = board == SPELLS_TOO, [*position.dead]
        game.annex = Annex(dealt=dealt, taken=position.taken, crown=position.crown, dead=dead)
    if not game.stage:
        return game
    give_turn(game, position.turn)
    _seat_players(game, position)
    for n, (figure, seat) in enumerate(zip(figures, seats, strict=True)):
        _place_seeker(game, figure, seat, f"setup.seekers[{n}]")
    seat_guests(game, position.guests)
    _check_cave(game)
    _fill_decks(game)
    game.tally.rounds = 1
    if seeker := game.active:
        game.trip = Trip(power=power(game, seeker), path=[seeker.at], slow=seeker.slow > 0)
    return game


# Players and Seekers -------------------------------------------------------------------------------------------


def _seat_players(game: Game, position: Position) -> None:
    for name in ("dead", "out", "orders"):
        all_among(f"setup.{name}", getattr(position, name), game.seats)
    for seat, id in position.dead.items():
        among(f"setup.dead.{seat}", id, unused_seekers(game))
    for seat in game.seats:
        dead, orders = position.dead.get(seat, ""), position.orders.get(seat, USUAL_ORDERS[game.pace])
        player = Player(seat=seat, out=seat in position.out, last=dead, deaths=1 if dead else 0, orders=orders)
        game.players[seat] = player


def _place_seeker(game: Game, figure: Mapping[str, Any], seat: Seat, key: str) -> None:
    among(f"{key}.seat", seat, game.seats)
    made = new_seeker(game, seat, among(f"{key}.id", figure.get("id", ""), unused_seekers(game)))
    seeker = changed(made, {"endurance": figure.get("level", made.level), **figure, "seat": seat}, key)
    game.players[seat].seeker = seeker
    _check_seeker(game, seeker, key)


def _check_seeker(game: Game, seeker: Seeker, key: str) -> None:
    """Report impossible positions here, before they cause obscure errors."""
    sheet, level = game.sheet(seeker), game.tables.seekers.endurance
    floors = {"strength": sheet.strength, "power": sheet.power, "level": level, "endurance": 1, "gold": 0}
    for name, floor in floors.items():
        if getattr(seeker, name) < floor:
            raise BadTable("scenario", f"{key}.{name}", f"Expected at least {floor}")
    among(f"{key}.at", seeker.at, _areas(game))
    _check_cards(game, f"{key}.items", seeker.items, CARRIED)
    _check_cards(game, f"{key}.followers", seeker.followers, ("follower",))
    _check_cards(game, f"{key}.trophies", seeker.trophies, ("animal", "monster"))
    for card in barred_things(game, seeker):
        raise BadTable("scenario", key, f"Expected nothing that it may not hold, got {card!r}")
    all_among(f"{key}.trials", seeker.trials, TRIALS)
    if len(seeker.trials) >= game.options.trials:  # passing all would already win the game
        raise BadTable("scenario", f"{key}.trials", f"Expected fewer than {game.options.trials}")
    all_among(f"{key}.spells", seeker.spells, _full_deck(game, SPELLS))
    check_limits(seeker, key, {"items": item_limit(game, seeker), "spells": spell_limit(game, seeker)})


# The cave ------------------------------------------------------------------------------------------------------


def _areas(game: Game) -> list[str]:
    return [area.id for area in game.tables.board.area]


def _check_cave(game: Game) -> None:
    board = game.tables.board
    gates = [gate.id for gate in board.gate]
    all_among("setup.gates", game.gates, gates)
    game.gates = gates if game.options.gates == "open" else game.gates
    if game.crystal:
        among("setup.crystal", game.crystal, board.chambers)
    all_among("setup.gold", game.gold, _areas(game))
    all_among("setup.lying", game.lying, _areas(game))
    for at, cards in game.lying.items():
        _check_cards(game, f"setup.lying.{at}", cards, ())


def _check_cards(game: Game, key: str, cards: Sequence[str], types: Sequence[str]) -> None:
    known = [id for deck in DECKS for id in _full_deck(game, deck) if not types or game.card(id).type in types]
    all_among(key, cards, [*known, *(game.beside.things if game.beside else ())])


def _fill_decks(game: Game) -> None:
    """Let a deck that the file does not list hold all cards that are nowhere else."""
    full = {deck: _full_deck(game, deck) for deck in (*DECKS, SPELLS)}
    for name in ("decks", "used"):
        piles: dict[str, Pile] = getattr(game, name)
        all_among(f"setup.{name}", piles, full)
        for deck, pile in piles.items():
            all_among(f"setup.{name}.{deck}", pile, full[deck])
            piles[deck] = without(pile, {})
    game.used = {deck: {} for deck in full} | game.used
    elsewhere = Counter(_cards_in_play(game))
    game.decks = {deck: without(cards, elsewhere) for deck, cards in full.items()} | game.decks


def _full_deck(game: Game, deck: str) -> Pile:
    if deck == SPELLS:
        spells = game.tables.spells.spell if has_spells(game) else ()
        return {spell.id: spell.copies for spell in spells if not spell.set_aside}
    if deck not in decks_of(game):
        return {}
    return {card.id: card.copies for card in game.tables.cards.card if card.deck == deck and not card.set_aside}


def _cards_in_play(game: Game) -> Iterator[str]:
    for seeker in game.seekers:
        yield from (*seeker.items, *seeker.followers, *seeker.spells, *seeker.trophies)
    for cards in game.lying.values():
        yield from cards
    for pile in game.used.values():
        yield from Counter(pile).elements()


def _word_in(known: Callable[[Game], Iterable[str]]) -> Reader[Game]:
    """Return a reader of words that mean themselves."""
    return lambda game, word: word if word in known(game) else None


KINDS: Mapping[str, Reader[Game]] = {
    "AREA": _word_in(_areas),
    "SEAT": lambda game, word: game.players[word].seeker if word in game.players else None,
    "CARD": _word_in(lambda game: chain(*game.decks.values())),
    "ITEM": _word_in(lambda game: ["own", *(item for seeker in game.seekers for item in seeker.items)]),
    "SPELL": _word_in(lambda game: [spell for seeker in game.seekers for spell in seeker.spells]),
    "TRIAL": _word_in(lambda game: TRIALS),
    "MEANS": _word_in(lambda game: (*MIGHTS, KEY)),
    "FACE": lambda game, word: next((row.face for row in game.tables.chambers.chamber if str(row.face) == word), None),
    "PLACE": _word_in(lambda game: CAME if game.beside else ()),
    "VERB": _word_in(lambda game: ("roll", "go", "to")),
}
"""What the arguments of rules mean."""


def _draw_and_explore(table: Table, game: Game, seeker: Seeker, card: str) -> None:
    take_out(game.decks[game.card(card).deck], card)
    game.lying.setdefault(seeker.at, []).append(card)
    explore(table, game, seeker, len(lying(game, seeker)))


def _take_trial(table: Table, game: Game, seeker: Seeker, trial: str, gift: int = 0) -> None:
    if trial == WEALTH:
        give_wealth(table, game, seeker, gifts(game, seeker)[gift])
    else:
        fight_for(table, game, seeker, trial)


def _cast(table: Table, game: Game, seeker: Seeker, spell: str, target: str = "") -> None:
    aimed = target if target in game.players and target != seeker.seat else ""
    cast(table, game, seeker, spell, target=target, aimed=aimed)


def _name_move_ahead(table: Table, game: Game, seeker: Seeker, *move: str) -> None:
    wish = next((way.meant for way in wishes(game, seeker) if way.option.id == ":".join(move)), None)
    keep(table, game, seeker, wish, AS_ORDERED)


def _by_active_seeker(rule: Rule, table: Table, game: Game, *about: Any) -> None:
    rule(table, game, game.seeker_of(game.active_seat), *about)


RULES_OF_ACTIVE: Mapping[str, Rule] = {
    "walk:[AREA]": walk,
    "go:AREA": go,
    "gate:MEANS": lambda table, game, seeker, means: try_gate(table, game, seeker, gates_at(game, seeker.at)[0], means),
    "arrive": arrive,
    "look": look_around,
    "explore:NUMBER": explore,
    "card:CARD": _draw_and_explore,
    "kind:FACE": carry_out,
    "attack:SEAT": partial(attack, kind="fight"),
    "psychic:SEAT": partial(attack, kind="psychic"),
    "steal:SEAT": steal,
    "trial:TRIAL:[NUMBER]": _take_trial,
    "cast:SPELL:[TARGET]": _cast,
    "draw-spells:NUMBER": draw_spells,
    "lose-item:ITEM:[NAME]": lambda table, game, seeker, *item: lose_items(table, game, seeker, [":".join(item)]),
    "trade": lambda table, game, seeker: trade(table, game, seeker, exchanges(game, seeker)[0]),
    "take-crystal": take_crystal,
    "leave:PLACE": leave,
    "finish": finish,
}
RULES: Mapping[str, Rule] = {
    "set-up": set_up,
    "stage": play_stage,
    "turn": play_one_turn,
    "pass-on": lambda table, game: pass_on(game, is_in),
    **{name: partial(_by_active_seeker, rule) for name, rule in RULES_OF_ACTIVE.items()},
    "wound:SEAT:NUMBER": lose_endurance,
    "heal:SEAT:NUMBER": lambda table, game, seeker, number: heal(table, seeker, number),
    "die:SEAT": die,
    "ahead:SEAT:[VERB]:[AREA]": _name_move_ahead,
}
"""The rules that scenario files can play, by name and arguments; optional ones in brackets."""
scene = partial(set_scene, build, RULES, KINDS)
