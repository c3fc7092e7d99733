"""The autopilot's answers in fights: evading, Spells, throwing again, the price of a defeat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from rules.jaskinia.autopilot.areas import lying_worth, price_of_defeat, spoils
from rules.jaskinia.autopilot.goals import TRIAL
from rules.jaskinia.autopilot.worth import GOLD, LIFE, VALUE, arms_for, pain, penalty, prize, use_of
from rules.jaskinia.effects import DISPEL, LET
from rules.jaskinia.fight.clash import EVADE, FIGHT, STAND, Escape, helpful_spells, sensible_cast
from rules.jaskinia.fight.encounters import DEVOUR, KEEP, PURSE, REROLL, WOUND, Spoil
from rules.jaskinia.fight.odds import OWN, THEIRS, behind, fight_of
from rules.jaskinia.model import Game, Seeker
from rules.kernel.answers import Value
from rules.kernel.autopilot import Advice
from rules.kernel.odds import odds
from rules.kernel.offers import answer_with, ids, meanings, picks
from rules.kernel.requests import Choose, NextAction, Seat
from rules.kernel.words import phrase

KEPT = 1.5
"""A Spell is spent on a fight only for at least this average gain."""
GRUDGE = 2.0
"""The factor on the worth of a rival's wound once the Crystal Chamber is found."""
LOW = 3
"""A die up to this number is thrown again."""


class Stakes(Struct, frozen=True):
    """The stakes of a fight: the prize, the loss, and the gain once no Enemy is left."""

    prize: float
    loss: float
    after: float = 0.0

    def with_lead(self, lead: int) -> float:
        """Return the worth of fighting with this lead before the dice."""
        chances = odds(lead)
        return chances.win * (self.prize + self.after) - chances.loss * self.loss


def make_ready(game: Game, request: NextAction, seat: Seat) -> Advice:
    """Return the best answer before the dice: fight, evade or cast. A Spell must gain more than it is worth."""
    ways = list(_rated_fight_answers(game, request, seat))
    value = max(ways, key=lambda way: way[0])[1]
    keeps = value == [FIGHT] and picks(request, seat, "help")
    return Advice(value, phrase("cave.usual.kept") if keeps else None)


def _rated_fight_answers(game: Game, request: NextAction, seat: Seat) -> Iterator[tuple[float, Value]]:
    """Yield each answer with its worth, the plain fight first."""
    seeker, foes, lead = game.seeker_of(seat), fight_of(game).foes, -behind(game, OWN)
    stakes = _fight_stakes(game, seeker, foes)
    yield stakes.with_lead(lead), [FIGHT]
    if any(offer.option.id == EVADE for offer in request.of(seat)):
        yield stakes.after, [EVADE]
    gains = helpful_spells(game, seeker)
    for offer in picks(request, seat, "help"):
        yield stakes.with_lead(lead + gains[offer.ways[0].meant]) - KEPT, answer_with(offer)
    for offer in picks(request, seat, "vanish"):
        yield _worth_without_enemy(game, seeker, lead, offer.ways[0].meant) - KEPT, answer_with(offer)


def _worth_without_enemy(game: Game, seeker: Seeker, lead: int, foe: str) -> float:
    """Return the worth of the fight with one Enemy left out."""
    left = list((Counter(fight_of(game).foes) - Counter([foe])).elements())
    stakes, card = _fight_stakes(game, seeker, left), game.card(foe)
    more = card.strength if fight_of(game).kind == "fight" else card.power
    return stakes.with_lead(lead + more) if left else stakes.after


def _fight_stakes(game: Game, seeker: Seeker, foes: list[str]) -> Stakes:
    fight = fight_of(game)
    if fight.rival:
        other = game.seeker_of(fight.rival)
        return Stakes(spoils(game, seeker, other, fight.kind), price_of_defeat(game, seeker, other, fight.kind))
    if not fight.foes:
        return Stakes(TRIAL if seeker.at == game.crystal else VALUE, pain(game, seeker))
    here = Counter(game.lying.get(seeker.at, ())) - Counter([*fight.foes, *game.trip.evaded])
    cards = [game.card(id) for id in foes]
    rest = [id for id in here.elements() if fight.kind == "fight" or not game.card(id).power]
    after = lying_worth(game, seeker, seeker.at, rest)
    wound = arms_for(game, seeker, fight.kind, [card.type for card in cards]).wound
    return Stakes(prize(game, seeker, cards), penalty(game, seeker, cards, wound), after)


# Attacked --------------------------------------------------------------------------------------------------------


def slip_away(game: Game, request: Choose[Escape | None], seat: Seat) -> str:
    """Escape by ability or Spell when the fight has no positive worth, and always from a thief."""
    ways = [id for id in ids(request) if id != STAND]
    return ways[0] if ways and (not game.fight or _worth_of_standing(game, seat) <= 0) else STAND


def _worth_of_standing(game: Game, seat: Seat) -> float:
    seeker, attacker, kind = game.seeker_of(seat), game.seeker_of(game.active_seat), fight_of(game).kind
    stakes = Stakes(spoils(game, seeker, attacker, kind), price_of_defeat(game, seeker, attacker, kind))
    return stakes.with_lead(-behind(game, THEIRS))


def defend(game: Game, request: Choose[str | None], seat: Seat) -> str:
    """Return the cheapest Spell that puts the defender ahead, if it is not ahead already."""
    wanted = sensible_cast(game, helpful_spells(game, game.seeker_of(seat)))
    return next(id for id, spell in meanings(request).items() if spell == wanted)


def throw_again(game: Game, seat: Seat) -> str:
    """Throw again when the duel is being lost, or on a tie with a low die."""
    side = OWN if seat == game.active_seat else THEIRS
    die = fight_of(game).dice[side]
    return REROLL if behind(game, side) > 0 or die <= LOW else KEEP


def choose_spoils(game: Game, request: Choose[Spoil], seat: Seat) -> str:
    """Take the loser's life if possible, else what is worth most to the winner."""
    seeker, offered = game.seeker_of(seat), meanings(request)
    if DEVOUR in offered:
        return DEVOUR
    endurance = request.facts["endurance"]
    assert isinstance(endurance, int)  # of the beaten, whose wounds everybody sees
    # A wound is worth more when the beaten has few left, and when the dead do not come again.
    # A first bag of gold heals an own wound, so that only the last wound of a rival is worth more.
    purse = GOLD if seeker.gold else LIFE - GOLD
    worth = {WOUND: (GRUDGE if game.crystal else 1.0) * LIFE / endurance, PURSE: purse}
    return max(offered, key=lambda id: worth[id] if id in worth else use_of(game, seeker, offered[id].item))


def dispel(game: Game, request: Choose, seat: Seat) -> str:
    """Cast Dispel only against a Spell that is aimed at the own Seeker."""
    aimed = request.facts.get("aimed") == game.seeker_of(seat).name
    return DISPEL if aimed and DISPEL in ids(request) else LET
