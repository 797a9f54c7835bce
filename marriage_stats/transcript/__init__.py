"""One logged round in words: the deal, every turn, the end, and the points."""

from marriage_stats.transcript.lines import transcript_lines
from marriage_stats.transcript.points import settle_log, settlement_of
from marriage_stats.transcript.reading import read_meld

__all__ = ["read_meld", "settle_log", "settlement_of", "transcript_lines"]
