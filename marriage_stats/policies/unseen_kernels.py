"""Decisions before seeing: which card to throw, when to pick up, what to show."""

from marriage_stats._jit import njit
from marriage_stats.melds.kernels import count_melds
from marriage_stats.policies.block_kernels import (
    CARDS,
    THROW_AT,
    survey,
)
from marriage_stats.policies.outs_kernels import (
    MAN,
    PLANE_AT,
    SUPERMAN,
    changed_distance,
    changed_outs,
    changed_printed,
    count_outs,
    hand_outs,
    live_copies,
    note_live,
    note_words,
    revive,
)
from marriage_stats.policies.parameters import (
    DUBLEE_BASE,
    DUBLEE_ONLY,
    DUBLEE_OUTS,
    DUBLEE_ROUTE,
    DUBLEE_SLOPE,
    DUBLEE_TURN,
    FEED_UNSEEN,
    LAY_MAN,
    LIVE_OUTS,
    PICK_OUTS,
    PICK_UP,
    PLAN_SHOW,
    SHOW_WAIT,
)
from marriage_stats.policies.sense_kernels import (
    DUBLEE,
    SEQUENCE,
    company,
    dublee_distance,
    gift,
    may_throw_kind,
    shift_kind,
)

STEP, FAR_OFF = 1 << 20, 1 << 60
DISTANCE_AT, SHOW_AT = 300, 130
CHOSEN_AT, NUMBER_AT, WORST = 990, 1010, 1015
MOST_OUTS = 156
"""Places in `view.work.scratch`: distance after each throw; pure melds of the hand by number; those
of the best plan, of the plan at hand; the best throw before a show. Live outs are never more than
all the ordinary cards."""


@njit
def note_hand(view):
    """Prepare the look-ups of a decision before seeing."""
    note_live(view)
    note_words(view)


@njit
def wanted_melds(view):
    """Return the pure melds to find among the free cards."""
    return max(0, 3 - view.me.exposed)


@njit
def own_outs(view):
    """Return (distance by sequences, live outs) of the free cards."""
    return hand_outs(view, view.me.free[MAN], view.me.free[SUPERMAN], wanted_melds(view))


@njit
def dublee_outs(view):
    """Return the live cards that make a dublee of a single."""
    outs = 0
    for kind in range(53):
        if view.me.free[kind] == 1:
            outs += max(0, live_copies(view, kind))
    return outs


@njit
def follows_dublees(view):
    """Return whether dublees are the nearer way to see."""
    params = view.params
    if not view.rules.dublee_route or params[DUBLEE_ROUTE] == 0.0:
        return False
    if params[DUBLEE_ONLY] > 0.0:
        return True
    lacking = dublee_distance(view)
    distance, outs = own_outs(view)
    lead = distance - params[DUBLEE_SLOPE] * lacking - params[DUBLEE_BASE]
    lead -= params[DUBLEE_OUTS] * (outs - 24) + params[DUBLEE_TURN] * view.me.draws
    return lead >= 0.0


@njit
def throw_for_dublees(view):
    """Return the kind to throw on the way to seven dublees: the deadest card that pairs nothing."""
    best, worst = 1 << 60, -1
    for kind in range(54):
        if not may_throw_kind(view, kind):
            continue
        held = view.me.free[kind]
        score = 0
        if held == 1 and kind != SUPERMAN:
            score = 1000 * max(0, live_copies(view, kind))
        elif held == 2:
            score = 1000 * 1000
        if kind >= MAN:
            score += 3000
        score += company(view, kind)
        if score < best:
            best, worst = score, kind
    return worst


@njit
def note_distances(view):
    """Write the distance after each throw of an ordinary kind; return the least of them."""
    scratch, keys = view.work.scratch, view.me.keys
    least = FAR_OFF
    for kind in range(52):
        scratch[DISTANCE_AT + kind] = FAR_OFF
        if may_throw_kind(view, kind):
            suit = kind // 13
            distance = changed_distance(view, suit, keys[suit] - (1 << (2 * (kind % 13))))
            scratch[DISTANCE_AT + kind] = distance
            least = min(least, distance)
    return least


@njit
def throw_for_sequences(view):
    """Return the kind whose throw leaves the least distance, then the most live outs."""
    wanted, params, scratch = wanted_melds(view), view.params, view.work.scratch
    own_outs(view)
    least = note_distances(view)
    if least == 0 and wanted > 0 and params[PLAN_SHOW] > 0.0:
        return throw_before_show(view, wanted)
    best, worst = -FAR_OFF, -1
    for kind in range(52):
        if scratch[DISTANCE_AT + kind] > least:
            continue
        outs, suit = 0, kind // 13
        if params[LIVE_OUTS] > 0.0:
            outs = changed_outs(view, suit, view.me.keys[suit] - (1 << (2 * (kind % 13))), least)
        score = 64 * 256 * outs - (8 if view.me.free[kind] == 2 else 0)
        if score <= best:
            continue
        score -= company(view, kind)
        if params[FEED_UNSEEN] > 0.0:
            score -= int(params[FEED_UNSEEN] * 16384.0 * gift(view, kind))
        if score > best:
            best, worst = score, kind
    return worst if worst >= 0 else MAN


@njit
def throw_before_show(view, wanted):
    """Return the kind whose throw keeps a show at hand and leaves the best rest after it."""
    view.work.scratch[WORST] = -1
    best_plan(view, wanted, True)
    return view.work.scratch[WORST]


@njit
def best_throw(view, wanted, bonus, best):
    """Return the worth of the best throw once a show is laid, `best` if none is better.

    Of equal throws the first kind is kept. A card less never brings the rest nearer, so where the
    rest with all its cards is too far, no throw is tried.
    """
    scratch, free = view.work.scratch, view.me.free
    least = least_lies(bonus, best - 1)
    if survey(view, 3 * (7 - view.me.exposed - wanted), 1, least) > least:
        return best
    one, two, three = scratch[PLANE_AT], scratch[PLANE_AT + 1], scratch[PLANE_AT + 2]
    for kind in range(52):
        if free[kind] > 0 and scratch[DISTANCE_AT + kind] == 0:
            shift_kind(view, kind, -1)
            revive(scratch, kind)
            sooner = 1 if kind < scratch[WORST] else 0
            worth = rest_worth(view, wanted, bonus, best - sooner)
            scratch[PLANE_AT], scratch[PLANE_AT + 1], scratch[PLANE_AT + 2] = one, two, three
            shift_kind(view, kind, 1)
            if worth > best - sooner:
                best = worth
                scratch[WORST] = kind
    return best


@njit
def throw_unseen(view):
    """Return the kind to throw before seeing."""
    note_hand(view)
    if follows_dublees(view):
        return throw_for_dublees(view)
    return throw_for_sequences(view)


@njit
def pick_unseen(view):
    """Return 1 if the top discard brings the show nearer."""
    top = view.board.top
    if view.params[PICK_UP] == 0.0:
        return 0
    note_hand(view)
    if follows_dublees(view):
        return 1 if top != SUPERMAN and view.me.free[top] == 1 else 0
    before, outs = own_outs(view)
    suit, ratio = top // 13, view.params[PICK_OUTS]
    if top >= MAN:
        after = changed_printed(view, top)
        return 1 if after < before else 0
    key = view.me.keys[suit] + (1 << (2 * (top % 13)))
    after = changed_distance(view, suit, key)
    if after < before:
        return 1
    if ratio > 0.0 and after == before and changed_outs(view, suit, key, after) > ratio * outs:
        return 1
    return 0


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
        for low in range(12):
            if held >> (2 * low) & 21 == 21:
                scratch[SHOW_AT + n] = first + low
                n += 1
        for rank in range(13):
            if key >> (2 * rank) & 3 == 3:
                scratch[SHOW_AT + n] = first + 12 + rank
                n += 1
        for place in range(36 if me.free[SUPERMAN] else 0):
            low, gap = place // 3, place % 3
            lacks = 21 & ~(1 << (2 * gap))
            if held >> (2 * low) & lacks == lacks and (gap < 2 or low == 0):
                scratch[SHOW_AT + n] = first + 25 + place
                n += 1
    return n


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
def least_lies(bonus, best):
    """Return the distance of the rest above which a plan cannot be worth more than `best`."""
    return (100000 + bonus + MOST_OUTS - best - 1) // 1000


@njit
def rest_worth(view, wanted, bonus, best):
    """Return how well the cards that stay in the hand lie together once a show is laid.

    Worth of no more than `best`, the bonus added, is not measured: -1.
    """
    scratch = view.work.scratch
    least = least_lies(bonus, best)
    lies = survey(view, 3 * (7 - view.me.exposed - wanted), 1, least)
    if lies > least:
        return -1
    most, seen = 0, 0
    for number in range(scratch[CARDS]):
        outs = scratch[THROW_AT + number]
        if outs != seen:
            most = max(most, count_outs(scratch, outs))
            seen = outs
    return 100000 - 1000 * lies + most + bonus


@njit
def best_plan(view, wanted, throwing):
    """Find the melds to show that leave the best rest: write them into the plan.

    throwing : find instead the throw that with its best show leaves the best rest
    """
    plan, free = view.work.plan, view.me.free
    tables, keys, scratch = view.tables, view.me.keys, view.work.scratch
    chosen = scratch[CHOSEN_AT : CHOSEN_AT + 4]
    numbers = scratch[NUMBER_AT : NUMBER_AT + 4]
    n = list_shows(view)
    level, best = 0, -1
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
        if throwing:
            best = best_throw(view, wanted, bonus, best)
        else:
            worth = rest_worth(view, wanted, bonus, best)
            if worth > best:
                best = worth
                for row in range(wanted):
                    chosen[row] = scratch[SHOW_AT + numbers[row]]
        shift_meld(view, plan[level], 1)
    if chosen[0] >= 0:
        for row in range(wanted):
            name_meld(chosen[row], plan[row])


@njit
def man_bonus(view, kinds):
    """Return the worth of laying three dealt man cards."""
    if kinds[0] == MAN and kinds[1] == MAN and view.me.dealt[MAN]:
        return 50000 if view.params[LAY_MAN] > 0.0 else -5000
    return 0


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
def show_unseen(view):
    """Return how to show: 1 sequences, 2 dublees, 0 not yet."""
    note_hand(view)
    distance, _ = own_outs(view)
    by_dublees = dublee_distance(view) == 0
    me = view.me
    ready = me.qualified_dublee if me.qualified_sequence < 0 else me.qualified_sequence
    if me.draws - ready < view.params[SHOW_WAIT]:
        return 0
    if by_dublees and (distance > 0 or follows_dublees(view)):
        return DUBLEE if view.params[DUBLEE_ROUTE] > 0.0 else 0
    if view.params[DUBLEE_ONLY] > 0.0:
        return DUBLEE if by_dublees else 0
    if view.params[PLAN_SHOW] > 0.0 and wanted_melds(view) > 0:
        best_plan(view, wanted_melds(view), False)
    return SEQUENCE
