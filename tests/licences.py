"""Under which licence everything stands that the program is made of: ``python -m tests.licences``.

Of every installed distribution by its own metadata; of the typefaces, and of Discord's own description of its API, by
the file that lies beside them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from PIL import ImageFont

FONTS = Path(__file__).parent.parent / "images" / "fonts"
SPEC = Path(__file__).parent / "playground" / "discord_openapi.LICENSE"
SILENT = 60
"""Signs of the field ``License`` that may be a name; what is longer is a text."""
FIRST_LINES = {
    r"\bMIT License|Permission is hereby granted, free of charge, to any person obtaining a\s+copy": "MIT",
    r"Apache License": "Apache-2.0",
    r"Mozilla Public License.*2\.0": "MPL-2.0",
}
"""How a licence's own text begins, for distributions whose metadata do not name one."""


def licences() -> Iterator[tuple[str, str, str]]:
    """Name, version, licence of each distribution, typeface and kept document; '' where nobody says."""
    for one in sorted(distributions(), key=lambda one: one.name.casefold()):
        yield one.name, one.version, _named(one) or _by_its_text(one)
    said = re.search(r"SIL Open Font License, Version [\d.]+\d", (FONTS / "OFL.txt").read_text("utf-8"))
    for font in sorted(FONTS.glob("*.otf")):
        yield font.name, " ".join(filter(None, ImageFont.truetype(font).getname())), said[0] if said else ""
    version = json.loads(SPEC.with_suffix(".json").read_text("utf-8"))["info"]["version"]
    yield "discord-api-spec", version, _name_of(SPEC.read_text("utf-8"))


def _named(one: Distribution) -> str:
    """By the expression, else the classifiers, else the old field."""
    classified = [line for line in one.metadata.get_all("Classifier", []) if line.startswith("License :: ")]
    old = one.metadata.get("License", "")
    return (
        one.metadata.get("License-Expression")
        or ", ".join(line.rpartition(" :: ")[2] for line in classified)
        or (old if len(old) <= SILENT else "")
    )


def _by_its_text(one: Distribution) -> str:
    """By the licence that the distribution brings along."""
    for file in one.files or ():
        if re.match(r"(?i)licen[cs]e|copying", file.name):
            return _name_of(file.read_text("utf-8"))
    return ""


def _name_of(text: str) -> str:
    return next((name for begins, name in FIRST_LINES.items() if re.search(begins, text[:300])), "")


if __name__ == "__main__":
    for row in licences():
        print("{:28}{:32}{}".format(*row))
