package import Foundation
public import JourneyCBOR
package import JourneyCrypto

/// A signed status list as fetched: a status list (Token Status List, the CWT form) or an identifier list of revoked
/// documents (ISO/IEC 18013-5, second edition, sections 12.3.6.3 and 12.3.6.4).
///
/// Parsing it verifies nothing.
public struct StatusToken: Sendable {
    /// The content of the list.
    enum Content: Sendable {
        case statuses(StatusList)
        case identifiers(Set<[UInt8]>)
    }

    /// The signed message, as received.
    package let message: COSESign1
    /// The URI of the list.
    let subject: String
    let issuedAt: Date
    let expires: Date
    let content: Content

    private enum Claim {
        static let subject: Int64 = 2
        static let expires: Int64 = 4
        static let issuedAt: Int64 = 6
        static let statusList: Int64 = 65_533
        static let identifierList: Int64 = 65_530
        /// The protected header `typ` (RFC 9596).
        static let type: Int64 = 16
    }

    /// Parses a token.
    ///
    /// - Parameter bytes: The token as a COSE_Sign1 message.
    /// - Throws: `CBORError`; `missing` for a token without expiry or URI.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        message = try COSESign1(bytes, limits: DocumentLimits.response)
        let payload = try CBORError.require(message.payload, .missing, at: bytes.startIndex, "the token has no payload")
        let claims = try CBORReader.item(in: payload, limits: DocumentLimits.response)
        _ = try claims.expectMap("the token's claims")
        func claim(_ label: Int64, _ what: String) throws(CBORError) -> CBORItem {
            guard let item = claims[label] else { throw claims.failure(.missing, "\(what) is missing") }
            return item
        }
        subject = try claim(Claim.subject, "the list's address").expectText("the list's address")
        issuedAt = try StatusToken.date(claim(Claim.issuedAt, "the time of issue"))
        expires = try StatusToken.date(claim(Claim.expires, "the time of expiry"))
        let type = try CBORError.require(
            message.header.protected(Claim.type), .missing, at: bytes.startIndex, "the token's type is missing")
        switch try type.expectText("the token's type") {
        case "application/statuslist+cwt", "statuslist+cwt":
            content = .statuses(try StatusList(claim(Claim.statusList, "the status list")))
        case "application/identifierlist+cwt", "identifierlist+cwt":
            let list = try claim(Claim.identifierList, "the identifier list").expectMember("identifiers")
            let identifiers = try list.expectMap("identifiers").map { member throws(CBORError) in
                Array(try member.key.expectBytes("an identifier"))
            }
            content = .identifiers(Set(identifiers))
        default: throw type.failure(.unsupported, "the token's type is not supported")
        }
    }

    private static func date(_ item: CBORItem) throws(CBORError) -> Date {
        // NumericDate (RFC 8392): seconds, up to the end of the year 9999.
        let seconds = try item.expectUnsigned("a time")
        guard seconds < 253_402_300_800 else { throw item.failure(.notAllowed, "a time is after the year 9999") }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Creates a token with a status list. Throws the signer's errors, and `CBORError`.
    package static func statusList(
        _ list: StatusList, at uri: String, issuedAt: Date, expires: Date, signer: any MessageSigner,
        chain: [Certificate]
    ) async throws -> StatusToken {
        try await make(
            "application/statuslist+cwt", Claim.statusList, list.cbor, uri, issuedAt, expires, signer, chain)
    }

    /// Creates a token with the identifiers of revoked documents. Throws the signer's errors, and `CBORError`.
    package static func identifierList(
        _ revoked: Set<[UInt8]>, at uri: String, issuedAt: Date, expires: Date, signer: any MessageSigner,
        chain: [Certificate]
    ) async throws -> StatusToken {
        let identifiers = Dictionary(uniqueKeysWithValues: revoked.map { (CBORValue.bytes($0), CBORValue.map([:])) })
        return try await make(
            "application/identifierlist+cwt", Claim.identifierList, ["identifiers": .map(identifiers)], uri, issuedAt,
            expires, signer, chain)
    }

    private static func make(
        _ type: String, _ label: Int64, _ list: CBORValue, _ uri: String, _ issuedAt: Date, _ expires: Date,
        _ signer: any MessageSigner, _ chain: [Certificate]
    ) async throws -> StatusToken {
        let claims: CBORValue = [
            .integer(Claim.subject): .text(uri),
            .integer(Claim.issuedAt): .integer(Int64(issuedAt.timeIntervalSince1970)),
            .integer(Claim.expires): .integer(Int64(expires.timeIntervalSince1970)), .integer(label): list,
        ]
        var fields = COSEFields.chain(chain)
        // The chain is protected in these tokens (section 12.3.6.3).
        fields.protected = fields.unprotected.merging([.integer(Claim.type): .text(type)]) { $1 }
        fields.unprotected = [:]
        let message = try await COSESign1(signing: claims.encoded, with: signer, fields: fields, isTagged: true)
        return try StatusToken(message.encoded)
    }
}
