"""What policies share: readings of a view that several of them need."""

from marriage_stats._jit import byte_of, count_ones, njit
from marriage_stats.finish.plane_kernels import (
    ALL,
    cards_in,
    high_plane,
    low_plane,
    suit_key,
    wild_plane,
)
from marriage_stats.finish.quick_kernels import list_trials
from marriage_stats.melds.kernels import (
    count_melds,
    distance_to_dublees,
    distance_to_sequences,
    occupied,
)

UNSEEN, SEQUENCE, DUBLEE = 0, 1, 2
MAN, SUPERMAN = 52, 53
FAR = 99
TRIALS_AT = 160
"""Place in `view.work` from which the trial scratch starts."""
TWO_EITHER_SIDE = 0x145
"""Ranks of a suit key next to the third one, and next but one."""


@njit
def may_throw_kind(view, kind):
    """Return whether a free kind may be thrown: not the very card just picked."""
    return view.me.free[kind] > (1 if kind == view.me.picked else 0)


@njit
def free_cards(view):
    """Return the number of free cards."""
    n = 0
    for kind in range(54):
        n += view.me.free[kind]
    return n


@njit
def shift_kind(view, kind, sign):
    """Add (1) or take (-1) a card of a kind to the seat's own counts; callers undo it."""
    view.me.free[kind] += sign
    if kind < 52:
        view.me.keys[kind // 13] += sign << (2 * (kind % 13))


@njit
def sequence_distance(view):
    """Return the cards missing to see by sequences, exposed tunnelas counted."""
    wanted = 3 - view.me.exposed
    free = view.me.free
    return distance_to_sequences(
        view.tables, view.rules, view.me.keys, free[MAN], free[SUPERMAN], wanted
    )


@njit
def dublee_distance(view):
    """Return the cards missing to see by dublees, FAR where the route is closed."""
    if not view.rules.dublee_route:
        return FAR
    return distance_to_dublees(view.rules, view.me.keys, view.me.free[MAN], 7 - view.me.exposed)


@njit
def finish_distance(view):
    """Return about how many cards are missing to finish after seeing by sequences.

    Most free cards that lie in as many blocks of three as the hand has room for, wilds filling up;
    exact for three-card runs and trials but for pairs that only a third copy completes.
    """
    free, wild = view.me.free, wild_plane(view.tiplu)
    low, high = low_plane(view.me.keys), high_plane(view.me.keys)
    wilds = free[MAN] + free[SUPERMAN] + cards_in(low, high, wild)
    low, high = low & ~wild, high & ~wild
    blocks = (cards_in(low, high, ALL) + wilds) // 3
    covered = most_covered(view.tables.cover, low, high, blocks, view.work.scratch[TRIALS_AT:])
    return max(0, 3 * blocks - wilds - covered)


@njit
def most_covered(cover, low, high, blocks, scratch):
    """Return the most cards in `blocks` blocks: partial trials first chosen, then suits joined."""
    best = suits_covered(cover, low, high, blocks)
    n = list_trials(low, high, False, scratch)
    level, at, covered = 0, 0, 0
    while True:
        if at < n and level < blocks:
            trial = scratch[at]
            if (low | high) & trial == trial:
                low ^= trial
                high ^= trial & low
                covered += count_ones(trial)
                scratch[n + level] = at
                level += 1
                best = max(best, covered + suits_covered(cover, low, high, blocks - level))
            else:
                at += 1
        elif level == 0:
            return best
        else:
            level -= 1
            at = scratch[n + level]
            trial = scratch[at]
            high ^= trial & low
            low ^= trial
            covered -= count_ones(trial)
            at += 1


@njit
def suits_covered(cover, low, high, blocks):
    """Return the most cards of four suits in at most 4 blocks of runs and tunnelas."""
    joined = block_totals(byte_of(cover, suit_key(low, high, 0)))
    for suit in range(1, 4):
        joined = join_totals(joined, block_totals(byte_of(cover, suit_key(low, high, suit))))
    return joined >> (5 * min(blocks, 4)) & 31


@njit
def block_totals(packed):
    """Return the cards in 0..4 blocks, 5 bits each, from packed steps of one suit."""
    one = packed & 3
    two = one + (packed >> 2 & 3)
    three = two + (packed >> 4 & 3)
    return one << 5 | two << 10 | three << 15 | (three + (packed >> 6)) << 20


@njit
def join_totals(first, second):
    """Return the most cards in 0..4 blocks of two groups of suits, 5 bits each."""
    joined = 0
    for blocks in range(1, 5):
        best = 0
        for part in range(blocks + 1):
            best = max(best, (first >> (5 * part) & 31) + (second >> (5 * (blocks - part)) & 31))
        joined |= best << (5 * blocks)
    return joined


@njit
def held_around(view, kind):
    """Return a bit for each free rank within two of a kind in its suit, the ace at either end."""
    rank, held = kind % 13, occupied(view.me.keys[kind // 13])
    around = (held | (held & 1) << 26) << 4 >> (2 * rank) & TWO_EITHER_SIDE
    return around | (held >> 22 << 10 if rank == 0 else 0)


@njit
def company(view, kind):
    """Return how many own free cards could share a meld with a kind: a tie-breaker."""
    if kind >= MAN:
        return FAR
    return 2 * (view.me.free[kind] - 1) + count_ones(held_around(view, kind))


@njit
def near_hand(view, top):
    """Return whether a natural kind could share a meld with some free natural."""
    suit, rank, keys = top // 13, top % 13, view.me.keys
    if keys[suit] >> (2 * rank) & 2 or held_around(view, top):
        return True
    for other in range(4):
        if other != suit and keys[other] >> (2 * rank) & 3:
            return True
    return False


@njit
def keeps_melds(view, kind):
    """Return whether exposing a dealt tunnela leaves as many pure melds as the hand holds."""
    free = view.me.free
    before = count_melds(view.tables, view.me.keys, free[MAN], free[SUPERMAN])
    for _ in range(3):
        shift_kind(view, kind, -1)
    after = 1 + count_melds(view.tables, view.me.keys, free[MAN], free[SUPERMAN])
    for _ in range(3):
        shift_kind(view, kind, 1)
    return after >= before
