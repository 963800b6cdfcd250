"""What draw functions ask of a grid: its cells in rows, the ends of its axes, its legend."""

from __future__ import annotations

from collections.abc import Sequence

from figloom.render.plots.keys import Key, dash, symbol
from figloom.render.plots.looks import Dress
from figloom.render.plots.numerals import decimals
from figloom.types import Cell, Grid


def rows(grid: Grid) -> tuple[tuple[Cell, ...], ...]:
    """Cells of each series in the order of the categories; shape (series, categories)."""
    place = {(cell.series, cell.category): cell for cell in grid.cells}
    return tuple(
        tuple(place[series.id, category.id] for category in grid.categories)
        for series in grid.series
    )


def values(cells: Sequence[Cell]) -> tuple[float, ...]:
    """Values of cells without gaps."""
    return tuple(cell.value for cell in cells if cell.value is not None)


def places(grid: Grid) -> int:
    """Decimals that tell every value of the grid exactly."""
    return decimals(values(grid.cells))


def title_of(grid: Grid, axis: int) -> str:
    """Title of an axis: 0 that of the categories, 1 and 2 those of the values."""
    return grid.axes[axis] if len(grid.axes) > axis else ""


def keys(grid: Grid, dress: Dress, kind: str = "patch") -> tuple[Key, ...]:
    """The legend of several series; a single one has none."""
    if len(grid.series) < 2:
        return ()
    return tuple(
        Key(series.name, dress.colour(at), kind, dash(dress, at), symbol(dress, at), (series.id,))  # type: ignore[arg-type]
        for at, series in enumerate(grid.series)
    )
