#!/bin/sh
# Everything that must hold: formatting, scripts, a build in which warnings are errors, all tests (the house test among
# them), and the end-to-end run in a real web engine. Arguments go to `swift test`, such as `--filter HouseTests`.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up test
find_swift
check_sources
swift_build "Building everything:" --build-tests
export GTK_A11Y=none DBUS_SESSION_BUS_ADDRESS=disabled: NO_AT_BRIDGE=1
with_display swift test --skip-build "$@" </dev/null
