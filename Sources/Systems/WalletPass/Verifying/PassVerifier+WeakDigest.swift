import Foundation
import JourneyCrypto

extension CMSSignedData {
    /// `true` if the signature uses a hash function with affordable collisions.
    var isWeak: Bool { isSHA1 }

    /// Verifies the signature over a pass's manifest, including weak signatures.
    func verified(
        of manifest: [UInt8], _ validator: CertificateValidator, at time: Date, _ others: [Certificate]
    ) throws(CMSError) -> Verified {
        try verifyAllowingSHA1(manifest, validator: validator, at: time, others: others)
    }
}

extension PassFault {
    /// The warning about a pass with a weak signature.
    static let weakDigest = PassFault(
        .signatureDigest, .warning, at: "signature",
        "The signature uses SHA-1. Wallet accepts it, but collisions are affordable: sign with SHA-256.")
}
