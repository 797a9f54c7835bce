"""Frames, charts and manifests as pages that open in any browser without a server."""

from marriage_stats.report.pages import write_index

__all__ = ["write_index"]
