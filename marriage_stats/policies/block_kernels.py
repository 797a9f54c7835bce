"""After seeing: the best blocks of a hand, and what each throw leaves to hope for.

A block is part of a meld: naturals of a run, a trial or a tunnela. A choice of disjoint blocks that
fit into the cards to be melded covers some naturals; wilds fill the gaps; what is still lacking is
the distance, and two of one kind (twins) lack a card that no wild replaces. All choices that cover
the most are visited: every natural outside one may be thrown, and then the cards that extend its
blocks are outs.

Naturals are numbered in order of kind, at most 22; sets of kinds are masks of 52 bits.
"""

from marriage_stats._jit import count_ones, lowest_one, njit
from marriage_stats.finish.hand_kernels import SAME_RANK, wild_bits
from marriage_stats.melds.kernels import count_cards

MAN, SUPERMAN = 52, 53
MOST_CARDS, MOST_BLOCKS = 22, 130
EXTEND_AT, FIRST_AT, RANKS_AT = 0, 360, 412
CARD_AT, SINGLE_AT, THROW_AT, STACK_AT = 480, 504, 528, 552
MASK_AT, OUT_AT, SIZE_AT = 580, 715, 850
COVER, WILDS, CARDS, CAPACITY = 1000, 1001, 1002, 1003
UNION_AT, BEFORE_AT = 1024, 1160
"""Places in `view.work.scratch`: extending kinds of complete blocks; first natural of each kind;
ranks held by suit; kinds of the naturals, outs of each alone, outs after each throw (no throw:
place 22); stack of the search; block masks, their outs, their packed sizes; results of the survey;
cards of each block and later ones, cards that must be in use before each block.
"""
FAR = 99


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
    n = 0
    for suit in range(4):
        bits = wild_bits(view.tiplu, suit)
        wilds += count_cards(me.keys[suit] & bits)
        key, rank, ranks = me.keys[suit] & ~bits, 0, 0
        while key:
            held = key & 3
            if held:
                ranks |= 1 << rank
                scratch[FIRST_AT + 13 * suit + rank] = n
                single = single_outs(suit, rank)
                for _ in range(held):
                    scratch[CARD_AT + n] = 13 * suit + rank
                    scratch[SINGLE_AT + n] = single
                    n += 1
            key >>= 2
            rank += 1
        scratch[RANKS_AT + suit] = ranks
    scratch[CARDS], scratch[WILDS] = n, wilds


@njit
def run_ranks(scratch, suit):
    """Return the ranks of a suit's naturals, the ace at rank 13 too."""
    ranks = scratch[RANKS_AT + suit]
    return ranks | (ranks & 1) << 13


@njit
def add_block(scratch, n, mask, outs, size, capacity, twins, extend):
    """Append a block; return how many there are."""
    if n < MOST_BLOCKS:
        scratch[MASK_AT + n] = mask
        scratch[OUT_AT + n] = outs
        scratch[SIZE_AT + n] = size | capacity << 4 | twins << 8
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
                n = add_block(scratch, n, mask, 0, 3, 3, 0, extend)
    return n


@njit
def add_two(view, n, a, b, outs):
    """Append the blocks of two different kinds, whichever copies."""
    scratch, free = view.work.scratch, view.me.free
    for i in range(free[a]):
        for j in range(free[b]):
            mask = 1 << (scratch[FIRST_AT + a] + i) | 1 << (scratch[FIRST_AT + b] + j)
            n = add_block(scratch, n, mask, outs, 2, 3, 0, 0)
    return n


@njit
def list_blocks(view):
    """Write the blocks, larger ones first; return how many there are."""
    scratch = view.work.scratch
    n = 0
    if view.rules.long_sequence:
        n = list_long_runs(view, n)
    n = list_threes(view, n)
    if view.rules.long_sequence:
        n = list_gapped_runs(scratch, n)
    n = list_twins(scratch, n)
    return list_pairs(view, n)


@njit
def list_threes(view, n):
    """Append runs, tunnelas and trials of three naturals."""
    scratch = view.work.scratch
    for suit in range(4):
        ranks = run_ranks(scratch, suit)
        runs, low = ranks & ranks >> 1 & ranks >> 2, 0
        while runs:
            if runs & 1:
                more = 0
                if view.rules.long_sequence:
                    more = bit(suit, low - 1) | bit(suit, low + 3)
                start = 13 * suit
                last = start + (low + 2) % 13
                n = add_three(view, n, start + low, start + low + 1, last, more)
            runs >>= 1
            low += 1
    for number in range(scratch[CARDS] - 2):
        if scratch[CARD_AT + number] == scratch[CARD_AT + number + 2]:
            n = add_block(scratch, n, 7 << number, 0, 3, 3, 0, 0)
    for left_out in range(4):
        a, b, c = 1 if left_out == 0 else 0, 1 if left_out > 1 else 2, 2 if left_out == 3 else 3
        ranks = scratch[RANKS_AT + a] & scratch[RANKS_AT + b] & scratch[RANKS_AT + c]
        rank = 0
        while ranks:
            if ranks & 1:
                more = bit(left_out, rank) if view.rules.long_trial else 0
                n = add_three(view, n, 13 * a + rank, 13 * b + rank, 13 * c + rank, more)
            ranks >>= 1
            rank += 1
    return n


@njit
def list_twins(scratch, n):
    """Append two of one kind."""
    for number in range(scratch[CARDS] - 1):
        kind = scratch[CARD_AT + number]
        if kind == scratch[CARD_AT + number + 1]:
            n = add_block(scratch, n, 3 << number, 1 << kind, 2, 3, 1, 0)
            if number + 2 < scratch[CARDS] and kind == scratch[CARD_AT + number + 2]:
                n = add_block(scratch, n, 5 << number, 1 << kind, 2, 3, 1, 0)
    return n


@njit
def list_pairs(view, n):
    """Append two naturals of a run or a trial."""
    scratch = view.work.scratch
    for suit in range(4):
        start, ranks = 13 * suit, run_ranks(scratch, suit)
        close, low = ranks & (ranks >> 1 | ranks >> 2), 0
        while close:
            if close & 1:
                if ranks >> (low + 1) & 1:
                    outs = bit(suit, low - 1) | bit(suit, low + 2)
                    n = add_two(view, n, start + low, start + (low + 1) % 13, outs)
                if ranks >> (low + 2) & 1:
                    outs = bit(suit, low + 1)
                    n = add_two(view, n, start + low, start + (low + 2) % 13, outs)
            close >>= 1
            low += 1
        for other in range(suit + 1, 4):
            both, rank = scratch[RANKS_AT + suit] & scratch[RANKS_AT + other], 0
            while both:
                if both & 1:
                    a, b = 13 * suit + rank, 13 * other + rank
                    outs = SAME_RANK << rank & ~(1 << a | 1 << b)
                    n = add_two(view, n, a, b, outs)
                both >>= 1
                rank += 1
    return n


@njit
def list_long_runs(view, n):
    """Append runs of four and five naturals: of the first copies and of the second ones."""
    scratch, free = view.work.scratch, view.me.free
    for length in range(5, 3, -1):
        for suit in range(4):
            ranks = run_ranks(scratch, suit)
            runs, low = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3, 0
            if length == 5:
                runs &= ranks >> 4
            while runs:
                if runs & 1:
                    first, second = 0, 0
                    for step in range(length):
                        kind = 13 * suit + (low + step) % 13
                        number = scratch[FIRST_AT + kind]
                        first |= 1 << number
                        second |= 1 << (number + (1 if free[kind] > 1 else 0))
                    more = bit(suit, low - 1) | bit(suit, low + length)
                    n = add_block(scratch, n, first, 0, length, length, 0, more)
                    if second != first:
                        n = add_block(scratch, n, second, 0, length, length, 0, more)
                runs >>= 1
                low += 1
    return n


@njit
def list_gapped_runs(scratch, n):
    """Append three naturals within a run of four."""
    for suit in range(4):
        ranks = run_ranks(scratch, suit)
        ends, low = ranks & ranks >> 3, 0
        while ends:
            inner = ranks >> (low + 1) & 3
            if ends & 1 and (inner == 1 or inner == 2):
                held, gap = low + inner, low + 3 - inner
                mask = 1 << scratch[FIRST_AT + 13 * suit + low]
                mask |= 1 << scratch[FIRST_AT + 13 * suit + held]
                mask |= 1 << scratch[FIRST_AT + 13 * suit + (low + 3) % 13]
                n = add_block(scratch, n, mask, bit(suit, gap), 3, 4, 0, 0)
            ends >>= 1
            low += 1
    return n


@njit
def note_choice(scratch, depth, used, cover, capacity, throwing):
    """Weigh one choice of blocks: keep the outs of every throw if it covers the most."""
    cards = scratch[CARDS]
    left = cards - count_ones(used)
    room = scratch[CAPACITY] - capacity
    singles = min(room // 3, left - throwing)
    if singles < 0 or cover + singles < scratch[COVER]:
        return
    outs, twin_outs, twins = 0, 0, 0
    for level in range(depth):
        block = scratch[STACK_AT + level]
        outs |= scratch[OUT_AT + block]
        if scratch[SIZE_AT + block] >> 8:
            twin_outs |= scratch[OUT_AT + block]
            twins += 1
        if room > 3 * singles:
            outs |= scratch[EXTEND_AT + block]
    most = scratch[CAPACITY] - scratch[WILDS] - twins
    cover = min(cover + singles, most)
    if cover < scratch[COVER]:
        return
    if cover > scratch[COVER]:
        scratch[COVER] = cover
        for number in range(MOST_CARDS + 1):
            scratch[THROW_AT + number] = 0
    mark = 1 << 61 | 1 << 60
    if cover == most and twins:
        outs, singles, mark = twin_outs, 0, 1 << 61
    unused = ((1 << cards) - 1) & ~used
    once, twice, rest = 0, 0, unused if singles else 0
    while rest:
        single = scratch[SINGLE_AT + lowest_one(rest)]
        rest &= rest - 1
        twice |= once & single
        once |= single
    outs |= mark
    rest = unused
    while rest:
        number = lowest_one(rest)
        rest &= rest - 1
        alone = once & (twice | ~scratch[SINGLE_AT + number])
        scratch[THROW_AT + number] |= outs | alone
    scratch[THROW_AT + MOST_CARDS] |= outs | once


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
    Fills outs by throw: bit 61: the throw keeps the distance; bit 60: a wild lowers it.
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
