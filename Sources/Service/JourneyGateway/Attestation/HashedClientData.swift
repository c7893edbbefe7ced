import JourneyBase
import JourneyCrypto
import JourneyWire

/// The bytes that were hashed for an attestation or an assertion, and what they have to say (`AttestationClientData`).
struct HashedClientData {
    let bytes: [UInt8]
    private let json: JSONValue

    static let longest = 4_096

    init(_ bytes: [UInt8]) throws(AttestationRefusal) {
        guard bytes.count <= HashedClientData.longest,
            let json = try? JSONReader.read(bytes, limits: JSONLimits(bytes: bytes.count, depth: 1)),
            json.object != nil
        else { throw AttestationRefusal(.malformed, "There is no client data.") }
        self.bytes = bytes
        self.json = json
    }

    var hash: [UInt8] { SHA256.hash(bytes) }

    func text(_ key: AttestationClientData.CodingKeys) -> String? { json[key.rawValue]?.string }

    /// 32 bytes in base64url.
    func digest(_ key: AttestationClientData.CodingKeys) -> [UInt8]? {
        text(key).flatMap { Base64URL.decode($0) }.flatMap { $0.count == 32 ? $0 : nil }
    }

    /// Throws `ATTESTATION_MISMATCH` unless it is about `caller`'s session, and has no members but those of `purpose`.
    func check(_ purpose: AttestationClientData.Purpose, by caller: GatewayCaller) throws(AttestationRefusal) {
        let isRun = purpose == .assert
        let expected = AttestationClientData(
            purpose, challenge: text(.challenge) ?? "", instance: text(.instance) ?? "", partner: caller.partner,
            client: caller.client, tokenSha256: caller.session, journeyId: isRun ? text(.journeyId) ?? "" : nil,
            manifestHash: isRun ? text(.manifestHash) ?? "" : nil)
        guard json == expected.json else {
            throw AttestationRefusal(.mismatch, "The client data is about something else than the request.")
        }
    }
}
