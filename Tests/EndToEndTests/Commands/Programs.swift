import Foundation
import Glibc
import JourneyHarness
import TestSupport
import Testing

/// Runs the built programs as a user does: each in its own folder, with a marker in the environment that identifies processes
/// left behind.
final class Programs: Sendable {
    let folder: String
    private let mark = "JOURNEY_TEST_RUN=\(UUID().uuidString)"

    init() throws {
        folder = NSTemporaryDirectory() + "journey-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { Scratch.remove(folder) }

    /// Starts `journey` with `arguments`, and without the variables `hidden`.
    func start(_ arguments: [String], without hidden: [String] = []) throws -> ChildProcess {
        try start(Programs.journey, arguments, without: hidden)
    }

    private static let journey = Tool.ownFolder + "/journey"

    private func start(
        _ program: String, _ arguments: [String], without hidden: [String] = []
    ) throws -> ChildProcess {
        try #require(
            FileManager.default.isExecutableFile(atPath: Programs.journey), "journey is not built beside the tests")
        var environment = Environment.current
        for name in hidden { environment[name] = nil }
        environment["JOURNEY_HOME"] = folder + "/home"
        environment["PATH"] = [Tool.ownFolder, environment["PATH"]].compactMap { $0 }.joined(separator: ":")
        let parts = mark.split(separator: "=")
        environment[String(parts[0])] = String(parts[1])
        return try ChildProcess(program, arguments, environment: environment, log: folder + "/errors.log")
    }

    /// Runs `journey` and returns its status and output.
    func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
        try await finish(try start(arguments))
    }

    /// Runs `journey` with these lines on standard input, as a user types them.
    func run(_ arguments: [String], typing lines: [String]) async throws -> (status: Int32, output: String) {
        let script = "program=$1; lines=$2; shift 2; printf '%s\\n' \"$lines\" | exec \"$program\" \"$@\""
        return try await finish(
            try start(
                "/bin/sh", ["-c", script, "sh", Programs.journey, lines.joined(separator: "\n")] + arguments))
    }

    /// Runs `journey` and returns its status, and what it took: seconds of the processor and the most memory in MB.
    func measure(_ arguments: [String]) async throws -> (status: Int32, seconds: Double, megabytes: Double) {
        let script = """
            import resource, subprocess, sys
            status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            print(status, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
            """
        let (_, output) = try await finish(
            try start("/usr/bin/env", ["python3", "-c", script, Programs.journey] + arguments))
        let numbers = output.split(separator: " ").compactMap { Double($0) }
        try #require(numbers.count == 3)
        return (Int32(numbers[0]), numbers[1], numbers[2])
    }

    /// Runs the blocks of a page in an empty folder, as somebody who pastes them.
    func paste(_ page: String) async throws -> (status: Int32, output: String) {
        try await finish(try start("/usr/bin/env", ["python3", Programs.root.path + "/scripts/lib/pages.py", page]))
    }

    /// The package that these tests belong to.
    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func finish(_ child: ChildProcess) async throws -> (status: Int32, output: String) {
        child.closeInput()
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return (await child.wait(), lines.joined(separator: "\n"))
    }

    var errors: String { (try? String(contentsOfFile: folder + "/errors.log", encoding: .utf8)) ?? "" }

    /// The names of running processes with the marker.
    var leftovers: [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.filter { Int($0) != nil }.compactMap { id in
            guard let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
                environment.range(of: Data(mark.utf8)) != nil
            else { return nil }
            return try? String(contentsOfFile: "/proc/\(id)/comm", encoding: .utf8)
        }
    }
}
