internal import JourneyBase

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

/// The bundle whose operations are kept. The same bytes for other origins, another address or other server variables are another
/// one.
struct KnownBundle: Hashable {
    let hash: [UInt8]
    let origins: SourcePolicy
    let address: HTTPSURL
    let variables: [String: String]

    /// The operations of the bundles that journeys were loaded with in this process. Compiling schemas is most of a first load's
    /// work.
    static let kept = KeptForms<KnownBundle, KnownOperations.Contents>()
}
