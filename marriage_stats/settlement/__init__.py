"""Facts to points and payments, in exact integers that sum to zero."""

from marriage_stats.settlement.payments import Settlement, net_from_maal
from marriage_stats.settlement.simulated import raw_maal, settle

__all__ = ["Settlement", "net_from_maal", "raw_maal", "settle"]
