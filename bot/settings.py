"""What whoever runs the bot can set: environment variables, or a ``.env`` file beside where it is started."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

Sync = Literal["changed", "always", "never"]
Level = Literal["debug", "info", "warning", "error"]


class Settings(BaseSettings):
    """All settings; ``.env.example`` explains each one."""

    model_config = SettingsConfigDict(
        env_prefix="LABIRYNT_", env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True
    )

    token: SecretStr = SecretStr("")
    data: Path = Path("data")
    tables: Path | None = None
    socket: Path | None = None
    log_level: Level = "info"
    log_format: Literal["console", "json"] = "console"
    sync: Sync = "changed"
    guild_ready_timeout: float = Field(default=2.0, ge=0.0, le=60.0)
    health_port: int = Field(default=0, ge=0, le=65535)

    @property
    def database(self) -> Path:
        """The file that holds the games."""
        return self.data / "labirynt.sqlite3"
