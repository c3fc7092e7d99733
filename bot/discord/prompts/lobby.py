"""The lobby message: the players, what they agreed on, and the buttons to begin."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from discord import ButtonStyle

from bot.discord.prompts import table_words
from bot.discord.prompts.components import Menu, Pick, Press, mention_user, view
from bot.discord.prompts.open_question import Scene
from bot.discord.prompts.public import Shown
from bot.table.records import Computer, SeatRecord
from bot.words import house_rules
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said
from rules.kernel.game import Rules
from rules.kernel.turns import PACE, pace_of

VERB = "lobby"
HOUSE = "house"
LENGTH = "length"
TABLE = "table"
SETTINGS = "settings"
"""The button that opens the buttons of all settings."""
COMPUTERS: tuple[Computer, ...] = ("careful", "easy")
"""The levels of computer players that buttons can add."""
SEND_AWAY = "send_away"
"""The button that removes a computer player."""
SEAL = 32
"""Hex digits of the hash in the first message: 128 bits, so that nobody can find a second seed for them."""


def lobby(scene: Scene, games: Mapping[str, Rules]) -> Shown:
    """Return the lobby with its buttons, and a menu of the ``games`` if there are several."""
    others = [_game_menu(scene, games)] if len(games) > 1 else []
    return Shown(_lobby_text(scene), view(_buttons(scene, _button_options(scene)), below=others))


def _game_menu(scene: Scene, games: Mapping[str, Rules]) -> Menu:
    plain, record = scene.plain, scene.record
    picks = []
    for name, rules in games.items():
        least, most = rules.seats
        lasts = house_rules.length_in_words(plain, rules, {PACE: pace_of(record.options)}, len(record.seats))
        about = plain.first_known(f"goal.short.{name}")
        said = plain.say("lobby.game.about", least=least, most=most, about=about, lasts=lasts)
        picks.append(Pick(name, plain.say(f"game.{name}"), said, picked=name == record.game))
    return Menu(scene.id(VERB, option="game"), plain.say("lobby.game"), picks)


def _lobby_text(scene: Scene) -> str:
    narrator, record = scene.narrator, scene.record
    least, most = scene.rules.seats
    lines = [
        narrator.say("lobby.title", game=narrator.say(f"game.{record.game}")),
        _goal_in_words(scene, "lobby.goal", "goal"),
        narrator.say("lobby.seats", names=_players(scene)),
        narrator.first_known(f"lobby.how.{record.game}", "lobby.how", least=least, most=most),
    ]
    lines.append(master_line(scene))
    if record.habits.in_person:
        lines.append(narrator.say("lobby.in_person"))
    if PACE in scene.rules.switches:
        lines.append(narrator.say(f"lobby.pace.{pace_of(record.options)}"))
    lines.append(_length_line(scene))
    elsewhere = (PACE, scene.rules.length.switch if scene.rules.length else "")
    others = {switch: value for switch, value in record.options.items() if switch not in elsewhere}
    lines.append(house_rules.differences_in_words(narrator, scene.rules, others))
    lines.append(table_words.differences_in_words(narrator, record.habits))
    return "\n".join(line for line in lines if line)


def _length_line(scene: Scene) -> Said:
    narrator, rules, record = scene.narrator, scene.rules, scene.record
    if not rules.length:
        return Said()
    value = house_rules.in_force(rules, record.options)[rules.length.switch]
    rule = Said(house_rules.rule_in_words(narrator, rules.length.switch, value))
    # The estimate is of a game played a few minutes a day.
    lasts = not record.habits.in_person and house_rules.length_in_words(
        narrator, rules, record.options, len(record.seats)
    )
    return narrator.say("lobby.length" if lasts else "lobby.length.any", rule=rule, lasts=lasts)


def _players(scene: Scene) -> Said:
    narrator, seats = scene.narrator, scene.record.seats
    return narrator.join_words([_player(narrator, seat) for seat in seats]) if seats else narrator.say("lobby.nobody")


def _player(narrator: Narrator, seat: SeatRecord) -> Said:
    name = narrator.seat(seat.seat)
    return narrator.say("lobby.easy", name=name) if seat.computer == "easy" else name


def settings(scene: Scene) -> Shown:
    """Return what a newcomer need not set, as buttons for one person."""
    return Shown(scene.narrator.say("lobby.settings"), view(_buttons(scene, _settings_options(scene))))


def _buttons(scene: Scene, options: Iterator[str]) -> list[Press]:
    plain = scene.plain
    styles = {"join": ButtonStyle.primary, "start": ButtonStyle.success}
    return [
        Press(scene.id(VERB, option=option), plain.say(f"button.{option}"), styles.get(option, ButtonStyle.secondary))
        for option in options
    ]


def _button_options(scene: Scene) -> Iterator[str]:
    yield from ("join", "leave", "start", "quick", SETTINGS)
    players = scene.record.seats
    if scene.record.habits.in_person:
        yield "people"
    if len(players) < scene.rules.seats[1]:
        yield COMPUTERS[0]
    if any(player.computer for player in players):
        yield SEND_AWAY


def _settings_options(scene: Scene) -> Iterator[str]:
    yield TABLE
    if PACE in scene.rules.switches:
        yield PACE
    if scene.rules.length:
        yield LENGTH
    if scene.rules.switches:
        yield HOUSE
    if len(scene.record.seats) < scene.rules.seats[1]:
        yield from COMPUTERS[1:]


def begun_text(scene: Scene) -> str:
    """Return the text that replaces the lobby at the start: the players, the goal, and the seal of the seed."""
    narrator, record = scene.narrator, scene.record
    names = narrator.join_words([narrator.seat(seat.seat) for seat in record.seats])
    game = narrator.say(f"game.{record.game}")
    seal = Said(f"{record.commitment[:SEAL]}…")
    lines = [narrator.say("lobby.begun", game=game, names=names, seal=seal), _goal_in_words(scene, "goal")]
    lines.append(master_line(scene))
    return "\n".join(line for line in (*lines, narrator.say("lobby.help")) if line)


def _goal_in_words(scene: Scene, *bases: str) -> Said:
    narrator = scene.narrator
    values = house_rules.in_force(scene.rules, scene.record.options)
    # A number stays a number, so that nouns agree with it.
    facts = {
        name: int(value) if value.isdecimal() else house_rules.value_in_words(narrator, name, value)
        for name, value in values.items()
    }
    game = scene.record.game
    known = [
        key
        for base in bases
        for key in (
            *(f"{base}.{game}.{name}.{value}" for name, value in values.items()),
            *keys(f"{base}.{game}", facts),
        )
    ]
    return narrator.first_known(*known, **facts)


def master_line(scene: Scene) -> Said:
    """Name the game master; '' if the table has none."""
    record = scene.record
    if not record.gm_id:
        return Said()
    key = "lobby.gm_plays" if record.seat_of(record.gm_id) else "lobby.gm"
    return scene.narrator.say(key, who=mention_user(record.gm_id))
