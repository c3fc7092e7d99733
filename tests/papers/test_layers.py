"""The picture of the layers follows the import contracts."""

from __future__ import annotations

from tests.papers.layers import FILE, draw_layers, read_layers


def test_the_picture_is_of_today() -> None:
    """``make regenerate ARGS=layers`` draws it anew."""
    assert FILE.read_text(encoding="utf-8") == draw_layers()


def test_every_layer_is_drawn() -> None:
    """Each module that a contract names has a box."""
    drawn = draw_layers()

    for package, layers in read_layers():
        assert f">{package}/<" in drawn
        assert all(f">{module}<" in drawn for layer in layers for module in layer)
