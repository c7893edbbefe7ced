import Foundation

/// A detached signature (CMS SignedData, RFC 5652), as in Apple's passes and issuer data.
///
/// Only DER is accepted, with detached content of type data and exactly one signer with signed attributes. Several signers are
/// refused: no known producer uses them, and a message that only some signers signed would be ambiguous.
package struct CMSSignedData: Sendable {
    /// The certificates in the message, in order.
    let certificates: [Certificate]
    let signer: CMSSigner

    /// The signing time that the signer claims; `nil` when there is none.
    var signingTime: Date? { signer.signingTime }

    /// The longest message accepted, in bytes.
    static let longest = 256 << 10

    /// Parses a message; trailing bytes are refused. Throws `CMSError.unreadable`.
    package init(_ bytes: [UInt8]) throws(CMSError) {
        do throws(DERError) { (certificates, signer) = try CMSSignedData.read(bytes) } catch {
            throw .unreadable(error)
        }
    }

    private static func read(_ bytes: [UInt8]) throws(DERError) -> ([Certificate], CMSSigner) {
        let whole = try DERReader.element(.sequence, in: bytes[...], limits: DERLimits(bytes: longest, depth: 24))
        var outer = try whole.reader()
        let type = try outer.next(.objectIdentifier)
        try type.require(type.objectIdentifier() == .cmsSignedData, "the content type is not SignedData")
        var explicit = try outer.enter(.context(0, isConstructed: true))
        try outer.end()
        var reader = try explicit.enter(.sequence)
        try explicit.end()

        _ = try reader.next(.integer).integer(in: 1...5)
        var digests: [ArraySlice<UInt8>] = []
        for part in try reader.next(.set).elements(.sequence, limit: 8) {
            digests.append(try AlgorithmIdentifier(part).encoded)
        }
        var content = try reader.enter(.sequence)
        let contentType = try content.next(.objectIdentifier)
        try contentType.require(
            contentType.objectIdentifier() == .cmsData && content.isAtEnd, "the content is not detached data")
        var certificates: [Certificate] = []
        if let list = try reader.optional(.context(0, isConstructed: true)) {
            for part in try list.elements(.sequence, limit: CertificateValidator.mostGiven) {
                certificates.append(try certificate(part))
            }
        }
        // Revocation lists come from the verifier, never from the signer.
        _ = try reader.optional(.context(1, isConstructed: true))
        let signers = try reader.next(.set)
        try reader.end()
        let list = try signers.elements(.sequence, least: 1, limit: 8)
        guard list.count == 1 else { throw DERError(.notAllowed, at: signers.offset, "more than one signer") }
        let signer = try CMSSigner(list[0])
        try list[0].require(
            digests.contains(signer.digestAlgorithm.encoded),
            "the signer's digest algorithm is missing from digestAlgorithms")
        return (certificates, signer)
    }

    /// Parses a certificate of the message. Its errors count from its own first byte; the result's error counts from the
    /// message's.
    private static func certificate(_ part: DERElement) throws(DERError) -> Certificate {
        do throws(DERError) { return try Certificate(Array(part.encoded)) } catch {
            throw DERError(error.reason, at: part.offset + error.offset, error.detail)
        }
    }
}
