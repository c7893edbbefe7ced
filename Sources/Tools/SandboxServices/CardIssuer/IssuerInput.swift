import JourneyBase
import JourneyServer
import JourneyWire

/// Reads the members of a JSON body one by one and reports all errors together.
struct IssuerInput {
    private let members: JSONValue
    private var faults: [String: String] = [:]

    /// Parses the body. Throws for another media type, for anything but a JSON object of at most 16 KiB, and for unknown members.
    init(_ request: HTTPRequest, known: Set<IssuerField>) throws(IssuerRefusal) {
        guard request.hasBody(of: "application/json") else { throw .mediaType }
        let limits = JSONLimits(bytes: 16 << 10, depth: 4, values: 64)
        guard let body = try? JSONReader.read(request.body, limits: limits), let names = body.object?.keys else {
            throw .noJSON
        }
        members = body
        let known = Set(known.map(\.rawValue))
        for name in names where !known.contains(name) { faults[name] = "This member is not known." }
    }

    /// Returns the string `field`: 1 to 256 visible ASCII characters accepted by `accepts`.
    mutating func text(_ field: IssuerField, _ accepts: (String) -> Bool = { _ in true }) -> String {
        if let text = members[field]?.string, (1...256).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), accepts(text)
        {
            return text
        }
        record(field)
        return ""
    }

    /// Returns the string `field`, or `nil` if it is missing.
    mutating func optionalText(_ field: IssuerField, _ accepts: (String) -> Bool) -> String? {
        members[field] == nil ? nil : text(field, accepts)
    }

    /// Returns the integer `field` within `range`.
    mutating func whole(_ field: IssuerField, in range: ClosedRange<Int64>) -> Int64 {
        if let number = members[field]?.int64, range.contains(number) { return number }
        record(field)
        return range.lowerBound
    }

    /// Returns the Boolean `field`; `false` if it is missing.
    mutating func flag(_ field: IssuerField) -> Bool {
        guard let value = members[field] else { return false }
        if value.bool == nil { record(field) }
        return value.bool ?? false
    }

    private mutating func record(_ field: IssuerField) {
        faults[field.rawValue] = members[field] == nil ? "is missing" : "Invalid value"
    }

    /// Throws all recorded errors.
    func finish() throws(IssuerRefusal) {
        guard faults.isEmpty else { throw .members(faults) }
    }
}
