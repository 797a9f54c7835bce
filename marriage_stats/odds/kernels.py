"""Count what dealt hands hold and lack, without keeping any hand."""

import numpy as np

from marriage_stats._jit import njit
from marriage_stats.deals.hand_kernels import ZERO, ones
from marriage_stats.rng import ONE

FACES = np.uint64(2**52 - 1)
RANKS = np.uint64(2**13 - 1)
SUIT = np.uint64(13)
MAN = np.uint64(52)
SUPERMAN = np.uint64(53)
JOIN = np.uint64(6)
GAIN = np.uint64(8)
SEE_DUBLEES = np.uint64(7)


@njit
def count_pairs_and_tunnelas(hands, out):
    """Add hands (uint64[n, 3] planes) to out (int64[64, 64]): dublees, tunnelas of all kinds."""
    for row in range(hands.shape[0]):
        a, b, c = hands[row, 0], hands[row, 1], hands[row, 2]
        out[ones((a & b) | (c & (a | b))), ones(a & b & c)] += 1


@njit
def count_hands(tables, rules, hands, joint, rest):
    """Add hands (uint64[n, 3] planes) to histograms.

    joint (int64[64, 64]): pure melds, pairs. rest (int64[4, 64]): ordinary tunnelas, all tunnelas,
    cards to add for three melds, for seven dublees. Each suit is looked up by two words of 13 bits:
    ranks held at least twice, ranks held once or three times.
    """
    live = FACES | (ONE << MAN if rules.man_cards >= 2 else ZERO)
    for row in range(hands.shape[0]):
        a, b, c = hands[row, 0], hands[row, 1], hands[row, 2]
        odd = a ^ b ^ c
        twice = (a & b) | (c & (a | b))
        man = ((odd >> MAN) & ONE) + np.uint64(2) * (twice >> MAN)
        superman = odd >> SUPERMAN
        one = tables.kind[(twice & RANKS) << SUIT | (odd & RANKS)]
        twice_rest, odd_rest = twice >> SUIT, odd >> SUIT
        two = tables.kind[(twice_rest & RANKS) << SUIT | (odd_rest & RANKS)]
        twice_rest, odd_rest = twice_rest >> SUIT, odd_rest >> SUIT
        three = tables.kind[(twice_rest & RANKS) << SUIT | (odd_rest & RANKS)]
        twice_rest, odd_rest = twice_rest >> SUIT, odd_rest >> SUIT
        four = tables.kind[(twice_rest & RANKS) << SUIT | (odd_rest & RANKS)]
        held = tables.held[one] + tables.held[two] + tables.held[three] + tables.held[four]
        trio = odd & twice
        man_trio = (trio >> MAN) & ONE
        melds = (held & np.uint64(255)) + man_trio + (superman & np.uint64(held >> GAIN != ZERO))
        pairs = ones(twice)
        joint[melds, pairs] += 1
        tunnelas = ones(trio)
        rest[0, tunnelas - man_trio] += 1
        rest[1, tunnelas] += 1
        left = np.uint64(tables.join[tables.need[one] << JOIN | tables.need[two]])
        right = np.uint64(tables.join[tables.need[three] << JOIN | tables.need[four]])
        both = np.uint64(tables.join[left << JOIN | right])
        rest[2, tables.distance[both << np.uint64(3) | man << ONE | superman]] += 1
        lacking = SEE_DUBLEES - min(pairs, SEE_DUBLEES)
        singles = ones(odd & ~twice & live)
        rest[3, lacking + lacking - min(lacking, singles)] += 1


@njit
def held_melds(tables, twice, odd, superman):
    """Return the most pure melds of the faces held at least twice, and once or three times."""
    held = ZERO
    for _ in range(4):
        held += tables.held[tables.kind[(twice & RANKS) << SUIT | (odd & RANKS)]]
        twice, odd = twice >> SUIT, odd >> SUIT
    return (held & np.uint64(255)) + (superman & np.uint64(held >> GAIN != ZERO))


@njit
def move_locked(tables, hands, moved):
    """Add to moved (int64[64, 64]: pure melds, pairs) how locking tunnelas shifts the joint counts.

    A hand that shows fewer melds when each of its ordinary tunnelas is one whole leaves its cell
    for another. Few hands hold a tunnela, so this pass is short.
    """
    for row in range(hands.shape[0]):
        a, b, c = hands[row, 0], hands[row, 1], hands[row, 2]
        trio = a & b & c & FACES
        if trio == ZERO:
            continue
        odd = a ^ b ^ c
        twice = (a & b) | (c & (a | b))
        superman = odd >> SUPERMAN
        free = held_melds(tables, twice, odd, superman)
        locked = ones(trio) + held_melds(tables, twice & ~trio, odd & ~trio, superman)
        if locked != free:
            man_trio, pairs = (odd & twice) >> MAN & ONE, ones(twice)
            moved[free + man_trio, pairs] -= 1
            moved[locked + man_trio, pairs] += 1
