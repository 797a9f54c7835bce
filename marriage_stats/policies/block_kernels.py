"""The blocks of a hand: what its naturals may be part of in a meld.

A block is part of a meld: naturals of a run, a trial or a tunnela. Two of one kind are none: they
lack one very card, which no wild replaces. Naturals are numbered in order of kind, at most 22; sets
of kinds are masks of 52 bits.
"""

from marriage_stats._jit import count_ones, lowest_one, njit
from marriage_stats.finish.hand_kernels import SAME_RANK, wild_bits
from marriage_stats.melds.kernels import count_cards, occupied

MAN, SUPERMAN = 52, 53
MOST_CARDS, MOST_BLOCKS = 22, 130
EXTEND_AT, FIRST_AT, RANKS = 0, 360, 412
CARD_AT, SINGLE_AT = 480, 504
MASK_AT, OUT_AT, SIZE_AT = 580, 715, 850
WILDS, CARDS, END_AT = 1001, 1002, 1454
"""Places in `view.work.scratch`: extending kinds of complete blocks; first natural of each kind;
ranks held; kinds of the naturals, outs of each alone; block masks, their outs, their packed
sizes; numbers of wilds and of naturals; ends of the sorts of blocks: runs of five, four, blocks of
three, four of five, three of four, two of three, three of five, two of four, two of five.
"""
LANE, EACH_LANE, ACE = 16, 1 | 1 << 16 | 1 << 32 | 1 << 48, 1 | 1 << 13
"""Bits of a suit among the ranks held; the lowest one of each suit; those of an ace."""


@njit
def bit(suit, rank):
    """Return the mask of a kind by suit and rank, the ace at rank 13 too; 0 outside."""
    if rank < 0 or rank > 13:
        return 0
    return 1 << (13 * suit + rank % 13)


@njit
def single_outs(suit, rank):
    """Return the kinds that share a meld of three with a natural kind, its own left out."""
    near = (27 << rank) >> 2 & 0x1FFF
    if rank == 0:
        near |= 3 << 11
    elif rank >= 11:
        near |= 1
    return near << (13 * suit) | (SAME_RANK << rank & ~(1 << (13 * suit + rank)))


@njit
def list_naturals(view):
    """Write the kinds of the free cards that are not wild, card by card; count the wilds."""
    scratch, me = view.work.scratch, view.me
    wilds = me.free[SUPERMAN] + (me.free[MAN] if view.tiplu >= 0 else 0)
    n, ranks = 0, 0
    for suit in range(4):
        bits = wild_bits(view.tiplu, suit)
        wilds += count_cards(me.keys[suit] & bits)
        key = me.keys[suit] & ~bits
        held = occupied(key)
        while held:
            place = lowest_one(held)
            held &= held - 1
            rank = place // 2
            ranks |= (ACE if rank == 0 else 1 << rank) << (LANE * suit)
            scratch[FIRST_AT + 13 * suit + rank] = n
            single = single_outs(suit, rank)
            # Three copies are written however many are held, the next kind over those too many: a
            # loop of one to three steps ends where the processor does not expect it. There is room.
            for copy in range(3):
                scratch[CARD_AT + n + copy] = 13 * suit + rank
                scratch[SINGLE_AT + n + copy] = single
            n += key >> place & 3
    scratch[CARDS], scratch[WILDS], scratch[RANKS] = n, wilds, ranks


@njit
def ends_of(ranks, room):
    """Return the ranks that are held with the one that ends a run of so many cards from there."""
    return ranks & ranks >> (room - 1) & EACH_LANE * ((1 << (15 - room)) - 1)


@njit
def add_block(scratch, n, mask, outs, size, capacity, extend):
    """Append a block; return how many there are."""
    if n < MOST_BLOCKS:
        scratch[MASK_AT + n] = mask
        scratch[OUT_AT + n] = outs
        scratch[SIZE_AT + n] = size | capacity << 4
        scratch[EXTEND_AT + n] = extend
        n += 1
    return n


@njit
def add_three(view, n, a, b, c, extend):
    """Append the complete blocks of three kinds, whichever copies."""
    scratch, free = view.work.scratch, view.me.free
    for i in range(free[a]):
        for j in range(free[b]):
            two = 1 << (scratch[FIRST_AT + a] + i) | 1 << (scratch[FIRST_AT + b] + j)
            for k in range(free[c]):
                mask = two | 1 << (scratch[FIRST_AT + c] + k)
                n = add_block(scratch, n, mask, 0, 3, 3, extend)
    return n


@njit
def add_two(view, n, a, b, outs):
    """Append the blocks of two different kinds, whichever copies."""
    scratch, free = view.work.scratch, view.me.free
    for i in range(free[a]):
        for j in range(free[b]):
            mask = 1 << (scratch[FIRST_AT + a] + i) | 1 << (scratch[FIRST_AT + b] + j)
            n = add_block(scratch, n, mask, outs, 2, 3, 0)
    return n


@njit
def list_blocks(view):
    """Write the blocks, those that lack fewer cards first; return how many there are.

    Where each sort of them ends is written too.
    """
    n, ends, long_sequence = 0, view.work.scratch[END_AT:], view.rules.long_sequence
    if long_sequence:
        ends[0] = n = list_long_runs(view, n, 5)
        n = list_long_runs(view, n, 4)
    ends[1] = n
    ends[2] = n = list_threes(view, n)
    if long_sequence:
        ends[3] = n = list_gapped_runs(view, n, 4, 5)
        n = list_gapped_runs(view, n, 3, 4)
    ends[4] = n
    ends[5] = n = list_pairs(view, n)
    if long_sequence:
        ends[6] = n = list_gapped_runs(view, n, 3, 5)
        ends[7] = n = list_gapped_runs(view, n, 2, 4)
        n = list_gapped_runs(view, n, 2, 5)
    ends[8] = n
    return n


@njit
def list_threes(view, n):
    """Append runs, tunnelas and trials of three naturals."""
    scratch = view.work.scratch
    ranks = scratch[RANKS]
    runs = ranks & ranks >> 1 & ranks >> 2
    while runs:
        place = lowest_one(runs)
        runs &= runs - 1
        suit, low = place // LANE, place % LANE
        first, more = 13 * suit + low, 0
        if view.rules.long_sequence:
            more = bit(suit, low - 1) | bit(suit, low + 3)
        n = add_three(view, n, first, first + 1, 13 * suit + (low + 2) % 13, more)
    for number in range(scratch[CARDS] - 2):
        if scratch[CARD_AT + number] == scratch[CARD_AT + number + 2]:
            n = add_block(scratch, n, 7 << number, 0, 3, 3, 0)
    for left_out in range(4):
        a, b, c = 1 if left_out == 0 else 0, 1 if left_out > 1 else 2, 2 if left_out == 3 else 3
        both = ranks >> (LANE * a) & ranks >> (LANE * b) & ranks >> (LANE * c) & 0x1FFF
        while both:
            rank = lowest_one(both)
            both &= both - 1
            more = bit(left_out, rank) if view.rules.long_trial else 0
            n = add_three(view, n, 13 * a + rank, 13 * b + rank, 13 * c + rank, more)
    return n


@njit
def list_pairs(view, n):
    """Append two naturals of a run or a trial."""
    ranks = view.work.scratch[RANKS]
    for step in range(1, 3):
        close = ranks & ranks >> step
        while close:
            place = lowest_one(close)
            close &= close - 1
            suit, low = place // LANE, place % LANE
            outs = bit(suit, low + 1)
            if step == 1:
                outs = bit(suit, low - 1) | bit(suit, low + 2)
            n = add_two(view, n, 13 * suit + low, 13 * suit + (low + step) % 13, outs)
    for apart in range(1, 4):
        both = ranks & ranks >> (LANE * apart) & EACH_LANE * 0x1FFF
        while both:
            place = lowest_one(both)
            both &= both - 1
            suit, rank = place // LANE, place % LANE
            a, b = 13 * suit + rank, 13 * (suit + apart) + rank
            n = add_two(view, n, a, b, SAME_RANK << rank & ~(1 << a | 1 << b))
    return n


@njit
def list_long_runs(view, n, length):
    """Append runs of so many naturals, four or five: of the first copies and of the second ones."""
    scratch = view.work.scratch
    ranks = scratch[RANKS]
    runs = ends_of(ranks, length) & ranks >> 1 & ranks >> 2 & ranks >> (length - 2)
    while runs:
        place = lowest_one(runs)
        runs &= runs - 1
        suit, low = place // LANE, place % LANE
        more = bit(suit, low - 1) | bit(suit, low + length)
        n = add_run(view, n, suit, low, (1 << length) - 1, 0, length, more)
    return n


@njit
def list_gapped_runs(view, n, size, room):
    """Append `size` naturals, the ends among them, that are all of a run of `room`."""
    ranks = view.work.scratch[RANKS]
    ends = ends_of(ranks, room)
    while ends:
        place = lowest_one(ends)
        ends &= ends - 1
        held = ranks >> place & ((1 << room) - 1)
        if count_ones(held) == size:
            suit, low, gaps = place // LANE, place % LANE, 0
            for step in range(1, room - 1):
                if not held >> step & 1:
                    gaps |= 1 << (13 * suit + low + step)
            n = add_run(view, n, suit, low, held, gaps, room, 0)
    return n


@njit
def add_run(view, n, suit, low, held, gaps, room, more):
    """Append the naturals held of a run: the first copies, and the second ones where there are."""
    scratch, first, second = view.work.scratch, 0, 0
    size = count_ones(held)
    while held:
        kind = 13 * suit + (low + lowest_one(held)) % 13
        held &= held - 1
        number = scratch[FIRST_AT + kind]
        first |= 1 << number
        second |= 1 << (number + (1 if view.me.free[kind] > 1 else 0))
    n = add_block(scratch, n, first, gaps, size, room, more)
    if second != first:
        n = add_block(scratch, n, second, gaps, size, room, more)
    return n
