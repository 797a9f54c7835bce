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
    END_AT,
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
FITS_AT, BEFORE_AT = 1024, 1160
USERS_AT, GROUP_AT, LATER_AT = 1410, 1436, 1446
"""Places in `view.work.scratch`: outs after each throw (no throw: place 22); stack of the search;
results of the survey; later blocks that fit beside each block, cards that must be in use before it;
blocks of each card; blocks of the last page by group; blocks still to try by depth.
"""
PAGE = 60
COMPLETE, LONG, LACK_ONE, PAIRS, LACK_MORE, ROOM = 0, 1, 2, 3, 4, 2
"""Blocks that a word has bits for. Groups: complete blocks, those of more than three cards; blocks
of longer runs that lack one card, pairs, blocks that lack more; from 5 on those with room for more
than three, than four.
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
def note_fits(scratch, n, swapped):
    """Write, by block, the later ones of its page that fit beside it, and cards in use before it.

    swapped : copies that may be swapped with the one before them for all blocks: of their kind the
    lower ones are taken first, and what the last may hope for holds for all
    """
    for block in range(n - 1, -1, -1):
        if block == n - 1 or block % PAGE == PAGE - 1:
            for card in range(scratch[CARDS]):
                scratch[USERS_AT + card] = 0
        mask, others = scratch[MASK_AT + block], 0
        rest = mask
        while rest:
            card = lowest_one(rest)
            rest &= rest - 1
            others |= scratch[USERS_AT + card]
            scratch[USERS_AT + card] |= 1 << block % PAGE
        scratch[FITS_AT + block] = ~others
        scratch[BEFORE_AT + block] = (mask & swapped) >> 1 & ~mask


@njit
def bits_between(start, first, last):
    """Return the bits of blocks `first` to `last`, that left out, on the page from `start` on."""
    return (1 << max(0, last - start)) - (1 << max(0, first - start))


@njit
def note_groups(view, n):
    """Write the groups of the blocks of the last page."""
    group, end = view.work.scratch[GROUP_AT:], view.work.scratch[END_AT:]
    start = (n - 1) // PAGE * PAGE
    group[COMPLETE] = bits_between(start, 0, end[2])
    group[PAIRS] = bits_between(start, end[4], end[5])
    group[LONG] = group[LACK_ONE] = group[LACK_MORE] = group[ROOM + 3] = group[ROOM + 4] = 0
    if view.rules.long_sequence:
        group[LONG] = bits_between(start, 0, end[1])
        group[LACK_ONE] = bits_between(start, end[2], end[4])
        group[LACK_MORE] = bits_between(start, end[5], n)
        group[ROOM + 3] = group[LONG] | group[LACK_ONE] | group[LACK_MORE]
        four = bits_between(start, end[0], end[1]) | bits_between(start, end[3], end[4])
        group[ROOM + 4] = group[ROOM + 3] & ~(four | bits_between(start, end[6], end[7]))


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
        same = kind == scratch[CARD_AT + number - 1]
        free = (fixed >> scratch[FIRST_AT + kind] & 7) == 0
        swapped |= (1 if same & free else 0) << number
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
    note_fits(scratch, n, swapped)
    note_groups(view, n)
    search_blocks(scratch, n, throwing)
    for number in range(scratch[CARDS] - 1, 0, -1):
        if swapped >> number & 1:
            scratch[THROW_AT + number - 1] = scratch[THROW_AT + number]
    missed = 1 if scratch[THROW_AT + MOST_CARDS] == 0 else 0
    return melded - scratch[WILDS] - scratch[COVER] + missed


@njit
def least_lacking(scratch, fits, left):
    """Return a bound below what blocks that fit lack in so much room: fifteenths of a card.

    Complete blocks lack nothing. Then it costs least, by the place, to fill five places with a
    block that lacks one card, three with a pair, five with a block that lacks two; anything else
    costs two cards in three places.
    """
    complete, longs = scratch[GROUP_AT + COMPLETE], scratch[GROUP_AT + LONG]
    left = max(0, left - 3 * count_ones(fits & complete) - 2 * count_ones(fits & longs))
    lacking, one, more = 0, scratch[GROUP_AT + LACK_ONE], scratch[GROUP_AT + LACK_MORE]
    if one:
        places = min(left, 5 * count_ones(fits & one))
        lacking += 3 * places
        left -= places
    places = min(left, 3 * count_ones(fits & scratch[GROUP_AT + PAIRS]))
    lacking += 5 * places
    left -= places
    if more:
        places = min(left, 5 * count_ones(fits & more))
        lacking += 6 * places
        left -= places
    return lacking + 10 * left


@njit
def search_blocks(scratch, n, throwing):
    """Visit every choice of disjoint blocks that may cover the most.

    A choice is weighed after those with more blocks, few of which it then equals. Blocks that fit
    and are still to try are the bits of a word; where a hand has more, pages follow each other, and
    what the last one may bring is known.
    """
    depth, used, cover, page, last = 0, 0, 0, 0, (n - 1) // PAGE
    left, fits = scratch[CAPACITY], (1 << min(n, PAGE)) - 1
    while True:
        if left >= 3 and fits:
            lacking = least_lacking(scratch, fits, left) if page == last else 0
            if lacking <= 15 * (cover + left - scratch[COVER]):
                block = PAGE * page + lowest_one(fits)
                fits &= fits - 1
                size, room = scratch[SIZE_AT + block] & 15, scratch[SIZE_AT + block] >> 4
                mask = scratch[MASK_AT + block]
                if room > left or used & mask or scratch[BEFORE_AT + block] & ~used:
                    continue
                scratch[STACK_AT + depth] = block
                if left - room < 3:
                    if cover + size >= scratch[COVER]:
                        taken = scratch[CAPACITY] - left + room
                        note_choice(scratch, depth + 1, used | mask, cover + size, taken, throwing)
                    continue
                scratch[LATER_AT + depth] = fits
                depth += 1
                used |= mask
                cover += size
                left -= room
                fits &= scratch[FITS_AT + block]
                if left < 5 and page == last:
                    fits &= ~scratch[GROUP_AT + ROOM + left]
                continue
        if left >= 3 and page < last:
            page += 1
            fits = (1 << min(n - PAGE * page, PAGE)) - 1
            continue
        if cover + left // 3 >= scratch[COVER]:
            note_choice(scratch, depth, used, cover, scratch[CAPACITY] - left, throwing)
        if depth == 0:
            return
        depth -= 1
        block, fits = scratch[STACK_AT + depth], scratch[LATER_AT + depth]
        page = block // PAGE
        used &= ~scratch[MASK_AT + block]
        cover -= scratch[SIZE_AT + block] & 15
        left += scratch[SIZE_AT + block] >> 4
