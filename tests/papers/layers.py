"""The picture of the layers in docs/architecture.md, drawn from the import contracts in pyproject.toml."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs/layers.svg"
WIDTH, ROW, GAP, MARGIN = 880, 30, 6, 12
"""Pixels of the picture, of a layer's box, between boxes and around them."""
STYLE = (
    "text{font:14px system-ui,sans-serif;fill:#222}.name{font-weight:600}.says{fill:#555}"
    ".box{fill:#fff;stroke:#8a7a5c}.part{fill:#f3ecdc;stroke:#8a7a5c}"
)


def read_layers() -> list[tuple[str, list[list[str]]]]:
    """Return the three top packages, from above, each with its layers; modules of one layer do not know each other."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = {
        tuple(contract.get("containers", ())): contract["layers"]
        for contract in contracts
        if contract["type"] == "layers"
    }
    return [(top, [re.split(r"\s*:\s*", layer) for layer in layers.get((top,), ())]) for top in layers[()]]


def _describe(name: str) -> str:
    """The first sentence of a module's docstring."""
    path = ROOT / Path(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    doc = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return re.split(r"\.(?:\s|$)", " ".join(doc.split()), maxsplit=1)[0]


def draw_layers() -> str:
    """Return the picture as SVG: what stands above may import what stands below, and nothing the other way."""
    parts: list[str] = []
    top = MARGIN
    for package, layers in read_layers():
        height = ROW + len(layers) * (ROW + GAP) + (GAP if layers else 0)
        parts += _box("part", MARGIN, top, WIDTH - 2 * MARGIN, height, f"{package}/", _describe(package))
        for number, modules in enumerate(layers):
            parts += _draw_layer(package, modules, top + ROW + number * (ROW + GAP))
        top += height + 2 * GAP
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}">'
    return "\n".join([head, f"<style>{STYLE}</style>", *parts, "</svg>", ""])


def _draw_layer(package: str, modules: Sequence[str], y: int) -> Iterator[str]:
    width = (WIDTH - 4 * MARGIN - GAP * (len(modules) - 1)) // len(modules)
    for number, module in enumerate(modules):
        says = _describe(f"{package}.{module}") if len(modules) == 1 else ""
        yield from _box("box", 2 * MARGIN + number * (width + GAP), y, width, ROW, module, says)


def _box(kind: str, x: int, y: int, width: int, height: int, name: str, says: str) -> Iterator[str]:
    yield f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="4"/>'
    words = f'<tspan class="name">{escape(name)}</tspan>'
    if says:
        words += f'<tspan class="says" dx="10">{escape(says)}</tspan>'
    yield f'<text x="{x + 10}" y="{y + 20}">{words}</text>'
