"""`see` on condition of the deal, over tables, to a precision, and through stops."""

import json

import numpy as np
import pytest

from marriage_stats.cli.app import run
from marriage_stats.deals.condition import Condition
from marriage_stats.engine import Table, play_block
from marriage_stats.engine.simulate import simulate
from marriage_stats.estimators import clopper_pearson, look_level
from marriage_stats.estimators.survival import log_rank
from marriage_stats.exact import exact_odds
from marriage_stats.facts import join_rounds
from marriage_stats.policies.registry import load_policies
from marriage_stats.rules import PRESETS, preset
from marriage_stats.runs import Sampling, sampling, state
from marriage_stats.runs.conditioned import play_given
from marriage_stats.timing import Watch, play_timing
from marriage_stats.timing.controls import CONTROLS, control_columns, control_means
from marriage_stats.timing.events import SEEN, event_counts
from tests.test_see_command import BASE, Capture, result

N = 128


def _table(house: str = "classic", names: str = "novice") -> Table:
    rules = preset(house)
    return Table(rules, load_policies(names, rules))


def test_given_deals_are_those_asked_for_and_labelled(capsys: Capture) -> None:
    words = ["--given", "pairs=6", "--given", "melds=0..1", "--rounds", str(N)]
    found = result(capsys, *BASE, *words)
    rounds = play_given(_table(), Condition(pairs=(6, 6), melds=(0, 1)), 1, 0, N)
    seen = [rounds.by_seat(f"qualified_{route}")[:, 0] for route in ("sequence", "dublee")]
    for row in found["curve"]:
        within = [(draws >= 0) & (draws <= row["turn"]) for draws in seen]
        assert row["p_seen"] == pytest.approx((within[0] | within[1]).mean())
        assert row["controlled"] is None
    assert (found["conditional"], found["seats"]) == (True, [0])
    assert found["given"] == "seat 0 dealt pairs 6, melds 0..1"
    assert found["curve"][0]["floor"] is None
    assert run([*BASE, *words]) == 0
    assert "conditional: seat 0 dealt pairs 6, melds 0..1" in capsys.readouterr().out


def test_waits_tell_competing_ends_hazard_and_median(capsys: Capture) -> None:
    found = result(capsys, *BASE, "--rounds", str(N))
    waits, last = found["waits"], -1
    ends = [waits["incidence"][name][last]["value"] for name in ("sequence", "dublee", "overtaken")]
    assert sum(ends) + waits["incidence"]["no_winner"][last]["value"] == pytest.approx(1)
    assert waits["incidence"]["seen"][9]["value"] == pytest.approx(found["curve"][9]["p_seen"])
    at_risk = 1 - found["curve"][2]["p_seen"] - found["curve"][2]["p_over"]
    step = found["curve"][3]["p_seen"] - found["curve"][2]["p_seen"]
    assert waits["hazard"][3]["value"] == pytest.approx(step / at_risk, rel=0.05)
    nobody = waits["hazard"][60]
    assert {nobody[key] for key in ("value", "low", "high", "se")} == {None}
    few = next(row for row in reversed(waits["hazard"]) if row["value"] is not None)
    assert few["high"] > 0.2, "of few who still wait little is known"
    median = waits["median"]["of_all"]
    assert median["low"] <= median["value"] <= median["high"]
    assert run([*BASE, "--rounds", str(N)]) == 0
    out = capsys.readouterr().out
    assert "another finished" in out
    assert "sees now, of those who wait" in out
    assert result(capsys, *BASE, "--rounds", "5")["waits"] is None


@pytest.mark.parametrize(
    ("vary", "second"),
    [
        ("policies=novice,random", ("classic", "random")),
        ("rules=classic,hidden-maal", ("hidden-maal", "novice")),
    ],
)
def test_tables_are_compared_by_log_rank(
    capsys: Capture, vary: str, second: tuple[str, str]
) -> None:
    base = [word for word in BASE if word not in ("--policies", "novice")]
    who = ["--policies", "novice"] if vary.startswith("rules") else []
    found = result(capsys, *base, *who, "--vary", vary, "--rounds", str(N))
    counts = [event_counts(play_block(_table(*names), 1, 0, N)) for names in (("classic",), second)]
    folded = [c.reshape(2, 32, *c.shape[1:]).sum(axis=0) for c in counts]
    (row,) = found["log_rank"]
    assert {k: row[k] for k in ("z", "p")} == pytest.approx(
        {k: log_rank(*folded, SEEN)[k] for k in ("z", "p")}
    )
    assert [part["label"] for part in found["variants"]] == [
        f"{vary.partition('=')[0]}={word}" for word in vary.partition("=")[2].split(",")
    ]
    assert found["variants"][0]["curve"] == found["curve"]
    assert run([*base, *who, "--vary", vary, "--rounds", str(N)]) == 0
    assert "who sees sooner (log-rank)" in capsys.readouterr().out


def test_policies_of_one_table_are_compared_too(capsys: Capture) -> None:
    names = "novice,random,novice,random"
    (row,) = result(capsys, *BASE, "--policies", names, "--rounds", str(N))["log_rank"]
    assert (row["from"], row["to"]) == ("novice", "random")
    assert row["z"] > 5


@pytest.mark.parametrize("house", PRESETS)
def test_controls_have_the_means_of_the_exact_law(house: str) -> None:
    """Power: at 160,000 seats a mean off by 3% of its deviation is found with 99.9%."""
    rules = preset(house).replace({"turn_cap": 1})
    table = Table(rules, load_policies("novice", rules))
    columns = control_columns(join_rounds(list(simulate(table, 40_000, 1)))).mean(axis=1)
    exact = control_means(rules, rules.has_dublee_route)
    assert exact[0] == pytest.approx(exact_odds(rules)["see"]["either"])
    for place, name in enumerate(CONTROLS):
        error = columns[:, place].std() / 200
        assert abs(columns[:, place].mean() - exact[place]) < 5 * error, name


def test_corrected_shares_are_sharper_and_agree(capsys: Capture) -> None:
    found = result(capsys, *BASE, "--rounds", "4000")
    exact = exact_odds(preset("classic"))["see"]["either"]
    dealt = found["curve"][0]["controlled"]
    assert dealt["value"] == pytest.approx(exact)
    assert (dealt["low"], dealt["gain"]) == (pytest.approx(exact), None)
    for row in found["curve"][1:6]:
        told = row["controlled"]
        assert told["gain"] == pytest.approx((row["se"] / told["se"]) ** 2)
        assert told["gain"] > 1.1
        assert abs(told["value"] - row["p_seen"]) < 4 * row["se"]
    assert result(capsys, *BASE, "--rounds", "50")["curve"][2]["controlled"] is None
    alone = result(capsys, *BASE, "--players", "1", "--rounds", "3000")["curve"]
    assert all(alone[turn]["controlled"]["gain"] > 1.1 for turn in (1, 2, 3))
    assert run([*BASE, "--rounds", "3000"]) == 0
    assert "13.91% ± 0.00%" in capsys.readouterr().out
    assert alone[60]["controlled"] is None, "of those who have not seen there are too few"


def test_precision_holds_at_every_turn(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Watch((_table(),))
    found = play_timing(table, Sampling(seed=1, precision=0.05, threads=1), first_look=100)
    told = found["precision"]
    assert told["reached"]
    assert told["looks"] > 1
    assert told["level"] == look_level(told["looks"], 61)
    assert all(row["high"] - row["low"] <= 0.1 for row in found["curve"])
    hand = Watch((_table(),), condition=Condition(pairs=(3, 3)))
    row = play_timing(hand, Sampling(seed=1, precision=0.2, threads=1), first_look=100)
    count = round(row["curve"][9]["p_seen"] * row["rounds"])
    exact = clopper_pearson(count, row["rounds"], row["precision"]["level"])
    assert (row["curve"][9]["low"], row["curve"][9]["high"]) == pytest.approx(exact)


@pytest.mark.parametrize("more", [[], ["--given", "pairs=4"], ["--vary", "man_cards=0,1"]])
def test_a_stopped_run_resumes_to_the_same(
    capsys: Capture, tmp_path, monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    import marriage_stats.timing.play as play

    monkeypatch.setattr(sampling, "SAVE_SECONDS", 0)
    words = [*BASE, *more, "--rounds", str(N), "--threads", "1"]
    straight = result(capsys, *words)
    real = play.timing_block

    def stop(watch, seed, first, count):
        if first >= 40:
            raise KeyboardInterrupt
        return real(watch, seed, first, count)

    with monkeypatch.context() as patch:
        patch.setattr(play, "timing_block", stop)
        assert run([*words, "--block-size", "10", "--out", str(tmp_path), "--json"]) == 130
    part = json.loads(capsys.readouterr().out)
    assert (part["rounds"], part["interrupted"]) == (40, True)
    again = result(capsys, *words, "--block-size", "7", "--out", str(tmp_path), "--resume")
    assert {**again, "seconds": 0} == {**straight, "seconds": 0}
    assert {path.name for path in tmp_path.iterdir()} == {state.STATE, state.RESULT}


def test_sums_survive_a_file() -> None:
    from marriage_stats.timing.tally import Tally, timing_block

    watch = Watch((_table(names="novice,random,random,random"),))
    whole = timing_block(watch, 1, 0, 60)
    again = Tally.of_arrays(timing_block(watch, 1, 0, 25).arrays())
    summed = again.plus(timing_block(watch, 1, 25, 35))
    for name, array in whole.arrays().items():
        assert np.array_equal(array, summed.arrays()[name]), name


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--given", "pears=3"], "did you mean pairs?"),
        (["--given", "pairs=x"], "--given must be pairs=N or pairs=A..B, got 'pairs=x'"),
        (["--given", "pairs=11"], "--given pairs must be within 0..10 here, got 11"),
        (["--given", "pairs=3..2"], "--given pairs must be within 0..10 here, got 3..2"),
        (["--given", "printed=1"], "--given printed must be within 0..0 here, got 1"),
        (["--given", "melds=1", "--given", "melds=2"], "--given melds is given twice"),
        (["--given", "melds=1", "--hand", "7H"], "give one of them"),
        (["--vary", "alter=5"], "--vary must be KEY=A,B with two or more values, got 'alter=5'"),
        (["--vary", "rules=classic,clasic"], "did you mean classic?"),
        (["--vary", "altr=5,0"], "did you mean alter?"),
        (["--vary", "alter=5,5"], "names a value twice"),
        (["--vary", "policies=novice,random"], "both say who plays"),
        (["--precision", "0"], "precision must be above 0, got 0"),
        (["--resume"], "--resume needs --out FOLDER"),
        (["--backend", "thread"], "backend must be threads, processes"),
    ],
)
def test_mistakes_end_in_one_line(capsys: Capture, words: list[str], message: str) -> None:
    assert run([*BASE, "--rounds", "10", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert message in err
