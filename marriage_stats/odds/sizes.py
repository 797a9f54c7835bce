"""How often each part of the odds is sampled."""

from marriage_stats.rules import Rules


def sample_sizes(n_hands: int) -> dict[str, int]:
    """Return the sample of each part for so many hands: the longer a part, the fewer."""
    return {
        "hands": n_hands,
        "tables": max(1, n_hands // 4),
        "floor": max(1, n_hands // 10),
        "from_deal": max(1, n_hands // 10),
        "from_pairs": max(1, n_hands // 50),
    }


def work_units(rules: Rules, n_hands: int) -> int:
    """Return the hands and rounds that `compute_odds` deals in all."""
    if not n_hands:
        return 0
    sizes = sample_sizes(n_hands)
    units = sizes["hands"] + sizes["tables"] + sizes["floor"]
    return units + (sizes["from_deal"] + 8 * sizes["from_pairs"] if rules.has_dublee_route else 0)
