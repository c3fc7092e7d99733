"""Setting characters right: Life Points, place, stuns, sleep, and what they hold, wear and carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel.chance import put, take
from rules.kernel.corrections import Deed, action, hidden
from rules.kernel.requests import GM, Action, Amount, Choose, Option
from rules.kernel.table import Event, Table
from rules.kernel.words import Fact, Word
from rules.labirynt_czarnoksieznika.characters.wounds import awaken, fall, remove, stand_up, withdraw
from rules.labirynt_czarnoksieznika.corrections import boards
from rules.labirynt_czarnoksieznika.equipment.finds import discard, draw_out, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import boxes_left, in_camp, is_kind
from rules.labirynt_czarnoksieznika.events import corrections
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game, Life
from rules.labirynt_czarnoksieznika.tables.sheets import chamber_of
from rules.labirynt_czarnoksieznika.ways import has_room, is_closed

AWAKE = 2
"""Characters of a team that are up together."""


def member_offers(game: Game, one: Character) -> Iterator[Action[Any]]:
    """What can be set of one character; of those who are on no board only that they are back."""
    if one.active:
        yield from _traits(game, one)
        if boards.calm(game):
            yield from _places(game, one)
            yield from _deaths(game, one)
    elif boards.calm(game):
        yield from _returns(game, one)


def _traits(game: Game, one: Character) -> Iterator[Action[Any]]:
    full = game.card(one.id).life
    if full > 1:
        facts: dict[str, Fact] = {"who": one.name, "now": one.life, "full": full}
        yield action("life", one.id, Amount(who=GM, why="gm.life", least=1, most=full, facts=facts), **facts)
    if one.id != ZOMBIE and not one.stunned:
        yield action("stun", one.id, who=one.name)
    if one.stunned or one.held:
        yield action("rouse", one.id, who=one.name)


def _places(game: Game, one: Character) -> Iterator[Action[Any]]:
    """Wherever it may stand; who carries Crystals is not brought home, as Gems may end a game."""
    rich = CRYSTAL in one.tokens
    free = [
        where
        for where in boards.chambers(game)
        if where != one.at and has_room(game, where, one) and not is_closed(game, where, one)
        if not (rich and where == game.camp_of(one.seat))
    ]
    facts = {"who": one.name, **boards.place_facts(game, one.at)}
    yield action(
        "chamber", one.id, Choose(who=GM, why="gm.chamber", options=boards.spots(game, free), facts=facts), **facts
    )


def _deaths(game: Game, one: Character) -> Iterator[Action[Any]]:
    """The last one of a team cannot be struck down for ever: no correction ends a game."""
    yield action("fell", one.id, who=one.name)
    if one.id != ZOMBIE and any(mate.state != "gone" for mate in game.cards_of(one.seat) if mate.id != one.id):
        yield action("doom", one.id, who=one.name)


def _returns(game: Game, one: Character) -> Iterator[Action[Any]]:
    """The dead awaken, a sleeper changes places; a finally dead one comes where not two others are still to awaken."""
    if one.state == "dead":
        yield action("wake", one.id, who=one.name)
    elif one.state == "asleep":
        up = _in_state(game, one, "active")
        options = tuple(Option(mate.id, "gm.sleeper", facts={"mate": mate.name}) for mate in up)
        ask = Choose(who=GM, why="gm.instead", options=options, facts={"who": one.name})
        yield action("instead", one.id, ask, who=one.name)
    elif len(_in_state(game, one, "dead")) < AWAKE:
        yield action("recall", one.id, who=one.name)


def _in_state(game: Game, one: Character, state: Life) -> list[Character]:
    return [mate for mate in game.cards_of(one.seat) if mate.state == state]


# What comes of it ------------------------------------------------------------------------------------------------


def set_life(table: Table, game: Game, about: str, now: int) -> None:
    """So many Life Points are left."""
    one = game.characters[about]
    table.tell(corrections.LifeSet(one.name, one.life, now))
    one.life = now


def stun(table: Table, game: Game, about: str, _: None) -> None:
    """It cannot be moved in its player's next turn."""
    game.characters[about].stunned = True
    table.tell(corrections.StunSet(game.characters[about].name, stunned=True))


def rouse(table: Table, game: Game, about: str, _: None) -> None:
    """It can be moved again, in this turn too."""
    one = game.characters[about]
    one.stunned, one.held = False, False
    table.tell(corrections.StunSet(one.name, stunned=False))


def put_in_chamber(table: Table, game: Game, about: str, where: str) -> None:
    """It stands there; special tokens do nothing to whoever is put among them."""
    one = game.characters[about]
    one.at = where
    kind = Word(f"chamber.{game.kind_at(where)}")
    table.tell(corrections.CharacterPlaced(one.name, chamber_of(where), kind, boards.board_name(game, where)))


def fell(table: Table, game: Game, about: str, _: None) -> None:
    """It dies as of its last wound."""
    _strike(table, game, game.characters[about], ever=False)


def doom(table: Table, game: Game, about: str, _: None) -> None:
    """It dies as of the Glove of Doom."""
    _strike(table, game, game.characters[about], ever=True)


def _strike(table: Table, game: Game, one: Character, *, ever: bool) -> None:
    table.tell(corrections.StruckDown(one.name, ever))
    fall(table, game, one, final=ever)


def wake(table: Table, game: Game, about: str, _: None) -> None:
    """It awakens in its Camp."""
    awaken(table, game, game.characters[about])


def wake_instead(table: Table, game: Game, about: str, sleeper: str) -> None:
    """One sleeps so that the other awakens; what the sleeper carried stays where it stood."""
    one = game.characters[sleeper]
    table.tell(corrections.SentToSleep(one.name, one.seat, len(one.tokens)))
    remove(game, one)
    one.state = "asleep"
    withdraw(table, game, one)
    awaken(table, game, game.characters[about])


def recall(table: Table, game: Game, about: str, _: None) -> None:
    """Who was finally dead is up again, or sleeps where two are up; who waits to awaken sleeps then [8.7]."""
    one = game.characters[about]
    asleep = len(_in_state(game, one, "active")) >= AWAKE
    table.tell(corrections.Recalled(one.name, one.seat, asleep))
    if asleep:
        one.state = "asleep"
        return
    stand_up(game, one)
    if len(_in_state(game, one, "active")) == AWAKE:
        for mate in _in_state(game, one, "dead"):
            mate.state = "asleep"


DEEDS: Mapping[str, Deed[Game]] = {
    "life": set_life,
    "stun": stun,
    "rouse": rouse,
    "chamber": put_in_chamber,
    "fell": fell,
    "doom": doom,
    "wake": wake,
    "instead": wake_instead,
    "recall": recall,
}


NONE = "none"


def thing_offers(game: Game, one: Character) -> Iterator[Action[Any]]:
    """For a character on a board; what nobody else sees is for the game master's eyes alone."""
    if not one.active:
        return
    if one.id != ZOMBIE:
        yield from _offer("hand", one, _for_the_hand(game, one))
        yield from _offer("wear", one, _to_wear(game, one))
        yield from _offer("strip", one, [*([one.hand] if one.hand else []), *one.worn])
        yield from _runes(game, one)
    if boxes_left(game, one):
        yield from _offer("pack", one, boards.supply(game, crystals=not in_camp(game, one)), secret=True)
    yield from _offer("unpack", one, one.pack, secret=True)


def _offer(verb: str, one: Character, tokens: list[str], *, secret: bool = False) -> Iterator[Action[Any]]:
    if tokens:
        facts = {"who": one.name}
        ask = Choose(who=GM, why=f"gm.{verb}", options=boards.tokens_of(tokens), facts=facts, secret=secret)
        yield (hidden if secret else action)(verb, one.id, ask, **facts)


def _for_the_hand(game: Game, one: Character) -> list[str]:
    """Weapons; the Glove of Doom where nobody of the team wears one, and no Armour is worn [10.11]."""
    if one.hand == GLOVE:
        return []
    weapons = [token for token in boards.supply(game, crystals=False) if is_kind(game, token, "weapon")]
    gloved = any(mate.hand == GLOVE for mate in game.people_of(one.seat))
    return [*weapons, *([] if gloved or one.worn else [GLOVE])]


def _to_wear(game: Game, one: Character) -> list[str]:
    """Armour for parts of the body that have none, where there is a place [7.2]."""
    if one.hand == GLOVE or len(one.worn) >= game.card(one.id).armour_slots:
        return []
    parts = [game.tables.finds.of(worn).part for worn in one.worn]
    armour = [token for token in boards.supply(game, crystals=False) if is_kind(game, token, "armour")]
    return [token for token in armour if game.tables.finds.of(token).part not in parts]


def _runes(game: Game, one: Character) -> Iterator[Action[Any]]:
    runes = [rune.id for rune in game.tables.runes.rune if rune.id in game.runes and rune.id != one.rune]
    options = [Option(rune, "gm.rune.one", facts={"rune": Word(f"rune.{rune}")}) for rune in runes]
    options += [Option(NONE, "gm.rune.none")] if one.rune else []
    if options:
        facts = {"who": one.name}
        ask = Choose(who=GM, why="gm.rune", options=tuple(options), facts=facts, secret=True)
        yield hidden("rune", one.id, ask, **facts)


# What comes of it ------------------------------------------------------------------------------------------------


def hold(table: Table, game: Game, about: str, token: str) -> None:
    """A Weapon or the Glove in the hand; the Weapon that was there goes to the bag."""
    one = game.characters[about]
    if one.hand:
        discard(game, one.hand)
    one.hand = token if token == GLOVE else draw_out(game, token)
    table.tell(corrections.TokenGranted(one.name, token_word(token)))


def wear(table: Table, game: Game, about: str, token: str) -> None:
    """Armour is worn."""
    one = game.characters[about]
    one.worn.append(draw_out(game, token))
    table.tell(corrections.TokenGranted(one.name, token_word(token)))


def strip(table: Table, game: Game, about: str, token: str) -> None:
    """What is held or worn goes to the bag; the Glove is no more."""
    one = game.characters[about]
    if token == one.hand:
        one.hand = ""
    else:
        one.worn.remove(token)
    if token != GLOVE:
        discard(game, token)
    table.tell(corrections.TokenVanished(one.name, token_word(token)))


def pack(table: Table, game: Game, about: str, token: str) -> None:
    """A token more in the Backpack."""
    one = game.characters[about]
    one.pack.append(draw_out(game, token))
    _whisper(table, one, corrections.TokenPacked(one.name, token_word(token)), corrections.PackChanged(one.name))


def unpack(table: Table, game: Game, about: str, token: str) -> None:
    """A token less in the Backpack."""
    one = game.characters[about]
    one.pack.remove(token)
    discard(game, token)
    _whisper(table, one, corrections.TokenUnpacked(one.name, token_word(token)), corrections.PackChanged(one.name))


def set_rune(table: Table, game: Game, about: str, rune: str) -> None:
    """Another Rune, or none; the one before lies in the pool again."""
    one = game.characters[about]
    before, one.rune = one.rune, "" if rune == NONE else rune
    if before:
        put(game.runes, before)
    if one.rune:
        take(game.runes, one.rune)
    event = corrections.RuneGranted if one.rune else corrections.RuneVanished
    _whisper(table, one, event(one.name, Word(f"rune.{one.rune or before}")), corrections.RuneChanged(one.name))


def _whisper(table: Table, one: Character, event: Event, shadow: Event) -> None:
    table.tell(event, to=(one.seat,), shadow=shadow)


THING_DEEDS: Mapping[str, Deed[Game]] = {
    "hand": hold,
    "wear": wear,
    "strip": strip,
    "pack": pack,
    "unpack": unpack,
    "rune": set_rune,
}
