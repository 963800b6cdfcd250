"""The travelling types as JSON and back, exactly."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


@cache
def _adapter(kind: Any, /) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def dumps(value: Any, kind: Any) -> str:
    """Compact JSON of a value of the given type, fields in their declared order."""
    return _adapter(kind).dump_json(value).decode()


def loads(text: str | bytes, kind: type[T]) -> T:
    """The value again; raises pydantic.ValidationError when the text is not of the type."""
    # mypy holds a class object to be unhashable.
    adapter: TypeAdapter[T] = _adapter(kind)  # type: ignore[arg-type]
    return adapter.validate_json(text)
