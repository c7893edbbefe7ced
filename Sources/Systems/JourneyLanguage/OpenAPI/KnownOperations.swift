internal import JourneyBase
internal import Synchronization

/// The part that one load has read of a bundle's operations: many steps call the same few, and reading an operation costs more than reading
/// a step.
///
/// A class, so that its users need not be mutating. It is used for one load, on one thread.
final class KnownOperations {
    struct Key: Hashable {
        let id: String
        let contentType: String?
        let supplied: Set<GatewayCredential>
    }

    /// The operations by identifier and `Content-Type`, their shapes for expressions, and the types of responses by identifier.
    struct Contents: Sendable {
        var operations: [Key: Operation] = [:]
        var shapes: [Key: OperationShapes] = [:]
        var answers: [String: ExpressionType] = [:]
    }

    var contents: Contents

    init(_ contents: Contents = Contents()) { self.contents = contents }

    /// The operation `id` with the body of `contentType`, for calls to which the gateway adds credentials.
    subscript(id: String, contentType: String?, supplied: Set<GatewayCredential>) -> Operation? {
        get { contents.operations[Key(id: id, contentType: contentType, supplied: supplied)] }
        set { contents.operations[Key(id: id, contentType: contentType, supplied: supplied)] = newValue }
    }
}

/// The operations of the bundles that journeys were loaded with, by the hash of the bundle's bytes: compiling the schemas is most
/// of a load's work, and a person starts the same journeys again.
///
/// Only what a load accepted is kept, so a bundle is refused as often as it is loaded. The same bytes for other origins, another
/// address or other server variables are another entry.
final class KeptOperations: Sendable {
    struct Key: Hashable {
        let hash: [UInt8]
        let origins: SourcePolicy
        let address: HTTPSURL
        let variables: [String: String]
    }

    /// The operations of this process.
    static let ofProcess = KeptOperations()
    /// The maximum number of bundles.
    static let limit = 4

    /// The entries, the one that was used last at the end.
    private let entries = Mutex<[(key: Key, contents: KnownOperations.Contents)]>([])

    subscript(key: Key) -> KnownOperations.Contents? {
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
            let entry = entries.remove(at: index)
            entries.append(entry)
            return entry.contents
        }
    }

    /// Keeps `contents`, in place of those that were not used for the longest time.
    func keep(_ contents: KnownOperations.Contents, for key: Key) {
        entries.withLock { entries in
            entries.removeAll { $0.key == key }
            if entries.count >= KeptOperations.limit { entries.removeFirst() }
            entries.append((key, contents))
        }
    }

    /// Forgets everything, for tests and benchmarks.
    func removeAll() { entries.withLock { $0 = [] } }
}
