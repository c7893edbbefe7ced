#!/bin/sh
# Prints the public surface of each library product, name by name, with a count: `scripts/api.sh [PRODUCT …]`. `--count` prints the
# counts alone. A declaration of a module that several products export counts in each of them. Builds the package first.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

work="$ROOT/.journey/api"
find_swift
rm -rf "$work"
mkdir -p "$work"
swift build >"$work/log" 2>&1 </dev/null || {
    grep -E '(^|: )error:' "$work/log" | sort -u >&2
    stop 1 "api: the package could not be built; the whole output is in $work/log."
}
built=$(swift build --show-bin-path)
swift package dump-package >"$work/package.json"
target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -n 1)
flags="-I $built/Modules"
for map in "$ROOT"/Sources/Ground/*/module.modulemap "$built"/C*.build/module.modulemap; do
    [ ! -e "$map" ] || flags="$flags -Xcc -fmodule-map-file=$map"
done
packages=$(sed -n 's/.*pkgConfig: "\([^"]*\)".*/\1/p' "$ROOT/Package.swift")
# shellcheck disable=SC2086 # a list of words
for flag in $(pkg-config --cflags-only-I $packages sqlite3); do flags="$flags -Xcc $flag"; done
for module in $("$ROOT/scripts/lib/api.py" modules "$work/package.json"); do
    # shellcheck disable=SC2086 # a list of words
    swift symbolgraph-extract -module-name "$module" $flags -target "$target" -minimum-access-level public \
        -skip-synthesized-members -output-dir "$work" >"$work/log" 2>&1 ||
        stop 1 "api: the interface of $module could not be read: $(head -n 1 "$work/log")"
done
exec "$ROOT/scripts/lib/api.py" report "$work/package.json" "$work" "$@"
