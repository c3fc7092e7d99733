"""The view of a seat on the state: other players' Spells and standing orders are hidden [3.8]."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.jaskinia.beside.marks import NONE
from rules.jaskinia.beside.outside import has_turn
from rules.jaskinia.cards import card_word, spell_word
from rules.jaskinia.fight.odds import OWN, THEIRS, Side, fighter, opponents, value_of
from rules.jaskinia.model import DECKS, Fight, Game, Player, Seeker, is_own, named
from rules.jaskinia.places import area_word
from rules.jaskinia.seeker.belongings import points
from rules.jaskinia.seeker.dying import changes
from rules.jaskinia.seeker.values import item_limit, power, spell_limit, strength
from rules.jaskinia.tables.sheets import Area, Card
from rules.jaskinia.turn import aim_of
from rules.jaskinia.view import (
    AreaView,
    CardView,
    FightView,
    GateView,
    PlayerView,
    SeekerView,
    SideView,
    SpellView,
    View,
)
from rules.kernel.requests import GM, Seat
from rules.kernel.turns import written
from rules.kernel.words import Term


def view(game: Game, viewer: Seat | None) -> View:
    """Return what this seat may see; None: a spectator. The game master sees everything."""
    ready = bool(game.order) and game.stage > 0
    return View(
        stage=game.stage,
        round=game.tally.rounds,
        viewer=viewer,
        setting_up=not ready,
        outcome=game.outcome,
        winner=game.winner,
        # Beside the main board the Cave may be empty.
        turn_of=game.active_seat if ready and (not game.beside or has_turn(game, game.active_seat)) else "",
        order=tuple(game.order),
        areas=tuple(_area_view(game, area) for area in game.tables.board.area),
        gates=tuple(GateView(gate.id, gate.between, gate.id in game.gates) for gate in game.tables.board.gate),
        players=tuple(_player_view(game, player, viewer) for player in game.players.values()),
        left={deck: sum(pile.values()) for deck, pile in game.decks.items()},
        crystal=game.crystal,
        goal=game.options.trials,
        path=tuple(game.trip.path),
        choice=tuple(game.trip.choice),
        used=tuple(_card_view(game, id) for deck in DECKS for id in game.used.get(deck, {})),
        fight=_fight_view(game, game.fight) if game.fight else None,
        beside=game.beside is not None,
        pace=game.pace,
    )


def _area_view(game: Game, area: Area) -> AreaView:
    return AreaView(
        id=area.id,
        kind=area.kind,
        zone=area.zone,
        name=area_word(game, area.id),
        exits={str(side): beyond for side, beyond in area.exits.items()},
        draw=area.draw,
        chamber=area.name.upper() if area.kind == "chamber" else "",
        instruction=area.instruction,
        cards=cards(game, game.lying.get(area.id, [])),
        gold=game.gold.get(area.id, 0),
        crystal=area.id == game.crystal,
    )


def cards(game: Game, ids: Sequence[str]) -> tuple[CardView, ...]:
    """Return the public views of cards."""
    return tuple(_card_view(game, id) for id in ids)


def _card_view(game: Game, id: str) -> CardView:
    card = game.card(id)
    rank = card.strength or card.power or card.gold
    marks = game.beside.things[id].marks if game.beside and is_own(id) else ""
    own = {language: text for language, text in (("pl", card.text_pl), ("en", card.text_en)) if text}
    text, bare = f"note.cavecard.{id}", not own and not marks and _only_fights(card)
    return CardView(id, card_word(id), card.deck, card.type, rank, text, card.weapon, marks, own, bare)


def _only_fights(card: Card) -> bool:
    """Whether an Enemy has no effect besides its fight."""
    fights = bool(card.strength or card.power)
    return fights and not (card.mods or card.do or card.on_win or card.on_lose or card.lose_instead)


# Players -------------------------------------------------------------------------------------------------------


def _player_view(game: Game, player: Player, viewer: Seat | None) -> PlayerView:
    knows = viewer in (player.seat, GM)
    guest = game.beside.visitors.get(player.seat) if game.beside and not player.seeker else None
    return PlayerView(
        seat=player.seat,
        mark=mark_of(game, player.seat),
        seeker=_seeker_view(game, player.seeker, knows) if player.seeker else None,
        out=player.out,
        deaths=player.deaths,
        last=named("seeker", player.last) if player.last else None,
        orders=written(player.orders) if knows else None,
        guest=named("seeker", guest.id) if guest else None,
        coming=guest is not None and guest.coming,
        outside=replace(_seeker_view(game, guest.kept, knows), visit=(), active=False, outside=True)
        if guest and guest.kept is not None
        else None,
    )


def mark_of(game: Game, seat: Seat) -> int:
    """Return the number of a seat's pawn, from 1."""
    return 1 + game.seats.index(seat)


def _seeker_view(game: Game, seeker: Seeker, knows: bool) -> SeekerView:
    sheet, rules, guest = game.sheet(seeker), game.tables.seekers, game.visitor(seeker)
    return SeekerView(
        id=seeker.id,
        seat=seeker.seat,
        mark=mark_of(game, seeker.seat),
        name=seeker.name,
        align=sheet.align,
        at=seeker.at,
        place=area_word(game, seeker.at),
        own_strength=seeker.strength,
        own_power=seeker.power,
        strength=strength(game, seeker),
        power=power(game, seeker),
        start_strength=sheet.strength,
        start_power=sheet.power,
        endurance=seeker.endurance,
        level=seeker.level,
        gold=seeker.gold,
        items=cards(game, seeker.items),
        followers=cards(game, seeker.followers),
        trophies=cards(game, seeker.trophies),
        points=points(game, seeker.trophies),
        points_needed=rules.trophies,
        cave_cards=seeker.cards,
        cave_cards_needed=0 if guest else rules.cards,
        trials=tuple(seeker.trials),
        room=item_limit(game, seeker),
        limit=spell_limit(game, seeker),
        spells_held=len(seeker.spells),
        ability=f"note.seeker.{'guest' if is_own(seeker.id) else seeker.id}",
        aim=aim_of(game, seeker),
        slow=seeker.slow,
        lost=seeker.lost,
        active=bool(game.order) and seeker.seat == game.active_seat,
        spells=tuple(
            SpellView(id, spell_word(id), f"note.cavespell.{id}", game.spell(id).window) for id in seeker.spells
        )
        if knows
        else None,
        said=guest.marks.removeprefix(NONE) if guest else "",
        visit=tuple(changes(game, seeker, guest)) if guest else (),
    )


# A fight -------------------------------------------------------------------------------------------------------


def _fight_view(game: Game, fight: Fight) -> FightView | None:
    """Return None once the fighter is dead."""
    seeker = game.active
    return (
        None
        if not seeker
        else FightView(fight.kind, _seeker_side_view(game, fight, OWN, seeker), _opponent_side_view(game, fight))
    )


def _opponent_side_view(game: Game, fight: Fight) -> SideView:
    rival = fighter(game, THEIRS)
    if rival:
        return _seeker_side_view(game, fight, THEIRS, rival)
    side = _plain_side_view(game, fight, THEIRS, opponents(game))
    return replace(side, cards=cards(game, fight.foes))


def _seeker_side_view(game: Game, fight: Fight, side: Side, seeker: Seeker) -> SideView:
    return replace(
        _plain_side_view(game, fight, side, (seeker.name,)), mark=mark_of(game, seeker.seat), seeker=seeker.id
    )


def _plain_side_view(game: Game, fight: Fight, side: Side, names: tuple[Term, ...]) -> SideView:
    return SideView(names, value_of(game, side), fight.dice.get(side, 0), fight.bonus.get(side, 0))
