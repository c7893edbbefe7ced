public import JourneyCrypto

/// The website's side of a presentation by the Digital Credentials API (ISO/IEC TS 18013-7, annex C): a key for one request,
/// and what opens the response to it.
public struct WebsiteRequest: Sendable {
    /// What is sent beside the request.
    public let encryptionInfo: EncryptionInfo
    /// The private half of the key in there, which a device's MAC is checked with too.
    public let key: P256AgreementKey

    /// A new request with a key and a nonce of its own. Throws `EnvelopeError.unavailable`.
    public init(
        random: @Sendable (Int) -> [UInt8] = CertificateAuthority.random
    ) throws(EnvelopeError) {
        guard let key = try? P256AgreementKey(),
            let info = try? EncryptionInfo(recipientKey: key.publicKey, nonce: random(EncryptionInfo.nonceCount))
        else { throw EnvelopeError(.unavailable) }
        (self.key, encryptionInfo) = (key, info)
    }

    /// The request that was sent with `encryptionInfo`, by a website that kept its key meanwhile. Throws
    /// `EnvelopeError.badKey` when the key is another.
    public init(_ encryptionInfo: EncryptionInfo, key: P256AgreementKey) throws(EnvelopeError) {
        guard key.publicKey == encryptionInfo.recipientKey else { throw EnvelopeError(.badKey) }
        (self.key, self.encryptionInfo) = (key, encryptionInfo)
    }

    /// The transcript that a response to it is bound to; `origin` is the website's own.
    public func transcript(origin: String) -> SessionTranscript { encryptionInfo.transcript(origin: origin) }

    /// The response in `message`, opened where it stands, to be verified under `transcript(origin:)`. A website takes one
    /// response to a request, and forgets the key then.
    ///
    /// Throws `EnvelopeError`: `badKey` when the encapsulated key is no point of the curve, `undecryptable` when anything else
    /// is not what was sealed for this request and this origin.
    public func open(_ message: consuming EncryptedResponse, origin: String) throws(EnvelopeError) -> ArraySlice<UInt8>
    {
        let (encapsulated, place) = (Array(message.encoded[message.encapsulated]), message.ciphertext)
        var bytes = message.encoded
        // The one owner of the bytes, so that they are opened without a copy.
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

/// Why a response for a website is not sealed or not opened.
public struct EnvelopeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reasons that callers tell apart; the raw values are stable codes.
    package enum Reason: String, Sendable {
        /// A key that is not the request's, or no point of the curve.
        case badKey = "ENVELOPE_KEY"
        /// What came is not what was sealed for this request, this website and this key.
        case undecryptable = "ENVELOPE_UNDECRYPTABLE"
        /// The cryptographic library refused; in practice, memory ran out.
        case unavailable = "ENVELOPE_UNAVAILABLE"
    }

    /// What callers branch on.
    package let reason: Reason

    init(_ reason: Reason) { self.reason = reason }

    public var description: String {
        switch reason {
        case .badKey: "\(reason.rawValue): a key that is not the request's, or none at all"
        case .undecryptable: "\(reason.rawValue): this was not sealed for this request and this website"
        case .unavailable: "\(reason.rawValue): the cryptographic library refused"
        }
    }
}
