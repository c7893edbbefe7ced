public import JourneyBase

/// A token or a client's secret that the host brings. It never prints.
///
/// A literal is taken so that a sample can say what goes where; an app's own secrets come from its server, as a `Secret`.
public struct HostSecret: Sendable, ExpressibleByStringLiteral, CustomStringConvertible, CustomReflectable {
    public let secret: Secret

    public init(_ secret: Secret) { self.secret = secret }
    public init(stringLiteral value: String) { secret = Secret(copying: value.utf8) }

    public var description: String { "\(secret)" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
