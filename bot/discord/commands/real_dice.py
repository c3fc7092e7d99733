"""``/dice``: what real dice show, and the proof that the bot's own are fair."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

import discord
import msgspec
from discord import app_commands
from discord.app_commands import Choice

from bot.acts import rulings
from bot.acts.undo_points import is_roll
from bot.discord.commands.localised import localised_description, localised_name
from bot.discord.commands.registering import AnyCommand, ShortText, choices, command, serve
from bot.discord.commands.service import TableService, language_of
from bot.discord.prompts.controls import view
from bot.discord.prompts.ids import CustomId
from bot.discord.prompts.reply import Interaction, Reply
from bot.discord.prompts.scene import Scene
from bot.discord.prompts.typed import pips
from bot.discord.sitting import Sitting
from bot.discord.telling.farewell import SEEDS_SHOWN, codes_in_words, seeds_in_words
from bot.executors import WHOLE
from bot.words.narrator import Narrator, Said
from rules.kernel.chance import commitment
from rules.kernel.errors import Refused
from rules.kernel.proof import Proof, Verdict, check
from rules.kernel.requests import CHANCE, Roll

PROOF = ("proof", "dowod", "dowód")
FAULTS_SHOWN = 3
LONGEST_FAULT = 120  # characters, so that the whole verdict fits into one message


def commands(service: TableService) -> Iterator[AnyCommand]:
    """The command for dice on a real table."""

    @app_commands.rename(shown=localised_name("option.what"))
    @app_commands.describe(shown=localised_description("option.shown"))
    async def dice(interaction: Interaction, shown: ShortText) -> None:
        proof = shown.strip().casefold() in PROOF
        if proof:
            await serve(service, interaction, lambda reply: _proof(service, reply), share="copy")
        else:
            await serve(service, interaction, lambda reply: _typed(service, reply, shown))

    made = command("dice", dice)

    async def complete(interaction: Interaction, begun: str) -> list[Choice[str]]:
        narrator = Narrator(language_of(interaction), marked=False)
        return choices([(str(narrator.say("proof.offer")), PROOF[0])] if not begun.strip()[:1].isdecimal() else [])

    made.autocomplete("shown")(complete)
    yield made


async def _typed(service: TableService, reply: Reply, shown: str) -> None:
    """All of them go where they belong, or none."""
    scene, interaction = await service.here(reply.interaction), reply.interaction
    waiting = scene.standing.waiting
    thrown = pips(shown, waiting.code if isinstance(waiting, Roll) else "")
    if not thrown:
        raise Refused("number_expected", given=shown[:40])
    game_id = scene.standing.record.id
    accepted = await rulings.type_dice(service.sessions, game_id, interaction.user.id, interaction.id, thrown)
    async with service.best_effort(game_id):
        await reply.whisper(scene.narrator.say("dice.typed", pips=tuple(thrown)))
    seat = accepted.standing.record.seat_of(interaction.user.id) or ""
    await service.posting.deliver(game_id, Sitting(seat))


async def let_fall(service: TableService, reply: Reply, scene: Scene, id: CustomId) -> None:
    """The bot throws the dice that it was to be told."""
    game_id, interaction = scene.standing.record.id, reply.interaction
    await rulings.let_fall(service.sessions, game_id, interaction.user.id, interaction.id, id.address)
    said, seat = scene.narrator.say("dice.fallen"), scene.standing.record.seat_of(interaction.user.id) or ""
    if not reply.is_public:
        async with service.best_effort(game_id):
            await reply.update(said, view())
    await service.posting.deliver(game_id, Sitting(seat, reply, said))


# The proof -------------------------------------------------------------------------------------------------


async def _proof(service: TableService, reply: Reply) -> None:
    scene = await service.here(reply.interaction)
    record = scene.standing.record
    if not record.commitment:
        raise Refused("not_started")
    if record.phase != "ended":
        await reply.whisper(await _so_far(service, scene))
        return
    await reply.acknowledge()
    proof = await service.sessions.proof(record.id)
    if proof is None:  # the seed is shown, the proof needs the rules and tables of then
        seeds = await service.sessions.revealed_seeds(record.id)
        await reply.whisper(scene.narrator.say("game.revealed", seed=seeds_in_words(seeds)))
        return
    verdict = await WHOLE.do(check, proof)
    file = discord.File(BytesIO(msgspec.json.encode(proof)), f"labirynt-{record.id}.json")
    await reply.whisper("\n".join(verdict_in_words(scene.narrator, proof, verdict)), [file])


async def _so_far(service: TableService, scene: Scene) -> str:
    """The seals that were shown, the newest last, and whose hand the dice came from."""
    standing, store = scene.standing, service.sessions.store
    at = standing.address
    pages = [await store.page(standing.record.id, at.epoch, stage) for stage in range(at.stage + 1)]
    rolls = [row for page in pages if page is not None for row in page.answers if is_roll(row)]
    own = sum(row.answer.seat == CHANCE for row in rolls)
    seal = codes_in_words([commitment(seed) for seed in await store.seeds(standing.record.id)])
    return scene.narrator.say("proof.so_far", seal=seal, fair=own, human=len(rolls) - own)


def verdict_in_words(narrator: Narrator, proof: Proof, verdict: Verdict) -> Iterator[str]:
    """Say what ``labirynt verify`` says of the file; of many seeds the first and the last ones."""
    shown = proof.seals
    if len(shown) > SEEDS_SHOWN:
        shown = (shown[0], *shown[1 - SEEDS_SHOWN :])
    for seal in shown:
        yield narrator.say("proof.seed", seal=Said(seal.commitment), seed=Said(seal.seed))
    if verdict.seeds > 1:
        yield narrator.say("proof.seeds", number=verdict.seeds)
    key = "proof.faulty" if verdict.faults else "proof.right"
    yield narrator.say(key, fair=verdict.fair, human=verdict.human, faults=len(verdict.faults))
    if verdict.corrections:
        yield narrator.say("proof.corrections", number=verdict.corrections)
    yield from (f"- {fault[:LONGEST_FAULT]}" for fault in verdict.faults[:FAULTS_SHOWN])
    yield narrator.say("proof.compare", stages=verdict.stages)
