#!/bin/sh
# Make the virtual environment VENV with the locked packages of LOCK and this checkout in it; with
# "browser", also what ECharts and Mermaid need: a Chromium, and npm to fetch the libraries once.
# Usage: environment.sh VENV LOCK [browser]
set -eu
venv=$1 lock=$2 extra=${3:-}

suits() { command -v "$1" >/dev/null && "$1" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    python=
    for name in python3.11 python3.12 python3.13 python3; do
        if suits "$name"; then python=$name && return; fi
    done
}

# The Cairo library in the pygraphviz wheel leaves these to the system.
lacks_libraries() {
    [ "$(uname)" = Linux ] || return 1
    for name in libXrender.so.1 libXext.so.6 libglib-2.0.so.0; do
        /sbin/ldconfig -p 2>/dev/null | grep -q "$name" || return 0
    done
    return 1
}

lacks_browser() {
    [ -z "${FIGLOOM_CHROMIUM:-}" ] || return 1
    for name in chromium-headless-shell chromium chromium-browser google-chrome; do
        command -v "$name" >/dev/null && return 1
    done
    return 0
}

wanted=
find_python
[ -n "$python" ] || wanted="python3 python3-venv"
if lacks_libraries; then wanted="$wanted libxrender1 libxext6 libglib2.0-0"; fi
if [ "$extra" = browser ] && [ "$(uname)" = Linux ]; then
    if lacks_browser; then wanted="$wanted chromium-headless-shell"; fi
    # Playwright's driver needs it.
    /sbin/ldconfig -p 2>/dev/null | grep -q libatomic.so.1 || wanted="$wanted libatomic1"
    command -v npm >/dev/null || wanted="$wanted npm"
    # The reader of pixels does.
    /sbin/ldconfig -p 2>/dev/null | grep -q libGL.so.1 || wanted="$wanted libgl1"
fi
if [ -n "$wanted" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing $wanted ..." >&2
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq >&2
        # shellcheck disable=SC2086  # a list of names
        apt-get install -qq -y --no-install-recommends $wanted >&2
        find_python
    else
        echo "figloom needs Python 3.11 or newer with venv, and the system libraries Xrender, Xext" >&2
        echo "and GLib; its tests a Chromium and npm, too. Some are missing here. On Debian run:" >&2
        echo "    sudo apt-get install $wanted" >&2
        echo "Elsewhere install them from your system's packages. Then run make again." >&2
        exit 2
    fi
fi
if [ -z "$python" ]; then
    echo "figloom needs Python 3.11 or newer; this system has $(python3 --version). Install a newer one" >&2
    echo "(python3.11 and python3.11-venv where they are packaged), then run make again." >&2
    exit 2
fi

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
echo "Installing locked packages into $venv ..." >&2
pip="$venv/bin/python -m pip install --quiet --disable-pip-version-check"
$pip --require-hashes -r "$lock"
$pip --no-deps --no-build-isolation --editable .
if [ "$extra" = browser ]; then "$venv/bin/figloom" setup >&2; fi
