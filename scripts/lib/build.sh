# Builds, but only what is out of date, and shows short progress instead of the build's own output.
# shellcheck shell=sh

# Builds a product unless its binary is newer than every source. Usage: build_product NAME
build_product() {
    stamp="$ROOT/.journey/built/$1"
    if [ -x "$ROOT/.build/debug/$1" ] && [ -e "$stamp" ]; then
        newer=$(find "$ROOT/Package.swift" "$ROOT/Sources" -newer "$stamp" -print -quit)
        [ -n "$newer" ] || return 0
    fi
    mkdir -p "$ROOT/.journey/built"
    # Taken before the build: what changes meanwhile is newer.
    : >"$stamp.new"
    swift_build "Building $1:" --product "$1"
    mv "$stamp.new" "$stamp"
}

# Runs `swift build` with the given arguments. Usage: swift_build LABEL ARGUMENT…
swift_build() {
    label=$1
    shift
    find_swift
    if [ ! -d "$ROOT/.build" ] && [ "$(megabytes_free "$ROOT")" -lt 2500 ]; then
        stop 1 "there is no room for the build: 2.5 GB must be free on the disk that holds $ROOT."
    fi
    mkdir -p "$ROOT/.journey"
    log="$ROOT/.journey/build.log"
    # SwiftPM drops pkg-config flags that it does not know and warns of each: harmless, and noise to a newcomer.
    status=$({
        {
            (cd "$ROOT" && swift build "$@" 2>&1 </dev/null)
            echo $? >&3
        } | grep --line-buffered -v 'prohibited flag(s)' | tee "$log" |
            awk '/^\[[0-9]+\/[0-9]+\]/ { split(substr($1, 2), n, /[\/\]]/); print n[1], n[2]; fflush() }' |
            progress "$label" >&2
    } 3>&1)
    if [ "$status" != 0 ]; then
        grep -Ev '^\[[0-9]+/[0-9]+\]|^Building for' "$log" | head -n 60 >&2
        if grep -qi 'no space left' "$log"; then stop 1 "there is no room left on the disk for the build."; fi
        stop 1 "the build failed; its whole output is in $log."
    fi
}
