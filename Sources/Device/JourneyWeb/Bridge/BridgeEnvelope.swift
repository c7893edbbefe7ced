internal import Foundation
internal import JourneyBase

/// A bridge message without its seal.
struct BridgeEnvelope: Equatable {
    enum Kind: String { case event, request, response }

    var kind: Kind
    var name: String
    var id: String
    /// An object; empty when the message has a `jwe` instead.
    var payload: JSONValue
    /// The encrypted payload as received: it may not be a compact JWE.
    var jwe: String?
    /// Milliseconds since 1970.
    var time: Int64
    var nonce: String
    var bridgeVersion: String
    /// The document's id; `nil` in a hello only.
    var documentID: String?
    /// W3C Trace Context, section 3.2.
    var traceparent: String?

    /// Reads a message from `bytes`; `nil` for an invalid one.
    ///
    /// Refused are duplicate keys, unknown members except in the payload, a payload that is not an object, both or neither of
    /// payload and `jwe`, times that are not whole numbers, and names and ids other than 1 to 64 plain characters.
    init?(_ bytes: [UInt8], depth: Int) {
        let limits = JSONLimits(bytes: WebMessage.maximumBytes, depth: depth, values: 20_000)
        guard let members = (try? JSONReader.read(bytes, limits: limits))?.object,
            members.count == 5,
            let kind = members["kind"]?.string.flatMap(Kind.init), let name = members["name"]?.string,
            BridgeEnvelope.isName(name), let id = members["id"]?.string, BridgeEnvelope.isName(id),
            let content = members["payload"] ?? members["jwe"], let meta = members["meta"]?.object,
            meta.keys.allSatisfy({ BridgeEnvelope.metaMembers.contains($0) }), let time = meta["ts"]?.int64,
            let nonce = meta["nonce"]?.string, nonce.utf8.count >= 8, BridgeEnvelope.isName(nonce),
            let version = meta["bridgeVersion"]?.string
        else { return nil }
        if members["payload"] == nil {
            guard let text = content.string else { return nil }
            payload = [:]
            jwe = text
        } else {
            guard content.object != nil else { return nil }
            payload = content
        }
        // Each of the three may be absent, but not of another type.
        for name in ["docId", "traceparent", "sdkVersion"] {
            if let value = meta[name], value.string == nil { return nil }
        }
        if let trace = meta["traceparent"]?.string, !BridgeEnvelope.isTraceparent(trace) { return nil }
        self.kind = kind
        self.name = name
        self.id = id
        self.time = time
        self.nonce = nonce
        bridgeVersion = version
        documentID = meta["docId"]?.string
        traceparent = meta["traceparent"]?.string
    }

    private static let metaMembers: Set<String> = [
        "ts", "nonce", "bridgeVersion", "docId", "traceparent", "sdkVersion",
    ]

    /// Returns `true` for 1 to 64 ASCII letters, digits, `-`, `_` or `.`.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isLetterOrDigit || "-._".utf8.contains($0) }
    }

    static func isTraceparent(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [2, 32, 16, 2]
            && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) } }
    }
}
