"""Properties that hold for every hand: relabelled suits, looser rules."""
