"""Cards in text and numbers."""

import pytest

from marriage_stats.cards import (
    COPIES,
    N_KINDS,
    card_kind,
    cards_text,
    count_kinds,
    kind_text,
    pack_copies,
    parse_cards,
    parse_kind,
)


@pytest.mark.parametrize("kind", range(N_KINDS))
def test_text_round_trip(kind: int) -> None:
    assert parse_kind(kind_text(kind)) == kind
    assert parse_kind(kind_text(kind).lower()) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("AC", 0),
        ("KC", 12),
        ("AD", 13),
        ("10D", 22),
        ("TD", 22),
        ("7H", 32),
        ("KS", 51),
        ("7\u2665", 32),
        ("7\u2661", 32),
        ("7\u2665\ufe0f", 32),
        ("Q\u2660", 50),
        ("2\u2667", 1),
    ],
)
def test_notation(text: str, kind: int) -> None:
    assert parse_kind(text) == kind


@pytest.mark.parametrize("text", ["", "1H", "7X", "H7", "11S", "MEN", "7HH"])
def test_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="card must be like 7H, 10D, AS, MAN or SUPER, got"):
        parse_kind(text)


def test_hands_split_at_spaces_and_commas() -> None:
    assert parse_cards(" AS, AS\t7H,MAN ") == [39, 39, 32, 52]
    assert cards_text(parse_cards("10D,SUPER")) == "10D SUPER"


@pytest.mark.parametrize(
    ("text", "message"),
    [("7H 7H 7H 7H", "7H 4 times, at most 3"), ("SUPER SUPER", "SUPER 2 times, at most 1")],
)
def test_more_copies_than_exist(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_cards(text)


def test_physical_cards_cover_the_largest_pack() -> None:
    counts = count_kinds([card_kind(card) for card in range(160)])
    assert counts.tolist() == COPIES.tolist()


def test_pack_copies() -> None:
    assert pack_copies(0, 0).sum() == 156
    assert pack_copies(3, 1).sum() == 160
