"""What a build needs of the machine, checked one by one."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import version

from figloom import files
from figloom.registry import find


def check() -> Iterator[tuple[str, str]]:
    """Name and finding of each part; SetupError with the fix at the first that is missing."""
    from figloom import packages
    from figloom.render import fonts, libraries
    from figloom.render.plots import browser

    yield "figloom", version("figloom")
    yield "templates", str(files.templates())
    yield "sources", str(files.sources())
    yield "graphviz", f"in process, pygraphviz {version('pygraphviz')}"
    libraries.graphviz()
    yield "cairo", f"in process, cairocffi {version('cairocffi')}"
    libraries.cairo()
    yield "fonts", f"{fonts.activate()} ({len(fonts.families())} families)"
    world = find("read", "world", "setup").call()
    reference = next(entity.picture for entity in world.entities if entity.picture)
    yield "pictures", str(world.picture(reference).parent)
    yield "world", f"{len(world.entities)} entities, {len(world.heads)} triples"
    yield "tables", f"{len(find('read', 'tables', 'setup').call().tables)} tables"
    yield "matplotlib", version("matplotlib")
    for name in packages.PACKAGES:
        yield name, str(packages.fetch(name))
    yield "browser", browser.executable()
    browser.check()
