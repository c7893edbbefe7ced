public import JourneyCrypto

/// The website's side of a presentation through the Digital Credentials API (ISO/IEC TS 18013-7, annex C): the key of
/// one request, and the decryption of its response.
public struct WebsiteRequest: Sendable {
    /// The encryption info to send beside the request.
    public let encryptionInfo: EncryptionInfo
    /// The private half of the key in `encryptionInfo`, which verifies a device's MAC too.
    public let key: P256AgreementKey

    /// Creates a request with a new key and nonce.
    ///
    /// - Parameter random: The source of random bytes.
    /// - Throws: `EnvelopeError` with the reason `unavailable`.
    public init(
        random: @Sendable (Int) -> [UInt8] = CertificateAuthority.random
    ) throws(EnvelopeError) {
        guard let key = try? P256AgreementKey(),
            let info = try? EncryptionInfo(recipientKey: key.publicKey, nonce: random(EncryptionInfo.nonceCount))
        else { throw EnvelopeError(.unavailable) }
        (self.key, encryptionInfo) = (key, info)
    }

    /// Restores the request that was sent with `encryptionInfo`.
    ///
    /// - Parameters:
    ///   - encryptionInfo: The encryption info that was sent.
    ///   - key: The private key that the website kept.
    /// - Throws: `EnvelopeError` with the reason `badKey` when the key does not belong to `encryptionInfo`.
    public init(_ encryptionInfo: EncryptionInfo, key: P256AgreementKey) throws(EnvelopeError) {
        guard key.publicKey == encryptionInfo.recipientKey else { throw EnvelopeError(.badKey) }
        (self.key, self.encryptionInfo) = (key, encryptionInfo)
    }

    /// Returns the transcript to which a response is bound.
    ///
    /// - Parameter origin: The website's own origin.
    public func transcript(origin: String) -> SessionTranscript { encryptionInfo.transcript(origin: origin) }

    /// Decrypts a response in place. Verify it under `transcript(origin:)`. Accept one response per request, then
    /// discard the key.
    ///
    /// - Parameters:
    ///   - message: The encrypted response.
    ///   - origin: The website's own origin.
    /// - Returns: The encoded response.
    /// - Throws: `EnvelopeError`: `badKey` when the encapsulated key is not a point of the curve, `undecryptable` when
    ///   anything was not encrypted for this request and origin.
    public func open(_ message: consuming EncryptedResponse, origin: String) throws(EnvelopeError) -> ArraySlice<UInt8>
    {
        let (encapsulated, place) = (Array(message.encoded[message.encapsulated]), message.ciphertext)
        var bytes = message.encoded
        // The only owner of the bytes, so that they are decrypted without a copy.
        _ = consume message
        do throws(CryptoError) {
            var recipient = try HPKERecipient(
                encapsulated: encapsulated, key: key, info: transcript(origin: origin).encoded, cipher: .aes128GCM)
            let count = try bytes.withUnsafeMutableBufferPointer { bytes throws(CryptoError) in
                try recipient.open(
                    inPlace: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: bytes[place])), aad: [])
            }
            return bytes[place.lowerBound..<place.lowerBound + count]
        } catch .keyInvalid { throw EnvelopeError(.badKey) } catch { throw EnvelopeError(.undecryptable) }
    }
}

/// An error of encrypting or decrypting a response for a website.
public struct EnvelopeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons for a refusal; the raw values are stable codes.
    package enum Reason: String, Sendable {
        /// A key does not belong to the request, or is not a point of the curve.
        ///
        /// Next step: Restore the request with the key that belongs to it.
        case badKey = "ENVELOPE_KEY"
        /// The response was not encrypted for this request, this website and this key.
        ///
        /// Next step: Send a new request from the same origin.
        case undecryptable = "ENVELOPE_UNDECRYPTABLE"
        /// The cryptographic library failed; in practice, memory is exhausted.
        ///
        /// Next step: Free memory, and try again.
        case unavailable = "ENVELOPE_UNAVAILABLE"
    }

    /// The stable reason for callers to branch on.
    package let reason: Reason

    init(_ reason: Reason) { self.reason = reason }

    public var description: String {
        switch reason {
        case .badKey: "\(reason.rawValue): the key does not belong to the request or is invalid"
        case .undecryptable: "\(reason.rawValue): the response was not encrypted for this request and website"
        case .unavailable: "\(reason.rawValue): the cryptographic library failed"
        }
    }
}
