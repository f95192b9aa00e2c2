"""The files that others deploy a server with: every path, command and setting in them is one of this package."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from tests.fresh import ROOT, Fresh
from tests.server.kit import free_port

from shapan.server.config import DIALS, load

DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _steps(word: str) -> list[str]:
    """The steps of the container file that begin with this word."""
    lines = CONTAINER.replace("\\\n", " ").splitlines()
    return [line.partition(" ")[2] for line in lines if line.startswith(f"{word} ")]


def _environment() -> dict[str, str]:
    """What the container sets."""
    return dict(pair.split("=", 1) for step in _steps("ENV") for pair in step.split())


# --- the unit -------------------------------------------------------------------------------------


def _unit() -> configparser.SectionProxy:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "shapan.service", encoding="utf-8")
    return unit["Service"]


def test_the_unit_is_hardened_and_has_descriptors() -> None:
    service = _unit()
    assert int(service["LimitNOFILE"]) >= 65536
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateTmp", "PrivateDevices", "RestrictNamespaces"):
        assert service[name] == "true", name
    assert "AF_UNIX" in service["RestrictAddressFamilies"], "the porch speaks to the houses by local sockets"


def test_a_storage_that_is_away_for_long_does_not_make_systemd_give_up() -> None:
    text = (DEPLOY / "shapan.service").read_text(encoding="utf-8")
    assert "\nStartLimitIntervalSec=0\n" in text.partition("[Service]")[0]
    assert (_unit()["Restart"], _unit()["RestartSec"]) == ("always", "2")


def test_the_settings_of_the_unit_can_be_read() -> None:
    assert _unit()["ExecStart"].endswith("shapan serve --config /etc/shapan.toml")
    found = load(DEPLOY / "shapan.toml", {}, {})
    assert (found.settings.https, found.proxy) == (True, "127.0.0.1")
    state = f"/var/lib/{_unit()['StateDirectory']}/"
    assert found.settings.database.startswith(f"sqlite:///{state}"), "the one folder in which the unit may write"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd to ask")
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "shapan.service").read_text(encoding="utf-8")
    unit = tmp_path / "shapan.service"
    unit.write_text(text.replace("/opt/shapan/bin/shapan", sys.executable), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    ours = [line for line in done.stderr.splitlines() if "shapan" in line]
    assert (done.returncode, ours) == (0, []), done.stderr


# --- the container --------------------------------------------------------------------------------


def test_the_container_file_names_what_is_there() -> None:
    for step in _steps("COPY"):
        if not step.startswith("--from"):
            for source in step.split()[:-1]:
                assert (ROOT / source).exists(), source
    stages = {step.partition(" AS ")[2] for step in _steps("FROM")}
    assert {step.split()[0] for step in _steps("COPY") if step.startswith("--from")} <= {
        f"--from={one}" for one in stages
    }


def test_the_commands_of_the_container_file_exist() -> None:
    scripts = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))["scripts"]
    (built,) = re.findall(r"npm --prefix web run (\w+)", CONTAINER)
    assert built in scripts
    (extras,) = re.findall(r"'\.\[([a-z,]+)\]'", CONTAINER)
    assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
    assert json.loads(_steps("CMD")[0])[0] in PROJECT["scripts"]


def test_its_settings_can_be_read() -> None:
    ours = {name for name in _environment() if name.startswith("SHAPAN_")}
    assert {name.removeprefix("SHAPAN_").lower() for name in ours} <= set(DIALS)
    found = load(None, _environment(), {})
    (home,) = re.findall(r"--home-dir (\S+)", CONTAINER)
    assert _steps("VOLUME") == [home]
    assert found.settings.database.startswith(f"sqlite:///{home}/")
    assert _steps("EXPOSE") == [str(found.port)]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """An environment with what the container installs and nothing else."""
    made = Fresh(tmp_path_factory.mktemp("image"))
    (extras,) = re.findall(r"'\.\[([a-z,]+)\]'", CONTAINER)
    made.lend("msgspec")
    left, seen = extras.split(","), set[str]()
    while left:
        extra = left.pop()
        seen.add(extra)
        for need in PROJECT["optional-dependencies"][extra]:
            if found := re.fullmatch(r"shapan\[([a-z,]+)\]", need):
                left += [one for one in found[1].split(",") if one not in seen]
            else:
                made.lend_with_needs(re.sub(r"\[.*?\]", "", need))
    for more in ("uvloop", "httptools", "websockets", "psycopg_binary"):  # what uvicorn[standard], psycopg[binary] add
        made.lend_with_needs(more)
    return made


@pytest.fixture
def container(image: Fresh, tmp_path: Path) -> Iterator[int]:
    """The command of the container, run with its settings but for the place of its database; the port."""
    port = free_port()
    command = [str(image.python), "-m", *json.loads(_steps("CMD")[0])]
    settings = {name: value for name, value in _environment().items() if name.startswith("SHAPAN_")}
    own = {"SHAPAN_DATABASE": f"sqlite:///{tmp_path}/shapan.db", "SHAPAN_PORT": str(port), "SHAPAN_HOST": "127.0.0.1"}
    assert own.keys() - {"SHAPAN_PORT"} == settings.keys()
    server = subprocess.Popen(command, env={**image.environment, **own}, cwd=tmp_path)
    try:
        yield port
    finally:
        server.terminate()
        assert server.wait(30) == 0


def test_the_command_of_the_container_serves_and_its_check_of_health_says_so(image: Fresh, container: int) -> None:
    check: list[str] = json.loads(_steps("HEALTHCHECK")[0].removeprefix("CMD "))
    assert check[0] == "python"
    words = [word.replace(":8000/", f":{container}/") for word in check[1:]]
    assert any(_says_so(image, words) for _ in range(600))
    titles = httpx.get(f"http://127.0.0.1:{container}/api/v1/titles", timeout=60).json()["titles"]
    assert "mukden" in {title["id"] for title in titles}


def _says_so(image: Fresh, words: list[str]) -> bool:
    asked = subprocess.run([image.python, *words], env=image.environment, capture_output=True, check=False)
    if asked.returncode:
        time.sleep(0.1)
    return asked.returncode == 0


def test_the_container_is_built_where_there_is_something_to_build_it_with() -> None:
    engine = next((found for name in ("docker", "podman") if (found := shutil.which(name))), None)
    bases = [step.split()[0] for step in _steps("FROM")]
    if engine is None or not all(_pulled(engine, base) for base in bases):
        pytest.skip("no engine that could fetch the images it begins with")
    subprocess.run([engine, "build", "-f", DEPLOY / "Containerfile", "-t", "shapan-test", ROOT], check=True)


def _pulled(engine: str, image: str) -> bool:
    return subprocess.run([engine, "pull", "-q", image], capture_output=True, check=False).returncode == 0


# --- all of it together ---------------------------------------------------------------------------


def _filled(value: Any, environment: dict[str, str]) -> Any:
    """A value with its variables filled in; one that is asked for (``${NAME:?}``) has to be there."""
    if isinstance(value, str):
        return re.sub(r"\$\{(\w+)(?::\?)?\}", lambda found: environment[found[1]], value)
    return value


def test_the_compose_file_holds_together() -> None:
    services = COMPOSE["services"]
    for name, service in services.items():
        assert ("image" in service) != ("build" in service), name
        for other in service.get("depends_on", ()):
            assert other in services
        for volume in service.get("volumes", ()):
            source, target = volume.split(":")[:2]
            assert target.startswith("/")
            assert (DEPLOY / source).exists() if source.startswith(".") else source in COMPOSE["volumes"]
    build = services["server"]["build"]
    context = (DEPLOY / build["context"]).resolve()
    assert context == ROOT
    assert (context / build["dockerfile"]).samefile(DEPLOY / "Containerfile")


def test_its_settings_fit_one_another() -> None:
    secret = "p@ss:w/rd"  # any password will do: it is no part of an address
    given = {"POSTGRES_PASSWORD": secret, "SITE": "games.example.org"}
    server = {name: _filled(value, given) for name, value in COMPOSE["services"]["server"]["environment"].items()}
    database = COMPOSE["services"]["database"]["environment"]
    found = load(None, server, {})
    user, name = database["POSTGRES_USER"], database["POSTGRES_DB"]
    assert found.settings.database == f"postgresql://{user}@database/{name}"
    assert server["PGPASSWORD"] == _filled(database["POSTGRES_PASSWORD"], given) == secret
    assert (found.settings.https, found.settings.processes, found.proxy) == (True, 2, "*")
    ours = [one.removeprefix("SHAPAN_").lower() for one in server if one.startswith("SHAPAN_")]
    assert set(ours) <= set(DIALS)


def test_the_proxy_leads_to_the_server_and_not_to_its_figures() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (port,) = _steps("EXPOSE")
    assert f"reverse_proxy server:{port}" in text
    assert re.search(r"@inner path /metrics\s+respond @inner 404", text)
    assert "server" in COMPOSE["services"]
    assert "ports" not in COMPOSE["services"]["server"], "reached through the proxy alone"
