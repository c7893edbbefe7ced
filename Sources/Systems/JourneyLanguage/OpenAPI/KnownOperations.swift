/// A cache of operations that were read: many steps call the same few, and reading an operation costs more than reading a step.
///
/// A class, so that its users need not be mutating. It is used for one load, on one thread.
final class KnownOperations {
    private struct Key: Hashable {
        let id: String
        let contentType: String?
        let supplied: Set<GatewayCredential>
    }

    private var operations: [Key: Operation] = [:]

    /// The operation `id` with the body of `contentType`, for calls to which the gateway adds credentials.
    subscript(id: String, contentType: String?, supplied: Set<GatewayCredential>) -> Operation? {
        get { operations[Key(id: id, contentType: contentType, supplied: supplied)] }
        set { operations[Key(id: id, contentType: contentType, supplied: supplied)] = newValue }
    }
}
