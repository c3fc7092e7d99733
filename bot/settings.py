"""The settings of the bot: environment variables, or a ``.env`` file in the working directory."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Self, get_args

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

from rules.kernel.text_files import NotUnicode, decode_text, find_encoding

Sync = Literal["changed", "always", "never"]
Level = Literal["debug", "info", "warning", "error"]
SERVERS = ("postgresql://", "postgres://")
PREFIX, FILE, ENCODING = "LABIRYNT_", ".env", "utf-8-sig"
NOT_SET_BY_HAND = ("LABIRYNT_WORKER", "LABIRYNT_TESTS_")
"""The beginnings of variables that the program and its tests set themselves."""
MISNAMED = (".env.txt", "env.txt")
"""Frequent wrong names of ``.env``, made by editors that add an ending which Windows hides."""


SECRET_BYTES = 8_192
"""The largest file that is read as a secret."""


class WrongValue(ValueError):
    """A value that cannot be; ``reason`` is a key of the words of settings, with its ``facts``."""

    def __init__(self, reason: str, english: str, **facts: object) -> None:
        super().__init__(english.format(**facts))
        self.reason, self.facts = reason, {**facts, "name": ""}


class WrongSetting(ValueError):
    """Invalid settings, one line each with the name and the expected value; never its value, which may be secret."""

    def __init__(self, *faults: WrongValue) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def must_be_address(address: str) -> None:
    """Raise ``ValueError`` for an invalid server address, without repeating it, as it may hold a password.

    An unencoded special character in a password would become part of the host name, which drivers repeat.
    """
    if not address.startswith(SERVERS):
        raise WrongValue("address", "expected an address that begins with postgresql://")
    if not address.isprintable():  # such as a letter of a code page in the environment
        raise WrongValue("address_signs", "expected an address of printable signs in UTF-8")
    authority, _, path = address.partition("://")[2].partition("/")
    hosts = authority.rpartition("@")[2].partition("?")[0]
    ports = [host.rpartition("]")[2].rpartition(":")[2] for host in hosts.split(",") if ":" in host.rpartition("]")[2]]
    odd_port = any(port and not port.isdecimal() for port in ports)
    if authority.count("@") > 1 or "@" in path.partition("?")[0] or odd_port:
        raise WrongValue(
            "address_escapes",
            "special signs in a user's name or a password are percent-encoded: @ is %40, / %2F, : %3A, # %23",
        )


def read_secret(file: Path) -> str:
    """Return the line of a file that is a secret; raises ``ValueError``, which names the file, not its content."""
    where = str(file.absolute())
    try:
        if file.is_dir():
            raise WrongValue("secret_folder", "{where} is a folder, not a file", where=where)
        if not file.is_file():
            raise WrongValue("secret_missing", "there is no file {where}", where=where)
        with file.open("rb") as opened:
            data = opened.read(SECRET_BYTES + 1)
        text = decode_text(data).strip()
    except OSError as error:
        raise WrongValue("unreadable", "{where} cannot be read: {why}", where=where, why=error.strerror) from None
    except NotUnicode as error:
        raise WrongValue("unicode", "{where} {why}", where=where, why=str(error)) from None
    if len(data) > SECRET_BYTES:
        raise WrongValue("secret_long", "{where} has more than {most} bytes", where=where, most=SECRET_BYTES)
    if len(text.splitlines()) != 1:
        raise WrongValue(
            *("secret_lines", "{where} has more than one line")
            if text
            else ("secret_empty", "{where} has nothing in it"),
            where=where,
        )
    return text


def misnamed_files() -> Iterator[str]:
    """Yield a sentence for each file that was probably meant to be ``.env``, if there is no ``.env``."""
    if not Path(FILE).exists():
        yield from (f"{name} is not read; rename it to {FILE}" for name in MISNAMED if Path(name).is_file())


def unknown_settings() -> Iterator[str]:
    """Yield a sentence for each misnamed settings file and each unknown variable, which may be misspelt."""
    yield from misnamed_files()
    known = [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    env_file = DotEnvSettingsSource(Settings, env_file_encoding=_find_encoding(Path(FILE)))
    typed = {name.upper() for name in (*os.environ, *env_file.env_vars)}
    for name in sorted(typed):
        if name.startswith(PREFIX) and name not in known and not name.startswith(NOT_SET_BY_HAND):
            like = get_close_matches(name, known, 1)
            yield f"there is no setting {name}{f'; perhaps {like[0]} is meant' if like else ''}"


class Settings(BaseSettings):
    """All settings; ``.env.example`` explains each one."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_file=FILE, env_file_encoding=ENCODING, extra="ignore", env_ignore_empty=True
    )

    token: SecretStr = SecretStr("")
    token_file: Path | None = None
    data: Path = Path("data")
    database: SecretStr = SecretStr("")
    database_file: Path | None = None
    shards: int = Field(default=1, ge=1, le=16_384)
    tables: Path | None = None
    socket: Path | None = None
    log_level: Level = "info"
    log_format: Literal["console", "json"] = "console"
    sync: Sync = "changed"
    guild_ready_timeout: float = Field(default=2.0, ge=0.0, le=60.0)
    health_port: int = Field(default=0, ge=0, le=65535)
    health_host: str = "127.0.0.1"
    health_names: str = ""
    calls: Literal["layout", "plain"] = "layout"
    undo_stages: int = Field(default=20, ge=1)
    keep_days: float = Field(default=90.0, ge=0.0)
    backups: Path | None = None

    @field_validator("database")
    @classmethod
    def _is_an_address(cls, address: SecretStr) -> SecretStr:
        """Check the address; the error does not repeat it, because it may hold a password."""
        if address:
            try:
                must_be_address(address.get_secret_value())
            except WrongValue as wrong:
                raise PydanticCustomError(wrong.reason, "{english}", {**wrong.facts, "english": str(wrong)}) from None
        return address

    @field_validator("token_file", "database_file")
    @classmethod
    def _holds_a_secret(cls, file: Path | None, field: ValidationInfo) -> Path | None:
        """Check the file; the error names it, and does not repeat its content."""
        if file:
            try:
                secret = read_secret(file)
                if field.field_name == "database_file":
                    must_be_address(secret)
            except WrongValue as wrong:
                raise PydanticCustomError(wrong.reason, "{english}", {**wrong.facts, "english": str(wrong)}) from None
        return file

    @model_validator(mode="after")
    def _take_secrets_from_files(self) -> Self:
        """Fill in the secrets that are in files; one that is given in both ways is an error."""
        for name, file in (("token", self.token_file), ("database", self.database_file)):
            if not file or (name in self.model_fields_set and not getattr(self, name)):
                continue  # an empty value that the program has set itself means none
            if getattr(self, name):
                both = f"{PREFIX}{name.upper()} and {PREFIX}{name.upper()}_FILE are both set: take one of them out"
                raise PydanticCustomError("both", "{why}", {"why": both, "one": f"{PREFIX}{name.upper()}"})
            setattr(self, name, SecretStr(read_secret(file)))
        return self

    @classmethod
    def read(cls, **fixed: Any) -> Self:
        """Return the settings; raises ``WrongSetting``, which names all invalid ones."""
        try:
            return cls(**{"_env_file_encoding": _find_encoding(Path(FILE)), **fixed})
        except ValidationError as trouble:
            raise WrongSetting(*map(_error_with_variable, trouble.errors())) from None

    @classmethod
    def in_folder(cls, data: Path | None) -> Self:
        """Return the settings for the file in this data folder, wherever the games are otherwise; None: as they are.

        Raises ``WrongSetting``.
        """
        return cls.read(data=data, database=SecretStr("")) if data else cls.read()

    @property
    def sqlite_file(self) -> Path:
        """The SQLite file of the games, used if no server is set."""
        return self.data / "labirynt.sqlite3"


NO_VALUE = re.compile(rf"\s*(?:export\s+)?{PREFIX}\w*(?!\w|\s*=)")
"""A line of the settings file that names a setting and gives it nothing."""


def _find_encoding(file: Path) -> str:
    """Return the encoding of the settings file; raises ``WrongSetting`` if it cannot be read."""
    if not file.is_file():  # a pipe gives its content only once
        return ENCODING
    try:
        data = file.read_bytes()
        text = decode_text(data)
    except (OSError, NotUnicode) as error:
        why, where = getattr(error, "strerror", None), str(file.absolute())
        wrong = ("unreadable", "{where} cannot be read: {why}") if why else ("unicode", "{where} {why}")
        raise WrongSetting(WrongValue(*wrong, where=where, why=why or str(error))) from error
    for number, line in enumerate(text.splitlines(), 1):
        if NO_VALUE.match(line):  # else it would be passed over, and its usual value taken
            wrong = ("env_line", "line {number} of {where} is no NAME=VALUE")
            raise WrongSetting(WrongValue(*wrong, where=str(file.absolute()), number=number))
    return find_encoding(data)


def _error_with_variable(wrong: Any) -> WrongValue:
    key = "_".join(map(str, wrong["loc"]))
    name, field = f"{PREFIX}{key.upper()}: " if key else "", Settings.model_fields.get(key)
    found = WrongValue(wrong["type"], "{name}{why}", name=name, why=wrong["msg"])
    limits = field.metadata if field else []
    bounds = {bound: getattr(limit, bound) for limit in limits for bound in ("ge", "le") if hasattr(limit, bound)}
    values = ", ".join(map(str, get_args(field.annotation))) if field else ""
    found.facts = {"ge": 0, "le": "∞", **bounds, "values": values, **wrong.get("ctx", {}), "name": name}
    return found
