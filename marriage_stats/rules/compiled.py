"""Rules as fixed integers, the form that kernels take."""

from functools import cache
from typing import NamedTuple

from marriage_stats.rules.model import Rules


class RuleTable(NamedTuple):
    """The play rules as int64; choices are places among `KEYS[...].choices`, flags are 0 or 1."""

    players: int
    man_cards: int
    superman: int
    long_sequence: int
    long_trial: int
    all_wild_meld: int
    marriage_meld: int
    dublee_route: int
    see_after_draw: int
    tiplu_from: int
    tunnela_exposure: int
    pickup_meld_only: int
    wild_pickup_barred: int
    dublee_last_pair: int
    stock_out_ends: int
    turn_cap: int


@cache
def compile_rules(rules: Rules) -> RuleTable:
    """Return the play rules of a house for kernels."""
    return RuleTable(
        players=rules.number("players"),
        man_cards=rules.number("man_cards"),
        superman=rules.number("superman"),
        long_sequence=rules.code("sequence_length"),
        long_trial=rules.code("trial_size"),
        all_wild_meld=int(rules.flag("all_wild_meld")),
        marriage_meld=int(rules.flag("marriage_meld")),
        dublee_route=int(rules.has_dublee_route),
        see_after_draw=rules.code("see_moment"),
        tiplu_from=rules.code("tiplu_from"),
        tunnela_exposure=rules.code("tunnela_exposure"),
        pickup_meld_only=rules.code("pickup"),
        wild_pickup_barred=rules.code("wild_pickup_barred"),
        dublee_last_pair=rules.code("dublee_pickup"),
        stock_out_ends=rules.code("stock_out"),
        turn_cap=rules.number("turn_cap"),
    )
