"""The bundled themes: enough of them, apart from each other, and read strictly."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from figloom import files
from figloom.errors import RecipeError, SourceError
from figloom.read.faker_names import LONGEST, invented, patterns
from figloom.read.themes import KINDS, Theme, read_theme, themes

FOLDER = files.sources() / "themes"
KNOWN = themes()
NATURE = {
    "points": "correlation",
    "shares": "shares",
    "samples": "skew",
    "hierarchy": "hierarchy",
    "ohlc": "trading",
    "links": "flows",
}


def natures(theme: Theme) -> set[str]:
    """Which kinds of series a theme has."""
    return {NATURE[spec.kind] for spec in theme.tables if spec.kind in NATURE} | {
        path for spec in theme.tables for path in spec.paths
    }


def test_there_are_enough_for_training_and_for_eval() -> None:
    assert len(KNOWN) >= 44
    assert sum(theme.split == "eval" for theme in KNOWN) >= 12
    assert {theme.locale for theme in KNOWN} == set(patterns())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("split", ["train", "eval"])
def test_every_kind_of_table_has_three_themes_in_either_split(kind: str, split: str) -> None:
    having = [t.id for t in KNOWN if t.split == split and kind in [s.kind for s in t.tables]]
    assert len(having) >= 3, having


def test_the_default_source_has_every_kind_in_three_eval_themes() -> None:
    from figloom.read.faker import dealt, faker

    by_id = {theme.id: theme for theme in KNOWN}
    found: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for table in faker().of("eval"):
        theme, _, number = table.id.rpartition("-")
        found[dealt(by_id[theme], int(number)).spec.kind].add(theme)
    assert all(len(having) >= 3 for having in found.values()), found


@pytest.mark.parametrize("theme", KNOWN, ids=lambda theme: theme.id)
def test_a_theme_is_rich(theme: Theme) -> None:
    assert 10 <= len(theme.things) <= 30
    assert 5 <= len(theme.series) <= 15
    assert len(natures(theme)) >= 2
    assert len({m.name for spec in theme.tables for m in spec.measures}) >= 3
    assert all(len(spec.titles) >= 1 for spec in theme.tables)


def test_no_two_themes_share_more_than_a_fifth_of_their_nouns() -> None:
    for one, other in combinations(KNOWN, 2):
        shared = one.nouns & other.nouns
        assert len(shared) <= min(len(one.nouns), len(other.nouns)) / 5, (one.id, other.id, shared)


def test_eval_words_are_hardly_known_from_training() -> None:
    train = frozenset().union(*(t.nouns for t in KNOWN if t.split == "train"))
    held_out = frozenset().union(*(t.nouns for t in KNOWN if t.split == "eval"))
    assert len(train & held_out) <= len(held_out) / 20


def test_no_noun_is_a_rank_or_a_size() -> None:
    for theme in KNOWN:
        for noun in theme.nouns:
            assert not re.search(r"\b(most|least|best|worst|highest|lowest|top|cheap)\b", noun)


@pytest.mark.parametrize("locale", patterns())
@pytest.mark.parametrize("kind", ["people", "places", "companies"])
def test_invented_names_are_different_short_and_latin(locale: str, kind: str) -> None:
    names = invented(kind, locale, 60, "key")
    assert len(set(names)) == 60
    assert names == invented(kind, locale, 60, "key") != invented(kind, locale, 60, "other")
    for name in names:
        assert 3 <= len(name) <= LONGEST
        assert all(ord(letter) < 0x250 for letter in name), name


SOUND = """
split = "train"
locale = "en_US"
place = "Town"

[things]
column = "Hat"
nouns = ["Bowler", "Beret", "Fez", "Boater", "Bonnet", "Trilby", "Turban", "Beanie", "Cap", "Hood"]

[series]
column = "Shop"
names = ["Shop one", "Shop two", "Shop three", "Shop four", "Shop five"]

[measures]
sold = { name = "Hats sold", range = [2, 90], additive = true }
price = { name = "Price", unit = "USD", range = [4, 60], decimals = 2 }

[tables]
categories = { titles = ["Hats of {place}, {year}"], measures = ["sold", "price"] }
[tables.series]
titles = ["{every} {measure}"]
measures = ["sold"]
every = ["month"]
paths = ["season"]
"""


def test_a_sound_theme_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hats.toml"
    path.write_text(SOUND)
    theme = read_theme(path)
    assert (theme.id, theme.split, len(theme.things)) == ("hats", "train", 10)
    assert theme.tables[1].by == "series"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('split = "train"', 'split = "test"', "split: There is no choice 'test'"),
        ('locale = "en_US"', 'locale = "en_UK"', "locale: .*Did you mean 'en_"),
        ('place = "Town"', 'places = "Town"', "the theme: There is no key 'places'.*'place'"),
        ('place = "Town"', "", ""),
        ('"Bowler", ', "", "things.nouns has 9 texts; give 10 to 30"),
        ('"Bowler"', '"beret"', "has 'Beret' twice"),
        ('"Bowler"', '"A hat that is far too long"', "longer than 24 letters"),
        ('"Bowler"', "3", "must be a list of texts"),
        ('column = "Shop"', 'column = "Hat"', "two of its columns have the same name"),
        ('column = "Shop"\n', "", "series lacks 'column'"),
        ("range = [2, 90]", "range = [90, 2]", "give a lower, then a higher number"),
        ("range = [2, 90]", "range = [2]", "give a lower, then a higher number"),
        ("range = [2, 90], ", "", "measures.sold lacks 'range'"),
        ("decimals = 2", 'decimals = "2"', "decimals is '2'; give a int"),
        ("categories =", "categorys =", "tables: There is no choice 'categorys'.*'categories'"),
        ('["sold", "price"]', '["solt"]', "Did you mean 'sold'"),
        (', measures = ["sold", "price"]', "", "has 0 measures; categories needs 1"),
        ("{place}, {year}", "{town}", "There is no word for its titles 'town'"),
        ("{place}, {year}", "{every}", "There is no word for its titles 'every'"),
        ('paths = ["season"]', 'paths = ["seasons"]', "Did you mean 'season'"),
        ('paths = ["season"]', "", "need paths and every"),
        ("[measures]", "[[measures]]", "measures must be a table"),
        ("nouns =", "groups =", "things lacks 'parent'"),
        ("nouns =", "parent = 'Kind'\ngroups =", "things.groups must be a table"),
        ('every = ["month"]', 'every = ["year"]', "a season needs every quarter, month or day"),
        ('every = ["month"]', 'every = ["decade"]', "There is no choice 'decade'"),
        ('every = ["month"]', 'by = "people"\nevery = ["month"]', "names no column for them"),
        ('every = ["month"]', 'every = "month"', "every must be a list of texts"),
        ('every = ["month"]', 'every = ["month"]\none = 3', "one must be a text"),
        ('["{every} {measure}"]', "[]", "titles must be a list of texts"),
        ('["{every} {measure}"]', '["{every"]', "is no pattern"),
        ('column = "Hat"', "column = 5", "things.column must be a text"),
        ("[tables]", "[tables]\nhierarchy = { titles = ['X'], measures = ['sold'] }", "parent"),
        ("[tables]", "[tables]\nsamples = { titles = ['X'], measures = ['sold'] }", "have one"),
        ("[tables]", "[tables]\ncrossed = { titles = ['X'], of = 'series' }", "measures; crossed"),
        ("[tables]", "[tables", "is not valid TOML"),
    ],
)
def test_a_faulty_theme_is_refused_in_one_sentence(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert SOUND.count(old) >= 1
    path = tmp_path / "hats.toml"
    path.write_text(SOUND.replace(old, new, 1))
    if not told:
        assert "places" not in read_theme(path).columns
        return
    with pytest.raises((SourceError, RecipeError), match=f"hats.toml.*{told}"):
        read_theme(path)


def test_a_folder_without_themes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="holds no theme"):
        themes(tmp_path)


def test_files_are_called_as_their_theme_is() -> None:
    assert [theme.id for theme in KNOWN] == sorted(p.stem for p in FOLDER.glob("*.toml"))
