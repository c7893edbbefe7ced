package import Foundation

extension CertificateAuthority {
    /// An entry of a new revocation list.
    package struct Revocation: Sendable {
        /// The serial number, in the form of `Certificate.serialNumber`.
        package var serialNumber: [UInt8]
        package var date: Date
        /// The CRLReason (RFC 5280, section 5.3.1); `nil` omits it.
        var reason: Int?

        /// Creates a revocation.
        package init(serialNumber: [UInt8], date: Date, reason: Int? = nil) {
            self.serialNumber = serialNumber
            self.date = date
            self.reason = reason
        }
    }

    /// Issues a complete revocation list with the number `number`, valid until `nextUpdate`. Throws `CryptoError`;
    /// `certificateInvalid` when the package's own reader would reject it.
    package func revocationList(
        of revocations: [Revocation], number: UInt64, thisUpdate: Date, nextUpdate: Date,
        extensions: [NewExtension] = []
    ) throws(CryptoError) -> RevocationList {
        let body = RevocationBody(
            issuer: Array(certificate.subject.encoded),
            authorityKey: certificate.subjectKeyIdentifier ?? NewExtension.keyIdentifier(spki: signer.spki),
            number: number, thisUpdate: thisUpdate, nextUpdate: nextUpdate, revocations: revocations,
            extensions: extensions)
        let bytes = try signer.signed(body.encoded(algorithm: signer.algorithm))
        do { return try RevocationList(bytes) } catch { throw .certificateInvalid }
    }
}

/// The TBSCertList of a revocation list, ready to be signed (RFC 5280, section 5.1).
struct RevocationBody {
    var issuer: [UInt8]
    var authorityKey: [UInt8]
    var number: UInt64
    var thisUpdate: Date
    var nextUpdate: Date
    var revocations: [CertificateAuthority.Revocation]
    var extensions: [NewExtension]

    func encoded(algorithm: [UInt8]) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.sequence { writer in
                writer.integer(1)
                writer.raw(algorithm)
                writer.raw(issuer)
                writer.time(thisUpdate)
                writer.time(nextUpdate)
                if !revocations.isEmpty {
                    writer.sequence { writer in
                        for item in revocations { writer.sequence { Self.write(item, to: &$0) } }
                    }
                }
                writer.element(.context(0, isConstructed: true)) { writer in
                    writer.extensions(
                        [.authorityKeyIdentifier(authorityKey), NewExtension(.crlNumber) { $0.integer(number) }]
                            + extensions)
                }
            }
        }
    }

    private static func write(_ item: CertificateAuthority.Revocation, to writer: inout DERWriter) {
        writer.integer(magnitude: item.serialNumber)
        writer.time(item.date)
        guard let reason = item.reason else { return }
        writer.extensions([NewExtension(.reasonCode) { $0.element(.enumerated, [UInt8(truncatingIfNeeded: reason)]) }])
    }
}

extension RevocationList {
    /// The list as PEM (RFC 7468, section 6).
    package var pem: String { PEMText.text("X509 CRL", encoded) }

    /// Returns the revocation lists in `text`, in order. Throws `DERError` when a block is malformed or there is none.
    package static func list(pem text: String) throws(DERError) -> [RevocationList] {
        var found: [RevocationList] = []
        for block in try PEMText.blocks("X509 CRL", in: text, limit: 64) { found.append(try RevocationList(block)) }
        guard !found.isEmpty else { throw DERError(.unexpectedEnd, at: 0, "the text contains no revocation list") }
        return found
    }
}
