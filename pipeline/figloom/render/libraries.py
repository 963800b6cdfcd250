"""The native libraries that the pygraphviz wheel carries: none of the machine's own is used."""

from __future__ import annotations

import ctypes.util
import importlib
import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

from figloom.errors import SetupError

_SYSTEM = "On Debian or Ubuntu run: apt-get install libglib2.0-0 libxrender1 libxext6."
_MEND = "Install the binary wheel: pip install --force-reinstall --only-binary :all: pygraphviz."


@cache
def library(name: str) -> str:
    """Path of a library inside the wheel, e.g. `cairo`; SetupError when it is not there."""
    found = importlib.util.find_spec("pygraphviz")
    if found is None or found.origin is None:
        raise SetupError(f"The package pygraphviz, which lays out maps, is missing. {_MEND}")
    package = Path(found.origin).parent
    for folder, pattern in (
        (package.parent / "pygraphviz.libs", f"lib{name}-*.so*"),
        (package / ".dylibs", f"lib{name}.*dylib"),
    ):
        for file in sorted(folder.glob(pattern)):
            return str(file)
    raise SetupError(f"The installed pygraphviz carries no lib{name}: not its wheel. {_MEND}")


@cache
def cairo() -> Any:
    """The cairocffi module on the wheel's own libcairo."""
    graphviz()
    path, search = library("cairo"), ctypes.util.find_library
    # cairocffi asks for the machine's library by name and has no other way in.
    ctypes.util.find_library = lambda name: path if "cairo" in name else search(name)
    try:
        return importlib.import_module("cairocffi")
    except (ImportError, OSError) as error:
        raise SetupError(
            f"cairocffi, which draws maps, cannot be loaded ({error}). {_SYSTEM}"
        ) from None
    finally:
        ctypes.util.find_library = search


@cache
def graphviz() -> Any:
    """The pygraphviz module."""
    library("cgraph")
    try:
        return importlib.import_module("pygraphviz")
    except ImportError as error:
        raise SetupError(
            f"pygraphviz, which lays out maps, cannot be loaded ({error}). {_SYSTEM}"
        ) from None


@cache
def foreign(name: str, declarations: str, *, with_cairo: bool = False) -> tuple[Any, Any]:
    """A cffi handle and the opened library of that name for the C declarations given."""
    from cffi import FFI  # type: ignore[import-untyped, unused-ignore]

    handle = FFI()
    if with_cairo:
        handle.include(cairo().ffi)
    handle.cdef(declarations)
    return handle, handle.dlopen(library(name))
