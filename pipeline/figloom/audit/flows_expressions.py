"""Expressions of conditions and programs, read from left to right and worked out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from figloom.audit.labels import Faulty

Value = float | bool

_TOKEN = re.compile(
    r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(<=|>=|==|!=|//|\*\*|[-+*/%<>(),])"
    r"|('[^'\\]*'|\"[^\"\\]*\"))"
)  # fmt: skip
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}
_ADDED: dict[str, Callable[[Any, Any], Any]] = {"+": lambda a, b: a + b, "-": lambda a, b: a - b}
_MULTIPLIED: dict[str, Callable[[Any, Any], Any]] = {
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}
_CALLED: dict[str, Callable[..., Any]] = {
    "max": max,
    "min": min,
    "abs": abs,
    "range": range,
    "len": len,
}
_WORDS = frozenset({"and", "or", "not", "if", "else", "True", "False"})


def worth(text: str, values: Mapping[str, Any]) -> Any:
    """What an expression comes to; Faulty when it cannot be read or names what has no value."""
    (found,) = several(text, values, most=1)
    return found


def several(text: str, values: Mapping[str, Any], most: int = 0) -> list[Any]:
    """What expressions between commas come to; of any number, or of `most`."""
    reader = _Reader(text, values)
    found = [reader.chosen()]
    while reader.peek() == "," and len(found) != most:
        reader.take()
        found.append(reader.chosen())
    if reader.peek():
        raise Faulty(f"{reader.peek()!r} is left over in {text!r}")
    return found


def names(text: str) -> set[str]:
    """The variables that an expression names."""
    words = {match[2] for match in _TOKEN.finditer(text) if match[2]}
    return words - _WORDS - _CALLED.keys()


class _Reader:
    """`if` binds least, then `or`, `and`, `not`, comparisons, sums, products, signs."""

    def __init__(self, text: str, values: Mapping[str, Any]) -> None:
        self.text, self.values, self.at = text, values, 0
        self.tokens: list[str] = []
        at = 0
        while text[at:].strip():
            match = _TOKEN.match(text, at)
            if match is None:
                raise Faulty(f"{text!r} cannot be read")
            self.tokens.append(match[0].strip())
            at = match.end()

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1] if self.at <= len(self.tokens) else ""

    def chosen(self) -> Any:
        found = self.either()
        if self.peek() == "if":
            self.take()
            test = self.either()
            if self.take() != "else":
                raise Faulty(f"an if has no else in {self.text!r}")
            other = self.chosen()
            found = found if test else other
        return found

    def either(self) -> Any:
        found = self.every()
        while self.peek() == "or":
            self.take()
            # Both sides are read, whatever the first says.
            other = self.every()
            found = found or other
        return found

    def every(self) -> Any:
        found = self.negated()
        while self.peek() == "and":
            self.take()
            other = self.negated()
            found = found and other
        return found

    def negated(self) -> Any:
        if self.peek() == "not":
            self.take()
            return not self.negated()
        return self.compared()

    def compared(self) -> Any:
        left, found = self.joined(_ADDED), list[bool]()
        while self.peek() in _COMPARED:
            sign = self.take()
            right = self.joined(_ADDED)
            found.append(_COMPARED[sign](left, right))
            left = right
        return all(found) if found else left

    def joined(self, signs: Mapping[str, Callable[[Any, Any], Any]]) -> Any:
        """Sums of products, or products of operands, from the left."""

        def part() -> Any:
            return self.joined(_MULTIPLIED) if signs is _ADDED else self.operand()

        found = part()
        while self.peek() in signs:
            sign, right = self.take(), part()
            try:
                found = signs[sign](found, right)
            except (ArithmeticError, TypeError) as error:
                raise Faulty(f"{self.text!r}: {error}") from None
        return found

    def operand(self) -> Any:
        if self.peek() == "-":
            self.take()
            return -self.operand()
        base = self.single()
        if self.peek() == "**":
            self.take()
            return base ** self.operand()
        return base

    def single(self) -> Any:
        token = self.take()
        if token == "(":
            found = self.chosen()
            self.close()
            return found
        if token[:1] in ("'", '"'):
            return token[1:-1]
        if token[:1].isdigit():
            return float(token) if "." in token else int(token)
        if token in ("True", "False"):
            return token == "True"
        if token in _CALLED and self.peek() == "(":
            self.take()
            given = [self.chosen()]
            while self.peek() == ",":
                self.take()
                given.append(self.chosen())
            self.close()
            return _CALLED[token](*given)
        if token not in self.values:
            raise Faulty(f"{token or 'the end'!r} has no value in {self.text!r}")
        return self.values[token]

    def close(self) -> None:
        if self.take() != ")":
            raise Faulty(f"a bracket is open in {self.text!r}")
