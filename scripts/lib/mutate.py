#!/usr/bin/env python3
"""Changes one token at a time in a module, and says which changes its tests notice.

Usage: scripts/mutate.sh [MODULE …] [--sample N] [--seed S] [--changed BASE] [--files PATTERN] [--survivors] [--json]
                         [--jobs N] [--minutes N] [--root FOLDER] [--list] [--check-list]

All mutants of a module are compiled at once, behind a switch that reads JOURNEY_MUTANT. The work happens in a copy of the package in
.journey/mutate/tree, whose build is kept; results are in .journey/mutate/MODULE.json, and an interrupted run goes on from there.
docs/evidence/mutation.md describes the operators. Mutants that can't change behaviour are in Tests/Mutation/equivalent.json.

Needs Python 3.9 and a Swift toolchain on PATH. Status 0: every mutant is killed or timed out, or listed with a reason. 1: some survived, or a listed
one was killed or doesn't exist. 2: the arguments are wrong. 3: the copy doesn't build, or its tests fail without a mutant.
"""

import argparse
import fnmatch
import json
import os
import pathlib
import random
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mutation.build import Build, BuildFailure  # noqa: E402
from mutation.copy import Copy, changed_lines, module_folder, sources  # noqa: E402
from mutation.judge import Judge, TestFailure  # noqa: E402
from mutation.mutants import error_codes, key, mutants  # noqa: E402
from mutation.report import check_listed, explained, missing_entries, print_module, read_listed  # noqa: E402


JUDGED = ("killed", "survived", "timed out")


def say(text):
    print(text, file=sys.stderr, flush=True)


def candidates(root, module, options):
    """The module's mutants, by key, in the order of the files."""
    folder = module_folder(root, module)
    if folder is None:
        say(f"journey: mutate: there is no module {module} in Sources.")
        sys.exit(2)
    texts = {path: (root / path).read_text() for path in sources(root, folder)}
    lines = changed_lines(root, options.changed, list(texts)) if options.changed else None
    codes = error_codes(texts.values())
    found = [m for path, text in texts.items() for m in mutants(path, text, codes)]
    if options.files:
        found = [m for m in found if fnmatch.fnmatchcase(m.file, f"*{options.files}*")]
    if lines is not None:
        found = [m for m in found if any(line in lines.get(m.file, ()) for line in range(m.line, m.last + 1))]
    return {key(m): m for m in found}, texts


class State:
    """The results so far of one module, in a file that is written whole or not at all."""

    def __init__(self, path, digest, again):
        self.path, self.results, self.seconds, self.digest = path, {}, 0.0, digest
        if not path.exists():
            return
        kept = json.loads(path.read_text())
        same = kept["digest"] == digest
        # What the compiler refused once is refused again. Tests that were added kill no less.
        lasting = ("not compiled", "wide") + (("killed", "timed out") if again else JUDGED if same else ())
        self.results = {k: v for k, v in kept["results"].items() if v["outcome"] in lasting}
        self.seconds = kept["seconds"] if same or again else 0.0

    def write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps({"digest": self.digest, "seconds": self.seconds, "results": self.results}, indent=1))
        os.replace(new, self.path)

    def outcome(self, name):
        return self.results.get(name, {}).get("outcome")


def choose(found, state, options):
    """The mutants of this run: all, or a sample in an order that the seed alone decides."""
    names = list(found)
    if options.sample:
        names.sort()
        random.Random(options.seed).shuffle(names)
    names = [n for n in names if state.outcome(n) != "not compiled"]
    return names[: options.sample] if options.sample else names


def run(root, module, options, deadline):
    found, texts = candidates(root, module, options)
    copy = Copy(root)
    copy.refresh()
    state = State(copy.folder / f"{module}.json", copy.digest(module), options.survivors)
    build = Build(copy, module, texts, options.jobs, say)
    while True:
        numbers = dict(enumerate(choose(found, state, options)))
        refused = build.make({number: found[name] for number, name in numbers.items()}, state, key)
        state.write()
        # A sample is filled up; without one there is nothing to take instead.
        if not refused or not options.sample:
            break
    numbers = {number: name for number, name in numbers.items() if number not in refused}
    judged = [number for number, name in numbers.items() if state.outcome(name) not in JUDGED]
    if judged:
        judge = Judge(copy, module, max(numbers) + 1, options.jobs, say)
        began = time.monotonic()
        base = state.seconds

        def note(number, result):
            state.results[numbers[number]] = result
            state.seconds = base + time.monotonic() - began
            state.write()

        judge.run(judged, note, deadline)
    shown = list(numbers.values()) + [name for name in found if state.outcome(name) == "not compiled"]
    return {name: (found[name], state.results[name]) for name in shown if state.outcome(name) not in (None, "wide")}, state.seconds


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/mutate.sh", add_help=True)
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--sample", type=int, metavar="N", help="take N mutants of each module")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="another sample (0)")
    parser.add_argument("--changed", metavar="BASE", help="take only lines that were changed since this commit")
    parser.add_argument("--files", metavar="PATTERN", help="take only files whose path has this in it, such as Machine/Ledger")
    parser.add_argument("--survivors", action="store_true", help="judge again only what survived, and keep what was killed: after tests were added")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="run N tests at a time")
    parser.add_argument("--minutes", type=float, metavar="N", help="start no test after N minutes")
    parser.add_argument("--root", default=str(pathlib.Path(__file__).resolve().parents[2]), metavar="FOLDER", help="a package")
    parser.add_argument("--list", action="store_true", help="list the mutants, and compile nothing")
    parser.add_argument("--check-list", action="store_true", help="check that each listed mutant exists, and compile nothing")
    options = parser.parse_args(arguments)
    root = pathlib.Path(options.root).resolve()
    if options.check_list:
        def mutants_of(file):
            module = "/".join(file.split("/")[:3])
            codes = error_codes((root / path).read_text() for path in sources(root, module))
            return mutants(file, (root / file).read_text(), codes)

        missing = list(missing_entries(root, mutants_of))
        print("\n".join(missing), end="\n" if missing else "")
        return 1 if missing else 0
    modules = options.modules or sorted(path.name for path in root.glob("Sources/*/*") if any(path.rglob("*.swift")))
    deadline = time.monotonic() + options.minutes * 60 if options.minutes else None
    listed, status, report = read_listed(root), 0, {}
    for module in modules:
        if options.list:
            found, _ = candidates(root, module, options)
            for m in found.values():
                print(f"{m.file}:{m.line}: {m.kind}: {m.before} -> {m.after}")
            continue
        try:
            results, seconds = run(root, module, options, deadline)
        except (BuildFailure, TestFailure) as failure:
            say(f"journey: mutate: {module}: {failure}")
            return 3
        problems = check_listed(module_folder(root, module), listed, results, options)
        report[module] = explained(results, listed, seconds, problems)
        if not options.json:
            print_module(module, report[module])
        if problems or report[module]["survived"]:
            status = 1
    if options.json:
        json.dump(report, sys.stdout, indent=1, ensure_ascii=False)
        print()
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
