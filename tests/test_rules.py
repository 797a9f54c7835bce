"""Houses as data: values, files, refusals."""

from pathlib import Path

import pytest

from marriage_stats.rules import KEYS, PRESETS, Rules, RulesError, load_rules, parse_value, preset


def _house_file(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_one_number_means_its_multiples() -> None:
    assert load_rules("classic", ["alter=5"])["alter"] == (5, 10, 15)
    assert load_rules("classic", ["tiplu=3"]).totals("tiplu") == (3, 6, 9)


def test_third_total_repeats_where_it_cannot_be_held() -> None:
    assert preset("dashain").totals("tiplu") == (3, 8, 8)


def test_dotted_keys_reach_the_tunnela_table() -> None:
    assert load_rules("dashain", ["tunnela.man=30"])["tunnela.man"] == 30


def test_a_changed_value_is_a_decision_of_the_house() -> None:
    changed = load_rules("classic", ["fee_unseen=12"])
    assert changed.sources["fee_unseen"] == "house"
    assert changed.sources["fee_seen"] == preset("classic").sources["fee_seen"]
    assert changed.digest != preset("classic").digest
    assert list(changed.differences(preset("classic"))) == ["fee_unseen"]


def test_file_extends_a_house(tmp_path: Path) -> None:
    file = _house_file(
        tmp_path,
        'extends = "classic"\nalter = [5, 15, 25]\n[tunnela]\nordinary = 7\n'
        '[sources]\nalter = "club"\n',
    )
    house = load_rules(file)
    assert (house.name, house["alter"], house["tunnela.ordinary"]) == ("mine", (5, 15, 25), 7)
    assert house.sources["alter"] == "club"


def test_file_extends_a_file(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('extends = "dashain"\nman_cards = 1\n', encoding="utf-8")
    file = _house_file(tmp_path, 'extends = "base.toml"\nsuperman = 0\n')
    house = load_rules(file)
    assert (house["man_cards"], house["superman"]) == (1, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "alter = 5\n",
            "rules 'mine' lack 38 of 39 keys: players, man_cards, superman, sequence_length, ...",
        ),
        ('extends = "clasic"\n', "did you mean classic"),
        ('extends = "mine.toml"\n', "in a circle, or through more than 8 files, at "),
        ('extends = "classic"\naltr = 5\n', "unknown rule key 'altr'; did you mean alter"),
        ('extends = "classic"\nalter = "five"\n', "alter must be totals"),
        ("extends = ", "mine.toml"),
    ],
)
def test_wrong_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        load_rules(_house_file(tmp_path, text))


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("alter", "key=value"),
        ("players=7", r"players must be a whole number 2\.\.6, got 7"),
        ("players=four", "players must be a whole number"),
        ("man_cards=4", r"man_cards must be a whole number 0\.\.3, got 4"),
        ("superman=2", r"superman must be a whole number 0\.\.1"),
        ("see_moment=before", "see_moment must be before-draw-or-after-throw or after-draw"),
        ("dublee_route=yes", "dublee_route must be true or false, got 'yes'"),
        ("alter=5/3/1", "totals that do not fall"),
        ("alter=5/10", "alter must be 3 totals"),
        ("tunnela_exposure=none", "contradicts"),
        ("trial_size=5", "trial_size must be 3 or 3-or-4"),
    ],
)
def test_wrong_settings_are_refused(setting: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        load_rules("classic", [setting])


def test_missing_and_extra_keys_are_refused() -> None:
    values = dict(preset("classic").values)
    with pytest.raises(RulesError, match="unknown rule key 'aces'"):
        Rules("x", {**values, "aces": 1}, {})
    values.pop("alter")
    with pytest.raises(RulesError, match="lack 1 of 39 keys: alter;"):
        Rules("x", values, {})


@pytest.mark.parametrize("name", PRESETS)
def test_values_survive_the_command_line(name: str) -> None:
    from marriage_stats.rules import value_text

    for key in KEYS:
        value = preset(name)[key]
        assert parse_value(key, value_text(value)) == value, key


BROKEN = {
    "too deep": ("alter = " + "[" * 3000 + "]" * 3000, "is nested too deeply"),
    "too long": ("fee_seen = " + "9" * 5000, "holds a number too long to read"),
    "no totals": ("alter = []", r"alter must be 3 totals that do not fall, got \[\]"),
    "list": ("fee_seen = [5]", r"fee_seen must be .*, got the list \[5\]"),
    "source of no key": ('[sources]\nalterr = "x"', "did you mean alter?"),
}


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN)
def test_broken_house_files_are_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(f'extends = "classic"\n{text}\n')
    with pytest.raises(RulesError, match=message):
        load_rules(str(path))


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('extends = "classic"\n', encoding="utf-8-sig")
    assert load_rules(str(path)).digest == preset("classic").digest
