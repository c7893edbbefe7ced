import JourneyBase
import JourneyCrypto

/// Texts in JOSE's compact forms, and HPKE, against the one operation with the key that each of them cannot do without.
enum JOSECase {
    static func figures(_ bench: Workbench) async throws -> [Figure] {
        let payload = Array(#"{"iss":"https://bank.example","sub":"0123456789","exp":4102444800,"jti":"abcdef"}"#.utf8)
        let signer = try P256PrivateKey.generate()
        let keys = try JWKSet(["bench": signer.publicKey])
        let token = try await CompactJWS.sign(payload, typ: "bench+jwt", kid: "bench", key: signer)
        let verification = try RawVerification()
        let verified = try bench.sampler.calculate(floor: { try verification.verify() }) {
            keep(try CompactJWS.verify(token, typ: "bench+jwt", keys: keys).payload)
        }
        let key = try P256AgreementKey()
        let agreement = try RawAgreement()
        let recipient = JWE.Recipient(.p256(key), kid: "bench")
        func opened(_ management: JWE.KeyManagement) throws -> Sampler.Samples {
            let text = try CompactJWE.seal(
                payload, to: JWE.Destination(.p256(key.publicKey), kid: "bench", by: management))
            return try bench.sampler.calculate(floor: { try agreement.agree() }) {
                keep(try CompactJWE.open(text, with: recipient).content)
            }
        }
        let (info, aad) = (Array("bench".utf8), [UInt8](repeating: 3, count: 13))
        let sent = try HPKE.seal(payload, to: key.publicKey, info: info, aad: aad)
        let sealed = try bench.sampler.calculate(floor: { try agreement.send() }) {
            keep(try HPKE.seal(payload, to: key.publicKey, info: info, aad: aad))
        }
        let unsealed = try bench.sampler.calculate(floor: { try agreement.agree() }) {
            keep(try HPKE.open(sent.ciphertext, encapsulated: sent.encapsulated, with: key, info: info, aad: aad))
        }
        let floor = "one raw P-256 agreement with a fresh point"
        return [
            Figure(
                "JWS verified, ES256", floor: "one raw ECDSA P-256 verification", verified, aim: .ratio(1.25)),
            Figure("JWE opened, ECDH-ES", floor: floor, try opened(.ecdhES), aim: .ratio(1.5)),
            Figure("JWE opened, ECDH-ES+A256KW", floor: floor, try opened(.ecdhESA256KW), aim: .ratio(1.5)),
            Figure("HPKE, sealed", floor: "a new P-256 key and one raw agreement", sealed),
            Figure("HPKE, opened", floor: floor, unsealed),
        ]
    }
}
