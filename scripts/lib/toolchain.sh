# Finds a Swift toolchain, on PATH or where installers put one.
# shellcheck shell=sh

SWIFT_LEAST='6.2'

# Puts the toolchain on PATH, or ends with one sentence. Usage: find_swift
find_swift() {
    old=''
    for candidate in "$(command -v swift || true)" "${SWIFT_HOME:-/nowhere}/usr/bin/swift" \
        "${SWIFTLY_HOME_DIR:-${HOME:-/nonexistent}/.local/share/swiftly}/bin/swift" "${HOME:-/nonexistent}/.swiftly/bin/swift" \
        /opt/swift/usr/bin/swift /opt/swift*/usr/bin/swift /usr/local/swift/usr/bin/swift \
        /usr/local/swift*/usr/bin/swift /usr/libexec/swift/*/bin/swift "${HOME:-/nonexistent}"/swift*/usr/bin/swift; do
        [ -x "$candidate" ] || continue
        # A name of its own: callers have a version too.
        swift_found=$("$candidate" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)
        [ -n "$swift_found" ] || continue
        if at_least "$swift_found" "$SWIFT_LEAST"; then
            PATH=$(dirname -- "$candidate"):$PATH
            export PATH
            return
        fi
        old="$swift_found at $candidate"
    done
    if [ -n "$old" ]; then
        stop 1 "Swift $SWIFT_LEAST or newer is needed, and this machine has $old; see https://www.swift.org/install/linux/."
    fi
    stop 1 "there is no Swift toolchain on this machine; install Swift $SWIFT_LEAST or newer (https://www.swift.org/install/linux/) and put it on PATH."
}

# Whether version A is B or newer; both are MAJOR.MINOR.
at_least() {
    [ "${1%%.*}" -gt "${2%%.*}" ] || { [ "${1%%.*}" -eq "${2%%.*}" ] && [ "${1#*.}" -ge "${2#*.}" ]; }
}
