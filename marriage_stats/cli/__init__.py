"""The command line: parse, call, print."""

from marriage_stats.cli.app import main

__all__ = ["main"]
