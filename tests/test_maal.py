"""What maal is worth: cases of the rules' edge table, by house."""

import pytest

from marriage_stats.cards import parse_kind
from marriage_stats.facts import DUBLEE, SEQUENCE, UNSEEN
from marriage_stats.maal import (
    count_family,
    count_single,
    earns_man_premium,
    earns_premium,
    points_of,
    price_tables,
    prices,
    role_kinds,
)
from marriage_stats.rules import PRESETS, preset


def family(house: str, copies: tuple[int, int, int], laid: tuple[int, int] = (0, 0)) -> int:
    return points_of(count_family(copies, laid, prices(preset(house))))


@pytest.mark.parametrize(
    ("tiplu", "role", "cards"),
    [
        ("7H", "poplu", "8H"),
        ("7H", "jhiplu", "6H"),
        ("7H", "alter", "7D"),
        ("8S", "alter", "8C"),
        ("8S", "joker", "8D 8H"),
        ("KS", "poplu", "AS"),
        ("AH", "jhiplu", "KH"),
        ("AH", "poplu", "2H"),
    ],
)
def test_roles_around_the_tiplu(tiplu: str, role: str, cards: str) -> None:
    assert role_kinds(parse_kind(tiplu))[role] == tuple(parse_kind(c) for c in cards.split())


def test_without_a_tiplu_only_printed_jokers_have_roles() -> None:
    assert {role for role, kinds in role_kinds(None).items() if kinds} == {"man", "superman"}


CASE_9 = ((1, 2, 3), (1, 3, 2), (1, 3, 3), (2, 1, 3), (2, 3, 1))


@pytest.mark.parametrize(
    ("house", "points"),
    [
        ("dashain", (18, 18, 23, 20, 20)),
        ("classic", (18, 18, 23, 19, 19)),
        ("everestbuzz", (17, 17, 20, 18, 18)),
        ("hidden-maal", (16, 16, 18, 17, 17)),
    ],
)
def test_case_9_best_split_or_marriage_first(house: str, points: tuple[int, ...]) -> None:
    assert tuple(family(house, copies) for copies in CASE_9) == points


@pytest.mark.parametrize("house", ["classic", "dashain", "everestbuzz", "hidden-maal"])
def test_case_9_the_ways_differ_in_exactly_five_holdings(house: str) -> None:
    rules = preset(house)
    best, first = (
        prices(rules.replace({"maal_count": way})) for way in ("best-split", "marriage-first")
    )
    differ = [
        (t, p, j)
        for t in range(3)
        for p in range(4)
        for j in range(4)
        if points_of(count_family((t, p, j), (0, 0), best))
        != points_of(count_family((t, p, j), (0, 0), first))
    ]
    assert differ == ([] if house == "hidden-maal" else list(CASE_9))


@pytest.mark.parametrize("house", PRESETS)
def test_case_10_a_marriage_stands_for_its_three_cards(house: str) -> None:
    assert family(house, (1, 1, 1)) == 10


@pytest.mark.parametrize(
    ("house", "points"),
    [("dashain", 25), ("classic", 25), ("everestbuzz", 25), ("hidden-maal", 14)],
)
def test_case_11_dealt_poplu_triple_with_tiplu_and_jhiplu(house: str, points: int) -> None:
    assert family(house, (1, 3, 1), (int(house != "hidden-maal"), 0)) == points


@pytest.mark.parametrize(
    ("house", "key", "points"),
    [
        ("dashain", "joker", 10),
        ("classic", "joker", 10),
        ("everestbuzz", "joker", 10),
        ("hidden-maal", "joker", 0),
    ],
)
def test_case_24_dealt_joker_triple(house: str, key: str, points: int) -> None:
    assert prices(preset(house)).tunnela[key] == points


@pytest.mark.parametrize(
    ("house", "laid", "points"),
    [
        ("dashain", 1, 35),
        ("dashain", 0, 25),
        ("classic", 1, 10),
        ("classic", 0, 0),
        ("everestbuzz", 1, 10),
        ("everestbuzz", 0, 15),
        ("hidden-maal", 0, 15),
    ],
)
def test_case_25_dealt_alter_triple(house: str, laid: int, points: int) -> None:
    assert points_of(count_single("alter", 3, laid, prices(preset(house)))) == points


def test_case_25_best_split_takes_the_dearer_of_tunnela_and_loose_alters() -> None:
    rules = preset("everestbuzz").replace({"maal_count": "best-split"})
    assert points_of(count_single("alter", 3, 1, prices(rules))) == 15


@pytest.mark.parametrize("house", ["dashain", "classic", "everestbuzz"])
def test_case_26_a_tunnela_completed_later_counts_as_loose_cards(house: str) -> None:
    assert family(house, (0, 3, 0)) == 10
    assert family(house, (0, 3, 0), (1, 0)) == 20


@pytest.mark.parametrize(("laid", "points"), [(1, 35), (0, 25)])
def test_case_23_three_man_cards_laid_or_kept(laid: int, points: int) -> None:
    assert points_of(count_single("man", 3, laid, prices(preset("dashain")))) == points


@pytest.mark.parametrize(
    ("premium", "earned"),
    [
        ("sequence-seen", (False, True, False)),
        ("seen", (False, True, True)),
        ("always", (True, True, True)),
        ("never", (False, False, False)),
    ],
)
def test_who_earns_the_tunnela_premium(premium: str, earned: tuple[bool, ...]) -> None:
    rules = preset("classic").replace({"tunnela_premium": premium})
    routes = (UNSEEN, SEQUENCE, DUBLEE)
    assert tuple(earns_premium(rules, route) for route in routes) == earned
    assert [earns_man_premium(rules, route) for route in routes] == [False, earned[1], False]


def test_kidnap_leaves_an_unseen_player_no_premium() -> None:
    rules = preset("classic").replace({"tunnela_premium": "always", "unseen_maal": "kidnap"})
    assert not earns_premium(rules, UNSEEN)


@pytest.mark.parametrize("house", PRESETS)
def test_items_of_a_holding_use_each_card_once(house: str) -> None:
    price = prices(preset(house))
    for t in range(3):
        for p in range(4):
            for j in range(4):
                used = dict.fromkeys(("tiplu", "poplu", "jhiplu"), 0)
                for share in count_family((t, p, j), (1, 1), price):
                    for role, copies in share.copies:
                        used[role] += copies
                assert tuple(used.values()) == (t, p, j)


def test_price_tables_are_indexed_as_documented() -> None:
    tables = price_tables(preset("dashain"))
    assert tables.family[64 * 1 + 16 * 3 + 4 * 1 + 2 * 1 + 0] == 25
    assert tables.alter.tolist() == [0, 0, 5, 5, 15, 15, 25, 35]
    assert tables.man.tolist() == [0, 0, 5, 5, 15, 15, 25, 35]
