"""What a seat may do now. Written once: the engine, transcripts and tests all ask here."""

from marriage_stats._jit import njit
from marriage_stats.engine.card_kernels import find_card, kind_of
from marriage_stats.finish.hand_kernels import is_wild
from marriage_stats.melds.kernels import count_pairs
from marriage_stats.melds.word_kernels import kept_word, melds_held

UNSEEN, SEQUENCE, DUBLEE = 0, 1, 2
NOBODY_BARRED, DUBLEE_BARRED, SEEN_BARRED = 0, 1, 2
MAN, SUPERMAN = 52, 53


@njit
def known_tiplu(state, seat):
    """Return the tiplu as far as a seat knows it, -1 before it has seen."""
    return state.deck.tiplu if state.board.routes[seat] else -1


@njit
def holds_sequences(tables, state, seat):
    """Return whether a seat holds three pure melds, its exposed tunnelas among them."""
    free, keys = state.hands[seat].free, state.hands[seat].keys
    melds = state.hands[seat].exposed + (1 if free[MAN] == 3 else 0)
    gain = 0
    for suit in range(4):
        held = melds_held(kept_word(tables.need, tables.places, tables.words, keys[suit]))
        if free[SUPERMAN]:
            helped = kept_word(tables.need_super, tables.places, tables.words_super, keys[suit])
            gain = max(gain, melds_held(helped) - held)
        melds += held
    return melds + gain >= 3


@njit
def free_pairs(state, seat):
    """Return the dublees among a seat's free cards."""
    return count_pairs(state.hands[seat].keys, state.hands[seat].free[MAN])


@njit
def holds_dublees(rules, state, seat, wanted):
    """Return whether a seat holds `wanted` dublees; two of an exposed tunnela are one."""
    pairs = free_pairs(state, seat) + state.hands[seat].exposed
    return rules.dublee_route == 1 and pairs >= wanted


@njit
def makes_pair(state, seat, kind):
    """Return whether a card of a kind gives a dublee-seen seat its last pair."""
    if kind == SUPERMAN:
        return False
    return state.hands[seat].free[kind] % 2 == 1 and state.hands[seat].free[kind] < 3


@njit
def held_if_suited(free, suit, rank):
    """Return the free copies of (suit, rank), the ace at rank 13 as well as 0."""
    if rank < 0 or rank > 13:
        return 0
    return free[13 * suit + rank % 13]


@njit
def makes_natural_meld(rules, free, kind):
    """Return whether a card makes a natural meld with two free cards (the superman in a run)."""
    if kind >= MAN:
        return makes_printed_meld(rules, free, kind)
    suit, rank = kind // 13, kind % 13
    if free[kind] >= 2:
        return True
    others = 0
    for other in range(4):
        if other != suit and free[13 * other + rank]:
            others += 1
    if others >= 2:
        return True
    for at in (rank, 13):
        if at == 13 and rank != 0:
            continue
        a, b = held_if_suited(free, suit, at - 2), held_if_suited(free, suit, at - 1)
        c, d = held_if_suited(free, suit, at + 1), held_if_suited(free, suit, at + 2)
        if at == 13:
            c, d = 0, 0
        if (a and b) or (b and c) or (c and d):
            return True
        if free[SUPERMAN] and (a or b or c or d):
            return True
    return False


@njit
def makes_printed_meld(rules, free, kind):
    """Return whether a man card or the superman makes a meld before seeing."""
    if kind == MAN:
        return free[MAN] >= 2
    for suit in range(4):
        for rank in range(13):
            near = held_if_suited(free, suit, rank + 1) + held_if_suited(free, suit, rank + 2)
            if free[13 * suit + rank] and near:
                return True
    return False


@njit
def near_in_suit(a, b):
    """Return whether two suited kinds fit one run of three."""
    if a // 13 != b // 13 or a == b:
        return False
    low, high = min(a % 13, b % 13), max(a % 13, b % 13)
    return high - low <= 2 or (low == 0 and high >= 11)


@njit
def makes_wild_meld(rules, state, seat, kind):
    """Return whether a card makes a meld with two free cards of a seat that knows the wilds."""
    free, tiplu = state.hands[seat].free, state.deck.tiplu
    if makes_natural_meld(rules, free, kind):
        return True
    wild = is_wild(tiplu, kind)
    wilds, naturals = 0, 0
    for other in range(54):
        if free[other]:
            if is_wild(tiplu, other):
                wilds += free[other]
            else:
                naturals += free[other]
    if wild:
        return wild_makes_meld(rules, free, tiplu, wilds, naturals)
    if wilds >= 2:
        return True
    if wilds == 0:
        return False
    for other in range(52):
        if free[other] and not is_wild(tiplu, other):
            if near_in_suit(kind, other) or (other % 13 == kind % 13 and other != kind):
                return True
    return False


@njit
def wild_makes_meld(rules, free, tiplu, wilds, naturals):
    """Return whether a wild card makes a meld with two free cards."""
    if wilds >= 1 and naturals >= 1:
        return True
    if wilds >= 2 and rules.all_wild_meld:
        return True
    for a in range(52):
        if not free[a] or is_wild(tiplu, a):
            continue
        for b in range(a + 1, 52):
            if free[b] and not is_wild(tiplu, b):
                if near_in_suit(a, b) or a % 13 == b % 13:
                    return True
    return False


@njit
def may_pick(rules, state, seat):
    """Return whether a seat may take the top discard."""
    if state.board.pile_size == 0 or rules.players == 1:
        return False
    kind = kind_of(state.deck.pile[state.board.pile_size - 1])
    route = state.board.routes[seat]
    wild = route > 0 and is_wild(state.deck.tiplu, kind)
    if route == DUBLEE and rules.dublee_last_pair:
        return makes_pair(state, seat, kind)
    if wild and (route == DUBLEE or rules.wild_pickup_barred == SEEN_BARRED):
        return False
    if rules.pickup_meld_only:
        if route == UNSEEN:
            return makes_natural_meld(rules, state.hands[seat].free, kind)
        return makes_wild_meld(rules, state, seat, kind)
    return True


@njit
def may_throw(state, seat, kind):
    """Return whether a seat may throw a kind: a free card that is not the one just picked."""
    return find_card(state, seat, kind, state.deck.picked) >= 0


@njit
def must_finish(rules, state, seat):
    """Return whether a seat took the card of its last pair under the rule that then ends it."""
    return (
        state.deck.picked >= 0
        and state.board.routes[seat] == DUBLEE
        and rules.dublee_last_pair == 1
    )


@njit
def has_last_pair(state, seat):
    """Return whether a seat that showed seven dublees holds an eighth."""
    pairs = free_pairs(state, seat) + state.hands[seat].exposed
    return pairs + state.hands[seat].shown_pairs >= 8
