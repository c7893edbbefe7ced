#!/usr/bin/env python3
"""Runs a command so that nothing of it is left behind: no process, and no file in the temporary directory.

Usage: contain.py COMMAND [ARGUMENT ...]

The command gets a session of its own and, as TMPDIR, an empty folder. When it ends, or when this program receives SIGINT,
SIGTERM, SIGHUP or SIGQUIT, every process that descends from it is ended, even one that made itself a daemon: this program
is the subreaper of all of them (prctl(2), PR_SET_CHILD_SUBREAPER). Then the folder is removed.

A command that ends by itself and leaves a process or a file is at fault: each is named, and the status is 1 when it would
have been 0. After a signal the status is 128 and the signal's number.
"""

import ctypes
import fnmatch
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PR_SET_CHILD_SUBREAPER = 36
# Files of SwiftPM and of the compiler, which no test can remove.
OF_THE_TOOLS = ["TemporaryDirectory.??????", "*.lock", "swift-generated-sources"]
# Seconds: what a process gets to end by itself before it is told to, and what it gets then before it is killed.
PATIENCE = 3.0
MOST_NAMED = 40


class Interrupted(Exception):
    """A signal to end."""

    def __init__(self, number):
        self.number = number


def interrupt(number, _frame):
    raise Interrupted(number)


def descendants():
    """The processes that descend from this one, by their number, with their names; no zombies."""
    parents = {}
    names = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", "rb") as file:
                text = file.read().decode(errors="replace")
        except OSError:
            continue
        # The name stands in parentheses and may hold anything.
        name, rest = text.split("(", 1)[1].rsplit(")", 1)
        state, parent = rest.split()[:2]
        parents[int(entry)] = int(parent)
        if state not in "ZX":
            names[int(entry)] = name
    found = {}
    queue = [os.getpid()]
    while queue:
        known = queue.pop()
        for process, parent in parents.items():
            if parent == known:
                queue.append(process)
                if process in names:
                    found[process] = names[process]
    return found


def reap(until):
    """Waits until no descendant is left or the time `until` has come. Gives the processes that are left."""
    while True:
        try:
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
        except ChildProcessError:
            return {}
        # Zombies, which are not among them, are this program's to wait for as soon as their parents are gone.
        if time.monotonic() >= until:
            return descendants()
        time.sleep(0.02)


def tell(processes, number):
    for process in processes:
        try:
            os.kill(process, number)
        except ProcessLookupError:
            pass


def end_all():
    """Ends every descendant: first those that can end themselves, then all."""
    tell(descendants(), signal.SIGTERM)
    left = reap(time.monotonic() + PATIENCE)
    while left:
        tell(left, signal.SIGKILL)
        left = reap(time.monotonic() + 0.5)


def command_line(process):
    try:
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()[:160]
    except OSError:
        return ""


def remains(folder):
    """The entries of the folder that are not the tools', sorted."""
    names = sorted(os.listdir(folder))
    return [name for name in names if not any(fnmatch.fnmatchcase(name, pattern) for pattern in OF_THE_TOOLS)]


def complain(what, names):
    print(f"journey: the run left {len(names)} {what} behind:", file=sys.stderr)
    for name in names[:MOST_NAMED]:
        print(f"  {name}", file=sys.stderr)


def main(words):
    if not words:
        print(__doc__, file=sys.stderr)
        return 2
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        print("journey: prctl(PR_SET_CHILD_SUBREAPER) failed; Linux 3.4 or newer is needed.", file=sys.stderr)
        return 1
    ends = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]
    for number in ends:
        signal.signal(number, interrupt)
    # Short, because a socket's path has at most 107 bytes; open to pass through, because PostgreSQL refuses to be root.
    folder = tempfile.mkdtemp(prefix="jk-")
    os.chmod(folder, 0o711)
    status = 0
    try:
        try:
            leader = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, start_new_session=True, close_fds=False,
                env=dict(os.environ, TMPDIR=folder))
            status = leader.wait()
            if status < 0:
                status = 128 - status
            # Servers that end with their client take a moment.
            left = reap(time.monotonic() + PATIENCE)
            if left:
                complain("processes", [f"{process} {name}: {command_line(process)}" for process, name in left.items()])
                status = status or 1
            files = remains(folder)
            if files:
                complain("files or folders in the temporary directory", files)
                status = status or 1
        except Interrupted as interruption:
            status = 128 + interruption.number
        except OSError as error:
            print(f"journey: {words[0]} could not be started: {error.strerror}.", file=sys.stderr)
            status = 127
    finally:
        # The rest is not to be interrupted.
        for number in ends:
            signal.signal(number, signal.SIG_IGN)
        end_all()
        shutil.rmtree(folder, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
