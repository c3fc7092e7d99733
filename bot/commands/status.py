"""Where a table stands, in words, with the open question for whoever looks."""

from __future__ import annotations

from collections.abc import Iterator

from bot.commands import house_rules, sheet_words
from bot.commands.desk import Desk
from bot.narrator import Said
from bot.prompts import waiting
from bot.prompts.panel import panel
from bot.prompts.pictures import gate_in_words
from bot.prompts.places import part_of
from bot.prompts.public import Shown, answered
from bot.prompts.reply import Reply
from bot.prompts.scene import Scene
from bot.prompts.words import question
from bot.together.voices import speaker
from rules.kernel.requests import Seat
from rules.labirynt_smierci.view import View


async def status(desk: Desk, reply: Reply) -> None:
    """Tell where the table stands; whoever is asked can answer right there."""
    scene = await desk.here(reply.interaction)
    said = in_words(scene)
    seat = _speaks_for(scene, reply.interaction.user.id)
    if seat and _is_asked(scene, seat):
        shown = panel(scene, part_of(scene.waiting, seat), (), seat, await desk.draft(scene, seat))
        await reply.whisper(Shown(f"{said}\n\n{shown.content}"[:2000], shown.view))
    else:
        await reply.whisper(said)
    await desk.posting.deliver(scene.standing.record.id)


def _speaks_for(scene: Scene, user_id: int) -> Seat | None:
    """The seat for which somebody would answer now: their own, or one that was left to them."""
    now = scene.standing
    return speaker(now.record, now.waiting, now.done, user_id, now.asked_at)


def _is_asked(scene: Scene, seat: Seat) -> bool:
    return scene.standing.waiting is not None and seat in scene.asked() and seat not in scene.standing.done


def in_words(scene: Scene) -> str:
    """The game, its stage, its house rules, and what is being asked of whom."""
    narrator, standing = scene.narrator, scene.standing
    switches, options = scene.rules.switches, standing.record.options
    game = narrator.say(f"game.{standing.record.game}")
    lines: list[str] = [narrator.say(f"status.{standing.record.phase}", game=game, stage=standing.address.stage)]
    lines += _course(scene)
    lines.append(house_rules.agreed(narrator, switches, options))
    if standing.waiting is not None:
        lines.append(asked_of(scene))
        lines += [answered(scene), waiting.times(scene)]
    return "\n".join(line for line in lines if line)


def _course(scene: Scene) -> Iterator[str]:
    """How far the game has come: adventure, sun, gold, the living, the Gate; or how it ended."""
    state = scene.standing.state
    view = scene.rules.view(state, None) if state is not None else None
    if not isinstance(view, View) or view.setting_up:
        return
    narrator, party = scene.narrator, view.party
    living = sum(one.alive for one in party.characters)
    facts = {"sun": sheet_words.sun(narrator, party), "gold": party.gold, "living": living}
    said = [narrator.say("status.course", adventure=sheet_words.adventure(narrator, party), **facts)]
    yield " · ".join([*said, *([gate_in_words(narrator, party.gate)] if party.gate else [])])
    if view.outcome:
        yield narrator.say(f"farewell.{view.outcome}")


def asked_of(scene: Scene) -> Said:
    """What is being asked of whom."""
    narrator = scene.narrator
    return narrator.say("status.asked", question=question(narrator, scene.waiting), names=waiting.names(scene))
