"""From a hand to the search: which cards are wild, wild melds that are legal by themselves."""

from marriage_stats._jit import njit
from marriage_stats.finish.kernels import (
    FREE,
    NOBODY,
    PURE,
    ROOM,
    RUNS,
    THROWS,
    WILDS,
    search,
)

MAN, SUPERMAN = 52, 53
SAME_RANK = 1 | 1 << 13 | 1 << 26 | 1 << 39


@njit
def alter_of(tiplu):
    """Return the alter's kind: the tiplu's rank in the other suit of its colour."""
    return tiplu + 13 * (3 - 2 * (tiplu // 13))


@njit
def is_wild(tiplu, kind):
    """Return whether a kind is wild for a player who knows the tiplu (-1: superman only)."""
    if kind >= MAN:
        return kind == SUPERMAN or tiplu >= 0
    if tiplu < 0:
        return False
    if kind % 13 == tiplu % 13:
        return True
    near = (kind % 13 - tiplu % 13) % 13
    return kind // 13 == tiplu // 13 and (near == 1 or near == 12)


@njit
def wild_kinds(tiplu):
    """Return the mask of ordinary kinds that are wild for a player who knows the tiplu (-1: none).

    Bit 13 * suit + rank.
    """
    if tiplu < 0:
        return 0
    rank = tiplu % 13
    near = 1 << (rank + 1) % 13 | 1 << (rank + 12) % 13
    return SAME_RANK << rank | near << (tiplu - rank)


@njit
def wild_bits(tiplu, suit):
    """Return the key bits of a suit's wild ranks for a player who knows the tiplu (-1: none)."""
    if tiplu < 0:
        return 0
    rank = tiplu % 13
    bits = 3 << (2 * rank)
    if tiplu // 13 == suit:
        bits |= 3 << (2 * ((rank + 1) % 13)) | 3 << (2 * ((rank + 12) % 13))
    return bits


@njit
def load(stack, counts, tiplu):
    """Put a hand (int[54]) in row 0 of the stack: natural keys, and its wilds."""
    wilds = 0
    for suit in range(4):
        key = 0
        for rank in range(12, -1, -1):
            kind = 13 * suit + rank
            key <<= 2
            if counts[kind]:
                if is_wild(tiplu, kind):
                    wilds += counts[kind]
                else:
                    key |= counts[kind]
        stack[0, suit] = key
    if tiplu >= 0:
        wilds += counts[MAN]
    stack[0, WILDS] = wilds + counts[SUPERMAN]
    stack[0, RUNS] = 0
    stack[0, ROOM] = 0


@njit
def fill_wild_melds(rules, tiplu, melds):
    """Fill melds (int64[13, 4]) with the melds of wild cards that stand for themselves; count them.

    A row lists kinds, -1 for no fourth card.
    """
    rank, suit = tiplu % 13, tiplu // 13
    low, high = 13 * suit + (rank + 12) % 13, 13 * suit + (rank + 1) % 13
    n = 0
    for place in range(7):
        kind = (low, tiplu, high, MAN, 0, 0, 0)[place]
        if place >= 4:
            kind = 13 * ((suit + place - 3) % 4) + rank
        melds[n] = kind
        melds[n, 3] = -1
        n += 1
    if rank > 0 or rules.marriage_meld:
        melds[n, 0], melds[n, 1], melds[n, 2], melds[n, 3] = low, tiplu, high, -1
        n += 1
    for left_out in range(5 if rules.long_trial else 4):
        place = 0
        for other in range(4):
            if other != left_out:
                melds[n, place] = 13 * other + rank
                place += 1
        if place == 3:
            melds[n, 3] = -1
        n += 1
    return n


@njit
def move_meld(counts, meld, step):
    """Add (step 1) or take (step -1) a meld's cards; return whether no count fell below 0."""
    fits = True
    for place in range(4):
        if meld[place] >= 0:
            counts[meld[place]] += step
            fits = fits and counts[meld[place]] >= 0
    return fits


@njit
def arrange_strict(rules, stack, counts, tiplu, replaced, throws, barred, melds, laid):
    """Return the depth of a finish where wild cards alone make no meld, or -1.

    Sets of wild melds that stand for themselves are laid first, in every way; laid (int64[8])
    keeps the rows of melds that lie, ended by -1. counts is restored.
    """
    n = fill_wild_melds(rules, tiplu, melds)
    level = 0
    laid[0] = -1
    depth = arrange_rest(rules, stack, counts, tiplu, replaced, throws, barred)
    candidate = 0
    while depth < 0 and level >= 0:
        if candidate < n and level < 7:
            if move_meld(counts, melds[candidate], -1):
                laid[level] = candidate
                laid[level + 1] = -1
                level += 1
                depth = arrange_rest(rules, stack, counts, tiplu, replaced, throws, barred)
            else:
                move_meld(counts, melds[candidate], 1)
                candidate += 1
        else:
            level -= 1
            if level >= 0:
                candidate = laid[level]
                move_meld(counts, melds[candidate], 1)
                laid[level] = -1
                candidate += 1
    for place in range(max(level, 0)):
        move_meld(counts, melds[laid[place]], 1)
    return depth


@njit
def arrange_rest(rules, stack, counts, tiplu, replaced, throws, barred):
    """Return the depth of a finish of a seen player's cards by the search alone, or -1."""
    load(stack, counts, tiplu)
    stack[0, WILDS] += replaced
    stack[0, FREE] = replaced
    stack[0, THROWS] = throws
    stack[0, PURE] = 0
    return search(rules, stack, barred)


@njit
def arrange_seen(rules, stack, counts, tiplu, replaced, throws, barred, melds, laid):
    """Return the depth of a finish of a seen player's free cards (int[54]), or -1."""
    if rules.all_wild_meld:
        laid[0] = -1
        return arrange_rest(rules, stack, counts, tiplu, replaced, throws, barred)
    return arrange_strict(rules, stack, counts, tiplu, replaced, throws, barred, melds, laid)


@njit
def arrange_unseen(rules, stack, counts, replaced, throws, barred, needed):
    """Return the depth of a finish that needs no knowledge of the tiplu, or -1.

    Man cards lie in a tunnela or are thrown; `needed` pure melds must be among the melds.
    """
    man = counts[MAN]
    for laid in range(2):
        used = replaced - (3 - man if laid else 0)
        left = throws - (0 if laid else man)
        if (laid and rules.man_cards < 3) or used < 0 or left < 0:
            continue
        load(stack, counts, NOBODY)
        stack[0, WILDS] += used
        stack[0, FREE] = used
        stack[0, THROWS] = left
        stack[0, PURE] = needed - laid
        depth = search(rules, stack, barred)
        if depth >= 0:
            return depth
    return -1
