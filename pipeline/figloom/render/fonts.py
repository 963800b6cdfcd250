"""Fonts from Python packages only: families, one fontconfig file, coverage and measures of text.

No font of the machine is ever picked up: glyphs are drawn from the files named here.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from xml.sax.saxutils import escape

from figloom.errors import SetupError, unknown
from figloom.files import cache as cache_folder
from figloom.files import write_whole
from figloom.render.shaping import Run, glyphs, metrics, space

CHAIN = ("Noto Sans", "Noto Sans SC", "Noto Sans JP", "Noto Sans KR")
"""Where glyphs come from that the look's own family lacks, in this order."""

_FAMILIES = {
    "EB Garamond": ("EB Garamond", "EBGaramond"),
    "Gentium Book Plus": ("Gentium Book Plus", "GentiumBookPlus"),
    "Lato": ("Lato", "Lato"),
    "Noto Sans": ("Noto Sans", "NotoSans"),
    "Noto Sans JP": ("Noto Sans", "NotoSansJP"),
    "Noto Sans KR": ("Noto Sans", "NotoSansKR"),
    "Noto Sans SC": ("Noto Sans", "NotoSansSC"),
    "Open Sans": ("Open Sans", "OpenSans"),
    "Poppins": ("Poppins", "Poppins"),
    "Raleway": ("Raleway", "Raleway"),
    "Roboto": ("Roboto", "Roboto"),
    "Source Sans 3": ("Source Sans 3", "SourceSans3"),
}
"""Family -> folder and file stem in rendercv-fonts; SIL OFL 1.1, but Roboto is Apache 2.0."""

_RTL = frozenset({"R", "AL", "AN", "RLE", "RLO", "RLI"})
_UNPLACED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Me", "Zl", "Zp"})
"""Categories never drawn; no font here sets an enclosing mark (Me) around its letter."""
_SHAPED = ((0x0900, 0x109F), (0x1780, 0x18AF), (0x1900, 0x1CFF), (0xA800, 0xABFF))
"""Blocks whose letters join or move (Indic, Thai, Lao, Tibetan, Burmese, Khmer, Mongolian)."""


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One line of text, shaped; every length is in ems, y grows downwards from the baseline.

    Compared by identity: hashing its glyphs is slow.
    """

    text: str
    runs: tuple[tuple[Run, float], ...]
    """Where each starts; of plain text one a word, since words come again and lines do not."""
    width: float
    ascent: float
    descent: float
    ink: tuple[float, float, float, float]
    """x0, y0, x1, y1 of the painted part."""


@dataclass(frozen=True, slots=True)
class Extent:
    """Size of a line of text in pixels."""

    width: float
    ascent: float
    descent: float


def families() -> tuple[str, ...]:
    """Names that a look may use, in alphabetical order."""
    return tuple(_FAMILIES)


@cache
def _home() -> Path:
    spec = importlib.util.find_spec("rendercv_fonts")
    if spec is None or spec.origin is None:
        raise SetupError(
            "The font package rendercv-fonts is not installed: pip install rendercv-fonts."
        )
    return Path(spec.origin).parent


@cache
def font_file(family: str, bold: bool = False) -> Path:
    """File of a family; SetupError when the package or the file is missing."""
    if family not in _FAMILIES:
        raise SetupError(unknown("font family", family, _FAMILIES))
    folder, stem = _FAMILIES[family]
    file = _home() / folder / f"{stem}-{'Bold' if bold else 'Regular'}.ttf"
    if not file.is_file():
        raise SetupError(
            f"The font file {file} is missing: pip install --force-reinstall rendercv-fonts."
        )
    return file


@cache
def activate() -> Path:
    """Write the fontconfig file (named by its content) and point FONTCONFIG_FILE at it.

    Call before anything loads fontconfig: cairo, Graphviz, or a browser (through its `env`).
    """
    folders = sorted({font_file(family).parent for family in _FAMILIES})
    matplotlib = importlib.util.find_spec("matplotlib")
    if matplotlib is not None and matplotlib.origin is not None:
        folders.append(Path(matplotlib.origin).parent / "mpl-data" / "fonts" / "ttf")
    text = _config(folders)
    name = f"fonts-{hashlib.sha256(text.encode()).hexdigest()[:16]}.conf"
    place = cache_folder() / name
    if not place.is_file():
        write_whole(place, text.encode())
    os.environ["FONTCONFIG_FILE"] = str(place)
    return place


def _config(folders: list[Path]) -> str:
    chain = "".join(f"<string>{name}</string>" for name in (CHAIN[0], "DejaVu Sans", *CHAIN[1:]))
    rejected = "".join(f"<glob>*/{name}*</glob>" for name in ("LastResort", "cm", "STIX"))
    lines = [
        '<?xml version="1.0"?>',
        '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
        "<fontconfig>",
        *(f"<dir>{escape(str(folder))}</dir>" for folder in folders),
        f"<cachedir>{escape(str(cache_folder() / 'fontconfig'))}</cachedir>",
        f"<selectfont><rejectfont>{rejected}</rejectfont></selectfont>",
        '<match target="pattern"><edit name="family" mode="append" binding="weak">',
        f"{chain}</edit></match>",
        "</fontconfig>",
    ]
    return "\n".join(lines) + "\n"


@cache
def _covered(family: str) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(font_file(family), lazy=True) as font:
        return frozenset(font.getBestCmap())


def _unshapeable(character: str) -> bool:
    code = ord(character)
    return (
        unicodedata.bidirectional(character) in _RTL
        or unicodedata.category(character) in _UNPLACED
        or any(low <= code <= high for low, high in _SHAPED)
    )


def clusters(text: str) -> list[str]:
    """Letters with the marks that follow them: what must never be cut apart."""
    found: list[str] = []
    for letter in text:
        if found and unicodedata.category(letter).startswith("M"):
            found[-1] += letter
        else:
            found.append(letter)
    return found


@cache
def _plain(family: str) -> frozenset[str]:
    """Printable ASCII that a family has: nothing is to be composed or looked for elsewhere."""
    return frozenset(chr(code) for code in range(32, 127) if code in _covered(family))


def _composed(text: str) -> list[str]:
    # More fonts have the composed letter than have the mark.
    return clusters(unicodedata.normalize("NFC", text))


def _covers(family: str, cluster: str) -> bool:
    return all(ord(letter) in _covered(family) for letter in cluster)


@lru_cache(maxsize=4096)
def _owner(cluster: str, family: str) -> str:
    """Family that draws a letter and its marks, or nothing."""
    if any(map(_unshapeable, cluster)):
        return ""
    return next((name for name in (family, *CHAIN) if _covers(name, cluster)), "")


@lru_cache(maxsize=4096)
def missing(text: str, family: str = "Noto Sans") -> str:
    """Letters, with their marks, that cannot be drawn right, each once; empty when all can."""
    if _plain(family).issuperset(text):
        return ""
    return "".join(dict.fromkeys(part for part in _composed(text) if not _owner(part, family)))


def _pieces(text: str, family: str) -> list[tuple[str, str]]:
    """Text cut where the family changes; Han follows the kana or hangul it stands with."""
    pieces: list[tuple[str, str]] = []
    chinese = "Noto Sans SC"
    if any("\u3040" <= letter <= "\u30ff" for letter in text):
        chinese = "Noto Sans JP"
    elif any("\uac00" <= letter <= "\ud7af" for letter in text):
        chinese = "Noto Sans KR"
    for cluster in _composed(text):
        owner = _owner(cluster, family)
        if owner == "Noto Sans SC" and _covers(chinese, cluster):
            owner = chinese
        if pieces and pieces[-1][0] == owner:
            pieces[-1] = (owner, pieces[-1][1] + cluster)
        else:
            pieces.append((owner, cluster))
    return pieces


def _words(text: str, file: str) -> list[tuple[Run, float]]:
    """Plain text word by word, and where each starts; a space may be kerned with its neighbours."""
    first, *others = text.split(" ")
    run, x, before = glyphs(file, first), 0.0, first
    found = [(run, x)]
    for word in others:
        x += run.width + space(file, before[-1:], word[:1])
        run, before = glyphs(file, word), word
        found.append((run, x))
    return found


def _mixed(text: str, family: str, bold: bool) -> list[tuple[Run, float]]:
    """Text in pieces of one family each, and where each starts."""
    found, x = [], 0.0
    for owner, piece in _pieces(text, family):
        run = glyphs(str(font_file(owner, bold)), piece)
        found.append((run, x))
        x += run.width
    return found


@lru_cache(maxsize=4096)
def shape(text: str, family: str, bold: bool = False) -> Line:
    """A line of drawable text as glyphs; ValueError for text that `missing` would refuse."""
    if lacking := missing(text, family):
        raise ValueError(f"no glyph for {lacking!r}")
    own = str(font_file(family, bold))
    ascent, descent = metrics(own)
    plain = _plain(family).issuperset(text)
    runs = _words(text, own) if plain else _mixed(text, family, bold)
    inks = []
    for run, x in runs:
        if run.ink is not None:
            x0, y0, x1, y1 = run.ink
            inks.append((x + x0, y0, x + x1, y1))
        if run.file != own:
            up, down = metrics(run.file)
            ascent, descent = max(ascent, min(up, 1.0)), max(descent, min(down, 0.3))
    ink = (0.0, 0.0, 0.0, 0.0)
    if inks:
        left, top, right, bottom = zip(*inks, strict=True)
        ink = (min(left), min(top), max(right), max(bottom))
    width = runs[-1][1] + runs[-1][0].width if runs else 0.0
    return Line(text, tuple(runs), width, ascent, descent, ink)


def measure(text: str, family: str, size: float, bold: bool = False) -> Extent:
    """Width, ascent and descent of a line in pixels at an em of `size` pixels."""
    line = shape(text, family, bold)
    return Extent(line.width * size, line.ascent * size, line.descent * size)
