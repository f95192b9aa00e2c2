"""Fresh environments, made without the network: what somebody has who installs the package, and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
SITE = Path(sysconfig.get_path("purelib"))


class Fresh:
    """An environment of its own, in which our package is that of this checkout."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=os.name == "posix")
        names = {"base": str(folder), "platbase": str(folder)}
        self.python = Path(sysconfig.get_path("scripts", vars=names)) / Path(sys.executable).name
        self.site = Path(sysconfig.get_path("purelib", vars=names))
        self.folder = folder
        self._lent: set[str] = set()
        self.put_on_path(ROOT / "src")

    def put_on_path(self, folder: Path) -> None:
        """Let the environment import what lies in this folder."""
        with (self.site / "found.pth").open("a", encoding="utf-8") as file:
            file.write(f"{folder}\n")

    def lend(self, distribution: str) -> None:
        """Give it a package that is installed here, and none of those that it needs."""
        for file in {Path(path.parts[0]) for path in metadata.files(distribution) or () if ".." not in path.parts}:
            source = SITE / file
            (shutil.copytree if source.is_dir() else shutil.copy)(source, self.site / file)

    def lend_with_needs(self, requirement: str) -> None:
        """Give it a package that is installed here and everything that it needs."""
        wanted = Requirement(requirement)
        name = canonicalize_name(wanted.name)
        if (wanted.marker is not None and not wanted.marker.evaluate({"extra": ""})) or name in self._lent:
            return
        self._lent.add(name)
        self.lend(name)
        for need in metadata.requires(name) or ():
            self.lend_with_needs(need)

    def lend_everything(self) -> None:
        """Let it have whatever is installed here."""
        self.put_on_path(SITE)

    def install(self, project: Path) -> None:
        """Build a wheel of this project and install it."""
        wheels = self.folder / "wheels"
        self._here("-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels), cwd=project)
        (wheel,) = wheels.glob("*.whl")
        words = ("--quiet", "--no-deps", "--no-index", "--disable-pip-version-check", str(wheel))
        self._here("-m", "pip", "--python", str(self.python), "install", *words, cwd=ROOT)
        wheel.unlink()

    def _here(self, *words: str, cwd: Path) -> None:
        """Run a tool of the environment that the tests run in."""
        done = subprocess.run([sys.executable, *words], cwd=cwd, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    @property
    def environment(self) -> dict[str, str]:
        """The variables for a process in it: nothing leads back to where the tests run."""
        return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}

    def run(self, *words: str, code: int = 0) -> str:
        """What a Python program in this environment prints, errors behind it; it has to end with this code."""
        done = subprocess.run(
            [str(self.python), *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr
