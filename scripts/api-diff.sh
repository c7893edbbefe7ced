#!/bin/sh
# Compares the public interface of what apps get with that of an earlier release: `scripts/api-diff.sh [TAG]`; without one, with
# the newest that this commit comes after. A break is allowed only where the major version of JourneyKitVersion.swift is higher
# than the tag's. On Linux: as built there, and as an iPhone and a Mac have it, over the stub modules of docs/evidence/apple.md. On a Mac:
# as built for it and for an iPhone's simulator.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

# What breaks, a line each.
work="$ROOT/.journey/interface"
broken="$work/broken"

# Ends with what of LOG explains it. Usage: cannot_compare LOG WITH
cannot_compare() {
    grep -E '(^|: )error:|^Failed' "$1" | sort -u | head -n 20 >&2
    stop 1 "the interfaces could not be compared with $tag $2; the whole output is in $1."
}

# Builds both sides for a system. Usage: compare_built SYSTEM FLAG…
compare_built() {
    system=$1
    shift
    # The comparison passes over a module that no product is named for.
    # shellcheck disable=SC2086 # a list of words
    if JOURNEY_INTERFACE=1 swift package "$@" diagnose-api-breaking-changes "$tag" --products $kept \
        >"$work/log" 2>&1 </dev/null; then return; fi
    grep -q 'breaking change' "$work/log" || cannot_compare "$work/log" "on $system"
    grep -E '💔|breaking change' "$work/log" | sed "s/^ */$system: /" >>"$broken"
}

# Writes the interface of the modules in $kept, of which the modules lie in FOLDER. Usage: describe FOLDER FILE
describe() {
    # shellcheck disable=SC2046 # a list of words
    swift-api-digester -dump-sdk -abort-on-module-fail $(printf -- '-module %s ' $kept) -I "$1" -o "$2" >"$work/log" 2>&1 ||
        cannot_compare "$work/log" "in $1"
}

# Both sides as Apple's systems have them. Each compiles itself, with the stubs that it was written against.
compare_over_stubs() {
    before="$work/$commit"
    if [ ! -d "$before" ]; then
        rm -rf "$before.new"
        mkdir "$before.new"
        git archive --output "$work/before.tar" "$commit"
        tar -x -f "$work/before.tar" -C "$before.new"
        rm "$work/before.tar"
        mv "$before.new" "$before"
    fi
    "$before/scripts/apple-check.sh" modules || stop 1 "$tag could not be compiled, so there is nothing to compare with."
    scripts/apple-check.sh modules
    for folder in modules macos; do
        case $folder in modules) system=iPhone ;; macos) system=Mac ;; esac
        describe "$before/.journey/apple/$folder" "$work/before.json"
        describe "$ROOT/.journey/apple/$folder" "$work/now.json"
        # Headlines, in this form, and below them what breaks; what is new is not told.
        swift-api-digester -diagnose-sdk -print-module --input-paths "$work/before.json" --input-paths "$work/now.json" \
            >"$work/log" 2>&1 && grep -q '^/\* Removed Decls \*/$' "$work/log" || cannot_compare "$work/log" "on $system"
        sed -e '/^\/\* .* \*\/$/d' -e '/^$/d' -e "s/^/$system: /" "$work/log" >>"$broken"
    done
}

find_swift
now=$(version_now)
# A tag of this very commit is this release, and nothing to compare with.
if [ $# -gt 0 ]; then tag=$1; else tag=$(git tag --list 'v*' --merged HEAD --no-contains HEAD | newest_release); fi
if [ -z "$tag" ]; then
    say "There is no release yet, so there is nothing to compare with."
    exit 0
fi
commit=$(git rev-parse --quiet --verify "$tag^{commit}") || stop 2 "there is no release called $tag."

mkdir -p "$work"
: >"$broken"
# What hosts of the release have; a module that is new breaks nobody.
git show "$commit:scripts/lib/frameworks.sh" >"$work/frameworks.sh"
published=$(. "$work/frameworks.sh" && echo $FRAMEWORKS)
kept=''
for module in $published; do
    # shellcheck disable=SC2086 # a list of words
    case " $(echo $FRAMEWORKS) " in *" $module "*) kept="$kept $module" ;; *) echo "The module $module is gone." >>"$broken" ;; esac
done
if [ "$(uname -s)" = Linux ]; then
    set_up demo
    compare_over_stubs
    compare_built Linux
else
    phone=$(xcrun --sdk iphonesimulator --show-sdk-path)
    compare_built Mac
    compare_built iPhone --triple arm64-apple-ios18.0-simulator --sdk "$phone"
fi
if [ ! -s "$broken" ]; then
    say "Nothing that a host could use since $tag is gone or has changed."
else
    cat "$broken" >&2
    may_break "${tag#v}" "$now" ||
        stop 1 "the public interface breaks hosts of $tag, and the version is $now: mend it, or raise the major version."
    say "The public interface breaks hosts of $tag, as a new major version may ($now)."
fi
