internal import JourneyBase
internal import JourneyCrypto

/// A scripted document's half of encrypted payloads: compact JWEs as `docs/reference/bridge.md` has them.
struct ScriptedEncryption: Sendable {
    let toSDK: Secret
    let fromSDK: Secret
    let own: P256AgreementKey
    let sdk: P256PublicKey
    let documentID: [UInt8]
    let version: String

    /// The JWE of `payload` as part of message `name`, by the `alg` that the step names.
    func encrypt(_ payload: JSONValue, name: String, by alg: String) throws -> String {
        guard alg == JWE.KeyManagement.ecdhESA256KW.rawValue else {
            return try CompactJWE.seal(payload.compactBytes, to: JWE.Destination(direct: toSDK))
        }
        return try CompactJWE.seal(
            payload.compactBytes, to: JWE.Destination(.p256(sdk)),
            labels: JWE.Labels(
                partyU: Array("journey-bridge/\(version) page-to-sdk \(name)".utf8), partyV: documentID))
    }

    /// What the SDK encrypted.
    func decrypt(_ jwe: String, by alg: String) throws -> JSONValue {
        let isAgreement = alg == JWE.KeyManagement.ecdhESA256KW.rawValue
        let recipient =
            isAgreement ? JWE.Recipient(.p256(own), accepting: [.ecdhESA256KW]) : try JWE.Recipient(direct: fromSDK)
        return try JSONReader.read(CompactJWE.open(jwe, with: recipient).content)
    }
}
