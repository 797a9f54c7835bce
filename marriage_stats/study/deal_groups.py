"""Groups of hands by what they were dealt: which things are counted, and up to how many."""

FEATURES = {
    "pairs": ("dublees dealt", "dublees"),
    "melds": ("pure melds dealt", "pure melds"),
    "tunnelas": ("tunnelas dealt", "tunnelas"),
    "printed": ("printed jokers dealt", "printed jokers"),
}
"""Feature of a deal -> (words of a chart's axis, words in a sentence)."""
MOST = {"pairs": 6, "melds": 3, "tunnelas": 2, "printed": 3}
"""Largest group of each feature; it holds all that have more."""
GROUPS = [(feature, k) for feature, most in MOST.items() for k in range(most + 1)]
