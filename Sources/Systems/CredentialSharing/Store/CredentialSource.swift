public import MobileDocument

/// A source of documents for a holder. Conforming types: `CredentialStore`; a list of documents in tests.
public protocol CredentialSource: Sendable {
    /// Returns the documents in the order in which they were added. A damaged document does not hide the others.
    ///
    /// - Throws: `CredentialError`; `JourneyError` with `STORE_FAILED`.
    func credentials() async throws -> [Credential]
    /// Takes one copy with its key. A single-use copy is marked as used, on disk, before this returns.
    ///
    /// - Parameter id: The document.
    /// - Returns: The copy and its key.
    /// - Throws: `CredentialError`; `JourneyError` with `STORE_FAILED`.
    func take(_ id: Credential.ID) async throws -> HeldDocument
    /// Returns the issuer-signed data of the copy that `take` would return next, to determine what a response can
    /// contain. Marks nothing.
    ///
    /// - Parameter id: The document.
    /// - Returns: The issuer-signed data.
    /// - Throws: `CredentialError`; `JourneyError` with `STORE_FAILED`.
    func preview(_ id: Credential.ID) async throws -> IssuerSigned
}

/// An error of the document store: there is no copy to present, or copies were not accepted.
public struct CredentialError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for a `CredentialError`; the raw values are stable codes.
    public enum Reason: String, Sendable, CaseIterable {
        /// No document has this identifier.
        ///
        /// Next step: List the documents again; it may have been removed.
        case unknown = "CREDENTIAL_UNKNOWN"
        /// Every copy was presented.
        ///
        /// Next step: Request new copies from the issuer.
        case usedUp = "CREDENTIAL_USED_UP"
        /// No copy is valid at this time: not yet, or no longer.
        ///
        /// Next step: Request new copies from the issuer; check the device's clock.
        case expired = "CREDENTIAL_EXPIRED"
        /// The stored data was changed, truncated or removed.
        ///
        /// Next step: Remove the document, and add it again from its issuer.
        case damaged = "CREDENTIAL_DAMAGED"
        /// Another object, of this process or another, uses the same items.
        ///
        /// Next step: Use one `CredentialStore` for the items, and close the other one.
        case inUse = "CREDENTIAL_IN_USE"
        /// The document is for another key than the device's.
        ///
        /// Next step: Request the document again for a key of this device.
        case keyMismatch = "CREDENTIAL_KEY"
        /// The copies do not belong together, or their data is not what the issuer signed.
        ///
        /// Next step: Request the document again from its issuer.
        case invalid = "CREDENTIAL_INVALID"
    }

    /// The stable reason for callers to branch on.
    public let reason: Reason
    /// One sentence for developers.
    public let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The stable reason.
    ///   - message: One sentence for developers.
    public init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    public var description: String { "\(reason.rawValue): \(message)" }
}
