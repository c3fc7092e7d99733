"""Makes the view of a seat from the state; Backpacks, Runes, Camps and standing orders stay hidden to the end [7.6]."""

from __future__ import annotations

from rules.kernel.requests import GM, Seat
from rules.kernel.turns import written
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.characters.abilities import LAYS, free_tokens
from rules.labirynt_czarnoksieznika.equipment.finds import token_word
from rules.labirynt_czarnoksieznika.equipment.packing import PARTS, in_camp, parts_for
from rules.labirynt_czarnoksieznika.equipment.usual import foreseen
from rules.labirynt_czarnoksieznika.exploration.exploring import goals_of, steps_home
from rules.labirynt_czarnoksieznika.forecast import OWN, THEIRS, Side, fighter_names, fighters, strength_of
from rules.labirynt_czarnoksieznika.model import CRYSTAL, GLOVE, ZOMBIE, Character, Fight, Game, Team
from rules.labirynt_czarnoksieznika.tables.sheets import CHAMBERS, board_of, chamber_of, kind_of, place, sides_of
from rules.labirynt_czarnoksieznika.view import (
    BoardView,
    CardView,
    ChamberView,
    FighterView,
    FightView,
    GloveView,
    OrdersView,
    PawnView,
    TeamView,
    TokenView,
    View,
)
from rules.labirynt_czarnoksieznika.ways import DIE, Step, all_steps, target_of


def view(game: Game, viewer: Seat | None) -> View:
    """Return what this seat may know; None is a spectator, the game master sees everything."""
    ready = bool(game.order)
    return View(
        stage=game.stage,
        round=game.tally.rounds + 1,
        viewer=viewer,
        setting_up=not ready,
        outcome=game.outcome,
        winner=game.winner,
        goal=game.options.gems,
        crystal=game.tables.gems.crystal,
        turn_of=game.active_seat if ready else "",
        order=tuple(game.order),
        boards=tuple(_board_view(game, number) for number in range(len(game.boards))) if ready else (),
        teams=tuple(_team_view(game, team, viewer) for team in game.teams.values()),
        left={"finds": sum(game.bag.values()), "runes": sum(game.runes.values()), "crystals": game.crystals},
        active=game.entered,
        pace=game.pace,
        fight=_fight_view(game, game.fight) if game.fight else None,
        **_usual_packing_view(game, viewer),
    )


def _usual_packing_view(game: Game, viewer: Seat | None) -> dict[str, tuple[Word, ...]]:
    """Return what the viewer would take and lay down by default packing, if asked about it outside the Camp."""
    character = game.characters.get(game.packing)
    if not character or viewer not in (character.seat, GM) or in_camp(game, character):
        return {}
    seen = foreseen(game, character)
    return {"takes": tuple(map(token_word, seen.takes)), "lays": tuple(map(token_word, seen.lays))}


# Boards --------------------------------------------------------------------------------------------------------


def _board_view(game: Game, number: int) -> BoardView:
    owner = game.owner_of(number)
    ways = all_steps(game) if not game.entered else []
    return BoardView(
        id=game.boards[number],
        name=game.board_name(number),
        owner=owner,
        owner_team=game.teams[owner].team if owner else "",
        chambers=tuple(_chamber_view(game, number, chamber, ways) for chamber in CHAMBERS),
        pawns=tuple(
            _pawn_view(game, character)
            for character in game.characters.values()
            if character.active and board_of(character.at) == number
        ),
        leads_to=_teleport_targets(game, number),
    )


def _chamber_view(game: Game, number: int, chamber: str, ways: list[Step]) -> ChamberView:
    face, where = game.face(number), place(chamber, number)
    token = game.tokens.get(where)
    here = [step for step in ways if step.where == where]
    return ChamberView(
        name=chamber,
        kind=kind_of(face, chamber),  # type: ignore[arg-type]  # one of the kinds that the view lists
        sides=sides_of(face, chamber),
        digit=face.digits.get(chamber),
        floor=tuple(token_word(name) for name in game.floor.get(where, ())),
        token=token.kind if token else "",
        token_of=token.seat if token else "",
        ways=tuple(step.letter for step in here),
        ways_from=tuple(chamber_of(step.character.at) for step in here),
    )


def _teleport_targets(game: Game, number: int) -> tuple[tuple[str, int], ...]:
    """Return the board to which each range of die faces leads from this board's Teleport chamber [4.5]."""
    faces: dict[int, list[int]] = {}
    for face in range(1, DIE + 1):
        faces.setdefault(board_of(target_of(game, number, face)), []).append(face)
    return tuple((f"{few[0]}–{few[-1]}", board) for board, few in faces.items())


def _pawn_view(game: Game, character: Character) -> PawnView:
    moving = character.id == game.entered
    team, mark = game.card(character.id).team, mark_of(game, character)
    return PawnView(
        character.id, character.seat, team, character.name, mark, chamber_of(character.at), moving, character.held
    )


def mark_of(game: Game, character: Character) -> str:
    """Return the mark of a pawn: its place on the team's card, Z for the Zombie."""
    if character.id == ZOMBIE:
        return "Z"
    return str(1 + [other.id for other in game.cards_of(character.seat)].index(character.id))


# Teams ---------------------------------------------------------------------------------------------------------


def _team_view(game: Game, team: Team, viewer: Seat | None) -> TeamView:
    knows = viewer in (team.seat, GM) or bool(game.outcome)
    people = [*game.cards_of(team.seat), *(person for person in game.people_of(team.seat) if person.id == ZOMBIE)]
    # The Zombie's pawn counts among the special tokens [2.8].
    abilities = [game.card(card.id).ability for card in game.cards_of(team.seat)]
    laid: dict[str, int] = {LAYS[ability]: free_tokens(game, LAYS[ability]) for ability in abilities if ability in LAYS}
    raised = {"zombie": int(ZOMBIE not in game.characters)} if "raise_zombie" in abilities else {}
    carrier = game.characters.get(team.crystal)
    return TeamView(
        seat=team.seat,
        team=team.team,
        name=Word(f"team.{team.team}"),
        gems=team.gems,
        board=team.board,
        cards=tuple(_card_view(game, person, knows) for person in people),
        stored=len(team.store),
        active=bool(game.order) and team.seat == game.active_seat,
        out=not game.lives(team.seat),
        has_glove=any(person.hand == GLOVE for person in people),
        free_tokens={**laid, **raised},
        store=_token_views(game, team.store) if knows else None,
        orders=OrdersView(written(team.orders)) if knows else None,
        glove=_glove_view(game, team) if knows else None,
        carrier=carrier.name if carrier else None,
        home=steps_home(game, carrier) if carrier else 0,
    )


def _glove_view(game: Game, team: Team) -> GloveView | None:
    """Return the Glove's price and values, and the parts that neither the team nor its Camp has [10.10, 10.11]."""
    people = game.people_of(team.seat)
    if any(person.hand == GLOVE for person in people):
        return None
    price, row = game.tables.gems.glove, game.tables.powers.glove
    lacks = [f"glove.{kind}" for kind in PARTS if not any(parts_for(game, person, kind) for person in people)]
    gems = ["glove.gems"] if team.gems < price else []
    return GloveView(price, row.bonus, row.wounds, tuple(map(Word, gems + lacks)))


def _card_view(game: Game, character: Character, knows: bool) -> CardView:
    card = game.card(character.id)
    return CardView(
        id=character.id,
        seat=character.seat,
        team=card.team,
        name=character.name,
        mark=mark_of(game, character),
        state=character.state,
        at=chamber_of(character.at) if character.active else "",
        board=board_of(character.at) if character.active else -1,
        strength=card.strength,
        life=character.life,
        full_life=card.life,
        boxes=card.backpack,
        slots=card.armour_slots,
        magic=card.magic,
        ability=Word(f"ability.{card.ability}"),
        hand=_token_view(game, character.hand) if character.hand else None,
        worn=_token_views(game, character.worn),
        carried=len(character.pack) + len(character.loot),
        has_rune=bool(character.rune),
        stunned=character.stunned or character.held,
        pack=_token_views(game, [*character.pack, *character.loot]) if knows else None,
        rune=character.rune if knows else None,
        goals=_goal_places(game, character) if knows else (),
    )


def _goal_places(game: Game, character: Character) -> tuple[tuple[int, str], ...]:
    laid = goals_of(game, character.seat, character.rune) if character.rune and character.active else []
    home = [game.camp_of(character.seat)] if CRYSTAL in character.tokens else []
    return tuple((board_of(where), chamber_of(where)) for where in (*laid, *home))


def _token_views(game: Game, tokens: list[str]) -> tuple[TokenView, ...]:
    return tuple(_token_view(game, token) for token in tokens)


def _token_view(game: Game, token: str) -> TokenView:
    if token in (CRYSTAL, GLOVE):
        return TokenView(token, token_word(token), token, game.tables.powers.glove.bonus if token == GLOVE else 0)
    find = game.tables.finds.of(token)
    return TokenView(token, token_word(token), find.kind, find.bonus if find.kind == "weapon" else 0)


# A clash -------------------------------------------------------------------------------------------------------


def _fight_view(game: Game, fight: Fight) -> FightView:
    cast = tuple(token_word(scroll) for _, scroll in fight.cast)
    return FightView(_fighter_view(game, fight, OWN), _fighter_view(game, fight, THEIRS), fight.clash, cast)


def _fighter_view(game: Game, fight: Fight, side: Side) -> FighterView:
    people = fighters(game, fight, side)
    return FighterView(
        names=fighter_names(game, side),
        team=game.card(people[0].id).team if people else "",
        ids=tuple(person.id for person in people) or (fight.foe,),
        strength=strength_of(game, fight, side),
        die=fight.dice.get(side, 0),
        shift=fight.shift.get(side, 0),
    )
