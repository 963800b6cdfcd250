"""The page in a real browser: it opens, shows and filters, asks for nothing, and runs nothing that
it was told."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from made_runs import HOSTILE
from PIL import Image
from playwright.sync_api import expect

from figloom.report import inert, page
from figloom.report.runs import read


@pytest.fixture(scope="module")
def file(runs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = read([*runs.values()])
    place = tmp_path_factory.mktemp("page") / "report.html"
    place.write_bytes(page.page(found, page.sections(found), lambda text: None))
    return place


@pytest.fixture
def opened(chromium: Any, file: Path) -> Iterator[Callable[..., Any]]:
    """Opens the page; at the end, no error and no request may have come up."""
    faults: list[str] = []
    asked_for: list[str] = []
    contexts = []

    def visit(width: int = 1280, scheme: str = "light", **more: Any) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, **more
        )
        contexts.append(context)
        tab = context.new_page()
        tab.on("console", lambda said: faults.append(f"console: {said.text}"))
        tab.on("pageerror", lambda error: faults.append(f"error: {error}"))
        tab.on("dialog", lambda box: faults.append(f"dialog: {box.message}"))
        tab.on("request", lambda asked: asked_for.append(asked.url))
        tab.goto(file.as_uri())
        return tab

    yield visit
    for context in contexts:
        context.close()
    assert not faults
    assert {url for url in asked_for if not url.startswith("data:")} == {file.as_uri()}


def _marks(tab: Any) -> list[str]:
    return [text.split(" ")[0] for text in tab.locator("#items .mark").all_inner_texts()]


def test_all_sections_show_and_pictures_load(opened: Callable[..., Any]) -> None:
    tab = opened()
    titles = tab.locator("h2").all_inner_texts()
    for title in ("Published figures", "Run against run", "Tasks", "Types by task", "Answers",
                  "Controls", "Runs in detail", "Gallery"):  # fmt: skip
        assert title in titles
    assert tab.locator("#overview circle.dot").count() == 4  # three runs and the legend
    assert tab.locator("#overview line.chance").count() == 4
    widths = tab.evaluate(
        "Promise.all([...document.querySelectorAll('#items img')].map("
        "image => image.decode().then(() => image.naturalWidth)))"
    )
    assert len(widths) >= 20
    assert min(widths) > 100


def test_filters(opened: Callable[..., Any]) -> None:
    tab = opened()
    everything = tab.locator("#count").inner_text()
    for outcome in ("wrong", "right", "unscored"):
        tab.select_option("[name=outcome]", outcome)
        assert set(_marks(tab)) == {outcome}
    tab.click("text=Clear")
    # Waiting by a predicate would be evaluated as a string, which the page's policy forbids.
    expect(tab.locator("#count")).to_have_text(everything)
    tab.select_option("[name=run]", label="better · blind")
    tab.select_option("[name=task]", "maps/count")
    foots = tab.locator("#items .foot").all_inner_texts()
    assert foots
    assert all(foot.startswith("better · blind") for foot in foots)
    assert all("maps/count" in head for head in tab.locator(".item .head").all_inner_texts())
    assert tab.locator(".seen").first.inner_text() == "The model saw no picture."
    tab.click("text=Clear")
    tab.fill("[name=text]", "hyperlink EVIL")
    tab.wait_for_timeout(50)
    assert 0 < len(_marks(tab)) < 24
    assert all("HYPERLINK" in text for text in tab.locator("dd.reply").all_inner_texts())
    tab.fill("[name=text]", "no such words at all")
    assert tab.locator("#count").inner_text() == "No item is like that."
    tab.click("text=Clear")
    value = tab.locator("[name=type] option").nth(1).get_attribute("value")
    tab.select_option("[name=type]", value)
    heads = tab.locator(".item .head").all_inner_texts()
    assert heads
    assert all(head.endswith(value) for head in heads)


def test_more_items_come_by_keyboard(opened: Callable[..., Any]) -> None:
    tab = opened()
    assert tab.locator(".item").count() == 24
    tab.focus("#more")
    tab.keyboard.press("Enter")
    assert tab.locator(".item").count() > 24
    tab.locator(".shot").first.focus()
    tab.keyboard.press("Enter")
    assert tab.locator("#large").evaluate("box => box.open")
    tab.keyboard.press("Escape")
    assert not tab.locator("#large").evaluate("box => box.open")


def test_what_a_reply_says_stays_text(opened: Callable[..., Any], file: Path) -> None:
    tab = opened()
    tab.fill("[name=text]", "window.hacked")
    shown = tab.locator("dd.reply").first.text_content()
    assert shown.startswith(HOSTILE[0])
    assert tab.evaluate("window.hacked") is None
    assert tab.locator("dd *").count() == 0
    text = file.read_text("utf-8")
    assert text.count("</script>") == 2
    assert not set(text) & set("\x00\x1b\u202e\u2028")
    tab.fill("[name=text]", "gnp.exe")
    assert r"\u202egnp.exe\u202c" in tab.locator("dd.reply").first.text_content()


def test_a_long_reply_is_folded(opened: Callable[..., Any]) -> None:
    tab = opened()
    tab.fill("[name=text]", "nothing of the kind")
    value = tab.query_selector("dd.reply.short")
    fold = value.query_selector("xpath=following-sibling::button")
    folded = value.bounding_box()["height"]
    fold.click()
    assert fold.get_attribute("aria-expanded") == "true"
    assert value.bounding_box()["height"] > 1.5 * folded


def _light(tab: Any) -> bool:
    colour = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    return int(colour.split("(")[1].split(",")[0]) > 128


def test_light_and_dark(opened: Callable[..., Any]) -> None:
    light, dark = opened(), opened(scheme="dark")
    assert _light(light)
    assert not _light(dark)
    for tab in (light, dark):
        was = _light(tab)
        tab.click("#theme")
        assert _light(tab) != was
        tab.reload()
        assert _light(tab) != was


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_page_is_no_wider_than_the_screen(opened: Callable[..., Any], width: int) -> None:
    tab = opened(width, is_mobile=width < 500)
    tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    wide = tab.evaluate(
        "[...document.querySelectorAll('main *')].filter(one => !one.closest('.scroll, svg, nav') "
        "&& one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML)"
    )
    assert not wide


def test_figures_need_no_program(opened: Callable[..., Any]) -> None:
    tab = opened(java_script_enabled=False)
    assert tab.locator("#tasks svg").first.is_visible()
    assert tab.locator("#overview table").is_visible()
    assert "needs JavaScript" in tab.locator("noscript").inner_text()


def test_the_policy_lets_no_other_program_run(chromium: Any, file: Path, tmp_path: Path) -> None:
    changed = tmp_path / "changed.html"
    text = file.read_text("utf-8").replace("<main>", "<main><script>window.hacked = 1</script>")
    changed.write_text(text.replace("<h1>", "<img src='http://evil.example/x'><h1>"), "utf-8")
    context = chromium.new_context()
    tab, said = context.new_page(), []
    tab.on("console", lambda message: said.append(message.text))
    tab.goto(changed.as_uri())
    assert tab.evaluate("window.hacked") is None
    assert sum("Content Security Policy" in text for text in said) == 2
    context.close()


def test_json_in_a_script_element() -> None:
    assert inert.script("</script>&\u2028") == '"\\u003c/script\\u003e\\u0026\\u2028"'


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_that_goes_on_has_a_shadow_at_that_edge(
    opened: Callable[..., Any], scheme: str
) -> None:
    tab = opened(390, scheme, is_mobile=True)
    box = tab.locator("#overview .scroll")
    box.evaluate("one => { one.querySelector('table').style.visibility = 'hidden' }")

    def edges(left: int) -> list[bool]:
        """Whether the left and the right edge differ from the paper between."""
        box.evaluate("(one, left) => { one.scrollLeft = left }", left)
        shown = Image.open(io.BytesIO(box.screenshot())).convert("RGB")
        y = shown.height // 2
        paper = shown.getpixel((shown.width // 2, y))
        return [shown.getpixel((x, y)) != paper for x in (1, shown.width - 2)]

    assert [edges(0), edges(80), edges(9999)] == [[False, True], [True, True], [True, False]]
