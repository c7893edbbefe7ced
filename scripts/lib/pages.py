#!/usr/bin/env python3
"""Runs the commands of task pages, as a reader who pastes them: every `sh` block of a page in its order, in an empty folder.

Usage: scripts/lib/pages.py [PAGE...]; without PAGE, the README, docs/guides and the two pages of "Getting started". `journey` has to
be on PATH. A comment on the line above a block says how it is run:

    <!-- not run: REASON -->          it is left out
    <!-- vector: PATH -->             it fetches a published file, its last word: the public vector at PATH takes its place, and
                                      without that the rest of the page is left out
    <!-- background until: TEXT -->   it goes on while the later blocks run, which wait until it has printed TEXT

Needs Python 3.9 and bash. Status 0: all blocks ended well. 1: one failed. 2: a page cannot be read.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CATALOGUE = "docs/JourneyKit.docc"
# Seconds for all blocks of one page, and for one in the background to begin.
LIMIT = 300
BEGIN = 60


def pages():
    """The task pages, by path in the package."""
    guides = sorted((ROOT / "docs/guides").glob("*.md"))
    articles = [ROOT / CATALOGUE / name for name in ("GettingStarted.md", "SandboxGuide.md")]
    return [str(page.relative_to(ROOT)) for page in [ROOT / "README.md", *guides, *articles]]


def blocks(text):
    """The `sh` blocks of a page: (line, comment above it or "", commands)."""
    found, current, comment = [], None, ""
    for number, line in enumerate(text.split("\n"), 1):
        if current is not None:
            if line == "```":
                found.append((current[0], current[1], "\n".join(current[2])))
                current, comment = None, ""
            else:
                current[2].append(line)
        elif line == "```sh":
            current = (number, comment, [])
        elif match := re.fullmatch(r"<!-- (.+) -->", line):
            comment = match[1]
        elif line:
            comment = ""
    if current is not None:
        raise ValueError(f"the block of line {current[0]} has no end")
    return found


def vector(path):
    """The file of a public vector, where there is one: Vectors.swift looks at the same places."""
    given = os.environ.get("JOURNEY_VECTORS") or ROOT.parent / "shared/vectors"
    for root in (pathlib.Path(given), ROOT / ".journey/vectors"):
        if (root / path).is_file():
            return root / path
    return None


def script(page, text, folder):
    """One bash script of all blocks to run, and how many are left out."""
    lines, left_out = ["set -euo pipefail"], 0
    all_blocks = blocks(text)
    for index, (number, comment, commands) in enumerate(all_blocks):
        kind, _, value = comment.partition(": ")
        if kind == "not run" and value:
            left_out += 1
            continue
        mark = f"{page}:{number}"
        if kind == "vector" and value:
            file = vector(value)
            if file is None:
                left_out += len(all_blocks) - index
                break
            lines += [f"echo '{mark}' >'{folder}/at'", f"cp '{file}' '{commands.split()[-1]}'"]
            continue
        if kind == "background until" and value:
            log = f"{folder}/background-{number}"
            lines += [
                f"echo '{mark}' >'{folder}/at'",
                f"{{ {commands}\n}} >'{log}' 2>&1 </dev/null &",
                f"for _ in $(seq {BEGIN * 10}); do grep -qF -- '{value}' '{log}' && break; sleep 0.1; done",
                f"grep -qF -- '{value}' '{log}' || {{ cat '{log}' >&2; exit 1; }}",
            ]
        elif comment.startswith(("not run", "vector", "background")):
            raise ValueError(f"the comment above the block of line {number} gives no reason or no text")
        else:
            lines += [f"echo '{mark}' >'{folder}/at'", commands]
    return "\n".join(lines) + "\n", left_out


def end(group):
    """Ends what still goes on in the background, and waits until it is gone."""
    try:
        os.killpg(group, signal.SIGTERM)
        for _ in range(100):
            time.sleep(0.1)
            os.killpg(group, 0)
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def run(page):
    """Runs one page, and says how it went."""
    text = (ROOT / page).read_text(encoding="utf-8")
    place = pathlib.Path(tempfile.mkdtemp(prefix="journey-page-"))
    process = None
    try:
        (place / "here").mkdir()
        commands, left_out = script(page, text, place)
        total = len(blocks(text))
        environment = {**os.environ, "JOURNEY_HOME": str(place / "home"), "REPOSITORY": str(ROOT)}
        with open(place / "output", "wb") as output:
            process = subprocess.Popen(
                ["bash", "-c", commands], cwd=place / "here", env=environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, start_new_session=True)
            try:
                status = process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                status = "none: its time was over"
        if status != 0:
            at = (place / "at").read_text().strip() if (place / "at").exists() else page
            tail = (place / "output").read_text(errors="replace").splitlines()[-30:]
            print(f"{at}: the block ended with status {status}", *tail, sep="\n", file=sys.stderr)
            return False
        print(f"{page}: {total - left_out} of {total} blocks ran")
        return True
    finally:
        if process is not None:
            end(process.pid)
        shutil.rmtree(place, ignore_errors=True)


def main(arguments):
    good = True
    for page in arguments or pages():
        try:
            good = run(page) and good
        except (OSError, ValueError) as problem:
            print(f"{page}: {problem}", file=sys.stderr)
            return 2
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
