# A display for the web engine: the one there is, or a virtual one on a free number.
# shellcheck shell=sh

# Runs a command under its own Xvfb, which ends with it. Usage: with_display COMMAND ARGUMENT…
with_display() {
    display_work=$(mktemp -d)
    mkfifo "$display_work/number"
    # Xvfb picks a free number itself, writes it when it is ready, and so nothing is guessed or waited for.
    Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>"$display_work/number" >"$display_work/log" 2>&1 &
    xvfb=$!
    trap 'kill "$xvfb" 2>/dev/null; rm -rf "$display_work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    read -r number <"$display_work/number" || stop 1 "the virtual display did not start: $(tail -n 1 "$display_work/log")"
    display_status=0
    DISPLAY=":$number" GDK_BACKEND=x11 "$@" || display_status=$?
    kill "$xvfb" 2>/dev/null || true
    wait "$xvfb" 2>/dev/null || true
    rm -rf "$display_work"
    trap - EXIT INT TERM
    return "$display_status"
}
