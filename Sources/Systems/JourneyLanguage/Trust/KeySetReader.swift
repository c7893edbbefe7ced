internal import Foundation
internal import JourneyBase
internal import JourneyCrypto

/// Reads a key set. Unknown members are refused, because one could revoke trust.
enum KeySetReader {
    private static let members: Set<String> = [
        "version", "issuer", "environment", "notBefore", "notAfter", "keys", "revoked", "signature",
    ]

    static func read(_ document: Reading, bytes: [UInt8], digest: [UInt8]) throws(Refusal) -> ManifestKeySet {
        try document.onlyMembers(members)
        let begin = try ManifestHead.moment(document.required("notBefore"))
        let end = try ManifestHead.moment(document.required("notAfter"))
        guard begin < end else {
            throw Refusal(document.code, at: "notAfter", "notAfter must be later than notBefore.")
        }
        let list = try document.required("keys")
        return ManifestKeySet(
            version: Int64(try document.required("version").whole(in: 1...(1 << 53 - 1))), issuer: try issuer(document),
            environment: try environment(document), notBefore: begin, notAfter: end, keys: try keys(list),
            times: try times(list), revoked: try revoked(document.member("revoked")), document: bytes, digest: digest)
    }

    static func issuer(_ document: Reading) throws(Refusal) -> String {
        let reading = try document.required("issuer")
        let text = try reading.text()
        guard text.utf8.count <= 128 else { throw reading.refusal("is longer than 128 bytes") }
        return text
    }

    static func environment(_ document: Reading) throws(Refusal) -> String {
        let reading = try document.required("environment")
        let text = try reading.text()
        try reading.require(["sandbox", "production"].contains(text), "must be sandbox or production")
        return text
    }

    static func keys(_ list: Reading) throws(Refusal) -> JWKSet {
        do { return try JWKSet(["keys": list.value]) } catch {
            throw list.refusal("is not a list of public keys with unique IDs: \(error)")
        }
    }

    /// Reads the validity periods of single keys: `nbf` and `exp`, in seconds since 1970 as in RFC 7519, section 4.1.
    private static func times(_ list: Reading) throws(Refusal) -> [String: ManifestKeySet.KeyTime] {
        var times: [String: ManifestKeySet.KeyTime] = [:]
        for key in try list.elements() {
            let time = ManifestKeySet.KeyTime(begin: try second(key.member("nbf")), end: try second(key.member("exp")))
            if let begin = time.begin, let end = time.end, begin >= end {
                throw key.refusal("has an exp that is not later than its nbf")
            }
            guard let id = key.value["kid"]?.string else { continue }
            times[id] = time
        }
        return times
    }

    private static func second(_ reading: Reading?) throws(Refusal) -> Date? {
        guard let reading else { return nil }
        return Date(timeIntervalSince1970: Double(try reading.whole(in: 0...(1 << 40))))
    }

    private static func revoked(_ list: Reading?) throws(Refusal) -> Set<String> {
        guard let list else { return [] }
        try list.atMost(ManifestKeySet.revokedLimit, "ids")
        var ids: Set<String> = []
        for element in try list.elements() {
            let id = try element.text()
            guard JWKSet.isKeyID(id) else { throw element.refusal("is not a key ID") }
            guard ids.insert(id).inserted else { throw element.refusal("is a duplicate") }
        }
        return ids
    }
}
