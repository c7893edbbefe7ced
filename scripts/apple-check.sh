#!/bin/sh
# Compiles, on Linux, what Xcode would compile: every module of the package as Apple's systems see it, adapters included,
# against the stub modules in Tests/AppleCheck/Stubs; the apps in examples, and what hosts write in
# Tests/AppleCheck/MustPass, and the contracts that a Mac tests, over them; once more the modules that are published, as binary frameworks; then checks that each
# file in Tests/AppleCheck/MustFail is refused for the reason that it names; and every module once more as a Mac has it, where
# there is no UIKit. docs/evidence/apple.md says what this proves and what it does not. `scripts/apple-check.sh modules` compiles the
# package's modules alone, as a phone's and as a Mac's: scripts/api-diff.sh compares them with a release's, by this argument.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

CHECK="$ROOT/Tests/AppleCheck"
OUT="$ROOT/.journey/apple"
SQLITE="$ROOT/Sources/Ground/CSQLite/module.modulemap"
plan="$OUT/plan"
# In an order in which each imports only those before it. What a stub has on iOS alone stands in it below
# `#if canImport(UIKit)`, as in the adapters.
STUBS="Darwin Security FoundationStub Compression CoreBluetooth CoreVideo CoreMedia CoreImage Vision DeviceCheck LocalAuthentication CryptoKit QuartzCore"
STUBS_OF_IOS="UIKit PassKit VisionKit AVFoundation AuthenticationServices WebKit SwiftUI XCTest"
STUBS_OF_MACOS="AppKit AVFoundation WebKit"

# One line for each Swift module that Apple's systems get, in the order of Package.swift, which is from the ground up:
# NAME PATH EXCLUDED-FOLDER… The package describes itself; its printed form is read by its indentation.
write_plan() {
    JOURNEY_PLATFORM=Apple swift package dump-package >"$OUT/package.json" 2>"$OUT/log" </dev/null ||
        stop 1 "Package.swift cannot be read: $(head -n 1 "$OUT/log")"
    awk -F'"' '
        /^  "targets"/ { inside = 1 }
        !inside { next }
        /^      "exclude" : \[/ { list = 1; excluded = ""; next }
        /^      \]/ { list = 0 }
        list && NF > 2 { excluded = excluded " " $2 }
        /^      "name"/ { name = $4 }
        /^      "path"/ { path = $4 }
        /^      "type" : "regular"/ { print name, path excluded }
    ' "$OUT/package.json" >"$plan.new"
    [ -s "$plan.new" ] || stop 1 "no module of Package.swift is built for Apple's systems."
    # Apps come last, and use what others can use.
    for app in "$ROOT"/examples/*/Sources; do
        name=$(basename "$(dirname "$app")")
        echo "$name examples/$name/Sources" >>"$plan.new"
        [ ! -d "$ROOT/examples/$name/UITests" ] || echo "${name}UITests examples/$name/UITests" >>"$plan.new"
    done
    # The settings of all targets are the same list in Package.swift.
    awk -F'"' '/"enableUpcomingFeature"/ { getline; print $4 }' "$OUT/package.json" | sort -u >"$OUT/features"
    mv "$plan.new" "$plan"
}

# What stands in the interface of a binary framework has to be read again by a host's compiler: a type with its module's name,
# say, hides all of the module's other names there. Foundation is not resilient on Linux, of which the compiler warns.
compile_frameworks() {
    while read -r name path excluded; do
        # shellcheck disable=SC2086 # names and folders without spaces
        case " $(echo $FRAMEWORKS) " in *" $name "*) ;; *) continue ;; esac
        step
        [ -n "$(find "$OUT/frameworks/$name.swiftmodule" -newer "$OUT/modules/$name.stamp" 2>/dev/null)" ] && continue
        rm -f "$OUT/frameworks/$name.swiftmodule"
        # shellcheck disable=SC2086
        sources "$path" $excluded
        swiftc -emit-module -parse-as-library -whole-module-optimization -swift-version 6 -package-name journeykit \
            -module-name "$name" -enable-library-evolution -I "$OUT/frameworks" -I "$OUT/modules" \
            -emit-module-interface-path "$OUT/frameworks/$name.swiftinterface" \
            -o "$OUT/frameworks/$name.swiftmodule" "@$OUT/arguments" >"$OUT/log" 2>&1 </dev/null || {
            grep 'error: ' "$OUT/log" >"$OUT/log.errors"
            mv "$OUT/log.errors" "$OUT/log"
            rm -f "$OUT/frameworks/$name.swiftmodule"
            refuse "$name makes no binary framework that a host could import."
        }
    done <"$plan"
}

# Writes the flags and files of the module at PATH to `arguments`. Usage: sources PATH EXCLUDED-FOLDER…
sources() {
    place="$ROOT/$1"
    shift
    : >"$OUT/excluded"
    for folder; do echo "$place/$folder/" >>"$OUT/excluded"; done
    find "$place" -name '*.swift' | grep -vF -f "$OUT/excluded" >"$OUT/files"
    # What SwiftPM writes for a module with resources.
    if xargs grep -q 'Bundle\.module' <"$OUT/files"; then echo "$OUT/bundle.swift" >>"$OUT/files"; fi
    { strict_flags && cat "$OUT/files"; } >"$OUT/arguments"
}

# Compiles one module whole, with all of the compiler's checks but no machine code. Of C libraries, Apple's systems bring SQLite:
# here, the header of this machine's stands for theirs. Usage: compile NAME FLAG… FILE…
compile() {
    name=$1
    shift
    : >"$modules/$name.began"
    swiftc -emit-module -parse-as-library -whole-module-optimization -swift-version 6 -warnings-as-errors \
        -package-name "$package" -module-name "$name" -I "$modules" -Xcc "-fmodule-map-file=$SQLITE" \
        -o "$modules/$name.swiftmodule" "$@" >"$OUT/log" 2>&1 </dev/null &&
        mv "$modules/$name.began" "$modules/$name.stamp"
}

# What the package's own targets are compiled with, a flag a line. The stubs' Foundation is imported by the compiler,
# because no stub can take the place of the real Foundation.
strict_flags() {
    while read -r feature; do printf '%s\n' -enable-upcoming-feature "$feature"; done <"$OUT/features"
    printf '%s\n' -Xfrontend -import-module -Xfrontend FoundationStub
}

# Whether anything in the given places is newer than when the compiling of NAME began that succeeded. Every module counts
# the one before it among its places, so that what is compiled anew takes all that follows along, in this run or the next.
# Usage: is_stale NAME PLACE…
is_stale() {
    stamp="$modules/$1.stamp"
    shift
    [ ! -e "$stamp" ] || [ -n "$(find "$@" "$previous" -newer "$stamp" -print -quit)" ]
}

# Ends the check with a sentence, and with what the compiler said before it. Usage: refuse SENTENCE [quietly]
refuse() {
    if [ $# -eq 1 ]; then head -n 60 "$OUT/log" >"$OUT/problem"; else : >"$OUT/problem"; fi
    echo "journey: $1" >>"$OUT/problem"
    exit 1
}

step() {
    done_steps=$((done_steps + 1))
    echo "$done_steps" "$all_steps"
}

# Usage: compile_stubs STUB…
compile_stubs() {
    for stub; do
        step
        if is_stale "$stub" "$CHECK/Stubs/$stub"; then
            compile "$stub" "$CHECK/Stubs/$stub"/*.swift || refuse "the stub module $stub does not compile."
        fi
        previous="$modules/$stub.stamp"
    done
}

# Usage: compile_modules PLAN SYSTEM
compile_modules() {
    system=$2
    while read -r name path excluded; do
        step
        if is_stale "$name" "$ROOT/$path" "$ROOT/Package.swift"; then
            # shellcheck disable=SC2086 # folders without spaces
            sources "$path" $excluded
            case $path in examples/*) package=$name ;; *) package=journeykit ;; esac
            compile "$name" "@$OUT/arguments" || refuse "$name does not compile as $system would see it."
        fi
        previous="$modules/$name.stamp"
    done <"$1"
}

# Each sample begins with a line "// must fail: WORDS OF THE COMPILER" and is compiled by itself.
# Usage: refuse_samples FOLDER
refuse_samples() {
    for sample in "$1"/*.swift; do
        step
        wanted=$(sed -n '1s|^// must fail: ||p' "$sample")
        [ -n "$wanted" ] || refuse "$sample does not say in its first line how it must fail." quietly
        { strict_flags && echo "$sample"; } >"$OUT/arguments"
        if compile Sample "@$OUT/arguments"; then
            refuse "$sample compiles, so the check no longer sees what that sample stands for." quietly
        fi
        grep -qF "error: $wanted" "$OUT/log" || refuse "$sample fails, but not with \"$wanted\"."
    done
}

# What hosts write has to compile as they would compile it: in a package of their own, with warnings as errors, and as new Xcode
# projects have it. So have the tests that a Mac runs against the real frameworks, in their own package.
accept_samples() {
    package=host
    for sample in "$CHECK/MustPass"/*.swift "$CHECK/Contracts"/*.swift; do
        step
        case $sample in
            */MustPass/*) project='-enable-upcoming-feature MemberImportVisibility -default-isolation MainActor' ;;
            *) project= ;;
        esac
        # shellcheck disable=SC2086 # flags
        compile Sample $project -Xfrontend -import-module -Xfrontend FoundationStub "$sample" ||
            refuse "$sample does not compile."
    done
    package=journeykit
}

# Lists of names without spaces are split. Usage: compile_for_ios PLAN
# shellcheck disable=SC2086
compile_for_ios() {
    modules="$OUT/modules"
    previous="$ROOT/scripts/apple-check.sh"
    compile_stubs $STUBS $STUBS_OF_IOS && compile_modules "$1" "an iPhone"
}

# shellcheck disable=SC2086
compile_for_macos() {
    modules="$OUT/macos"
    previous="$ROOT/scripts/apple-check.sh"
    compile_stubs $STUBS $STUBS_OF_MACOS && compile_modules "$plan.modules" "a Mac"
}

check_everything() {
    compile_for_ios "$plan" && compile_frameworks && accept_samples && refuse_samples "$CHECK/MustFail" &&
        compile_for_macos && refuse_samples "$CHECK/MustFailOnMac"
}

check_modules() { compile_for_ios "$plan.modules" && compile_for_macos; }

what=${1:-everything}
case $what in everything | modules) ;; *) stop 2 "usage: scripts/apple-check.sh [modules]" ;; esac
find_swift
package=journeykit
mkdir -p "$OUT"
# Another compiler cannot read this one's modules.
swiftc --version >"$OUT/compiler.new" 2>&1 || stop 1 "the Swift compiler does not start."
if ! cmp -s "$OUT/compiler.new" "$OUT/compiler"; then rm -rf "$OUT/modules" "$OUT/frameworks" "$OUT/macos" "$OUT/passed"; fi
mkdir -p "$OUT/modules" "$OUT/frameworks" "$OUT/macos"
mv "$OUT/compiler.new" "$OUT/compiler"
# Everything that the outcome depends on; a folder is newer when a file in it has come or gone.
if [ -e "$OUT/passed" ] && [ -z "$(find "$ROOT/Package.swift" "$ROOT/Sources" "$ROOT/examples" "$CHECK" \
    "$ROOT/scripts/apple-check.sh" -newer "$OUT/passed" -print -quit)" ]; then
    exit 0
fi
rm -f "$OUT/problem"
: >"$OUT/started"
printf 'import Foundation\nextension Bundle { static var module: Bundle { .main } }\n' >"$OUT/bundle.swift"
write_plan
grep -v ' examples/' "$plan" >"$plan.modules"
done_steps=0
all_steps=$(($(echo "$STUBS $STUBS $STUBS_OF_IOS $STUBS_OF_MACOS" | wc -w) + 2 * $(wc -l <"$plan.modules")))
if [ "$what" = everything ]; then
    all_steps=$((all_steps + $(grep -c ' examples/' "$plan") + $(echo "$FRAMEWORKS" | wc -w) + $(find "$CHECK"/Must* "$CHECK/Contracts" -name "*.swift" | wc -l)))
fi
status=$({
    {
        ("check_$what")
        echo $? >&3
    } | progress "Compiling for Apple's systems:" >&2
} 3>&1)
if [ "$status" != 0 ]; then
    [ -e "$OUT/problem" ] || stop 1 "the check broke off; the compiler's last words are in $OUT/log."
    cat "$OUT/problem" >&2
    exit 1
fi
if [ "$what" = everything ]; then mv "$OUT/started" "$OUT/passed"; fi
