"""Keyed random streams: every random number is a pure function of (seed, round, purpose, position).

SplitMix64 (Steele, Lea and Flood 2014) with its 64-bit finaliser as the hash that derives keys.
All wrapping arithmetic of the package lives here.
"""

import numpy as np

from marriage_stats._jit import njit

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
ONE = np.uint64(1)
HALF = np.uint64(32)
LOW_HALF = np.uint64(0xFFFFFFFF)

N_PAIRS = 78
GOLDENS = np.arange(1, 129, dtype=np.uint64) * GOLDEN
"""What the first states of a stream add to its key: products that loops need not work out."""
ODDS = np.arange(1, 2 * N_PAIRS, 2, dtype=np.uint32)
EVENS = ODDS + np.uint32(1)
"""Bounds of the places of a shuffle, in 32 bits so that their products take one instruction."""

# Purposes: separate streams of one round.
DEAL, PRINTED, RESHUFFLE, CONDITION, CHUNK, POLICY = 1, 2, 3, 4, 5, 16
# Purposes of chunks of independent hands that are dealt on from.
FLOOR_CHUNK, DRAWS_CHUNK, PAIRS_CHUNK = 6, 7, 8


@njit
def mix(value):
    """Return the SplitMix64 finaliser of a uint64."""
    value = (value ^ (value >> np.uint64(30))) * MIX_1
    value = (value ^ (value >> np.uint64(27))) * MIX_2
    return value ^ (value >> np.uint64(31))


@njit
def stream_key(seed, index, purpose):
    """Return the uint64 state that starts the stream of (seed, index, purpose)."""
    key = mix(np.uint64(seed) + GOLDEN)
    key = mix(key ^ (np.uint64(index) * GOLDEN + ONE))
    return mix(key ^ (np.uint64(purpose) * MIX_1 + GOLDEN))


@njit
def advance(state):
    """Return the next state of a stream; `mix` of a state is its output."""
    return state + GOLDEN


@njit
def scale(word, bound):
    """Map a uint64 word to an int64 in 0..bound-1 (bias below bound / 2**32)."""
    return np.int64(((word >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32))


@njit
def draw_below(stream, bound):
    """Return a uniform int64 in 0..bound-1 and advance stream (uint64[1]) by one word."""
    stream[0] = advance(stream[0])
    return scale(mix(stream[0]), bound)


@njit
def shuffle(cards, n, state):
    """Shuffle cards[:n] in place from a uint64 state; return the state after it."""
    for i in range(n - 1, 0, -1):
        state = advance(state)
        j = scale(mix(state), i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
    return state


@njit
def fill_shuffled(cards, key, places):
    """Fill cards[:156] (int32) with a uniform order of 0..155 from a uint64 key.

    places is scratch (uint64[156]): computing all places before the swaps lets both loops pipeline.
    Narrower cards or places are slower: stores of less than 32 bits are read back late.
    """
    for pair in range(N_PAIRS):
        word = mix(key + GOLDENS[pair])
        places[pair] = ((word >> HALF) * np.uint64(ODDS[pair])) >> HALF
        places[N_PAIRS + pair] = ((word & LOW_HALF) * np.uint64(EVENS[pair])) >> HALF
    for pair in range(N_PAIRS):
        i = np.uint64(2 * pair)
        j = places[pair]
        cards[i] = cards[j]
        cards[j] = i
        i += ONE
        j = places[N_PAIRS + pair]
        cards[i] = cards[j]
        cards[j] = i


def root_seed(seed: int | None) -> int:
    """Return the seed to use: the one given, or a fresh one from the operating system.

    Raises
    ------
    ValueError   if seed is outside 0..2**63-1
    """
    if seed is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(1))
    if not 0 <= seed < 2**63:
        raise ValueError(f"seed must be 0..2**63-1, got {seed}")
    return int(seed)
