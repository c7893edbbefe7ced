import JourneyBase
import JourneyCBOR
import JourneyCLI
import JourneyCrypto

/// Keys in files: PEM, JWK or COSE_Key.
enum KeyFile {
    /// Returns the private key in `path` for key agreement. Throws `FILE_EXPOSED` if others can read or change the
    /// file.
    static func agreement(_ path: String, _ invocation: Invocation) throws -> AgreementKey {
        let raw = try InputFile.raw(path, as: .secret)
        let text = String(decoding: raw, as: UTF8.self)
        if text.contains("-----BEGIN") {
            if let key = try? P256PrivateKey(pem: text) { return .p256(try P256AgreementKey(scalar: key.scalar())) }
            if let key = try? P384PrivateKey(pem: text) { return .p384(try P384AgreementKey(scalar: key.scalar())) }
            if let key = try? P521PrivateKey(pem: text) { return .p521(try P521AgreementKey(scalar: key.scalar())) }
        } else if isJSON(text) {
            if let key = try? PrivateJWK(Secret(copying: raw)).agreementKey() { return key }
        } else if let (curve, scalar) = scalar(try InputFile.decoded(raw, path, invocation)),
            let key = try? AgreementKey(scalar: scalar, on: curve)
        {
            return key
        }
        throw invalid(path, "no private key on P-256, P-384 or P-521 as PEM, JWK or COSE_Key")
    }

    /// Returns the private key in `path` for signing.
    static func signer(_ path: String, _ invocation: Invocation) throws -> any MessageSigner {
        let text = try InputFile.text(path, as: .secret)
        if text.contains("-----BEGIN"), let key = try? Ed25519PrivateKey(pem: text) { return key }
        if isJSON(text), let key = try? PrivateJWK(Secret(copying: Array(text.utf8))).signer() { return key }
        switch try agreement(path, invocation) {
        case .p256(let key): return try P256PrivateKey(scalar: key.scalar())
        case .p384(let key): return try P384PrivateKey(scalar: key.scalar())
        case .p521(let key): return try P521PrivateKey(scalar: key.scalar())
        }
    }

    /// Returns the private key in `path`, which must be that of `certificate`.
    static func signer(
        _ path: String, of certificate: Certificate, _ invocation: Invocation
    ) throws -> any MessageSigner {
        let key = try signer(path, invocation)
        guard let own = try? certificate.publicKey(), isPair(key, own) else {
            throw invalid(path, "a key that does not belong to the certificate")
        }
        return key
    }

    private static func isPair(_ key: any MessageSigner, _ other: PublicKey) -> Bool {
        switch (key, other) {
        case (let key as P256PrivateKey, .p256(let other)): key.publicKey == other
        case (let key as P384PrivateKey, .p384(let other)): key.publicKey == other
        case (let key as P521PrivateKey, .p521(let other)): key.publicKey == other
        case (let key as Ed25519PrivateKey, .ed25519(let other)): key.publicKey == other
        default: false
        }
    }

    /// Returns the public key in `path`: PEM of it or of its certificate, a JWK, a COSE_Key, or the private key.
    static func publicKey(_ path: String, _ invocation: Invocation) throws -> PublicKey {
        let raw = try InputFile.raw(path, as: .trusted)
        let text = String(decoding: raw, as: UTF8.self)
        if text.contains("-----BEGIN PUBLIC KEY-----"), let key = PublicPEM.key(text) { return key }
        if text.contains("-----BEGIN CERTIFICATE-----"), let key = try? Certificate.list(pem: text).first?.publicKey() {
            return key
        }
        if isJSON(text), let json = try? JSONReader.read(Array(text.utf8)), let key = try? JWK(json).key { return key }
        if let bytes = try? InputFile.decoded(raw, path, invocation), let key = try? COSEKey(bytes[...]).publicKey {
            return key
        }
        return try agreement(path, invocation).publicKey
    }

    private static func isJSON(_ text: String) -> Bool { text.first { !$0.isWhitespace } == "{" }

    /// Parses a COSE_Key with its private scalar, which only this tool reads: private keys are never sent.
    private static func scalar(_ bytes: [UInt8]) -> (EllipticCurve, Secret)? {
        guard let item = try? CBORReader.item(in: bytes[...]), item[1]?.integer == 2, let scalar = item[-4]?.bytes
        else {
            return nil
        }
        let curves: [Int64: EllipticCurve] = [1: .p256, 2: .p384, 3: .p521]
        return item[-1]?.integer.flatMap { curves[$0] }.map { ($0, Secret(copying: scalar)) }
    }

    static func invalid(_ path: String, _ what: String) -> CommandError {
        CommandError.badInput(.keyInvalid, "\(path) contains \(what).")
    }
}
