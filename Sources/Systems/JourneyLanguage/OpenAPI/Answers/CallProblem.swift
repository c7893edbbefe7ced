package import JourneyBase

/// A bank's problem response to a rejected request (RFC 9457), reduced to its own code and one text for each field. All other
/// members are dropped.
package struct CallProblem: Hashable, Sendable {
    /// The bank's error code: 1 to 64 of `A`–`Z`, digits and `_`.
    package let code: String?
    /// Texts by field name: at most 16, each up to 200 characters.
    package let errors: [String: String]

    /// Reads the problem in `body`, or returns `nil` if it has neither a code nor field errors.
    package init?(_ body: JSONValue) {
        let code = body["code"]?.string
        self.code = code.flatMap { CallProblem.isCode($0) ? $0 : nil }
        var errors: [String: String] = [:]
        for error in body["errors"]?.array?.prefix(16) ?? [] {
            guard let field = error["field"]?.string ?? error["pointer"]?.string.flatMap(CallProblem.field),
                (1...64).contains(field.utf8.count), let detail = error["detail"]?.string
            else { continue }
            errors[field] = String(detail.prefix(200))
        }
        self.errors = errors
        if self.code == nil, errors.isEmpty { return nil }
    }

    /// Creates a problem from validation faults found before sending, within the same limits.
    init(faults: [(field: String, detail: String)]) {
        code = nil
        errors = Dictionary(
            faults.prefix(16).filter { (1...64).contains($0.field.utf8.count) }
                .map { ($0.field, String($0.detail.prefix(200))) }
        ) { first, _ in first }
    }

    /// Returns the member that a JSON Pointer such as `#/amount` refers to, as in RFC 9457's example, or `nil` for deeper
    /// pointers.
    private static func field(_ pointer: String) -> String? {
        guard pointer.hasPrefix("#/") else { return nil }
        let name = pointer.dropFirst(2)
        return name.contains { "/~%".contains($0) } ? nil : String(name)
    }

    static func isCode(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isUpperCaseLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    }

    /// The members `problem` and `errors` of an event's payload.
    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members["problem"] = code.map { .string($0) }
        if !errors.isEmpty {
            members["errors"] = .array(
                errors.sorted { $0.key < $1.key }.map { ["field": .string($0.key), "detail": .string($0.value)] })
        }
        return members
    }
}
