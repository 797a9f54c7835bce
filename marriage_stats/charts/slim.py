"""SVG drawings made small: styles shared, ids short, coordinates no finer than the eye."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

from marriage_stats.charts.theme import DARK, FALLBACK_FONTS, css_name

SVG, LINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
HREF = f"{{{LINK}}}href"
TITLE, CAPTION = WORDS = ("title", "caption")
"""Names of the groups that stand around the drawing in a file, and not in a page."""
PLACES, SHAPES = 1, 2
"""Decimals of a point: of places on the sheet, of the outlines of marks."""
ROOT_STYLE = "*{stroke-linejoin:round;stroke-linecap:butt}"
ElementTree.register_namespace("", SVG)
ElementTree.register_namespace("xlink", LINK)
NUMBER = re.compile(r"-?\d*\.\d+(?:e-?\d+)?")


def slim_svg(svg: bytes) -> ElementTree.Element:
    """Return the root of matplotlib's drawing without what only its maker needs."""
    text = svg.decode()
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', text)
    wanted = {name for pair in used for name in pair if name}
    root = ElementTree.fromstring(text)
    _flatten(root, wanted)
    ids, classes = _Names(), _Names()
    for element in root.iter():
        _refer(element, ids)
        _restyle(element, classes)
        if element is not root:
            _shorten(element)
    root.set("font-family", f"DejaVu Sans,{FALLBACK_FONTS}")
    sheet = ElementTree.Element(f"{{{SVG}}}style")
    sheet.text = ROOT_STYLE + "".join(f".{n}{{{words}}}" for words, n in classes.known.items())
    root.insert(0, sheet)
    return root


def svg_file(root: ElementTree.Element) -> bytes:
    """Return a drawing as a file that stands alone."""
    text = ElementTree.tostring(root, encoding="unicode")
    return f"<?xml version='1.0' encoding='utf-8'?>\n{text}\n".encode()


def svg_inline(
    root: ElementTree.Element, prefix: str, top: float = 0.0, bottom: float = 0.0
) -> str:
    """Return a drawing for a page: own ids, colours of the page's theme, no title and caption.

    Parameters
    ----------
    top, bottom : points of the sheet's height that title and caption take
    """
    copy = ElementTree.fromstring(ElementTree.tostring(root))
    for parent in list(copy.iter()):
        for child in [c for c in parent if c.get("id") in WORDS or _kind(c) == "title"]:
            parent.remove(child)
    width, height = map(float, copy.get("viewBox", "").split()[2:])
    for name in ("width", "height", "version"):
        copy.attrib.pop(name, None)
    copy.set("viewBox", f"0 {top:.1f} {width:g} {height - top - bottom:.1f}")
    text = ElementTree.tostring(copy, encoding="unicode")
    text = re.sub(r'\bid="', f'id="{prefix}-', text)
    text = text.replace('href="#', f'href="#{prefix}-').replace("url(#", f"url(#{prefix}-")
    text = text.replace("<svg ", f'<svg id="{prefix}" ', 1)
    text = text.replace(ROOT_STYLE, f"#{prefix} {ROOT_STYLE}", 1)
    text = re.sub(r"\}\.", f"}}#{prefix} .", text)
    for light in DARK:
        text = re.sub(light, f"var({css_name(light)})", text, flags=re.IGNORECASE)
    return text


class _Names:
    """Short names, given in the order in which things are met."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def __getitem__(self, thing: str) -> str:
        if thing not in self.known:
            place, name = len(self.known), ""
            while place >= 0:
                name = chr(ord("a") + place % 26) + name
                place = place // 26 - 1
            self.known[thing] = name
        return self.known[thing]


def _kind(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _flatten(element: ElementTree.Element, wanted: set[str]) -> None:
    """Leave out metadata, white space, ids that nothing refers to, and groups that do nothing."""
    if element.get("id") not in (*wanted, *WORDS):
        element.attrib.pop("id", None)
    if element.text and not element.text.strip():
        element.text = None
    kept: list[ElementTree.Element] = []
    for child in element:
        _flatten(child, wanted)
        child.tail = None
        kind = _kind(child)
        if kind in ("metadata", "style") or (kind == "defs" and not len(child)):
            continue
        kept += list(child) if kind == "g" and not child.attrib else [child]
    element[:] = kept


def _refer(element: ElementTree.Element, ids: _Names) -> None:
    """Give short ids to what is referred to."""
    for name, start, end in (("id", "", ""), (HREF, "#", ""), ("clip-path", "url(#", ")")):
        value = element.get(name)
        if value is not None and value not in WORDS:
            element.set(name, f"{start}{ids[value[len(start) : len(value) - len(end)]]}{end}")


def _shorten(element: ElementTree.Element) -> None:
    decimals = SHAPES if _kind(element) == "path" and element.get("id") else PLACES
    for name in ("x", "y", "d", "transform", "width", "height", "points"):
        if name in element.attrib:
            element.set(name, _shorter(element.get(name, ""), decimals))
    if re.fullmatch(r"rotate\(-?0 .*\)", element.get("transform", "")):
        del element.attrib["transform"]


def _restyle(element: ElementTree.Element, classes: _Names) -> None:
    """Turn a style into the class of all elements that have it."""
    style = element.attrib.pop("style", None)
    if style is None:
        return
    parts = [part.strip().replace(": ", ":") for part in style.split(";")]
    kept = [part for part in parts if part and not part.startswith("font-family")]
    if kept:
        element.set("class", classes[";".join(kept)])


def _shorter(text: str, decimals: int) -> str:
    """Return coordinates with so many decimals and no needless white space."""
    text = " ".join(NUMBER.sub(_round(decimals), text).split())
    return re.sub(r" ?([A-Za-z,()]) ?", r"\1", text) if text[:1] in "Mm" else text


def _round(decimals: int) -> Callable[[re.Match[str]], str]:
    def short(number: re.Match[str]) -> str:
        words = f"{float(number[0]):.{decimals}f}".rstrip("0").rstrip(".")
        return "0" if words == "-0" else words

    return short
