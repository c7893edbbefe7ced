/// Operations that have been read: many steps call the same few, and to read one costs more than to read a step.
///
/// An object, so that whoever asks need not change; it lives for one load, on one thread.
final class KnownOperations {
    private struct Key: Hashable {
        let id: String
        let contentType: String?
    }

    private var operations: [Key: Operation] = [:]

    /// The operation `id` with the body of `contentType`.
    subscript(id: String, contentType: String?) -> Operation? {
        get { operations[Key(id: id, contentType: contentType)] }
        set { operations[Key(id: id, contentType: contentType)] = newValue }
    }
}
