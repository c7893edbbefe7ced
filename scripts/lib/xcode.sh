# Finds Xcode on a Mac, wherever it was put.
# shellcheck shell=sh

# The first that has Swift 6.2.
XCODE_LEAST='26.0'

# The version of the Xcode whose developer folder that is; nothing when there is none, such as in the Command Line Tools.
xcode_version() {
    [ -x "$1/usr/bin/xcodebuild" ] || return 0
    DEVELOPER_DIR=$1 "$1/usr/bin/xcodebuild" -version 2>/dev/null | sed -n 's/^Xcode \([0-9][0-9.]*\).*/\1/p' | head -n 1
}

# Sets and exports DEVELOPER_DIR: the folder that it names, the one that is selected, or else the newest Xcode in FOLDERS, or
# anywhere that Spotlight knows of. One that is too old is passed over. Usage: find_xcode FOLDER…
find_xcode() {
    found=''
    found_version=''
    seen=''
    for developer in "${DEVELOPER_DIR:-}" "$(xcode-select -p 2>/dev/null || true)"; do
        [ -n "$developer" ] || continue
        version=$(xcode_version "$developer")
        [ -n "$version" ] || continue
        seen="$seen $version"
        if xcode_at_least "$version" "$XCODE_LEAST"; then
            DEVELOPER_DIR=$developer
            export DEVELOPER_DIR
            return
        fi
    done
    xcodes=$(
        for folder in "$@"; do
            for app in "$folder"/Xcode*.app; do [ -d "$app" ] && echo "$app"; done
        done
        mdfind "kMDItemCFBundleIdentifier == 'com.apple.dt.Xcode'" 2>/dev/null || true
    )
    # Paths may have spaces, and have no line breaks.
    while read -r app; do
        [ -n "$app" ] || continue
        version=$(xcode_version "$app/Contents/Developer")
        [ -n "$version" ] || continue
        seen="$seen $version"
        xcode_at_least "$version" "$XCODE_LEAST" || continue
        if [ -z "$found" ] || ! xcode_at_least "$found_version" "$version"; then
            found="$app/Contents/Developer"
            found_version=$version
        fi
    done <<END
$xcodes
END
    if [ -z "$found" ]; then
        [ -n "$seen" ] && stop 1 "Xcode $XCODE_LEAST or newer is needed, and this machine has$seen."
        stop 1 "there is no Xcode on this machine; install Xcode $XCODE_LEAST or newer, or name its folder in DEVELOPER_DIR."
    fi
    DEVELOPER_DIR=$found
    export DEVELOPER_DIR
}

# Whether version A is B or newer, number by number; what is missing is zero.
xcode_at_least() {
    awk -v a="$1" -v b="$2" 'BEGIN {
        split(a, x, "."); split(b, y, ".")
        for (i = 1; i <= 3; i++) if (x[i] + 0 != y[i] + 0) exit x[i] + 0 > y[i] + 0 ? 0 : 1
        exit 0
    }'
}
