#!/bin/sh
# Changes one token at a time in a module's sources, and says which changes its tests notice: `scripts/mutate.sh [MODULE …]
# [--sample N] [--seed S] [--changed BASE] [--files PATTERN] [--survivors] [--json] [--minutes N]`. Every module without a name.
# All mutants of a module are compiled at once, in a copy that is kept in .journey/mutate. What an interrupted run has judged isn't
# judged again.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up test
set_up_python
set_up_vectors
find_swift
exec python3 "$ROOT/scripts/lib/mutate.py" "$@"
