"""After seeing: the best choice of blocks, and what each throw leaves to hope for.

A choice of disjoint blocks that fit into the cards to be melded covers some naturals; wilds fill
the gaps; what is still lacking is the distance. Two of one kind cover no more than one of them: a
hand that needs their third copy, of which few live, is farther than it counts. All choices that
cover the most are visited: every natural outside one may be thrown, and then the cards that extend
its blocks are outs.
"""

from marriage_stats._jit import count_ones, lowest_one, njit
from marriage_stats.policies.block_kernels import (
    CARD_AT,
    CARDS,
    EXTEND_AT,
    FIRST_AT,
    MASK_AT,
    MOST_CARDS,
    OUT_AT,
    SINGLE_AT,
    SIZE_AT,
    WILDS,
    list_blocks,
    list_naturals,
)

THROW_AT, STACK_AT = 528, 552
COVER, CAPACITY = 1000, 1003
UNION_AT, BEFORE_AT = 1024, 1160
"""Places in `view.work.scratch`: outs after each throw (no throw: place 22); stack of the search;
results of the survey; cards of each block and later ones, cards that must be in use before each
block.
"""
FAR, KEPT = 99, 1 << 61


@njit
def note_choice(scratch, depth, used, cover, capacity, throwing):
    """Weigh one choice of blocks: keep the outs of every throw if it covers the most."""
    cards = scratch[CARDS]
    left = cards - count_ones(used)
    room = scratch[CAPACITY] - capacity
    singles = min(room // 3, left - throwing)
    cover = min(cover + singles, scratch[CAPACITY] - scratch[WILDS])
    if singles < 0 or cover < scratch[COVER]:
        return
    outs = KEPT
    for level in range(depth):
        block = scratch[STACK_AT + level]
        outs |= scratch[OUT_AT + block]
        if room > 3 * singles:
            outs |= scratch[EXTEND_AT + block]
    if cover > scratch[COVER]:
        scratch[COVER] = cover
        for number in range(MOST_CARDS + 1):
            scratch[THROW_AT + number] = 0
    unused = ((1 << cards) - 1) & ~used
    once, twice, twins, last, rest = 0, 0, 0, -1, unused if singles else 0
    while rest:
        number = lowest_one(rest)
        rest &= rest - 1
        single, kind = scratch[SINGLE_AT + number], scratch[CARD_AT + number]
        twice |= once & single
        once |= single
        twins |= 1 << kind if kind == last else 0
        last = kind
    rest = unused
    while rest:
        number = lowest_one(rest)
        rest &= rest - 1
        alone = once & (twice | ~scratch[SINGLE_AT + number])
        alone |= twins & ~(1 << scratch[CARD_AT + number])
        scratch[THROW_AT + number] |= outs | alone
    scratch[THROW_AT + MOST_CARDS] |= outs | once | twins


@njit
def note_orders(scratch, n, swapped):
    """Write, by block, the cards of it and later ones, and those that must be in use before it.

    swapped : copies that may be swapped with the one before them for all blocks: of their kind the
    lower ones are taken first, and what the last may hope for holds for all
    """
    union = 0
    for block in range(n - 1, -1, -1):
        mask = scratch[MASK_AT + block]
        union |= mask
        scratch[UNION_AT + block] = union
        scratch[BEFORE_AT + block] = (mask & swapped) >> 1 & ~mask


@njit
def swapped_copies(scratch, n):
    """Return the cards that are copies of the one before and change places with it in all blocks.

    Not so in long and gapped runs, which are listed for the first copies alone.
    """
    fixed = 0
    for block in range(n):
        packed = scratch[SIZE_AT + block]
        if packed >> 4 & 15 > 3:
            fixed |= scratch[MASK_AT + block]
    swapped = 0
    for number in range(1, scratch[CARDS]):
        kind = scratch[CARD_AT + number]
        if kind == scratch[CARD_AT + number - 1] and not fixed >> scratch[FIRST_AT + kind] & 7:
            swapped |= 1 << number
    return swapped


@njit
def survey(view, melded, throwing, least):
    """Visit the best choices of blocks for `melded` cards to be melded; return the distance.

    throwing : 1 if one more card is held, which will be thrown
    least : a distance above it is of no interest: what is returned may then be any above it
    Fills outs by throw, wilds left out, with KEPT where the throw keeps the distance.
    """
    scratch = view.work.scratch
    list_naturals(view)
    n = list_blocks(view)
    scratch[CAPACITY] = melded
    scratch[COVER] = max(melded - scratch[WILDS] - least, -1)
    for number in range(MOST_CARDS + 1):
        scratch[THROW_AT + number] = 0
    swapped = swapped_copies(scratch, n)
    note_orders(scratch, n, swapped)
    search_blocks(scratch, n, throwing)
    for number in range(scratch[CARDS] - 1, 0, -1):
        if swapped >> number & 1:
            scratch[THROW_AT + number - 1] = scratch[THROW_AT + number]
    missed = 1 if scratch[THROW_AT + MOST_CARDS] == 0 else 0
    return melded - scratch[WILDS] - scratch[COVER] + missed


@njit
def most_more(size, blocks, cards):
    """Return the most that blocks of at most `size` cards, out of so many, and singles cover."""
    if size * blocks <= cards:
        return size * blocks
    return cards + blocks - (cards + size - 1) // size


@njit
def search_blocks(scratch, n, throwing):
    """Visit every choice of disjoint blocks that may cover the most."""
    depth, used, cover, block = 0, 0, 0, 0
    left = scratch[CAPACITY]
    blocks = left // 3
    note_choice(scratch, 0, 0, 0, 0, throwing)
    while True:
        if block < n and blocks:
            packed, mask = scratch[SIZE_AT + block], scratch[MASK_AT + block]
            size, room = packed & 15, packed >> 4 & 15
            cards = count_ones(scratch[UNION_AT + block] & ~used)
            if cover + most_more(size, blocks, cards) >= scratch[COVER]:
                if room <= left and not used & mask and not scratch[BEFORE_AT + block] & ~used:
                    scratch[STACK_AT + depth] = block
                    depth += 1
                    used |= mask
                    cover += size
                    left -= room
                    blocks = left // 3
                    if cover + blocks >= scratch[COVER]:
                        note_choice(scratch, depth, used, cover, scratch[CAPACITY] - left, throwing)
                block += 1
                continue
        if depth == 0:
            return
        depth -= 1
        block = scratch[STACK_AT + depth]
        used &= ~scratch[MASK_AT + block]
        cover -= scratch[SIZE_AT + block] & 15
        left += scratch[SIZE_AT + block] >> 4 & 15
        blocks = left // 3
        block += 1
