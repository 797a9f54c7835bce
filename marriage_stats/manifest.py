"""What a result is: all that decides its numbers, the digest of it, and how it came about."""

import hashlib
import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from marriage_stats import ENGINE_VERSION, __version__
from marriage_stats.rules import Rules

DIGITS = 12
LIBRARIES = ("numpy", "scipy", "numba", "polars", "matplotlib", "joblib")


class Player(Protocol):
    """What identity asks of a policy."""

    @property
    def identity(self) -> str:
        """Its name, with the digest of the file where it is a user's own."""

    @property
    def params(self) -> NDArray[np.float64]:
        """Its parameters."""


def run_identity(
    rules: Rules | Mapping[str, Rules], policies: Sequence[Player], **more: Any
) -> dict[str, Any]:
    """Return what decides the numbers of a run but for its seed and size, ready for JSON.

    Parameters
    ----------
    rules : the house, or several by label
    policies : those that play, by seat where they sit in seats
    more : what else decides them
    """
    return {
        "engine_version": ENGINE_VERSION,
        "rules": (
            rules.as_json()
            if isinstance(rules, Rules)
            else {label: house.as_json() for label, house in rules.items()}
        ),
        "policies": policy_identities(policies),
        "parameters": parameters_digest(policies),
        **more,
    }


def policy_identities(policies: Sequence[Player]) -> list[str]:
    """Return the policies' names, with the digest of the file where it is a user's own."""
    return [policy.identity for policy in policies]


def parameters_digest(policies: Sequence[Player]) -> str:
    """Return 12 hex digits of a hash over the parameters of policies, in their order.

    A changed default is another run, though the policy keeps its name.
    """
    digest = hashlib.sha256()
    for policy in policies:
        digest.update(policy.params.astype("<f8").tobytes())
    return digest.hexdigest()[:DIGITS]


def identity_digest(identity: Mapping[str, Any]) -> str:
    """Return 12 hex digits of a hash over an identity."""
    text = json.dumps(identity, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def run_manifest(identity: Mapping[str, Any], seed: int | None, n: int) -> dict[str, Any]:
    """Return the manifest of a result: identity with seed and size, its digest, circumstances."""
    whole = {**identity, "seed": seed, "n": n}
    return {
        "identity": whole,
        "digest": identity_digest(whole),
        "circumstances": circumstances(),
    }


def circumstances() -> dict[str, Any]:
    """Return how a result came about: versions and machine, which decide no number."""
    return {
        "package": __version__,
        **_commit(),
        "python": platform.python_version(),
        "libraries": _versions(),
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }


@cache
def _versions() -> dict[str, str]:
    return {name: version(name) for name in LIBRARIES}


@cache
def _commit() -> dict[str, Any]:
    """Return the commit that the program began at and whether the working copy has changes.

    Outside a working copy there is nothing to tell.
    """
    here = Path(__file__).parent
    try:
        commit = _git(here, "rev-parse", "HEAD")
        return {"commit": commit, "dirty": bool(_git(here, "status", "--porcelain", "-uno"))}
    except (OSError, subprocess.SubprocessError):
        return {"commit": None, "dirty": None}


def _git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *words], capture_output=True, text=True, check=True, timeout=10
    )
    return done.stdout.strip()
