import JourneyBase
import JourneyCBOR

extension CBORValue {
    /// Returns the value in diagnostic notation.
    var diagnostic: String { (try? CBORReader.item(in: encoded[...], limits: CBORLimits(depth: 64)))?.diagnostic ?? "" }
}

enum Diagnostic {
    /// Returns `true` if `value` corresponds to `json`.
    static func matches(_ value: CBORValue, _ json: JSONValue) -> Bool {
        switch (value, json) {
        case (.unsigned, .number(let number)), (.negative, .number(let number)): value.diagnostic == number.lexeme
        // Bignums: the appendix has those just beyond 64 bits.
        case (.tagged(2, .bytes(let bytes)), .number(let number)):
            bytes == [1, 0, 0, 0, 0, 0, 0, 0, 0] && number.lexeme == "18446744073709551616"
        case (.tagged(3, .bytes(let bytes)), .number(let number)):
            bytes == [1, 0, 0, 0, 0, 0, 0, 0, 0] && number.lexeme == "-18446744073709551617"
        case (.float(let bits), .number(let number)): Double(number.lexeme)?.bitPattern == bits
        case (.text(let text), .string(let other)): text == other
        case (.boolean(let one), .bool(let other)): one == other
        case (.null, .null): true
        case (.array(let values), .array(let others)):
            values.count == others.count && zip(values, others).allSatisfy { matches($0, $1) }
        case (.map(let members), .object(let others)):
            members.count == others.count
                && others.allSatisfy { name, other in members[.text(name)].map { matches($0, other) } ?? false }
        default: false
        }
    }
}
