"""Changes of rank between two rounds: one character may leave each rank, after the round's dice [9.2 phase 4, 9.8].

Players move their own characters; an exchange between two owners needs both [5].
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from rules.kernel.offers import Way, choice
from rules.kernel.requests import Field, Form, Option, Ranks, Seat
from rules.kernel.table import Table
from rules.kernel.turns import tell_decided
from rules.kernel.words import Facts, Word
from rules.labirynt_smierci.events.combat import MoveNotMade, RanksChanged
from rules.labirynt_smierci.model import ORDER_WORDS, Character, Game
from rules.labirynt_smierci.party.formation import DEEPEST, FRONT_WIDTH, WIDEST, fill_front, rank_of

WHY = "combat.regroup"


class Stay(Struct, frozen=True):
    """No character of the seat leaves this rank."""


class Step(Struct, frozen=True):
    """A character's move to another rank (0: the first), into a vacated place or to the end."""

    who: str
    rank: int


class Swap(Struct, frozen=True):
    """An exchange of two characters of different ranks."""

    who: str
    other: str


Move = Stay | Step | Swap
STAY = Stay()


class Claim(Struct, frozen=True):
    """A requested move; ``said``: the player asked for it in person, so its refusal is told."""

    move: Step | Swap
    said: bool


# What may be ordered ---------------------------------------------------------------------------------------------


def field_of(rank: int) -> str:
    """Return the name of the form field for a rank (0: the first)."""
    return f"rank{rank + 1}"


def regroup_form(game: Game, seat: Seat) -> Form:
    """Return the form with one field for each rank that a character of the seat may leave."""
    fields = []
    for rank in range(len(game.formation)):
        ways = [Way(Option("stay", "combat.stay"), STAY), *moves_from(game, seat, rank)]
        if len(ways) > 1:
            title = Word(f"field.{field_of(min(rank, DEEPEST - 1))}")
            fields.append(Field(field_of(rank), choice(seat, WHY, ways), title, "stay"))
    return Form(who=seat, why=WHY, fields=tuple(fields))


def may_move(game: Game, seat: Seat) -> bool:
    """Whether a character of the seat may leave a rank."""
    return any(next(moves_from(game, seat, rank), None) for rank in range(len(game.formation)))


def moves_from(game: Game, seat: Seat, rank: int) -> Iterator[Way[Move]]:
    """Yield every move by which a character of the seat may leave this rank.

    While the first rank lacks its two, characters of the second step up or leave that to another.
    """
    own = [member for member in game.formation[rank] if game.characters[member].seat == seat]
    short = is_short(game)
    for member in own if not short or rank else ():
        yield from _step_options(game, member, rank, [0] if short and rank == 1 else range(len(game.formation) + 1))
    for member in own if not short or rank > 1 else ():
        yield from _swap_options(game, member, rank, seat)


def is_short(game: Game) -> bool:
    """Whether fewer than two stand in front while two live."""
    return len(game.formation[0]) < min(FRONT_WIDTH, len(game.living))


def _step_options(game: Game, member: str, rank: int, to: Sequence[int]) -> Iterator[Way[Move]]:
    """A new last rank is offered only to characters who share their rank."""
    deepest = min(DEEPEST, len(game.formation) + (len(game.formation[rank]) > 1))
    for other in to:
        if (
            other != rank
            and other < deepest
            and (rank or len(game.formation) > 1 or _is_step_legal(game, member, other))
        ):
            facts: Facts = {"who": game.characters[member].name, "rank": other + 1}
            note = "" if _is_step_legal(game, member, other) else "combat.step.needs"
            yield Way(Option(f"{member}>{other}", "combat.step", note, facts), Step(member, other))


def _is_step_legal(game: Game, member: str, rank: int) -> bool:
    return is_legal(game, [Step(member, rank)])


def _swap_options(game: Game, member: str, rank: int, seat: Seat) -> Iterator[Way[Move]]:
    """Own characters are exchanged only from the rank in front, so that each exchange is offered once."""
    for behind, others in enumerate(game.formation):
        for other in others if behind != rank else ():
            mate = game.characters[other]
            if mate.seat == seat and behind < rank:
                continue
            facts: Facts = {"who": game.characters[member].name, "other": mate.name, "player": mate.seat}
            note = "" if mate.seat == seat else "combat.swap.agreed"
            yield Way(Option(f"{member}={other}", "combat.swap", note, facts), Swap(member, other))


# Where they stand then -------------------------------------------------------------------------------------------


def movers(move: Step | Swap) -> tuple[str, ...]:
    """The ids of the characters who leave a rank by this move."""
    return (move.who, move.other) if isinstance(move, Swap) else (move.who,)


def ranks_after(ranks: Ranks, moves: Sequence[Step | Swap]) -> Ranks:
    """Return the ranks after all these moves are made together."""
    spots = {member: (n, at) for n, rank in enumerate(ranks) for at, member in enumerate(rank)}
    after = [[*rank] for rank in ranks] + [[]]
    for move in moves:
        for mover in movers(move):
            after[spots[mover][0]][spots[mover][1]] = ""
    for move in moves:
        if isinstance(move, Swap):
            for member, other in ((move.who, move.other), (move.other, move.who)):
                after[spots[other][0]][spots[other][1]] = member
    for move in moves:
        if isinstance(move, Step):
            _join_rank(after[move.rank], move.who)
    closed = (tuple(filter(None, rank)) for rank in after)
    return tuple(rank for rank in closed if rank)


def _join_rank(rank: list[str], member: str) -> None:
    if "" in rank:
        rank[rank.index("")] = member
    else:
        rank.append(member)


def is_legal(game: Game, moves: Sequence[Step | Swap]) -> bool:
    """Whether the moves keep the limits of ranks and width, and enough characters in front."""
    ranks = ranks_after(game.formation, moves)
    needed = min(FRONT_WIDTH, len(game.formation[0]))
    return len(ranks) <= DEEPEST and all(len(rank) <= WIDEST for rank in ranks) and len(ranks[0]) >= needed


# Phase 4 ---------------------------------------------------------------------------------------------------------


def party_reorganises(table: Table, game: Game, fell: bool, before_asking: Callable[[], None]) -> None:
    """Ask for changes of rank where the standing orders want it or somebody fell; others move as usual or stay."""
    forms = {seat: regroup_form(game, seat) for seat, _ in game.seats_alive()}
    forms = {seat: form for seat, form in forms.items() if form.fields}
    asked = {seat: form for seat, form in forms.items() if is_asked(game, seat, fell)}
    if asked:
        before_asking()
    left = [seat for seat in forms if seat not in asked and game.orders_of(seat).regroup == "usual"]
    tell_decided(table, game, left, ORDER_WORDS, "regroup")
    said = table.everyone(WHY, asked) if asked else {}
    claims: list[Claim] = []
    for seat, form in forms.items():
        if seat in said or game.orders_of(seat).regroup != "stay":
            filled = said[seat] if seat in said else table.as_usual(form, seat)
            claims += [Claim(move, seat in said) for move in filled.values.values() if move != STAY]
    regroup(table, game, claims)


def is_asked(game: Game, seat: Seat, fell: bool) -> bool:
    """Whether the player is asked for changes of rank; ``fell``: a character fell."""
    orders = game.orders_of(seat)
    return orders.regroup == "each" or (fell and orders.regroup == "usual" and orders.rounds != "end")


def regroup(table: Table, game: Game, claims: Sequence[Claim]) -> None:
    """Carry out one claim per rank, the one further left, then restore two characters in front."""
    start = {member: n for n, rank in enumerate(game.formation) for member in rank}
    place = {member: nth for nth, member in enumerate(member for rank in game.formation for member in rank)}
    made = _agreed_claims(
        table, game, sorted(claims, key=lambda claim: min(place[mover] for mover in movers(claim.move)))
    )
    made = _one_claim_per_rank(table, game, start, made)
    made = _claims_with_room(table, game, made)
    game.formation = ranks_after(game.formation, [claim.move for claim in made])
    fill_front(game)
    for character in game.living:
        if rank_of(game, character.id) != start[character.id]:
            table.tell(RanksChanged(character.name, rank_of(game, character.id) + 1))


def _agreed_claims(table: Table, game: Game, claims: Sequence[Claim]) -> list[Claim]:
    """Drop exchanges that only one of two owners wants [5] and duplicates of agreed ones."""
    wanted = [claim.move for claim in claims]
    kept: list[Claim] = []
    for claim in claims:
        move = claim.move
        if isinstance(move, Swap) and _owner(game, move.who) != _owner(game, move.other):
            back = Swap(move.other, move.who)
            if back not in wanted:
                _report_refused_claim(table, game, claim, "unsaid")
            elif all(other.move != back for other in kept):
                kept.append(claim)
        else:
            kept.append(claim)
    return kept


def _owner(game: Game, member: str) -> Seat:
    return game.characters[member].seat


def _one_claim_per_rank(table: Table, game: Game, start: Mapping[str, int], claims: Sequence[Claim]) -> list[Claim]:
    left: list[int] = []
    kept: list[Claim] = []
    for claim in claims:
        leaving = [start[mover] for mover in movers(claim.move)]
        if any(rank in left for rank in leaving):
            _report_refused_claim(table, game, claim, "taken")
        else:
            left += leaving
            kept.append(claim)
    return kept


def _claims_with_room(table: Table, game: Game, claims: list[Claim]) -> list[Claim]:
    """Drop moves without room, or that leave too few in front, the last ones first."""
    while not is_legal(game, [claim.move for claim in claims]):
        without = [[other for other in claims if other is not claim] for claim in reversed(claims)]
        fits = [some for some in without if is_legal(game, [claim.move for claim in some])]
        kept = (fits or without)[0]
        _report_refused_claim(table, game, next(claim for claim in claims if claim not in kept), "room")
        claims = kept
    return claims


def _report_refused_claim(table: Table, game: Game, claim: Claim, why: str) -> None:
    if claim.said:
        character: Character = game.characters[claim.move.who]
        table.tell(MoveNotMade(character.name, Word(f"regroup.{why}")))
