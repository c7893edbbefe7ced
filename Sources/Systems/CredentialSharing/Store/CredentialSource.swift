public import MobileDocument

/// Where a holder takes documents from. Conformers: `CredentialStore`; a list of documents in tests.
public protocol CredentialSource: Sendable {
    /// The documents that there are, in the order in which they were added. One that is damaged hides no other.
    func credentials() async throws -> [Credential]
    /// One copy with its key. A single-use copy is marked as used, on disk, before this returns. Throws `CredentialError`,
    /// and `JourneyError` with `STORE_FAILED`.
    func take(_ id: Credential.ID) async throws -> HeldDocument
    /// The issuer-signed data of the copy that `take` would give next, to say what a request would get; marks nothing.
    /// Throws as `take` does.
    func preview(_ id: Credential.ID) async throws -> IssuerSigned
}

/// Why there is no copy of a document, or why one is not taken in.
public struct CredentialError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers tell apart; the raw values are stable codes.
    public enum Reason: String, Sendable, CaseIterable {
        /// There is no such document.
        case unknown = "CREDENTIAL_UNKNOWN"
        /// Every copy was shown.
        case usedUp = "CREDENTIAL_USED_UP"
        /// No copy is good at this time: too early, or too late.
        case expired = "CREDENTIAL_EXPIRED"
        /// What is stored of it was changed, cut or taken away.
        case damaged = "CREDENTIAL_DAMAGED"
        /// Another object, of this process or another, uses the same items.
        case inUse = "CREDENTIAL_IN_USE"
        /// A document for another key than the device's.
        case keyMismatch = "CREDENTIAL_KEY"
        /// Copies that do not belong together, or whose data is not what the issuer signed.
        case invalid = "CREDENTIAL_INVALID"
    }

    /// What callers branch on.
    public let reason: Reason
    /// One clear sentence.
    public let message: String

    /// A fault for that reason.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    public var description: String { "\(reason.rawValue): \(message)" }
}
