import Foundation
import Testing

/// Tests of `scripts/lib/contain.py`, under which `make test`, `make check` and `make campaign` run.
@Suite("A test run leaves nothing behind")
struct LeftBehindTests {
    /// Runs `script` with `sh` in its own temporary folder, and returns the folder's remaining files with the result. `$CONTAIN`
    /// is the program.
    private func shell(_ script: String) throws -> (Shell, left: [String]) {
        try Shell.inScratch { folder in
            let temporary = folder.appendingPathComponent("tmp")
            try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
            let shell = try Shell(
                script,
                [
                    "TMPDIR": temporary.path, "PLACE": folder.path,
                    "CONTAIN": Tree.package.root.path + "/scripts/lib/contain.py",
                ])
            return (shell, try FileManager.default.contentsOfDirectory(atPath: temporary.path))
        }
    }

    @Test("a clean run prints nothing and keeps its status", arguments: [0, 1, 3])
    func clean(status: Int32) throws {
        let (shell, left) = try shell(
            "\"$CONTAIN\" sh -c 'echo \"$TMPDIR\"; touch \"$TMPDIR/a\"; rm \"$TMPDIR/a\"; exit \(status)'")
        #expect(shell.status == status)
        #expect(shell.output.contains("/jk-"))
        #expect(shell.problem.isEmpty)
        #expect(left.isEmpty)
    }

    @Test("a leftover file fails the run by name and is removed", arguments: [0, 7])
    func file(status: Int32) throws {
        let (shell, left) = try shell(
            "\"$CONTAIN\" sh -c 'mkdir \"$TMPDIR/of-a-test\" \"$TMPDIR/TemporaryDirectory.abcdef\"; exit \(status)'")
        #expect(shell.status == (status == 0 ? 1 : status))
        #expect(shell.problem.contains("  of-a-test\n"))
        #expect(!shell.problem.contains("TemporaryDirectory"))
        #expect(left.isEmpty)
    }

    @Test(
        "a leftover process fails the run by command and is ended, even a daemon that ignores signals"
    )
    func process() throws {
        let (shell, left) = try shell(
            """
            mkfifo "$PLACE/started"
            # One descriptor for both ends, so that neither waits for the other.
            exec 3<>"$PLACE/started"
            status=0
            "$CONTAIN" sh -c '(setsid sh -c "trap \\"\\" TERM HUP INT; echo \\$\\$ >&3; exec sleep 4242" &) ; read -r one <"$PLACE/started"; echo "$one"' || status=$?
            echo "$status"
            """)
        let lines = shell.output.split(separator: "\n").map(String.init)
        let process = try #require(lines.first.flatMap { pid_t($0) })
        #expect(lines.last == "1")
        #expect(shell.problem.contains("sleep 4242"))
        #expect(kill(process, 0) == -1 && errno == ESRCH)
        #expect(left.isEmpty)
    }

    @Test(
        "a run that is interrupted ends all its processes and removes all its files, within seconds",
        arguments: [("INT", 2), ("TERM", 15), ("HUP", 1), ("QUIT", 3)])
    func interrupted(name: String, number: Int32) throws {
        let (shell, left) = try shell(
            """
            mkfifo "$PLACE/started"
            exec 3<>"$PLACE/started"
            "$CONTAIN" sh -c 'touch "$TMPDIR/of-a-test"; setsid sleep 4243 & echo $! >&3; wait' &
            run=$!
            read -r process <&3
            kill -\(name) "$run"
            status=0
            wait "$run" || status=$?
            echo "$process $status"
            """)
        let parts = shell.output.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(parts.last == "\(128 + number)")
        let process = try #require(parts.first.flatMap { pid_t($0) })
        #expect(kill(process, 0) == -1 && errno == ESRCH)
        #expect(left.isEmpty)
    }
}
