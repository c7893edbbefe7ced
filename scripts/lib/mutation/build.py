"""Compiles the mutated copy, and withdraws the mutants that the compiler refuses."""

import collections
import os
import re
import subprocess

from mutation.copy import module_folder
from mutation.switch import MutatedFile, switch_file

ERROR = re.compile(r"^(/[^:]+):(\d+):(\d+): error: (.*)")
# Where the compiler names a line and no mutant, the first of these that stands there is withdrawn.
RISK = ["arguments", "error code", "statement", "number", "sum", "early exit", "guard", "constant", "comparison", "connective"]
MOST_ROUNDS = 40


class BuildFailure(Exception):
    pass


class Build:
    def __init__(self, copy, module, texts, jobs, say):
        self.copy, self.module, self.texts, self.jobs, self.say = copy, module, texts, jobs, say
        self.folder = module_folder(copy.root, module)

    def make(self, numbered, state, key):
        """Builds with these mutants; returns those that were withdrawn, which were taken out of the build."""
        refused = set()
        by_file = collections.defaultdict(dict)
        for number, mutant in numbered.items():
            by_file[mutant.file][number] = mutant
        self.copy.restore(self.folder)
        for _ in range(MOST_ROUNDS):
            wide = {n for n, m in numbered.items() if state.outcome(key(m)) == "wide"}
            files = {}
            for path, text in self.texts.items():
                kept = {n: m for n, m in by_file[path].items() if n not in refused}
                files[path] = MutatedFile(text, kept)
                self.copy.write(path, files[path].text.encode())
            kept = {n: m for n, m in numbered.items() if n not in refused}
            self.copy.write(f"{self.folder}/MutationSwitch.swift", switch_file(kept, wide).encode())
            self.say(f"{self.module}: compiling {len(kept)} mutants")
            output = self.compile()
            if output is None:
                return refused
            blamed = self.blame(output, files, kept)
            if not blamed:
                raise BuildFailure("\n".join(line for line in output.split("\n") if "error" in line)[:4000] or output[-4000:])
            for number in blamed:
                name, mutant = key(numbered[number]), numbered[number]
                compares = mutant.kind == "comparison" and mutant.declaration[2] != "nil"
                if compares and state.outcome(name) != "wide":
                    state.results[name] = {"outcome": "wide"}
                else:
                    state.results[name] = {"outcome": "not compiled"}
                    refused.add(number)
            state.write()
        raise BuildFailure(f"the compiler still refuses mutants after {MOST_ROUNDS} rounds")

    def compile(self):
        """Builds the module's tests; returns the compiler's output when it fails."""
        environment = dict(os.environ, JOURNEY_ONLY=self.module)
        # Not from the package's own folder: there, warnings are errors (Package.swift).
        done = subprocess.run(
            ["swift", "build", "--build-tests", "--jobs", str(self.jobs), "--package-path", str(self.copy.tree)],
            cwd=self.copy.folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        return None if done.returncode == 0 else done.stdout + done.stderr

    def blame(self, output, files, kept):
        """The mutants to withdraw for the compiler's errors: at each place the innermost one there, or the one most at risk."""
        blamed, prefix = set(), str(self.copy.tree) + "/"
        for path, line, column, message in {m.groups() for m in map(ERROR.match, output.split("\n")) if m}:
            path = path[len(prefix):] if path.startswith(prefix) else path
            line, column = int(line), int(column)
            there = {n: m for n, m in kept.items() if m.file == path}
            if path.endswith("/MutationSwitch.swift"):
                continue
            if not there:
                continue
            if "reasonable time" in message:
                near = [n for n, m in there.items() if line <= m.line <= line + 8 and m.kind in ("number", "sum")]
                near = near or [n for n, m in there.items() if line <= m.line <= line + 8]
                blamed.update(near)
                continue
            inner = files[path].innermost(line, column)
            if inner is not None:
                blamed.add(inner)
                continue
            on_line = [n for n, m in there.items() if m.line <= line <= m.last]
            if not on_line:
                before = max((m.line for m in there.values() if m.line <= line), default=None)
                on_line = [n for n, m in there.items() if m.line == before]
            if on_line:
                blamed.add(min(on_line, key=lambda n: RISK.index(there[n].kind)))
        return blamed
