# Talk: to standard error, one line at a time; on a terminal, progress rewrites its own line.
# shellcheck shell=sh

say() { printf '%s\n' "$*" >&2; }

# Ends the script with one clear sentence. Usage: stop STATUS SENTENCE
stop() {
    stop_status=$1
    shift
    printf 'journey: %s\n' "$*" >&2
    exit "$stop_status"
}

# Progress for lines of the form "DONE TOTAL TEXT" on standard input. Usage: … | progress LABEL
#
# On a terminal one line that counts up and goes away; elsewhere a line for each quarter of the way.
progress() {
    if [ -t 2 ]; then live=1; else live=0; fi
    awk -v label="$1" -v live="$live" '
        function show(text) { printf "%s", text > "/dev/stderr"; fflush("/dev/stderr") }
        $2 > 0 {
            share = int(100 * $1 / $2)
            # The build finds more to do on its way; progress never goes back.
            if (share <= last) next
            if (live) show(sprintf("\r\033[K%s %d %%", label, share))
            else if (int(share / 25) > int(last / 25)) show(sprintf("%s %d %%\n", label, share))
            last = share
        }
        END { if (live) show("\r\033[K") }
    '
}

# Megabytes free where a path is, or will be.
megabytes_free() {
    place=$1
    while [ ! -d "$place" ]; do place=$(dirname -- "$place"); done
    df -Pk "$place" | awk 'NR == 2 { print int($4 / 1024) }'
}
