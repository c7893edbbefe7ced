internal import JourneyBase
internal import JourneyCrypto

/// The page's side of encrypted payloads: compact JWEs as described in `docs/reference/bridge.md`.
struct ScriptedEncryption: Sendable {
    let toSDK: Secret
    let fromSDK: Secret
    let own: P256AgreementKey
    let sdk: P256PublicKey
    let documentID: [UInt8]
    let version: String

    /// Encrypts `payload` for the message `name`, with the `alg` that the step requires.
    func encrypt(_ payload: JSONValue, name: String, by alg: String) throws -> String {
        guard alg == JWE.KeyManagement.ecdhESA256KW.rawValue else {
            return try CompactJWE.seal(payload.compactBytes, to: JWE.Destination(direct: toSDK))
        }
        return try CompactJWE.seal(
            payload.compactBytes, to: JWE.Destination(.p256(sdk)),
            labels: JWE.Labels(
                partyU: Array("journey-bridge/\(version) page-to-sdk \(name)".utf8), partyV: documentID))
    }

    /// Decrypts a payload from the SDK.
    func decrypt(_ jwe: String, by alg: String) throws -> JSONValue {
        let isAgreement = alg == JWE.KeyManagement.ecdhESA256KW.rawValue
        let recipient =
            isAgreement ? JWE.Recipient(.p256(own), accepting: [.ecdhESA256KW]) : try JWE.Recipient(direct: fromSDK)
        return try JSONReader.read(CompactJWE.open(jwe, with: recipient).content)
    }
}
