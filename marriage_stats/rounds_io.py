"""Simulated rounds as frames and Parquet files: one row per (round, seat)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from marriage_stats.cards import N_KINDS, kind_text
from marriage_stats.facts import ENDINGS, ROUND_COLUMNS, ROUTES, SEAT_COLUMNS, Rounds
from marriage_stats.settlement import Settlement

CARDS = tuple(kind_text(kind) for kind in range(N_KINDS))
POINTS = ("raw_maal", "maal", "maal_part", "fee", "net")


class Column(NamedTuple):
    """Type and meaning of one column of a file of rounds."""

    dtype: Any
    meaning: str


_MEANINGS = {
    "tiplu": "the tiplu, empty if none was fixed",
    "turns": "seat-turns of the round",
    "reshuffles": "times the discards became the stock",
    "ended": "how the round ended",
    "finisher": "seat that finished, empty if none did",
    "thrown": "the finisher's last throw, which does not score",
    "route": "how the seat saw",
    "seen_turn": "own draws made when it showed, empty if it never did",
    "qualified_sequence": "own draws after which it first held three pure melds, 0 = dealt",
    "qualified_dublee": "own draws after which it first held seven dublees, 0 = dealt",
    "draws": "own draws, pick-ups included",
    "pickups": "draws from the pile",
    "dealt_pairs": "dublees dealt",
    "dealt_melds": "pure melds dealt",
    "dealt_useful": "ordinary cards that would bring one suit of the dealt hand nearer to a meld",
    "dealt_printed": "printed jokers dealt",
}
_CARD, _WORDS = pl.Enum(CARDS), {"ended": pl.Enum(ENDINGS), "route": pl.Enum(ROUTES)}
_DTYPES: dict[str, Any] = {"tiplu": _CARD, "thrown": _CARD, **_WORDS}


def _meaning(name: str) -> str:
    words = name.replace("_", " ")
    if name.startswith("held"):
        return f"{words.removeprefix('held ')} cards held at the end, the last throw left out"
    if name.startswith("exposed"):
        return f"dealt tunnelas laid face up in time for a premium: {words.split()[1]}"
    if name.endswith("tunnela"):
        return f"tunnelas dealt: {words.split()[1]}"
    return _MEANINGS[name]


COLUMNS: dict[str, Column] = {
    "round": Column(pl.Int64, "index of the deal; `replay --round` shows it"),
    "rotation": Column(pl.UInt8, "seats that the policies have moved on, 0 without --rotate"),
    "seat": Column(pl.UInt8, "0 = the player after the dealer"),
    "policy": Column(pl.Enum, "policy of the seat"),
    **{
        name: Column(_DTYPES.get(name, pl.Int16), _meaning(name))
        for name in (*ROUND_COLUMNS, *SEAT_COLUMNS)
    },
    "raw_maal": Column(pl.Int64, "maal before murder or kidnap"),
    "maal": Column(pl.Int64, "maal that counts"),
    "maal_part": Column(pl.Int64, "players * maal - the table's maal"),
    "fee": Column(pl.Int64, "points paid to the finisher"),
    "net": Column(pl.Int64, "points received, or paid where negative; a round sums to 0"),
}
"""Columns of a file of rounds in their order; whole numbers, texts, and empty where undefined."""


@dataclass(frozen=True)
class Batch:
    """Consecutive deals played by each rotation of the policies: facts and points by rotation."""

    rounds: tuple[Rounds, ...]
    settled: tuple[Settlement, ...]

    def __len__(self) -> int:
        return len(self.rounds[0])

    def points(self, name: str) -> NDArray[np.int64]:
        """Return int64[deals, rotations, seats], one field of the settlement."""
        return np.stack([getattr(part, name) for part in self.settled], axis=1)

    def by_seat(self, column: str) -> NDArray[np.int64]:
        """Return int64[deals, rotations, seats], one of SEAT_COLUMNS."""
        return np.stack([part.by_seat(column) for part in self.rounds], axis=1)

    def by_round(self, column: str) -> NDArray[np.int64]:
        """Return int64[deals, rotations], one of ROUND_COLUMNS."""
        return np.stack([part.by_round(column) for part in self.rounds], axis=1)


def frame_of(batch: Batch, policies: Sequence[Sequence[str]]) -> pl.DataFrame:
    """Return a batch as a frame of COLUMNS, sorted by round, rotation and seat.

    Parameters
    ----------
    policies : names by rotation and seat
    """
    shape = (len(batch), len(batch.rounds), batch.rounds[0].players)
    names = sorted({name for row in policies for name in row})
    places = np.array([[names.index(name) for name in row] for row in policies])
    deal, rotation, seat = np.indices(shape)
    series = [
        _series("round", deal + batch.rounds[0].first),
        _series("rotation", rotation),
        _series("seat", seat),
        _words("policy", pl.Enum(names), pl.Series(np.broadcast_to(places, shape).ravel())),
        *(
            _series(name, np.broadcast_to(batch.by_round(name)[:, :, None], shape))
            for name in ROUND_COLUMNS
        ),
        *(_series(name, batch.by_seat(name)) for name in SEAT_COLUMNS),
        *(_series(name, batch.points(name)) for name in POINTS),
    ]
    return pl.DataFrame(series)


def _series(name: str, values: NDArray[Any]) -> pl.Series:
    """Return one column; only facts that can be undefined are below 0, points aside."""
    dtype = COLUMNS[name].dtype
    series = pl.Series(name, np.ascontiguousarray(values).ravel())
    if name not in POINTS:
        series = series.set(series < 0, None)
    return _words(name, dtype, series) if isinstance(dtype, pl.Enum) else series.cast(dtype)


def _words(name: str, words: pl.Enum, places: pl.Series) -> pl.Series:
    return pl.Series(name, words.categories, dtype=words).gather(places.cast(pl.UInt32))


def read_rounds(path: Path) -> tuple[pl.LazyFrame, dict[str, Any]]:
    """Return a file of rounds, lazily, and the manifest that it carries.

    Raises
    ------
    ValueError   if the file is not one of rounds
    """
    try:
        manifest = json.loads(pl.read_parquet_metadata(path)["manifest"])
    except (pl.exceptions.ComputeError, KeyError, ValueError):
        raise ValueError(f"{path} is no file of rounds") from None
    return pl.scan_parquet(path, glob=False), manifest
