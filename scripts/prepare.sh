# shellcheck shell=sh
# Sourced by scripts/play and scripts/test: a virtual environment with narrator's packages, and the system
# libraries where they may be installed. Whatever cannot be had is named in one line, and the rest goes on.
#
#   prepare EXTRAS SYSTEM...    EXTRAS: "" or "[dev]"; SYSTEM: Debian packages that are wanted
#
# Sets PY, the environment's python.

say() { printf '%s\n' "narrator: $*" >&2; }

find_python() {
    for candidate in python3.13 python3.12 python3.11 python3.10 python3 python; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
            command -v "$candidate"
            return 0
        fi
    done
    return 1
}

# May packages be installed without asking anybody?
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

# The wanted Debian packages that are not there yet.
missing_packages() {
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || printf '%s ' "$package"
    done
}

install_system() {
    [ "$(uname -s)" = Linux ] || return 0
    if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
        # Not Debian: say what is wanted, once, when the two that matter are not there.
        if ! command -v espeak-ng >/dev/null 2>&1; then say "please install espeak-ng for a voice; going on without"; fi
        return 0
    fi
    wanted=$(missing_packages "$@")
    [ -n "$wanted" ] || return 0
    say "installing $wanted"
    # shellcheck disable=SC2086  # a list of package names
    if as_root env DEBIAN_FRONTEND=noninteractive sh -c 'apt-get update -qq && apt-get install -y -qq "$@"' sh $wanted \
        >"$ROOT/.venv/system.log" 2>&1; then
        return 0
    fi
    say "could not install $wanted(try: sudo apt-get install $wanted); going on without"
}

prepare() {
    extras=$1
    shift
    ROOT=$(pwd)
    PY="$ROOT/.venv/bin/python"
    stamp="$ROOT/.venv/ready$(printf '%s' "$extras" | tr -c '[:lower:]' '-')$(cksum <pyproject.toml | tr ' ' '-')"
    if [ ! -x "$PY" ] || ! "$PY" -c '' 2>/dev/null; then
        base=$(find_python) || {
            say "Python 3.10 to 3.13 is needed, and was not found: see https://www.python.org/downloads/"
            exit 3
        }
        say "making a virtual environment with $base"
        rm -rf "$ROOT/.venv"
        if ! "$base" -m venv "$ROOT/.venv" >/dev/null 2>&1; then
            # Debian keeps venv in a package of its own.
            as_root env DEBIAN_FRONTEND=noninteractive sh -c 'apt-get update -qq && apt-get install -y -qq python3-venv' \
                >/dev/null 2>&1
            rm -rf "$ROOT/.venv"
            "$base" -m venv "$ROOT/.venv" || {
                say "cannot make a virtual environment (on Debian and Ubuntu: sudo apt-get install python3-venv)"
                exit 3
            }
        fi
    fi
    if [ ! -e "$stamp" ]; then
        say "installing packages (once; a few minutes)"
        "$PY" -m pip install --quiet --disable-pip-version-check --editable ".$extras" >"$ROOT/.venv/pip.log" 2>&1 || {
            tail -n 5 "$ROOT/.venv/pip.log" >&2
            say "the packages could not be installed (no network?); see .venv/pip.log"
            exit 3
        }
        rm -f "$ROOT"/.venv/ready*
        touch "$stamp"
    fi
    install_system "$@"
}
