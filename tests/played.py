"""Tables to play in tests, and rounds played at them as logs with points."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from marriage_stats.engine import Table, round_log
from marriage_stats.engine.simulate import play_logged
from marriage_stats.policies.registry import POLICIES, load_policy
from marriage_stats.rules import PRESETS, Rules, RulesError, preset
from marriage_stats.rules.keys import KEYS
from marriage_stats.settlement import settle
from tests.reference.referee import check_round

SIZES = range(2, 7)


@dataclass(frozen=True)
class Game:
    """A house, the values set on top of it, and one policy a seat."""

    house: str
    policies: tuple[str, ...]
    settings: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        changes = " ".join(f"{key}={value}" for key, value in self.settings)
        return f"{self.house} {','.join(self.policies)} {changes}".strip()


@cache
def rules_of(game: Game) -> Rules:
    """Return the house with its settings and as many players as policies."""
    return preset(game.house).replace({**dict(game.settings), "players": len(game.policies)})


@cache
def table_of(game: Game) -> Table:
    """Return the table of a game."""
    rules = rules_of(game)
    return Table(rules, tuple(load_policy(name, rules) for name in game.policies))


def policies_of(house: str) -> list[str]:
    """Return the policies that play in a house at every table size."""
    return [name for name in POLICIES if all(_plays(name, house, size) for size in SIZES)]


@cache
def _plays(name: str, house: str, size: int) -> bool:
    try:
        load_policy(name, preset(house).replace({"players": size}))
    except ValueError:
        return False
    return True


def seats_of(name: str, house: str, size: int) -> tuple[str, ...]:
    """Return one policy at every seat, or with `mixed` every policy of the house in turn."""
    names = policies_of(house) if name == "mixed" else [name]
    return tuple(names[seat % len(names)] for seat in range(size))


def base_games() -> Iterator[Game]:
    """Yield every house at every table size, with each policy and with all of them mixed."""
    for house in PRESETS:
        for size in SIZES:
            for name in (*policies_of(house), "mixed"):
                yield Game(house, seats_of(name, house, size))


VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("classic", {"pickup": "meld-only"}),
    ("dashain", {"pickup": "meld-only", "man_cards": 3}),
    ("hidden-maal", {"pickup": "any", "dublee_route": True}),
    ("classic", {"stock_out": "end"}),
    ("hidden-maal", {"stock_out": "reshuffle", "no_winner": "void"}),
    ("classic", {"tunnela_exposure": "forced", "tunnela_premium": "always"}),
    ("classic", {"tunnela_exposure": "none", "tunnela_premium": "never"}),
    ("dashain", {"tunnela_exposure": "optional", "tunnela_premium": "sequence-seen"}),
    ("classic", {"all_wild_meld": False}),
    ("dashain", {"all_wild_meld": False, "marriage_meld": False}),
    ("dashain", {"all_wild_meld": False, "marriage_meld": True}),
    ("classic", {"superman": 1, "man_cards": 3}),
    ("classic", {"superman": 1, "see_moment": "before-draw-or-after-throw"}),
    ("hidden-maal", {"superman": 1, "man_cards": 3}),
    ("dashain", {"dublee_pickup": "last-pair"}),
    ("everestbuzz", {"dublee_pickup": "any-natural"}),
    ("dashain", {"see_moment": "after-draw"}),
    ("everestbuzz", {"see_moment": "before-draw-or-after-throw"}),
    ("hidden-maal", {"see_moment": "before-draw-or-after-throw", "tiplu_from": "stock-top"}),
    ("dashain", {"tiplu_from": "set-aside"}),
    ("classic", {"tiplu_from": "set-aside", "unseen_maal": "kidnap"}),
    ("dashain", {"tiplu_from": "stock-blind", "unseen_maal": "kidnap"}),
    ("dashain", {"man_cards": 0, "superman": 0}),
    ("dashain", {"man_cards": 1}),
    ("dashain", {"man_cards": 2, "superman": 0}),
    ("classic", {"man_cards": 3, "trial_size": "3-or-4"}),
    ("classic", {"sequence_length": "3-or-more", "unseen_maal": "murder"}),
    ("dashain", {"sequence_length": "exactly-3", "trial_size": "3"}),
    ("dashain", {"wild_pickup_barred": "nobody"}),
    ("dashain", {"wild_pickup_barred": "seen", "unseen_maal": "normal"}),
    ("hidden-maal", {"wild_pickup_barred": "seen"}),
    ("everestbuzz", {"turn_cap": 25, "unseen_maal": "kidnap"}),
    ("everestbuzz", {"dublee_min_players": 4, "maal_count": "best-split"}),
)


def variant_games() -> Iterator[Game]:
    """Yield the odd houses at every table size, all their policies mixed."""
    for house, settings in VARIANTS:
        for size in SIZES:
            yield Game(house, seats_of("mixed", house, size), tuple(settings.items()))


def random_games(seed: int, n: int) -> Iterator[Game]:
    """Yield n games with every rule of play drawn at random, contradictions left out."""
    rng = np.random.default_rng(seed)
    found = 0
    while found < n:
        house = PRESETS[rng.integers(len(PRESETS))]
        settings: dict[str, Any] = {}
        for name, key in KEYS.items():
            if key.kind == "choice" and name != "dublee_bonus_mode":
                settings[name] = key.choices[rng.integers(len(key.choices))]
            elif key.kind == "bool":
                settings[name] = bool(rng.integers(2))
            elif name in ("man_cards", "superman"):
                settings[name] = int(rng.integers(key.high + 1))
        name = ("mixed", *policies_of(house))[rng.integers(1 + len(policies_of(house)))]
        seats = seats_of(name, house, int(rng.integers(2, 7)))
        game = Game(house, seats, tuple(settings.items()))
        try:
            table_of(game)
        except (RulesError, ValueError):
            continue
        found += 1
        yield game


def referee_plan(n: int) -> Iterator[tuple[Game, int]]:
    """Yield (game, rounds) for about n rounds: half by the houses, a quarter each odd and random.

    Every game is played at least once, so a small n is exceeded.
    """
    groups = [list(base_games()), list(variant_games()), list(random_games(1, max(1, n // 40)))]
    for games, share in zip(groups, (2, 4, 4), strict=True):
        for game in games:
            yield game, max(1, -(-n // share // len(games)))


def full_log(table: Table, seed: int, index: int) -> dict[str, Any]:
    """Return the log of a round with its settlement, as `replay --json` gives it."""
    log = round_log(table, seed, index)
    points = settle(play_logged(table, seed, index)[0], table.rules)
    names = ("raw_maal", "maal", "net")
    return {**log, "settlement": {name: getattr(points, name)[0].tolist() for name in names}}


def violations(game: Game, seed: int, first: int, count: int) -> list[str]:
    """Return what the referee finds in these rounds, each line with its round."""
    table = table_of(game)
    found = []
    for index in range(first, first + count):
        for line in check_round(full_log(table, seed, index)):
            found.append(f"{game} seed {seed} round {index}: {line}")
    return found
