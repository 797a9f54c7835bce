"""What a run is: all that decides its numbers, and the digest by which it is known again."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from marriage_stats import ENGINE_VERSION
from marriage_stats.policies.registry import Policy
from marriage_stats.rules import Rules

DIGITS = 12


def run_identity(
    rules: Rules | Mapping[str, Rules], policies: Sequence[Policy], **more: Any
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


def policy_identities(policies: Sequence[Policy]) -> list[str]:
    """Return the policies' names, with the digest of the file where it is a user's own."""
    return [policy.identity for policy in policies]


def parameters_digest(policies: Sequence[Policy]) -> str:
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


def run_manifest(identity: Mapping[str, Any], seed: int, n: int) -> dict[str, Any]:
    """Return the manifest of a result: its identity with seed and size, and the digest of both."""
    whole = {**identity, "seed": seed, "n": n}
    return {"identity": whole, "digest": identity_digest(whole)}
