/// The properties of a pass that the web service needs.
struct PassCard: Hashable, Sendable {
    /// The token that authorizes devices for this pass; part of its `pass.json`.
    let authenticationToken: String
    /// `true` if the pass asks for personal data when it is added (`personalization.json`).
    let isPersonalizable: Bool

    init(authenticationToken: String, isPersonalizable: Bool = false) {
        self.authenticationToken = authenticationToken
        self.isPersonalizable = isPersonalizable
    }
}

/// The source of the web service's passes.
protocol PassSource: Sendable {
    /// Returns the pass, or `nil` if it doesn't exist.
    func card(_ pass: PassKey) async throws -> PassCard?

    /// Builds and signs the pass in its current state.
    func archive(_ pass: PassKey) async throws -> [UInt8]

    /// Returns a detached signature over `content` with the pass type's certificate (CMS, DER).
    func signature(over content: [UInt8], for pass: PassKey) async throws -> [UInt8]
}
