# Checks that need no build.
# shellcheck shell=sh

# The formatter's strict rules for Swift; sh's own grammar for scripts, and shellcheck where there is one. With `changed`,
# of Swift's files only those that are newer than the last check that passed.
check_sources() {
    linted="$ROOT/.journey/linted"
    mkdir -p "$ROOT/.journey"
    # Taken before the check: what changes meanwhile is newer.
    : >"$linted.new"
    set -- "${1:-all}" "$ROOT/Package.swift" "$ROOT/Sources" "$ROOT/Tests" "$ROOT/examples"
    if [ "$1" = changed ] && [ "$linted" -nt "$ROOT/.swift-format" ]; then
        shift
        find "$@" -name '*.swift' -newer "$linted" -print0 | xargs -0 -r swift format lint --strict --parallel
    else
        shift
        swift format lint --strict --parallel --recursive "$@"
    fi || stop 1 "the formatting differs from .swift-format; run: swift format -i -r Package.swift Sources Tests examples"
    mv "$linted.new" "$linted"
    for script in "$ROOT/journey" "$ROOT"/scripts/*.sh "$ROOT"/scripts/lib/*.sh "$ROOT"/scripts/release/*.sh "$ROOT"/.ci/run; do
        sh -n "$script"
        if command -v shellcheck >/dev/null 2>&1; then shellcheck --severity=warning "$script"; fi
    done
}
