public import Foundation

/// A log of fixed sentences with allow-listed fields, so that other data can't leak into it.
public struct Log: Sendable {
    /// The fields that an entry may have. None can hold a person's input.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case journey, step, event, code, trace, status, operation, method, count, milliseconds, origin
        case request, route, bytes
        /// A keyed pseudonym of the caller of a request.
        case caller
        /// The client's address, shortened as the operator configured.
        case address
    }

    /// The severity of an entry.
    public enum Level: String, Sendable { case debug, info, warning, error }

    /// One log entry.
    public struct Entry: Sendable, CustomStringConvertible {
        /// The severity.
        public let level: Level
        /// The sentence, a compile-time constant.
        public let sentence: String
        /// The fields.
        public let fields: [Field: String]

        /// The sentence and its fields, sorted by name.
        ///
        /// In values, everything but visible ASCII becomes `?`, so that no value can start a line, imitate a field or control a
        /// terminal. Values are cut after 200 characters.
        public var description: String {
            let pairs = fields.map { "\($0.key.rawValue)=\(Log.clean($0.value))" }.sorted()
            return ([level.rawValue, sentence] + pairs).joined(separator: " ")
        }

        /// Formats the entry as a line of a log file, after the time (RFC 3339, UTC, with milliseconds).
        ///
        /// - Parameter date: The time of the entry.
        /// - Returns: The line, without a line break.
        public func line(at date: Date) -> String { "\(RFC3339.text(date)) \(self)" }
    }

    private let sink: (@Sendable (Entry) -> Void)?

    /// Creates a log that passes each entry to `sink`, on the thread that records it.
    public init(sink: @escaping @Sendable (Entry) -> Void) { self.sink = sink }

    private init() { sink = nil }

    /// A log that discards all entries.
    public static let silent = Log()

    /// `true` if entries are discarded, so that costly fields need not be computed.
    public var isSilent: Bool { sink == nil }

    /// Records an entry.
    ///
    /// - Parameters:
    ///   - level: The severity.
    ///   - sentence: The sentence, a compile-time constant.
    ///   - fields: The fields.
    public func record(_ level: Level, _ sentence: StaticString, _ fields: [Field: String] = [:]) {
        sink?(Entry(level: level, sentence: "\(sentence)", fields: fields))
    }

    private static func clean(_ value: String) -> String {
        String(value.unicodeScalars.prefix(200).map { (0x21...0x7E).contains($0.value) ? Character($0) : "?" })
    }
}
