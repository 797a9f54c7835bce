"""What a card is worth: the same deals with it in the hand and without it, played by the same."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from marriage_stats.cards import HAND_SIZE, MAN, N_ORDINARY, SUPERMAN, SUPERMAN_CARD
from marriage_stats.deals import deal_packs
from marriage_stats.engine.simulate import Table, play_block
from marriage_stats.facts import ROUND_COLUMNS, SEAT_COLUMNS, SEQUENCE, UNSEEN, Rounds
from marriage_stats.maal import role_kinds
from marriage_stats.parallel import run_blocks
from marriage_stats.policies.registry import Policy
from marriage_stats.rules import Rules
from marriage_stats.settlement import Settlement, settle

CARDS = ("tiplu", "poplu", "jhiplu", "alter", "joker", "man card", "superman", "dealt tunnela")
SEATS_PACKED, FAR = 6, 6
BLOCK = 64


@dataclass(frozen=True)
class Swaps:
    """Differences of seat 0 by card, int64[n, 3]: net, maal part, rest; and whether sums are 0."""

    gains: dict[str, NDArray[np.int64]]
    balanced: bool


def play_swaps(
    rules: Rules, policy: Policy, n: int, seed: int, threads: int | None = None
) -> Swaps:
    """Play n deals as dealt, and again with each card brought into seat 0's hand.

    The card, which seat 0 holds no copy of, changes places with the first of the hand (three with
    the first three for a tunnela); nothing else moves. Deals where that cannot be done are left
    out: a copy is the tiplu turned, or what would be given away is a printed joker.
    """
    parts = list(run_blocks(partial(_swap_block, rules, policy, seed), n, BLOCK, threads))
    gains = {card: np.concatenate([part.gains[card] for part in parts]) for card in parts[0].gains}
    return Swaps(gains, all(part.balanced for part in parts))


def _swap_block(rules: Rules, policy: Policy, seed: int, first: int, count: int) -> Swaps:
    players = rules.number("players")
    table = Table(rules, (policy,) * players)
    plain = settle(play_block(table, seed, first, count), rules)
    packs = deal_packs(rules, count, seed, first)
    balanced = not plain.net.sum(axis=1).any()
    gains: dict[str, NDArray[np.int64]] = {}
    for card in _cards_of(rules):
        rows = []
        for i, hand in _hands(packs, card, players):
            dealt = Table(rules, table.policies, hand=hand)
            swapped = settle(play_block(dealt, seed, first + i, 1), rules)
            balanced = balanced and not swapped.net.sum()
            rows.append(_parts(swapped, 0) - _parts(plain, i))
        gains[card] = np.array(rows, np.int64).reshape(-1, 3)
    return Swaps(gains, balanced)


def _cards_of(rules: Rules) -> list[str]:
    absent = set() if rules.number("man_cards") else {"man card"}
    if not rules.number("superman"):
        absent.add("superman")
    return [card for card in CARDS if card not in absent]


def _parts(settled: Settlement, i: int) -> NDArray[np.int64]:
    """Return int64[3], what seat 0 was paid in round i: net, by maal, by fees."""
    net, maal = settled.net[i, 0], settled.maal_part[i, 0]
    return np.array([net, maal, net - maal])


def _hands(
    packs: NDArray[np.int32], card: str, players: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield (round, kinds to deal to seat 0) where the exchange can be made."""
    for i, pack in enumerate(packs):
        turned = _turned(pack, players)
        kinds = _kinds(card, turned // 3)
        # The engine brings the lowest copies of a kind.
        wanted = {SUPERMAN_CARD if k == SUPERMAN else 3 * k + c for c, k in enumerate(kinds)}
        hand = pack[:HAND_SIZE]
        held = {SUPERMAN if c == SUPERMAN_CARD else int(c) // 3 for c in hand}
        printed = (hand[: len(kinds)] >= N_ORDINARY).any()
        if turned not in wanted and not held.intersection(kinds) and not printed:
            yield i, kinds


def _turned(pack: NDArray[np.int32], players: int) -> int:
    """Return the last ordinary card of the stock, which will be the tiplu."""
    absent = pack[HAND_SIZE * players : HAND_SIZE * SEATS_PACKED]
    stock = np.concatenate([pack[HAND_SIZE * SEATS_PACKED + 1 :], absent])
    return int(stock[stock < N_ORDINARY][-1])


def _kinds(card: str, tiplu: int) -> tuple[int, ...]:
    """Return the kinds of a card's name around a tiplu; a tunnela lies six ranks away from it."""
    if card == "man card":
        return (MAN,)
    if card == "superman":
        return (SUPERMAN,)
    if card == "dealt tunnela":
        suit, rank = divmod(tiplu, 13)
        return (13 * suit + (rank + FAR) % 13,) * 3
    return role_kinds(tiplu)[card][:1]


ACTS = ("seeing", "finishing")


def act_gains(rounds: Rounds, rules: Rules) -> NDArray[np.int64]:
    """Return int64[2, n, 3], what other settlements of the same rounds say of seeing and finishing.

    Columns: points by maal, points by fees, cases. Seeing: losers who never saw are priced as if
    they had seen by sequences, one at a time. Finishing: the finisher against the same round
    finished by the next player who had seen.
    """
    out = np.zeros((len(ACTS), len(rounds), 3), np.int64)
    before = settle(rounds, rules)
    finisher, route = rounds.by_round("finisher"), rounds.by_seat("route")
    every = np.arange(len(rounds))
    for seat in range(rounds.players):
        cases = (finisher >= 0) & (route[:, seat] == UNSEEN)
        changed = rounds.per_seat.copy()
        changed[cases, seat, SEAT_COLUMNS.index("route")] = SEQUENCE
        after = settle(Rounds(rounds.per_round, changed), rules)
        _add(out[0], after, before, cases, np.full(len(rounds), seat))
    others = [
        (np.maximum(finisher, 0) + step) % rounds.players for step in range(1, rounds.players)
    ]
    heir = np.full(len(rounds), -1)
    for other in reversed(others):
        heir = np.where(route[every, other] != UNSEEN, other, heir)
    cases = (finisher >= 0) & (heir >= 0)
    passed = rounds.per_round.copy()
    passed[cases, ROUND_COLUMNS.index("finisher")] = heir[cases]
    after = settle(Rounds(passed, rounds.per_seat), rules)
    _add(out[1], before, after, cases, np.maximum(finisher, 0))
    return out


def _add(
    out: NDArray[np.int64],
    with_it: Settlement,
    without: Settlement,
    cases: NDArray[np.bool_],
    seat: NDArray[np.int64],
) -> None:
    rows = np.arange(len(seat))
    maal = (with_it.maal_part - without.maal_part)[rows, seat]
    net = (with_it.net - without.net)[rows, seat]
    out += np.stack([maal, net - maal, np.ones(len(seat), np.int64)], axis=1) * cases[:, None]
