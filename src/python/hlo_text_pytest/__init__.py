"""The state that the plugin for pytest shares with hlo_text.testing.

pytest imports its plugins in every run, so this package does not import hlo_text, which takes longer.
"""

from __future__ import annotations

import os
import pathlib

MARK = "// A golden of hlo_text.testing"  # golden files begin with it

folder: pathlib.Path | None = None  # that relative paths start from
update = bool(os.environ.get("HLO_UPDATE_GOLDENS"))
used: set[str] = set()
written: list[str] = []
