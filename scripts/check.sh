#!/bin/sh
# What a change must pass before it is looked at, in under two minutes when the build is warm: formatting, scripts, the
# build, and every suite that only calculates. `make test` is everything. Ends with the slowest tests and a total.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up test
set_up_vectors
find_swift
contain "$ROOT/scripts/check.sh" "$@"
check_sources changed
swift_build "Building everything:" --build-tests
begin_tests
code=0
run_tests --filter "$CALCULATING" --skip "$NOT_CALCULATING" || code=$?
end_tests
exit "$code"
