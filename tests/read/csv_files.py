"""Ragged files as texts, and what is read of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from figloom.read.csv import tables_of
from figloom.tables import Table

MANY = range(40)

RAGGED: dict[str, tuple[str, str, dict[str, str], tuple[str, ...]]] = {
    # text, encoding, shown name -> role and unit (and + if sums mean something), notes' words
    "german": (
        "Region;Umsatz (€);Anteil %;Datum\nNord;1.234,50;12,5;03.01.2023\n"
        "Süd;2.500,00;25,0;04.01.2023\nOst;987,25;9,9;15.01.2023\nTotal;4.721,75;47,4;\n",
        "cp1252",
        {"Region": "place", "Umsatz": "number EUR", "Anteil": "number %", "Datum": "time"},
        ("1 row of totals", "read as cp1252"),
    ),
    "money": (
        'Parish,Budget,Change,Sales\nAsh,"$1,234.50",(3.2)%,12\nElm,"$16,600",4.1%,14\n'
        'Oak,"($9,100.00)",(0.4)%,9\nGrand Total,"$8,734.50",,35\n',
        "utf-8-sig",
        {"Parish": "category", "Budget": "number USD +", "Change": "number %", "Sales": "number +"},
        ("1 row of totals",),
    ),
    "views": (
        "video\tviews\tlikes\tuploaded\nKnots\t16.6M\t3k\tJan 5, 2021\n"
        "Taps\t980k\t950\tFeb 11, 2021\nBread\t1.2M\t12.5k\tMar 30, 2021\n",
        "utf-16",
        {"Video": "category", "Views": "number +", "Likes": "number", "Uploaded": "time"},
        ("read as utf-16",),
    ),
    "title above": (
        "Harvest of the north valleys,,,\n,,,\nCrop,2020,2021,2022\nWheat,120,131,128\n"
        "Oats,44,40,47\nBarley,80,82,79\nSource: our own count,,,\n",
        "utf-8",
        {"Crop": "category", "Year": "time", "Harvest of the north valleys": "number +"},
        ("1 row of footnotes",),
    ),
    "units below": (
        "Fish,Weight,Length,Depth\n,kg,cm,m\nCarp,3.2,54,12\nPike,4.1,77,9\nPerch,0.4,21,6\n"
        "Tench,1.9,40,4\n",
        "utf-8",
        {
            "Fish": "category",
            "Weight": "number kg",
            "Length": "number cm",
            "Depth": "number m",
        },
        (),
    ),
    "groups above": (
        ",2021,,2022,\nShop,Q1,Q2,Q1,Q2\nMill,1.5,2,3,4\nPier,5,6.5,7,8\nDock,9,3,2,1\n",
        "utf-8",
        {
            "Shop": "category",
            "2021 Q1": "number",
            "2021 Q2": "number",
            "2022 Q1": "number",
            "2022 Q2": "number",
        },
        (),
    ),
    "uneven lines": (
        "name,age,city\nAnn Smith,34,Leeds\nRobert Jones,28\nCarl Brown,51,York,extra\n\n"
        "Diana White,19,Hull\nname,age,city\nPeter Black,44,Leeds\n",
        "utf-8",
        {"Name": "person", "Age": "number years", "City": "place"},
        ("1 line beyond", "1 row of names again"),
    ),
    "day or month": (
        "day,visitors\n01/02/2023,120\n03/04/2023,130\n05/06/2023,140\n07/08/2023,125\n",
        "utf-8",
        {"Visitors": "number +"},
        ("'day': '01/02/2023' may be day/month or month/day; set its role to dmy or mdy",),
    ),
    "twice the name": (
        "Item,Price,Price,Item,Qty\nnut,1.5,2.5,nut,3\nbolt,1.7,2.9,bolt,8\nnail,0.1,0.2,nail,60\n",
        "utf-8",
        {
            "Item": "category",
            "Price": "number",
            "Price (2)": "number",
            "Quantity": "number +",
        },
        ("'Item': twice the same",),
    ),
    "what is not drawn": (
        "id,zip,phone,note,score,band,status,const,blank,page,when\n"
        + "".join(
            f"{1000 + n * 7},{n * 131:05},+44 20 7946 {1000 + n},"
            f"This is a remark of some length about nothing in particular; number {n},"
            f"{('12', 'n/a', '15', 'low', '19', '-')[n % 6]},{('2', '3', '5more')[n % 3]},"
            f"{('open', 'Open ', 'closed')[n % 3]},x,,https://a.example/{n},{n % 24:02}:30\n"
            for n in MANY
        ),
        "utf-8",
        {"Band": "category", "Status": "category"},
        (
            "'id': identifiers",
            "'zip': codes, not numbers",
            "'phone': phone numbers",
            "'note': free text",
            "'score': mixes numbers and words",
            "'const': the same in every row",
            "'blank': empty",
            "'page': web addresses",
            "'when': times of day or durations, without a date",
        ),
    ),
    "pipes": (
        "sep=|\nwhen|temp_c|wind (m/s)|dry\n2023-01-01 00:00|3.1|5|yes\n2023-01-01 01:00|2.9|6|no\n"
        "2023-01-01 02:00|2.2|6|no\n",
        "utf-8",
        {
            "When": "time",
            "Temperature": "number °C",
            "Wind": "number m/s",
            "Dry": "category",
        },
        (),
    ),
    "quotes": (
        'title,"copies, sold",kind\r\n"A ""quiet"" year",12,novel\r\n'
        '"Tides, and after",40,poems\r\n"Line\r\nbreak",31,novel\r\nSalt &amp; Sand,22,essay\r\n',
        "utf-8",
        {"Title": "category", "Copies, sold": "number +", "Kind": "category"},
        (),
    ),
    "gaps in numbers": (
        "Ort;Einwohner;Fläche (km²)\nAhof;1\u00a0234\u00a0567;310,4\nBerg;12 345;20,1\n"
        "Tal;980;9,75\n",
        "utf-8",
        {"Ort": "category", "Einwohner": "number", "Fläche": "number km²"},
        (),
    ),
    "trading days": (
        "Date,Open,High,Low,Close,Adj Close,Volume\n"
        + "".join(
            f'2023-03-{d:02d},{50 + d},{53 + d},{48 + d},{51 + d},{51 + d},"{d},000,000"\n'
            for d in range(1, 20)
        ),
        "utf-8",
        {
            "Date": "time",
            "Open": "number open",
            "High": "number high",
            "Low": "number low",
            "Close": "number close",
            "Adj Close": "number",
            "Volume": "number volume +",
        },
        (),
    ),
    "two levels": (
        "Division,Product,Units sold,Revenue [USD]\n"
        + "".join(
            f"{'North' if p < 'D' else 'South'} goods,Product {p},{n + 3},{(n + 3) * 12.5}\n"
            for n in range(8)
            for p in "ABCDEF"
        ),
        "utf-8",
        {
            "Division": "category counted",
            "Product": "category <Division counted",
            "Units sold": "number +",
            "Revenue": "number USD +",
        },
        (),
    ),
    "row names": (
        '"","Murder","Urban %"\n"France",13.2,58\n"Spain",10,48\n"Italy",8.1,80\n',
        "utf-8",
        {"Place": "place", "Murder": "number", "Urban": "number %"},
        (),
    ),
    "years as row names": (
        '"","x"\n' + "".join(f"{1950 + n},{n * n % 17}\n" for n in range(12)),
        "utf-8",
        {"Year": "time", "X": "number"},
        (),
    ),
    "shares": (
        "Source,Share\nCoal,45%\nGas,30%\nWind,25%\n",
        "utf-8",
        {"Source": "category", "Share": "number % +"},
        (),
    ),
}


def tables_in(path: Path, **more: Any) -> tuple[list[Table], list[str]]:
    return tables_of(path, source="csv", licence="CC0-1.0", eval_share=0.1, **more)


def table_in(path: Path, **more: Any) -> Table:
    (table,), _ = tables_in(path, **more)
    return table


def columns_of(table: Table) -> dict[str, str]:
    """Role, unit, part, parent and so on of each column, in one line."""
    return {
        c.name: " ".join(
            filter(
                None,
                (
                    c.role,
                    c.unit,
                    c.part,
                    f"<{c.parent}" if c.parent else "",
                    "counted" if c.counted else "",
                    "+" if c.additive else "",
                ),
            )
        )
        for c in table.columns
    }


def put(place: Path, text: str, encoding: str = "utf-8") -> Path:
    place.write_bytes(text.encode(encoding))
    return place
