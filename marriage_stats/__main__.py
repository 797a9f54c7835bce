"""Run the command line: `python -m marriage_stats`."""

from marriage_stats.cli import main

if __name__ == "__main__":
    main()
