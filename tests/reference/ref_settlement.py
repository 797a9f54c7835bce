"""Slow twin of the settlement: maal by trying every split, then fees and the exchange.

Usable alone: `settle(rules, tiplu, seats)`. `rules` maps the flat rule keys to values, totals as
lists and tunnela prices under dotted keys (``"tunnela.man"``).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from tests.reference.ref_cards import FAMILY, count_family

_PRICE_KEY = {"poplu": "neighbour", "jhiplu": "neighbour"}
_TRIPLES = ("poplu", "jhiplu", "alter", "man")


def total(rules: dict, item: str, copies: int) -> int:
    """Return the points of `copies` of one item (points; 0 copies are worth 0).

    Raises
    ------
    ValueError   if the house has no price for so many copies
    """
    if copies == 0:
        return 0
    if item == "superman":
        return rules["superman_value"] * copies
    if copies > len(rules[item]):
        raise ValueError(f"{copies} copies of {item}, the house prices {len(rules[item])}")
    return rules[item][copies - 1]


def tunnela_price(rules: dict, kind_class: str) -> int:
    """Return the premium of one tunnela of a class (points)."""
    return rules["tunnela." + _PRICE_KEY.get(kind_class, kind_class)]


def loose_and_marriages(rules: dict, held: dict, marriages: int) -> int:
    """Return the points of `marriages` marriages and of all other cards by their copies."""
    points = total(rules, "marriage", marriages)
    for item in FAMILY:
        if item != "joker":
            in_marriage = marriages if item in ("tiplu", "poplu", "jhiplu") else 0
            points += total(rules, item, held[item] - in_marriage)
    return points


def maal_of(rules: dict, held: dict, tunnelas: dict) -> int:
    """Return what the cards of one seat are worth (points).

    Parameters
    ----------
    rules : price keys and maal_count
    held : copies of each place in the maal, exposed cards included
    tunnelas : class -> number of tunnelas whose premium holds

    Notes
    -----
    `best-split` tries every choice of tunnelas and number of marriages. `marriage-first` counts
    every declared tunnela, then as many marriages as the rest has, then the loose cards.
    """
    first = rules["maal_count"] == "marriage-first"
    points = 0
    for kind_class in ("ordinary", "joker"):
        price = tunnela_price(rules, kind_class)
        points += tunnelas.get(kind_class, 0) * (price if first else max(price, 0))
    present = [c for c in _TRIPLES if tunnelas.get(c, 0)]
    for kind_class in present:
        if held[kind_class] != 3:
            raise ValueError(f"a tunnela of {kind_class} but {held[kind_class]} cards held")
    choices = [[True] * len(present)] if first else product([False, True], repeat=len(present))
    return points + max(_value_of_choice(rules, held, present, c, first) for c in choices)


def _value_of_choice(
    rules: dict, held: dict, present: list[str], chosen: Iterable[bool], first: bool
) -> int:
    taken = [c for c, yes in zip(present, chosen, strict=True) if yes]
    rest = {item: 0 if item in taken else n for item, n in held.items()}
    most = min(rest["tiplu"], rest["poplu"], rest["jhiplu"])
    marriages = [most] if first else range(most + 1)
    loose = max(loose_and_marriages(rules, rest, m) for m in marriages)
    return loose + sum(tunnela_price(rules, c) for c in taken)


def premium_holds(rules: dict, seat: dict) -> bool:
    """Tell whether the seat's exposed tunnelas earn their premium; a kidnap loses it."""
    condition = rules["tunnela_premium"]
    if rules["unseen_maal"] == "kidnap" and not seat["seen"]:
        return False
    if condition == "sequence-seen":
        return seat["seen"] and seat["route"] == "sequence"
    return condition == "always" or (condition == "seen" and seat["seen"])


def fee_of(rules: dict, seat: dict, dublee_finish: bool) -> int:
    """Return what one loser pays the finisher on top of the maal (points).

    Notes
    -----
    `replace` is the calculators' "5 instead of 3": only a loser who saw by sequences pays the
    bonus in place of the fee; the others pay what they pay after an ordinary finish.
    """
    if not seat["seen"]:
        fee = rules["fee_unseen"]
    else:
        fee = rules["fee_dublee_seen" if seat["route"] == "dublee" else "fee_seen"]
    if not dublee_finish:
        return fee
    if rules["dublee_bonus_mode"] == "add":
        return fee + rules["dublee_bonus"]
    return rules["dublee_bonus"] if seat["seen"] and seat["route"] == "sequence" else fee


def held_of(seat: dict, tiplu: int | None) -> dict[str, int]:
    """Return the seat's copies of each place, from counts or from a list of kinds."""
    held = seat["held"]
    if isinstance(held, dict):
        return {item: held.get(item, 0) for item in FAMILY}
    return count_family(held, tiplu)


def settle(rules: dict, tiplu: int | None, seats: list[dict]) -> dict[str, list[int]]:
    """Settle one round.

    Parameters
    ----------
    rules : flat rule keys
    tiplu : kind, or None if none was ever fixed
    seats : per seat `seen` (bool), `route` ("sequence", "dublee", None), `held` (copies by place,
        or the kinds of all its 21 cards, shown and exposed ones included), `exposed` (tunnelas by
        class; man = all three dealt and laid in the show), `finished` (bool, at most one)
    Returns
    -------
    `raw_maal` (before murder or kidnap), `maal` (effective), `net`; points per seat. A void round
    moves nothing: its maal and net are 0 everywhere.
    Raises
    ------
    ValueError   if two seats finished or a seat holds what no pack can deal it
    """
    finishers = [i for i, seat in enumerate(seats) if seat["finished"]]
    if len(finishers) > 1:
        raise ValueError(f"at most one seat finishes, got {finishers}")
    finisher = finishers[0] if finishers else None
    raw, loose = [], []
    for seat in seats:
        held = held_of(seat, tiplu)
        exposed = {} if tiplu is None or not premium_holds(rules, seat) else seat["exposed"]
        raw.append(maal_of(rules, held, exposed))
        loose.append(maal_of(rules, held, {}))
    maal = effective_maal(rules, seats, raw, loose, finisher)
    return {"raw_maal": raw, "maal": maal, "net": nets(rules, seats, maal, finisher)}


def effective_maal(
    rules: dict, seats: list[dict], raw: list[int], loose: list[int], finisher: int | None
) -> list[int]:
    """Return the maal that counts, after murder or kidnap (points per seat).

    Notes
    -----
    Kidnap moves the loose value of an unseen seat's cards; without a finisher it is void, as is
    all maal where the house voids such a round.
    """
    if finisher is None and rules["no_winner"] == "void":
        return [0] * len(seats)
    if rules["unseen_maal"] == "normal":
        return list(raw)
    maal = [points if seat["seen"] else 0 for points, seat in zip(raw, seats, strict=True)]
    if rules["unseen_maal"] == "kidnap" and finisher is not None:
        unseen = zip(loose, seats, strict=True)
        maal[finisher] += sum(points for points, seat in unseen if not seat["seen"])
    return maal


def nets(rules: dict, seats: list[dict], maal: list[int], finisher: int | None) -> list[int]:
    """Return what each seat wins or loses (points, summing to 0)."""
    n, everybody = len(seats), sum(maal)
    if finisher is None:
        if rules["no_winner"] == "void":
            return [0] * n
        return [n * own - everybody for own in maal]
    dublee_finish = seats[finisher]["route"] == "dublee"
    net = [
        n * own - everybody - fee_of(rules, seat, dublee_finish)
        for own, seat in zip(maal, seats, strict=True)
    ]
    net[finisher] = 0
    net[finisher] = -sum(net)
    return net
