"""What a column's name says: the words to show, the unit, and what kind of values to expect."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from figloom import files

_BRACKET = re.compile(r"^(?P<name>.*?)\s*[(\[{](?P<inside>[^()\[\]{}]*)[)\]}]\s*(?P<rest>.*)$")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})")
_ADJECTIVE = re.compile(r"(in|current|constant|real|nominal)\s(\d{4}\s)?")
_MAGNITUDES = frozenset({"thousand", "million", "billion", "trillion"})
_JOINED = frozenset({"kg", "cm", "mm", "km", "USD", "EUR", "GBP", "%", "lb", "kWh", "mph", "ft"})
"""Units that are believed without a gap before them: weightKg."""
_SMALL = frozenset({"of", "per", "or", "and", "in", "to", "by", "at", "for"})


@dataclass(frozen=True, slots=True)
class Header:
    """A column's name, understood."""

    name: str
    """As shown: "GDP per capita" for gdp_per_capita."""
    unit: str
    words: str
    """Its words in lower case between blanks, to look phrases up in."""


@cache
def lexicon() -> Mapping[str, Any]:
    """The tables of `sources/columns.toml`."""
    return files.read_toml(files.sources() / "columns.toml")


def says(words: str, kind: str) -> bool:
    """Whether a name's words hold one of that list; "no$" is at their end only."""
    return any(
        words.endswith(f" {entry[:-1]} ") if entry[-1] == "$" else f" {entry} " in words
        for entry in lexicon()["words"][kind]
    )


@cache
def unit_of(text: str) -> str:
    """A unit as shown, "million USD" for "mn $"; empty if the text is none."""
    units: Mapping[str, str] = lexicon()["units"]
    bare = " ".join(text.strip().split())
    lower = bare.lower()
    if lower in units:
        return units[lower]
    if " per " in lower or "/" in lower:
        over, under = re.split(r" per |/", bare, maxsplit=1)
        over, under = unit_of(over), unit_of(under)
        return f"{over}/{under}" if over and under and "/" in lower else (
            f"{over} per {under}" if over and under else "")  # fmt: skip
    if match := _ADJECTIVE.match(lower):
        return unit_of(bare[match.end() :])
    words = [units.get(word, "") for word in lower.replace("us $", "us$").split()]
    if len(words) == 2 and all(words) and set(words) & _MAGNITUDES:
        return " ".join(sorted(words, key=lambda word: word not in _MAGNITUDES))
    return ""


@cache
def header(raw: str) -> Header:
    """Name, unit and words of a column as its file calls it."""
    text = " ".join(html.unescape(raw).replace("\ufeff", "").split()).strip("\"'*† ")
    unit = ""
    if match := _BRACKET.match(text):
        unit = unit_of(match["inside"])
        if unit:
            text = f"{match['name']} {match['rest']}".strip()
    if not unit and "%" in text:
        unit = "%"
        text = re.sub(r"^%\s*of\b", "Share of", text).replace("%", " ").strip() or "Share"
    if not unit and "," in text:
        name, _, last = text.rpartition(",")
        if unit_of(last):
            text, unit = name.strip(), unit_of(last)
    if not unit and (match := re.fullmatch(r"(.+) in (.+)", text)) and len(match[2]) > 1:
        unit = unit_of(match[2])
        text = match[1] if unit else text
    name, _, last = text.rpartition(" ")
    if not unit and name and not last.isalnum() and unit_of(last):
        text, unit = name, unit_of(last)
    match = _BRACKET.match(text)
    if match and not match["rest"] and match["name"]:
        text, unit = _tail(match["name"], unit)
        name = f"{shown(text)} ({match['inside']})"
    else:
        text, unit = _tail(text, unit)
        name = shown(text)
    lower, plain = " ".join(_words(text)).lower(), " ".join(_words(shown(text))).lower()
    if not unit or unit in _MAGNITUDES:
        defaults: Mapping[str, str] = lexicon()["defaults"]
        known = {lower, plain, plain.removeprefix("total ")}
        own = next((default for word, default in defaults.items() if word in known), "")
        unit = f"{unit} {own}".strip()
    return Header(name, unit, f" {lower} " if lower == plain else f" {lower} | {plain} ")


def _words(text: str) -> list[str]:
    parts = re.split(r"[\s_.\-/:;,#&]+", text)
    return [word for part in parts for word in _CAMEL.split(part) if word]


def _tail(text: str, unit: str) -> tuple[str, str]:
    """Cut a unit off the end (or a percent off the start) of a machine's name."""
    words = _words(text)
    if unit or len(words) < 2:
        whole = unit_of(text) if not unit and len(text) > 1 else ""
        return (text, "%") if whole == "%" else (text, unit)
    last, first = words[-1].lower(), words[0].lower()
    rest = {word.lower() for word in words[:-1]}
    needs = lexicon()["needs"]
    found = "" if says(f" {last} ", "vague") else unit_of(last)
    if last in needs and not rest & set(needs[last]):
        found = ""
    joined = text[-len(last) - 1].isalnum()
    if words[-2].lower() == "per" or (joined and found not in _JOINED):
        found = ""
    if found:
        words = words[: -2 if words[-2].lower() == "in" and len(words) > 2 else -1]
        return "_".join(words) if "_" in text else " ".join(words), found
    if first in ("pct", "percent", "perc", "percentage") and words[1].lower() != "of":
        return " ".join(words[1:]), "%"
    return text, unit


def titled(stem: str) -> str:
    """A file's name as a title, its words as they are but for abbreviations."""
    short: Mapping[str, str] = lexicon()["short"]
    words = [short[w.lower()] if short.get(w.lower(), "").lower() == w.lower() else w
             for w in _words(stem)]  # fmt: skip
    line = " ".join(word if word.isupper() or " " in stem else word.lower() for word in words)
    return line[:1].upper() + line[1:]


def shown(text: str) -> str:
    """A name as a reader would write it: "GDP per capita" for gdp_per_capita."""
    words = _words(text)
    if " " in text and "_" not in text and not (text.isupper() and len(text) > 5):
        return text[:1].upper() + text[1:]
    short: Mapping[str, str] = lexicon()["short"]
    whole = "".join(words).lower()
    if len(words) > 1 and whole in short:
        words = [short[whole]]
    told = [_word(word, short, text.isupper() and len(words) == 1) for word in words]
    line = " ".join(told).removesuffix(" of")
    return line[:1].upper() + line[1:] if line[:1].islower() and line[:2] != "pH" else line


def _word(word: str, short: Mapping[str, str], lone: bool) -> str:
    lower = word.lower()
    if lower in short:
        return short[lower]
    short_enough = len(word) <= (5 if lone else 3)
    if word.isupper() and short_enough and lower not in _SMALL and lower not in _ordinary():
        return word
    return lower


@cache
def _ordinary() -> frozenset[str]:
    """Words that are no abbreviations."""
    return frozenset(word for entries in lexicon()["words"].values() for word in entries)
