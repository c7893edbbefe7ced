import JourneyBase
import JourneyServer
import JourneyWire

/// Reads a JSON request body member by member and collects all errors. Unexpected members are refused.
struct StrictInput {
    private let members: [String: JSONValue]
    private var asked: Set<String> = []
    private var faults: [BankField: String] = [:]

    /// Parses the body. Throws 415 for another media type, 400 for anything but a strict JSON object of at most `bytes`.
    init(_ request: HTTPRequest, bytes: Int = 16 * 1024) throws(Problem) {
        guard request.hasBody(of: "application/json") else {
            throw Problem(415, .mediaType, "The body must be application/json.")
        }
        let limits = JSONLimits(bytes: bytes, depth: 4, values: 64)
        guard let value = try? JSONReader.read(request.body, limits: limits), case .object(let members) = value else {
            throw Problem(400, .malformedJSON, "The body is not a JSON object.")
        }
        self.members = members
    }

    /// Returns the member as parsed by `read`, or `otherwise` after recording an error.
    private mutating func value<Value>(
        _ field: BankField, _ sentence: String, or otherwise: Value, _ read: (JSONValue) -> Value?
    ) -> Value {
        asked.insert(field.rawValue)
        if let value = members[field.rawValue].flatMap(read) { return value }
        faults[field] = sentence
        return otherwise
    }

    /// Returns the string `field` as accepted by `read`, or an empty string after recording an error.
    mutating func text(_ field: BankField, _ sentence: String, _ read: (String) -> String?) -> String {
        value(field, sentence, or: "") { $0.string.flatMap(read) }
    }

    /// Returns the integer `field` within `range`, or the lower bound after recording an error.
    mutating func integer(_ field: BankField, _ sentence: String, in range: ClosedRange<Int64>) -> Int64 {
        value(field, sentence, or: range.lowerBound) { $0.int64.flatMap { range.contains($0) ? $0 : nil } }
    }

    /// Returns the Boolean `field` if `accepts` it, or `false` after recording an error.
    @discardableResult
    mutating func truth(_ field: BankField, _ sentence: String, _ accepts: (Bool) -> Bool) -> Bool {
        value(field, sentence, or: false) { $0.bool.flatMap { accepts($0) ? $0 : nil } }
    }

    /// Throws 422 for unexpected members, otherwise for all recorded errors.
    func finish() throws(Problem) {
        var unknown = Problem.fields([:])
        for name in members.keys where !asked.contains(name) { unknown.fields[name] = "This field is not known." }
        guard unknown.fields.isEmpty else { throw unknown }
        guard faults.isEmpty else { throw .fields(faults) }
    }
}

/// The bank's rules for texts.
enum BankText {
    /// Returns a person's or company's name: 2 to 70 characters without control characters, trimmed.
    static func name(_ text: String) -> String? {
        let name = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        let isPlain = name.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
        return (2...70).contains(name.count) && isPlain && name.contains(where: \.isLetter) ? String(name) : nil
    }

    /// Returns six digits, given with or without single hyphens or spaces between pairs.
    static func sortCode(_ text: String) -> String? {
        let digits = text.filter { $0 != "-" && $0 != " " }
        let spelled = [2, 5].allSatisfy { place in
            let mark = text.dropFirst(place).first
            return mark == "-" || mark == " "
        }
        return isDigits(digits, 6) && (text.count == 6 || (text.count == 8 && spelled)) ? digits : nil
    }

    /// Returns an account number of eight digits.
    static func accountNumber(_ text: String) -> String? { isDigits(text, 8) ? text : nil }

    /// Returns an identifier of the bank: letters, digits and `_`.
    static func identifier(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "_")
        }
        return isPlain && (1...64).contains(text.utf8.count) ? text : nil
    }

    /// Returns an idempotency key: 1 to 255 visible ASCII characters.
    static func key(_ text: String) -> String? {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
    }

    /// Compares bytes, because `isNumber` accepts digits of other scripts.
    private static func isDigits(_ text: String, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
