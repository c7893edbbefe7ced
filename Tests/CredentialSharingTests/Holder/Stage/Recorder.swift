import JourneyBase
import Synchronization

/// The calls between the parts of a holder, in order: the lines of its log.
final class Recorder: Sendable {
    private struct State {
        var lines: [String] = []
        var watchers: [(line: String, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var log: Log {
        Log { [weak self] entry in
            // The state or permission of the call; sizes and counts are not in the diagrams.
            let detail = (entry.fields[.step] ?? entry.fields[.status]).map { " " + $0 } ?? ""
            self?.record(entry.sentence + detail)
        }
    }

    var lines: [String] { state.withLock(\.lines) }

    func record(_ line: String) {
        let due = state.withLock { state in
            state.lines.append(line)
            let count = state.lines.count { $0 == line }
            let due = state.watchers.filter { $0.line == line && $0.count <= count }
            state.watchers.removeAll { $0.line == line && $0.count <= count }
            return due
        }
        for watcher in due { watcher.continuation.resume() }
    }

    /// Waits until the line was recorded for the `count`-th time.
    func waits(for line: String, count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.lines.count(where: { $0 == line }) >= count { return true }
                state.watchers.append((line, count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }
}
