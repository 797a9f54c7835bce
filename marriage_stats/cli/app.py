"""The `marriage-stats` program: commands found by name when asked for, one place for errors."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

COMMANDS: dict[str, tuple[str, str]] = {
    "report": ("report", "The main job: every study as a page, and an index of them."),
    "rules": ("rules", "The houses: their values, sources and differences."),
    "odds": ("odds", "Opening-hand odds, exact and simulated side by side."),
    "settle": ("settle", "Points of a real round from a file."),
    "hand": ("hand", "What a hand holds and needs."),
    "see": ("see", "Time to see the maal, by route and policy."),
    "simulate": ("simulate", "Full rounds: who sees, finishes and is paid."),
    "replay": ("replay", "One simulated round, turn by turn."),
    "compare": ("compare", "The shift between rule sets on the same deals."),
    "tournament": ("tournament", "Policies against each other, seats rotated."),
    "charts": ("charts", "A pack of charts for rule guides, with captions and data."),
    "study": ("study", "List the studies or run one into a folder."),
    "bench": ("bench", "Speed figures of this machine."),
}
"""Command -> (module of `marriage_stats.cli`, summary); it has `app` or a function of its name."""

EXIT_MISTAKE, EXIT_INTERRUPTED = 2, 130


def load_command(name: str) -> Any:
    """Return the command or group of that name, importing its module now."""
    module = import_module(f"marriage_stats.cli.{COMMANDS[name][0]}")
    group = getattr(module, "app", None)
    if group is None:
        group = _plain_app()
        group.command(name, help=COMMANDS[name][1] + _details(getattr(module, name)))(
            getattr(module, name)
        )
    command = typer.main.get_command(group)
    command.name = name
    return command


def _details(function: Any) -> str:
    """Return what a command's docstring says after its first paragraph."""
    _, _, rest = (function.__doc__ or "").partition("\n\n")
    return f"\n\n{rest}" if rest.strip() else ""


def _plain_app(**options: Any) -> typer.Typer:
    return typer.Typer(add_completion=False, rich_markup_mode=None, **options)


class LazyGroup(TyperGroup):
    """A group that lists its commands by summary and imports only the one that is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return (name, command, remaining arguments)."""
        if args[0] in self.commands:
            return args[0], load_command(args[0]), args[1:]
        return super().resolve_command(ctx, args)


app = _plain_app(cls=LazyGroup, no_args_is_help=True)


def _version(wanted: bool) -> None:
    if wanted:
        from marriage_stats import ENGINE_VERSION, __version__

        print(f"marriage-stats {__version__} (engine {ENGINE_VERSION})")
        raise typer.Exit


@app.callback()
def _program(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True),
) -> None:
    """Monte Carlo statistics of Marriage, the three-deck rummy of Nepal."""


def _register() -> None:
    for name, (_, summary) in COMMANDS.items():
        app.command(name, help=summary)(lambda: None)


_register()


def main(args: Sequence[str] | None = None) -> None:
    """Run the program and leave with its exit code: 0, 2 for a user's mistake, 130 after Ctrl-C."""
    _open_closed_streams()
    sys.exit(run(args))


def _open_closed_streams() -> None:
    """Give a program started with closed streams (`>&-`) somewhere to write."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w"))


def run(args: Sequence[str] | None = None) -> int:
    """Run one command line, turn a user's mistake into one line, and return the exit code."""
    command = typer.main.get_command(app)
    try:
        code = command.main(args, prog_name="marriage-stats", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # What reads our output has closed it; the interpreter must not complain at shutdown either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except (ValueError, OSError, typer.TyperException) as error:
        if os.environ.get("MARRIAGE_STATS_TRACEBACK"):
            raise
        return _refuse(error)
    return code if isinstance(code, int) else 0


def _refuse(error: Exception) -> int:
    """Print a user's mistake as one line."""
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error)
        return EXIT_MISTAKE
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    elif isinstance(error, typer.TyperException):
        text = error.format_message() + _given(error)
    else:
        text = str(error)
    print(f"marriage-stats: {' '.join(text.split())}", file=sys.stderr)
    return EXIT_MISTAKE


def _given(error: typer.TyperException) -> str:
    """Return the value that could not be read as a number, which the message leaves out."""
    from pydantic import ValidationError

    cause = error.__cause__
    return f", got {cause.errors()[0]['input']!r}" if isinstance(cause, ValidationError) else ""
