import Foundation
import JourneyCrypto

extension CMSSignedData {
    /// Whether the signature hashes with an algorithm whose collisions can be bought.
    var isWeak: Bool { isSHA1 }

    /// Checks the signature over a pass's manifest, weak or not.
    func verified(
        of manifest: [UInt8], _ validator: CertificateValidator, at time: Date, _ others: [Certificate]
    ) throws(CMSError) -> Verified {
        try verifyAllowingSHA1(manifest, validator: validator, at: time, others: others)
    }
}

extension PassFault {
    /// The warning about a pass whose signature is weak.
    static let weakDigest = PassFault(
        .signatureDigest, .warning, at: "signature",
        "The signature hashes with SHA-1. Wallet takes it, but collisions can be bought: sign with SHA-256.")
}
