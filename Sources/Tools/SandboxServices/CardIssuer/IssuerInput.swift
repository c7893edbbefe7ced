import JourneyBase
import JourneyServer

/// Reads the members of a JSON body one by one and reports all errors together.
struct IssuerInput {
    private let members: [String: JSONValue]
    private var faults: [String: String] = [:]

    /// Parses the body. Throws for another media type, for anything but a JSON object of at most 16 KiB, and for unknown members.
    init(_ request: HTTPRequest, known: Set<String>) throws(IssuerRefusal) {
        guard request.hasBody(of: "application/json") else { throw .mediaType }
        let limits = JSONLimits(bytes: 16 << 10, depth: 4, values: 64)
        guard let members = try? JSONReader.read(request.body, limits: limits).object else { throw .noJSON }
        self.members = members
        for name in members.keys where !known.contains(name) { faults[name] = "This member is not known." }
    }

    /// Returns the string `name`: 1 to 256 visible ASCII characters accepted by `accepts`.
    mutating func text(_ name: String, _ accepts: (String) -> Bool = { _ in true }) -> String {
        if let text = members[name]?.string, (1...256).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), accepts(text)
        {
            return text
        }
        faults[name] = members[name] == nil ? "is missing" : "Invalid value"
        return ""
    }

    /// Returns the string `name`, or `nil` if it is missing.
    mutating func optionalText(_ name: String, _ accepts: (String) -> Bool) -> String? {
        members[name] == nil ? nil : text(name, accepts)
    }

    /// Returns the integer `name` within `range`.
    mutating func whole(_ name: String, in range: ClosedRange<Int64>) -> Int64 {
        if let number = members[name]?.int64, range.contains(number) { return number }
        faults[name] = members[name] == nil ? "is missing" : "Invalid value"
        return range.lowerBound
    }

    /// Returns the Boolean `name`; `false` if it is missing.
    mutating func flag(_ name: String) -> Bool {
        guard let value = members[name] else { return false }
        if value.bool == nil { faults[name] = "Invalid value" }
        return value.bool ?? false
    }

    /// Throws all recorded errors.
    func finish() throws(IssuerRefusal) {
        guard faults.isEmpty else { throw .members(faults) }
    }
}
