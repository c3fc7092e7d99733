"""Lobby rules: who sits at a table, and who may open, start and close it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from msgspec.structs import replace

from bot.session.transaction import Transaction
from bot.store.units import Unit
from bot.table.authority import in_person_seats, is_named_master, is_set_aside, master_competes
from bot.table.habits import Habits
from bot.table.records import Address, Computer, GameRecord, SeatRecord, Sitter, Standing, new_id
from bot.table.seat_names import seat_names
from rules.kernel.errors import Refused
from rules.kernel.game import Rules, seat_ids
from rules.kernel.words import Word

PLACE = Address(0, 0, 0)
"""The address of a table before its start; play begins with epoch 1."""
LOBBY = "lobby"
"""The prompt key of the newest lobby message."""
THREAD = "thread"
"""The prompt key of the message that links to the table's thread; it stands in the parent channel."""


def seats(players: Iterable[SeatRecord]) -> tuple[SeatRecord, ...]:
    """Return these players in the seats ``s1``, ``s2``, …"""
    ones = list(players)
    return tuple(replace(this_seat, seat=seat) for seat, this_seat in zip(seat_ids(len(ones)), ones, strict=True))


class Opening(TypedDict):
    """The parameters of a new table.

    ``options``: house rules that differ from the default. ``computers``: names and kinds of computer players.
    ``in_person``: names of people at a real table, whose game master is the leader.
    """

    game: str
    channel_id: int
    guild_id: int
    locale: str
    leader_id: int
    leader_name: str
    leader_username: NotRequired[str]
    options: Mapping[str, str]
    habits: NotRequired[Habits]
    computers: NotRequired[Sequence[tuple[str, Computer]]]
    in_person: NotRequired[Sequence[str]]


def no_such_game(games: Iterable[str]) -> Refused:
    """Return the refusal of an unknown game, with the names of the known games."""
    return Refused("no_such_game", games=tuple(Word(f"game.{game}") for game in games))


def new_record(at: float, wanted: Opening, limits: tuple[int, int]) -> GameRecord:
    """Return the record of a new table; ``at``: seconds; raises ``Refused`` with full.

    The leader takes the first seat; at a real table the leader is the game master without a seat.
    """
    habits = wanted.get("habits", Habits())
    leader = SeatRecord("", wanted["leader_id"], wanted["leader_name"], username=wanted.get("leader_username", ""))
    record = GameRecord(
        id=new_id(),
        game=wanted["game"],
        channel_id=wanted["channel_id"],
        guild_id=wanted["guild_id"],
        locale=wanted["locale"],
        phase="lobby",
        options=dict(wanted["options"]),
        leader_id=wanted["leader_id"],
        seats=() if habits.in_person else seats([leader]),
        epoch=0,
        commitment="",
        created_at=at,
        gm_id=wanted["leader_id"] if habits.in_person else 0,
        habits=habits,
    )
    if habits.in_person:
        record = replace(record, seats=with_people_in_person(record, limits, wanted.get("in_person", ())))
    for name, computer in wanted.get("computers", ()):
        record = replace(record, seats=with_computer(record, limits, name, computer))
    return record


def rematch_record(
    ended: GameRecord,
    at: float,
    rules: Rules,
    opener: SeatRecord,
    gone: Collection[int],
    sitters: Sequence[Sitter],
) -> GameRecord:
    """Return the record of a rematch for the people of an ended table, without ``gone``; ``at``: seconds.

    People who gave up a seat get none, except a rival who became game master. ``opener`` leads it and always gets a
    seat; raises ``Refused`` with full. Computer players, house rules, habits and language stay.
    """
    last = {sitter.seat: sitter for sitter in sitters if sitter.user_id > 0}
    in_person, players = in_person_seats(ended), list[SeatRecord]()
    for seat in ended.seats:
        former = last.get(seat.seat)
        if former and not seat.user_id and former.user_id == ended.gm_id and ended.rivals:
            seat = replace(seat, user_id=former.user_id, name=former.name)
        if (seat.user_id and seat.user_id not in gone) or (
            not seat.user_id and (seat.computer or seat.seat in in_person or is_set_aside(seat))
        ):
            computer: Computer = "" if seat.user_id else seat.computer
            new = SeatRecord("", seat.user_id, seat.name, bool(computer), computer=computer, username=seat.username)
            players.append(new)
    seated = [seat.user_id for seat in players]
    keeps_master = ended.gm_id not in gone and not (ended.rivals and ended.gm_id in seated)
    record = replace(
        ended,
        id=new_id(),
        phase="lobby",
        options={name: value for name, value in ended.options.items() if value in rules.switches.get(name, ())},
        leader_id=opener.user_id,
        seats=seats(players),
        epoch=0,
        commitment="",
        created_at=at,
        gm_id=ended.gm_id if keeps_master else 0,
        archived=False,
    )
    if opener.user_id in seated or is_named_master(record, opener.user_id):
        return record
    return replace(record, seats=seats_with(record, rules.seats, opener.user_id, opener.name, opener.username))


def opening_unit(record: GameRecord, interaction_id: int) -> Unit:
    """Return the unit that stores a new table."""
    return Unit(
        record=record,
        revision=0,
        at=record.created_at,
        address=PLACE,
        rewritten=True,
        interaction_id=interaction_id,
    )


def seats_with(
    record: GameRecord, limits: tuple[int, int], user_id: int, name: str, username: str = ""
) -> tuple[SeatRecord, ...]:
    """Return the seats with this person added; at a full table the last computer player makes room.

    Raises ``Refused`` with no_game, already_started, already_seated or full; among rivals with gm_joins for the game
    master, and with rivals_room if people without an account play.
    """
    must_be_in_lobby(record)
    if record.rivals and is_named_master(record, user_id):
        raise Refused("gm_joins")
    if record.seat_of(user_id):
        raise Refused("already_seated")
    players = record.seats if len(record.seats) < limits[1] else without_computer(record)
    if len(players) >= limits[1]:
        raise Refused("full", most=limits[1])
    return must_not_compete(record, seats([*players, SeatRecord("", user_id, name, username=username)]))


def must_not_compete(record: GameRecord, players: tuple[SeatRecord, ...]) -> tuple[SeatRecord, ...]:
    """Return these seats; raises ``Refused("rivals_room")`` if the game master would compete."""
    if master_competes(replace(record, seats=players)) and not master_competes(record):
        raise Refused("rivals_room")
    return players


def with_people_in_person(record: GameRecord, limits: tuple[int, int], names: Sequence[str]) -> tuple[SeatRecord, ...]:
    """Return the seats with these people at the real table and everybody else.

    Raises ``Refused`` with full, or rivals_room if rivals with an account sit there.
    """
    others = [seat for seat in record.seats if seat.user_id or seat.computer]
    if len(names) + len(others) > limits[1]:
        raise Refused("full", most=limits[1])
    return must_not_compete(record, seats([*(SeatRecord("", 0, name) for name in names), *others]))


def with_computer(record: GameRecord, limits: tuple[int, int], name: str, computer: Computer) -> tuple[SeatRecord, ...]:
    """Return the seats with a computer player of this name added; raises ``Refused`` with full."""
    if len(record.seats) >= limits[1]:
        raise Refused("full", most=limits[1])
    return seats([*record.seats, SeatRecord("", 0, name, autopilot=True, computer=computer)])


def without_computer(record: GameRecord) -> tuple[SeatRecord, ...]:
    """Return the seats without the last computer player, if any."""
    last = max((nth for nth, seat in enumerate(record.seats) if seat.computer), default=None)
    return seats(seat for nth, seat in enumerate(record.seats) if nth != last)


def changes_on_leaving(record: GameRecord, user_id: int) -> dict[str, Any]:
    """Return the changes of the record when a player leaves the lobby; the last one closes the table.

    Raises ``Refused`` with no_game, already_started or not_seated.
    """
    must_be_in_lobby(record)
    _must_sit(record, user_id)
    rest = [seat for seat in record.seats if seat.user_id != user_id]
    people = [seat.user_id for seat in rest if seat.user_id]
    if record.habits.in_person:  # it is the game master's table, who needs no seat
        return {"seats": seats(rest)}
    if not people:
        return {"seats": (), "phase": "ended"}
    leader = record.leader_id if record.leader_id != user_id else people[0]
    return {"seats": seats(rest), "leader_id": leader}


def must_be_ready_to_start(record: GameRecord, limits: tuple[int, int], user_id: int) -> None:
    """Raise ``Refused`` if this user may not start the table now, or if its game master would compete with rivals."""
    must_be_in_lobby(record)
    if master_competes(record):
        raise Refused("gm_both" if record.seat_of(record.gm_id) else "rivals_room")
    if not is_named_master(record, user_id):
        _must_sit(record, user_id)
    if len(record.seats) < limits[0]:
        raise Refused("too_few", least=limits[0])


def must_be_free_to_agree(record: GameRecord, user_id: int, may: bool) -> None:
    """Raise ``Refused`` if this user may not change the house rules now; ``may`` as in ``changes_on_closing``."""
    must_be_in_lobby(record)
    if not is_free_to_agree(record, user_id, may):
        raise Refused("not_leader", name=leader_name(record))


def is_free_to_agree(record: GameRecord, user_id: int, may: bool) -> bool:
    """Whether this user may change house rules before the start; ``may`` as in ``changes_on_closing``."""
    return may or user_id in (record.leader_id, record.gm_id)


def with_house_rule(record: GameRecord, switches: Mapping[str, Sequence[str]], name: str, value: str) -> dict[str, str]:
    """Return the house rules with one changed; raises ``Refused`` for an unknown rule or value."""
    if value not in switches.get(name, ()):
        raise Refused("option", name=name[:40], values=tuple(switches.get(name, switches)))
    return {**record.options, name: value}


def changes_on_closing(record: GameRecord, user_id: int, may: bool) -> dict[str, Any]:
    """Return the changes of the record when this user closes the table; ``may``: they manage the channel.

    Raises ``Refused`` with no_game or not_yours_to_end.
    """
    if record.phase == "ended":
        raise Refused("no_game")
    if user_id != record.leader_id and not may:
        raise Refused("not_yours_to_end", name=leader_name(record))
    return {"phase": "ended"}


def must_be_open(table: Standing | Transaction, *, or_over: bool = False) -> None:
    """Raise ``Refused`` if the table has no open question; ``or_over``: a game that has ended will do, too."""
    if not table.waiting and not (or_over and table.record.phase == "ended" and not table.record.archived):
        raise Refused("not_started" if table.record.phase == "lobby" else "game_over")


def must_be_undoable(rules: Rules, standing: Standing) -> None:
    """Raise ``Refused`` if no answer can be taken back: before the game, or if it was closed before its end."""
    must_be_open(standing, or_over=True)
    if not (standing.waiting or rules.over(standing.state)):
        raise Refused("game_over")


def leader_name(record: GameRecord) -> str:
    """The leader's name; a dash if the leader has no seat."""
    return seat_names(record.seats).get(record.seat_of(record.leader_id) or "", "–")


def must_be_in_lobby(record: GameRecord) -> None:
    """Raise ``Refused`` with no_game or already_started."""
    if record.phase == "ended":
        raise Refused("no_game")
    if record.phase != "lobby":
        raise Refused("already_started")


def _must_sit(record: GameRecord, user_id: int) -> None:
    if record.seat_of(user_id) is None:
        raise Refused("not_seated")
