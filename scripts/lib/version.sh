# Versions by Semantic Versioning 2.0.0, and what a release may do.
# shellcheck shell=sh

# Whether TEXT is MAJOR.MINOR.PATCH, with or without a pre-release; build metadata has no place in a tag. Usage: is_version TEXT
is_version() {
    # One line: what looks at lines would take any of several.
    [ "$(printf '%s' "$1" | wc -l)" -eq 0 ] && printf '%s\n' "$1" | grep -Eqx \
        '(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-((0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*))?'
}

# Whether A comes before B (section 11). Usage: precedes A B
precedes() {
    LC_ALL=C awk -v a="$1" -v b="$2" '
        function order(a, b,    i, n, m, core_a, core_b, pre_a, pre_b, x, y, x_number, y_number) {
            i = index(a, "-"); core_a = i ? substr(a, 1, i - 1) : a; pre_a = i ? substr(a, i + 1) : ""
            i = index(b, "-"); core_b = i ? substr(b, 1, i - 1) : b; pre_b = i ? substr(b, i + 1) : ""
            split(core_a, x, "."); split(core_b, y, ".")
            for (i = 1; i <= 3; i++) if (x[i] + 0 != y[i] + 0) return x[i] + 0 < y[i] + 0 ? -1 : 1
            if (pre_a "" == pre_b "") return 0
            if (pre_a == "") return 1
            if (pre_b == "") return -1
            n = split(pre_a, x, "."); m = split(pre_b, y, ".")
            for (i = 1; i <= n && i <= m; i++) {
                if (x[i] "" == y[i] "") continue
                x_number = x[i] ~ /^[0-9]+$/; y_number = y[i] ~ /^[0-9]+$/
                if (x_number && y_number) return x[i] + 0 < y[i] + 0 ? -1 : 1
                if (x_number != y_number) return x_number ? -1 : 1
                return x[i] "" < y[i] "" ? -1 : 1
            }
            return n < m ? -1 : 1
        }
        BEGIN { exit order(a, b) < 0 ? 0 : 1 }'
}

# The newest of the tags on standard input that comes before VERSION; nothing when there is none. Usage: … | release_before VERSION
release_before() {
    newest=''
    while read -r candidate; do
        case $candidate in v*) ;; *) continue ;; esac
        is_version "${candidate#v}" && precedes "${candidate#v}" "$1" || continue
        if [ -z "$newest" ] || precedes "${newest#v}" "${candidate#v}"; then newest=$candidate; fi
    done
    [ -z "$newest" ] || echo "$newest"
}

# The newest release of the tags on standard input; nothing when there is none.
newest_release() { release_before 999999999.0.0; }

# Whether version NOW may break hosts of version BEFORE. Usage: may_break BEFORE NOW
may_break() { [ "${2%%.*}" -gt "${1%%.*}" ]; }

# The package's own version.
version_now() { sed -n 's/.*current = "\([^"]*\)".*/\1/p' "$ROOT/Sources/Base/JourneyBase/JourneyKitVersion.swift"; }
