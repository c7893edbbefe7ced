import Foundation
import JourneyCBOR
import MobileDocument

/// A short explanation of a line of an outline.
enum Annotation {
    /// Returns the explanation of the item under `key`, or `nil`.
    static func of(_ item: CBORItem, key: String?) -> String? {
        if let time = item.time {
            return time.formatted(
                .dateTime.weekday().day().month().year().hour().minute().locale(.init(identifier: "en_GB"))) + " UTC"
        }
        if let day = item.fullDate {
            return "the day \(day)"
        }
        if item.tagged(0) != nil || item.tagged(1_004) != nil { return "not a date in the required form" }
        if let bytes = item.bytes, let kind = Kind.ofBytes(bytes) { return kind }
        guard let key, let number = item.integer else { return nil }
        switch key {
        case "1": return algorithms[number]
        case "\"status\"": return statuses[number]
        case "-1": return [1: "P-256", 2: "P-384", 3: "P-521", 6: "Ed25519"][number]
        case "\"sex\"": return [0: "not known", 1: "male", 2: "female", 9: "not applicable"][number]
        default: return nil
        }
    }

    private static let algorithms: [Int64: String] = [
        -7: "ES256", -35: "ES384", -36: "ES512", -8: "EdDSA", 5: "HMAC 256/256", 2: "key type EC2",
    ]
    private static let statuses: [Int64: String] = [
        0: "OK", 10: "general or session encryption error", 11: "CBOR decoding error", 12: "CBOR validation error",
        20: "session termination",
    ]
}
