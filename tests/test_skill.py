"""Skill and luck on laws with known answers, and on rounds added up by hand."""

from itertools import product

import numpy as np
import pytest

from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.policies.registry import load_policy
from marriage_stats.rules import preset
from marriage_stats.runs import Sampling
from marriage_stats.settlement import settle
from marriage_stats.skill import luck_share, p_ahead, play_skill, rounds_to_lead

VALUES, LAW = np.arange(-3, 4), np.array([0.1, 0.1, 0.15, 0.15, 0.2, 0.1, 0.2])


def test_chance_to_be_ahead_is_that_of_enumeration():
    for rounds in (1, 2, 4):
        ahead = 0.0
        for path in product(range(7), repeat=rounds):
            total = sum(VALUES[i] for i in path)
            ahead += np.prod(LAW[list(path)]) * (total > 0 or 0.5 * (total == 0))
        assert p_ahead(VALUES, LAW, rounds) == pytest.approx(ahead, abs=1e-12)


def test_long_sessions_go_over_to_the_normal_limit(monkeypatch):
    exact = p_ahead(VALUES, LAW, 400)
    monkeypatch.setattr("marriage_stats.skill.MOST_CELLS", 100)
    assert p_ahead(VALUES, LAW, 400) == pytest.approx(exact, abs=1e-3)


def test_rounds_to_lead_is_the_first_that_reaches_95_percent():
    n = rounds_to_lead(VALUES, LAW)
    assert p_ahead(VALUES, LAW, n) >= 0.95 > p_ahead(VALUES, LAW, n - 1)
    assert rounds_to_lead(VALUES, LAW[::-1]) is None
    mean = float(VALUES @ LAW)
    assert rounds_to_lead(VALUES, LAW, -mean / 2) > 3 * n
    assert rounds_to_lead(VALUES, LAW, mean) < n


def test_luck_is_everything_where_means_are_alike_and_less_where_not():
    rng = np.random.default_rng(1)
    deals = 20_000
    for skill in (0.0, 3.0):
        net = rng.normal(0, 10, (deals, 2, 2)).round().astype(np.int64)
        net += np.array([[skill, -skill], [-skill, skill]], np.int64)
        found = luck_share(net.sum(axis=0), (net * net).sum(axis=0), deals)
        assert found == pytest.approx(1 - skill**2 / (100 + skill**2), abs=2e-3)


def test_a_table_is_told_by_its_rotations():
    rules = preset("classic").replace({"players": 3})
    names = ("novice", "random", "random")
    table = Table(rules, tuple(load_policy(name, rules) for name in names))
    found = play_skill(table, Sampling(128, seed=2, threads=1, block_size=50))
    leads, cells = [], []
    for steps in range(3):
        net = settle(play_block(table.rotated(steps), 2, 0, 128), rules).net
        leads += [net[:, steps] - net[:, other] for other in range(3) if other != steps]
        cells.append(net.mean(axis=0))
    assert found["lead"]["value"] == pytest.approx(np.concatenate(leads).mean())
    assert found["lead"]["low"] > 0
    assert 0 < found["luck"]["value"] < 1
    told = found["rounds_to_lead"]
    assert 1 <= told["low"] <= told["high"]
    assert found["p_ahead"][0]["p_ahead"] <= found["p_ahead"][2]["p_ahead"]
    again = play_skill(table, Sampling(128, seed=2, threads=2, block_size=9))
    assert again == found
