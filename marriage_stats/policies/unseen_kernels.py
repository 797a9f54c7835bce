"""Decisions before seeing: which card to throw, when to pick up, what to show."""

from marriage_stats._jit import njit
from marriage_stats.melds.kernels import count_melds
from marriage_stats.policies.block_kernels import (
    CARDS,
    THROW_AT,
    count_outs,
    note_planes,
    survey,
)
from marriage_stats.policies.outs_kernels import (
    MAN,
    SUPERMAN,
    hand_outs,
    live_copies,
    note_live,
    note_words,
    shifted_outs,
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
SCORE_AT = 300
CHOSEN_AT, NUMBER_AT = 990, 1010


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
def throw_for_sequences(view):
    """Return the kind whose throw leaves the least distance, then the most live outs."""
    wanted, params = wanted_melds(view), view.params
    scores = view.work.scratch[SCORE_AT : SCORE_AT + 53]
    best, worst = -FAR_OFF, -1
    for kind in range(53):
        scores[kind] = -FAR_OFF
        if not may_throw_kind(view, kind):
            continue
        distance, outs = shifted_outs(view, kind, -1, wanted)
        if params[LIVE_OUTS] == 0.0:
            outs = 0
        score = 64 * (256 * outs - STEP * distance) - company(view, kind)
        if kind == MAN:
            score -= 64 * STEP * 4
        elif params[FEED_UNSEEN] > 0.0:
            score -= int(params[FEED_UNSEEN] * 16384.0 * gift(view, kind))
        scores[kind] = score - (8 if view.me.free[kind] == 2 else 0)
        if scores[kind] > best:
            best, worst = scores[kind], kind
    if best > -32 * STEP and wanted > 0 and params[PLAN_SHOW] > 0.0:
        return throw_before_show(view, scores, wanted)
    return worst


@njit
def throw_before_show(view, scores, wanted):
    """Return the kind whose throw keeps a show at hand and leaves the best rest after it."""
    best, worst = -1, -1
    for kind in range(53):
        if scores[kind] > -32 * STEP:
            shift_kind(view, kind, -1)
            worth = best_plan(view, wanted)
            shift_kind(view, kind, 1)
            if worth > best:
                best, worst = worth, kind
    return worst


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
    after, more = shifted_outs(view, top, 1, wanted_melds(view))
    if after < before:
        return 1
    ratio = view.params[PICK_OUTS]
    if ratio > 0.0 and after == before and more > ratio * outs:
        return 1
    return 0


@njit
def candidate_show(free, number, kinds):
    """Write the number-th pure meld into kinds; return whether its cards are free.

    Numbers: 0 three man cards, then by suit 12 runs, 13 tunnelas, 36 runs with the superman.
    """
    if number == 0:
        kinds[0] = kinds[1] = kinds[2] = MAN
        return free[MAN] >= 3
    suit, which = (number - 1) // 61, (number - 1) % 61
    if 12 <= which < 25:
        kinds[0] = kinds[1] = kinds[2] = 13 * suit + which - 12
        return free[kinds[0]] >= 3
    start, gap = which, -1
    if which >= 25:
        start, gap = (which - 25) // 3, (which - 25) % 3
        if not free[SUPERMAN]:
            return False
    fits = True
    for place in range(3):
        kinds[place] = SUPERMAN if place == gap else 13 * suit + (start + place) % 13
        fits = fits and free[kinds[place]] > 0
    return fits


@njit
def shift_meld(view, kinds, sign):
    """Take (-1) or give back (1) the free cards of a meld."""
    for place in range(3):
        shift_kind(view, kinds[place], sign)


@njit
def rest_worth(view, wanted):
    """Return how well the cards that stay in the hand lie together once a show is laid."""
    scratch = view.work.scratch
    lies = survey(view, 3 * (7 - view.me.exposed - wanted), 1)
    most = 0
    for number in range(scratch[CARDS]):
        most = max(most, count_outs(scratch, scratch[THROW_AT + number]))
    return 100000 - 1000 * lies + most


@njit
def best_plan(view, wanted):
    """Write the melds to show into the plan, those that leave the best rest; return its worth."""
    plan, free = view.work.plan, view.me.free
    tables, keys = view.tables, view.me.keys
    chosen = view.work.scratch[CHOSEN_AT : CHOSEN_AT + 4]
    note_planes(view)
    level, best = 0, -1
    numbers = view.work.scratch[NUMBER_AT : NUMBER_AT + 4]
    numbers[0] = -1
    while level >= 0:
        numbers[level] += 1
        if numbers[level] >= 245:
            level -= 1
            if level >= 0:
                shift_meld(view, plan[level], 1)
            continue
        if not candidate_show(free, numbers[level], plan[level]):
            continue
        shift_meld(view, plan[level], -1)
        need = wanted - level - 1
        if count_melds(tables, keys, free[MAN], free[SUPERMAN]) < need:
            shift_meld(view, plan[level], 1)
            continue
        if need > 0:
            level += 1
            numbers[level] = numbers[level - 1] - 1
            continue
        worth = rest_worth(view, wanted)
        for row in range(wanted):
            worth += man_bonus(view, plan[row])
        if worth > best:
            best = worth
            for row in range(wanted):
                chosen[row] = numbers[row]
        shift_meld(view, plan[level], 1)
    if best >= 0:
        for row in range(wanted):
            name_meld(chosen[row], plan[row])
    return best


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
        best_plan(view, wanted_melds(view))
    return SEQUENCE
