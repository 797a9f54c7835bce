"""The command line: what is printed where, and exit codes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from marriage_stats import ENGINE_VERSION, __version__
from marriage_stats.cli import app as program
from marriage_stats.rules import KEYS, PRESETS

Capture = pytest.CaptureFixture[str]


def _run(*args: str) -> int:
    return program.run(args)


def _refusal(capsys: Capture, *args: str) -> str:
    """Run a command that must fail with exit 2 and one line on stderr, and return the line."""
    assert _run(*args) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("marriage-stats: ")
    assert err.count("\n") == 1
    return err


def test_version(capsys: Capture) -> None:
    assert _run("--version") == 0
    assert capsys.readouterr().out == f"marriage-stats {__version__} (engine {ENGINE_VERSION})\n"


def test_help_lists_every_command(capsys: Capture) -> None:
    assert _run("--help") == 0
    out = capsys.readouterr().out
    for name in ("rules", "report"):
        assert f"  {name}" in out


def test_every_command_has_help(capsys: Capture) -> None:
    for name in program.app.registered_commands:
        assert _run(str(name.name), "--help") == 0
        assert capsys.readouterr().out.startswith(f"Usage: marriage-stats {name.name}")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from marriage_stats.cli.app import run; run(['--help']);"
        "print([m for m in ('numpy', 'scipy', 'polars', 'numba', 'matplotlib', 'joblib', 'rich')"
        " if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")


def test_module_and_script_are_the_same_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "marriage_stats", "rules", "show", "dashan"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "marriage-stats: unknown house 'dashan'; did you mean dashain?\n"


def test_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m marriage_stats rules show classic | true"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_closed_streams_are_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(SystemExit) as left:
        program.main(["rules", "show", "nowhere"])
    assert left.value.code == 2
    with pytest.raises(SystemExit) as left:
        program.main(["rules", "list"])
    assert left.value.code == 0
    sys.stdout.close()
    sys.stderr.close()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["rulez"], "No such command 'rulez'. Did you mean 'rules'?"),
        (["rules", "lst"], "No such command 'lst'. Did you mean 'list'?"),
        (["rules", "show"], "Missing argument"),
        (["rules", "show", "classic", "--jsn"], "No such option: --jsn"),
        (["rules", "show", "nowhere"], "unknown house 'nowhere'; known: dashain"),
        (["rules", "show", "classic", "--set", "altr=5"], "did you mean alter?"),
        (["rules", "show", "classic", "--set", "alter=x"], "alter must be totals"),
        (["rules", "show", "classic", "--set", "alter"], "--set must be key=value"),
        (["rules", "show", "classic", "--set", "players=3", "--set", "players=4"], "is set twice"),
        (["odds", "--set", "players=3", "--set", "players=4"], "players is set twice, to 3 and to"),
        (["charts", "--out", ""], "Invalid value for '--out': must name a file or folder"),
        (["simulate", "--out", ""], "Invalid value for '--out': must name a file or folder"),
        (["rules", "check", "missing.toml"], "missing.toml cannot be read"),
        (["rules", "check", "."], "."),
    ],
)
def test_mistakes_end_in_one_line(capsys: Capture, args: list[str], message: str) -> None:
    assert message in _refusal(capsys, *args)


def test_no_toml(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(b"\xff\xfe = 3")
    assert "house.toml" in _refusal(capsys, "rules", "check", str(file))


def test_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(program, "load_command", stop)
    assert _run("rules", "list") == 130
    assert "Traceback" not in capsys.readouterr().err


def test_rules_list_json(capsys: Capture) -> None:
    assert _run("rules", "list", "--json") == 0
    houses = json.loads(capsys.readouterr().out)["rules"]
    assert [house["name"] for house in houses] == list(PRESETS)
    assert houses[1]["keys"]["alter"] == {"value": [0, 0, 0], "source": "S1"}


@pytest.mark.parametrize("verb", ["show", "check"])
def test_rules_show_json(capsys: Capture, verb: str) -> None:
    assert _run("rules", verb, "dashain", "--set", "tunnela.man=30", "--json") == 0
    house = json.loads(capsys.readouterr().out)
    assert list(house["rules"]) == list(KEYS)
    assert house["rules"]["tunnela.man"] == {"value": 30, "source": "house"}
    assert house["rules"]["see_moment"]["source"] == "S0"


def test_rules_show_text(capsys: Capture) -> None:
    assert _run("rules", "show", "everestbuzz") == 0
    out = capsys.readouterr().out
    assert all(key in out for key in KEYS)
    assert "EverestBuzz Network" in out


def test_rules_diff(capsys: Capture) -> None:
    assert _run("rules", "diff", "classic", "everestbuzz", "--json") == 0
    found = json.loads(capsys.readouterr().out)["differences"]
    assert found["unseen_maal"]["from"]["value"] == "normal"
    assert found["unseen_maal"]["to"]["value"] == "murder"
    assert _run("rules", "diff", "classic", "classic") == 0
    assert "agree on every key" in capsys.readouterr().out


def test_rules_check_says_what_a_file_changes(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('extends = "hidden-maal"\nalter = 0\n', encoding="utf-8")
    assert _run("rules", "check", str(file)) == 0
    out = capsys.readouterr().out
    assert "closest house: hidden-maal; keys that differ: 1" in out
    assert "0/0/0" in out
