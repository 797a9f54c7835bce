"""Fonts for languages that the charts' own font cannot write."""

import logging

from matplotlib.font_manager import findSystemFonts, fontManager, get_font

LETTERS = {"ne": "अकखगटडमतलरह\u093e\u093f\u0941\u094d"}
"""Letters a font must have, by language; the charts' own font has those of the others."""
PACKAGES = "fonts-noto-core (or fonts-deva)"
LIKED = ("notosansdevanagari", "lohit", "mukta", "nirmala", "kohinoor", "mangal")
"""Plain fonts first, by their file's name."""


def language_fonts(language: str) -> tuple[str, ...]:
    """Return the names of fonts to fall back to, after the charts' own.

    Raises
    ------
    ValueError   if this machine has none, with the package that brings one
    """
    letters = LETTERS.get(language)
    if letters is None:
        return ()
    for path in sorted(findSystemFonts(), key=_liking):
        if _writes(path, letters):
            fontManager.addfont(path)
            # Such a font may lack a bold face; only English titles are bold, so nobody misses it.
            logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
            return (str(get_font(path).family_name),)
    raise ValueError(
        f"charts in {language!r} need a font with Devanagari letters and this machine has none; "
        f"Debian's and Ubuntu's package {PACKAGES} brings one"
    )


def _liking(path: str) -> tuple[int, bool, str]:
    name = path.lower().replace("-", "").replace(" ", "")
    place = next((i for i, liked in enumerate(LIKED) if liked in name), len(LIKED))
    return place, "regular" not in name, path


def _writes(path: str, letters: str) -> bool:
    try:
        known = get_font(path).get_charmap()
    except (OSError, RuntimeError):  # a file that is no font, or a broken one
        return False
    return all(ord(letter) in known for letter in letters)
