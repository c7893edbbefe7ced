import Synchronization

/// References that may have been paid, for as long as the SDK lives: hosts make plugins anew, and another one must not offer
/// what this one left in doubt. Beyond that the service takes each reference once.
final class DoubtfulPayments: Sendable {
    private let references = Mutex<Set<String>>([])

    func contains(_ reference: String) -> Bool { references.withLock { $0.contains(reference) } }
    func insert(_ reference: String) { references.withLock { _ = $0.insert(reference) } }
}
