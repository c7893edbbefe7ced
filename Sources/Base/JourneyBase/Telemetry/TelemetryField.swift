/// The allow list of telemetry attributes, as listed in `docs/reference/telemetry.md`.
///
/// None accepts free text. A value is a name from a signed journey or the program, a word from a list, a number in a range, or a
/// random id. Personal input fits none of them, and values that don't fit are left out.
package enum TelemetryKey: String, Hashable, Sendable, CaseIterable {
    // Attributes of a span or event.
    case journey = "journey.id"
    case step = "journey.step"
    case operation = "journey.operation"
    case plugin = "journey.plugin"
    case method = "journey.method"
    case correlation = "journey.correlation"
    case outcome = "journey.outcome"
    case attempt = "journey.attempt"
    case count = "journey.count"
    case code = "error.type"
    case httpMethod = "http.request.method"
    case status = "http.response.status_code"
    // Attributes of the program.
    case service = "service.name"
    case version = "service.version"
    case installation = "service.instance.id"
    case environment = "deployment.environment.name"

    enum Shape {
        /// The form of `JourneyID`, without six digits in a row, so that no card, telephone or account number fits.
        case name
        /// Capital letters, digits and underscores, with the same rule.
        case code
        /// Digits and dots.
        case version
        /// A random UUID, in lower case.
        case id
        case word(Set<String>)
        case number(ClosedRange<Int64>)
    }

    var shape: Shape {
        switch self {
        case .journey, .step, .operation, .plugin, .method: .name
        case .code: .code
        case .version: .version
        case .correlation, .installation: .id
        case .outcome: .word(["completed", "pending", "cancelled", "failed"])
        case .httpMethod: .word(Set(HTTPMethod.allCases.map(\.rawValue)))
        case .service: .word(["journeykit"])
        case .environment: .word(["sandbox", "production"])
        case .attempt: .number(1...100)
        case .count: .number(0...1_000_000)
        case .status: .number(100...599)
        }
    }

    /// `true` if the attribute describes the program.
    var isOfResource: Bool {
        switch self {
        case .service, .version, .installation, .environment: true
        default: false
        }
    }
}

/// One telemetry attribute. It can't have a value that its key doesn't allow.
public struct TelemetryField: Hashable, Sendable {
    enum Value: Hashable, Sendable {
        case text(String)
        case number(Int64)
    }

    package let key: TelemetryKey
    let value: Value

    /// Creates a field, or returns `nil` if `text` doesn't have the form that `key` requires.
    package init?(_ key: TelemetryKey, _ text: String) {
        guard key.shape.takes(text) else { return nil }
        self.key = key
        value = .text(text)
    }

    /// Creates a field, or returns `nil` if `number` is outside the range of `key`.
    package init?(_ key: TelemetryKey, _ number: Int64) {
        guard case .number(let range) = key.shape, range.contains(number) else { return nil }
        self.key = key
        value = .number(number)
    }

    /// The value as text.
    package var text: String {
        switch value {
        case .text(let text): text
        case .number(let number): String(number)
        }
    }
}

extension TelemetryKey.Shape {
    fileprivate func takes(_ text: String) -> Bool {
        switch self {
        case .name: JourneyID(text) != nil && !hasLongNumber(text)
        case .code:
            (1...64).contains(text.utf8.count) && !hasLongNumber(text)
                && text.utf8.allSatisfy { $0.isUpperCaseLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
                && text.utf8.first.map(\.isUpperCaseLetter) ?? false
        case .version:
            (1...32).contains(text.utf8.count) && !hasLongNumber(text)
                && text.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
        case .id:
            text.utf8.count == 36
                && text.utf8.enumerated().allSatisfy { index, byte in
                    [8, 13, 18, 23].contains(index)
                        ? byte == UInt8(ascii: "-") : byte.isDigit || (0x61...0x66).contains(byte)
                }
        case .word(let words): words.contains(text)
        case .number: false
        }
    }

    private func hasLongNumber(_ text: String) -> Bool {
        var run = 0
        for byte in text.utf8 {
            // Punctuation doesn't end a digit sequence, because card numbers are written with it.
            if byte.isDigit { run += 1 } else if !"-._".utf8.contains(byte) { run = 0 }
            if run == 6 { return true }
        }
        return false
    }
}
