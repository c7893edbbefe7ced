import JourneyBase
import JourneyCrypto

/// Measures each primitive against `openssl speed` for the same operation, alternating.
enum SpeedCase {
    /// One run of `openssl speed`, with the same operation of this package for each of its results, in order.
    private struct Run {
        var floor: OpenSSLSpeed
        var ours: [(name: String, body: () throws -> Void)]

        init(_ floor: OpenSSLSpeed, _ ours: (name: String, body: () throws -> Void)...) {
            self.floor = floor
            self.ours = ours
        }
    }

    /// At least 0.95 of the rate.
    static let aim = Measurement.Target.ratio(1 / 0.95)

    @Sendable static func figures(_ bench: Workbench) async throws -> [Measurement] {
        var figures: [Measurement] = []
        for run in try runs() {
            let samples = try await bench.sampler.alternate(
                floor: { try await run.floor.measure(run.ours.count) }, ours: run.ours.map(\.body))
            for (line, samples) in zip(run.ours, samples) {
                figures.append(Measurement(line.name, floor: "openssl speed", samples, aim: aim))
            }
        }
        return figures
    }

    private static func runs() throws -> [Run] {
        try data() + ec(P256.self, "p256") + ec(P384.self, "p384") + ec(P521.self, "p521") + others()
    }

    private static func data() -> [Run] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 32_768 + AESGCM.tagCount, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 7)
        let (short, long) = (
            UnsafeRawBufferPointer(rebasing: memory[..<16]), UnsafeRawBufferPointer(rebasing: memory[..<8_192])
        )
        let digest = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 8)
        let key = Secret(copying: [UInt8](repeating: 1, count: 32))
        let mac = HMACKey<SHA256>(key)
        let nonce = [UInt8](repeating: 2, count: AESGCM.nonceCount)
        let aad = [UInt8](repeating: 3, count: 13)
        return [
            Run(.data(["-evp", "sha256"], count: 16), ("SHA-256, 16 B", { SHA256.hash(short, into: digest) })),
            Run(.data(["-evp", "sha256"], count: 8_192), ("SHA-256, 8 KiB", { SHA256.hash(long, into: digest) })),
            Run(.data(["-evp", "sha384"], count: 16), ("SHA-384, 16 B", { SHA384.hash(short, into: digest) })),
            Run(.data(["-evp", "sha512"], count: 16), ("SHA-512, 16 B", { SHA512.hash(short, into: digest) })),
            Run(
                .data(["-hmac", "sha256"], count: 16),
                ("HMAC-SHA-256, 16 B, a key that is kept", { mac.tag(short, into: digest) })),
            Run(
                .data(["-aead", "-evp", "aes-256-gcm"], count: 32_768),
                (
                    "AES-256-GCM, 32 KiB in place",
                    { try AESGCM.seal(inPlace: memory, key: key, nonce: nonce, aad: aad) }
                )),
        ]
    }

    private static func ec<Curve: NamedCurve>(_: Curve.Type, _ name: String) throws -> [Run] {
        let key = try ECPrivateKey<Curve>.generate()
        let (own, peer) = (try ECAgreementKey<Curve>(), try ECAgreementKey<Curve>().publicKey)
        let message = [UInt8](repeating: 7, count: 20)
        let signature = try key.sign(message)
        let title = Curve.curve.rawValue
        return [
            Run(
                .key("ecdsa\(name)"), ("ECDSA \(title), sign", { keep(try key.sign(message)) }),
                ("ECDSA \(title), verify", { keep(key.publicKey.verifies(signature, of: message)) })),
            Run(.key("ecdh\(name)"), ("ECDH \(title)", { keep(try own.sharedSecret(with: peer)) })),
        ]
    }

    private static func others() throws -> [Run] {
        let (ed, rsa) = (try Ed25519PrivateKey.generate(), try RSAPrivateKey.generate())
        let message = [UInt8](repeating: 7, count: 20)
        let (edSignature, rsaSignature) = (try ed.sign(message), try rsa.sign(message, with: .rs256))
        return [
            Run(
                .key("ed25519"), ("Ed25519, sign", { keep(try ed.sign(message)) }),
                ("Ed25519, verify", { keep(ed.publicKey.verifies(edSignature, of: message)) })),
            Run(
                .key("rsa2048"), ("RSA-2048, sign", { keep(try rsa.sign(message, with: .rs256)) }),
                ("RSA-2048, verify", { keep(rsa.publicKey.verifies(rsaSignature, of: message, with: .rs256)) })),
        ]
    }
}
