#!/bin/sh
# Builds the documentation as a static site: the catalogue of docs/JourneyKit.docc with the public interface of the five
# products. Usage: scripts/docs.sh [--built] [FOLDER]; with --built the modules are taken as they stand.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

# What the site may weigh, in KiB. It has neither synthesized members nor anything of tests.
MOST=24576
work="$ROOT/.journey/docs-work"

built=''
if [ "${1:-}" = --built ]; then
    built=yes
    shift
fi
site=${1:-$ROOT/.journey/docs}

find_swift
if [ -z "$built" ]; then
    set_up demo
    swift_build "Building what is documented:"
fi
rm -rf "$work"
mkdir -p "$work/symbols" "$(dirname -- "$site")"

# The modules name C modules, which are looked for where they lie.
set --
for folder in "$ROOT"/Sources/Ground/*/; do set -- "$@" -I "$folder"; done
set -- "$@" -I "$ROOT/.build/debug/CSystem.build"
for flag in $(pkg-config --cflags webkitgtk-6.0 libqrencode openssl libcurl zlib); do set -- "$@" -Xcc "$flag"; done
for product in $PRODUCTS; do
    swift symbolgraph-extract -module-name "$product" -I "$ROOT/.build/debug/Modules" "$@" \
        -target "$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')" \
        -minimum-access-level public -skip-synthesized-members -skip-inherited-docs \
        -output-dir "$work/symbols" >"$work/log" 2>&1 </dev/null ||
        stop 1 "the interface of $product cannot be read: $(grep -m 1 error "$work/log")"
done
# What they add to modules that are not documented here.
rm -f "$work"/symbols/*@*

docc convert "$ROOT/docs/JourneyKit.docc" --additional-symbol-graph-dir "$work/symbols" \
    --fallback-display-name JourneyKit --fallback-bundle-identifier journeykit --warnings-as-errors \
    --transform-for-static-hosting --output-dir "$work/site" >"$work/log" 2>&1 </dev/null || {
    head -n 40 "$work/log" >&2
    stop 1 "the documentation does not build."
}
size=$(du -sk --apparent-size "$work/site" | cut -f 1)
[ "$size" -lt "$MOST" ] || stop 1 "the documentation weighs $size KiB; $MOST are the most."
rm -rf "$site"
mv "$work/site" "$site"
rm -rf "$work"
say "The documentation is in $site ($size KiB): any server of files shows it, at /documentation/journeykit."
