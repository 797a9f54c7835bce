"""Words of a suit: cards missing for pure melds and the ranks that help, kept for usual suits.

A word has the cards missing for 1, 2, 3 melds (4 bits each from bit 0) and, for each number, the
ranks that bring it nearer (13 bits each from bit 12). Keys of at most 10 cards have a place in a
packed table; larger suits, which are rare, are worked out.

places (int64[4**7 + 4**6]) : for the low seven ranks of a key, the first place times 2**13 plus how
many sets of the high six ranks fit beside them; then, for the high six, their number in order of
cards.
"""

from marriage_stats._jit import byte_of, njit, word_of
from marriage_stats.melds.kernels import count_cards

MOST_KEPT = 10
LOW_BITS, LOW_KEYS, HIGH_KEYS = 14, 4**7, 4**6
FITS_BITS = 13
N_PLACES = LOW_KEYS + HIGH_KEYS


@njit
def fill_places(fits, out):
    """Fill out (int64[4**7 + 4**6]) with the places of keys; return how many places there are.

    fits is scratch (int64[MOST_KEPT + 1]).
    """
    number = 0
    for cards in range(19):
        for high in range(HIGH_KEYS):
            if count_cards(high) == cards:
                out[LOW_KEYS + high] = number
                number += 1
        if cards <= MOST_KEPT:
            fits[cards] = number
    place = 0
    for cards in range(MOST_KEPT + 1):
        for low in range(LOW_KEYS):
            if count_cards(low) == cards:
                out[low] = place << FITS_BITS | fits[MOST_KEPT - cards]
                place += fits[MOST_KEPT - cards]
    return place


@njit
def place_of(places, key):
    """Return the place of a suit key, -1 if it has none."""
    first = word_of(places, key & (LOW_KEYS - 1))
    number = word_of(places, LOW_KEYS + (key >> LOW_BITS))
    return (first >> FITS_BITS) + number if number < first & ((1 << FITS_BITS) - 1) else -1


@njit
def suit_word(need, key):
    """Return the word of a suit key from the table of cards missing."""
    packed = byte_of(need, key)
    one = packed & 3
    two = one + (packed >> 2 & 3)
    three = two + (packed >> 4 & 3)
    first, second, third = 0, 0, 0
    if three:
        for rank in range(13):
            if key >> (2 * rank) & 3 == 3:
                continue
            after = byte_of(need, key + (1 << (2 * rank)))
            a = after & 3
            b = a + (after >> 2 & 3)
            if a < one:
                first |= 1 << rank
            if b < two:
                second |= 1 << rank
            if b + (after >> 4 & 3) < three:
                third |= 1 << rank
    return one | two << 4 | three << 8 | first << 12 | second << 25 | third << 38


@njit
def fill_words(need, places, out):
    """Fill out (int64[n]) with the words of all keys that have a place."""
    for key in range(4**13):
        place = place_of(places, key)
        if place >= 0:
            out[place] = suit_word(need, key)


@njit
def kept_word(need, places, words, key):
    """Return the word of a suit key, from the kept ones if it is there."""
    place = place_of(places, key)
    return word_of(words, place) if place >= 0 else suit_word(need, key)


@njit
def melds_held(word):
    """Return the pure melds that a suit holds, at most three."""
    held = 1 if word & 15 == 0 else 0
    held += 1 if word & 0xF0 == 0 else 0
    return held + (1 if word & 0xF00 == 0 else 0)


@njit
def ranks_wanted(word):
    """Return the ranks (13 bits) that bring a suit nearer to its next pure meld, of three."""
    return word >> (12 + 13 * min(melds_held(word), 2)) & 0x1FFF
