"""Corrections of characters: Life Points, place, stuns, sleep, and equipment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.kernel.chance import put, take_out
from rules.kernel.corrections import Deed, action, hidden
from rules.kernel.events import Event
from rules.kernel.requests import GM, Action, Amount, Choose, Option
from rules.kernel.table import Table
from rules.kernel.words import Facts, Word
from rules.labirynt_czarnoksieznika.characters.wounds import awaken, fall, remove, stand_up, withdraw
from rules.labirynt_czarnoksieznika.corrections import boards
from rules.labirynt_czarnoksieznika.equipment.finds import discard, draw_out, token_word
from rules.labirynt_czarnoksieznika.equipment.packing import boxes_left, in_camp, is_kind
from rules.labirynt_czarnoksieznika.events import corrections
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Game, Life
from rules.labirynt_czarnoksieznika.tables.sheets import chamber_of
from rules.labirynt_czarnoksieznika.ways import has_room, is_closed

AWAKE = 2
"""The number of awake characters in a team."""


def member_offers(game: Game, character: Character) -> Iterator[Action]:
    """Return the corrections of a character; one who is on no board can only be brought back."""
    if character.active:
        yield from _trait_actions(game, character)
        if boards.calm(game):
            yield from _move_actions(game, character)
            yield from _death_actions(game, character)
    elif boards.calm(game):
        yield from _return_actions(game, character)


def _trait_actions(game: Game, character: Character) -> Iterator[Action]:
    full = game.card(character.id).life
    if full > 1:
        facts: Facts = {"who": character.name, "now": character.life, "full": full}
        yield action("life", character.id, Amount(who=GM, why="gm.life", least=1, most=full, facts=facts), **facts)
    if character.id != ZOMBIE and not character.stunned:
        yield action("stun", character.id, who=character.name)
    if character.stunned or character.held:
        yield action("rouse", character.id, who=character.name)


def _move_actions(game: Game, character: Character) -> Iterator[Action]:
    """Return the correction that moves a character; one with Crystals may not go home, as Gems may end a game."""
    rich = CRYSTAL in character.tokens
    free = [
        where
        for where in boards.chambers(game)
        if where != character.at and has_room(game, where, character) and not is_closed(game, where, character)
        if not (rich and where == game.camp_of(character.seat))
    ]
    facts = {"who": character.name, **boards.place_facts(game, character.at)}
    yield action(
        "chamber",
        character.id,
        Choose(who=GM, why="gm.chamber", options=boards.spots(game, free), facts=facts),
        **facts,
    )


def _death_actions(game: Game, character: Character) -> Iterator[Action]:
    """Return the corrections that kill a character; a team's last one cannot die finally, as no
    correction ends a game.
    """
    facts: Facts = {"who": character.name, "things": len(character.tokens)}
    yield action("fell", character.id, None, **facts)
    if character.id != ZOMBIE and any(
        mate.state != "gone" for mate in game.cards_of(character.seat) if mate.id != character.id
    ):
        yield action("doom", character.id, None, **facts)


def _return_actions(game: Game, character: Character) -> Iterator[Action]:
    """Return the corrections that bring a character back: awaken the dead, swap a sleeper, recall a finally dead one.

    A finally dead one is recalled only if fewer than two others wait to awaken.
    """
    if character.state == "dead":
        yield action("wake", character.id, who=character.name)
    elif character.state == "asleep":
        up = _members_in_state(game, character, "active")
        options = tuple(Option(mate.id, "gm.sleeper", facts={"mate": mate.name}) for mate in up)
        ask = Choose(who=GM, why="gm.instead", options=options, facts={"who": character.name})
        yield action("instead", character.id, ask, who=character.name)
    elif len(_members_in_state(game, character, "dead")) < AWAKE:
        yield action("recall", character.id, who=character.name)


def _members_in_state(game: Game, character: Character, state: Life) -> list[Character]:
    return [mate for mate in game.cards_of(character.seat) if mate.state == state]


# What comes of it ------------------------------------------------------------------------------------------------


def set_life(table: Table, game: Game, about: str, now: int) -> None:
    """Set a character's Life Points."""
    character = game.characters[about]
    table.tell(corrections.LifeSet(character.name, character.life, now))
    character.life = now


def stun(table: Table, game: Game, about: str, _: None) -> None:
    """Stun a character: it cannot be moved in its player's next turn."""
    game.characters[about].stunned = True
    table.tell(corrections.StunSet(game.characters[about].name, stunned=True))


def rouse(table: Table, game: Game, about: str, _: None) -> None:
    """End a stun: the character can be moved again, even in this turn."""
    character = game.characters[about]
    character.stunned, character.held = False, False
    table.tell(corrections.StunSet(character.name, stunned=False))


def put_in_chamber(table: Table, game: Game, about: str, where: str) -> None:
    """Put a character into a chamber; special tokens there do not act on it."""
    character = game.characters[about]
    character.at = where
    kind = Word(f"chamber.{game.kind_at(where)}")
    table.tell(corrections.CharacterPlaced(character.name, chamber_of(where), kind, boards.board_name(game, where)))


def fell(table: Table, game: Game, about: str, _: None) -> None:
    """Kill a character as its last wound does."""
    _strike_down(table, game, game.characters[about], ever=False)


def doom(table: Table, game: Game, about: str, _: None) -> None:
    """Kill a character finally, as the Glove of Doom does."""
    _strike_down(table, game, game.characters[about], ever=True)


def _strike_down(table: Table, game: Game, character: Character, *, ever: bool) -> None:
    table.tell(corrections.StruckDown(character.name, ever))
    fall(table, game, character, final=ever)


def wake(table: Table, game: Game, about: str, _: None) -> None:
    """Awaken a character in its Camp."""
    awaken(table, game, game.characters[about])


def wake_instead(table: Table, game: Game, about: str, sleeper: str) -> None:
    """Put one character to sleep and awaken the other; the sleeper's tokens stay in its chamber."""
    character = game.characters[sleeper]
    table.tell(corrections.SentToSleep(character.name, character.seat, len(character.tokens)))
    remove(game, character)
    character.state = "asleep"
    withdraw(table, game, character)
    awaken(table, game, game.characters[about])


def recall(table: Table, game: Game, about: str, _: None) -> None:
    """Return a finally dead character: awake, or asleep if two are awake; one that waits to awaken
    then sleeps [8.7].
    """
    character = game.characters[about]
    asleep = len(_members_in_state(game, character, "active")) >= AWAKE
    table.tell(corrections.Recalled(character.name, character.seat, asleep))
    if asleep:
        character.state = "asleep"
        return
    stand_up(game, character)
    if len(_members_in_state(game, character, "active")) == AWAKE:
        for mate in _members_in_state(game, character, "dead"):
            mate.state = "asleep"


NONE = "none"


def thing_offers(game: Game, character: Character) -> Iterator[Action]:
    """Return the corrections of the equipment of a character on a board; hidden things are shown to the game master
    only.
    """
    if not character.active:
        return
    if character.id != ZOMBIE:
        yield from _token_choice_action("hand", character, _holdable_tokens(game, character))
        yield from _token_choice_action("wear", character, _wearable_armour(game, character))
        yield from _token_choice_action(
            "strip", character, [*([character.hand] if character.hand else []), *character.worn]
        )
        yield from _rune_actions(game, character)
    if boxes_left(game, character):
        yield from _token_choice_action(
            "pack", character, boards.supply(game, crystals=not in_camp(game, character)), secret=True
        )
    yield from _token_choice_action("unpack", character, character.pack, secret=True)


def _token_choice_action(
    verb: str, character: Character, tokens: list[str], *, secret: bool = False
) -> Iterator[Action]:
    if tokens:
        facts = {"who": character.name}
        ask = Choose(who=GM, why=f"gm.{verb}", options=boards.tokens_of(tokens), facts=facts, secret=secret)
        yield (hidden if secret else action)(verb, character.id, ask, **facts)


def _holdable_tokens(game: Game, character: Character) -> list[str]:
    """Return Weapons, and the Glove of Doom if no team-mate wears one and the character wears no Armour [10.11]."""
    if character.hand == GLOVE:
        return []
    weapons = [token for token in boards.supply(game, crystals=False) if is_kind(game, token, "weapon")]
    gloved = any(mate.hand == GLOVE for mate in game.people_of(character.seat))
    return [*weapons, *([] if gloved or character.worn else [GLOVE])]


def _wearable_armour(game: Game, character: Character) -> list[str]:
    """Return Armour for uncovered parts of the body, if a slot is free [7.2]."""
    if character.hand == GLOVE or len(character.worn) >= game.card(character.id).armour_slots:
        return []
    parts = [game.tables.finds.of(worn).part for worn in character.worn]
    armour = [token for token in boards.supply(game, crystals=False) if is_kind(game, token, "armour")]
    return [token for token in armour if game.tables.finds.of(token).part not in parts]


def _rune_actions(game: Game, character: Character) -> Iterator[Action]:
    runes = [rune.id for rune in game.tables.runes.rune if rune.id in game.runes and rune.id != character.rune]
    options = [Option(rune, "gm.rune.one", facts={"rune": Word(f"rune.{rune}")}) for rune in runes]
    options += [Option(NONE, "gm.rune.none")] if character.rune else []
    if options:
        facts = {"who": character.name}
        ask = Choose(who=GM, why="gm.rune", options=tuple(options), facts=facts, secret=True)
        yield hidden("rune", character.id, ask, **facts)


# What comes of it ------------------------------------------------------------------------------------------------


def hold(table: Table, game: Game, about: str, token: str) -> None:
    """Put a Weapon or the Glove into the hand; the previous Weapon goes to the bag."""
    character = game.characters[about]
    if character.hand:
        discard(game, character.hand)
    character.hand = token if token == GLOVE else draw_out(game, token)
    table.tell(corrections.TokenGranted(character.name, token_word(token)))


def wear(table: Table, game: Game, about: str, token: str) -> None:
    """Put Armour on a character."""
    character = game.characters[about]
    character.worn.append(draw_out(game, token))
    table.tell(corrections.TokenGranted(character.name, token_word(token)))


def strip(table: Table, game: Game, about: str, token: str) -> None:
    """Return a held or worn token to the bag; a Glove is destroyed."""
    character = game.characters[about]
    if token == character.hand:
        character.hand = ""
    else:
        character.worn.remove(token)
    if token != GLOVE:
        discard(game, token)
    table.tell(corrections.TokenVanished(character.name, token_word(token)))


def pack(table: Table, game: Game, about: str, token: str) -> None:
    """Add a token to a Backpack."""
    character = game.characters[about]
    character.pack.append(draw_out(game, token))
    _tell_owner_privately(
        table,
        character,
        corrections.TokenPacked(character.name, token_word(token)),
        corrections.PackChanged(character.name),
    )


def unpack(table: Table, game: Game, about: str, token: str) -> None:
    """Remove a token from a Backpack."""
    character = game.characters[about]
    character.pack.remove(token)
    discard(game, token)
    _tell_owner_privately(
        table,
        character,
        corrections.TokenUnpacked(character.name, token_word(token)),
        corrections.PackChanged(character.name),
    )


def set_rune(table: Table, game: Game, about: str, rune: str) -> None:
    """Change or remove a character's Rune; the previous one returns to the pool."""
    character = game.characters[about]
    before, character.rune = character.rune, "" if rune == NONE else rune
    if before:
        put(game.runes, before)
    if character.rune:
        take_out(game.runes, character.rune)
    event = corrections.RuneGranted if character.rune else corrections.RuneVanished
    _tell_owner_privately(
        table,
        character,
        event(character.name, Word(f"rune.{character.rune or before}")),
        corrections.RuneChanged(character.name),
    )


def _tell_owner_privately(table: Table, character: Character, event: Event, shadow: Event) -> None:
    table.tell(event, to=(character.seat,), shadow=shadow)


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
    "hand": hold,
    "wear": wear,
    "strip": strip,
    "pack": pack,
    "unpack": unpack,
    "rune": set_rune,
}
