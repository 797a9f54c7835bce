"""Time to see: how many own draws it takes to hold, and to lay down, what seeing takes."""

from marriage_stats.timing.play import play_timing
from marriage_stats.timing.tally import Watch

__all__ = ["Watch", "play_timing"]
