"""Monte Carlo statistics of Marriage, the three-deck rummy of Nepal."""

__version__ = "0.1.0"
ENGINE_VERSION = 1
