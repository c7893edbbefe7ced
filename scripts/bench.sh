#!/bin/sh
# Measures ours against a floor, interleaved in one run: a table, and JSON in `.journey/bench.json`.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up bench
set_up_python
swift_build "Building the benchmark:" -c release --product journey-bench
export GTK_A11Y=none DBUS_SESSION_BUS_ADDRESS=disabled: WEBKIT_A11Y_BUS_ADDRESS=
with_display "$ROOT/.build/release/journey-bench" "$@" </dev/null
