public import JourneyCrypto
public import MobileDocument

/// The private key of one copy of a document, in software or hardware: it signs, and agrees on a MAC key if it can.
public struct HeldKey: Sendable {
    private let signer: any MessageSigner
    private let agreement: AgreementKey?

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - signer: The key as a signing key.
    ///   - agreement: The same key as an agreement key; `nil` for a key that only signs, such as a Secure Enclave key
    ///     made for signing.
    public init(signer: any MessageSigner, agreement: AgreementKey? = nil) {
        self.signer = signer
        self.agreement = agreement
    }

    /// The proof by signature, which the reader can show to others.
    public var signature: DeviceResponse.DeviceKey { .signature(signer) }

    /// Returns the proof by a MAC for one reader only, or `nil` when the key cannot agree or is on another curve.
    ///
    /// - Parameter reader: The reader's ephemeral key.
    public func mac(for reader: PublicKey) -> DeviceResponse.DeviceKey? {
        guard let agreement, (try? agreement.sharedSecret(with: reader)) != nil else { return nil }
        return .mac(agreement, reader: reader)
    }
}
