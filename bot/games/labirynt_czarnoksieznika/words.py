"""Boards, clashes, teams and cards of Labirynt Czarnoksiężnika in words, for captions and alt texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import asdict

from bot.games.table_words import list_with_counts, orders_given
from bot.words.catalogues import keys
from bot.words.narrator import Narrator, Said
from images.clashes import Outcome
from rules.kernel.turns import Pace
from rules.kernel.words import Word
from rules.labirynt_czarnoksieznika.autopilot.openly import Aim
from rules.labirynt_czarnoksieznika.model import USUAL_ORDERS
from rules.labirynt_czarnoksieznika.view import (
    BoardView,
    CardView,
    ChamberView,
    FighterView,
    FightView,
    TeamView,
    TokenView,
    View,
)

Goal = tuple[str, str]
"""A board id and the id of one of its chambers."""


def all_cards(view: View) -> list[CardView]:
    """Return the cards of all teams' characters."""
    return [card for team in view.teams for card in team.cards]


def rune_goals(view: View) -> tuple[Goal, ...]:
    """Return the goals of the Runes that the viewer's characters carry; empty without Crystals left or
    after the end.
    """
    own = next((team for team in view.teams if team.seat == view.viewer), None)
    if not own or own.out or view.outcome or not view.left.get("crystals"):
        return ()
    runes = [card.rune for card in own.cards if card.state == "active" and card.rune]
    away = (board for board in view.boards if board.owner != view.viewer)
    return tuple((board.id, chamber.name) for board in away for chamber in board.chambers if chamber.kind in runes)


def tokens(narrator: Narrator, some: Sequence[TokenView]) -> Said:
    """Say the names of tokens with counts."""
    return list_with_counts(narrator, [token.name for token in some])


def aim_in_words(narrator: Narrator, aim: Aim | None) -> Said:
    """Say what a Move is for in a word or two; '' without an aim."""
    return narrator.say(f"usual.for.{aim.what}{'.now' * aim.reached}", where=aim.where) if aim else Said()


# Boards --------------------------------------------------------------------------------------------------------


def board_in_words(narrator: Narrator, view: View, board: BoardView) -> str:
    """Say a board's owner, characters and tokens, and where its letters lead."""
    said = [_title(narrator, board)]
    said += [
        narrator.say(
            "sorcerer.alt.pawn",
            who=Said(f"{narrator.term(pawn.name)} ({narrator.seat(pawn.seat)})"),
            where=pawn.chamber,
        )
        for pawn in board.pawns
    ]
    said += [line for chamber in board.chambers for line in _chamber_lines(narrator, chamber)]
    if ways := [way for chamber in board.chambers for way in _step_letters(chamber)]:
        said.append(narrator.say("sorcerer.alt.ways", ways=Said(", ".join(sorted(ways)))))
    said.append(narrator.say("sorcerer.alt.leads", leads=Said(", ".join(_teleport_targets(narrator, view, board)))))
    return " ".join(said)


def _step_letters(chamber: ChamberView) -> Iterator[str]:
    for letter, start in zip(chamber.ways, chamber.ways_from, strict=True):
        yield f"{letter}: {start} → {chamber.name}"


def _teleport_targets(narrator: Narrator, view: View, board: BoardView) -> Iterator[str]:
    """Yield the die faces of the Teleport, each with its target board."""
    for faces, target in board.leads_to:
        yield f"{faces} → {narrator.term(view.boards[target].name)}"


def boards_in_words(narrator: Narrator, view: View) -> str:
    """Say all boards one after the other."""
    return " ".join(board_in_words(narrator, view, board) for board in view.boards)


def _title(narrator: Narrator, board: BoardView) -> Said:
    if not board.owner:
        return narrator.say("sorcerer.alt.neutral", board=board.name)
    return narrator.say("sorcerer.alt.board", board=board.name, owner=board.owner)


def _chamber_lines(narrator: Narrator, chamber: ChamberView) -> Iterator[Said]:
    if chamber.token:
        token = Word(f"token.{chamber.token}")
        yield narrator.say("sorcerer.alt.token", token=token, where=chamber.name, owner=chamber.token_of)
    if chamber.floor:
        yield narrator.say("sorcerer.alt.floor", things=list_with_counts(narrator, chamber.floor), where=chamber.name)


# A clash -------------------------------------------------------------------------------------------------------


def fight_in_words(narrator: Narrator, fight: FightView) -> str:
    """Say both sides with Strength, dice and scrolls."""
    plain = narrator.plain
    said = plain.say(
        "sorcerer.alt.fight", one=_fight_side_text(plain, fight.attacker), other=_fight_side_text(plain, fight.other)
    )
    return " ".join(
        [said, *([plain.say("sorcerer.alt.cast", scrolls=list_with_counts(plain, fight.cast))] if fight.cast else [])]
    )


def outcome_in_words(narrator: Narrator, ended: Outcome | None) -> str:
    """Say both sums and the winner; '' if the clash is undecided."""
    if ended is None:
        return ""
    own, other = ended
    winner = next((side.names[0] for side in ended if side.won), None)
    facts = {"own": own.total, "theirs": other.total}
    said = narrator.plain.say("sorcerer.alt.ended", who=own.names[0], other=other.names[0], **facts)
    return f"{said} {narrator.plain.say('sorcerer.alt.won', who=winner)}" if winner else said


def _fight_side_text(plain: Narrator, side: FighterView) -> Said:
    name = plain.join_words([plain.term(word) for word in side.names])
    said = plain.say("sorcerer.alt.side", name=name, strength=side.strength)
    return Said(f"{said} 🎲 {side.die}") if side.die else said


# Teams ---------------------------------------------------------------------------------------------------------


def teams(narrator: Narrator, view: View) -> str:
    """Say each team with its Gems and characters."""
    return "\n\n".join(team(narrator, view, each_team) for each_team in view.teams)


def team(narrator: Narrator, view: View, this_team: TeamView) -> str:
    """Say a team with its Gems, then a line for each character."""
    turn = " ▶" if this_team.active and not view.outcome else ""
    head = narrator.say("sorcerer.team", team=this_team.name, who=this_team.seat, gems=this_team.gems, goal=view.goal)
    lines = [f"**{head}**{turn}"]
    lines += [f"- {card_line(narrator, view, card)}" for card in this_team.cards]
    if this_team.stored:
        lines.append(narrator.say("sorcerer.stored", number=this_team.stored))
    return "\n".join(lines)


def card_line(narrator: Narrator, view: View, card: CardView) -> str:
    """Say a character in a line: state or place, Life Points, public facts."""
    key = "sorcerer.card" if card.state == "active" else "sorcerer.card.away"
    return narrator.say(key, **_facts(narrator, view, card))


def _facts(narrator: Narrator, view: View, card: CardView) -> dict[str, Any]:
    return asdict(card) | {
        "state": Word(f"sorcerer.state.{card.state}"),
        "board": view.boards[card.board].name if card.state == "active" else "",
        "hand": tokens(narrator, [card.hand] if card.hand else []),
        "worn": tokens(narrator, card.worn),
        "magic": magic(narrator, card),
    }


def sheet(narrator: Narrator, view: View, card: CardView) -> str:
    """Say a character's card with its ability and, for its player, its secrets."""
    name = narrator.first_known(f"{card.name.key}.full") or narrator.term(card.name)
    lines = [
        f"**{name}** – {narrator.term(Word(f'team.{card.team}'))}",
        card_line(narrator, view, card),
        narrator.say("sorcerer.values", **_facts(narrator, view, card)),
        f"*{narrator.term(card.ability)}*: {narrator.first_known(f'note.{card.ability.key}')}",
    ]
    return "\n".join([*lines, *hidden(narrator, card)])


def magic(narrator: Narrator, card: CardView) -> Said:
    """Say the kinds of magic that a character can cast."""
    return narrator.term(tuple(Word(f"magic.{kind}") for kind in card.magic)) or narrator.say("sorcerer.no")


def hidden(narrator: Narrator, card: CardView) -> Iterator[str]:
    """Yield what only its player sees of a character."""
    if card.pack is None or card.state != "active":
        return
    if card.pack:
        yield f"🎒 {tokens(narrator, card.pack)}"
    if card.rune:
        yield narrator.say("sorcerer.rune", rune=Word(f"rune.{card.rune}"))


def mine(narrator: Narrator, view: View) -> str:
    """Say a player's hidden things: Backpacks, Runes, Camp, and the standing orders."""
    team_of_mine = next((team for team in view.teams if team.seat == view.viewer), None)
    if not team_of_mine:
        return ""
    facts = {"gems": team_of_mine.gems, "goal": view.goal, "round": view.round, "turn": view.turn_of}
    lines: list[str] = [narrator.say("sorcerer.mine", team=team_of_mine.name, **facts)]
    for card in team_of_mine.cards:
        if card.state == "active":
            lines.append(f"- {card_line(narrator, view, card)}")
            lines += hidden(narrator, card)
    if team_of_mine.store:
        lines.append(narrator.say("sorcerer.camp", things=tokens(narrator, team_of_mine.store)))
    playing = not (view.setting_up or view.outcome or team_of_mine.out)
    if playing:
        lines += aims(narrator, view, team_of_mine)
    if playing and team_of_mine.glove:
        facts = asdict(team_of_mine.glove)
        lines.append(narrator.first_known(*keys("sorcerer.glove", facts), **facts))
    for key, things in (("takes", view.takes), ("lays", view.lays)):
        lines += [narrator.say(f"sorcerer.{key}", things=list_with_counts(narrator, things))] if things else []
    if team_of_mine.orders:
        lines.append(orders(narrator, team_of_mine.orders.values, view.pace))
    return "\n".join(lines)


def aims(narrator: Narrator, view: View, team: TeamView) -> Iterator[str]:
    """Yield a team's aims: the goals of its Runes and Crystals, else a first Rune; the Gems still missing."""
    aimed = False
    for card in team.cards:
        for kind, there in _goals_by_kind(view, team, card):
            aimed = True
            yield narrator.say(f"sorcerer.aim.{kind}", who=card.name, places=_places_in_words(narrator, view, there))
    if not aimed:
        chambers = view.boards[team.board].chambers
        runes = [(team.board, chamber.name) for chamber in chambers if chamber.kind == "runes"]
        yield narrator.say("sorcerer.aim.first", places=_places_in_words(narrator, view, runes))
    yield narrator.say("sorcerer.aim.gems", missing=max(0, view.goal - team.gems))


def _goals_by_kind(view: View, team: TeamView, card: CardView) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    for kind, own in (("rune", False), ("crystal", True)):
        if there := [goal for goal in card.goals if (goal[0] == team.board) is own]:
            yield kind, there


def _places_in_words(narrator: Narrator, view: View, there: Sequence[tuple[int, str]]) -> Said:
    said = [narrator.say("sorcerer.place", where=where, board=view.boards[board].name) for board, where in there]
    return Said("; ".join(said))


def orders(narrator: Narrator, values: dict[str, str], pace: Pace) -> str:
    """Say the standing orders that differ from the default."""
    given = orders_given(narrator, "orders", values, USUAL_ORDERS[pace])
    return narrator.say("sorcerer.orders", orders=given or narrator.say("sorcerer.orders.usual"))
