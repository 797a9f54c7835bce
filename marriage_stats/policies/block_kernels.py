"""After seeing: the best blocks of a hand, and what each throw leaves to hope for.

A block is part of a meld: naturals of a run, a trial or a tunnela. A choice of disjoint blocks that
fit into the cards to be melded covers some naturals; wilds fill the gaps; what is still lacking is
the distance, and two of one kind (twins) lack a card that no wild replaces. All choices that cover
the most are visited: every natural outside one may be thrown, and then the cards that extend its
blocks are outs.

Naturals are numbered in order of kind, at most 22; sets of kinds are masks of 52 bits.
"""

from marriage_stats._jit import njit
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.melds.kernels import popcount
from marriage_stats.policies.outs_kernels import live_copies

MAN, SUPERMAN = 52, 53
MOST_CARDS, MOST_BLOCKS = 22, 130
EXTEND_AT = 0
CARD_AT, SINGLE_AT, THROW_AT, STACK_AT, PLANE_AT = 480, 504, 528, 552, 568
MASK_AT, OUT_AT, SIZE_AT = 580, 715, 850
COVER, WILDS, CARDS, CAPACITY = 1000, 1001, 1002, 1003
"""Places in `view.work.scratch`: extending kinds of complete blocks; kinds of the naturals, outs of
each alone, outs after each throw (no throw: place 22); stack of the search; three masks of live
kinds; block masks, their outs, their packed sizes; results of the survey."""
LOW = (1 << 26) - 1


@njit
def bit(suit, rank):
    """Return the mask of a kind by suit and rank, the ace at rank 13 too; 0 outside."""
    if rank < 0 or rank > 13:
        return 0
    return 1 << (13 * suit + rank % 13)


@njit
def count_bits(mask):
    """Return the bits of a mask of 52 bits."""
    return popcount(mask & LOW) + popcount(mask >> 26)


@njit
def note_planes(view):
    """Write the masks of natural kinds with at least 1, 2, 3 live copies; return live wilds."""
    one, two, three, wilds = 0, 0, 0, 0
    for kind in range(54):
        live = live_copies(view, kind)
        if live <= 0:
            continue
        if kind >= MAN or is_wild(view.tiplu, kind):
            wilds += live
            continue
        one |= 1 << kind
        if live > 1:
            two |= 1 << kind
        if live > 2:
            three |= 1 << kind
    scratch = view.work.scratch
    scratch[PLANE_AT], scratch[PLANE_AT + 1], scratch[PLANE_AT + 2] = one, two, three
    return wilds


@njit
def count_outs(scratch, mask):
    """Return the live copies of a set of kinds."""
    return (
        count_bits(mask & scratch[PLANE_AT])
        + count_bits(mask & scratch[PLANE_AT + 1])
        + count_bits(mask & scratch[PLANE_AT + 2])
    )


@njit
def list_naturals(view):
    """Write the kinds of the free cards that are not wild, card by card."""
    scratch, free = view.work.scratch, view.me.free
    n, wilds = 0, 0
    for kind in range(54):
        if free[kind] == 0:
            continue
        if (kind >= MAN and view.tiplu >= 0) or is_wild(view.tiplu, kind):
            wilds += free[kind]
            continue
        if kind >= MAN:
            continue
        for _ in range(free[kind]):
            if n < MOST_CARDS:
                scratch[CARD_AT + n] = kind
                n += 1
    scratch[CARDS], scratch[WILDS] = n, wilds


@njit
def near_outs(suit, low, high):
    """Return the kinds that complete a run of three from two ranks of one suit (low < high)."""
    if high - low == 1:
        mask = bit(suit, high + 1)
        return mask | (bit(suit, low - 1) if low > 0 else 0)
    return bit(suit, low + 1)


@njit
def pair_outs(a, b):
    """Return the kinds that complete a meld of three from two natural kinds a <= b, or 0."""
    if a == b:
        return 1 << a
    if a % 13 == b % 13:
        mask = 0
        for suit in range(4):
            if suit != a // 13 and suit != b // 13:
                mask |= bit(suit, a % 13)
        return mask
    if a // 13 != b // 13:
        return 0
    suit, low, high = a // 13, a % 13, b % 13
    if high - low <= 2:
        return near_outs(suit, low, high)
    if low == 0 and high >= 11:
        return near_outs(suit, high, 13)
    return 0


@njit
def single_outs(kind):
    """Return the kinds that share a meld of three with a natural kind, its own left out."""
    suit, rank = kind // 13, kind % 13
    mask = 0
    for other in range(4):
        if other != suit:
            mask |= bit(other, rank)
    for step in (-2, -1, 1, 2):
        if 0 <= rank + step:
            mask |= bit(suit, rank + step)
    if rank == 0:
        mask |= bit(suit, 12) | bit(suit, 11)
    return mask


@njit
def is_meld(a, b, c):
    """Return 1 for a run or tunnela of three natural kinds a <= b <= c, 2 for a trial, else 0."""
    if a == b or b == c:
        return 1 if a == c else 0
    if a % 13 == b % 13 and b % 13 == c % 13:
        return 2
    suit = a // 13
    if b // 13 != suit or c // 13 != suit:
        return 0
    low, middle, high = a % 13, b % 13, c % 13
    if middle == low + 1 and high == low + 2:
        return 1
    return 1 if low == 0 and middle == 11 and high == 12 else 0


@njit
def extending(view, a, b, c, what):
    """Return the kinds that lengthen a complete meld where the house allows it."""
    if what == 2:
        if not view.rules.long_trial:
            return 0
        suits = 6 - a // 13 - b // 13 - c // 13
        return bit(suits, a % 13)
    if a == c or not view.rules.long_sequence:
        return 0
    suit = a // 13
    low, high = a % 13, c % 13
    if high - low > 2:
        low, high = b % 13, 13
    return (bit(suit, low - 1) if low > 0 else 0) | bit(suit, high + 1)


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
def list_blocks(view):
    """Write the blocks, larger ones first; return how many there are."""
    scratch = view.work.scratch
    cards = scratch[CARDS]
    n = 0
    if view.rules.long_sequence:
        n = list_long_runs(scratch, n)
    for i in range(cards):
        a = scratch[CARD_AT + i]
        for j in range(i + 1, cards):
            b = scratch[CARD_AT + j]
            if pair_outs(a, b) == 0:
                continue
            for k in range(j + 1, cards):
                c = scratch[CARD_AT + k]
                what = is_meld(a, b, c)
                if what:
                    more = extending(view, a, b, c, what)
                    n = add_block(scratch, n, 1 << i | 1 << j | 1 << k, 0, 3, 3, 0, more)
    if view.rules.long_sequence:
        n = list_gapped_runs(scratch, n)
    for i in range(cards):
        a = scratch[CARD_AT + i]
        for j in range(i + 1, cards):
            b = scratch[CARD_AT + j]
            outs = pair_outs(a, b)
            if outs:
                n = add_block(scratch, n, 1 << i | 1 << j, outs, 2, 3, 1 if a == b else 0, 0)
    return n


@njit
def card_number(scratch, suit, rank, copy):
    """Return the number of a copy of a natural (the last there is), -1 if none is held."""
    found = -1
    for number in range(scratch[CARDS]):
        if scratch[CARD_AT + number] == 13 * suit + rank % 13:
            found = number
            if copy == 0:
                return found
            copy -= 1
    return found


@njit
def list_long_runs(scratch, n):
    """Append runs of four and five naturals."""
    for length in (5, 4):
        for suit in range(4):
            for low in range(15 - length):
                for copy in range(2):
                    mask, last = 0, 0
                    for step in range(length):
                        number = card_number(scratch, suit, low + step, copy)
                        if number < 0:
                            mask = -1
                            break
                        mask |= 1 << number
                        if copy and card_number(scratch, suit, low + step, 0) != number:
                            last = 1
                    if mask > 0 and (copy == 0 or last):
                        more = bit(suit, low + length)
                        more |= bit(suit, low - 1) if low > 0 else 0
                        n = add_block(scratch, n, mask, 0, length, length, 0, more)
    return n


@njit
def list_gapped_runs(scratch, n):
    """Append three naturals within a run of four."""
    for suit in range(4):
        for low in range(11):
            first, last = card_number(scratch, suit, low, 0), card_number(scratch, suit, low + 3, 0)
            if first < 0 or last < 0:
                continue
            for gap in range(1, 3):
                inner = card_number(scratch, suit, low + 3 - gap, 0)
                if inner >= 0 and card_number(scratch, suit, low + gap, 0) < 0:
                    mask = 1 << first | 1 << last | 1 << inner
                    n = add_block(scratch, n, mask, bit(suit, low + gap), 3, 4, 0, 0)
    return n


@njit
def note_choice(scratch, depth, used, cover, capacity, throwing):
    """Weigh one choice of blocks: keep the outs of every throw if it covers the most."""
    cards = scratch[CARDS]
    left = cards - popcount(used)
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
    if singles == 0:
        outs |= mark
        for number in range(cards):
            if not used >> number & 1:
                scratch[THROW_AT + number] |= outs
        scratch[THROW_AT + MOST_CARDS] |= outs
        return
    once, twice = 0, 0
    for number in range(cards):
        if not used >> number & 1:
            twice |= once & scratch[SINGLE_AT + number]
            once |= scratch[SINGLE_AT + number]
    for number in range(cards):
        if not used >> number & 1:
            alone = once & (twice | ~scratch[SINGLE_AT + number])
            scratch[THROW_AT + number] |= outs | mark | alone
    scratch[THROW_AT + MOST_CARDS] |= outs | mark | once


@njit
def survey(view, melded, throwing):
    """Visit the best choices of blocks for `melded` cards to be melded; return the distance.

    throwing : 1 if one more card is held, which will be thrown
    Fills outs by throw: bit 61: the throw keeps the distance; bit 60: a wild lowers it.
    """
    scratch = view.work.scratch
    list_naturals(view)
    for number in range(scratch[CARDS]):
        scratch[SINGLE_AT + number] = single_outs(scratch[CARD_AT + number])
    n = list_blocks(view)
    scratch[CAPACITY] = melded
    scratch[COVER] = -1
    search_blocks(scratch, n, throwing)
    return melded - scratch[WILDS] - scratch[COVER]


@njit
def search_blocks(scratch, n, throwing):
    """Visit every choice of disjoint blocks that may cover the most."""
    depth, used, cover, capacity = 0, 0, 0, 0
    limit = scratch[CAPACITY]
    note_choice(scratch, 0, 0, 0, 0, throwing)
    block = 0
    while True:
        if block < n:
            packed = scratch[SIZE_AT + block]
            size, room = packed & 15, packed >> 4 & 15
            most = cover + min(limit - capacity, size * ((limit - capacity) // 3 + 1))
            if (limit - capacity) % 3 == 0:
                most = cover + max(size * (limit - capacity) // 3, 0)
            if most >= scratch[COVER] and capacity + 3 <= limit:
                if capacity + room <= limit and not used & scratch[MASK_AT + block]:
                    scratch[STACK_AT + depth] = block
                    depth += 1
                    used |= scratch[MASK_AT + block]
                    cover += size
                    capacity += room
                    note_choice(scratch, depth, used, cover, capacity, throwing)
                block += 1
                continue
        if depth == 0:
            return
        depth -= 1
        block = scratch[STACK_AT + depth]
        used &= ~scratch[MASK_AT + block]
        cover -= scratch[SIZE_AT + block] & 15
        capacity -= scratch[SIZE_AT + block] >> 4 & 15
        block += 1
