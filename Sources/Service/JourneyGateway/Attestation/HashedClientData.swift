import JourneyBase
import JourneyCrypto
import JourneyWire

/// The client data that an attestation or assertion covers, as received and parsed (`AttestationClientData`).
struct HashedClientData {
    let bytes: [UInt8]
    private let json: JSONValue

    static let longest = 4_096

    init(_ bytes: [UInt8]) throws(AttestationRefusal) {
        guard bytes.count <= HashedClientData.longest,
            let json = try? JSONReader.read(bytes, limits: JSONLimits(bytes: bytes.count, depth: 1)),
            json.object != nil
        else { throw AttestationRefusal(.malformed, "The client data is missing or not a JSON object.") }
        self.bytes = bytes
        self.json = json
    }

    var hash: [UInt8] { SHA256.hash(bytes) }

    func text(_ key: AttestationClientData.CodingKeys) -> String? { json[key.rawValue]?.string }

    /// Decodes a member of 32 bytes in base64url.
    func digest(_ key: AttestationClientData.CodingKeys) -> [UInt8]? {
        text(key).flatMap { Base64URL.decode($0) }.flatMap { $0.count == 32 ? $0 : nil }
    }

    /// Throws `ATTESTATION_MISMATCH` unless the data names `caller`'s session and has exactly the members of `purpose`.
    func check(_ purpose: AttestationClientData.Purpose, by caller: GatewayCaller) throws(AttestationRefusal) {
        let isRun = purpose == .assert
        let expected = AttestationClientData(
            purpose, challenge: text(.challenge) ?? "", instance: text(.instance) ?? "", partner: caller.partner,
            client: caller.client, tokenSha256: caller.session, journeyId: isRun ? text(.journeyId) ?? "" : nil,
            manifestHash: isRun ? text(.manifestHash) ?? "" : nil)
        guard json == expected.json else {
            throw AttestationRefusal(.mismatch, "The client data does not match the request.")
        }
    }
}
