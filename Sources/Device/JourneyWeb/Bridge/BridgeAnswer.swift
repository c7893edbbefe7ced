internal import Foundation
internal import JourneyBase

/// The SDK's answer to one message of a page.
struct BridgeAnswer {
    enum Content {
        /// A payload of the handshake.
        case handshake(JSONValue)
        case result(JSONValue)
        /// A result as a compact JWE.
        case encrypted(String)
        case error(JourneyError)
    }

    /// The message's name, or `error` when it can't be trusted.
    var name: String
    /// The message's id, when it can be trusted.
    var id: String?
    var content: Content
    var traceparent: String?

    /// Returns the answer's bytes without a seal.
    ///
    /// An error contains four things only: the code, whether retrying can help, when, and the trace to quote to support.
    func bytes(
        time: Date, nonce: String, version: BridgeVersion, sdkVersion: String, documentID: String?,
        newTrace: () -> String
    ) -> [UInt8] {
        var trace = traceparent
        var payload: JSONValue = [:]
        var jwe: String?
        switch content {
        case .handshake(let value): payload = value
        case .result(let value): payload = ["result": value]
        case .encrypted(let text): jwe = text
        case .error(let error):
            let named = trace ?? newTrace()
            trace = named
            var members: [String: JSONValue] = [
                "code": .string(error.code.rawValue), "recoverable": .bool(error.isRecoverable),
                "traceparent": .string(named),
            ]
            if case .retry(let after) = error.recovery {
                members["retryAfterMs"] = .number(JSONNumber(Int64(max(.zero, after) / .milliseconds(1))))
            }
            payload = ["error": .object(members)]
        }
        // Written without an encoder: names, ids, nonces and JWEs need no escaping.
        var out = Array(#"{"kind":"response","name":""#.utf8)
        out += name.utf8
        out += #"","id":"#.utf8
        out += (id.map { "\"\($0)\"" } ?? "null").utf8
        if let jwe {
            out += #","jwe":"\#(jwe)""#.utf8
        } else {
            out += #","payload":"#.utf8
            out += payload.compactBytes
        }
        out += #","meta":{"ts":\#(Int64(time.timeIntervalSince1970 * 1_000)),"nonce":"\#(nonce)""#.utf8
        out += #","bridgeVersion":"\#(version.rawValue)","sdkVersion":"#.utf8
        out += JSONValue.string(sdkVersion).compactBytes
        if let documentID { out += #","docId":"\#(documentID)""#.utf8 }
        if let trace { out += #","traceparent":"\#(trace)""#.utf8 }
        out += "}}".utf8
        return out
    }
}
