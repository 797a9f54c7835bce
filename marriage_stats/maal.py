"""What maal is worth: the roles of cards around a tiplu, and how a house counts a holding.

One definition serves both uses: `count_family` and `count_single` say which items a holding is
counted as, and `price_tables` evaluates them on every holding, for look-up by whole arrays.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import MAN, SUPERMAN
from marriage_stats.facts import DUBLEE, SEQUENCE, UNSEEN
from marriage_stats.rules import Rules

FAMILY = ("tiplu", "poplu", "jhiplu")
_TRIPLE = 3


@dataclass(frozen=True, slots=True)
class Share:
    """Some cards of a holding counted as one item: its name, (role, copies) pairs, and points."""

    item: str
    copies: tuple[tuple[str, int], ...]
    points: int


@dataclass(frozen=True, slots=True)
class Prices:
    """Maal prices of a house: role -> totals for 0..3 copies, tunnela class -> points."""

    totals: dict[str, tuple[int, ...]]
    tunnela: dict[str, int]
    superman: int
    marriage_first: bool


@dataclass(frozen=True)
class PriceTables:
    """Prices of every holding.

    Parameters
    ----------
    family : int64[256]   by 64*tiplu + 16*poplu + 4*jhiplu copies + 2*poplu tunnela + jhiplu
        tunnela, a tunnela being 1 if it earns its premium
    alter, man : int64[8]   by 2*copies + tunnela earning its premium
    superman, ordinary, joker : points of one superman, one plain and one joker-rank tunnela
    earns : bool[3, 2]   route -> (tunnelas earn their premium, the man tunnela does)
    """

    family: NDArray[np.int64]
    alter: NDArray[np.int64]
    man: NDArray[np.int64]
    superman: int
    ordinary: int
    joker: int
    earns: NDArray[np.bool_]


def role_kinds(tiplu: int | None) -> dict[str, tuple[int, ...]]:
    """Return role -> kinds; the neighbours of king and ace wrap.

    Without a tiplu only the printed jokers have roles.

    >>> role_kinds(32)["alter"], role_kinds(38)["poplu"], role_kinds(26)["jhiplu"]
    ((19,), (26,), (38,))
    """
    roles: dict[str, tuple[int, ...]] = dict.fromkeys((*FAMILY, "alter", "joker"), ())
    roles |= {"man": (MAN,), "superman": (SUPERMAN,)}
    if tiplu is None:
        return roles
    suit, rank = divmod(tiplu, 13)
    return roles | {
        "tiplu": (tiplu,),
        "poplu": (13 * suit + (rank + 1) % 13,),
        "jhiplu": (13 * suit + (rank - 1) % 13,),
        "alter": (13 * (3 - suit) + rank,),
        "joker": tuple(13 * other + rank for other in range(4) if other not in (suit, 3 - suit)),
    }


def prices(rules: Rules) -> Prices:
    """Return the maal prices of a house."""
    roles = (*FAMILY, "alter", "man", "marriage")
    classes = ("ordinary", "joker", "neighbour", "alter", "man")
    return Prices(
        totals={role: (0, *rules.totals(role)) for role in roles},
        tunnela={name: rules.number(f"tunnela.{name}") for name in classes},
        superman=rules.number("superman_value"),
        marriage_first=rules["maal_count"] == "marriage-first",
    )


def earns_premium(rules: Rules, route: int) -> bool:
    """Return whether exposed tunnelas of a seat with this route count at their special value.

    Kidnap takes an unseen player's cards at their loose value: there no premium is earned unseen.
    """
    premium = rules["tunnela_premium"]
    if premium == "never":
        return False
    if route == UNSEEN:
        return premium == "always" and rules["unseen_maal"] != "kidnap"
    return route == SEQUENCE or premium != "sequence-seen"


def earns_man_premium(rules: Rules, route: int) -> bool:
    """Return whether three dealt man cards earn `tunnela.man`: only laid as a meld of the show."""
    return route == SEQUENCE and earns_premium(rules, route)


def count_family(
    copies: tuple[int, int, int], tunnelas: tuple[int, int], price: Prices
) -> tuple[Share, ...]:
    """Return the items that tiplu, poplu and jhiplu are counted as; no card is in two.

    Parameters
    ----------
    copies : held tiplu, poplu, jhiplu
    tunnelas : whether poplu, jhiplu are an exposed tunnela that earns its premium

    Notes
    -----
    `best-split` takes the dearest of all ways. `marriage-first` takes tunnelas, then marriages,
    then what is left, dearest or not.
    """
    ways = [_family_shares(copies, way, price) for way in _ways(copies, tunnelas, price)]
    return max(ways, key=points_of)


def count_single(role: str, copies: int, tunnela: int, price: Prices) -> tuple[Share, ...]:
    """Return the items of alters or man cards (`tunnela`: all three earn a premium)."""
    if not copies:
        return ()
    loose = Share(role, ((role, copies),), price.totals[role][copies])
    laid = Share(f"{role} tunnela", ((role, _TRIPLE),), price.tunnela[role])
    if not tunnela or copies < _TRIPLE:
        return (loose,)
    return (laid,) if price.marriage_first or laid.points >= loose.points else (loose,)


def points_of(shares: tuple[Share, ...]) -> int:
    """Return the points of some items together."""
    return sum(share.points for share in shares)


@lru_cache(maxsize=256)
def price_tables(rules: Rules) -> PriceTables:
    """Return the prices of every holding under a house."""
    price = prices(rules)
    copies, flag = range(4), range(2)
    family = [
        points_of(count_family((t, p, j), (pp, jj), price))
        for t, p, j, pp, jj in product(copies, copies, copies, flag, flag)
    ]
    single = {
        role: [points_of(count_single(role, n, laid, price)) for n, laid in product(copies, flag)]
        for role in ("alter", "man")
    }
    routes = (UNSEEN, SEQUENCE, DUBLEE)
    return PriceTables(
        family=np.array(family, dtype=np.int64),
        alter=np.array(single["alter"], dtype=np.int64),
        man=np.array(single["man"], dtype=np.int64),
        superman=price.superman,
        ordinary=price.tunnela["ordinary"],
        joker=price.tunnela["joker"],
        earns=np.array([(earns_premium(rules, r), earns_man_premium(rules, r)) for r in routes]),
    )


def _ways(
    copies: tuple[int, int, int], tunnelas: tuple[int, int], price: Prices
) -> Iterator[tuple[int, int, int]]:
    """Yield the ways to count: (poplu as tunnela, jhiplu as tunnela, marriages), tidiest first."""
    can = [int(bool(laid) and n == _TRIPLE) for laid, n in zip(tunnelas, copies[1:], strict=True)]
    choices = [(1,) if flag and price.marriage_first else range(flag, -1, -1) for flag in can]
    for poplu, jhiplu in product(*choices):
        most = min(copies[0], copies[1] - _TRIPLE * poplu, copies[2] - _TRIPLE * jhiplu)
        for marriages in (most,) if price.marriage_first else range(most, -1, -1):
            yield poplu, jhiplu, marriages


def _family_shares(
    copies: tuple[int, int, int], way: tuple[int, int, int], price: Prices
) -> tuple[Share, ...]:
    poplu, jhiplu, marriages = way
    shares = [
        Share(f"{role} tunnela", ((role, _TRIPLE),), price.tunnela["neighbour"])
        for role, laid in (("poplu", poplu), ("jhiplu", jhiplu))
        if laid
    ]
    if marriages:
        cards = tuple((role, marriages) for role in ("jhiplu", "tiplu", "poplu"))
        shares.append(Share("marriage", cards, price.totals["marriage"][marriages]))
    used = (marriages, marriages + _TRIPLE * poplu, marriages + _TRIPLE * jhiplu)
    for role, held, gone in zip(FAMILY, copies, used, strict=True):
        if held > gone:
            shares.append(Share(role, ((role, held - gone),), price.totals[role][held - gone]))
    return tuple(shares)
