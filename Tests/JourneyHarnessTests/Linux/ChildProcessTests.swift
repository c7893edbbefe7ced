import Glibc
import JourneyBase
import JourneyHarness
import Testing

@Suite("Child processes", .timeLimit(.minutes(10)))
struct ChildProcessTests {
    @Test("lines arrive one by one, and the exit status is the child's")
    func lines() async throws {
        let child = try ChildProcess("sh", ["-c", "echo one; printf two; exit 7"])
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        #expect(lines == ["one", "two"])
        #expect(await child.wait() == 7)
        #expect(await child.wait() == 7)
    }

    @Test("ending a child ends its descendants, even if they ignore signals")
    func group() async throws {
        let child = try ChildProcess(
            "sh", ["-c", "trap '' TERM; sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & wait; wait"])
        let grandchild = try #require(await first(child.lines).flatMap { Int32($0) })
        #expect(kill(grandchild, 0) == 0)
        await child.end(grace: .milliseconds(50))
        #expect(await child.wait() == 128 + SIGKILL)
        #expect(await isGone(grandchild))
    }

    @Test("processes that a child leaves behind end with it")
    func leftovers() async throws {
        let child = try ChildProcess("sh", ["-c", "sleep 1000 >/dev/null & echo $!"])
        let grandchild = try #require(await first(child.lines).flatMap { Int32($0) })
        #expect(await child.wait() == 0)
        #expect(await isGone(grandchild))
    }

    @Test("a child inherits no file or socket")
    func inheritsNothing() async throws {
        let mine = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(mine) }
        #expect(fcntl(mine, F_GETFD) == 0, "it would be inherited")
        let child = try ChildProcess("sh", ["-c", "test -e /proc/$$/fd/\(mine) && echo kept || echo gone"])
        #expect(await first(child.lines) == "gone")
        #expect(await child.wait() == 0)
    }

    @Test("a child sees the end of input when its parent closes it, even with other children running")
    func endOfInput() async throws {
        let child = try ChildProcess("sh", ["-c", "cat; echo over"])
        let other = try ChildProcess("cat", [])
        child.closeInput()
        #expect(await collect(child.lines) == ["over"])
        #expect(await child.wait() == 0)
        await other.end()
    }

    @Test("a missing program is an error with a sentence")
    func missing() {
        #expect(throws: JourneyError.self) { try ChildProcess("/nonexistent/program", []) }
    }

    private func first(_ lines: AsyncStream<String>) async -> String? {
        for await line in lines { return line }
        return nil
    }

    private func collect(_ lines: AsyncStream<String>) async -> [String] {
        var all: [String] = []
        for await line in lines { all.append(line) }
        return all
    }

    /// Waits until the process has ended; whoever adopts orphans may take a moment to reap it.
    private func isGone(_ id: pid_t) async -> Bool {
        while kill(id, 0) == 0 && state(of: id) != "Z" {
            guard !Task.isCancelled else { return false }
            await Task.yield()
        }
        return true
    }

    private func state(of id: pid_t) -> String? {
        guard let file = fopen("/proc/\(id)/stat", "r") else { return "Z" }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 512)
        guard fgets(&buffer, 512, file) != nil else { return "Z" }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: ")").last?.split(separator: " ").first.map(String.init)
    }
}
