public import JourneyBase

/// A token or a client secret provided by the host. Printing it never reveals it.
///
/// String literals are allowed so that samples can show where a secret goes. An app gets its secrets from its server, as a
/// `Secret`.
public struct HostSecret: Sendable, ExpressibleByStringLiteral, CustomStringConvertible, CustomReflectable {
    public let secret: Secret

    public init(_ secret: Secret) { self.secret = secret }
    public init(stringLiteral value: String) { secret = Secret(copying: value.utf8) }

    public var description: String { "\(secret)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
