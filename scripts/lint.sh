#!/bin/sh
# Checks the formatting of the sources, the scripts' grammar, and the journeys that are shipped.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up lint
find_swift
check_sources
"$ROOT/journey" lint --all
say "Lint: no problems found."
