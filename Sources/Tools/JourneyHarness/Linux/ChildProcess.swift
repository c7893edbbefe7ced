package import Glibc
package import JourneyBase
import Synchronization

/// A child process in its own process group, so that it and its descendants can be terminated together.
///
/// Its standard input is a pipe held by this process: a child that reads it sees its end when this process dies, even by
/// `SIGKILL`.
package final class ChildProcess: Sendable {
    package let id: pid_t
    /// The lines that the child writes to standard output.
    package let lines: AsyncStream<String>
    private let input: Mutex<Int32?>
    private let ending = Mutex(Ending())

    private struct Ending {
        var status: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    /// Starts `executable` with its standard error appended to the file `log`, or shared with this process.
    ///
    /// Throws `JourneyError` with `CONFIGURATION_INVALID` when it cannot be started.
    package init(
        _ executable: String, _ arguments: [String], environment: [String: String] = Environment.current,
        log: String? = nil
    ) throws(JourneyError) {
        let request = SpawnRequest(
            executable: executable, arguments: arguments, environment: environment, log: log)
        let spawned: SpawnRequest.Spawned
        do throws(SpawnRequest.Fault) { spawned = try request.spawn() } catch {
            throw JourneyError(
                .configurationInvalid, "Starting \(executable) failed: \(SystemCause.text(error.number)).")
        }
        id = spawned.id
        input = Mutex(spawned.input)
        lines = LineReader.lines(from: spawned.output)
        BackgroundThread.start { [self] in reap() }
    }

    deinit { closeInput() }

    /// Closes the child's standard input.
    package func closeInput() {
        input.withLock { input in
            if let descriptor = input { Glibc.close(descriptor) }
            input = nil
        }
    }

    /// Keeps the child's standard input open across an `exec` of this process.
    package func outliveReplacement() {
        input.withLock { input in
            if let descriptor = input { _ = fcntl(descriptor, F_SETFD, 0) }
        }
    }

    /// Waits for its end and returns its exit status, or 128 plus the signal.
    package func wait() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = ending.withLock { ending in
                if ending.status == nil { ending.waiters.append(continuation) }
                return ending.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// Sends SIGTERM to the process group and, after `grace`, SIGKILL.
    package func end(grace: Duration = .seconds(3)) async {
        signal(SIGTERM)
        let killer = Task {
            try await Task.sleep(for: grace)
            signal(SIGKILL)
        }
        _ = await wait()
        killer.cancel()
    }

    /// Sends SIGKILL to the process group.
    package func kill() { signal(SIGKILL) }

    private func signal(_ number: Int32) {
        ending.withLock { ending in
            // Once reaped, the process id may be reused.
            if ending.status == nil { _ = Glibc.kill(-id, number) }
        }
    }

    /// Waits for the leader, terminates its remaining descendants, and only then releases the process id.
    private func reap() {
        var info = siginfo_t()
        while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        _ = Glibc.kill(-id, SIGKILL)
        var raw: Int32 = 0
        ending.withLock { ending in
            while waitpid(id, &raw, 0) < 0, errno == EINTR {}
            let status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
            ending.status = status
            for waiter in ending.waiters { waiter.resume(returning: status) }
            ending.waiters = []
        }
    }
}
