"""Deals of a round, keyed by (seed, round), and of many single hands, keyed by chunk."""

from marriage_stats.deals.api import deal_hands, deal_packs

__all__ = ["deal_hands", "deal_packs"]
