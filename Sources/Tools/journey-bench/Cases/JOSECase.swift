import JourneyBase
import JourneyCrypto

/// Measures JOSE's compact forms and HPKE, each against the one key operation that it requires.
enum JOSECase {
    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let payload = Array(#"{"iss":"https://bank.example","sub":"0123456789","exp":4102444800,"jti":"abcdef"}"#.utf8)
        let signer = try P256PrivateKey.generate()
        let keys = try JWKSet(["bench": signer.publicKey])
        let token = try await CompactJWS.sign(payload, typ: "bench+jwt", kid: "bench", key: signer)
        let verification = try RawKey.p256()
        let key = try P256AgreementKey()
        let agreement = try RawAgreement()
        let recipient = JWE.Recipient(.p256(key), kid: "bench")
        let floor = "one raw P-256 agreement with a fresh point"
        func opened(_ name: String, _ management: JWE.KeyManagement) async throws -> Measurement {
            let text = try CompactJWE.seal(
                payload, to: JWE.Destination(.p256(key.publicKey), kid: "bench", by: management))
            return try await bench.calculated(name, floor: floor, aim: .ratio(1.5), floor: { try agreement.agree() }) {
                keep(try CompactJWE.open(text, with: recipient).content)
            }
        }
        let (info, aad) = (Array("bench".utf8), [UInt8](repeating: 3, count: 13))
        let sent = try HPKE.seal(payload, to: key.publicKey, info: info, aad: aad)
        return [
            try await bench.calculated(
                "JWS verified, ES256", floor: "one raw ECDSA P-256 verification", aim: .ratio(1.25),
                floor: { try verification.verifyDigest() }
            ) {
                keep(try CompactJWS.verify(token, typ: "bench+jwt", keys: keys).payload)
            },
            try await opened("JWE opened, ECDH-ES", .ecdhES),
            try await opened("JWE opened, ECDH-ES+A256KW", .ecdhESA256KW),
            try await bench.calculated(
                "HPKE, sealed", floor: "a new P-256 key and one raw agreement", floor: { try agreement.send() }
            ) {
                keep(try HPKE.seal(payload, to: key.publicKey, info: info, aad: aad))
            },
            try await bench.calculated("HPKE, opened", floor: floor, floor: { try agreement.agree() }) {
                keep(try HPKE.open(sent.ciphertext, encapsulated: sent.encapsulated, with: key, info: info, aad: aad))
            },
        ]
    }
}
