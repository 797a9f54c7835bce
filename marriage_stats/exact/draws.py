"""Exact number of draws to seven dublees, as a Markov chain over what counts for pairing.

Each turn one uniform unseen card is drawn. It is kept only if it pairs a single that can still
pair; then a dead card is given up, else a single with one copy left, else one with two. Otherwise
it is thrown. A copy of a single is never seen without pairing it, so the chance of a pair is the
number of useful copies over the number of unseen cards, which falls by one a draw.
"""

from collections import defaultdict
from fractions import Fraction
from typing import TypedDict

from marriage_stats.exact.packs import N_FACES, Pack
from marriage_stats.exact.pairs import PairHand, pair_hands
from marriage_stats.rules import SEE_DUBLEES

QUANTILES = {"p05": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95}


class DrawLaw(TypedDict):
    """Draws to seven dublees from some hands.

    p : probability of starting from these hands (1 where they are given)
    distribution : P(exactly d draws), d = 0, 1, ...; what is lacking to 1 never gets there
    mean, quantiles : of the draws; None where they are without bound
    """

    pairs: int
    p: float
    mean: float | None
    quantiles: dict[str, int | None]
    distribution: list[float]


Start = dict[PairHand, float]


def draws_from_pairs(pack: Pack, hand_size: int) -> list[DrawLaw]:
    """Return the law from k pairs and hand_size - 2k live singles, k = 0..7."""
    out = []
    for pairs in range(SEE_DUBLEES + 1):
        singles = hand_size - 2 * pairs
        if 0 <= singles <= N_FACES - pairs:
            out.append(_law(pack, hand_size, pairs, {PairHand(pairs, singles, 0, 0): 1.0}, 1.0))
    return out


def draws_from_deal(pack: Pack, hand_size: int) -> list[DrawLaw]:
    """Return the law from a dealt hand given that it has k pairs; 7 stands for seven or more."""
    counts: dict[int, dict[PairHand, int]] = defaultdict(lambda: defaultdict(int))
    for hand, count in pair_hands(pack, hand_size):
        counts[min(hand.pairs, SEE_DUBLEES)][hand] += count
    out = []
    for pairs in sorted(counts):
        total = sum(counts[pairs].values())
        start = {hand: float(Fraction(n, total)) for hand, n in counts[pairs].items()}
        p = float(Fraction(total, pack.n_hands(hand_size)))
        out.append(_law(pack, hand_size, pairs, start, p))
    return out


def after_pairing(hand: PairHand, one_left: bool) -> PairHand:
    """Return a hand after it drew the copy of a single (with one or two copies left) and threw."""
    pairs, two, one, dead = hand
    pairs += 1
    if one_left:
        one -= 1
    else:
        two -= 1
    if dead:
        return PairHand(pairs, two, one, dead - 1)
    if one:
        return PairHand(pairs, two, one - 1, dead)
    return PairHand(pairs, two - 1, one, dead)


def _law(pack: Pack, hand_size: int, pairs: int, start: Start, p: float) -> DrawLaw:
    distribution = _distribution(start, pack.size - hand_size)
    reached = sum(distribution)
    complete = reached > 1 - 1e-9
    mean = sum(d * q for d, q in enumerate(distribution)) if complete else None
    quantiles: dict[str, int | None] = {}
    for name, level in QUANTILES.items():
        total, quantiles[name] = 0.0, None
        for draws, q in enumerate(distribution):
            total += q
            if total >= level:
                quantiles[name] = draws
                break
    return {
        "pairs": pairs, "p": p, "mean": mean, "quantiles": quantiles, "distribution": distribution
    }  # fmt: skip


def _distribution(start: Start, unseen: int) -> list[float]:
    """Return P(seven dublees after exactly d draws) from a mixture of hands."""
    open_hands: Start = defaultdict(float)
    done = 0.0
    for hand, p in start.items():
        if hand.pairs >= SEE_DUBLEES:
            done += p
        else:
            open_hands[hand] += p
    out = [done]
    for left in range(unseen, 0, -1):
        if not open_hands:
            break
        done = 0.0
        following: Start = defaultdict(float)
        for hand, p in open_hands.items():
            useful = 2 * hand.two_left, hand.one_left
            if left > sum(useful):
                following[hand] += p * (left - sum(useful)) / left
            for copies, one_left in zip(useful, (False, True), strict=True):
                if not copies:
                    continue
                if hand.pairs + 1 >= SEE_DUBLEES:
                    done += p * copies / left
                else:
                    following[after_pairing(hand, one_left)] += p * copies / left
        open_hands = following
        out.append(done)
    return out
