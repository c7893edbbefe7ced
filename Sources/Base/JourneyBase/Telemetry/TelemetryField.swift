/// What telemetry may say: these names and no others. `docs/reference/telemetry.md` lists them.
///
/// None takes free text: a value is a name out of a signed journey or of the program, a word of a list, a number in a
/// range, or a random id. What a person typed fits none of them, and what does not fit is left out.
public enum TelemetryKey: String, Hashable, Sendable, CaseIterable {
    // Of one span or event.
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
    // Of the program that sends it.
    case service = "service.name"
    case version = "service.version"
    case installation = "service.instance.id"
    case environment = "deployment.environment.name"

    enum Shape {
        /// As `JourneyID`, without six digits in a row: no card number, telephone number or account number is a name.
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

    /// Whether the field is about the program that sends it.
    var isOfResource: Bool {
        switch self {
        case .service, .version, .installation, .environment: true
        default: false
        }
    }
}

/// One thing that telemetry says. It cannot be made with a value that its key does not take.
public struct TelemetryField: Hashable, Sendable {
    enum Value: Hashable, Sendable {
        case text(String)
        case number(Int64)
    }

    public let key: TelemetryKey
    let value: Value

    /// `nil` when `text` is not of the shape that `key` takes.
    public init?(_ key: TelemetryKey, _ text: String) {
        guard key.shape.takes(text) else { return nil }
        self.key = key
        value = .text(text)
    }

    /// `nil` when `number` is not in the range that `key` takes.
    public init?(_ key: TelemetryKey, _ number: Int64) {
        guard case .number(let range) = key.shape, range.contains(number) else { return nil }
        self.key = key
        value = .number(number)
    }

    /// The value as text.
    public var text: String {
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
            // Punctuation does not end a number: cards are written with it.
            if byte.isDigit { run += 1 } else if !"-._".utf8.contains(byte) { run = 0 }
            if run == 6 { return true }
        }
        return false
    }
}
