# The system's packages, split by need: a command that shows no page installs no web engine.
# shellcheck shell=sh

# Usage: packages_for tool|vectors|demo|test|bench|lint
packages_for() {
    libraries='libcurl4-openssl-dev libnghttp2-dev libpng-dev libpq-dev libqrencode-dev libsqlite3-dev libssl-dev libyaml-dev libzbar-dev libzint-dev pkg-config zlib1g-dev'
    engine='libwebkitgtk-6.0-dev xvfb xauth xkb-data fonts-inter fonts-dejavu-core fonts-lohit-beng-bengali hyphen-en-gb'
    case $1 in
        tool | lint) echo "$libraries" ;;
        vectors) echo 'python3 python3-venv' ;;
        demo) echo "$libraries $engine" ;;
        bench) echo "$libraries $engine libcbor-dev postgresql nginx-light wrk nghttp2-client python3 python3-venv" ;;
        test) echo "$libraries $engine esbuild libcbor-dev fish git node-react node-react-dom node-typescript postgresql python3 python3-venv openssl nginx-light haproxy nghttp2-client glewlwyd zbar-tools zip" ;;
        *) stop 2 "there is nothing to set up for $1." ;;
    esac
}

# Debian 12's version of each package, as far as it is pinned: what the whole version begins with, an epoch included. Debian's
# security updates stay below it, and WebKitGTK's, which go on, below the 2.
DEBIAN_VERSIONS='esbuild=0.17.0 fish=3.6. fonts-dejavu-core=2.37 fonts-inter=4.0 fonts-lohit-beng-bengali=2.91. git=1:2.39. glewlwyd=2.7.5 haproxy=2.6. hyphen-en-gb=1:7.5 libcbor-dev=0.8.
libcurl4-openssl-dev=7.88. libnghttp2-dev=1.52. libpng-dev=1.6. libpq-dev=15. libqrencode-dev=4.1. libsqlite3-dev=3.40.
libssl-dev=3.0. libwebkitgtk-6.0-dev=2. libxml2-utils=2.9.14 libyaml-dev=0.2.5 libzbar-dev=0.23. libzint-dev=2.11. nghttp2-client=1.52. nginx-light=1.22.
node-react=18.2.0 node-react-dom=18.1.0 node-typescript=4.8.4
openssl=3.0. pkg-config=1.8. postgresql=15+ python3=3.11. python3-venv=3.11. wrk=4.1. xauth=1:1.1. xkb-data=2.35.
xvfb=2:21.1. zbar-tools=0.23. zip=3.0 zlib1g-dev=1:1.2.13'

# Prints what the version of a package has to begin with; nothing for one that is not pinned. Usage: pinned_version NAME
pinned_version() {
    for pin in $DEBIAN_VERSIONS; do
        [ "${pin%%=*}" != "$1" ] || echo "${pin#*=}"
    done
}

# Names those of the given packages whose installed version is not the pinned one: the tests may then say something else.
check_versions() {
    dpkg-query -W -f='${Package} ${Version}\n' "$@" 2>/dev/null | while read -r name version; do
        pin=$(pinned_version "$name")
        case $version in "$pin"*) ;; *) say "$name is $version here, and the tests are known to pass with $pin*." ;; esac
    done
}

# The packages as apt is to install them: with their pins on Debian 12, and elsewhere whatever the system has.
with_pins() {
    if grep -qs '^VERSION_ID="12"' /etc/os-release && grep -qs '^ID=debian' /etc/os-release; then
        for name in "$@"; do printf '%s=%s*\n' "$name" "$(pinned_version "$name")"; done
    else
        printf '%s\n' "$@"
    fi
}

# Prints those of the given packages that are not installed.
missing_packages() {
    dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null |
        awk -v wanted="$*" '
            $2 == "installed" { have[$1] = 1 }
            END {
                count = split(wanted, names, " ")
                for (i = 1; i <= count; i++) if (!(names[i] in have)) printf "%s ", names[i]
            }'
}

# Installs what NEED lacks. Silent and instant when nothing is missing. Usage: set_up NEED
set_up() {
    [ "$(uname -s)" = Linux ] || stop 1 "the commands run on Linux; on this system, use the package from Xcode."
    if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
        stop 1 "set-up knows Debian's packages only; install the equivalents of: $(packages_for "$1")."
    fi
    # shellcheck disable=SC2046 # a list of words
    missing=$(missing_packages $(packages_for "$1"))
    missing=${missing% }
    [ -z "$missing" ] || install_packages "$missing"
    # shellcheck disable=SC2046
    check_versions $(packages_for "$1")
}

install_packages() {
    if [ "$(id -u)" = 0 ]; then
        as_root=''
    elif command -v sudo >/dev/null 2>&1 && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        as_root=sudo
    else
        stop 1 "packages are missing and this user may not install them; as root, run: apt-get install $1"
    fi
    [ "$(megabytes_free /usr)" -ge 700 ] ||
        stop 1 "there is no room for the packages: 700 MB must be free on the disk that holds /usr."

    work=$(mktemp -d)
    # A package that brings a server must not start it on this machine: only this file keeps every installer from it.
    policy=/usr/sbin/policy-rc.d
    if [ -e "$policy" ]; then policy=''; fi
    trap 'clean_up_install' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    if [ -n "$policy" ]; then
        printf '#!/bin/sh\nexit 101\n' >"$work/policy"
        $as_root install -m 755 "$work/policy" "$policy"
    fi

    keep_clusters_away
    say "Installing: $1"
    # The lists may be old or absent: fetch them only when they do not lead to the packages.
    if ! apt_install "$1"; then
        refresh_lists
        apt_install "$1" || explain_apt
    fi
    clean_up_install
    trap - EXIT INT TERM
}

# PostgreSQL's package would make a database cluster that starts with the machine. Ours are private and start with a test.
keep_clusters_away() {
    clusters=/etc/postgresql-common/createcluster.d/journeykit.conf
    if [ -e "$clusters" ]; then clusters=''; else
        echo 'create_main_cluster = false' >"$work/clusters"
        $as_root install -D -m 644 "$work/clusters" "$clusters"
    fi
}

clean_up_install() {
    if [ -n "${policy:-}" ]; then $as_root rm -f "$policy"; fi
    if [ -n "${clusters:-}" ]; then $as_root rm -f "$clusters"; fi
    rm -rf "$work"
}

apt_install() {
    : >"$work/log"
    # apt reports "pmstatus:package:percent:text" and "dlstatus:n:percent:text" on descriptor 3.
    # shellcheck disable=SC2046,SC2086 # lists of words
    status=$({
        {
            DEBIAN_FRONTEND=noninteractive $as_root env DEBIAN_FRONTEND=noninteractive \
                apt-get install --yes --no-install-recommends -o DPkg::Lock::Timeout=600 -o APT::Status-Fd=1 \
                -o Dpkg::Use-Pty=0 $(with_pins $1) 2>>"$work/log" </dev/null
            echo $? >&3
        } | tee -a "$work/log" |
            awk -F: '/^dlstatus:/ { print int($3 / 2), 100; fflush() } /^pmstatus:/ { print 50 + int($3 / 2), 100; fflush() }' |
            progress "Installing packages:" >&2
    } 3>&1)
    [ "$status" = 0 ]
}

refresh_lists() {
    tries=0
    until $as_root apt-get update -o DPkg::Lock::Timeout=600 -o APT::Update::Error-Mode=any \
        >"$work/log" 2>&1 </dev/null; do
        # The lock on the lists has no timeout of its own.
        grep -q 'Could not get lock' "$work/log" || explain_apt
        tries=$((tries + 1))
        [ "$tries" -le 120 ] || stop 1 "the package manager has been busy for ten minutes; try again when it is done."
        [ "$tries" -gt 1 ] || say "Waiting for the package manager…"
        sleep 5
    done
}

explain_apt() {
    if grep -Eqi 'no space left|enough free space' "$work/log"; then
        stop 1 "there is no room on the disk for the packages."
    elif grep -Eqi 'could not get lock|unable to acquire' "$work/log"; then
        stop 1 "another program has held the package manager for ten minutes; try again when it is done."
    elif grep -Eqi 'resolving|could not connect|unable to connect|failed to fetch|network is unreachable|timed out' "$work/log"; then
        stop 1 "the packages could not be fetched; check this machine's network and try again."
    elif grep -Eq "^E: Version '.*' for '.*' was not found" "$work/log"; then
        stop 1 "the pinned version of a package is not there: $(sed -n "s/^E: Version '\(.*\)' for '\(.*\)' was not found/\2=\1/p" "$work/log" | tr '\n' ' ')"
    elif grep -Eqi 'unable to locate package' "$work/log"; then
        stop 1 "this system's package lists lack a package (Debian 12 has all): $(sed -n 's/.*Unable to locate package //p' "$work/log" | tr '\n' ' ')"
    fi
    tail -n 5 "$work/log" >&2
    stop 1 "the package manager failed; its last words are above."
}
