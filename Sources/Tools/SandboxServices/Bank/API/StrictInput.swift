import JourneyBase
import JourneyServer

/// Reads a JSON request body member by member and collects everything that is wrong with it.
struct StrictInput {
    private let members: [String: JSONValue]
    private var faults: [String: String] = [:]

    /// Throws 415 for another media type, 400 for what is no strict JSON object of at most `bytes`, 422 for members that are not `known`.
    init(_ request: HTTPRequest, known: Set<String>, bytes: Int = 16 * 1024) throws(Problem) {
        guard request.hasBody(of: "application/json") else {
            throw Problem(415, "MEDIA_TYPE", "The body must be application/json.")
        }
        let limits = JSONLimits(bytes: bytes, depth: 4, values: 64)
        guard let value = try? JSONReader.read(request.body, limits: limits), case .object(let members) = value else {
            throw Problem(400, "MALFORMED_JSON", "The body is no JSON object.")
        }
        let unknown = members.keys.filter { !known.contains($0) }
        guard unknown.isEmpty else {
            throw .fields(Dictionary(uniqueKeysWithValues: unknown.map { ($0, "This field is not known.") }))
        }
        self.members = members
    }

    /// The text of `name` as `read` accepts it, or an empty one and a fault.
    mutating func text(_ name: String, _ sentence: String, _ read: (String) -> String?) -> String {
        if let text = members[name]?.string.flatMap(read) { return text }
        faults[name] = sentence
        return ""
    }

    /// The whole number of `name` within `range`, or the range's lower bound and a fault.
    mutating func integer(_ name: String, _ sentence: String, in range: ClosedRange<Int64>) -> Int64 {
        if let number = members[name]?.int64, range.contains(number) { return number }
        faults[name] = sentence
        return range.lowerBound
    }

    /// The truth value of `name` as `accepts` it, or a fault.
    @discardableResult
    mutating func truth(_ name: String, _ sentence: String, _ accepts: (Bool) -> Bool) -> Bool {
        if case .bool(let value)? = members[name], accepts(value) { return value }
        faults[name] = sentence
        return false
    }

    /// Throws 422 with every fault that was found.
    func finish() throws(Problem) {
        guard faults.isEmpty else { throw .fields(faults) }
    }
}

/// What the bank accepts as text.
enum BankText {
    /// A person's or company's name: 2 to 70 characters, without control characters, spaces at the ends taken off.
    static func name(_ text: String) -> String? {
        let name = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()
        let isPlain = name.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
        return (2...70).contains(name.count) && isPlain && name.contains(where: \.isLetter) ? String(name) : nil
    }

    /// Six digits, with single hyphens or spaces between pairs if any.
    static func sortCode(_ text: String) -> String? {
        let digits = text.filter { $0 != "-" && $0 != " " }
        let spelled = [2, 5].allSatisfy { place in
            let mark = text.dropFirst(place).first
            return mark == "-" || mark == " "
        }
        return isDigits(digits, 6) && (text.count == 6 || (text.count == 8 && spelled)) ? digits : nil
    }

    /// Eight digits.
    static func accountNumber(_ text: String) -> String? { isDigits(text, 8) ? text : nil }

    /// An id of ours: letters, digits and `_`.
    static func identifier(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "_")
        }
        return isPlain && (1...64).contains(text.utf8.count) ? text : nil
    }

    /// An idempotency key: 1 to 255 visible ASCII characters.
    static func key(_ text: String) -> String? {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
    }

    /// Bytes, because `isNumber` also accepts digits of other scripts.
    private static func isDigits(_ text: String, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
