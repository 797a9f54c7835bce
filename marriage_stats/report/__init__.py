"""Frames, charts and manifests as pages that open in any browser without a server."""

from marriage_stats.report.build import Report, write_report, write_study
from marriage_stats.report.pages import StudyPage, write_study_page

__all__ = ["Report", "StudyPage", "write_report", "write_study", "write_study_page"]
