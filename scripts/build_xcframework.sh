#!/bin/sh
# Builds, on a Mac with Xcode, one XCFramework for each module that hosts get, zipped, each with its checksum as Swift packages
# want it: `.build-xcframework/NAME.xcframework.zip` and `.zip.checksum`. With JOURNEY_SIGNING_IDENTITY, the name of a
# certificate in the keychain, each is signed first. Xcode is found wherever it is (scripts/lib/xcode.sh).
set -eu
ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
cd "$ROOT"
. scripts/lib/output.sh
. scripts/lib/xcode.sh
. scripts/lib/frameworks.sh

[ "$(uname -s)" = Darwin ] || stop 1 "XCFrameworks are built on a Mac; here, make apple-check compiles the same sources."
find_xcode /Applications "$HOME/Applications"

# Each module is a package of its own, so that a framework has its own code and no other's, and links the others.
export JOURNEY_FRAMEWORKS=1
OUT="$ROOT/.build-xcframework"
rm -rf "$OUT"
lay_out_frameworks "$OUT/packages"

# Usage: archive MODULE PLATFORM NAME
archive() {
    # To the compiler they are one package: what is `package` goes from one to the other.
    (cd "$OUT/packages/$1" && xcodebuild archive -quiet -scheme "$1" -destination "generic/platform=$2" \
        -archivePath "$OUT/$1-$3" -derivedDataPath "$OUT/derived-$3" SKIP_INSTALL=NO BUILD_LIBRARY_FOR_DISTRIBUTION=YES \
        SWIFT_PACKAGE_NAME=journeykit)
    framework="$OUT/$1-$3.xcarchive/Products/usr/local/lib/$1.framework"
    [ -d "$framework" ] || stop 1 "Xcode made no framework of $1 for $2."
    brought=$(nm -gU "$framework/$1" | modules_of_symbols)
    [ "$brought" = "$1" ] || stop 1 "the framework of $1 for $2 brings the code of:" $brought
    # Xcode leaves the interfaces of a package's framework, and its resources, beside the archive.
    products="$OUT/derived-$3/Build/Intermediates.noindex/ArchiveIntermediates/$1/BuildProductsPath"
    modules=$(find "$products" -type d -name "$1.swiftmodule" -print -quit)
    [ -n "$modules" ] || stop 1 "Xcode emitted no interface of $1 for $2."
    mkdir -p "$framework/Modules"
    cp -R "$modules" "$framework/Modules/"
    rm -rf "$framework/Modules/$1.swiftmodule/Project"
    bundle=$(find "$products" -type d -name "$1_$1.bundle" -print -quit)
    if [ -n "$bundle" ]; then cp -R "$bundle" "$framework/"; fi
    # Apple looks for a framework's privacy manifest in its own folder.
    privacy=$(find "$ROOT"/Sources/*/"$1"/Resources -name PrivacyInfo.xcprivacy -print -quit 2>/dev/null || true)
    if [ -n "$privacy" ]; then cp "$privacy" "$framework/"; fi
}

for module in $FRAMEWORKS; do
    say "Building $module."
    archive "$module" iOS ios
    archive "$module" 'iOS Simulator' simulator
    # With its symbols: a partner's crash says where it was.
    set --
    for made in "$OUT/$module-ios.xcarchive" "$OUT/$module-simulator.xcarchive"; do
        symbols="$made/dSYMs/$module.framework.dSYM"
        [ -d "$symbols" ] || stop 1 "Xcode made no symbols of $module in $made."
        set -- "$@" -framework "$made/Products/usr/local/lib/$module.framework" -debug-symbols "$symbols"
    done
    xcodebuild -create-xcframework "$@" -output "$OUT/$module.xcframework" >/dev/null
    if [ -n "${JOURNEY_SIGNING_IDENTITY:-}" ]; then
        codesign --timestamp --sign "$JOURNEY_SIGNING_IDENTITY" "$OUT/$module.xcframework"
    fi
    (cd "$OUT" && ditto -c -k --keepParent "$module.xcframework" "$module.xcframework.zip")
    swift package compute-checksum "$OUT/$module.xcframework.zip" >"$OUT/$module.xcframework.zip.checksum"
    say "$module.xcframework.zip $(cat "$OUT/$module.xcframework.zip.checksum")"
done
