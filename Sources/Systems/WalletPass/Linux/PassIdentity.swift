public import Foundation
public import JourneyCrypto

/// A pass-type certificate with its key and chain, as in a PKCS#12 file.
public struct PassIdentity: PassSigner {
    public let names: PassSignerNames
    package let identity: SigningIdentity

    /// Creates a signer from an identity.
    ///
    /// - Parameter identity: The identity with a pass-type certificate.
    /// - Throws: `CryptoError.certificateInvalid` when the certificate names no pass type and team.
    public init(_ identity: SigningIdentity) throws(CryptoError) {
        guard let names = PassSignerNames(identity.certificate) else { throw .certificateInvalid }
        self.names = names
        self.identity = identity
    }

    public func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8] {
        try identity.sign(content, at: time)
    }
}
