"""The package as its user first meets it."""

import subprocess
import sys
from importlib import metadata, resources
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder
from typer.testing import CliRunner

import shapan
from shapan.cli import app


def test_the_installed_version_is_the_one_in_the_code() -> None:
    assert metadata.version("shapan") == shapan.__version__


def test_the_command_tells_its_version() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert result.exit_code == 0
    assert result.stdout.strip() == f"shapan {shapan.__version__}"


def test_python_dash_m_runs_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "shapan", "--version"], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == f"shapan {shapan.__version__}"


def test_a_wheel_brings_the_data_of_every_release_along() -> None:
    root = Path(__file__).parents[1]
    files = {file.distribution_path for file in WheelBuilder(str(root)).recurse_included_files()}
    kept = {path.relative_to(root / "src").as_posix() for path in root.glob("src/shapan/games/*/editions/*")}
    assert kept
    assert kept <= files


def test_type_checkers_are_told_that_the_package_is_typed() -> None:
    assert (resources.files("shapan") / "py.typed").is_file()
