"""What to show, and what to throw before a show: the melds that leave the best rest.

A plan is a choice of disjoint pure melds; its worth is how near the cards that stay are to the
finish, then how many live cards bring them nearer.
"""

import numpy as np

from marriage_stats._jit import lowest_one, njit
from marriage_stats.melds.kernels import count_melds
from marriage_stats.policies.block_kernels import CARD_AT, CARDS
from marriage_stats.policies.gift_kernels import gift
from marriage_stats.policies.outs_kernels import (
    MAN,
    PLANE_AT,
    SUPERMAN,
    count_outs,
    revive,
)
from marriage_stats.policies.parameters import LAY_MAN
from marriage_stats.policies.sense_kernels import free_cards, near_hand, shift_kind
from marriage_stats.policies.survey_kernels import THROW_AT, survey

DISTANCE_AT, SHOW_AT = 300, 130
CHOSEN_AT, NUMBER_AT, WORST, HOPE_AT = 990, 1010, 1015, 1300
MOST_OUTS = 156
"""Places in `view.work.scratch`: distance after each throw; pure melds of the hand by number; those
of the best plan, of the plan at hand; the best throw before a show, the most that each may be
worth. Live outs are never more than all the ordinary cards.
"""
BEST_SHOW, BEST_THROW, NEAREST, FIRST_NEARER = np.arange(4)
"""What is asked of `best_plan`."""


@njit
def list_shows(view):
    """Write the numbers of the pure melds that lie in the free cards; return how many there are.

    A run of two neighbours and the superman is listed once, the superman at its low end.
    """
    scratch, me = view.work.scratch, view.me
    n = 0
    if me.free[MAN] >= 3:
        scratch[SHOW_AT] = 0
        n = 1
    for suit in range(4):
        key, first = me.keys[suit], 1 + 61 * suit
        held = (key | key >> 1) & 0x1555555
        held |= (held & 1) << 26
        runs, tunnelas = held & held >> 2 & held >> 4, key & key >> 1 & 0x1555555
        while runs:
            scratch[SHOW_AT + n] = first + lowest_one(runs) // 2
            runs &= runs - 1
            n += 1
        while tunnelas:
            scratch[SHOW_AT + n] = first + 12 + lowest_one(tunnelas) // 2
            tunnelas &= tunnelas - 1
            n += 1
        for place in range(36 if me.free[SUPERMAN] else 0):
            low, gap = place // 3, place % 3
            lacks = 21 & ~(1 << (2 * gap))
            if held >> (2 * low) & lacks == lacks and (gap < 2 or low == 0):
                scratch[SHOW_AT + n] = first + 25 + place
                n += 1
    return n


@njit
def name_meld(number, kinds):
    """Write the kinds of the number-th pure meld."""
    suit, which = (number - 1) // 61, (number - 1) % 61
    for place in range(3):
        if number == 0:
            kinds[place] = MAN
        elif which < 12:
            kinds[place] = 13 * suit + (which + place) % 13
        elif which < 25:
            kinds[place] = 13 * suit + which - 12
        elif (which - 25) % 3 == place:
            kinds[place] = SUPERMAN
        else:
            kinds[place] = 13 * suit + ((which - 25) // 3 + place) % 13


@njit
def holds_meld(free, kinds):
    """Return whether the cards of a pure meld are free."""
    if kinds[0] == kinds[1]:
        return free[kinds[0]] >= 3
    return free[kinds[0]] > 0 and free[kinds[1]] > 0 and free[kinds[2]] > 0


@njit
def shift_meld(view, kinds, sign):
    """Take (-1) or give back (1) the free cards of a meld."""
    for place in range(3):
        shift_kind(view, kinds[place], sign)


@njit
def man_bonus(view, kinds):
    """Return the worth of laying three dealt man cards."""
    if kinds[0] == MAN and kinds[1] == MAN and view.me.dealt[MAN]:
        return 50000 if view.params[LAY_MAN] > 0.0 else -5000
    return 0


@njit
def least_lies(bonus, best):
    """Return the distance of the rest above which a plan cannot be worth more than `best`."""
    return (100000 + bonus + MOST_OUTS - best - 1) // 1000


@njit
def most_worth(view, wanted, bonus, best):
    """Return what the rest is worth once a show is laid, with as many outs as there may be.

    Worth of no more than `best`, the bonus added, is not measured: -1.
    """
    least = least_lies(bonus, best)
    melded = 3 * (7 - view.me.exposed - wanted)
    lies = survey(view, melded, free_cards(view) - melded, least)
    return 100000 - 1000 * lies + MOST_OUTS + bonus if lies <= least else -1


@njit
def rest_worth(view, wanted, bonus, best):
    """Return how well the cards that stay in the hand lie together once a show is laid.

    Worth of no more than `best`, the bonus added, is not measured: -1.
    """
    hope = most_worth(view, wanted, bonus, best)
    if hope < 0:
        return -1
    scratch, most, seen = view.work.scratch, 0, 0
    for number in range(scratch[CARDS]):
        outs = scratch[THROW_AT + number]
        if outs != seen:
            most = max(most, count_outs(scratch, outs))
            seen = outs
    return hope - MOST_OUTS + most


@njit
def best_plan(view, wanted, aim, best):
    """Find the melds to show that leave the best rest: write them into the plan, return its worth.

    aim : BEST_SHOW for that; BEST_THROW to find instead the throw that with its best show leaves
    the best rest; NEAREST for no plan, only the worth that the nearest rest may have; FIRST_NEARER
    for the first of such worths
    best : worth to be exceeded, -1 for any; returned where nothing is worth more
    """
    plan, free = view.work.plan, view.me.free
    tables, keys, scratch = view.tables, view.me.keys, view.work.scratch
    chosen = scratch[CHOSEN_AT : CHOSEN_AT + 4]
    numbers = scratch[NUMBER_AT : NUMBER_AT + 4]
    n = list_shows(view)
    level = 0
    numbers[0] = chosen[0] = -1
    while level >= 0:
        numbers[level] += 1
        if numbers[level] >= n:
            level -= 1
            if level >= 0:
                shift_meld(view, plan[level], 1)
            continue
        name_meld(scratch[SHOW_AT + numbers[level]], plan[level])
        if not holds_meld(free, plan[level]):
            continue
        shift_meld(view, plan[level], -1)
        need = wanted - level - 1
        if need > 0:
            if count_melds(tables, keys, free[MAN], free[SUPERMAN]) < need:
                shift_meld(view, plan[level], 1)
                continue
            level += 1
            numbers[level] = numbers[level - 1] - 1
            continue
        bonus = 0
        for row in range(wanted):
            bonus += man_bonus(view, plan[row])
        if aim == BEST_THROW:
            best = best_throw(view, wanted, bonus, best)
        elif aim == BEST_SHOW:
            worth = rest_worth(view, wanted, bonus, best)
            if worth > best:
                best = worth
                for row in range(wanted):
                    chosen[row] = scratch[SHOW_AT + numbers[row]]
        else:
            worth = most_worth(view, wanted, bonus, best)
            if worth > best:
                best = worth
                n = 0 if aim == FIRST_NEARER else n
        shift_meld(view, plan[level], 1)
    if chosen[0] >= 0:
        for row in range(wanted):
            name_meld(chosen[row], plan[row])
    return best


@njit
def note_hopes(view, lies):
    """Write for each throw that keeps a show at hand the most its rest may be worth; return them.

    lies : distance of the rest with all its cards, just surveyed. A throw that does not keep it
    leaves more; one that does leaves no outs but those found for it.
    """
    scratch, free = view.work.scratch, view.me.free
    farther = 100000 - 1000 * (lies + 1) + MOST_OUTS
    kinds = 0
    for kind in range(52):
        held = free[kind] > 0 and scratch[DISTANCE_AT + kind] == 0
        scratch[HOPE_AT + kind] = farther if held else -1
        kinds |= (1 if held else 0) << kind
    for number in range(scratch[CARDS]):
        kind, outs = scratch[CARD_AT + number], scratch[THROW_AT + number]
        if scratch[HOPE_AT + kind] >= 0 and outs:
            later = number + 1
            while later < scratch[CARDS] and scratch[CARD_AT + later] == kind:
                outs |= scratch[THROW_AT + later]
                later += 1
            revived = 1 - (scratch[PLANE_AT + 2] >> kind & 1) if outs >> kind & 1 else 0
            most = 100000 - 1000 * lies + count_outs(scratch, outs) + revived
            scratch[HOPE_AT + kind] = max(scratch[HOPE_AT + kind], most)
    return kinds


@njit
def best_throw(view, wanted, bonus, best):
    """Return the worth of the best throw once a show is laid, `best` if none is better.

    Of equal throws the one that gives least is kept, then the lowest kind. A card less never brings
    the rest nearer, so where the rest with all its cards is too far, no throw is tried; the most
    hopeful ones are tried first.
    """
    scratch = view.work.scratch
    least = least_lies(bonus, best - 1)
    lies = survey(view, 3 * (7 - view.me.exposed - wanted), 1, least)
    if lies > least:
        return best
    kinds = note_hopes(view, lies)
    one, two, three = scratch[PLANE_AT], scratch[PLANE_AT + 1], scratch[PLANE_AT + 2]
    while kinds:
        kind, hope, rest = 0, -1, kinds
        while rest:
            other = lowest_one(rest)
            rest &= rest - 1
            kind = other if scratch[HOPE_AT + other] > hope else kind
            hope = max(hope, scratch[HOPE_AT + other])
        if hope + bonus < best:
            return best
        kinds &= ~(1 << kind)
        sooner = 1 if gives_less(view, kind, scratch[WORST]) else 0
        if hope + bonus <= best - sooner:
            continue
        shift_kind(view, kind, -1)
        revive(scratch, kind)
        worth = rest_worth(view, wanted, bonus, best - sooner)
        scratch[PLANE_AT], scratch[PLANE_AT + 1], scratch[PLANE_AT + 2] = one, two, three
        shift_kind(view, kind, 1)
        if worth > best - sooner:
            best = worth
            scratch[WORST] = kind
    return best


@njit
def gives_less(view, kind, other):
    """Return whether a throw gives the next seat less than another, or as much by a lower kind."""
    if other < 0:
        return False
    mine, its = gift(view, kind), gift(view, other)
    return mine < its or (mine == its and kind < other)


@njit
def nearer_rest(view, wanted, top):
    """Return whether a hand that can show has a nearer rest, once it has, with one card more.

    Outs are not asked for. Where no long run may hold it, a card that is no neighbour of any leaves
    all distances as they are.
    """
    if top < MAN and not view.rules.long_sequence and not near_hand(view, top):
        return False
    before = best_plan(view, wanted, NEAREST, -1)
    shift_kind(view, top, 1)
    after = best_plan(view, wanted, FIRST_NEARER, before)
    shift_kind(view, top, -1)
    return after > before


@njit
def throw_before_show(view, wanted):
    """Return the kind whose throw keeps a show at hand and leaves the best rest after it."""
    view.work.scratch[WORST] = -1
    best_plan(view, wanted, BEST_THROW, -1)
    return view.work.scratch[WORST]
