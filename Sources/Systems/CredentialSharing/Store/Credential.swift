public import Foundation
public import MobileDocument

/// A document that the person has, as it is shown: no key, no proof, no value.
public struct Credential: Sendable, Hashable, Identifiable {
    /// How often one copy may be shown.
    public enum Use: String, Sendable, Hashable {
        /// Once: whoever sees two copies cannot tell that they are one person's.
        case single
        /// Any number of times.
        case reusable
    }

    public let id: String
    public let docType: DocumentType
    /// What the person knows it by.
    public let title: String
    /// What the document has, in the order of the issuer.
    public let elements: [ElementName]
    public let use: Use
    /// Copies that can be shown yet; 0 when it is used up.
    public let copiesLeft: Int
    /// Whether it is time to have new copies issued.
    public let isRunningLow: Bool
    /// When the copy that would be shown next begins to be good.
    public let validFrom: Date
    /// From when on that copy is not good any more.
    public let validUntil: Date

    /// Whether a copy can be shown at `time`.
    public func isUsable(at time: Date) -> Bool { copiesLeft > 0 && time >= validFrom && time < validUntil }
}

/// One copy of a document with its key, for one transaction.
public struct HeldDocument: Sendable {
    public let document: IssuerSigned
    public let key: HeldKey
    /// Copies that can be shown after this one.
    public let copiesLeft: Int
    /// Whether it is time to have new copies issued.
    public let isRunningLow: Bool

    /// A copy with its key.
    public init(document: IssuerSigned, key: HeldKey, copiesLeft: Int, isRunningLow: Bool) {
        self.document = document
        self.key = key
        self.copiesLeft = copiesLeft
        self.isRunningLow = isRunningLow
    }
}
