/// A pass by its type and its serial number, which together name it (Wallet Passes, `passTypeIdentifier`, `serialNumber`).
public struct PassKey: Hashable, Sendable, Comparable {
    public let type: String
    public let serial: String

    public init(type: String, serial: String) {
        self.type = type
        self.serial = serial
    }

    public static func < (a: PassKey, b: PassKey) -> Bool { (a.type, a.serial) < (b.type, b.serial) }
}

/// What the web service has to know of a pass.
public struct PassCard: Hashable, Sendable {
    /// Opens this pass to devices; stands in its `pass.json`.
    public let authenticationToken: String
    /// Whether the pass asks the person for something when it is added (`personalization.json`).
    public let isPersonalizable: Bool

    public init(authenticationToken: String, isPersonalizable: Bool = false) {
        self.authenticationToken = authenticationToken
        self.isPersonalizable = isPersonalizable
    }
}

/// Where the web service has the passes from.
public protocol PassSource: Sendable {
    /// The pass, or `nil` where there is none.
    func card(_ pass: PassKey) async throws -> PassCard?

    /// The pass as it is now, built and signed.
    func archive(_ pass: PassKey) async throws -> [UInt8]

    /// A detached signature over `content` by the pass type's certificate (CMS, DER).
    func signature(over content: [UInt8], for pass: PassKey) async throws -> [UInt8]
}
