#!/bin/sh
# The reader's walk: for each of the five products, a new package of nothing but what its article and “Getting started” show,
# with this checkout as its dependency; built, and its tests run. `--assemble PRODUCT FOLDER` only makes the package.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

# What this package is made of when it is built in parts is not what a reader gets.
unset JOURNEY_ONLY JOURNEY_FRAMEWORKS JOURNEY_INTERFACE JOURNEY_PLATFORM
ARTICLES="$ROOT/docs/JourneyKit.docc"

article() {
    case $1 in
        HSBCPartnerSDK) echo PartnerSDK ;;
        CredentialSharing) echo CredentialSharingGuide ;;
        CardDetailsSDK) echo CardDetailsGuide ;;
        CashBaba) echo CashBabaGuide ;;
        ProntoWalletSDK) echo ProntoWalletGuide ;;
        *) stop 2 "walk: there is no product $1." ;;
    esac
}

# The blocks of Swift in an article, those for Apple's systems alone left out, each into the file that a reader puts it into: the
# manifest, the app's sources, its tests. A block that imports nothing goes on with the file before it.
# Usage: lay_out ARTICLE FOLDER
lay_out() {
    awk -v folder="$2" -v name="$(basename "$1" .md)" '
        function done(   file) {
            if (block ~ /import (UIKit|SwiftUI)\n/) return
            if (block ~ /^\/\/ swift-tools-version/) file = folder "/Package.swift"
            else if (block ~ /import Testing\n/) file = folder "/Tests/YourAppTests/" name "Tests.swift"
            else if (block ~ /(^|\n)import /) file = source = folder "/Sources/YourApp/" name (++count > 1 ? count : "") ".swift"
            else file = source
            if (file == "") { print "a block before any file: " block > "/dev/stderr"; exit 1 }
            printf "%s%s", (file in begun ? "\n" : ""), block > file
            begun[file] = 1
        }
        /^```swift$/ { inside = 1; block = ""; next }
        /^```$/ && inside { inside = 0; done(); next }
        inside { block = block $0 "\n" }' "$ARTICLES/$1.md"
}

# Usage: assemble PRODUCT FOLDER
assemble() {
    page=$(article "$1") || exit
    mkdir -p "$2/Sources/YourApp" "$2/Tests/YourAppTests"
    lay_out GettingStarted "$2"
    # “Take the product you use and nothing else.” What is the bank's alone goes with the bank's product.
    if [ "$1" != HSBCPartnerSDK ]; then
        rm -f "$2"/Sources/YourApp/GettingStarted*.swift
        sed -e "s/HSBCPartnerSDK/$1/" -e "s/HSBCPartnerTesting/${1%SDK}Testing/" "$2/Package.swift" >"$2/Package.new" && mv "$2/Package.new" "$2/Package.swift"
    fi
    lay_out "$page" "$2"
    # The manifest says where the dependency is.
    [ -e "$2/../JourneyKit" ] || ln -s "$ROOT" "$2/../JourneyKit"
}

if [ "${1:-}" = --assemble ]; then
    [ $# -eq 3 ] || stop 2 "walk: --assemble takes a product and a folder."
    assemble "$2" "$3"
    exit 0
fi
[ $# -eq 0 ] || stop 2 "walk: $1 is no option. There is --assemble PRODUCT FOLDER."

set_up test
find_swift
place=$(mktemp -d "${TMPDIR:-/tmp}/journey-walk-XXXXXX")
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
if [ "$(megabytes_free "$place")" -lt 2500 ]; then
    stop 1 "there is no room for the walk: 2.5 GB must be free on the disk that holds $place."
fi
begin=$(date +%s)
for product in $PRODUCTS; do
    # One folder after the other of the same name, so that what was built for one is there for the next.
    rm -rf "$place/YourApp/Sources" "$place/YourApp/Tests"
    assemble "$product" "$place/YourApp"
    say "$product: building"
    # In the app's folder, as a reader does: in this package's own, its warnings are errors.
    if ! (cd "$place/YourApp" && swift build --build-tests) >"$place/log" 2>&1 </dev/null; then
        if grep -q 'error:' "$place/log"; then grep 'error:' "$place/log" | sort -u >&2; else cat "$place/log" >&2; fi
        stop 1 "walk: what the articles on $product show does not build."
    fi
    if ! (cd "$place/YourApp" && swift test --skip-build --disable-xctest) >"$place/log" 2>&1 </dev/null; then
        cat "$place/log" >&2
        stop 1 "walk: the tests that the articles on $product show fail."
    fi
    grep -q 'Test run with [1-9][0-9]* test' "$place/log" || stop 1 "walk: no test ran for $product."
    say "$product: $(sed -n 's/.*\(Test run with .*\)/\1/p' "$place/log" | tail -1)"
done
say "The walk took $(($(date +%s) - begin)) seconds."
