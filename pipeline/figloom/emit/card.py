"""The dataset card: what a folder holds, how to load it, and what its answers mean.

Words stand in `templates/card/`; this module fills in the figures.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from string import Template
from typing import Any

from figloom.emit.schema import FEATURES, Feature
from figloom.files import templates
from figloom.terminal import counted

Manifest = Mapping[str, Any]

_LICENCES = {
    "apache-2.0", "bsd-3-clause", "cc0-1.0", "cc-by-2.5", "cc-by-3.0", "cc-by-4.0", "cc-by-sa-3.0",
    "cc-by-sa-4.0", "cc-by-nc-4.0", "cc-by-nc-sa-4.0", "mit", "odbl", "odc-by", "unlicense",
}  # fmt: skip
_SIZES = ((1e3, "n<1K"), (1e4, "1K<n<10K"), (1e5, "10K<n<100K"), (1e6, "100K<n<1M"))


def card(manifest: Manifest) -> str:
    """README.md of a dataset, from its manifest alone.

    Needs `recipe`, `seed`, `version`, `families` (list), `sources` (list of `name`, `licence` and,
    if there is one, `credit`), `splits` (name: `records`, `questions`, `bytes`) and `subtasks`
    (name: split: number of questions). May have `title`, `declines` (list of `stage`, `reason`,
    `count`), `capacity` (list of `block`, `items`, `expected_overlap`, `distinct_at_least`),
    `left_out` (block: what the source lacks) and `example` (`question`, `answer`).
    """
    splits = manifest["splits"]
    return _template("dataset.md").substitute(
        front=_front(manifest),
        title=_title(manifest),
        records=counted(_total(splits, "records"), "record", grouped=","),
        questions=counted(_total(splits, "questions"), "question", grouped=","),
        version=manifest["version"],
        recipe=manifest["recipe"],
        seed=manifest["seed"],
        first=next(iter(splits)),
        meaning=_words(manifest["families"], "meaning"),
        example=_example(manifest.get("example")),
        counts="\n\n".join(
            filter(None, (_counts(manifest), _repeats(manifest), _left_out(manifest)))
        ),
        declines=_declines(manifest.get("declines", ())),
        limits=_words(manifest["families"], "limits"),
        credits=_credits(manifest["sources"]),
    )


def _template(name: str) -> Template:
    return Template((templates() / "card" / name).read_text("utf-8"))


def _words(families: Iterable[str], part: str) -> str:
    files = (templates() / "card" / f"{family}.{part}.md" for family in families)
    return "\n\n".join(file.read_text("utf-8").strip() for file in files if file.is_file())


def _title(manifest: Manifest) -> str:
    return str(manifest.get("title") or f"Figloom {manifest['recipe']}")


def _total(splits: Mapping[str, Mapping[str, int]], what: str) -> int:
    return sum(split[what] for split in splits.values())


def _front(manifest: Manifest) -> str:
    splits = manifest["splits"]
    lines = [
        f"pretty_name: {_scalar(_title(manifest))}",
        *_licence([source["licence"] for source in manifest["sources"]]),
        "task_categories: [visual-question-answering]",
        f"size_categories: [{_size(_total(splits, 'records'))}]",
        f"tags: [synthetic, figloom, {', '.join(map(_scalar, manifest['families']))}]",
        "configs:",
        "- config_name: default",
        "  data_files:",
        *(f"  - {{split: {name}, path: data/{name}-*.parquet}}" for name in splits),
        *_info(splits),
    ]
    return "\n".join(lines)


def _info(splits: Mapping[str, Mapping[str, int]]) -> list[str]:
    size = _total(splits, "bytes")
    counts = [(name, split["bytes"], split["records"]) for name, split in splits.items()]
    return [
        "dataset_info:",
        "- config_name: default",
        "  features:",
        *_features(FEATURES, "  "),
        "  splits:",
        *(f"  - {{name: {n}, num_bytes: {b}, num_examples: {rows}}}" for n, b, rows in counts),
        f"  download_size: {size}",
        f"  dataset_size: {size}",
    ]


def _scalar(text: str) -> str:
    # A JSON string is a YAML string, whatever is in it.
    return json.dumps(text, ensure_ascii=False)


def _licence(licences: Iterable[str]) -> list[str]:
    names = list(dict.fromkeys(licences))
    if all(name.lower() in _LICENCES for name in names):
        return ["license:", *(f"- {name.lower()}" for name in names)]
    return ["license: other", f"license_name: {_scalar(' and '.join(names))}"]


def _size(records: int) -> str:
    return next((name for limit, name in _SIZES if records < limit), "n>1M")


def _features(features: Mapping[str, Feature], indent: str) -> list[str]:
    lines = []
    for name, feature in features.items():
        lines.append(f"{indent}- name: {name}")
        inner = feature[0] if isinstance(feature, list) else feature
        if isinstance(feature, list) and "_type" not in inner:
            lines += [f"{indent}  list:", *_features(inner, f"{indent}  ")]
        else:
            kind = "list" if isinstance(feature, list) else "dtype"
            lines.append(f"{indent}  {kind}: {inner.get('dtype', 'image')}")
    return lines


def _counts(manifest: Manifest) -> str:
    splits = manifest["splits"]
    rows = [
        [f"`{name}`", *(f"{counts.get(split, 0):,}" for split in splits)]
        for name, counts in manifest["subtasks"].items()
    ]
    for what in ("questions", "records"):
        rows.append([f"**{what}**", *(f"**{split[what]:,}**" for split in splits.values())])
    return _table(["questions by subtask", *splits], rows, "---:")


def _repeats(manifest: Manifest) -> str:
    told = [one for one in manifest.get("capacity", ()) if one["distinct_at_least"]]
    if not told:
        return ""
    items, shared = (sum(one[key] for one in told) for key in ("items", "expected_overlap"))
    fewest = min(told, key=lambda one: one["distinct_at_least"])
    return (
        f"With another seed, about {shared:,.0f} of {counted(items, 'item', grouped=',')} would "
        f"come again by chance. The block `{fewest['block']}` has the fewest different pictures: "
        f"at least {fewest['distinct_at_least']:,}, of each of which several things may be asked."
    )


def _left_out(manifest: Manifest) -> str:
    left = manifest.get("left_out", {})
    if not left:
        return ""
    said = "Blocks of the recipe that are not in it, since the source cannot carry them:"
    rows = [[f"`{block}`", lack] for block, lack in left.items()]
    return f"{said}\n\n{_table(['block', 'what the source lacks'], rows)}"


def _declines(declines: Iterable[Mapping[str, Any]]) -> str:
    rows = [[d["stage"], d["reason"], f"{d['count']:,}"] for d in declines]
    if not rows:
        return "No item was declined."
    said = "What a stage declined and something else replaced (`declined.jsonl` names each):"
    return f"{said}\n\n{_table(['stage', 'reason', 'times'], rows)}"


def _example(example: Mapping[str, str] | None) -> str:
    if not example:
        return ""
    ticks = max(map(len, re.findall("`+", example["question"] + example["answer"])), default=0)
    fence = "`" * max(3, ticks + 1)
    return (
        f"A question and its `answer_text`:\n\n{fence}text\n{example['question']}\n\n"
        f"{example['answer']}\n{fence}"
    )


def _credits(sources: Iterable[Mapping[str, str]]) -> str:
    rows = [[s["name"], s["licence"], s.get("credit", "")] for s in sources]
    return _table(["source", "licence", "credit"], rows)


def _table(head: list[str], rows: Iterable[list[str]], rest: str = "---") -> str:
    lines = [head, ["---", *(rest for _ in head[1:])], *rows]
    escaped = ([cell.replace("|", "\\|").replace("\n", " ") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in escaped)
