public import Foundation
import JourneyBase
public import JourneyCBOR
public import JourneyCrypto

/// A signed status list as fetched: a status list (Token Status List, in CWT or JWT) or an identifier list of revoked
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
    package enum Message: Sendable {
        case cose(COSESign1)
        case jose(ChainedJWS)
    }

    /// The signed message.
    package let signed: Message
    /// The URI of the list.
    let subject: String
    let issuedAt: Date
    /// The end of the list's validity; `nil` for a JWT that states none.
    let expires: Date?
    /// The number of seconds for which a fetched list may be used before it is fetched again; `nil` if not stated.
    package let timeToLive: TimeInterval?
    let content: Content

    private enum Claim {
        static let subject: Int64 = 2
        static let expires: Int64 = 4
        static let issuedAt: Int64 = 6
        static let statusList: Int64 = 65_533
        static let timeToLive: Int64 = 65_534
        static let identifierList: Int64 = 65_530
        /// The protected header `typ` (RFC 9596).
        static let type: Int64 = 16
    }

    /// Parses a token.
    ///
    /// - Parameter bytes: The token as a COSE_Sign1 message, or as a compact JWS in ASCII.
    /// - Throws: `CBORError`; `missing` for a token without URI, and for a CWT without expiry.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        // A JWS starts with the base64url of `{"`; no CBOR message starts with the head of a text.
        self = try bytes.starts(with: Array("eyJ".utf8)) ? StatusToken(jwt: bytes) : StatusToken(cwt: bytes)
    }

    private init(cwt bytes: ArraySlice<UInt8>) throws(CBORError) {
        let message = try COSESign1(bytes, limits: DocumentLimits.response)
        signed = .cose(message)
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
        timeToLive = try claims[Claim.timeToLive].map { item throws(CBORError) in
            TimeInterval(try item.expectUnsigned("the time to live"))
        }
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

    /// The longest JWT, in bytes: the longest status list in base64url twice over, and its claims.
    private static let longestJWT = 4 << 20

    private init(jwt bytes: ArraySlice<UInt8>) throws(CBORError) {
        func require<Value>(_ value: Value?, _ detail: String) throws(CBORError) -> Value {
            try CBORError.require(value, .notAllowed, at: bytes.startIndex, detail)
        }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let message = try require(
            try? ChainedJWS(text, limit: StatusToken.longestJWT), "the token is not a compact JWS of the accepted form")
        guard ["statuslist+jwt", "application/statuslist+jwt"].contains(message.typ) else {
            throw CBORError(.unsupported, at: bytes.startIndex, "the token's type is not supported")
        }
        let claims = try require(
            try? JSONReader.read(
                message.payload, limits: JSONLimits(bytes: StatusToken.longestJWT, depth: 8, values: 1_024)),
            "the token's claims are not strict JSON")
        signed = .jose(message)
        subject = try CBORError.require(
            claims["sub"]?.string, .missing, at: bytes.startIndex, "the list's address is missing")
        issuedAt = try require(StatusToken.date(claims["iat"]), "the time of issue is missing or not a NumericDate")
        expires = try claims["exp"].map { value throws(CBORError) in
            try require(StatusToken.date(value), "the time of expiry is not a NumericDate")
        }
        timeToLive = try claims["ttl"].map { value throws(CBORError) in
            TimeInterval(try require(value.numericDate, "the time to live is not a number of seconds"))
        }
        let list = try CBORError.require(
            claims["status_list"], .missing, at: bytes.startIndex, "the status list is missing")
        let bits = try require(list["bits"]?.number?.int64, "bits is not a number")
        let compressed = try require(list["lst"]?.string.flatMap { Base64URL.decode($0) }, "lst is not base64url")
        content = .statuses(
            try require(
                StatusList(bits: Int(clamping: bits), compressed: compressed[...]),
                "bits is not 1, 2, 4 or 8, or lst is not a zlib stream or is too long"))
    }

    private static func date(_ value: JSONValue?) -> Date? {
        guard let seconds = value?.numericDate, seconds < 253_402_300_800 else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Verifies the signature with the signer's key.
    ///
    /// - Parameter key: The key: that of a validated certificate, or one that the caller knows.
    /// - Throws: `StatusToken.VerificationError`.
    package func verify(with key: PublicKey) throws(VerificationError) {
        switch signed {
        case .cose(let message):
            do throws(COSEError) { try message.verify(with: key) } catch {
                throw VerificationError(code: error.reason.rawValue, detail: error.detail)
            }
        case .jose(let message):
            do throws(JWSError) { try message.verify(with: key) } catch {
                throw VerificationError(
                    code: VerificationFault.statusSignature.rawValue,
                    detail: error == .algorithm
                        ? "the algorithm in the header does not fit the key"
                        : "the signature does not match the key and the signed text")
            }
        }
    }

    /// Verifies that the list is in force at a time.
    ///
    /// - Parameter time: The time of the verification.
    /// - Throws: `StatusToken.VerificationError`.
    package func verify(at time: Date) throws(VerificationError) {
        guard time >= issuedAt else {
            throw VerificationError(
                code: VerificationFault.statusInFuture.rawValue, detail: "the status list was issued in the future")
        }
        if let expires, time >= expires {
            throw VerificationError(
                code: VerificationFault.statusExpired.rawValue, detail: "the status list has expired")
        }
    }

    /// Returns a status of the list at `uri`, after verifying signature and time.
    ///
    /// - Parameters:
    ///   - index: The index in the list.
    ///   - uri: The address of the list, as the credential names it.
    ///   - key: The signer's key.
    ///   - time: The time of the verification.
    /// - Returns: The status: 0 is valid, 1 invalid, 2 suspended; the application defines others.
    /// - Throws: `StatusToken.VerificationError`; `MDOC_STATUS_INDEX` for an index beyond the list.
    public func status(
        at index: UInt64, uri: String, key: PublicKey, at time: Date
    ) throws(VerificationError) -> UInt8 {
        try verify(with: key)
        try verify(at: time)
        guard subject == uri else {
            throw VerificationError(
                code: VerificationFault.statusMissing.rawValue, detail: "the list is that of another address")
        }
        guard case .statuses(let list) = content, let status = list[index] else {
            throw VerificationError(
                code: VerificationFault.statusIndex.rawValue, detail: "the index is not on the status list")
        }
        return status
    }

    /// An error of verifying a status list.
    public struct VerificationError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The stable code of the error.
        public let code: String
        /// The cause, for developers.
        public let detail: String

        public var description: String { "\(code): \(detail)" }
    }

    /// Returns the certificates of the signer, leaf first; empty without any.
    func certificates(by policy: AcceptancePolicy) throws(DERError) -> [Certificate] {
        switch signed {
        case .cose(let message): return try message.header.certificates(by: policy)
        case .jose(let message):
            return try message.chain.map { bytes throws(DERError) in
                policy[.encoding] == .enforce ? try Certificate(bytes) : try Certificate.tolerant(bytes)
            }
        }
    }

    /// The COSE message; `nil` for a JWT.
    package var message: COSESign1? { if case .cose(let message) = signed { message } else { nil } }

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
