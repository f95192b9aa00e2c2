"""The example game as a stranger would have it: installed beside ours, in an environment of its own."""

from __future__ import annotations

import pytest
from tests.fresh import ROOT, Fresh


@pytest.fixture(scope="session")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    made = Fresh(tmp_path_factory.mktemp("beside"))
    made.lend_everything()
    made.install(ROOT / "examples" / "ford")
    return made
