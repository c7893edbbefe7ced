public import JourneyBase
internal import Synchronization

/// A recorder of a listener's events in order, on which a test can wait.
public final class EventRecorder: Sendable {
    /// A recorded event: its name and attributes.
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

    /// Records an event. Pass this function to the listener.
    ///
    /// - Parameters:
    ///   - name: The event's name.
    ///   - attributes: The event's attributes.
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

    /// The events so far, in order.
    public var entries: [Entry] { state.withLock(\.entries) }
    /// The names of the events so far, in order.
    public var names: [String] { entries.map(\.name) }

    /// Returns the events with this name.
    public func entries(_ name: String) -> [Entry] { entries.filter { $0.name == name } }

    /// Waits for the first event, past or future, for which `matches` returns `true`.
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
