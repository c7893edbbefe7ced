import JourneyBase
import JourneyCrypto

/// Each primitive against `openssl speed` for the same operation, by turns.
enum SpeedCase {
    /// One line: what `openssl speed` does, which of its figures counts, and the same done by us.
    private struct Line {
        var name: String
        var floor: OpenSSLSpeed
        var figure = 0
        var ours: () throws -> Void
    }

    /// At least 0.95 of the rate.
    static let aim = Figure.Aim.ratio(1 / 0.95)

    @Sendable static func figures(_ bench: Workbench) async throws -> [Figure] {
        var figures: [Figure] = []
        for line in try lines() {
            let samples = try await bench.sampler.alternate(
                floor: { try await line.floor.measure()[line.figure] }, ours: line.ours)
            figures.append(Figure(line.name, floor: "openssl speed", samples, aim: aim))
        }
        return figures
    }

    private static func lines() throws -> [Line] {
        try data() + ec(P256.self, "p256") + ec(P384.self, "p384") + ec(P521.self, "p521") + others()
    }

    private static func data() -> [Line] {
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
            Line(name: "SHA-256, 16 B", floor: .data(["-evp", "sha256"], count: 16)) {
                SHA256.hash(short, into: digest)
            },
            Line(name: "SHA-256, 8 KiB", floor: .data(["-evp", "sha256"], count: 8_192)) {
                SHA256.hash(long, into: digest)
            },
            Line(name: "SHA-384, 16 B", floor: .data(["-evp", "sha384"], count: 16)) {
                SHA384.hash(short, into: digest)
            },
            Line(name: "SHA-512, 16 B", floor: .data(["-evp", "sha512"], count: 16)) {
                SHA512.hash(short, into: digest)
            },
            Line(name: "HMAC-SHA-256, 16 B, a key that is kept", floor: .data(["-hmac", "sha256"], count: 16)) {
                mac.tag(short, into: digest)
            },
            Line(name: "AES-256-GCM, 32 KiB in place", floor: .data(["-aead", "-evp", "aes-256-gcm"], count: 32_768)) {
                try AESGCM.seal(inPlace: memory, key: key, nonce: nonce, aad: aad)
            },
        ]
    }

    private static func ec<Curve: NamedCurve>(_: Curve.Type, _ name: String) throws -> [Line] {
        let key = try ECPrivateKey<Curve>.generate()
        let (own, peer) = (try ECAgreementKey<Curve>(), try ECAgreementKey<Curve>().publicKey)
        let message = [UInt8](repeating: 7, count: 20)
        let signature = try key.sign(message)
        let title = Curve.curve.rawValue
        return [
            Line(name: "ECDSA \(title), sign", floor: .key("ecdsa\(name)")) { keep(try key.sign(message)) },
            Line(name: "ECDSA \(title), verify", floor: .key("ecdsa\(name)"), figure: 1) {
                keep(key.publicKey.verifies(signature, of: message))
            },
            Line(name: "ECDH \(title)", floor: .key("ecdh\(name)")) { keep(try own.sharedSecret(with: peer)) },
        ]
    }

    private static func others() throws -> [Line] {
        let (ed, rsa) = (try Ed25519PrivateKey.generate(), try RSAPrivateKey.generate())
        let message = [UInt8](repeating: 7, count: 20)
        let (edSignature, rsaSignature) = (try ed.sign(message), try rsa.sign(message, with: .rs256))
        return [
            Line(name: "Ed25519, sign", floor: .key("ed25519")) { keep(try ed.sign(message)) },
            Line(name: "Ed25519, verify", floor: .key("ed25519"), figure: 1) {
                keep(ed.publicKey.verifies(edSignature, of: message))
            },
            Line(name: "RSA-2048, sign", floor: .key("rsa2048")) { keep(try rsa.sign(message, with: .rs256)) },
            Line(name: "RSA-2048, verify", floor: .key("rsa2048"), figure: 1) {
                keep(rsa.publicKey.verifies(rsaSignature, of: message, with: .rs256))
            },
        ]
    }
}
