"""The manifest of a result: what it is (hashed) and how it came about (not hashed)."""

import json
import os
import platform
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from marriage_stats import __version__
from marriage_stats.policies.parameters import parameters
from marriage_stats.policies.registry import Policy
from marriage_stats.runs.identity import identity_digest, run_identity
from marriage_stats.study.spec import Study, Task

LIBRARIES = ("numpy", "scipy", "numba", "polars", "matplotlib", "joblib")
MANIFEST_NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class Manifest:
    """Identity decides the numbers; circumstances do not."""

    identity: dict[str, Any]
    circumstances: dict[str, Any]

    @property
    def digest(self) -> str:
        """The first 12 hex digits of a hash over the identity."""
        return identity_digest(self.identity)

    def as_json(self) -> dict[str, Any]:
        """Return the manifest as it stands in its file."""
        return {
            "identity": self.identity,
            "digest": self.digest,
            "circumstances": self.circumstances,
        }


def build_manifest(study: Study, task: Task, seconds: float) -> Manifest:
    """Return the manifest of one run of a study."""
    identity = {
        "study": study.name,
        "study_version": study.version,
        **run_identity(task.rule_sets, [_named(name) for name in study.policies]),
        "seed": task.seed,
        "n": task.n,
        "unit": study.unit,
    }
    circumstances = {
        "package": __version__,
        **_commit(),
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "threads": task.threads,
        "seconds": round(seconds, 2),
    }
    return Manifest(identity, circumstances)


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a folder, or None where there is none that can be read."""
    try:
        document = json.loads((folder / MANIFEST_NAME).read_text(encoding="utf-8"))
        return Manifest(document["identity"], document["circumstances"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _named(name: str) -> Policy:
    """Return a built-in policy as a manifest needs it: not compiled, and never asked."""
    return Policy(name, None, parameters(name))


def _commit() -> dict[str, Any]:
    """Return the commit of the working copy and whether it has changes, or nothing outside one."""
    here = Path(__file__).parent
    try:
        commit = _git(here, "rev-parse", "HEAD")
        return {"commit": commit, "dirty": bool(_git(here, "status", "--porcelain", "-uno"))}
    except (OSError, subprocess.CalledProcessError):
        return {"commit": None, "dirty": None}


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words], capture_output=True, text=True, check=True, timeout=10
    )
    return done.stdout.strip()
