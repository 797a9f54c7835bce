"""The manifest of a result: what it is (hashed) and how it came about (not hashed)."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marriage_stats.manifest import (
    circumstances,
    identity_digest,
    parameters_digest,
    run_identity,
)
from marriage_stats.policies.parameters import parameters
from marriage_stats.policies.registry import Policy
from marriage_stats.study.asked import SIZES
from marriage_stats.study.spec import Study, Task

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
        **_identity_of_play(study, task),
        "seed": task.seed,
        "n": task.n,
        "unit": study.unit,
    }
    how = {**circumstances(), "threads": task.threads, "seconds": round(seconds, 2)}
    return Manifest(identity, how)


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a folder, or None where there is none that can be read."""
    try:
        document = json.loads((folder / MANIFEST_NAME).read_text(encoding="utf-8"))
        return Manifest(document["identity"], document["circumstances"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _identity_of_play(study: Study, task: Task) -> dict[str, Any]:
    """Return the identity of rules and policies, with the parameters of every table size."""
    sizes = [[_named(name, players) for name in study.policies] for players in SIZES]
    digest = parameters_digest([policy for policies in sizes for policy in policies])
    return run_identity(task.rule_sets, sizes[0], parameters=digest)


def _named(name: str, players: int) -> Policy:
    """Return a built-in policy as a manifest needs it: not compiled, and never asked."""
    return Policy(name, None, parameters(name, players))
