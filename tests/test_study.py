"""Studies: tables and manifest in a folder, the same bytes again, nothing half done."""

import json
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from marriage_stats.rules import preset
from marriage_stats.study import (
    Frames,
    Task,
    load_study,
    read_manifest,
    read_result,
    run_study,
    study_names,
)
from tests.toy_study import TOY


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "data").iterdir())}


def test_folder_holds_tables_and_manifest(tmp_path: Path) -> None:
    result = run_study(TOY, tmp_path / "toy")
    assert set(_bytes(tmp_path / "toy")) == {f"{name}.csv" for name in result.frames}
    document = json.loads((tmp_path / "toy" / "manifest.json").read_text())
    assert set(document) == {"identity", "digest", "circumstances"}
    identity = document["identity"]
    assert (identity["study"], identity["seed"], identity["n"]) == ("toy", 7, 10_000)
    assert identity["rules"]["classic"]["digest"] == preset("classic").digest
    assert identity["rules"]["classic"]["values"]["tiplu"] == [3, 7]
    assert {"python", "libraries", "seconds", "threads"} <= set(document["circumstances"])


def test_identity_is_free_of_circumstances(tmp_path: Path) -> None:
    one = run_study(TOY, tmp_path / "one", threads=1)
    two = run_study(TOY, tmp_path / "two", threads=2)
    assert one.manifest.digest == two.manifest.digest
    assert _bytes(one.folder) == _bytes(two.folder)


@pytest.mark.parametrize("change", [{"seed": 8}, {"scale": 0.5}])
def test_identity_knows_seed_and_size(tmp_path: Path, change: dict[str, float]) -> None:
    one = run_study(TOY, tmp_path / "one")
    two = run_study(TOY, tmp_path / "two", **change)  # type: ignore[arg-type]
    assert one.manifest.digest != two.manifest.digest


def test_identity_knows_the_study_version(tmp_path: Path) -> None:
    one = run_study(TOY, tmp_path / "one")
    two = run_study(replace(TOY, version=2), tmp_path / "two")
    assert one.manifest.digest != two.manifest.digest


def test_a_result_is_found_again_only_if_it_is_the_same_run(tmp_path: Path) -> None:
    result = run_study(TOY, tmp_path)
    again = read_result(TOY, tmp_path)
    assert again is not None
    assert again.manifest == result.manifest
    assert all(again.frames[name].equals(frame) for name, frame in result.frames.items())
    assert read_result(TOY, tmp_path, seed=8) is None
    assert read_result(TOY, tmp_path, scale=0.5) is None
    (tmp_path / "manifest.json").write_text("{")
    assert read_result(TOY, tmp_path) is None


def test_a_run_that_breaks_off_leaves_what_was_there(tmp_path: Path) -> None:
    run_study(TOY, tmp_path)
    before = _bytes(tmp_path)

    def fail(_task: Task) -> Frames:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(replace(TOY, run=fail), tmp_path)
    assert _bytes(tmp_path) == before
    assert read_manifest(tmp_path) is not None


def test_unwritable_folder_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    def fail(_task: Task) -> Frames:
        raise AssertionError("must not run")

    with pytest.raises(ValueError, match="file/toy cannot be written: Not a directory"):
        run_study(replace(TOY, run=fail), tmp_path / "file" / "toy")


@pytest.mark.parametrize("scale", [0, -1, 1001, float("nan")])
def test_bad_scale(tmp_path: Path, scale: float) -> None:
    with pytest.raises(ValueError, match="scale must be above 0"):
        run_study(TOY, tmp_path, scale=scale)


def test_tables_survive_their_files(tmp_path: Path) -> None:
    result = run_study(TOY, tmp_path)
    see = result.frames["see"]
    assert see.schema["exact"] == pl.Float64
    assert see.filter(rules="hidden-maal")["route"].to_list() == ["sequence", "either"]
    assert see.filter(rules="classic", route="either")["exact"][0] == 0.1506


def test_studies_are_found_by_name() -> None:
    for name in study_names():
        assert load_study(name).name == name


def test_unknown_study() -> None:
    with pytest.raises(ValueError, match="unknown study 'nothing'"):
        load_study("nothing")
