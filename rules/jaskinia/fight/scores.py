"""What a fight comes to: who is in it, values, scores, and who wins; nothing here is asked or thrown [6.2–6.5]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.jaskinia.cards import card_word
from rules.jaskinia.model import Fight, FightKind, Game, Seeker
from rules.jaskinia.seeker.values import might, number_named
from rules.jaskinia.tables.sheets import Card
from rules.kernel.words import Fact, Term, Word

Side = Literal["own", "theirs"]
"""``own``: the Seeker whose turn it is; ``theirs``: Enemies, a guardian, or an attacked Seeker."""
OWN: Side = "own"
THEIRS: Side = "theirs"
SIDES: tuple[Side, Side] = (OWN, THEIRS)
Result = Literal["won", "lost", "tied"]
"""For the Seeker whose turn it is."""
FOUGHT: Mapping[FightKind, tuple[str, ...]] = {"fight": ("animal", "monster"), "psychic": ("spirit",)}
"""The types of cards that are fought together, in their order [6.1–6.4]."""
RIVAL_TYPES = ("seeker",)
"""What a Seeker is to who fights with it or evades it."""


def fight_of(game: Game) -> Fight:
    """The fight that is being fought."""
    assert game.fight is not None  # only asked while there is one
    return game.fight


def fighter(game: Game, side: Side) -> Seeker | None:
    """The Seeker of a side; None where Enemies or a guardian stand."""
    if side == OWN:
        return game.active
    rival = fight_of(game).rival
    return game.seeker_of(rival) if rival else None


def opponents(game: Game) -> tuple[Term, ...]:
    """What those on the other side are called."""
    fight = fight_of(game)
    if fight.rival:
        return (game.seeker_of(fight.rival).name,)
    return tuple(map(card_word, fight.foes)) or (Word(fight.guardian),)


def foe_types(game: Game) -> tuple[str, ...]:
    """The types of those on the other side; a guardian has none."""
    fight = fight_of(game)
    return RIVAL_TYPES if fight.rival else tuple(game.card(card).type for card in fight.foes)


def side_values(game: Game) -> tuple[int, int]:
    """Strength or Power of both sides with everything but the dice, the own first."""
    return value_of(game, OWN), value_of(game, THEIRS)


def value_of(game: Game, side: Side) -> int:
    """Strength or Power of a side with Spells; that of Enemies who fight together is added [6.2, A13]."""
    fight, one = fight_of(game), fighter(game, side)
    if one is None:
        bare = fight.value + sum(rank(game.card(card), fight.kind) for card in fight.foes)
    else:
        types = foe_types(game) if side == OWN else RIVAL_TYPES
        bare = might(game, one, fight.kind, types) + number_named(game, one)
    return bare + fight.bonus.get(side, 0)


def rank(card: Card, kind: FightKind) -> int:
    """What an Enemy has in such a fight."""
    return card.strength if kind == "fight" else card.power


def scores(game: Game) -> tuple[int, int]:
    """Both sides' values and dice, as far as these have fallen."""
    dice = fight_of(game).dice
    own, theirs = side_values(game)
    return own + dice.get(OWN, 0), theirs + dice.get(THEIRS, 0)


def behind(game: Game, side: Side) -> int:
    """How much a side's score is below the other's; less than 0 when it is above."""
    own, theirs = scores(game)
    return theirs - own if side == OWN else own - theirs


def result(game: Game) -> Result:
    """Who wins as the dice lie [6.2]."""
    missing = behind(game, OWN)
    return "tied" if missing == 0 else "lost" if missing > 0 else "won"


def fight_facts(game: Game) -> Mapping[str, Fact]:
    """What the words of a question in a fight are filled with: who against whom, and how it stands."""
    own, theirs = scores(game)
    one = fighter(game, OWN)
    assert one is not None  # the dead are not asked
    kind = Word(f"cavefight.{fight_of(game).kind}")
    return {"character": one.name, "enemies": opponents(game), "kind": kind, "own": own, "theirs": theirs}
