internal import Synchronization

/// Compiled forms of what was loaded, by the hash of its bytes and what else decides the form: a person starts the same journeys
/// again.
///
/// Only what a load accepted is kept, so that bytes are refused as often as they are loaded.
final class KeptForms<Key: Hashable & Sendable, Form: Sendable>: Sendable {
    /// The maximum number of forms.
    static var limit: Int { 4 }

    /// The entries, the one that was used last at the end.
    private let entries = Mutex<[(key: Key, form: Form)]>([])

    subscript(key: Key) -> Form? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.form
        }
    }

    /// Keeps `form`, in place of the one that was not used for the longest time.
    func keep(_ form: Form, for key: Key) {
        entries.withLock { entries in
            entries.removeAll { $0.key == key }
            if entries.count >= Self.limit { entries.removeFirst() }
            entries.append((key, form))
        }
    }

    /// Forgets everything, for tests and benchmarks.
    func removeAll() { entries.withLock { $0 = [] } }
}
