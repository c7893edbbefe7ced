import JourneyBase
import JourneyCrypto

/// What an attestation or an assertion is about: the bytes that were hashed, and what they have to say.
///
/// ```json
/// { "purpose": "assert", "challenge": "…", "instance": "…", "partner": "…", "client": "…", "tokenSha256": "…",
///   "journeyId": "…", "manifestHash": "…" }
/// ```
struct AttestationClientData {
    let bytes: [UInt8]
    private let members: [String: JSONValue]

    static let longest = 4_096

    init(_ encoded: String?) throws(AttestationRefusal) {
        guard let bytes = encoded.flatMap({ Base64URL.decode($0) }), bytes.count <= AttestationClientData.longest,
            let members = (try? JSONReader.read(bytes, limits: JSONLimits(bytes: bytes.count, depth: 1)))?.object
        else { throw AttestationRefusal(.malformed, "There is no client data.") }
        self.bytes = bytes
        self.members = members
    }

    var hash: [UInt8] { SHA256.hash(bytes) }

    func text(_ name: String) -> String? { members[name]?.string }

    /// Bytes in base64url, that many.
    func data(_ name: String, count: Int = 32) -> [UInt8]? {
        text(name).flatMap { Base64URL.decode($0) }.flatMap { $0.count == count ? $0 : nil }
    }

    /// Throws `ATTESTATION_MISMATCH` unless it says exactly `expected`, and has of other members `free` alone.
    func check(_ expected: [String: String], free: Set<String>) throws(AttestationRefusal) {
        guard Set(members.keys) == Set(expected.keys).union(free),
            expected.allSatisfy({ members[$0.key]?.string == $0.value })
        else { throw AttestationRefusal(.mismatch, "The client data is about something else than the request.") }
    }
}
