public import JourneyBase
internal import Synchronization

/// Keeps what a listener is told, in order, and lets a test wait for more.
public final class EventRecorder: Sendable {
    /// One event: its name and its attributes.
    public struct Entry: Hashable, Sendable {
        public let name: String
        public let attributes: [String: JSONValue]
    }

    private struct State {
        var entries: [Entry] = []
        var watchers: [(matches: @Sendable (Entry) -> Bool, continuation: CheckedContinuation<Entry, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Records one event; give this to the listener.
    public func record(_ name: String, _ attributes: [String: JSONValue]) {
        let entry = Entry(name: name, attributes: attributes)
        let waiting = state.withLock { state in
            state.entries.append(entry)
            let waiting = state.watchers.filter { $0.matches(entry) }.map(\.continuation)
            state.watchers.removeAll { $0.matches(entry) }
            return waiting
        }
        for continuation in waiting { continuation.resume(returning: entry) }
    }

    public var entries: [Entry] { state.withLock(\.entries) }
    public var names: [String] { entries.map(\.name) }

    /// The entries called `name`.
    public func entries(_ name: String) -> [Entry] { entries.filter { $0.name == name } }

    /// The first entry, past or to come, that `matches`.
    public func first(where matches: @escaping @Sendable (Entry) -> Bool) async -> Entry {
        await withCheckedContinuation { continuation in
            let found = state.withLock { state -> Entry? in
                if let entry = state.entries.first(where: matches) { return entry }
                state.watchers.append((matches, continuation))
                return nil
            }
            if let found { continuation.resume(returning: found) }
        }
    }
}
