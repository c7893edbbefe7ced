# What every script starts with: `. "$(dirname -- "$0")/common.sh"`.
# shellcheck shell=sh
set -eu
ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
export ROOT
cd "$ROOT"
for part in output packages toolchain build display sources python vectors test-groups tests version xcode frameworks products; do
    # shellcheck source=/dev/null
    . "$ROOT/scripts/lib/$part.sh"
done
