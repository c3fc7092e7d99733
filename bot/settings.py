"""What whoever runs the bot can set: environment variables, or a ``.env`` file beside where it is started."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

Sync = Literal["changed", "always", "never"]
Level = Literal["debug", "info", "warning", "error"]
SERVERS = ("postgresql://", "postgres://")
"""How the address of a database server begins."""


class WrongSetting(ValueError):
    """A setting that cannot be: its name, and what was expected; never its value, which may be a secret."""


class Settings(BaseSettings):
    """All settings; ``.env.example`` explains each one."""

    model_config = SettingsConfigDict(
        env_prefix="LABIRYNT_", env_file=".env", env_file_encoding="utf-8-sig", extra="ignore", env_ignore_empty=True
    )

    token: SecretStr = SecretStr("")
    data: Path = Path("data")
    database: SecretStr = SecretStr("")
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
    undo_stages: int = Field(default=20, ge=1)
    keep_days: float = Field(default=90.0, ge=0.0)

    @field_validator("database")
    @classmethod
    def _is_an_address(cls, address: SecretStr) -> SecretStr:
        """It may hold a password, so a wrong one is not repeated."""
        if address and not address.get_secret_value().startswith(SERVERS):
            raise PydanticCustomError("address", "expected an address that begins with postgresql://")
        return address

    @classmethod
    def read(cls, **fixed: Any) -> Self:
        """The settings as they are set; raises ``WrongSetting``."""
        try:
            return cls(**fixed)
        except ValidationError as trouble:
            wrong = trouble.errors()[0]
            name = "_".join(map(str, wrong["loc"])).upper()
            raise WrongSetting(f"LABIRYNT_{name}: {wrong['msg']}") from None

    @property
    def database_file(self) -> Path:
        """The file that holds the games, where no server does."""
        return self.data / "labirynt.sqlite3"
