# Checks that need no build.
# shellcheck shell=sh

# The formatter's strict rules for Swift; sh's own grammar for scripts, and shellcheck where there is one.
check_sources() {
    swift format lint --strict --parallel --recursive "$ROOT/Package.swift" "$ROOT/Sources" "$ROOT/Tests" "$ROOT/examples" ||
        stop 1 "the formatting differs from .swift-format; run: swift format -i -r Package.swift Sources Tests examples"
    for script in "$ROOT/journey" "$ROOT"/scripts/*.sh "$ROOT"/scripts/lib/*.sh "$ROOT"/scripts/release/*.sh "$ROOT"/.ci/run; do
        sh -n "$script"
        if command -v shellcheck >/dev/null 2>&1; then shellcheck --severity=warning "$script"; fi
    done
}
