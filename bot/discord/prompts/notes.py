"""What the choices of a question cost or bring, as lines below it: in brief, and whole behind «?»."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.discord.prompts import words
from bot.discord.prompts.places import actions_known_to
from bot.discord.prompts.scene import Scene
from bot.words.narrator import Narrator, Said
from rules.kernel.requests import Choose, NextAction, Option

LEARNING = 2
"""So many stages for each seat the buttons' signs are explained below the question, too."""
FEW = 6
"""Notes of up to so many options of a menu are lines above it, too."""


def notes(scene: Scene, options: Sequence[Option], *, whole: bool = False) -> Iterator[str]:
    """A line for each option that costs or brings something; what several bring alike stands once, by their marks.

    ``whole``: as «?» tells it, else in brief.
    """
    narrator, said_of = scene.narrator, words.note if whole else words.brief
    alike: dict[tuple[str, str], list[Option]] = {}
    for option in options:
        if said := said_of(narrator, option):
            alone = "" if words.mark(narrator, option) else option.id
            alike.setdefault((said, alone), []).append(option)
    for (said, _), some in alike.items():
        yield f"- **{_called(narrator, some)}** – {said}"


def _called(narrator: Narrator, some: Sequence[Option]) -> str:
    """One by its words, or by a mark that is as clear; several by their marks."""
    letter = some[0].facts.get("letter")
    marks = [] if letter and not some[1:] else [words.mark(narrator, one) for one in some]
    return ", ".join(dict.fromkeys(filter(None, marks))) or words.label(narrator, some[0])


def beside_buttons(scene: Scene, options: Sequence[Option]) -> Iterator[str]:
    """The notes of options that are buttons; of those whose button says it all only how to read it, once.

    Later that is left to «?».
    """
    yield from notes(scene, [one for one in options if not _legend(scene, one)])
    if scene.standing.address.stage <= LEARNING * len(scene.standing.record.seats):
        yield from legends(scene, options)


def legends(scene: Scene, options: Sequence[Option]) -> Iterator[str]:
    """How buttons of these options are to be read, each line once."""
    yield from dict.fromkeys(filter(None, (_legend(scene, one) for one in options)))


def _legend(scene: Scene, option: Option) -> Said:
    return scene.narrator.first_known(f"legend.{option.label}")


def beside_menu(scene: Scene, options: Sequence[Option]) -> list[str]:
    """The notes of options in a menu, as lines; none where they are many, as the menu shows them too."""
    return list(notes(scene, options)) if len(options) <= FEW else []


def whole_notes(scene: Scene) -> list[str]:
    """The notes of what everybody sees offered, as far as the question tells them in brief only."""
    match scene.waiting:
        case NextAction() as asked:
            offered = [one.option for one in actions_known_to(asked).actions if not one.aside]
        case Choose(options=options, secret=False):
            offered = [*options]
        case _:
            return []
    narrator = scene.narrator
    longer = [one for one in offered if words.note(narrator, one) != words.brief(narrator, one)]
    return [*notes(scene, longer, whole=True), *legends(scene, offered)]
