"""What several studies ask about: table sizes, and packs with more or fewer printed jokers."""

from marriage_stats.study.spec import RuleSet

SIZES = range(2, 7)
"""Players at a table."""
PACKS = [(man, superman) for superman in (0, 1) for man in range(4)]
"""Man cards and supermen of a pack."""


def pack_label(man: int, superman: int) -> str:
    """Return the label of a pack's rule set.

    >>> pack_label(3, 1)
    '3 man + 1 superman'
    """
    return f"{man} man + {superman} superman"


PACK_SETS = [
    RuleSet(pack_label(*pack), "dashain", (f"man_cards={pack[0]}", f"superman={pack[1]}"))
    for pack in PACKS
]
"""`dashain` with every pack."""
