public import Foundation

/// Fixed sentences with allow-listed fields: what cannot be named cannot leak.
public struct Log: Sendable {
    /// What may stand beside a sentence. None of them can hold what a person typed.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case journey, step, event, code, trace, status, operation, method, count, milliseconds, origin
        case request, route, bytes
        /// A keyed pseudonym of who made a request.
        case caller
        /// A client's address, as much of it as the operator wants.
        case address
    }

    /// How much a line matters.
    public enum Level: String, Sendable { case debug, info, warning, error }

    /// One line.
    public struct Entry: Sendable, CustomStringConvertible {
        public let level: Level
        public let sentence: String
        public let fields: [Field: String]

        /// The sentence and its fields in the order of their names. In values, everything but visible ASCII becomes `?`,
        /// so that no value starts a line, looks like another field or speaks to a terminal; 200 characters at most.
        public var description: String {
            let pairs = fields.map { "\($0.key.rawValue)=\(Log.clean($0.value))" }.sorted()
            return ([level.rawValue, sentence] + pairs).joined(separator: " ")
        }

        /// The entry as a line of a log, behind the moment (RFC 3339, UTC, with milliseconds).
        public func line(at date: Date) -> String { "\(RFC3339.text(date)) \(self)" }
    }

    private let sink: (@Sendable (Entry) -> Void)?

    /// A log that hands each entry to `sink`, on whichever thread records it.
    public init(sink: @escaping @Sendable (Entry) -> Void) { self.sink = sink }

    private init() { sink = nil }

    /// Keeps nothing.
    public static let silent = Log()

    /// Whether anything is kept; what is costly to find out need not be found out for a silent log.
    public var isSilent: Bool { sink == nil }

    /// Records a sentence, which is fixed when the program is built, with its fields.
    public func record(_ level: Level, _ sentence: StaticString, _ fields: [Field: String] = [:]) {
        sink?(Entry(level: level, sentence: "\(sentence)", fields: fields))
    }

    private static func clean(_ value: String) -> String {
        String(value.unicodeScalars.prefix(200).map { (0x21...0x7E).contains($0.value) ? Character($0) : "?" })
    }
}
