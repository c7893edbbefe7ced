public import Foundation
public import LocalAuthentication
public import Security

// Apple: cryptokit/secureenclave
@available(iOS 13, macOS 10.15, *)
public enum SecureEnclave {
    public static var isAvailable: Bool { false }
}

// Apple: cryptokit/secureenclave/p256/signing/privatekey
@available(iOS 13, macOS 10.15, *)
extension SecureEnclave {
    public enum P256 {
        public enum Signing {
            public struct PrivateKey: Sendable {
                public let publicKey: CryptoKit.P256.Signing.PublicKey
                // Opaque: the key itself stays in the Secure Enclave that made it.
                public let dataRepresentation: Data
                public init(
                    compactRepresentable _: Bool = true, accessControl _: SecAccessControl,
                    authenticationContext _: LAContext? = nil
                ) throws { throw CryptoKitError.incorrectParameterSize }
                public init(
                    dataRepresentation _: Data, authenticationContext _: LAContext? = nil
                ) throws { throw CryptoKitError.incorrectParameterSize }
                public func signature<D: DataProtocol>(
                    for data: D
                ) throws -> CryptoKit.P256.Signing.ECDSASignature {
                    try CryptoKit.P256.Signing.ECDSASignature(rawRepresentation: data)
                }
            }
        }
    }
}
