#!/bin/sh
# Follows the task pages by pasting: runs each of their shell blocks in order, in an empty folder, with this checkout's `journey`.
# Usage: scripts/pages.sh [PAGE…]. The marks that a page may put above a block stand in scripts/lib/pages.py.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up test
build_product journey
build_product journey-web
export PATH="$ROOT/.build/debug:$PATH"
with_display python3 "$ROOT/scripts/lib/pages.py" "$@"
