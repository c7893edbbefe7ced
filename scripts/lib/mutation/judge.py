"""Runs the tests: first each suite alone to see which mutants it reaches, then each mutant against the suites that reach it."""

import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

# A mutant's tests may take this many times as long as without it, and these seconds more.
TIMES, SECONDS = 10, 20
# Suites that take less than this together run in one process.
BATCH_SECONDS = 5.0


class TestFailure(Exception):
    pass


class Judge:
    def __init__(self, copy, module, count, jobs, say):
        self.copy, self.module, self.count, self.jobs, self.say = copy, module, count, jobs, say
        self.program = str(next(iter((copy.tree / ".build/debug").glob("*PackageTests.xctest"))))
        self.seconds, self.reached = {}, {}
        self.running, self.scratch = set(), tempfile.mkdtemp(prefix="journey-mutate-")
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self.interrupted)

    def interrupted(self, number, frame):
        """Ends the tests that run, which have process groups of their own; the results so far are in their file."""
        for process in list(self.running):
            try:
                os.killpg(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        shutil.rmtree(self.scratch, ignore_errors=True)
        os._exit(128 + number)

    def test(self, suites, mutant=None, marks=None, limit=600.0):
        """Runs suites in a process of its own. Returns how it ended, how long it took, and its output."""
        scratch = tempfile.mkdtemp(dir=self.scratch)
        environment = dict(os.environ, SWIFT_BACKTRACE="enable=no", TMPDIR=scratch, JOURNEY_ONLY=self.module)
        vectors = self.copy.root / ".journey/vectors"
        if mutant is not None:
            environment["JOURNEY_MUTANT"] = str(mutant)
        if marks:
            environment["JOURNEY_MUTANT_MARKS"] = marks
        if vectors.exists():
            environment.setdefault("JOURNEY_VECTORS", str(vectors))
        filters = [word for suite in suites for word in ("--filter", "^" + re.escape(suite) + r"($|[/(.])")]
        began = time.monotonic()
        with open(pathlib.Path(scratch) / "output", "w+") as output:
            process = subprocess.Popen(
                [self.program, "--testing-library", "swift-testing", *filters], cwd=self.copy.tree, env=environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
            self.running.add(process.pid)
            try:
                code = process.wait(timeout=limit)
                ended = "passed" if code == 0 else "failed"
            except subprocess.TimeoutExpired:
                ended = "timed out"
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            self.running.discard(process.pid)
            output.seek(0)
            text = output.read()
        shutil.rmtree(scratch, ignore_errors=True)
        return ended, time.monotonic() - began, text

    def suites(self):
        listed = subprocess.run(
            [self.program, "--testing-library", "swift-testing", "--list-tests"], cwd=self.copy.tree, capture_output=True,
            text=True, check=True).stdout
        found = collections.OrderedDict()
        for line in listed.split("\n"):
            if line.startswith(f"{self.module}Tests."):
                found[line.split("/")[0].split("(")[0]] = None
        return list(found)

    def record(self):
        """Runs each suite alone, without a mutant, and notes its time and the mutants that it reaches."""
        suites = self.suites()
        self.say(f"{self.module}: recording {len(suites)} suites")

        def one(suite):
            with tempfile.NamedTemporaryFile(prefix="journey-marks-") as file:
                file.truncate(self.count + 1)
                for attempt in range(2):
                    ended, seconds, text = self.test([suite], marks=file.name)
                    if ended == "passed":
                        break
                else:
                    raise TestFailure(f"{suite} {ended} without a mutant:\n" + text[-3000:])
                content = pathlib.Path(file.name).read_bytes()
            self.seconds[suite] = seconds
            self.reached[suite] = {number for number in range(self.count) if content[number]}

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(one, suites))

    def batches(self, number):
        """The suites that reach the mutant, fastest first: one alone, then as many as fit into a process."""
        suites = sorted((s for s in self.reached if number in self.reached[s]), key=self.seconds.get)
        found, batch, sum_of = [], [], 0.0
        for index, suite in enumerate(suites):
            if batch and (index == 1 or sum_of + self.seconds[suite] > BATCH_SECONDS):
                found.append(batch)
                batch, sum_of = [], 0.0
            batch.append(suite)
            sum_of += self.seconds[suite]
        return found + [batch] if batch else found

    def judge(self, number):
        batches = self.batches(number)
        if not batches:
            return {"outcome": "survived", "reached": False}
        for batch in batches:
            limit = SECONDS + TIMES * sum(self.seconds[suite] for suite in batch)
            ended, _, text = self.test(batch, mutant=number, limit=limit)
            if ended == "timed out":
                return {"outcome": "timed out", "by": batch}
            if ended == "failed":
                failed = re.findall(r"^✘ Test (.*?) (?:recorded an issue|failed after)", text, re.M)
                return {"outcome": "killed", "by": failed[0] if failed else "a crash"}
        return {"outcome": "survived", "reached": True}

    def run(self, numbers, note, deadline):
        """Judges these mutants and hands each result to `note`, in the order in which they end."""
        self.record()
        lock, began, done = threading.Lock(), time.monotonic(), 0

        def one(number):
            nonlocal done
            if deadline and time.monotonic() > deadline:
                return
            result = self.judge(number)
            with lock:
                note(number, result)
                done += 1
                if done % 50 == 0 or done == len(numbers):
                    rate = 3600 * done / (time.monotonic() - began)
                    self.say(f"{self.module}: {done} of {len(numbers)} judged, {rate:.0f} an hour")

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(one, numbers))
        shutil.rmtree(self.scratch, ignore_errors=True)
