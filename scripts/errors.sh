#!/bin/sh
# Writes docs/reference/errors.md from the declarations of error codes in Sources. With --check, tells if the page is out of date.
# Usage: scripts/errors.sh [--check]
set -eu

exec python3 "$(dirname -- "$0")/lib/errors.py" "$@"
