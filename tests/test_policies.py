"""Policies: who beats whom, and what the names mean."""

from pathlib import Path

import numpy as np
import pytest
from joblib import Parallel, delayed

from marriage_stats.engine.simulate import Table, play_block, play_logged, play_seeded
from marriage_stats.policies.registry import POLICIES, load_policies, load_policy
from marriage_stats.rules import PRESETS, preset
from marriage_stats.settlement import settle
from marriage_stats.summary import Plan

ROUNDS = 400
SURE = 4.75
"""Standard errors of a one-sided p of 1e-6; the edges measured are 8 to 12 at these sizes."""


def edge(house: str, new: str, old: str, seed: int) -> tuple[float, float]:
    """Return one new player's mean points a round against old ones, and its error."""
    rules = preset(house)
    strong, weak = load_policy(new, rules), load_policy(old, rules)
    players = rules.number("players")
    table = Table(rules, (strong, *[weak] * (players - 1)))
    points = np.zeros(ROUNDS)
    for seat in range(players):
        rounds = play_block(table.rotated(seat), seed, 0, ROUNDS)
        points += settle(rounds, rules).net[:, seat] / players
    return float(points.mean()), float(points.std() / np.sqrt(ROUNDS))


def test_names_in_order() -> None:
    assert POLICIES == ("random", "novice", "sequence", "dublee", "adaptive")


def test_dublee_is_refused_without_a_route() -> None:
    with pytest.raises(ValueError, match="dublee needs a dublee route"):
        load_policy("dublee", preset("hidden-maal"))


def test_an_edited_file_is_another_policy(tmp_path: Path) -> None:
    rules, path = preset("classic"), tmp_path / "mine.py"
    told = []
    for answer in ("0", "1", "0"):
        path.write_text(f"def choose(view):\n    return {answer}\n")
        told.append(load_policy(str(path), rules))
    assert [policy.name for policy in told] == ["mine"] * 3
    assert told[0].identity == told[2].identity != told[1].identity
    assert load_policy("novice", rules).identity == "novice"


def test_one_file_may_play_every_seat(tmp_path: Path) -> None:
    rules, path, other = preset("classic"), tmp_path / "mine.py", tmp_path / "other" / "mine.py"
    other.parent.mkdir()
    path.write_text("def choose(view):\n    return 0\n")
    other.write_text("def choose(view):\n    return 1\n")
    assert Plan(Table(rules, load_policies(str(path), rules))).table.players == 4
    mixed = load_policies(f"{path},{other},{path},{path}", rules)
    with pytest.raises(ValueError, match="two different policies are called 'mine'"):
        Plan(Table(rules, mixed))


def test_what_a_file_raises_in_play_is_told_by_its_name(tmp_path: Path) -> None:
    rules, path = preset("classic"), tmp_path / "broken.py"
    path.write_text("def choose(view):\n    return 1 // (view.decision - view.decision)\n")
    table = Table(rules, load_policies(str(path), rules))
    for _ in range(2):
        with pytest.raises(ValueError, match="policy broken raised ZeroDivisionError"):
            play_block(table, 1, 0, 1)
    with pytest.raises(ValueError, match="policy broken raised ZeroDivisionError"):
        play_logged(table, 1, 0)
    with pytest.raises(ValueError, match="policy broken raised ZeroDivisionError"):
        play_seeded(table, np.array([1]), 0)


def test_what_does_not_compile_is_told_shortly(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def choose(view):\n    return view.no_such_thing\n")
    with pytest.raises(ValueError, match="Unknown attribute 'no_such_thing'") as told:
        load_policy(str(path), preset("classic"))
    assert len(str(told.value)) < 700


@pytest.mark.parametrize("text", ["choose = 5\n", "import sys\nsys.exit()\n"])
def test_a_file_without_a_function_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"policy file .*mine\.py"):
        load_policy(str(path), preset("classic"))


@pytest.mark.stat
@pytest.mark.parametrize("house", PRESETS)
def test_adaptive_beats_novice(house: str) -> None:
    mean, error = edge(house, "adaptive", "novice", 1)
    assert mean > SURE * error


@pytest.mark.parametrize("seed", [1, 2])
def test_sequence_is_adaptive_without_dublees(seed: int) -> None:
    rules = preset("hidden-maal")
    sequence, adaptive = (
        play_block(Table(rules, load_policies(name, rules)), seed, 0, 50).per_seat
        for name in ("sequence", "adaptive")
    )
    np.testing.assert_array_equal(sequence, adaptive)


@pytest.mark.parametrize("name", ["novice", "mine.py"])
def test_a_table_in_use_plays_the_same_in_another_process(name: str, tmp_path: Path) -> None:
    """Compiled functions cannot be sent, and a user's file may not be where the process is."""
    rules, path = preset("classic"), tmp_path / "mine.py"
    path.write_text("def choose(view):\n    return view.me.draws % 2\n")
    table = Table(rules, load_policies(name.replace("mine.py", str(path)), rules))
    here = play_block(table, 3, 0, 40)
    path.unlink()
    (there,) = Parallel(n_jobs=2, backend="loky")([delayed(play_block)(table, 3, 0, 40)])
    assert (there.per_round == here.per_round).all()
    assert (there.per_seat == here.per_seat).all()
