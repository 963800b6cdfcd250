#!/bin/sh
# Make the virtual environment VENV with the locked packages of LOCK and this checkout in it.
# Usage: environment.sh VENV LOCK
set -eu
venv=$1 lock=$2

python=
for name in python3.11 python3.12 python3.13 python3; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        python=$name
        break
    fi
done

if [ -z "$python" ] || ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        apt-get update -qq && apt-get install -qq -y --no-install-recommends python3 python3-venv >/dev/null
        python=python3
        "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
            echo "figloom needs Python 3.11 or newer; this system's is $($python --version)." >&2
            exit 2
        }
    else
        echo "figloom needs Python 3.11 or newer with venv. On Debian or Ubuntu run:" >&2
        echo "  sudo apt-get install python3 python3-venv" >&2
        echo "Elsewhere install Python 3.11 from your system's packages, then run make again." >&2
        exit 2
    fi
fi

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
echo "Installing locked packages into $venv ..." >&2
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
