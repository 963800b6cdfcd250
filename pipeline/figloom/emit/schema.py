"""The columns of a dataset, said once: Hugging Face's features, and the Arrow schema they imply.

Lists are written in the `[…]` form: `datasets` 3.6 cannot read the newer `List`, while later
versions read both.
"""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa

Feature = dict[str, Any] | list[Any]

_ARROW = {"string": pa.string(), "int32": pa.int32(), "bool": pa.bool_()}
_IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])


def _value(dtype: str) -> Feature:
    return {"dtype": dtype, "_type": "Value"}


_TEXT = _value("string")
_TEXTS: Feature = [_TEXT]

QUESTION: dict[str, Feature] = {
    "question": _TEXT,
    "answer_text": _TEXT,
    "answer": _TEXT,
    "kind": _TEXT,
    "choices": _TEXTS,
    "accepted": _TEXTS,
    "unit": _TEXT,
    "family": _TEXT,
    "task": _TEXT,
    "subtask": _TEXT,
    "wording": _TEXT,
    "group": _TEXT,
    "polarity": _value("bool"),
    "tags": _TEXTS,
    "marks": _TEXTS,
    "metric": _TEXT,
    "metric_args": _TEXT,
    "negatives": _TEXT,
    "rationale": _TEXT,
}
"""One question: `answer`, `metric_args`, `negatives` and `rationale` are JSON."""

FEATURES: dict[str, Feature] = {
    "id": _TEXT,
    "key": _TEXT,
    "role": _TEXT,
    "split": _TEXT,
    "image": {"_type": "Image"},
    "width": _value("int32"),
    "height": _value("int32"),
    "text": _TEXT,
    "style": _TEXT,
    "spec": _TEXT,
    "questions": [QUESTION],
    "facts": _TEXT,
    "drawn": _TEXTS,
    "marks": _TEXT,
    "axes": _TEXT,
    "trace": _TEXT,
}
"""One record: `facts`, `marks`, `axes` and `trace` are JSON."""


def arrow(feature: Feature) -> pa.DataType:
    """Storage type of a feature."""
    if isinstance(feature, list):
        return pa.list_(arrow(feature[0]))
    if feature.get("_type") == "Image":
        return _IMAGE
    if feature.get("_type") == "Value":
        return _ARROW[feature["dtype"]]
    return pa.struct([(name, arrow(inner)) for name, inner in feature.items()])


def leaves(feature: Feature, path: str) -> list[str]:
    """Names that Parquet gives the leaf columns of a feature."""
    if isinstance(feature, list):
        return leaves(feature[0], f"{path}.list.element")
    if feature.get("_type") == "Image":
        return [f"{path}.bytes", f"{path}.path"]
    if feature.get("_type") == "Value":
        return [path]
    return [leaf for name, inner in feature.items() for leaf in leaves(inner, f"{path}.{name}")]


SCHEMA = pa.schema(
    [(name, arrow(feature)) for name, feature in FEATURES.items()],
    metadata={"huggingface": json.dumps({"info": {"features": FEATURES}})},
)
"""The one schema of every shard; `datasets` finds the image type in its metadata."""

LEAVES = [leaf for name, feature in FEATURES.items() for leaf in leaves(feature, name)]
"""Parquet's leaf columns, for settings that go by column."""
