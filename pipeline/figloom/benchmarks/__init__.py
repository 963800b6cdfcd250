"""Released benchmarks as their authors' files have them: one reader a file, found by its name."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from figloom.exam.source import Reader


@cache
def readers() -> Mapping[str, Reader]:
    """Readers by the name of the benchmark: every module of this folder that has a `read`."""
    modules = (importlib.import_module(f"{__name__}.{one.name}")
               for one in pkgutil.iter_modules(__path__))  # fmt: skip
    return {
        module.__name__.rpartition(".")[2]: module.read
        for module in modules
        if hasattr(module, "read")
    }
