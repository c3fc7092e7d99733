"""The wheel holds everything: built from the sdist, installed without its source, and played in an empty folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.bot.a_bare_page import APage

ROOT = Path(__file__).parent.parent
UV = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
THIS = f"3.{sys.version_info.minor}"
SUPPORTED = [f"3.{minor}" for minor in range(11, 15)]

pytestmark = [pytest.mark.together("package"), pytest.mark.skipif(not UV, reason="there is no uv here")]


def python(version: str) -> str | None:
    """A Python of this version that works, if there is one."""
    if version == THIS:
        return sys.executable
    kept = (Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python")
    for one in filter(None, (shutil.which(f"python{version}"), *map(str, kept))):
        if subprocess.run([one, "--version"], capture_output=True, check=False).returncode == 0:
            return one
    return None


def uv(*arguments: str | Path, **surroundings: str | Path) -> None:
    """Run uv; from what it has kept if that is enough, else it may fetch."""
    environment = {**os.environ, **{name: str(value) for name, value in surroundings.items()}}
    for offline in (["--offline"], []):
        command = [str(UV), *map(str, arguments), "--quiet", *offline]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return
    raise AssertionError(done.stderr)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist by the locked build tools."""
    folder = tmp_path_factory.mktemp("dist")
    uv("build", "--out-dir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


class Installed:
    """The program in an environment of its own, at work in an empty folder."""

    def __init__(self, environment: Path, folder: Path) -> None:
        self._bin = environment / ("Scripts" if sys.platform == "win32" else "bin")
        self.folder = folder
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("LABIRYNT", "PYTHON"))}
        self.surroundings = {**kept, "HOME": str(folder), "PYTHONUTF8": "1"}

    def command(self, *arguments: str) -> list[str]:
        """The command line of ``labirynt``."""
        return [str(self._bin / "labirynt"), *arguments]

    def says(self, *arguments: str, code: int = 0) -> str:
        """What it prints."""
        done = subprocess.run(
            self.command(*arguments), cwd=self.folder, env=self.surroundings, capture_output=True, check=False
        )
        assert done.returncode == code, done.stderr.decode()
        return done.stdout.decode()

    def complains(self, *arguments: str) -> str:
        """What it prints where it is misused."""
        done = subprocess.run(
            self.command(*arguments), cwd=self.folder, env=self.surroundings, capture_output=True, check=False
        )
        assert done.returncode == 2, done.stderr.decode()
        return done.stderr.decode()


@pytest.fixture(
    scope="session",
    params=[one if one == THIS else pytest.param(one, marks=pytest.mark.pythons) for one in SUPPORTED],
)
def installed(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel and what the lock file names, on each Python that is present."""
    found = python(request.param)
    if found is None:
        pytest.skip(f"there is no Python {request.param} here")
    folder = tmp_path_factory.mktemp("installed")
    environment = folder / "environment"
    uv("venv", "--python", found, environment)
    uv("sync", "--frozen", "--no-dev", "--no-install-project", "--active", VIRTUAL_ENV=environment)
    uv("pip", "install", "--no-deps", wheel, VIRTUAL_ENV=environment)
    (folder / "empty").mkdir()
    return Installed(environment, folder / "empty")


# What is in it -------------------------------------------------------------------------------------------------


def test_the_wheel_holds_all_that_is_no_code(wheel: Path) -> None:
    """Every file of the three packages that git knows: catalogues, tables, artwork, typefaces, page, migrations."""
    packed = set(zipfile.ZipFile(wheel).namelist())
    found = (path for folder in ("bot", "images", "rules") for path in (ROOT / folder).rglob("*") if path.is_file())
    there = {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}

    assert there - packed == set()
    kinds = {".po", ".toml", ".svg", ".otf", ".js", ".css", ".gz", ".sql", ".typed"}
    assert {Path(name).suffix for name in there} >= kinds


def test_the_metadata_say_what_it_needs(wheel: Path) -> None:
    """The oldest Python, the licence, and PostgreSQL's driver as an extra."""
    archive = zipfile.ZipFile(wheel)
    (name,) = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
    said = archive.read(name).decode()

    assert "\nRequires-Python: >=3.11\n" in said
    assert "\nLicense-Expression: MIT\n" in said
    assert "\nProvides-Extra: postgres\n" in said
    assert re.search(r"\nRequires-Dist: psycopg\[binary,pool\].*extra == 'postgres'\n", said)


def test_others_may_rely_on_its_types(wheel: Path) -> None:
    """Each of the three packages says so (PEP 561)."""
    packed = zipfile.ZipFile(wheel).namelist()

    assert [name for name in packed if name.endswith("py.typed")] == [
        f"{package}/py.typed" for package in ("bot", "images", "rules")
    ]


# What it does --------------------------------------------------------------------------------------------------


def test_it_works_in_an_empty_folder(installed: Installed) -> None:
    """Version, doctor, dice, tables in both languages, sentences, a printed sheet."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]

    assert installed.says("--version") == f"labirynt {version}\n"
    assert "✗ LABIRYNT_TOKEN is not set" in (found := installed.says("doctor", code=1))
    assert found.count("✗") == 1
    assert re.match(r"🎲 2d6: [1-6] \+ [1-6] → \d+\n", installed.says("roll", "2d6", "--lang", "en"))
    assert "porozumienie" in installed.says("table", "negotiation", "--total", "7", "--lang", "pl")
    assert "agreement" in installed.says("table", "negotiation", "--total", "7", "--lang", "en")
    assert "note.spell" in installed.says("words", "--key", "note.spell", "--game", "jaskinia", "--games", "0")
    installed.says("print", "labirynt-smierci", "--to", "sheets.pdf")
    assert (installed.folder / "sheets.pdf").read_bytes().startswith(b"%PDF")


def test_it_is_installed_as_a_tool(wheel: Path, tmp_path: Path) -> None:
    """By uv from the file alone, as pipx does it: the command lies where tools lie, and needs no checkout."""
    locked, folder = tmp_path / "locked.txt", tmp_path / "empty"
    folder.mkdir()
    program = Installed(tmp_path, folder)
    uv("export", "--frozen", "--no-dev", "--no-emit-project", "--output-file", locked)
    tools = {"UV_TOOL_DIR": tmp_path / "tools", "UV_TOOL_BIN_DIR": Path(program.command()[0]).parent}
    uv("tool", "install", "--python", sys.executable, "--constraints", locked, wheel, **tools)

    assert re.match(r"🎲 2K6: [1-6] \+ [1-6] → \d+\n", program.says("roll", "2k6", "--lang", "pl"))


def test_a_foreign_package_of_the_same_name_is_named(wheel: Path, tmp_path: Path) -> None:
    """Installed after ours or found before it, it keeps the program from starting; replaced by ours, it does not."""
    environment = tmp_path / "environment"
    uv("venv", "--python", sys.executable, environment)
    program = Installed(environment, tmp_path)
    foreign = _a_foreign_wheel(tmp_path)

    def install(what: Path) -> None:
        uv("pip", "install", "--no-deps", "--reinstall", "--link-mode", "copy", what, VIRTUAL_ENV=environment)

    install(foreign)
    install(wheel)
    python = environment / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    asked = [str(python), "-c", "from bot.run.entry import foreign_packages; print(foreign_packages())"]
    assert subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True).stdout == "[]\n"

    shadow = tmp_path / "shadow" / "rules"
    shadow.mkdir(parents=True)
    (shadow / "__init__.py").touch()
    program.surroundings["PYTHONPATH"] = str(shadow.parent)
    assert str(shadow / "__init__.py") in program.complains("roll", "2k6")

    del program.surroundings["PYTHONPATH"]
    install(foreign)
    assert str(Path("bot") / "__init__.py") in program.complains("doctor")


def _a_foreign_wheel(folder: Path) -> Path:
    file = folder / "other-1.0-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("bot/__init__.py", "WHOSE = 'somebody else'\n")
        packed.writestr("other-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
        packed.writestr("other-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr("other-1.0.dist-info/RECORD", "bot/__init__.py,,\nother-1.0.dist-info/METADATA,,\n")
    return file


def test_it_is_played_in_an_empty_folder(installed: Installed) -> None:
    """From the start to the first question of a game, with a picture."""
    command = installed.command("play", "--no-open", "--port", "0", "--data", "games")
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=installed.folder, env=installed.surroundings, stdout=pipe, text=True) as running:
        try:
            assert running.stdout is not None
            APage(running.stdout.readline().split()[-1]).plays()
        finally:
            running.kill()
