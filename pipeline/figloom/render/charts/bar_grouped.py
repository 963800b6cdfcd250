"""Bars of several series side by side, upright or lying."""

from __future__ import annotations

from functools import partial

from figloom.charts import Chart, Need
from figloom.render.charts.bar import with_echarts, with_matplotlib


def _chart(name: str, said: str, alias: str, lying: bool, need: Need, *kin: str) -> Chart:
    return Chart(
        name=name,
        family="bar",
        said=said,
        need=need,
        matplotlib=partial(with_matplotlib, lying=lying),
        echarts=partial(with_echarts, lying=lying),
        aliases={alias: None},
        kin=kin,
    )


BAR_GROUPED = _chart(
    "bar_grouped", "a vertical grouped bar chart", "vertical_multi", False,
    Need("grid", (3, 8), (2, 5), least=0.02), "bar", "bar_3d_grouped",
)  # fmt: skip
BAR_GROUPED_HORIZONTAL = _chart(
    "bar_grouped_horizontal", "a horizontal grouped bar chart", "horizontal_multi", True,
    Need("grid", (3, 6), (2, 4), least=0.02), "bar_horizontal",
)  # fmt: skip
