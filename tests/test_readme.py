"""What README names exists: commands, options, make targets, files; what it shows works."""

import json
import re
import runpy
from pathlib import Path

import pytest
import typer

from marriage_stats.cli.app import COMMANDS, load_command, run
from marriage_stats.policies.registry import POLICIES
from marriage_stats.rules import PRESETS, load_file, preset
from marriage_stats.views import blank_view, play_tables, table_addresses

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", README, re.DOTALL)
TABLE = re.findall(r"^\| (`.*?`) \|", README.split("## Commands")[1], re.MULTILINE)


def options_of(words: list[str]) -> set[str]:
    """Return the options of a command, or of a command of its group."""
    command = load_command(words[0])
    if isinstance(command, typer.core.TyperGroup):
        command = command.commands[words[1]]
    return {name for param in command.params for name in param.opts}


def lines_of_commands() -> list[str]:
    """Return every command line that README writes."""
    told = [part for row in TABLE for part in re.findall(r"`(.*?)`", row)]
    shown = re.findall(r"marriage-stats ([a-z].*?)(?:`|#|$)", README, re.MULTILINE)
    return [line for line in [*told, *shown] if line.split()[0] in COMMANDS]


def test_every_command_has_its_row() -> None:
    assert {re.findall(r"[a-z]+", row)[0] for row in TABLE} >= set(COMMANDS)


@pytest.mark.parametrize("line", lines_of_commands())
def test_every_option_exists(line: str) -> None:
    assert set(re.findall(r"--[a-z-]+", line)) <= options_of(line.split())


def test_an_option_that_is_not_there_would_be_caught() -> None:
    assert not {"--rotations"} <= options_of(["simulate"])


def test_every_option_in_the_text_is_one_of_some_command() -> None:
    known = {"--help"}
    for name in COMMANDS:
        command = load_command(name)
        parts = getattr(command, "commands", {"": command}).values()
        known |= {option for part in parts for param in part.params for option in param.opts}
    text = README.replace("ruff format --check", "")
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)) <= known


def test_every_make_target_and_file_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert set(re.findall(r"`?make ([a-z-]+)(?=`|  )", README)) <= targets
    files = re.findall(r"`((?:marriage_stats|tests|policies|studies)/[\w/.]*)`", README)
    assert files
    for name in files:
        assert any((root / name).exists() for root in (ROOT, ROOT / "marriage_stats")), name


def test_houses_and_policies_are_all_told() -> None:
    for name in (*PRESETS, *POLICIES):
        assert f"`{name}`" in README


def test_the_house_shown_is_one(tmp_path: Path) -> None:
    text = next(text for kind, text in BLOCKS if kind == "toml")
    path = tmp_path / "my-house.toml"
    path.write_text(text, encoding="utf-8")
    changed = load_file(path).differences(preset("classic"))
    assert set(changed) == {"alter", "unseen_maal"}


def test_the_round_shown_settles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = next(text for kind, text in BLOCKS if text.startswith('{"rules"'))
    path = tmp_path / "round.json"
    path.write_text(text, encoding="utf-8")
    assert run(["settle", str(path), "--json"]) == 0
    assert sum(player["net"] for player in json.loads(capsys.readouterr().out)["players"]) == 0


def test_the_policy_shown_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = next(text for kind, text in BLOCKS if kind == "python")
    path = tmp_path / "patient.py"
    path.write_text(text, encoding="utf-8")
    words = ["simulate", "--policies", f"{path},novice,novice,novice", "--rotate", "--json"]
    assert run([*words, "--rounds", "40", "--seed", "1"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert {row["policy"] for row in result["policies"]} == {"patient", "novice"}


ASK = """
from marriage_stats._jit import byte_of, njit
from marriage_stats.policies.sense_kernels import sequence_distance


@njit
def ask(view, suit):
    return {}, sequence_distance(view)
"""


def test_a_policy_reads_tables_as_told(tmp_path: Path) -> None:
    asked = re.search(r"`(byte_of\(view\.tables\.most, .*?\))`", README)
    assert asked
    (tmp_path / "own_policy.py").write_text(ASK.format(asked[1]), encoding="utf-8")
    ask = runpy.run_path(str(tmp_path / "own_policy.py"))["ask"]
    rules = preset("classic")
    tables = play_tables(rules)
    view = blank_view(rules)._replace(tables=table_addresses(tables))
    run_of_three, tunnela = 0b010101, 0b11 << 8
    view.me["keys"][:2] = run_of_three | tunnela, run_of_three
    assert [ask(view, suit)[0] for suit in range(3)] == [2, 1, 0]
    assert ask(view, 0)[1] == 0
    view.me["keys"][1] = 0b0101
    assert ask(view, 0) == (2, 1)
