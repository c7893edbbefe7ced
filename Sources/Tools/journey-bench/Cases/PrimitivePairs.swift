import COpenSSL
import JourneyBase
import JourneyCrypto

/// Measures each primitive beside plain calls of the library in this process.
enum PrimitivePairs {
    struct Pair {
        let name: String
        /// The number of memory blocks that the result itself needs, such as an array or a secret; a C program would provide
        /// them.
        let results: Int
        let floor, ours: () throws -> Void

        init(
            _ name: String, results: Int = 0, _ floor: @escaping () throws -> Void,
            ours: @escaping () throws -> Void
        ) {
            (self.name, self.results, self.floor, self.ours) = (name, results, floor, ours)
        }
    }

    /// Measures speed, alternating. Covers operations that `openssl speed` lacks, and avoids noise between two processes.
    @Sendable static func speeds(_ bench: Workbench) async throws -> [Measurement] {
        var figures: [Measurement] = []
        for pair in try all() {
            figures.append(
                try await bench.calculated(
                    "\(pair.name), in C", floor: "the same calls in C", aim: SpeedCase.aim, floor: pair.floor,
                    ours: pair.ours))
        }
        return figures
    }

    /// Compares allocations: no primitive may allocate more blocks than the same calls in C, besides those of its result.
    @Sendable static func allocations(_ bench: Workbench) async throws -> [Measurement] {
        try all().map { pair in
            Measurement(
                "\(pair.name), allocations", floor: "the same calls in C",
                try Allocations.compare(floor: pair.floor, ours: pair.ours), unit: .allocations,
                aim: .more(Double(pair.results)))
        }
    }

    static func all() throws -> [Pair] {
        let raw = try RawSymmetric()
        return try hashes(raw) + ciphers(raw) + curve(P256.self, "prime256v1", raw, raw.sha256)
            + curve(P384.self, "secp384r1", raw, raw.sha384) + curve(P521.self, "secp521r1", raw, raw.sha512)
            + ed25519(raw) + rsa(raw)
    }

    private static var key: Secret { Secret(copying: [UInt8](repeating: 1, count: 32)) }
    private static let message = [UInt8](repeating: 7, count: 20)

    private static func memory(_ count: Int) -> UnsafeMutableRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 7)
        return memory
    }

    private static func hashes(_ raw: RawSymmetric) -> [Pair] {
        let (short, out, key) = (UnsafeRawBufferPointer(memory(16)), memory(64), key)
        let mac = HMACKey<SHA256>(key)
        let (salt, info) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 1, count: 16))
        return [
            Pair("SHA-256, 16 B", { try raw.hash(raw.sha256, short) }, ours: { SHA256.hash(short, into: out) }),
            Pair("SHA-384, 16 B", { try raw.hash(raw.sha384, short) }, ours: { SHA384.hash(short, into: out) }),
            Pair("SHA-512, 16 B", { try raw.hash(raw.sha512, short) }, ours: { SHA512.hash(short, into: out) }),
            Pair("HMAC-SHA-256, 16 B, a key that is kept", { try raw.tag(short) }, ours: { mac.tag(short, into: out) }),
            Pair(
                "HMAC-SHA-256, 16 B, a key that is used once", { try raw.tagOnce(short) },
                ours: { HMACSHA256.tag(short, key: key, into: out) }),
            Pair(
                "HKDF-SHA-256, 32 B", results: 1, { try raw.derive() },
                ours: { keep(HKDFSHA256.derive(from: key, salt: salt, info: info, count: 32)) }),
        ]
    }

    private static func ciphers(_ raw: RawSymmetric) throws -> [Pair] {
        let (key, nonce) = (key, [UInt8](repeating: 1, count: AESGCM.nonceCount))
        let aad = [UInt8](repeating: 1, count: 13)
        let wrapped = try AESKeyWrap.wrap(key, with: key)
        func gcm(_ count: Int, _ title: String) -> [Pair] {
            let (theirs, mine) = (memory(count + AESGCM.tagCount), memory(count + AESGCM.tagCount))
            return [
                Pair(
                    "AES-256-GCM, \(title), seal in place", { try raw.gcm(theirs, isSealing: true) },
                    ours: { try AESGCM.seal(inPlace: mine, key: key, nonce: nonce, aad: aad) }),
                // Sealed again before each opening, because opened data cannot be opened again.
                Pair("AES-256-GCM, \(title), seal and open in place") {
                    try raw.gcm(theirs, isSealing: true)
                    try raw.gcm(theirs, isSealing: false)
                } ours: {
                    try AESGCM.seal(inPlace: mine, key: key, nonce: nonce, aad: aad)
                    keep(try AESGCM.open(inPlace: mine, key: key, nonce: nonce, aad: aad))
                },
            ]
        }
        return gcm(16, "16 B") + gcm(32_768, "32 KiB") + [
            Pair(
                "AES-256 key wrap, 32 B", results: 1, { try raw.wrap() },
                ours: { keep(try AESKeyWrap.wrap(key, with: key)) }),
            Pair(
                "AES-256 key unwrap, 32 B", results: 1, { try raw.unwrap(wrapped) },
                ours: { keep(try AESKeyWrap.unwrap(wrapped, with: key)) }),
        ]
    }

    private static func curve<Curve: NamedCurve>(
        _: Curve.Type, _ group: String, _ raw: RawSymmetric, _ digest: RawSymmetric.Digest
    ) throws -> [Pair] {
        let floor = try RawKey(owning: copenssl_ec_generate(group), digest, of: raw)
        let (exchange, key) = (try RawExchange(group), try ECPrivateKey<Curve>.generate())
        let (own, peer) = (try ECAgreementKey<Curve>(), try ECAgreementKey<Curve>().publicKey)
        let (signature, out) = (try key.sign(message), memory(Curve.curve.signatureCount))
        let title = Curve.curve.rawValue
        return [
            Pair("ECDSA \(title), sign", { try floor.sign() }, ours: { try key.sign(message, into: out) }),
            Pair(
                "ECDSA \(title), verify", { try floor.verify() },
                ours: { keep(key.publicKey.verifies(signature, of: message)) }),
            Pair(
                "ECDH \(title)", results: 1, { try exchange.agree() }, ours: { keep(try own.sharedSecret(with: peer)) }),
        ]
    }

    private static func ed25519(_ raw: RawSymmetric) throws -> [Pair] {
        let floor = try RawKey(owning: copenssl_ed25519_generate(), raw.sha256, of: raw)
        let key = try Ed25519PrivateKey.generate()
        let (signature, out) = (try key.sign(message), memory(64))
        return [
            Pair("Ed25519, sign", { try floor.sign() }, ours: { try key.sign(message, into: out) }),
            Pair(
                "Ed25519, verify", { try floor.verify() },
                ours: { keep(key.publicKey.verifies(signature, of: message)) }),
        ]
    }

    private static func rsa(_ raw: RawSymmetric) throws -> [Pair] {
        let (key, oaep, secret) = (try RSAPrivateKey.generate(), try RawOAEP(), key)
        let ciphertext = try key.publicKey.encryptOAEP(secret)
        func signatures(_ title: String, _ algorithm: SignatureAlgorithm, isPSS: Bool) throws -> [Pair] {
            let floor = try RawKey(owning: copenssl_rsa_generate(2_048), raw.sha256, of: raw, isPSS: isPSS)
            let signature = try key.sign(message, with: algorithm)
            return [
                Pair(
                    "\(title), sign", results: 1, { try floor.sign() },
                    ours: { keep(try key.sign(message, with: algorithm)) }),
                Pair(
                    "\(title), verify", { try floor.verify() },
                    ours: { keep(key.publicKey.verifies(signature, of: message, with: algorithm)) }),
            ]
        }
        return try signatures("RSA-2048 PKCS#1", .rs256, isPSS: false) + signatures("RSA-2048 PSS", .ps256, isPSS: true)
            + [
                Pair(
                    "RSA-2048 OAEP, encrypt", results: 1, { try oaep.encrypt() },
                    ours: { keep(try key.publicKey.encryptOAEP(secret)) }),
                Pair(
                    "RSA-2048 OAEP, decrypt", results: 1, { try oaep.decrypt() },
                    ours: { keep(try key.decryptOAEP(ciphertext)) }),
            ]
    }
}
