package import Glibc
package import JourneyBase
import Synchronization

/// A child in a process group of its own, so that it and all that it starts can be ended together.
///
/// Its standard input is a pipe that this process holds: a child that reads it sees the end when this process dies, even
/// of `SIGKILL`.
package final class ChildProcess: Sendable {
    package let id: pid_t
    /// Each line that the child writes to standard output.
    package let lines: AsyncStream<String>
    private let input: Mutex<Int32?>
    private let ending = Mutex(Ending())

    private struct Ending {
        var status: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    /// Starts `executable` with its standard error in the file `log` (appended), or shared with this process.
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
            throw JourneyError(.configurationInvalid, "\(executable) cannot be started.")
        }
        id = spawned.id
        input = Mutex(spawned.input)
        lines = LineReader.lines(from: spawned.output)
        BackgroundThread.start { [self] in reap() }
    }

    deinit { closeInput() }

    /// Lets go of the child's standard input, which then ends.
    package func closeInput() {
        input.withLock { input in
            if let descriptor = input { Glibc.close(descriptor) }
            input = nil
        }
    }

    /// Lets the child's standard input last as long as whatever program this process becomes.
    package func outliveReplacement() {
        input.withLock { input in
            if let descriptor = input { _ = fcntl(descriptor, F_SETFD, 0) }
        }
    }

    /// Waits until it has ended and gives its exit status, or 128 and the signal.
    package func wait() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = ending.withLock { ending in
                if ending.status == nil { ending.waiters.append(continuation) }
                return ending.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// Asks the whole group to end and, after `grace`, makes it.
    package func end(grace: Duration = .seconds(3)) async {
        signal(SIGTERM)
        let killer = Task {
            try await Task.sleep(for: grace)
            signal(SIGKILL)
        }
        _ = await wait()
        killer.cancel()
    }

    /// Makes the whole group end, now.
    package func kill() { signal(SIGKILL) }

    private func signal(_ number: Int32) {
        ending.withLock { ending in
            // Once reaped, the number may be another process's.
            if ending.status == nil { _ = Glibc.kill(-id, number) }
        }
    }

    /// Waits for the leader, ends what it left behind, and only then gives the number back.
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
