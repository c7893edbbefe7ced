#!/bin/sh
# Builds the documentation as a static site: the catalogue of docs/JourneyKit.docc with the public interface of the five
# products, as Linux has it and as Apple's systems have it. Usage: scripts/docs.sh [--built] [FOLDER]; with --built the
# modules are taken as they stand. Apple's side is what the Apple check has compiled, which runs first where it has not
# passed yet.
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
"$ROOT/scripts/apple-check.sh"
rm -rf "$work"
mkdir -p "$work/symbols/linux" "$work/symbols/ios" "$(dirname -- "$site")"

# Writes what each product shows to $work/symbols/SYSTEM. Usage: extract SYSTEM MODULES FLAG…
extract() {
    into="$work/symbols/$1"
    modules=$2
    shift 2
    for product in $PRODUCTS; do
        swift symbolgraph-extract -module-name "$product" -I "$modules" "$@" \
            -target "$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')" \
            -minimum-access-level public -skip-synthesized-members -skip-inherited-docs \
            -output-dir "$into" >"$work/log" 2>&1 </dev/null ||
            stop 1 "the interface of $product cannot be read: $(grep -m 1 error "$work/log")"
    done
}

# The modules name C modules, which are looked for where they lie.
set --
for folder in "$ROOT"/Sources/Ground/*/; do set -- "$@" -I "$folder"; done
extract ios "$ROOT/.journey/apple/modules" "$@" -emit-extension-block-symbols
set -- "$@" -I "$ROOT/.build/debug/CSystem.build"
for flag in $(pkg-config --cflags webkitgtk-6.0 libqrencode openssl libcurl zlib); do set -- "$@" -Xcc "$flag"; done
extract linux "$ROOT/.build/debug/Modules" "$@"
# What they add to modules that are not documented here, but for SwiftUI's views: those are ways in.
find "$work/symbols" -name '*@*' ! -name '*@SwiftUI.symbols.json' -delete
# It was compiled on Linux, and is iOS's.
sed -i 's/"platform":{[^}]*}}/"platform":{"architecture":"arm64","vendor":"apple","operatingSystem":{"name":"ios"}}/' \
    "$work"/symbols/ios/*.json

docc convert "$ROOT/docs/JourneyKit.docc" --additional-symbol-graph-dir "$work/symbols" \
    --fallback-display-name JourneyKit --fallback-bundle-identifier journeykit --warnings-as-errors \
    --transform-for-static-hosting --output-dir "$work/site" >"$work/log" 2>&1 </dev/null || {
    head -n 40 "$work/log" >&2
    stop 1 "the documentation does not build."
}
# The ways in on an iPhone, which no graph of Linux has.
for page in 'hsbcpartnersdk/swiftui/view/journey(' 'carddetailssdk/carddetails/present(from:)' \
    'cashbaba/swiftui/view/cashbaba(' 'prontowalletsdk/swiftui/view/addpass(' 'credentialsharing/presentdocumentsview.json'; do
    set -- "$work/site/data/documentation/$page"*
    [ -e "$1" ] || stop 1 "the documentation has no page $page."
done
size=$(du -sk --apparent-size "$work/site" | cut -f 1)
[ "$size" -lt "$MOST" ] || stop 1 "the documentation weighs $size KiB; $MOST are the most."
rm -rf "$site"
mv "$work/site" "$site"
rm -rf "$work"
say "The documentation is in $site ($size KiB): any server of files shows it, at /documentation/journeykit."
