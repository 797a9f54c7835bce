"""Settle a real round item by item, so that a player can follow every point."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from marriage_stats.cards import kind_text
from marriage_stats.facts import ROUTES, TUNNELA_CLASSES
from marriage_stats.maal import (
    Share,
    count_family,
    count_single,
    earns_man_premium,
    earns_premium,
    prices,
    role_kinds,
)
from marriage_stats.settlement.payments import net_from_maal
from marriage_stats.settlement.real_round import (
    RealRound,
    facts_of,
    role_of_kind,
    tunnela_class,
)
from marriage_stats.settlement.round_file import PlayerEntry
from marriage_stats.settlement.simulated import raw_maal


@dataclass(frozen=True)
class Item:
    """Some cards of a player and their points together."""

    item: str
    cards: list[str]
    points: int


@dataclass(frozen=True)
class SettledPlayer:
    """One player's result; `raw_maal` is the sum of `items`, `net` = `maal_part` + `fee_part`."""

    name: str
    seen: str | None
    finished: bool
    raw_maal: int
    maal: int
    maal_part: int
    fee_part: int
    fee: int
    net: int
    items: list[Item]
    notes: list[str]


@dataclass(frozen=True)
class SettledRound:
    """The result of a real round; `total_maal` is the maal that counts."""

    rules: str
    digest: str
    tiplu: str | None
    unseen_maal: str
    finisher: str | None
    players: list[SettledPlayer]
    total_maal: int

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values for JSON."""
        return asdict(self)


def settle_real_round(real: RealRound) -> SettledRound:
    """Return the points of a real round with their items.

    Notes
    -----
    Points come from the same look-up tables as those of simulated rounds.
    """
    facts = facts_of(real)
    stated = np.array([[-1 if e.maal is None else e.maal for e in real.players]], dtype=np.int64)
    raw = np.where(stated >= 0, stated, raw_maal(facts, real.rules))
    route, finisher = facts.by_seat("route"), facts.by_round("finisher")
    finish_route = route[[0], finisher]
    points = net_from_maal(raw, route, finisher, finish_route, real.rules)
    rows = {name: [int(v) for v in values[0]] for name, values in vars(points).items()}
    players = [
        SettledPlayer(
            name=entry.name,
            seen=entry.seen,
            finished=entry.finished,
            fee_part=rows["net"][seat] - rows["maal_part"][seat],
            items=_items(entry, real),
            notes=_notes(seat, rows["raw_maal"], real),
            **{name: values[seat] for name, values in rows.items()},
        )
        for seat, entry in enumerate(real.players)
    ]
    return SettledRound(
        rules=real.rules.name,
        digest=real.rules.digest,
        tiplu=None if real.tiplu is None else kind_text(real.tiplu),
        unseen_maal=str(real.rules["unseen_maal"]),
        finisher=None if real.finisher < 0 else real.players[real.finisher].name,
        players=players,
        total_maal=sum(rows["maal"]),
    )


def _items(entry: PlayerEntry, real: RealRound) -> list[Item]:
    """Return the items of a player's raw maal."""
    if entry.maal is not None:
        return [Item("maal as given", [], entry.maal)]
    price, roles = prices(real.rules), role_of_kind(real.tiplu)
    held = {role: 0 for role in role_kinds(real.tiplu)}
    for kind in entry.kinds:
        if kind in roles:
            held[roles[kind]] += 1
    earning = {kinds[0]: tunnela_class(kinds[0], roles) for kinds in _earning(entry, real)}
    laid = {name: list(earning.values()).count(name) for name in TUNNELA_CLASSES}
    items = [
        Item(_tunnela_name(name), [kind_text(kind)] * 3, price.tunnela[name])
        for kind, name in earning.items()
        if name in ("ordinary", "joker")
    ]
    shares = [
        *count_family(
            (held["tiplu"], held["poplu"], held["jhiplu"]), (laid["poplu"], laid["jhiplu"]), price
        ),
        *count_single("alter", held["alter"], laid["alter"], price),
        *count_single("man", held["man"], laid["man"], price),
    ]
    if held["superman"]:
        shares.append(Share("superman", (("superman", 1),), price.superman))
    return items + [Item(s.item, _cards(s, real.tiplu), s.points) for s in shares]


def _cards(share: Share, tiplu: int | None) -> list[str]:
    kinds = role_kinds(tiplu)
    most = max(copies for _, copies in share.copies)
    # Marriages are written out one after the other: 6H 7H 8H 6H 7H 8H.
    return [kind_text(kinds[role][0]) for i in range(most) for role, n in share.copies if i < n]


def _tunnela_name(name: str) -> str:
    return "tunnela" if name == "ordinary" else f"{name} tunnela"


def _earning(entry: PlayerEntry, real: RealRound) -> list[tuple[int, ...]]:
    """Return the declared tunnelas whose premium holds."""
    if real.tiplu is None:
        return []
    route, roles = ROUTES.index(entry.seen or "unseen"), role_of_kind(real.tiplu)
    return [
        kinds
        for kinds in entry.declared
        if earns_premium(real.rules, route)
        and (tunnela_class(kinds[0], roles) != "man" or earns_man_premium(real.rules, route))
    ]


def _notes(seat: int, raw: list[int], real: RealRound) -> list[str]:
    """Return in words what the items do not show."""
    entry, mode = real.players[seat], real.rules["unseen_maal"]
    earning = _earning(entry, real)
    way = {None: "did not see", "dublee": "saw by dublees"}.get(entry.seen, "saw by sequences")
    notes = [
        f"tunnela of {kind_text(kinds[0])} earns no premium: {entry.name} {way}"
        for kinds in entry.declared
        if kinds not in earning
    ]
    winner = real.players[real.finisher].name if real.finisher >= 0 else None
    if entry.seen is None and raw[seat] and mode != "normal":
        gone = f"goes to {winner}" if mode == "kidnap" and winner else "is void"
        notes.append(f"did not see: maal {raw[seat]} {gone} ({mode})")
    if entry.finished and mode == "kidnap":
        notes += [
            f"takes {raw[other]} from {victim.name} (kidnap)"
            for other, victim in enumerate(real.players)
            if victim.seen is None and raw[other]
        ]
    if winner is None and real.rules["no_winner"] == "void":
        notes.append("nobody finished: the round is void")
    return notes
