import Foundation

/// A detached signature (CMS SignedData, RFC 5652), as Apple's passes and issuer data have it.
///
/// DER alone; the content, of type data, is elsewhere; exactly one signer, with signed attributes. More signers are
/// refused: nobody here makes them, and of what half of them signed nobody could say what it is worth.
package struct CMSSignedData: Sendable {
    /// The certificates that came with it, in order.
    let certificates: [Certificate]
    let signer: CMSSigner

    /// When the signer says that it signed; a claim, and `nil` when it makes none.
    var signingTime: Date? { signer.signingTime }

    /// The longest message that is read, in bytes.
    static let longest = 256 << 10

    /// The message that these bytes are, and nothing else. Throws `CMSError.unreadable`.
    package init(_ bytes: [UInt8]) throws(CMSError) {
        do throws(DERError) { (certificates, signer) = try CMSSignedData.read(bytes) } catch {
            throw .unreadable(error)
        }
    }

    private static func read(_ bytes: [UInt8]) throws(DERError) -> ([Certificate], CMSSigner) {
        let whole = try DERReader.element(.sequence, in: bytes[...], limits: DERLimits(bytes: longest, depth: 24))
        var outer = try whole.reader()
        let type = try outer.next(.objectIdentifier)
        try type.require(type.objectIdentifier() == .cmsSignedData, "no signed data")
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
            contentType.objectIdentifier() == .cmsData && content.isAtEnd, "not data that is elsewhere")
        var certificates: [Certificate] = []
        if let list = try reader.optional(.context(0, isConstructed: true)) {
            for part in try list.elements(.sequence, limit: CertificateValidator.mostGiven) {
                certificates.append(try certificate(part))
            }
        }
        // Revocation lists come from whoever asks, not from whoever signed.
        _ = try reader.optional(.context(1, isConstructed: true))
        let signers = try reader.next(.set)
        try reader.end()
        let list = try signers.elements(.sequence, least: 1, limit: 8)
        guard list.count == 1 else { throw DERError(.notAllowed, at: signers.offset, "more than one signer") }
        let signer = try CMSSigner(list[0])
        try list[0].require(
            digests.contains(signer.digestAlgorithm.encoded), "a digest algorithm that was not announced")
        return (certificates, signer)
    }

    /// A certificate is read from bytes of its own, so its errors count from its own beginning; this one's begin with the
    /// message.
    private static func certificate(_ part: DERElement) throws(DERError) -> Certificate {
        do throws(DERError) { return try Certificate(Array(part.encoded)) } catch {
            throw DERError(error.reason, at: part.offset + error.offset, error.detail)
        }
    }
}
