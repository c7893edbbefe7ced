package import JourneyBase

/// What a bank says of a request that it did not accept (RFC 9457), cut down to what a page can show: its own code, and
/// a sentence for each field. Anything else of the body is dropped.
package struct CallProblem: Hashable, Sendable {
    /// The bank's name for it: 1 to 64 of `A`–`Z`, digits and `_`.
    package let code: String?
    /// By field name, at most 16, each up to 200 characters.
    package let errors: [String: String]

    /// What `body` says, or `nil` when it says nothing of use.
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

    /// What this side finds wrong before anything is sent, under the bounds of what a bank says.
    init(faults: [(field: String, detail: String)]) {
        code = nil
        errors = Dictionary(
            faults.prefix(16).filter { (1...64).contains($0.field.utf8.count) }
                .map { ($0.field, String($0.detail.prefix(200))) }
        ) { first, _ in first }
    }

    /// The member that a JSON Pointer such as `#/amount` leads to, as RFC 9457 spells its example; `nil` for deeper ones.
    private static func field(_ pointer: String) -> String? {
        guard pointer.hasPrefix("#/") else { return nil }
        let name = pointer.dropFirst(2)
        return name.contains { "/~%".contains($0) } ? nil : String(name)
    }

    static func isCode(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isUpperCaseLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
    }

    /// As members of the event's payload: `problem` and `errors`.
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
