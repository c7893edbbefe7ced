public import Foundation
public import JourneyCrypto

/// A pass-type certificate with its key and chain, as a PKCS#12 file has them.
public struct PassIdentity: PassSigner {
    public let names: PassSignerNames
    package let identity: SigningIdentity

    /// Throws `CryptoError.certificateInvalid` when the certificate names no pass type and team.
    public init(_ identity: SigningIdentity) throws(CryptoError) {
        guard let names = PassSignerNames(identity.certificate) else { throw .certificateInvalid }
        self.names = names
        self.identity = identity
    }

    public func sign(_ content: [UInt8], at time: Date) throws(CryptoError) -> [UInt8] {
        try identity.sign(content, at: time)
    }
}
