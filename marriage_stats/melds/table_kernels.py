"""Passes over all 4**13 suit keys (two bits a rank, ace lowest) that fill the meld tables."""

from marriage_stats._jit import njit

RUN_BITS = 0b010101
QUEEN, KING = 22, 24


@njit
def fill_most(out):
    """Fill out (uint8[4**13]) with the most disjoint pure melds of a suit key."""
    for key in range(1, out.shape[0]):
        shift = 0
        rest = key
        while rest & 3 == 0:
            rest >>= 2
            shift += 2
        best = out[key - (1 << shift)]
        if rest & 3 == 3:
            best = max(best, out[key - (3 << shift)] + 1)
        if rest & 12 and rest & 48:
            best = max(best, out[key - (RUN_BITS << shift)] + 1)
        if shift == 0 and (key >> QUEEN) & 3 and key >> KING:
            best = max(best, out[key - 1 - (1 << QUEEN) - (1 << KING)] + 1)
        out[key] = best


@njit
def fill_most_superman(most, out):
    """Fill out (uint8[4**13]) with the most melds when one run may use the superman."""
    for key in range(1, out.shape[0]):
        shift = 0
        rest = key
        while rest & 3 == 0:
            rest >>= 2
            shift += 2
        best = out[key - (1 << shift)]
        if rest & 3 == 3:
            best = max(best, out[key - (3 << shift)] + 1)
        if rest & 12:
            best = max(best, most[key - (5 << shift)] + 1)
            if rest & 48:
                best = max(best, out[key - (RUN_BITS << shift)] + 1)
        if rest & 48:
            best = max(best, most[key - (17 << shift)] + 1)
        if shift == 0:
            queen, king = (key >> QUEEN) & 3, key >> KING
            if queen and king:
                best = max(best, out[key - 1 - (1 << QUEEN) - (1 << KING)] + 1)
            if queen:
                best = max(best, most[key - 1 - (1 << QUEEN)] + 1)
            if king:
                best = max(best, most[key - 1 - (1 << KING)] + 1)
        out[key] = best


@njit
def fill_need(most, out):
    """Fill out (uint8[4**13]) with the fewest cards to add for 1, 2, 3 melds, as packed steps.

    Bits 0-1: cards for one meld; bits 2-3: more for two; bits 4-5: more for three.
    """
    for key in range(out.shape[0] - 1, -1, -1):
        held = most[key]
        if held >= 3:
            out[key] = 0
            continue
        one, two, three = 9, 9, 9
        for rank in range(13):
            if (key >> (2 * rank)) & 3 != 3:
                packed = out[key + (1 << (2 * rank))]
                first = packed & 3
                second = first + (packed >> 2 & 3)
                one = min(one, first)
                two = min(two, second)
                three = min(three, second + (packed >> 4))
        one = 0 if held >= 1 else one + 1
        two = 0 if held >= 2 else two + 1
        out[key] = one | (two - one) << 2 | (three + 1 - two) << 4
