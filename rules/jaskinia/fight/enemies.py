"""Fights with Enemies: Animals with Monsters, Spirits together, and fights named by a card [6.1–6.4, 6.8, 12]."""

from __future__ import annotations

from collections.abc import Sequence

from rules.jaskinia.cards import card_word
from rules.jaskinia.effects import ODDS, OPERATIONS, Work, run
from rules.jaskinia.events.fights import RansomPaid
from rules.jaskinia.fight.clash import begin_fight, decide, fight_guardian, take_wound
from rules.jaskinia.fight.odds import Result, facts_against, fight_of
from rules.jaskinia.model import Fight, FightKind, Game, Note, Seeker
from rules.jaskinia.seeker.belongings import gain_gold, keep_trophies, leave_area_card, note_each
from rules.jaskinia.seeker.dying import heal
from rules.jaskinia.seeker.values import bonus, mods
from rules.jaskinia.tables import effects as e
from rules.jaskinia.tables.effects import Do, Gold
from rules.kernel.table import Table
from rules.kernel.words import Word


def face_enemies(table: Table, game: Game, seeker: Seeker, foes: Sequence[str], kind: FightKind) -> bool:
    """Evade or fight the Enemies on the area and return whether the exploration goes on [5.8]."""
    game.fight = Fight(kind=kind, foes=list(foes))
    begin_fight(table, game, seeker)
    left = list(fight_of(game).foes)
    if left:
        ended = decide(table, game, seeker)
        name = f"{kind if kind == 'psychic' else 'fights'}_{ended}"
        setattr(game.tally, name, getattr(game.tally, name) + 1)
        _settle_fight(table, game, seeker, left, kind, ended)
    game.fight = None
    return game.goes_on(seeker)


def _settle_fight(
    table: Table, game: Game, seeker: Seeker, foes: Sequence[str], kind: FightKind, ended: Result
) -> None:
    """A tie or a defeat ends the turn [5.8]."""
    if ended == "won":
        _reward_victory(table, game, seeker, foes, kind)
        return
    if ended == "lost":
        _pay_for_defeat(table, game, seeker, foes, kind)
    game.trip.over = True


# Won -----------------------------------------------------------------------------------------------------------


def _reward_victory(table: Table, game: Game, seeker: Seeker, foes: Sequence[str], kind: FightKind) -> None:
    """Give trophies (Spirits are discarded), then use abilities, then each Enemy's reward [6.2, 6.3, 6.8]."""
    game.fight = None
    note_each(game, seeker, (Note("won" if kind == "fight" else "spirit", card) for card in foes))
    if kind == "fight":
        keep_trophies(table, game, seeker, foes)
    else:
        for card in foes:
            leave_area_card(table, game, seeker.at, card)
    _use_victory_abilities(table, game, seeker, [game.card(card).type for card in foes])
    for card in foes:
        _run_card_effects(table, game, seeker, card, game.card(card).on_win)


def _use_victory_abilities(table: Table, game: Game, seeker: Seeker, types: Sequence[str]) -> None:
    """Killed Enemies heal, beaten Spirits bring gold [12]."""
    healed = sum(mod.n * types.count(mod.type) for mod in mods(game, seeker, "heal_on_kill"))
    if healed and seeker.endurance < seeker.level:
        heal(table, seeker, healed)
    if gold := bonus(game, seeker, "spirit_gold") * types.count("spirit"):
        gain_gold(table, seeker, gold)


def _run_card_effects(table: Table, game: Game, seeker: Seeker, card: str, do: Do) -> None:
    run(table, game, Work(seeker, card_word(card), card=card), do)


# Lost ----------------------------------------------------------------------------------------------------------


def _pay_for_defeat(table: Table, game: Game, seeker: Seeker, foes: Sequence[str], kind: FightKind) -> None:
    """Lose a ransom or Endurance, then each Enemy's further loss, which no Item saves [6.2, 6.8, A16]."""
    # An Enemy that fights alone takes gold instead, if there is enough [13].
    if len(foes) == 1 and 0 < _ransom_price(game, foes[0]) <= seeker.gold:
        _pay_ransom(table, game, seeker, foes[0])
    else:
        take_wound(table, game, seeker, kind)
    game.fight = None
    for card in foes:
        _run_card_effects(table, game, seeker, card, game.card(card).on_lose)


def _ransom_price(game: Game, card: str) -> int:
    return -sum(op.n for op in game.card(card).lose_instead if isinstance(op, Gold))


def _pay_ransom(table: Table, game: Game, seeker: Seeker, card: str) -> None:
    table.tell(RansomPaid(seeker.name, card_word(card), _ransom_price(game, card)))
    _run_card_effects(table, game, seeker, card, game.card(card).lose_instead)


# Operations that begin a fight ---------------------------------------------------------------------------------


def do_fight(table: Table, game: Game, work: Work, op: e.Fight | e.Psychic) -> Do:
    """Fight against a Strength or a Power; a tie or a defeat ends the turn [5.8]."""
    name = work.source.key.rpartition(".")[2] if isinstance(work.source, Word) else work.card
    result = fight_guardian(table, game, work.seeker, *op.against, name)
    if result != "won":
        game.trip.over = True
    return {"won": op.win, "lost": op.lose}.get(result, ())


for kind in e.Fight, e.Psychic:
    OPERATIONS[kind] = do_fight
    ODDS[kind] = lambda game, seeker, op: facts_against(game, seeker, *op.against)
