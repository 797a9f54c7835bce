"""A real round: a file judged by a house's rules, and its facts for settlement."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from marriage_stats.cards import HAND_SIZE, MAN, SUPERMAN, kind_text, pack_copies
from marriage_stats.facts import (
    HELD,
    ROUND_COLUMNS,
    ROUTES,
    SEAT_COLUMNS,
    TUNNELA_CLASSES,
    Rounds,
)
from marriage_stats.maal import role_kinds
from marriage_stats.rules import KEYS, Rules, load_rules, parse_value, split_setting
from marriage_stats.settlement.round_file import (
    PlayerEntry,
    RoundFile,
    check_document,
    read_document,
)

FEWEST, MOST = KEYS["players"].low, KEYS["players"].high


@dataclass(frozen=True)
class RealRound:
    """A round that could have been played under its rules.

    Parameters
    ----------
    rules : the house, its `players` set to the number at the table
    tiplu : kind, or None where no card needs one
    players : in the order of the file
    """

    rules: Rules
    tiplu: int | None
    players: tuple[PlayerEntry, ...]

    @property
    def finisher(self) -> int:
        """Place of the finisher, -1 for a round nobody finished."""
        return next((i for i, entry in enumerate(self.players) if entry.finished), -1)


def read_round(path: Path, rules: str | None = None, settings: Sequence[str] = ()) -> RealRound:
    """Return the round of a JSON file.

    Parameters
    ----------
    rules : a house instead of the file's
    settings : `key=value` on top of the file's `set`

    Raises
    ------
    ValueError   for a file that cannot be read or a round that cannot have been played, in one line
    """
    return parse_round(read_document(path), rules, settings, path.parent)


def parse_round(
    document: Any,
    rules: str | None = None,
    settings: Sequence[str] = (),
    folder: Path | None = None,
) -> RealRound:
    """Return the round of a document; `folder` is where its house file is looked for.

    Raises
    ------
    ValueError   for a round that cannot have been played, in one line
    """
    file = check_document(document)
    house = _find_rules(file, rules, settings, folder)
    _check_table(file.players)
    _check_against_house(file.players, house)
    _check_tiplu(file)
    _check_copies(file, house)
    return RealRound(house, file.tiplu, tuple(file.players))


def facts_of(real: RealRound) -> Rounds:
    """Return a real round as the facts of one round; columns that settlement ignores are 0."""
    per_round = np.zeros((1, len(ROUND_COLUMNS)), dtype=np.int16)
    per_seat = np.zeros((1, len(real.players), len(SEAT_COLUMNS)), dtype=np.int16)
    per_round[0, ROUND_COLUMNS.index("tiplu")] = -1 if real.tiplu is None else real.tiplu
    per_round[0, ROUND_COLUMNS.index("finisher")] = real.finisher
    roles = role_of_kind(real.tiplu)
    for seat, entry in enumerate(real.players):
        columns = {"route": ROUTES.index(entry.seen or "unseen")}
        columns |= _tally("held", (roles.get(kind) for kind in entry.kinds), HELD)
        classes = (tunnela_class(kinds[0], roles) for kinds in entry.declared)
        columns |= _tally("exposed", classes, TUNNELA_CLASSES, "_tunnela")
        for name, value in columns.items():
            per_seat[0, seat, SEAT_COLUMNS.index(name)] = value
    return Rounds(per_round, per_seat)


def role_of_kind(tiplu: int | None) -> dict[int, str]:
    """Return kind -> role for the kinds that have one."""
    return {kind: role for role, kinds in role_kinds(tiplu).items() for kind in kinds}


def tunnela_class(kind: int, roles: dict[int, str]) -> str:
    """Return the class of TUNNELA_CLASSES of three such cards."""
    role = roles.get(kind, "ordinary")
    return role if role in TUNNELA_CLASSES else "ordinary"


def _tally(
    prefix: str, names: Iterable[str | None], known: Iterable[str], suffix: str = ""
) -> dict[str, int]:
    counts = Counter(name for name in names if name)
    return {f"{prefix}_{name}{suffix}": counts[name] for name in known}


def _find_rules(
    file: RoundFile, rules: str | None, settings: Sequence[str], folder: Path | None
) -> Rules:
    name = file.rules if rules is None else rules
    if name is None:
        raise ValueError("rules is missing: name a house in the file or with --rules")
    if rules is None and folder is not None and name.endswith(".toml"):
        name = str(folder / name)
    house = load_rules(name)
    changes: dict[str, Any] = {}
    for key, value in _flat(file.settings).items():
        changes[key] = parse_value(key, value) if isinstance(value, str) else value
    for setting in settings:
        key, text = split_setting(setting)
        changes[key] = parse_value(key, text)
    n = len(file.players)
    if not FEWEST <= n <= MOST:
        raise ValueError(f"players must be {FEWEST}..{MOST}, got {n}")
    if changes.get("players", n) != n:
        raise ValueError(f"players={changes['players']} is set but the round lists {n} players")
    return house.replace({**changes, "players": n})


def _flat(settings: dict[str, Any]) -> dict[str, Any]:
    tunnela = settings.get("tunnela")
    if not isinstance(tunnela, dict):
        return settings
    plain = {key: value for key, value in settings.items() if key != "tunnela"}
    return plain | {f"tunnela.{key}": value for key, value in tunnela.items()}


def _check_table(players: Sequence[PlayerEntry]) -> None:
    names: set[str] = set()
    finisher = None
    for entry in players:
        if entry.name in names:
            raise ValueError(f"{entry.name}: name is given to two players")
        names.add(entry.name)
        if entry.finished and finisher:
            raise ValueError(f"{entry.name}: finished, but {finisher} finished too")
        if entry.finished and entry.seen is None:
            raise ValueError(
                f"{entry.name}: finished but never saw; seen must be sequence or dublee"
            )
        finisher = entry.name if entry.finished else finisher
        if entry.maal is not None and entry.kinds:
            raise ValueError(f"{entry.name}: give maal or cards, not both")
        if len(entry.kinds) > HAND_SIZE:
            raise ValueError(
                f"{entry.name}: cards and declared list {len(entry.kinds)} cards, "
                f"a hand is {HAND_SIZE} (without the card thrown at the finish)"
            )


def _check_against_house(players: Sequence[PlayerEntry], house: Rules) -> None:
    for entry in players:
        if entry.seen == "dublee" and not house.has_dublee_route:
            reason = (
                f"starts at {house['dublee_min_players']} players, here are {len(players)}"
                if house.flag("dublee_route")
                else "does not exist (dublee_route=false)"
            )
            raise ValueError(f"{entry.name}: seen by dublee, but in {house.name} that {reason}")
        if entry.declared and house["tunnela_exposure"] == "none":
            raise ValueError(
                f"{entry.name}: declared must be empty, {house.name} lays no dealt tunnela "
                "(tunnela_exposure=none)"
            )


def _check_tiplu(file: RoundFile) -> None:
    """Refuse a round without a tiplu where it should have one."""
    if file.tiplu is not None:
        return
    looker = next((entry for entry in file.players if entry.seen), None)
    if looker is None:
        return
    for entry in file.players:
        if entry.maal is None:
            raise ValueError(
                f"tiplu is missing: {looker.name} has seen it; "
                f"without it every player must give maal, {entry.name} does not"
            )


def _check_copies(file: RoundFile, house: Rules) -> None:
    pack = pack_copies(house.number("man_cards"), house.number("superman"))
    held: Counter[int] = Counter()
    for entry in file.players:
        for kind in entry.kinds:
            held[kind] += 1
            card, most = kind_text(kind), int(pack[kind])
            if kind == file.tiplu and held[kind] == most:
                raise ValueError(
                    f"{entry.name}: {card} is held a third time, but one {card} is the tiplu and "
                    "out of play, so two at most are held"
                )
            if held[kind] > most:
                key = {MAN: "man_cards", SUPERMAN: "superman"}.get(kind)
                where = f"{house.name} has {key}={most}" if key else f"the pack has {most}"
                raise ValueError(
                    f"{entry.name}: {card} is held {held[kind]} times at the table, {where}"
                )
