"""Names and descriptions of commands from the catalogues: English by default, Polish where Discord speaks Polish."""

from __future__ import annotations

from discord import Locale
from discord.app_commands import Choice, TranslationContextTypes, Translator, locale_str

from bot.words.narrator import Narrator

POLISH = Locale.polish


def localised_description(key: str) -> locale_str:
    """A description: the English one, with its key for the others."""
    return locale_str(Narrator("en", marked=False).say(f"command.{key}.about"), key=f"command.{key}.about")


def localised_name(key: str) -> locale_str:
    """A name: the last part of its key in English."""
    return locale_str(key.rpartition(".")[2], key=f"command.{key}.name")


def localised_choice(key: str, value: str) -> Choice[str]:
    """What may be picked for an option: the English words of this key, with the key for the others."""
    return Choice(name=locale_str(Narrator("en", marked=False).say(key), key=key), value=value)


class CatalogueTranslator(Translator):
    """Finds a command's words in the Polish catalogue."""

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """The Polish words; None where there are none."""
        narrator = Narrator("pl", marked=False)
        key = string.extras.get("key", "")
        return narrator.say(key) if key and locale is POLISH and narrator.has_words(key) else None
