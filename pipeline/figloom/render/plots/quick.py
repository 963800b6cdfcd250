"""Matplotlib made faster, its pixels left as they were: look up and lay out once, draw no axes."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Any

_KEPT = 4096
"""Texts, and fonts at a size, that are remembered."""


def quicken() -> None:
    """Replace, for the whole process, what Matplotlib does again and again for the same answer."""
    from matplotlib import artist, font_manager
    from matplotlib.backends.backend_agg import RendererAgg
    from matplotlib.text import Text

    manager: Any = font_manager.fontManager
    manager._find_fonts_by_props = lru_cache(maxsize=256)(manager._find_fonts_by_props)
    _lay_out_once(Text)
    _draw_glyphs(RendererAgg)

    def changed(self: Any) -> None:
        # Every property set calls this, and nobody listens.
        if self._callbacks.callbacks:
            self._callbacks.process("pchanged")

    setattr(artist.Artist, "pchanged", changed)  # noqa: B010


def _lay_out_once(text: Any) -> None:
    lay_out = text._get_layout

    def kept(self: Any, renderer: Any) -> Any:
        # Drawing ends with `stale` unset, and every change sets it.
        known = self.__dict__.get("_figloom_layout")
        if known is None or self.stale:
            known = self.__dict__["_figloom_layout"] = lay_out(self, renderer)
        return known

    text._get_layout = kept


def _draw_glyphs(renderer: Any) -> None:
    """One size and one matrix a text, not a glyph."""
    from matplotlib.backends import backend_agg
    from matplotlib.font_manager import fontManager, get_font
    from matplotlib.ft2font import RenderMode

    hinting: Any = backend_agg.get_hinting_flag
    stock = renderer._draw_text_glyphs_and_boxes

    def quick(
        self: Any, gc: Any, x: float, y: float, angle: float, glyphs: Any, boxes: Any
    ) -> None:
        if boxes or not gc.get_antialiased():
            stock(self, gc, x, y, angle, glyphs, boxes)
            return
        cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        turn = [[round(0x10000 * cos), round(0x10000 * -sin)],
                [round(0x10000 * sin), round(0x10000 * cos)]]  # fmt: skip
        flags, height, sized = hinting(), int(self.height), (None, 0.0)
        paint = self._renderer.draw_text_image
        for font, size, glyph, _, _, dx, dy in glyphs:
            if (font, size) != sized:
                font.set_size(size, self.dpi)
                sized = (font, size)
            font._set_transform(turn, [
                round(0x40 * (x + dx * cos - dy * sin)),
                round(0x40 * (self.height - y + dx * sin + dy * cos)),
            ])  # fmt: skip
            bitmap = font._render_glyph(glyph, flags, RenderMode.NORMAL)
            buffer = bitmap.buffer
            paint(buffer, bitmap.left, height - bitmap.top + buffer.shape[0], 0, gc)

    @lru_cache(maxsize=_KEPT)
    def laid(font: Any, text: str, size: float, dpi: float, features: Any, language: Any) -> Any:
        font.clear()
        font.set_size(size, dpi)
        return font._layout(text, flags=hinting(), features=features, language=language)

    def draw_text(
        self: Any, gc: Any, x: float, y: float, s: str, prop: Any, angle: float,
        ismath: bool = False, mtext: Any = None,
    ) -> None:  # fmt: skip
        if ismath:
            self.draw_mathtext(gc, x, y, s, prop, angle)
            return
        font, size = get_font(fontManager._find_fonts_by_props(prop)), prop.get_size_in_points()
        told = (mtext.get_fontfeatures(), mtext.get_language()) if mtext else (None, None)
        items = laid(font, s, size, self.dpi, *told)
        quick(self, gc, x, y, angle, [(item.ft_object, size, item.glyph_index, 0, 1, item.x, item.y)
                                      for item in items], [])  # fmt: skip

    renderer._draw_text_glyphs_and_boxes = quick
    renderer.draw_text = draw_text


@cache
def bare() -> Any:
    """Axes that never draw an axis: no spines, no ticks, and no limits taken from the data."""
    from matplotlib.axes import Axes
    from matplotlib.axis import XAxis, YAxis

    none = property(lambda axis: ())
    across = type("Across", (XAxis,), {"majorTicks": none, "minorTicks": none})
    along = type("Along", (YAxis,), {"majorTicks": none, "minorTicks": none})

    def ignore(axes: Any, *_: Any, **__: Any) -> None:
        pass

    def axis(axes: Any) -> None:
        axes.xaxis, axes.yaxis = across(axes, clear=False), along(axes, clear=False)

    limits = ("_update_patch_limits", "_update_line_limits", "_update_collection_limits",
              "update_datalim")  # fmt: skip
    return type("Bare", (Axes,), {
        "_init_axis": axis, "_gen_axes_spines": lambda axes, *_, **__: {},
        **dict.fromkeys(limits, ignore),
    })  # fmt: skip
