"""The rule keys: what each one may hold, how it reads from text, and what it means."""

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

Value = int | bool | str | tuple[int, ...]
MAX_POINTS = 1000


class RulesError(ValueError):
    """A rule key, value or combination that no table could play."""


@dataclass(frozen=True, slots=True)
class Key:
    """One rule key: its kind of value, its bounds or choices, and whether it changes play."""

    kind: str
    play: bool
    meaning: str
    low: int = 0
    high: int = MAX_POINTS
    choices: tuple[str, ...] = ()
    lengths: tuple[int, ...] = (3,)

    @property
    def allowed(self) -> str:
        """Describe the allowed values in words."""
        if self.kind == "choice":
            return " or ".join(self.choices)
        if self.kind == "bool":
            return "true or false"
        if self.kind == "totals":
            return f"totals like 5/15/25 (or one number n for n/2n/3n), {self.low}..{self.high}"
        return f"a whole number {self.low}..{self.high}"


def _number(meaning: str, low: int = 0, high: int = MAX_POINTS, play: bool = False) -> Key:
    return Key("int", play, meaning, low, high)


def _choice(meaning: str, *choices: str, play: bool = True) -> Key:
    return Key("choice", play, meaning, choices=choices)


def _flag(meaning: str) -> Key:
    return Key("bool", True, meaning)


def _totals(meaning: str, lengths: tuple[int, ...] = (3,)) -> Key:
    return Key("totals", False, meaning, lengths=lengths)


KEYS: dict[str, Key] = {
    "players": _number("seats at the table", 2, 6, play=True),
    "man_cards": _number("man cards in the pack", 0, 3, play=True),
    "superman": _number("supermen in the pack", 0, 1, play=True),
    "sequence_length": _choice("cards in a sequence", "exactly-3", "3-or-more"),
    "trial_size": _choice("cards in a trial", "3", "3-or-4"),
    "all_wild_meld": _flag("wild cards alone make a meld"),
    "marriage_meld": _flag("the marriage is a meld by name"),
    "dublee_route": _flag("seven dublees see the maal"),
    "dublee_min_players": _number("fewest seats with a dublee route", 2, 6, play=True),
    "see_moment": _choice("when melds are shown", "before-draw-or-after-throw", "after-draw"),
    "tiplu_from": _choice("where the tiplu comes from", "stock-top", "stock-blind", "set-aside"),
    "tunnela_exposure": _choice("dealt tunnelas on the table", "forced", "optional", "none"),
    "tunnela_premium": _choice(
        "who earns tunnela points", "sequence-seen", "seen", "always", "never", play=False
    ),
    "pickup": _choice("when the top discard may be taken", "any", "meld-only"),
    "wild_pickup_barred": _choice(
        "who may not take a wild discard", "nobody", "dublee-seen", "seen"
    ),
    "dublee_pickup": _choice("pile after seven dublees", "any-natural", "last-pair"),
    "stock_out": _choice("when the stock is empty", "reshuffle", "end"),
    "no_winner": _choice("a round nobody finishes", "maal-only", "void", play=False),
    "turn_cap": _number("seat-turns before a round is stopped", 1, 100_000, play=True),
    "unseen_maal": _choice("maal of an unseen player", "murder", "kidnap", "normal", play=False),
    "maal_count": _choice("how maal is counted", "best-split", "marriage-first", play=False),
    "tiplu": _totals("tiplu copies", (2, 3)),
    "poplu": _totals("poplu copies"),
    "jhiplu": _totals("jhiplu copies"),
    "alter": _totals("alter copies"),
    "man": _totals("man cards"),
    "marriage": _totals("marriages", (2, 3)),
    "superman_value": _number("points of the superman"),
    "tunnela.ordinary": _number("dealt tunnela of a plain card"),
    "tunnela.joker": _number("dealt tunnela of the ordinary joker rank"),
    "tunnela.neighbour": _number("dealt tunnela of poplu or jhiplu"),
    "tunnela.alter": _number("dealt tunnela of the alter"),
    "tunnela.tiplu": _number("dealt tunnela of the tiplu (cannot be held)"),
    "tunnela.man": _number("three dealt man cards laid to see"),
    "fee_seen": _number("fee of a loser who saw by sequences"),
    "fee_dublee_seen": _number("fee of a loser who saw by dublees"),
    "fee_unseen": _number("fee of an unseen loser"),
    "dublee_bonus": _number("after a dublee finish"),
    "dublee_bonus_mode": _choice(
        "how the dublee bonus enters the fees", "add", "replace", play=False
    ),
}


def nearest(name: str, known: list[str]) -> str:
    """Return a hint naming the known word closest to a misspelt one, or all of them."""
    close = get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}"


def find_key(name: str) -> Key:
    """Return the key of that name.

    Raises
    ------
    RulesError   if there is none, with the nearest name
    """
    if name not in KEYS:
        raise RulesError(f"unknown rule key {name!r}; {nearest(name, list(KEYS))}")
    return KEYS[name]


def check_value(name: str, value: Any) -> Value:
    """Return a value in its canonical form (totals as a tuple).

    Raises
    ------
    RulesError   naming the key, the value and what is allowed
    """
    key = find_key(name)
    error = RulesError(f"{name} must be {key.allowed}, got {_shown(value)}")
    if key.kind == "bool":
        if not isinstance(value, bool):
            raise error
        return value
    if key.kind == "choice":
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if text not in key.choices:
            raise error
        return str(text)
    numbers = list(value) if isinstance(value, list | tuple) else [value]
    if not all(isinstance(v, int) and not isinstance(v, bool) for v in numbers):
        raise error
    if not all(key.low <= v <= key.high for v in numbers):
        raise error
    if key.kind == "int":
        if isinstance(value, list | tuple):
            raise RulesError(f"{name} must be {key.allowed}, got the list {list(value)}")
        return int(value)
    if len(numbers) == 1:
        numbers = [numbers[0] * copies for copies in range(1, max(key.lengths) + 1)]
    if len(numbers) not in key.lengths or sorted(numbers) != numbers:
        raise RulesError(
            f"{name} must be {' or '.join(map(str, key.lengths))} totals that do not fall, "
            f"got {_shown(value)}"
        )
    return tuple(numbers)


def parse_value(name: str, text: str) -> Value:
    """Read a value from the command line, such as `5/15/25`, `true` or `kidnap`.

    Raises
    ------
    RulesError   as `check_value`
    """
    key = find_key(name)
    word = text.strip()
    if key.kind == "bool":
        return check_value(name, {"true": True, "false": False}.get(word.lower(), word))
    if key.kind == "choice":
        return check_value(name, word)
    try:
        numbers = [int(part) for part in word.split("/")]
    except ValueError:
        raise RulesError(f"{name} must be {key.allowed}, got {_shown(word)}") from None
    return check_value(name, numbers[0] if len(numbers) == 1 else numbers)


def value_text(value: Value) -> str:
    """Return a value as it is written on the command line.

    >>> value_text((5, 15, 25)), value_text(True)
    ('5/15/25', 'true')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "/".join(map(str, value))
    return str(value)


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple) and value:
        return "/".join(map(str, value))
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
