"""What a run is: known again by all that decides its numbers, and by nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from marriage_stats import ENGINE_VERSION
from marriage_stats.compare import compare, parse_vary, plan_comparison
from marriage_stats.engine import Table
from marriage_stats.manifest import (
    identity_digest,
    parameters_digest,
    run_identity,
    run_manifest,
)
from marriage_stats.odds import compute_odds
from marriage_stats.policies import parameters
from marriage_stats.policies.registry import Policy, load_policies
from marriage_stats.rules import preset
from marriage_stats.runs import RunFolder, Sampling
from marriage_stats.study import Task
from marriage_stats.study.asked import SIZES
from marriage_stats.study.manifest import build_manifest
from marriage_stats.summary import Plan, play_summary
from marriage_stats.timing import Watch, play_timing
from marriage_stats.tournament import choose_field, play_tournament
from tests.toy_study import TOY

HOUSE = preset("classic").replace({"players": 2})
SAMPLING = Sampling(100, seed=5, threads=1)


def _policy(**changes: float) -> Policy:
    return Policy("adaptive", None, parameters.pack_parameters(parameters.DEFAULTS | changes))


def test_identity_names_what_decides():
    identity = run_identity(HOUSE, [_policy()], hand=None)
    assert identity["engine_version"] == ENGINE_VERSION
    assert identity["rules"] == HOUSE.as_json()
    assert (identity["policies"], identity["hand"]) == (["adaptive"], None)
    several = run_identity({"small": HOUSE}, [])
    assert several["rules"] == {"small": HOUSE.as_json()}


def test_another_parameter_is_another_run_of_the_same_name():
    one, two = (run_identity(HOUSE, [policy]) for policy in (_policy(), _policy(feed_seen=1e-9)))
    assert one["policies"] == two["policies"]
    assert {key for key in one if one[key] != two[key]} == {"parameters"}
    assert identity_digest(one) != identity_digest(two)


def test_parameters_count_by_seat():
    other = _policy(show_wait=1)
    assert parameters_digest([_policy(), other]) != parameters_digest([other, _policy()])
    assert parameters_digest([_policy(), _policy()]) != parameters_digest([_policy()])


def test_a_new_default_makes_the_results_of_a_study_old(monkeypatch):
    study = replace(TOY, policies=("adaptive",))
    task = Task(n=study.n, seed=1, threads=1, rule_sets={"classic": HOUSE})
    before = build_manifest(study, task, 0).digest
    assert build_manifest(study, task, 1).digest == before
    with monkeypatch.context() as changed:
        changed.setitem(parameters.DEFAULTS, "pair_outs", 0.8)
        assert build_manifest(study, task, 0).digest != before
    assert build_manifest(study, task, 0).digest == before
    monkeypatch.setitem(parameters.BY_PLAYERS, 3, {"feed_unseen": 0.45})
    assert build_manifest(study, task, 0).digest != before


def test_parameters_differ_by_the_number_of_players_as_named():
    sets = {n: load_policies("adaptive", HOUSE.replace({"players": n}))[0].params for n in SIZES}
    usual = parameters.pack_parameters(parameters.DEFAULTS)
    for players, params in sets.items():
        differs = {parameters.NAMES[place] for place in np.flatnonzero(params != usual)}
        assert differs == set(parameters.BY_PLAYERS.get(players, {}))
        for name in ("sequence", "dublee"):
            other = parameters.parameters(name, players)
            assert {parameters.NAMES[place] for place in np.flatnonzero(params != other)} == {
                {"sequence": "dublee_route", "dublee": "dublee_only"}[name]
            }
    assert set(parameters.BY_PLAYERS) < set(SIZES)


def _simulated():
    return play_summary(Plan(Table(HOUSE, load_policies("random", HOUSE))), SAMPLING)


def _seen():
    return play_timing(Watch((Table(HOUSE, load_policies("random", HOUSE)),)), SAMPLING)


def _compared():
    return compare(plan_comparison(HOUSE, parse_vary(["alter=5,0"]), "random"), SAMPLING)


def _ranked():
    return play_tournament(choose_field(HOUSE, "novice,random"), SAMPLING)


@pytest.mark.parametrize("play", [_simulated, _seen, _compared, _ranked])
def test_every_result_carries_its_identity(play):
    result = play()
    identity = result["manifest"]["identity"]
    assert identity["rules"] == HOUSE.as_json()
    assert (identity["engine_version"], identity["seed"], identity["n"]) == (ENGINE_VERSION, 5, 100)
    assert result["manifest"]["digest"] == identity_digest(identity)
    assert result["rules"] == {"name": HOUSE.name, "digest": HOUSE.digest}
    assert result["manifest"]["circumstances"]["libraries"]["numpy"] == np.__version__


def test_odds_carry_their_identity():
    exact, dealt = (compute_odds(HOUSE, n_hands=n, seed=5) for n in (0, 1000))
    for odds, seed, n in ((exact, None, 0), (dealt, 5, 1000)):
        manifest = odds["manifest"]
        identity = manifest["identity"]
        assert identity["rules"] == HOUSE.as_json()
        assert (identity["hand_size"], identity["seed"], identity["n"]) == (21, seed, n)
        assert manifest["digest"] == identity_digest(identity)


@pytest.mark.parametrize(
    ("change", "told"),
    [({"parameters": "f00"}, "parameters"), ({"rotate": True}, "rotate"), ({}, "hand")],
)
def test_a_folder_takes_no_other_run(tmp_path, change, told):
    whole = {**run_identity(HOUSE, [_policy()]), "given": ("pairs", 3)}
    RunFolder(tmp_path, {**whole, "hand": "7H"}, 1, resume=False).save({"n": np.array(7)})
    RunFolder(tmp_path, {**whole, "hand": "7H"}, None, resume=True)
    kept = {"hand": "7H"} if change else {}
    with pytest.raises(ValueError, match=f"another run: its {told} differs"):
        RunFolder(tmp_path, {**whole, **kept, **change}, 1, resume=True)


def test_seed_and_size_count():
    digests = {run_manifest({}, seed, n)["digest"] for seed in (1, 2) for n in (10, 20)}
    assert len(digests) == 4
