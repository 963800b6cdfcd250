"""Themes of invented tables, read strictly from `sources/themes/<theme>.toml`: what a theme's
tables are called, what stands in them, and which kinds of tables and of series it has.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any, Literal

from figloom import files
from figloom.errors import SourceError, unknown
from figloom.read.faker_names import LONGEST, patterns
from figloom.read.faker_paths import KINDS as PATHS
from figloom.read.generators import Measure

KINDS = (
    "categories",
    "crossed",
    "series",
    "samples",
    "points",
    "ohlc",
    "hierarchy",
    "shares",
    "errors",
    "dual",
    "links",
)
EVERY = {
    "year": "Yearly",
    "quarter": "Quarterly",
    "month": "Monthly",
    "week": "Weekly",
    "day": "Daily",
}
NAMED = ("people", "places", "companies")
LISTED = ("things", "series")
_BY = {"crossed": "series", "series": "series"}
_TIMED = ("series", "dual")
_WORDS = {"place", "person", "company", "year", "measure", "every"}
_WANTED = {"points": 2, "ohlc": 2, "dual": 2, "shares": 0}
_LISTS = ("titles", "measures", "paths", "every")
_OPTIONS = (*_LISTS, "of", "by", "one", "share")


@dataclass(frozen=True, slots=True)
class Spec:
    """One kind of table that a theme has."""

    kind: str
    titles: tuple[str, ...]
    """Patterns with {place}, {person}, {company}, {measure}, {every} or {year}."""
    measures: tuple[Measure, ...] = ()
    of: str = "things"
    """What the rows are: `things`, `series`, `people`, `places` or `companies`."""
    by: str = ""
    """What they are crossed with, likewise; empty where they are not."""
    paths: tuple[str, ...] = ()
    every: tuple[str, ...] = ()
    """Steps of time, where the table goes over time."""
    one: str = ""
    """What one row of samples is."""
    share: str = ""
    """Name of the column of shares."""


@dataclass(frozen=True, slots=True)
class Theme:
    """What the tables of one theme are about."""

    id: str
    split: Literal["train", "eval"]
    locale: str
    columns: Mapping[str, str]
    """Column name of things, their parent, series, people, places and companies."""
    groups: Mapping[str, tuple[str, ...]]
    """Things by parent; under "" where they have none."""
    series: tuple[str, ...]
    tables: tuple[Spec, ...]

    @property
    def things(self) -> tuple[str, ...]:
        """All things, in the file's order."""
        return tuple(thing for group in self.groups.values() for thing in group)

    @property
    def nouns(self) -> frozenset[str]:
        """Every word of its own, in small letters."""
        return frozenset(word.lower() for word in (*self.things, *self.series))


def themes(folder: Path | None = None) -> tuple[Theme, ...]:
    """Every theme of a folder, by name; a fault is a SourceError that names file and place."""
    place = folder or files.sources() / "themes"
    found = tuple(read_theme(path) for path in sorted(place.glob("*.toml")))
    if not found:
        raise SourceError(f"{place} holds no theme. Add <theme>.toml there.")
    return found


def read_theme(path: Path) -> Theme:
    """One theme from its file."""
    told = files.read_toml(path)
    columns = {"people": "person", "places": "place", "companies": "company"}
    wanted = ("split", "locale", "things", "series", "measures", "tables")
    _keys(path, "the theme", told, wanted, columns.values())
    _one_of(path, "split", told["split"], ("train", "eval"))
    _one_of(path, "locale", told["locale"], patterns())
    groups, names = _things(path, told["things"])
    _keys(path, "series", told["series"], ("column", "names"))
    series = _labels(path, "series.names", told["series"]["names"], 5, 15)
    names["series"] = _text(path, "series.column", told["series"]["column"])
    names |= {key: _text(path, w, told[w]) for key, w in columns.items() if w in told}
    given = _table(path, "measures", told["measures"])
    measures = {key: _measure(path, key, value) for key, value in given.items()}
    specs = _table(path, "tables", told["tables"])
    tables = tuple(_spec(path, k, v, measures, names) for k, v in specs.items())
    theme = Theme(path.stem, told["split"], told["locale"], names, groups, series, tables)
    _check(path, theme)
    return theme


def _fault(path: Path, sentence: str) -> SourceError:
    return SourceError(f"{path}: {sentence}")


def _table(path: Path, where: str, told: Any) -> dict[str, Any]:
    if not isinstance(told, dict):
        raise _fault(path, f"{where} must be a table of keys and values, not {told!r}.")
    return told


def _keys(
    path: Path,
    where: str,
    told: Any,
    wanted: Collection[str],
    optional: Iterable[str] = (),
) -> None:
    """Refuse what is no table, has a key nobody knows or lacks one that is needed."""
    _table(path, where, told)
    known = (*wanted, *optional)
    for key in told:
        if key not in known:
            raise _fault(path, f"{where}: {unknown('key', key, known)}")
    for key in wanted:
        if key not in told:
            raise _fault(path, f"{where} lacks {key!r}. Add it.")


def _one_of(path: Path, where: str, value: Any, known: Iterable[str]) -> str:
    if value not in (choices := list(known)):
        raise _fault(path, f"{where}: {unknown('choice', str(value), choices)}")
    return str(value)


def _text(path: Path, where: str, told: Any) -> str:
    if not isinstance(told, str) or not told:
        raise _fault(path, f"{where} must be a text, not {told!r}.")
    return told


def _texts(path: Path, where: str, told: Any) -> list[str]:
    if not isinstance(told, list) or not told or not all(isinstance(t, str) and t for t in told):
        raise _fault(path, f"{where} must be a list of texts.")
    return told


def _labels(path: Path, where: str, told: Any, least: int, most: int) -> tuple[str, ...]:
    """Different short texts in Latin letters, of a number that is asked for."""
    _texts(path, where, told)
    if not least <= len(told) <= most:
        raise _fault(path, f"{where} has {len(told)} texts; give {least} to {most}.")
    for place, text in enumerate(told):
        if text.lower() in [other.lower() for other in told[:place]]:
            raise _fault(path, f"{where} has {text!r} twice. Remove one.")
        if len(text) > LONGEST or text != text.strip():
            raise _fault(path, f"{where}: {text!r} is longer than {LONGEST} letters or has blanks.")
    return tuple(told)


def _things(path: Path, told: Any) -> tuple[dict[str, tuple[str, ...]], dict[str, str]]:
    """Things by parent, and the names of both columns."""
    if isinstance(told, dict) and "groups" in told:
        _keys(path, "things", told, ("column", "parent", "groups"))
        given = _table(path, "things.groups", told["groups"])
        groups = {p: tuple(_texts(path, f"things.groups.{p}", g)) for p, g in given.items()}
        _labels(path, "things.groups", [thing for g in groups.values() for thing in g], 10, 30)
        _labels(path, "things.groups", list(groups), 3, 8)
        parent = _text(path, "things.parent", told["parent"])
        return groups, {"things": _text(path, "things.column", told["column"]), "parent": parent}
    _keys(path, "things", told, ("column", "nouns"))
    nouns = _labels(path, "things.nouns", told["nouns"], 10, 30)
    return {"": nouns}, {"things": _text(path, "things.column", told["column"])}


def _measure(path: Path, key: str, told: Any) -> Measure:
    where = f"measures.{key}"
    _keys(path, where, told, ("name", "range"), ("unit", "decimals", "additive"))
    types = {"name": str, "unit": str, "decimals": int, "additive": bool, "range": list}
    for name, value in told.items():
        if type(value) is not types[name]:
            raise _fault(path, f"{where}: {name} is {value!r}; give a {types[name].__name__}.")
    ends = told["range"]
    if len(ends) != 2 or not all(type(end) in (int, float) for end in ends) or ends[0] >= ends[1]:
        raise _fault(path, f"{where}: range is {ends}; give a lower, then a higher number.")
    rest = {name: value for name, value in told.items() if name != "range"}
    return Measure(low=ends[0], high=ends[1], **rest)


def _spec(
    path: Path, kind: str, told: Any, measures: Mapping[str, Measure], names: Mapping[str, str]
) -> Spec:
    where = f"tables.{kind}"
    _one_of(path, "tables", kind, KINDS)
    _keys(path, where, told, ("titles",), _OPTIONS)
    for key, value in told.items():
        if key in _LISTS:
            _texts(path, f"{where}.{key}", value)
        else:
            _text(path, f"{where}.{key}", value)
    for key in told.get("measures", ()):
        _one_of(path, f"{where}.measures", key, measures)
    for name in told.get("paths", ()):
        _one_of(path, f"{where}.paths", name, PATHS)
    for step in told.get("every", ()):
        _one_of(path, f"{where}.every", step, EVERY)
    lists = {key: tuple(told.get(key, ())) for key in ("titles", "paths", "every")}
    spec = Spec(
        kind,
        measures=tuple(measures[key] for key in told.get("measures", ())),
        of=_one_of(path, f"{where}.of", told.get("of", "things"), (*LISTED, *NAMED)),
        by=told.get("by", _BY.get(kind, "")),
        one=told.get("one", ""),
        share=told.get("share", ""),
        **lists,
    )
    if spec.by:
        _one_of(path, f"{where}.by", spec.by, (*LISTED, *NAMED))
    for key in (spec.of, spec.by):
        if key and key not in names:
            raise _fault(path, f"{where} is of {key}, but the theme names no column for them.")
    _fits(path, where, spec)
    return spec


def _fits(path: Path, where: str, spec: Spec) -> None:
    """What the kind of table needs is there, and nothing that it cannot use."""
    wanted, timed = _WANTED.get(spec.kind, 1), spec.kind in _TIMED
    if len(spec.measures) < wanted or (spec.kind in ("ohlc", "dual") and len(spec.measures) > 2):
        raise _fault(
            path, f"{where} has {len(spec.measures)} measures; {spec.kind} needs {wanted}."
        )
    if bool(spec.paths) != timed or (timed and not spec.every):
        raise _fault(path, f"{where}: series and dual need paths and every; others have no paths.")
    if "season" in spec.paths and not {"quarter", "month", "day"}.issuperset(spec.every):
        raise _fault(
            path, f"{where}: a season needs every quarter, month or day, not more or less."
        )
    if (spec.kind == "samples") != bool(spec.one) or (spec.kind == "shares") != bool(spec.share):
        raise _fault(path, f"{where}: samples, and only they, have one; shares have share.")
    if spec.by == spec.of and spec.kind != "series":
        raise _fault(path, f"{where} crosses {spec.of} with themselves. Choose another `by`.")
    for title in spec.titles:
        try:
            words = {word for _, word, _, _ in Formatter().parse(title) if word is not None}
        except ValueError as error:
            raise _fault(path, f"{where}: {title!r} is no pattern: {error}.") from None
        allowed = _WORDS - ({"year"} if spec.every else {"every"})
        for word in sorted(words - allowed):
            raise _fault(path, f"{where}: {unknown('word for its titles', word, allowed)}")


def _check(path: Path, theme: Theme) -> None:
    kinds = [spec.kind for spec in theme.tables]
    if len(kinds) < 2:
        raise _fault(path, "the theme needs at least two kinds of tables.")
    if "hierarchy" in kinds and "parent" not in theme.columns:
        raise _fault(path, "tables.hierarchy needs things in groups with a parent.")
    if len(set(theme.columns.values())) < len(theme.columns):
        raise _fault(path, "two of its columns have the same name. Rename one.")
