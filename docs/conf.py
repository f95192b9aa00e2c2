"""The documents as a site: `make docs`. Pages that follow from the code are written before Sphinx reads anything."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

import site_pages  # noqa: E402 - the tools are found by the line above

project = "Shapan"
author = "the Shapan authors"
html_title = "Shapan 沙盘"
html_theme = "furo"
html_show_sourcelink = False
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["_build", "generated/README.md"]
myst_heading_anchors = 3
myst_fence_as_directive = []
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
# Docstrings are written for people at a prompt, not as markup.
suppress_warnings = ["docutils", "ref.python", "myst.xref_ambiguous", "misc.highlighting_failure"]

site_pages.write(HERE / "generated")
