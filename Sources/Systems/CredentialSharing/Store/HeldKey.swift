public import JourneyCrypto
public import MobileDocument

/// The private key of one copy of a document, wherever it lives: it signs, and agrees for a MAC where it can.
public struct HeldKey: Sendable {
    private let signer: any MessageSigner
    private let agreement: AgreementKey?

    /// A key that signs, and agrees when `agreement` is the same key in that role: a key of the Secure Enclave that was made
    /// to sign does not.
    public init(signer: any MessageSigner, agreement: AgreementKey? = nil) {
        self.signer = signer
        self.agreement = agreement
    }

    /// Proves by a signature, which the reader can show to others.
    public var signature: DeviceResponse.DeviceKey { .signature(signer) }

    /// Proves by a MAC for the reader whose ephemeral key this is, and for nobody else; `nil` when the key does not agree, or
    /// is on another curve.
    public func mac(for reader: PublicKey) -> DeviceResponse.DeviceKey? {
        guard let agreement, (try? agreement.sharedSecret(with: reader)) != nil else { return nil }
        return .mac(agreement, reader: reader)
    }
}
