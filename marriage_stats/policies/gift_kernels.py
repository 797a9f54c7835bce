"""What a throw gives the next seat: how often it takes the card."""

from marriage_stats._jit import lowest_one, njit
from marriage_stats.finish.hand_kernels import wild_kinds
from marriage_stats.policies.sense_kernels import DUBLEE, MAN, UNSEEN


@njit
def gift(view, kind):
    """Return how often, in thousandths, the next seat takes a thrown card, as what it did tells.

    Weights fitted by least squares to 160,000 throws of `adaptive` in three houses: a seat does not
    want what it has thrown or left lying, nor, before seeing, what lies near cards it has taken,
    for these complete a meld. What may be wild counts twice: a seat that knows takes it, and where
    it may not, the card is worth keeping all the same (told apart in rounds played).
    """
    board = view.board
    after = (view.seat + 1) % view.rules.players
    if after == view.seat:
        return 0
    if kind >= MAN:
        return 1000
    thrown, passed = board.thrown[after, kind], board.passed[after, kind]
    if board.routes[after] == UNSEEN:
        return max(0, 290 - 280 * thrown - 240 * passed - unseen_doubts(view, after, kind))
    if board.routes[after] == DUBLEE:
        return max(0, 280 - 200 * thrown - 140 * passed - 100 * gone(view, after, kind))
    chance = 410 - 270 * thrown - 200 * passed - seen_doubts(view, after, kind)
    return max(0, chance) + (0 if view.tiplu >= 0 else 2 * wild_chance(view, kind))


@njit
def place_near(kind, step):
    """Return the kind some steps up a suit, the ace at either end; -1 where there is none."""
    rank = kind % 13
    at = rank + step
    if at == 13:
        at = 0
    elif rank == 0 and at < 0:
        at += 13
    return kind + at - rank if 0 <= at < 13 else -1


@njit
def unseen_doubts(view, after, kind):
    """Return by how much less often an unseen seat takes a card: what it took, what is gone."""
    known, rank = view.board.known[after], kind % 13
    doubts = 175 * known[kind] + (40 if rank == 0 else 55 if rank in (1, 12) else 0)
    for step in (-2, -1, 1, 2):
        other = place_near(kind, step)
        if other >= 0:
            close = abs(step) == 1
            doubts += (140 if close else 105) * known[other]
            doubts += (31 if close else 15) * gone(view, after, other)
    return doubts


@njit
def seen_doubts(view, after, kind):
    """Return the same for a seat that has seen by sequences; what it threw near by makes up."""
    known, thrown, rank = view.board.known[after], view.board.thrown[after], kind % 13
    doubts = 185 * known[kind] + (40 if rank == 0 else 50 if rank in (1, 12) else 0)
    for suit in range(4):
        other = 13 * suit + rank
        if other != kind:
            doubts += 17 * gone(view, after, other) - 42 * known[other] - 28 * thrown[other]
    for step in (-2, -1, 1, 2):
        other = place_near(kind, step)
        if other >= 0:
            close = abs(step) == 1
            doubts += (20 if close else 16) * gone(view, after, other)
            doubts -= (47 if close else 22) * thrown[other]
    return doubts


@njit
def wild_chance(view, kind):
    """Return how likely, in thousandths, a card is wild, by what seats that know the tiplu tell."""
    odds, kinds, wild, total = view.board.tiplu_odds, wild_kinds(kind), 0, 0
    for tiplu in range(52):
        total += odds[tiplu]
    while kinds:
        wild += odds[lowest_one(kinds)]
        kinds &= kinds - 1
    return 1000 * wild // max(1, total)


@njit
def gone(view, after, kind):
    """Return the copies of a kind that the next seat is known not to hold in its hand."""
    board = view.board
    own = view.me.free[kind] - board.known[view.seat, kind]
    return board.public[kind] + own - board.known[after, kind]
