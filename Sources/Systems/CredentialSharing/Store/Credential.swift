public import Foundation
public import MobileDocument

/// A document of the user, as shown in a list: without keys, proofs or values.
public struct Credential: Sendable, Hashable, Identifiable {
    /// The use of a copy of a document: once, or any number of times.
    public enum Use: String, Sendable, Hashable {
        /// Once: readers cannot link two copies to one person.
        case single
        /// Any number of times.
        case reusable
    }

    /// The document's identifier, unique within its `CredentialSource`.
    public let id: String
    /// The type of the document.
    public let docType: DocumentType
    /// The name under which the user knows the document.
    public let title: String
    /// The names of the document's elements, in the issuer's order.
    public let elements: [ElementName]
    /// The use of each copy: once, or any number of times.
    public let use: Use
    /// The number of copies that can still be presented; 0 when the document is used up.
    public let copiesLeft: Int
    /// `true` if new copies should be issued.
    public let isRunningLow: Bool
    /// The start of the validity of the copy to be presented next.
    public let validFrom: Date
    /// The end of the validity of that copy, exclusive.
    public let validUntil: Date

    /// Returns `true` if a copy can be presented at `time`.
    public func isUsable(at time: Date) -> Bool { copiesLeft > 0 && time >= validFrom && time < validUntil }
}

/// One copy of a document with its key, for one transaction.
public struct HeldDocument: Sendable {
    /// The issuer-signed data.
    public let document: IssuerSigned
    /// The document's private key.
    public let key: HeldKey
    /// The number of copies that can be presented after this one.
    public let copiesLeft: Int
    /// `true` if new copies should be issued.
    public let isRunningLow: Bool

    /// Creates a copy with its key.
    ///
    /// - Parameters:
    ///   - document: The issuer-signed data.
    ///   - key: The document's private key.
    ///   - copiesLeft: The number of copies that can be presented after this one.
    ///   - isRunningLow: `true` if new copies should be issued.
    public init(document: IssuerSigned, key: HeldKey, copiesLeft: Int, isRunningLow: Bool) {
        self.document = document
        self.key = key
        self.copiesLeft = copiesLeft
        self.isRunningLow = isRunningLow
    }
}
