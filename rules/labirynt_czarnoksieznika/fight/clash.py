"""Clashes: dice, rethrows, Change of Fate, and the results [6]."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from rules.kernel.chance import Pile, put
from rules.kernel.events import Event
from rules.kernel.odds import FACES, rethrow_note
from rules.kernel.offers import Way, choice
from rules.kernel.requests import Choose, Option
from rules.kernel.table import Table
from rules.kernel.turns import window
from rules.kernel.words import Facts, Word, phrase
from rules.labirynt_czarnoksieznika import forecast, throws
from rules.labirynt_czarnoksieznika.characters.wounds import wound
from rules.labirynt_czarnoksieznika.equipment import finds
from rules.labirynt_czarnoksieznika.equipment.packing import let_go, lose_weapon, receive
from rules.labirynt_czarnoksieznika.events import fights
from rules.labirynt_czarnoksieznika.fight.magic import open_window
from rules.labirynt_czarnoksieznika.model import GLOVE, Character, Fight, Game
from rules.labirynt_czarnoksieznika.tables.sheets import Encounter

BEYOND_DOUBT = 100


def settle_dice(table: Table, game: Game) -> None:
    """Roll for both sides; attacker, then defender may buy rethrows; then Change of Fate [6.12]."""
    for side in forecast.SIDES:
        forecast.fight_of(game).dice[side] = int(table.roll("1K6", _roll_reason(side), **_die_facts(game, side)))
    left = list(forecast.SIDES)
    for side in forecast.SIDES:
        _buy_throws(table, game, side, left)
    _change_fate_in_turns(table, game)


def _roll_reason(side: forecast.Side) -> str:
    return "fight.own" if side == forecast.OWN else "fight.other"


def _die_facts(game: Game, side: forecast.Side) -> Facts:
    """Return the facts of a side's roll: both sides, their numbers, and what wins if the other die lies."""
    other = forecast.opposite(side)
    strength = forecast.side_values(game)[forecast.SIDES.index(side)]
    against = forecast.scores(game)[forecast.SIDES.index(other)]
    facts: Facts = {
        "who": forecast.fighter_names(game, side),
        "strength": strength,
        "foes": forecast.fighter_names(game, other),
        "against": against,
        "needs": "",
    }
    if other in forecast.fight_of(game).dice:
        note, faces = rethrow_note("dice.needs", [standing for standing, _ in _standings_by_face(game, side, side)])
        facts["needs"] = phrase(note, **faces)
    return facts


# Thrown again --------------------------------------------------------------------------------------------------


def _buy_throws(table: Table, game: Game, side: forecast.Side, left: list[forecast.Side]) -> None:
    """Offer a side to buy rethrows of either die, each die once, while it can pay."""
    seat = forecast.seat_of(game, side)
    while (
        left
        and seat
        and throws.may_rethrow(
            game,
            seat,
            not forecast.wins(game, side),
            any(map(forecast.is_last, forecast.fighters(game, forecast.fight_of(game), side))),
        )
    ):
        of_use = [
            die
            for die in (side, forecast.opposite(side))
            if die in left and (max(_standings_by_face(game, side, die)) > _side_standing(game, side))
        ]
        if not of_use:
            return
        ways = [Way(_keep_option(game, side), None), *(_rethrow_way(game, side, die) for die in of_use)]
        facts = {**forecast.clash_facts(game), **throws.price_facts(game, seat)}
        die = table.ask(choice(seat, "fight.reroll", ways, facts))
        if die is None:
            return
        left.remove(die)
        dice = forecast.fight_of(game).dice
        dice[die] = throws.rethrow(table, game, seat, dice[die], _roll_reason(die), **_die_facts(game, die))


def _standings_by_face(game: Game, side: forecast.Side, die: forecast.Side) -> list[tuple[int, int]]:
    fight, faces = forecast.fight_of(game), []
    before = fight.dice
    for face in FACES:
        fight.dice = {**before, die: face}
        faces.append(_side_standing(game, side))
    fight.dice = before
    return faces


def _side_standing(game: Game, side: forecast.Side) -> tuple[int, int]:
    """Return 1 for a win, 0 for a tie, -1 for a loss, and the lead; natural faces count as a huge lead."""
    winner = forecast.verdict(game).winner
    standing = 0 if not winner else 1 if winner == side else -1
    return standing, standing * BEYOND_DOUBT if forecast.by_nature(game) else -forecast.behind(game, side)


def _rethrow_way(game: Game, side: forecast.Side, die: forecast.Side) -> Way[forecast.Side]:
    id, face = "own" if die == side else "other", forecast.fight_of(game).dice[die]
    note, faces = rethrow_note("reroll", [standing for standing, _ in _standings_by_face(game, side, die)])
    who = forecast.fighter_names(game, die)[0]
    return Way(
        throws.again_option(game, forecast.seat_of(game, side), id, f"fight.{id}", face, note, who=who, **faces), die
    )


AS_IT_LIES = {1: "fight.won", 0: "fight.tied", -1: "fight.lost"}
WITH_FATE = {1: "fate.won", 0: "fate.tied", -1: "fate.lost"}


def _keep_option(game: Game, side: forecast.Side) -> Option:
    dice, (standing, _) = forecast.fight_of(game).dice, _side_standing(game, side)
    decided = forecast.by_nature(game)
    because = (".six" if decided.six else ".one") if decided else ""
    note = f"{AS_IT_LIES[standing]}{because}"
    return Option(throws.KEEP, "fight.keep", note, {"own_die": dice[forecast.OWN], "other_die": dice[forecast.THEIRS]})


# Change of Fate ------------------------------------------------------------------------------------------------


def _change_fate_in_turns(table: Table, game: Game) -> None:
    """Ask both sides in turns, the defender first, until both pass; it has no effect if natural faces decide [A6]."""
    side, passed = forecast.THEIRS, 0
    while passed < len(forecast.SIDES) and not forecast.by_nature(game):
        passed = 0 if _cast_fate_for_side(table, game, side) else passed + 1
        side = forecast.opposite(side)


def _cast_fate_for_side(table: Table, game: Game, side: forecast.Side) -> bool:
    """Let a side cast one Change of Fate; it adds to the own score, which equals subtracting from the other's."""
    caster = (
        _choose_defence_fate_caster(table, game) if side == forecast.THEIRS else _choose_attack_fate_caster(table, game)
    )
    if not caster:
        return False
    shift = forecast.fight_of(game).shift
    shift[side] = shift.get(side, 0) + finds.change_fate(table, game, caster, +1)
    return True


def _choose_attack_fate_caster(table: Table, game: Game) -> Character | None:
    """Return the active player's caster, asked only if one can cast and the player wants to be asked, or None."""
    ways = (
        _fate_ways(game, forecast.OWN)
        if throws.wants_asking(game.teams[game.active_seat].orders.fate, not forecast.wins(game, forecast.OWN))
        else []
    )
    return table.ask(_fate_choice(game, forecast.OWN, ways)) if ways else None


def _choose_defence_fate_caster(table: Table, game: Game) -> Character | None:
    """Return the defender's caster or None: asked whatever it holds, or by standing order when it turns the clash."""
    people = forecast.fighters(game, forecast.fight_of(game), forecast.THEIRS)
    if not any(finds.knows(game, person, finds.FATE) for person in people):
        return None
    match game.teams[people[0].seat].orders.fate:
        case "ask":
            return table.ask(_fate_choice(game, forecast.THEIRS, _fate_ways(game, forecast.THEIRS)))
        case "losing" if _standing_after_fate(game, forecast.THEIRS) > _side_standing(game, forecast.THEIRS)[0]:
            return next((way.meant for way in _fate_ways(game, forecast.THEIRS)), None)
    return None


def _fate_choice(game: Game, side: forecast.Side, ways: Sequence[Way[Character]]) -> Choose[Character | None]:
    keep = _keep_option(game, side) if ways else replace(_keep_option(game, side), note="")
    return window(forecast.seat_of(game, side), "fight.fate", keep, ways, forecast.clash_facts(game))


def _standing_after_fate(game: Game, side: forecast.Side) -> int:
    shift = forecast.fight_of(game).shift
    before = dict(shift)
    shift[side] = shift.get(side, 0) + game.tables.finds.of(finds.FATE).bonus
    then, _ = _side_standing(game, side)
    forecast.fight_of(game).shift = before
    return then


def _fate_ways(game: Game, side: forecast.Side) -> list[Way[Character]]:
    """Return a cast by each possible caster, if all their scrolls together could help."""
    people = _fate_casters(game, side)
    bonus = game.tables.finds.of(finds.FATE).bonus
    enough = bonus * sum(person.pack.count(finds.FATE) for person in people) >= forecast.behind(game, side)
    note = WITH_FATE[_standing_after_fate(game, side)]
    return [_fate_way(person, bonus, note) for person in people] if enough else []


def _fate_way(character: Character, bonus: int, note: str) -> Way[Character]:
    facts: Facts = {"who": character.name, "scroll": finds.token_word(finds.FATE), "bonus": bonus}
    return Way(Option(f"{finds.FATE}:{character.id}", "fight.fate", note, facts), character)


def _fate_casters(game: Game, side: forecast.Side) -> list[Character]:
    """Return the casters: any of the active player's characters, but only the fighters of an attacked player [7.4]."""
    if side == forecast.OWN:
        return finds.casters(game, game.active_seat, finds.FATE)
    return [
        fighter
        for fighter in forecast.fighters(game, forecast.fight_of(game), side)
        if finds.can_cast(game, fighter, finds.FATE)
    ]


Result = forecast.Side | Literal["", "left"]
"""The winning side, '' for a tie, ``left`` if the fight ended before the dice."""


def meet_monster(table: Table, game: Game, character: Character, row: Encounter) -> None:
    """Fight a monster at once; it never stays on the board [5.4, 6.5]."""
    table.tell(fights.MonsterMet(character.name, Word(f"foe.{row.id}"), row.total, row.strength))
    won = _fight_out(table, game, character, row)
    if won == forecast.OWN:
        game.tally.monsters_won += 1
        _reward_victory(table, game, character, row)
    elif won == forecast.THEIRS:
        game.tally.monsters_lost += 1
        after_defeat(table, game, character, row)
    elif won == "":
        game.tally.monsters_tied += 1
    game.fight = None


def _fight_out(table: Table, game: Game, character: Character, row: Encounter) -> Result:
    """Fight once, or twice if the monster must be beaten twice in a row [6.11, A21]."""
    won = clash(table, game, Fight(attacker=character.id, foe=row.id))
    if won == forecast.OWN and "twice" in row.special:
        table.tell(fights.SecondClash(character.name, Word(f"foe.{row.id}")))
        won = clash(table, game, Fight(attacker=character.id, foe=row.id, clash=2))
    return won


def _reward_victory(table: Table, game: Game, character: Character, row: Encounter) -> None:
    """Give Finds and Gems of the row, then apply the monster's effect on its victor [6.5]."""
    finds.draw_finds(table, game, character, row.finds)
    if row.gems:
        game.tally.gems_won += row.gems
        table.tell(fights.GemsWon(character.seat, row.gems, game.teams[character.seat].gems + row.gems))
        throws.earn(table, game, character.seat, row.gems)
    if not game.outcome:
        after_victory(table, game, character, row)


def attack(table: Table, game: Game, character: Character, target: Character) -> None:
    """Attack another player's character after entering its chamber [6.1, 6.6–6.8]."""
    game.tally.duels += 1
    table.tell(fights.Attacked(character.name, target.name, character.seat, target.seat))
    won = clash(table, game, Fight(attacker=character.id, defenders=[target.id]))
    if won in (forecast.OWN, forecast.THEIRS):
        game.tally.duels_won += won == forecast.OWN
        _wound_losers(table, game, won)
    game.fight = None


def _wound_losers(table: Table, game: Game, winner: forecast.Side) -> None:
    """Wound each loser once, or twice and finally by the Glove [6.6, 6.7, 8.9, A8]."""
    fight, glove = forecast.fight_of(game), forecast.wears_glove(game, winner)
    winners, losers = (forecast.fighters(game, fight, side) for side in (winner, forecast.opposite(winner)))
    for loser in losers:
        wound(table, game, loser, game.tables.powers.glove.wounds if glove else 1, final=glove)
    loot(table, game, winners, losers)


def clash(table: Table, game: Game, fight: Fight) -> Result:
    """Resolve scrolls and dice and return the winner [6.12]; ``game.fight`` stays set for the consequences."""
    game.fight = fight
    open_window(table, game)
    if game.fight is None:
        return "left"
    settle_dice(table, game)
    table.tell(_clash_result_event(game))
    return forecast.verdict(game).winner


def _clash_result_event(game: Game) -> Event:
    who, other = forecast.first_fighters(game)
    own, theirs = forecast.scores(game)
    decided = forecast.verdict(game)
    tie = own == theirs and not (decided.six or decided.natural_one)
    match decided.winner:
        case "own":
            return fights.ClashWon(
                who, other, own, theirs, natural_six=decided.six, natural_one=decided.natural_one, tie=tie
            )
        case "theirs":
            return fights.ClashLost(
                who, other, own, theirs, natural_one=decided.natural_one, natural_six=decided.six, tie=tie
            )
        case "":
            return fights.ClashTied(who, other, own, theirs, both_ones=decided.natural_one)


# Monsters' specials --------------------------------------------------------------------------------------------

Trick = Callable[[Table, Game, Character], None]


def after_defeat(table: Table, game: Game, character: Character, row: Encounter) -> None:
    """Apply the monster's wounds, then its specials while the character stands [6.5]."""
    wound(table, game, character, row.wounds, monster=True)
    for special in row.special:
        if special in ON_LOSS and character.active and not game.outcome:
            ON_LOSS[special](table, game, character)


def _steal_token(table: Table, game: Game, character: Character) -> None:
    """Steal a token from the Backpack, if there is one; the Rune is safe."""
    if not character.pack:
        table.tell(fights.SomethingStolen(character.name, nothing=True))
        return
    token = _draw_from_backpack(table, character, "theft.token")
    finds.discard(game, token)
    game.teams[character.seat].crystal = ""
    table.tell(
        fights.TokenStolen(character.name, finds.token_word(token)),
        to=(character.seat,),
        shadow=fights.SomethingStolen(character.name, nothing=False),
    )


def _steal_gem(table: Table, game: Game, character: Character) -> None:
    """Take a Gem from the player, or wound the character if the player has none."""
    team = game.teams[character.seat]
    if not team.gems:
        wound(table, game, character, 1, monster=True)
        return
    team.gems -= 1
    table.tell(fights.GemStolen(character.seat, team.gems))


def _stun_character(table: Table, game: Game, character: Character) -> None:
    """Stun the character: it cannot be moved in its player's next turn [3.6]."""
    character.stunned = True
    table.tell(fights.Stunned(character.name))


ON_LOSS: Mapping[str, Trick] = {"steal_token": _steal_token, "steal_gem": _steal_gem, "stun": _stun_character}


def after_victory(table: Table, game: Game, character: Character, row: Encounter) -> None:
    """Apply a monster's effect after the reward: acid destroys the Weapon in hand, never the Glove."""
    if "dissolve_weapon" in row.special and character.hand not in ("", GLOVE):
        table.tell(fights.WeaponDissolved(character.name, lose_weapon(game, character)))


# The cutpurse --------------------------------------------------------------------------------------------------


def loot(table: Table, game: Game, winners: Sequence[Character], losers: Sequence[Character]) -> None:
    """Let a winner with the ability take a token from a loser's Backpack, never the Rune; the dead have none."""
    looter = forecast.robber_of(game, winners)
    victim = next((loser for loser in losers if loser.pack), None)
    if looter is None or victim is None:
        return
    token = _draw_from_backpack(table, victim, "loot.token")
    receive(game, looter, token)
    game.teams[victim.seat].crystal = ""
    seen = fights.Looted(looter.name, victim.name, finds.token_word(token))
    table.tell(seen, to=(looter.seat, victim.seat), shadow=fights.SomethingLooted(looter.name, victim.name))
    if looter.id != game.entered:
        _make_room(table, game, looter)


def _make_room(table: Table, game: Game, character: Character) -> None:
    """Let a character who is not exploring leave tokens that do not fit, by its player's choice [5.7]."""
    if not character.loot:
        return
    tokens = dict.fromkeys([*character.loot, *character.pack])
    options = tuple(Option(token, "loot.leave", facts={"token": finds.token_word(token)}) for token in tokens)
    facts: Facts = {"character": character.name}
    ask = Choose(who=character.seat, why="loot.leave", options=options, facts=facts, secret=True, always=True)
    token = table.ask(ask)  # whoever is not asked has nothing but such tokens
    let_go(character, token)
    finds.leave(table, game, character, [token])
    character.pack, character.loot = [*character.pack, *character.loot], []


def _draw_from_backpack(table: Table, character: Character, why: str) -> str:
    pile: Pile = {}
    for token in character.pack:
        put(pile, token)
    token = table.draw(pile, why, who=character.name)
    character.pack.remove(token)
    return token
