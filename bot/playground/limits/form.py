"""Collects what is wrong with a request body and refuses it the way Discord does (docs: reference#error-messages)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.playground.limits.numbers import Span
from bot.playground.wire import JSON, ApiError

Path = tuple[str | int, ...]


class Form:
    """One request body under inspection."""

    def __init__(self) -> None:
        self.errors: JSON = {}

    def refuse(self, path: Path, code: str, message: str) -> None:
        """Notes one error at this place of the body; nothing is raised before `finish`."""
        place = self.errors
        for step in path:
            place = place.setdefault(str(step), {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def finish(self) -> None:
        """Raises `ApiError` 50035 "Invalid Form Body" with all errors noted so far; without any does nothing."""
        if self.errors:
            raise ApiError(400, 50035, "Invalid Form Body", self.errors)

    def required(self, path: Path) -> None:
        """Notes that a value is missing at this place."""
        self.refuse(path, "BASE_TYPE_REQUIRED", "This field is required")

    def bad_choice(self, path: Path, allowed: str) -> None:
        """Notes that the value is none of the allowed ones, which are given as Discord words them."""
        self.refuse(path, "BASE_TYPE_CHOICES", f"Value must be one of {{{allowed}}}.")

    def text(self, path: Path, value: Any, span: Span, *, required: bool = False) -> None:
        """Absent and null texts are fine unless required; what is there must be a string of allowed length."""
        if value is None:
            if required:
                self.required(path)
        elif not isinstance(value, str):
            self.refuse(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        elif required and not value:
            self.required(path)
        elif len(value) > span[1] and span[0] == 0:
            self.refuse(path, "BASE_TYPE_MAX_LENGTH", f"Must be {span[1]} or fewer in length.")
        elif not span[0] <= len(value) <= span[1]:
            self.bad_length(path, span)

    def texts(self, path: Path, owner: JSON, table: Mapping[str, Span], required: frozenset[str] = frozenset()) -> None:
        """Checks several texts of one object at once; `table` gives the allowed length of each by its key."""
        for key, span in table.items():
            self.text((*path, key), owner.get(key), span, required=key in required)

    def bad_length(self, path: Path, span: Span) -> None:
        """Notes that a text or a list is too short or too long."""
        self.refuse(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {span[0]} and {span[1]} in length.")

    def count(self, path: Path, value: Any, span: Span) -> list[Any]:
        """The list itself, so that the caller can go on inspecting its members."""
        if not isinstance(value, list):
            self.refuse(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not span[0] <= len(value) <= span[1]:
            self.bad_length(path, span)
        return value

    def number(self, path: Path, value: Any, span: Span) -> None:
        """Notes what is no whole number or lies outside the span; absent and null are fine."""
        if value is None:
            return
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < span[0]:
            self.refuse(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {span[0]}.")
        elif value > span[1]:
            self.refuse(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {span[1]}.")

    def set_of(self, path: Path, value: Any, span: Span) -> list[Any]:
        """A list in which nothing may stand twice; ids are the same as numbers and as texts."""
        listed = self.count(path, value, span)
        self.unique(
            path, list(map(str, listed)), "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"
        )
        return listed

    def unique(self, path: Path, values: list[Any], code: str, message: str) -> None:
        """Points at each value that was there before."""
        seen = set()
        for place, value in enumerate(values):
            if value in seen:
                self.refuse((*path, place), code, message)
            seen.add(value)
