package import Foundation
import Synchronization

/// A complete revocation list (RFC 5280, section 5), parsed strictly and stored as received.
///
/// Only version 2 is accepted, for all certificates of the issuer that signed it. Partial lists (issuing distribution point,
/// delta) and indirect lists have critical extensions, and every critical extension is refused.
public final class RevocationList: Sendable {
    /// The time and reason of a revocation.
    package struct Entry: Hashable, Sendable {
        let date: Date
        /// The CRLReason (RFC 5280, section 5.3.1), 0 to 10; `nil` when the list has none.
        let reason: Int?
    }

    /// The complete list, as received.
    package let encoded: [UInt8]
    /// The signed bytes, as received.
    package let signedBytes: ArraySlice<UInt8>
    /// The signature over `signedBytes`.
    let signature: ArraySlice<UInt8>
    let signatureAlgorithm: AlgorithmIdentifier
    /// The signer, whose certificates the list covers.
    package let issuer: DistinguishedName
    package let thisUpdate: Date
    /// The time of the next list. Required, because a list without it never expires.
    package let nextUpdate: Date
    /// The entries by serial number, in the form of the INTEGER's content.
    package let revoked: [ArraySlice<UInt8>: Entry]
    /// The CRL number; `nil` when there is none.
    let number: ArraySlice<UInt8>?
    let authorityKeyIdentifier: AuthorityKeyIdentifier?
    /// The key that is known to have signed the list.
    private let signer = Mutex<PublicKey?>(nil)

    /// The longest list accepted, in bytes, and the maximum number of entries.
    static let longest = 16 << 20
    static let mostEntries = 500_000

    /// Parses a list (RFC 5280, section 5).
    ///
    /// - Parameter bytes: The list in DER, at most 16 MiB. Trailing bytes are refused.
    /// - Throws: `DERError`.
    public init(_ bytes: [UInt8]) throws(DERError) {
        let whole = try DERReader.element(.sequence, in: bytes[...], limits: DERLimits(bytes: RevocationList.longest))
        var outer = try whole.reader()
        let inner = try outer.next(.sequence)
        let algorithm = try AlgorithmIdentifier(try outer.next(.sequence))
        signature = try outer.next(.bitString).wholeBitString()
        try outer.end()

        var reader = try inner.reader()
        _ = try reader.next(.integer).integer(in: 1...1)
        let innerAlgorithm = try reader.next(.sequence)
        try innerAlgorithm.require(
            innerAlgorithm.encoded == algorithm.encoded, "the inner and outer signature algorithms differ")
        let name = try reader.next(.sequence)
        issuer = try DistinguishedName(name)
        guard !issuer.isEmpty else { throw DERError(.notAllowed, at: name.offset, "the issuer's name is empty") }
        thisUpdate = try reader.next().time()
        guard reader.nextTag == .utcTime || reader.nextTag == .generalizedTime else {
            throw DERError(.notAllowed, at: reader.offset, "nextUpdate is missing")
        }
        nextUpdate = try reader.next().time()
        if let list = try reader.optional(.sequence) {
            revoked = try RevocationList.entries(list)
        } else {
            revoked = [:]
        }
        var number: ArraySlice<UInt8>?
        var authority: AuthorityKeyIdentifier?
        if let explicit = try reader.optional(.context(0, isConstructed: true)) {
            var inside = try explicit.reader()
            let extensions = try CertificateExtension.list(try inside.next(.sequence))
            try inside.end()
            try RevocationList.refuseCritical(extensions)
            number = try extensions.first { $0.identifier == .crlNumber }?.element(.integer).integer()
            authority = try extensions.first { $0.identifier == .authorityKeyIdentifier }
                .map { item throws(DERError) in try AuthorityKeyIdentifier(item.element(.sequence)) }
        }
        try reader.end()
        encoded = bytes
        signedBytes = inner.encoded
        signatureAlgorithm = algorithm
        self.number = number
        authorityKeyIdentifier = authority
    }

    /// Returns `true` if `key` signed the list. A success is remembered for the lifetime of the immutable list, so that a long
    /// list is hashed once, not for each certificate.
    func isSigned(
        by key: PublicKey, _ algorithm: CertificateSignature, work: inout PathBudget
    ) throws(CertificateError) -> Bool {
        guard signer.withLock({ $0 }) != key else { return true }
        try work.signature()
        guard algorithm.verifies(signature, of: signedBytes, key: key) else { return false }
        signer.withLock { $0 = key }
        return true
    }

    /// Returns the entry of a certificate of this issuer, or `nil` when it is not revoked.
    package func entry(for certificate: Certificate) -> Entry? { revoked[certificate.serialNumber] }

    private static func entries(_ list: DERElement) throws(DERError) -> [ArraySlice<UInt8>: Entry] {
        var entries: [ArraySlice<UInt8>: Entry] = [:]
        for part in try list.elements(.sequence, least: 1, limit: mostEntries) {
            var reader = try part.reader()
            let number = try Certificate.serialNumber(try reader.next(.integer))
            let date = try reader.next().time()
            var reason: Int?
            if let list = try reader.optional(.sequence) {
                let extensions = try CertificateExtension.list(list)
                try refuseCritical(extensions)
                reason = try extensions.first { $0.identifier == .reasonCode }?.element(.enumerated).integer(in: 0...10)
                // 7 is unused; 8 removes an entry from a delta CRL's base.
                try list.require(reason != 7 && reason != 8, "a revocation reason that a complete list cannot have")
            }
            try reader.end()
            entries[number] = Entry(date: date, reason: reason)
        }
        return entries
    }

    private static func refuseCritical(_ extensions: [CertificateExtension]) throws(DERError) {
        if let item = extensions.first(where: \.isCritical) {
            throw DERError(.notAllowed, at: item.value.startIndex, "unsupported critical extension \(item.identifier)")
        }
    }
}
