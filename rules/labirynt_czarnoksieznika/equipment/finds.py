"""The bag of Finds, the tokens in chambers, and scrolls [2.9, 5.7, 5.8, 7.4]."""

from __future__ import annotations

from rules.kernel.chance import put, take_out
from rules.kernel.requests import Seat
from rules.kernel.table import Table
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.events.fights import FateChanged, ScrollCast
from rules.labirynt_czarnoksieznika.events.finds import BagEmpty, FindsDrawn, FindsSeen, TokensLeft
from rules.labirynt_czarnoksieznika.model import CRYSTAL, Character, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Place


def token_word(token: str) -> Word:
    """Return the name of a token."""
    return Word(f"loot.{token}")


def draw_finds(table: Table, game: Game, character: Character, number: int) -> None:
    """Draw this many Finds from the bag, or all that are left [5.5, 5.10]; they are not stowed yet."""
    drawn: list[str] = []
    while len(drawn) < number and game.bag:
        find = table.draw(game.bag, "finds.draw", who=character.name)
        take_out(game.bag, find)
        character.loot.append(find)
        drawn.append(find)
    if drawn:
        useless = [find for find in drawn if not _is_of_use(game, character, find)]
        readers, sleepers = (_scroll_readers(game, character, useless, state) for state in ("active", "asleep"))
        nobody = bool(useless) and not (readers or sleepers)
        seen = FindsSeen(character.name, _find_words(drawn), _find_words(useless), nobody, readers, sleepers)
        table.tell(seen, to=(character.seat,), shadow=FindsDrawn(character.name, len(drawn)))
    if len(drawn) < number:
        table.tell(BagEmpty(character.name))


def _find_words(finds: list[str]) -> tuple[Word, ...]:
    return tuple(token_word(find) for find in finds)


def _scroll_readers(game: Game, character: Character, scrolls: list[str], state: str) -> tuple[Word, ...]:
    others = [other for other in game.cards_of(character.seat) if other.state == state and other.id != character.id]
    return tuple(other.name for other in others if any(_is_of_use(game, other, scroll) for scroll in scrolls))


def _is_of_use(game: Game, character: Character, find: str) -> bool:
    """Whether the Find is no scroll, or one that the character's card can cast [7.4]."""
    row = game.tables.finds.of(find)
    return row.kind != "scroll" or row.magic in game.card(character.id).magic


def discard(game: Game, token: str) -> None:
    """Put a token out of play: a Find into the bag, a Crystal onto its stack [7.3, 8.4]."""
    if token == CRYSTAL:
        game.crystals += 1
    else:
        put(game.bag, token)


def draw_out(game: Game, token: str) -> str:
    """Bring a token chosen by the game master into play: a Find out of the bag, a Crystal off its stack."""
    if token == CRYSTAL:
        game.crystals -= 1
    else:
        take_out(game.bag, token)
    return token


def lay_down(game: Game, where: Place, tokens: list[str]) -> None:
    """Put tokens face up into a chamber [5.8]; in a Camp they are stored [8.5]."""
    if tokens and game.kind_at(where) == "camp":
        owner = next(team for team in game.teams.values() if game.camp_of(team.seat) == where)
        owner.store += tokens
    elif tokens:
        game.floor.setdefault(where, []).extend(tokens)


def leave(table: Table, game: Game, character: Character, tokens: list[str]) -> None:
    """Let a character leave tokens in its chamber, visible to all [5.7]."""
    if not tokens:
        return
    lay_down(game, character.at, tokens)
    game.teams[character.seat].crystal *= CRYSTAL not in tokens
    if game.kind_at(character.at) != "camp":
        table.tell(TokensLeft(character.name, tuple(token_word(token) for token in tokens)))


def pick_up(game: Game, where: Place, token: str) -> None:
    """Take a token from the floor."""
    lying = game.floor[where]
    lying.remove(token)
    if not lying:
        del game.floor[where]


FATE = "fate"
SHIELD = "shield"


def knows(game: Game, character: Character, scroll: str) -> bool:
    """Whether an active character's card lists the scroll's kind of magic; this is public [7.4]."""
    return character.active and game.tables.finds.of(scroll).magic in game.card(character.id).magic


def can_cast(game: Game, character: Character, scroll: str) -> bool:
    """Whether the character knows the scroll's magic and has the scroll in its Backpack."""
    return scroll in character.pack and knows(game, character, scroll)


def casters(game: Game, seat: Seat, scroll: str) -> list[Character]:
    """Return the player's characters who can cast the scroll now."""
    return [person for person in game.people_of(seat) if can_cast(game, person, scroll)]


def cast(table: Table, game: Game, character: Character, scroll: str) -> None:
    """Cast a scroll, which returns to the bag [7.3]; a fight records it."""
    character.pack.remove(scroll)
    discard(game, scroll)
    game.tally.scrolls += 1
    if game.fight:
        game.fight.cast.append((character.id, scroll))
    table.tell(ScrollCast(character.name, token_word(scroll)))


def change_fate(table: Table, game: Game, character: Character, sign: int) -> int:
    """Cast Change of Fate and return the change of the roll, negative if ``sign`` is."""
    cast(table, game, character, FATE)
    shift = game.tables.finds.of(FATE).bonus
    table.tell(FateChanged(character.name, shift if sign > 0 else 0, shift if sign < 0 else 0))
    return sign * shift
