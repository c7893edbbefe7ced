public import Foundation
import JourneyCBOR

/// The validity of a document (ISO/IEC 18013-5, section 9.1.2.4).
public struct ValidityInfo: Hashable, Sendable {
    /// The time at which the MSO was signed.
    public var signed: Date
    /// The start of the validity.
    public var validFrom: Date
    /// The end of the validity, later than `validFrom`.
    public var validUntil: Date
    /// The time at which the issuer expects to reissue the document.
    public var expectedUpdate: Date?

    /// Creates the validity of a new document.
    ///
    /// - Parameters:
    ///   - signed: The time at which the MSO is signed.
    ///   - validFrom: The start of the validity.
    ///   - validUntil: The end of the validity.
    ///   - expectedUpdate: The time at which the issuer expects to reissue the document.
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

    /// The encoded validity; `nil` when a time cannot be encoded.
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
