public import Foundation
import JourneyCBOR

/// From when to when a document is good (ISO/IEC 18013-5, section 9.1.2.4).
public struct ValidityInfo: Hashable, Sendable {
    /// When the MSO was signed.
    public var signed: Date
    public var validFrom: Date
    /// Later than `validFrom`.
    public var validUntil: Date
    /// When the issuer means to issue the document anew.
    public var expectedUpdate: Date?

    /// Times of a new document.
    public init(signed: Date, validFrom: Date, validUntil: Date, expectedUpdate: Date? = nil) {
        self.signed = signed
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.expectedUpdate = expectedUpdate
    }

    init(_ item: CBORItem) throws(CBORError) {
        signed = try item.expectMember("signed").expectTime("signed")
        validFrom = try item.expectMember("validFrom").expectTime("validFrom")
        validUntil = try item.expectMember("validUntil").expectTime("validUntil")
        expectedUpdate = try item["expectedUpdate"]?.expectTime("expectedUpdate")
        guard validUntil > validFrom else { throw item.failure(.notAllowed, "validUntil is not after validFrom") }
    }

    /// `nil` when a time is none that can be written.
    var cbor: CBORValue? {
        guard let signed = CBORValue.time(signed), let from = CBORValue.time(validFrom),
            let until = CBORValue.time(validUntil)
        else { return nil }
        var members: [CBORValue: CBORValue] = ["signed": signed, "validFrom": from, "validUntil": until]
        if let update = expectedUpdate {
            guard let update = CBORValue.time(update) else { return nil }
            members["expectedUpdate"] = update
        }
        return .map(members)
    }
}
