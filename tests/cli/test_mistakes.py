"""Every mistake is one sentence on stderr that says what, where and what to do; nothing is made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Refused = Callable[..., str]

BLOCK = """
[[block]]
name = "stars"
sample = { name = "star", triples = [1, 3] }
ask = ["count_triples"]
"""
RECIPE = f'render = "as_text"\ncount = 4\n{BLOCK}'


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["buidl"], "No such command 'buidl'. Did you mean 'build'?"),
        (["build"], "Missing argument 'recipe'"),
        (["build", "quickstrat"], "no recipe 'quickstrat'. Did you mean 'quickstart'?"),
        (["build", "../quickstart"], "There is no recipe '../quickstart'"),
        (["build", "nothing.toml"], "Recipe file nothing.toml does not exist"),
        (["build", "quickstart", "--sed", "3"], "No such option: --sed (Possible options: --seed"),
        (["build", "quickstart", "--seed", "x"], "'--seed'"),
        (["build", "quickstart", "--seed", "1.5"], "'--seed'"),
        (["build", "quickstart", "--count", "0"], "--count is 0; give a whole number from 1"),
        (["build", "quickstart", "--count", "-3"], "--count is -3; give a whole number from 1"),
        (["build", "quickstart", "--count", "10000001"], "--count is 10000001; give a whole"),
        (["build", "quickstart", "--count", "many"], "'--count'"),
        (["build", "quickstart", "--workers", "-1"], "'--workers'"),
        (["build", "quickstart", "--split", "evla"], "no split 'evla'. Did you mean 'eval'?"),
        (["build", "quickstart", "--split", "test"], "no split 'test'"),
        (["build", "quickstart", "--source", "wrold"], "'wrold'. Did you mean 'world'?"),
        (["build", "quickstart", "--source", "triples"], "needs option 'path'"),
        (["build", "quickstart", "--source", "world=x"], "no option of read 'world' called 'path'"),
        (["build", "quickstart", "--source", "triples=no"], "no does not exist"),
        (["build", "quickstart", "--source", "fb15k237=no"], "no does not exist"),
        (["build", "quickstart", "--exclude", "no"], "no is not a dataset"),
        (["build", "quickstart", "extra"], "unexpected extra argument"),
        (["look", "quickstrat"], "Did you mean 'quickstart'?"),
        (["look", "quickstart", "-n", "0"], "'-n'"),
        (["look", "quickstart", "-n", "13"], "'-n'"),
        (["look", "."], "is not a dataset"),
        (["export", "no", "--to", "llava"], "no is not a dataset"),
        (["export", "no"], "Missing option '--to'"),
        (["export", ".", "--to", "lava"], "'lava'. Did you mean 'llava'?"),
        (["list", "recipe"], "no list 'recipe'. Did you mean 'recipes'?"),
        (["setup", "--fb"], "No such option: --fb"),
    ],
)
def test_words(refused: Refused, words: list[str], part: str) -> None:
    assert part in refused(*words)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("count = ", "is not valid TOML"),
        ("\x00", "is not valid TOML"),
        ("", "has no [[block]]"),
        (f'rendr = "as_text"\n{BLOCK}', "no key 'rendr'. Did you mean 'render'?"),
        (BLOCK, "render is missing"),
        (f"render = 3\n{BLOCK}", "render is 3"),
        (f'render = "as_txt"\n{BLOCK}', "'as_txt'. Did you mean 'as_text'?"),
        (RECIPE.replace("4", '"4"'), "count is '4'; give a whole number"),
        (RECIPE.replace("4", "0"), "count is 0; give a whole number"),
        (RECIPE.replace("4", "true"), "count is True; give a whole number"),
        (RECIPE.replace("[1, 3]", '"three"'), "is 'three'; give a list of 2 whole numbers."),
        (RECIPE.replace("[1, 3]", '["1", "3"]'), "option 'triples' of sample 'star'"),
        (RECIPE.replace("[1, 3]", "[1, 2, 3]"), "option 'triples' of sample 'star'"),
        (RECIPE.replace("[1, 3]", "[1.5, 3]"), "option 'triples' of sample 'star'"),
        (RECIPE.replace("[1, 3]", "[5, 2]"), "triples = [5, 2] is impossible"),
        (RECIPE.replace("[1, 3]", "[0, 0]"), "triples = [0, 0] is impossible"),
        (RECIPE.replace("[1, 3]", "[1, 31]"), "triples = [1, 31] is impossible"),
        (RECIPE.replace("triples", "tripels"), "called 'tripels'. Did you mean 'triples'?"),
        (RECIPE.replace("triples = [1, 3]", "max_degree = 9"), "exactly one of triples"),
        (RECIPE.replace('"star"', '"start"'), "'start'. Did you mean 'star'?"),
        (RECIPE.replace("count_triples", "count_triple"), "Did you mean 'count_triples'?"),
        (RECIPE.replace('["count_triples"]', '"count_triples"'), "ask must list"),
        (RECIPE.replace('["count_triples"]', "[]"), "ask must list"),
        (RECIPE.replace('name = "stars"', "name = 7"), "name is missing or not a word"),
        (RECIPE.replace('"stars"', '"a/b"'), "use letters, digits"),
        (RECIPE + BLOCK, "two blocks are called 'stars'"),
        (RECIPE + "share = -1", "share is -1; give a number above 0"),
        (RECIPE + "share = inf", "share is inf; give a number above 0"),
        (RECIPE + "shares = 1", "no key 'shares'. Did you mean 'share'?"),
        (RECIPE + 'modify = "mask_entty"', "Did you mean 'mask_entity'?"),
        (RECIPE + "roles = []", "roles is empty"),
        (RECIPE + 'roles = "main"', "roles is 'main'; give a list of names"),
        (RECIPE + 'roles = ["main", "main"]', "roles names something twice"),
        (RECIPE + 'roles = ["mian"]', "'mian'. Did you mean 'main'?"),
        (RECIPE + 'variants = ["plain"]', "no [[variant]] 'plain'"),
        (RECIPE + 'variants = ["a"]\n[[variant]]\nname = "a"', "render must name"),
        ('block = 3\nrender = "as_text"', "write block as [[block]] tables"),
        (f'source = "wrld"\n{RECIPE}', "'wrld'. Did you mean 'world'?"),
        (f"source = 3\n{RECIPE}", "read is 3"),
        (
            f'source = {{ name = "world", eval_share = "x" }}\n{RECIPE}',
            "option 'eval_share' of read 'world' is 'x'; give a number.",
        ),
        (f"about = 3\n{RECIPE}", "about is 3"),
        (f"attempts = 0\n{RECIPE}", "attempts is 0"),
    ],
)
def test_recipes(refused: Refused, elsewhere: Path, text: str, part: str) -> None:
    (elsewhere / "mine.toml").write_text(text, "utf-8")
    sentence = refused("build", "mine.toml")
    assert part in sentence
    assert "mine" in sentence


def test_a_recipe_that_is_not_text(refused: Refused, elsewhere: Path) -> None:
    (elsewhere / "mine.toml").write_bytes(b"\xff\xfe")
    assert "mine.toml is not valid TOML" in refused("build", "mine.toml")


def test_fewer_pictures_than_one_item(refused: Refused, elsewhere: Path) -> None:
    (elsewhere / "mine.toml").write_text(RECIPE + 'modify = "corrupt_entity"', "utf-8")
    assert "smallest item of recipe 'mine' is 2 pictures" in refused(
        "build", "mine.toml", "--count", 1
    )


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "holds no triples"),
        (b"\n\n", "holds no triples"),
        (b"head\trelation\ttail\n", "holds no triples"),
        (b"a\tb\n", "line 1: 2 tab-separated columns"),
        (b"a\tr\tb\na b c\n", "line 2: 1 tab-separated column,"),
        (b"a\tr\tb\tx\n", "line 1: 4 tab-separated columns"),
        (b"a\tr\tb\na\tr\t\xff\xfe\n", "line 2 is not UTF-8"),
        (b"a\tr\t\n", "empty tail"),
        (b"a\tr\ta\nb\tr\tb\n", "no entity of 'triples' in split 'train' has"),
        (b"a\tr_s\tb\na\tr s\tc\n", "'r s' and 'r_s' are both shown as"),
        (b"_\tr\tb\n", "'_' shows as an empty label"),
    ],
)
def test_triple_files(refused: Refused, elsewhere: Path, content: bytes, part: str) -> None:
    (elsewhere / "mine.tsv").write_bytes(content)
    (elsewhere / "walk.toml").write_text(
        RECIPE.replace('"star", triples = [1, 3]', '"random_walk", triples = [1, 1]'), "utf-8"
    )
    sentence = refused("build", "walk.toml", "--source", "triples=mine.tsv")
    assert part in sentence


def test_one_triple_cannot_make_three(refused: Refused, elsewhere: Path) -> None:
    (elsewhere / "mine.tsv").write_text("a\tr\tb\n", "utf-8")
    sentence = refused("build", "quickstart", "--source", "triples=mine.tsv")
    assert "of 'triples'" in sentence
    (elsewhere / "mine.toml").write_text(RECIPE.replace("[1, 3]", "[9, 9]"), "utf-8")
    sentence = refused("build", "mine.toml", "--source", "triples=mine.tsv")
    assert "asks for more than the 1 triples of 'triples'" in sentence


def test_a_folder_in_place_of_a_file(refused: Refused, elsewhere: Path) -> None:
    (elsewhere / "graph" / "triples.tsv").mkdir(parents=True)
    sentence = refused("build", "quickstart", "--source", "triples=graph")
    assert "triples.tsv is a folder" in sentence


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("names.tsv", b"a\n", "names.tsv, line 1: 1 tab-separated column,"),
        ("names.tsv", b"a\tA\nb\t\xe9\n", "names.tsv, line 2 is not UTF-8"),
        ("types.tsv", b"a\tA\tB\n", "types.tsv, line 1: 3 tab-separated columns"),
    ],
)
def test_files_beside_the_triples(
    refused: Refused, elsewhere: Path, name: str, content: bytes, part: str
) -> None:
    (elsewhere / "graph").mkdir()
    (elsewhere / "graph" / "triples.tsv").write_text("a\tr\tb\n", "utf-8")
    (elsewhere / "graph" / name).write_bytes(content)
    assert part in refused("build", "quickstart", "--source", "triples=graph")


@pytest.mark.parametrize("content", [b"no picture", b"<!DOCTYPE html><p>not found", b"<svg/>"])
def test_picture_folders(refused: Refused, elsewhere: Path, content: bytes) -> None:
    pictures = elsewhere / "graph" / "pictures"
    pictures.mkdir(parents=True)
    (elsewhere / "graph" / "triples.tsv").write_text("a\tr\tb\n", "utf-8")
    (pictures / "a.png").write_bytes(content)
    (elsewhere / "mine.toml").write_text(RECIPE.replace("[1, 3]", "[1, 1]"), "utf-8")
    assert "a.png is not a PNG, JPEG, WebP or SVG picture" in refused(
        "build", "mine.toml", "--source", "triples=graph"
    )
    (pictures / "a.png").unlink()
    (pictures / "b").mkdir()
    assert "holds no picture" in refused("build", "mine.toml", "--source", "triples=graph")
    table = 'source = {{ name = "triples", path = "graph", pictures = "{}" }}\n'
    for wanted, part in (("nowhere", "does not exist"), ("mine.toml", "is a file")):
        (elsewhere / "mine.toml").write_text(table.format(wanted) + RECIPE, "utf-8")
        sentence = refused("build", "mine.toml")
        assert "The picture folder" in sentence
        assert part in sentence


def test_a_picture_that_breaks_off(refused: Refused, elsewhere: Path) -> None:
    pictures = elsewhere / "graph" / "pictures"
    pictures.mkdir(parents=True)
    (elsewhere / "graph" / "triples.tsv").write_text("a\tr\tb\n", "utf-8")
    for name in "ab":
        (pictures / f"{name}.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    recipe = RECIPE.replace("[1, 3]", "[1, 1]").replace("as_text", "node_link")
    (elsewhere / "mine.toml").write_text(recipe.replace("count = 4", "count = 1"), "utf-8")
    sentence = refused("build", "mine.toml", "--source", "triples=graph")
    assert ".png is not a PNG, JPEG, WebP or SVG picture" in sentence


def test_parts_of_fb15k237_that_are_missing(refused: Refused, elsewhere: Path) -> None:
    folder = elsewhere / "fb"
    folder.mkdir()
    for name in ("train.txt", "valid.txt", "test.txt", "entity2text.txt"):
        sentence = refused("build", "quickstart", "--source", "fb15k237=fb")
        assert f"{name} does not exist" in sentence
        line = "/m/1\tA\n" if name.startswith("entity") else "/m/1\t/no/relation\t/m/2\n"
        (folder / name).write_text(line, "utf-8")
    assert "has no name for /m/2" in refused("build", "quickstart", "--source", "fb15k237=fb")
    (folder / "entity2text.txt").write_text("/m/1\tA\n/m/2\tB\n", "utf-8")
    assert "/no/relation is no relation of FB15K-237" in refused(
        "build", "quickstart", "--source", "fb15k237=fb"
    )
    assert "is a file" in refused("build", "quickstart", "--source", "fb15k237=fb/train.txt")
