"""What a run will cost, told before it begins: tokens by rules of thumb that are public.

Text counts as a token every four characters. What a picture counts as depends on the family of the
model, taken from its name; sources of the formulas stand beside them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from figloom.exam.call import Call, Dialog
from figloom.exam.pictures import image_of, size_within
from figloom.terminal import counted

_CHARACTERS = 4
_LOOKED_AT = 400
"""Dialogs, at most, that an estimate is made from."""


def _tiles(width: int, height: int) -> int:
    """OpenAI, "Images and vision", high detail: 85 and 170 for each tile of 512 pixels, after
    fitting into 2048 pixels and the shorter side into 768."""
    scale = min(1.0, 2048 / max(width, height))
    scale *= min(1.0, 768 / (min(width, height) * scale))
    across, down = (math.ceil(side * scale / 512) for side in (width, height))
    return 85 + 170 * across * down


def _area(width: int, height: int) -> int:
    """Anthropic, "Vision": pixels over 750, after fitting into 1568 pixels a side."""
    scale = min(1.0, 1568 / max(width, height))
    return math.ceil(width * scale * height * scale / 750)


def _gemini(width: int, height: int) -> int:
    """Google, "Image understanding": 258 for up to 384 pixels a side, else for each tile of the
    shorter side over 1.5, in 256 to 768 pixels."""
    if max(width, height) <= 384:
        return 258
    tile = min(768, max(256, math.floor(min(width, height) / 1.5)))
    return 258 * math.ceil(width / tile) * math.ceil(height / tile)


def _patches(side: int) -> Callable[[int, int], int]:
    """Qwen2.5-VL and Qwen3-VL model cards: one for each square of 28 or 32 pixels."""
    return lambda width, height: math.ceil(width / side) * math.ceil(height / side) + 2


_RULES: tuple[tuple[str, str, Callable[[int, int], int]], ...] = (
    (r"gpt|\bo[1-9]\b|openai", "85 and 170 a tile of 512 px (OpenAI)", _tiles),
    (r"claude", "pixels / 750 (Claude)", _area),
    (r"gemini", "258 a tile (Gemini)", _gemini),
    (r"qwen.?3", "squares of 32 px (Qwen3-VL)", _patches(32)),
    (r"", "squares of 28 px (Qwen2.5-VL)", _patches(28)),
)


@dataclass(frozen=True, slots=True)
class Estimate:
    """Tokens of a run, taking every call of a sample to be like its first."""

    samples: int
    calls: int
    """Of each sample."""
    text: int
    pictures: int
    rule: str
    """How pictures were counted."""
    looked_at: int
    """Dialogs that it was made from; the rest are taken to be like them."""
    most_out: int
    """Tokens of replies, if each were as long as it may be."""

    @property
    def tokens_in(self) -> int:
        """Of text and pictures."""
        return self.text + self.pictures

    def told(self, price_in: float, price_out: float) -> str:
        """One sentence or two; prices are per million tokens."""
        basis = "" if self.looked_at >= self.samples else f", judged by {self.looked_at} of them"
        calls = "" if self.calls == 1 else f" of {self.calls} calls each"
        said = (
            f"{counted(self.samples, 'sample')}{calls}, about {self.tokens_in:,} tokens in "
            f"({self.text:,} of text, {self.pictures:,} of pictures by {self.rule}{basis}), "
            f"at most {self.most_out:,} out."
        )
        if not (price_in or price_out):
            return said
        least = cost(self.tokens_in, 0, price_in, price_out)
        most = cost(self.tokens_in, self.most_out, price_in, price_out)
        return f"{said} Cost: about {least:,.2f} for what is asked, at most {most:,.2f} in all."


def cost(tokens_in: int, tokens_out: int, price_in: float, price_out: float) -> float:
    """In the currency of the prices, which are per million tokens."""
    return (tokens_in * price_in + tokens_out * price_out) / 1_000_000


def estimate(
    dialogs: Iterable[Dialog],
    many: int,
    model: str,
    max_tokens: int,
    max_pixels: int,
    calls: int = 1,
) -> Estimate:
    """Of `many` dialogs of so many calls each, judged by the first few hundred."""
    rule, count = _rule(model)
    text = pictures = seen = 0
    for dialog in islice(dialogs, _LOOKED_AT):
        call = dialog.next(())
        if call is not None:
            seen += 1
            text += math.ceil(sum(len(turn.text) for turn in call.turns) / _CHARACTERS)
            pictures += sum(count(*size) for size in _sizes(call, max_pixels))
    scale = many * calls / max(1, seen)
    return Estimate(
        samples=many,
        calls=calls,
        text=round(text * scale),
        pictures=round(pictures * scale),
        rule=rule,
        looked_at=seen,
        most_out=many * calls * max_tokens,
    )


def _rule(model: str) -> tuple[str, Callable[[int, int], int]]:
    return next(
        (rule, count) for name, rule, count in _RULES if re.search(name, model, re.IGNORECASE)
    )


def _sizes(call: Call, max_pixels: int) -> Iterable[tuple[int, int]]:
    for turn in call.turns:
        for image in turn.images:
            seen = image if image.width else image_of(image.data)
            yield size_within(seen.width, seen.height, max_pixels)
