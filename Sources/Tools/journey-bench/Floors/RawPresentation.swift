import COpenSSL

/// The operations that a presentation requires, as plain calls of the library: agreements, derivations, hashes, signatures and
/// ciphers. They cover as many bytes as a licence of eleven elements with a portrait of 20 KB has. Contexts that do not depend on
/// the session are reused.
final class RawPresentation {
    private let symmetric: RawSymmetric
    private let key: RawKey
    private let agreement: RawAgreement
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 24_000, alignment: 64)
    private var point = [UInt8](repeating: 0, count: 65)

    /// The size of a transcript in bytes, including an engagement and a key.
    private static let transcript = 300
    private static let request = 700
    private static let response = 23_500
    private static let certificate = 500
    /// The size of the data that the device, or the reader, signs.
    private static let authentication = 450
    /// The size of the security object, with all digests.
    private static let object = 1_300

    init() throws {
        symmetric = try RawSymmetric()
        let own = try RawKey.made(copenssl_ec_generate("prime256v1"))
        try expect(
            copenssl_public_point(own, &point, point.count) == 65, "copenssl_public_point did not return 65 bytes.")
        key = try RawKey(owning: own, symmetric.sha256, of: symmetric)
        agreement = try RawAgreement()
        memory.initializeMemory(as: UInt8.self, repeating: 7)
    }

    deinit { memory.deallocate() }

    private func hash(_ count: Int) throws {
        try symmetric.hash(symmetric.sha256, UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    /// Seals for both directions, which take the same time, because opened data could not be opened again.
    private func cipher(_ count: Int) throws {
        try symmetric.gcm(UnsafeMutableRawBufferPointer(rebasing: memory[..<(count + 16)]), isSealing: true)
    }

    /// Imports a received public key.
    private func read() throws { EVP_PKEY_free(try RawKey.made(copenssl_ec_import("prime256v1", point, 65, nil))) }

    /// Verifies a certificate below an anchor, and a signature of its key.
    private func verify(_ count: Int) throws {
        try read()
        try hash(RawPresentation.certificate)
        try key.verify()
        try hash(count)
        try key.verify()
    }

    /// Establishes a session: imports the peer's key, derives the secret, hashes the transcript and derives two keys.
    private func establish() throws {
        try agreement.agree()
        try hash(RawPresentation.transcript)
        try symmetric.derive()
        try symmetric.derive()
    }

    /// Performs the holder's side: a message in, the response out, with the device's signature.
    func hold() throws {
        try establish()
        try cipher(RawPresentation.request)
        try hash(RawPresentation.authentication)
        try key.sign()
        try cipher(RawPresentation.response)
    }

    /// Performs the additional work of a holder that verifies the reader.
    func knowReader() throws { try verify(RawPresentation.authentication + RawPresentation.request) }

    /// Performs the reader's side: an engagement in, a request out, a response in, with the issuer's certificate and signature,
    /// eleven digests and the device's signature.
    func read(lists: Bool) throws {
        try establish()
        try cipher(RawPresentation.request)
        try cipher(RawPresentation.response)
        try verify(RawPresentation.object)
        for _ in 0..<10 { try hash(130) }
        try hash(20_200)
        try read()
        try hash(RawPresentation.authentication)
        try key.verify()
        guard lists else { return }
        // The authority's certificate revocation list, and the status list with its certificate.
        try hash(200)
        try key.verify()
        try verify(400)
    }
}
