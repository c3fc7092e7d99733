"""Draws pictures of views with Pillow; knows no Discord, no database and no rule."""
