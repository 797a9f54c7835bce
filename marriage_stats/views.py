"""What one seat may know when it decides: the only thing a policy receives."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from marriage_stats.finish.tables import finish_tables
from marriage_stats.melds.tables import meld_tables, word_tables
from marriage_stats.rules import Rules, RuleTable, compile_rules

EXPOSE, DRAW, SHOW, THROW, FINISH = np.arange(5)
"""Decisions: lay the dealt tunnela `card` (0/1); take the pile's top (1) or the stock (0); show by
no route (0), sequences (1), dublees (2); the kind to throw; finish now (1) or not (0). They are
numpy integers: kernels compile once for all, where a plain literal would be a type of its own.

Any other answer counts as 0 (so does a way to show that the hand does not hold), and a kind that
may not be thrown as the lowest that may; the fraction of a number is cut off.
"""

N_PARAMETERS = 32

HAND = np.dtype(
    [
        ("free", np.int64, 54),
        ("keys", np.int64, 4),
        ("route", np.int64),
        ("draws", np.int64),
        ("exposed", np.int64),
        ("shown_pairs", np.int64),
        ("picked", np.int64),
        ("pickups", np.int64),
        ("seen_turn", np.int64),
        ("qualified_sequence", np.int64),
        ("qualified_dublee", np.int64),
        ("slots", np.int64),
        ("stream", np.uint64, 1),
        ("dealt", np.int8, 54),
        ("melds", np.int16, 34),
    ],
    align=True,
)
"""A seat's own cards and history.

free : copies of each kind that are not on the table; keys : their suit keys (see `melds`)
route : 0 unseen, 1 seen by sequences, 2 by dublees; draws, pickups : own draws, those from the pile
exposed, shown_pairs : own tunnelas on the table; dublees shown beside them
picked : kind taken from the pile this turn, or -1
seen_turn, qualified_* : own draws when it showed, when it first held what a route takes; or -1
stream : the seat's random stream; dealt : 1 where three were dealt, 2 once they lie exposed
slots, melds : stock slots used; cards shown, meld by meld
"""

BOARD = np.dtype(
    [
        ("table", np.int64, (6, 54)),
        ("known", np.int64, (6, 54)),
        ("thrown", np.int64, (6, 54)),
        ("passed", np.int64, (6, 54)),
        ("tiplu_odds", np.int64, 52),
        ("pile", np.int64, 54),
        ("public", np.int64, 54),
        ("routes", np.int64, 6),
        ("turn", np.int64),
        ("stock_left", np.int64),
        ("pile_size", np.int64),
        ("top", np.int64),
    ],
    align=True,
)
"""What everybody sees.

table, known, thrown, passed : cards on the table before each seat; those taken from the pile and
not thrown since; those thrown; those it left on the pile
tiplu_odds : weights of the kinds to be the tiplu, by what seats that know it threw, took and left
pile, public : cards in the pile; cards in the pile, on tables, and `known`
routes : how each seat has seen; turn : seat-turn from 1; top : kind on top of the pile, or -1
"""

WORK = np.dtype([("plan", np.int64, (8, 3)), ("scratch", np.int64, 1536)], align=True)
"""plan: a policy that shows by sequences may write the melds here; scratch is the policy's own."""


class Tables(NamedTuple):
    """Every look-up table of play: uint8 over suit keys, and words of usual suits.

    See `melds.tables`, `finish.tables`.
    """

    most: NDArray[np.uint8]
    need: NDArray[np.uint8]
    most_super: NDArray[np.uint8]
    need_super: NDArray[np.uint8]
    cost: NDArray[np.uint8]
    cover: NDArray[np.uint8]
    places: NDArray[np.int64]
    words: NDArray[np.int64]
    words_super: NDArray[np.int64]


class View(NamedTuple):
    """One seat's knowledge at one decision; a policy reads it and writes to `work` only.

    decision, card : what is asked, and about which kind (EXPOSE: the tunnela, FINISH: the throw)
    seat : own seat
    tiplu : the tiplu's kind, -1 before this seat has seen
    me : HAND record; board : BOARD record; work : WORK record
    params : float64[32] of the policy
    rules, tables : the house (fields of `RuleTable`); look-up tables, by `byte_of` and `word_of`
    """

    decision: int
    card: int
    seat: int
    tiplu: int
    me: Any
    board: Any
    work: Any
    params: NDArray[np.float64]
    rules: Any
    tables: Any


def rule_record(table: RuleTable) -> Any:
    """Return the compiled rules as a record of the same names, which kernels take by pointer."""
    return _record(RuleTable._fields, table)


def play_tables(rules: Rules) -> Tables:
    """Return the look-up tables that play under these rules needs."""
    superman = bool(rules.number("superman"))
    cost, cover = finish_tables(rules["sequence_length"] == "3-or-more")
    return Tables(*meld_tables(superman), cost, cover, *word_tables(superman))


def table_addresses(tables: Tables) -> Any:
    """Return a record of the tables' addresses by name, which kernels take by one pointer."""
    return _record(Tables._fields, [table.ctypes.data for table in tables])


def _record(names: tuple[str, ...], values: Sequence[int]) -> Any:
    dtype = np.dtype([(name, np.int64) for name in names])
    return np.rec.array([tuple(values)], dtype=dtype)[0]


def blank_view(rules: Rules) -> View:
    """Return a view of nothing, from which kernels learn the types."""
    me, board, work = (np.zeros(1, dtype)[0] for dtype in (HAND, BOARD, WORK))
    tables = _record(Tables._fields, [0] * len(Tables._fields))
    params = np.zeros(N_PARAMETERS)
    return View(-1, -1, 0, -1, me, board, work, params, rule_record(compile_rules(rules)), tables)
