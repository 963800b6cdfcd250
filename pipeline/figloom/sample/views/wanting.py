"""What a chart type wants of a table: in plain words, and by its columns alone."""

from __future__ import annotations

from figloom.charts import Need
from figloom.tables import Table


def possible(table: Table, need: Need) -> bool:
    """Whether the columns, without their values, might do."""
    texts, times = len(table.of("category", "person", "place")), len(table.of("time"))
    numbers, counted = len(table.of("number")), any(column.counted for column in table.columns)
    if need.shape == "grid":
        along = {"names": texts, "time": times}.get(need.along, texts + times)
        return along > 0 and (numbers >= need.units or (counted and numbers + 1 >= need.units))
    if need.shape == "spread":
        return numbers > 0 and (need.bins or texts > 0)
    if need.shape == "points":
        return numbers >= 2 + need.third and (texts > 0 or not (need.named or need.series[0] > 1))
    if need.shape == "ohlc":
        parts = ("open", "high", "low", "close", *(("volume",) if need.volume else ()))
        return times > 0 and all(table.part(part) for part in parts)
    return texts > 1 and (numbers > 0 or counted)


def wanted(need: Need) -> str:
    """What the facts must be, as the end of a sentence."""
    many, series = _span(need.count), _span(need.series)
    if need.shape == "grid":
        along = {
            "any": "categories or times",
            "names": "categories",
            "time": "equal time steps",
            "ordered": "equal time steps or categories in an order",
        }
        told = f"{many} {along[need.along]} with {series} series of numbers"
    else:
        told = {
            "spread": f"{many} groups of at least {max(1, need.samples)} numbers",
            "points": f"{many} rows of {3 if need.third else 2} numbers in {series} groups",
            "ohlc": f"{many} periods with open, high, low and close",
            "tree": f"{many} leaves under {series} parents",
            "links": f"{series} links between {many} nodes",
        }[need.shape]
    ends = {
        "volume": need.volume,
        "a name each": need.named,
        "two units": need.units > 1,
        "at least five rows a value": need.errors,
        "no value below zero": need.positive and not need.whole,
        "values that add up to a whole": need.whole or need.shares,
        f"the largest {10**need.decades:g} times the smallest": need.decades > 0,
        f"the smallest at least {need.least:.0%} of the "
        + ("whole" if need.whole else "largest"): need.least > 0,
    }
    more = [end for end, due in ends.items() if due]
    return f"{told}, {', '.join(more)}" if more else told


def _span(span: tuple[int, int]) -> str:
    return f"{span[0]}" if span[0] == span[1] else f"{span[0]} to {span[1]}"
