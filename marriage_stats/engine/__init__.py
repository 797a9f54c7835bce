"""Rounds in play: state, legality, turns, and the interface that plays many of them."""

from marriage_stats.engine.log import round_log
from marriage_stats.engine.simulate import Table, play_block, simulate

__all__ = ["Table", "play_block", "round_log", "simulate"]
