/// What the web service has to know of a pass.
struct PassCard: Hashable, Sendable {
    /// Opens this pass to devices; stands in its `pass.json`.
    let authenticationToken: String
    /// Whether the pass asks the person for something when it is added (`personalization.json`).
    let isPersonalizable: Bool

    init(authenticationToken: String, isPersonalizable: Bool = false) {
        self.authenticationToken = authenticationToken
        self.isPersonalizable = isPersonalizable
    }
}

/// Where the web service has the passes from.
protocol PassSource: Sendable {
    /// The pass, or `nil` where there is none.
    func card(_ pass: PassKey) async throws -> PassCard?

    /// The pass as it is now, built and signed.
    func archive(_ pass: PassKey) async throws -> [UInt8]

    /// A detached signature over `content` by the pass type's certificate (CMS, DER).
    func signature(over content: [UInt8], for pass: PassKey) async throws -> [UInt8]
}
