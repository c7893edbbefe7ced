public import Foundation

extension Screen {
    /// An element of a screen's body.
    public enum Block: Hashable, Sendable {
        /// Plain text. Line feeds break lines.
        case text(String)
        case points(Points)
        /// A banner.
        case notice(Notice)
        case amount(Amount)
        case details(Details)
        case outcome(Outcome)
        /// A code for the other side's camera.
        case code(Code)
        case picture(Picture)
        case document(Document)
        case card(Card)
        case pass(Pass)
        case countdown(Countdown)
        case progress(Progress)
        /// A list or a place without content, in a sentence.
        case empty(String)

        /// The countdown, also one inside another element.
        public var countdown: Countdown? {
            switch self {
            case .countdown(let countdown): countdown
            case .code(let code): code.countdown
            case .pass(let pass): pass.code?.countdown
            case .text, .points, .notice, .amount, .details, .outcome, .picture, .document, .card, .progress, .empty:
                nil
            }
        }
    }

    /// Statements of equal rank, such as terms or rules.
    public struct Points: Hashable, Sendable {
        /// The sentence before them.
        public var heading: String
        public var items: [String]

        /// Creates a list.
        ///
        /// - Parameters:
        ///   - heading: The sentence before the statements.
        ///   - items: The statements.
        public init(_ heading: String, _ items: [String]) {
            self.heading = heading
            self.items = items
        }
    }

    /// A highlighted sentence.
    public struct Notice: Hashable, Sendable {
        public enum Severity: Hashable, Sendable, CaseIterable { case info, success, warning, error }
        public var severity: Severity
        public var text: String

        public init(_ severity: Severity, _ text: String) {
            self.severity = severity
            self.text = text
        }
    }

    /// A countdown. Its end answers the question with `Screen.expired`.
    public struct Countdown: Hashable, Sendable {
        /// The text before the time, such as “This code”; `nil` for the renderer's own.
        public var label: String?
        /// The end, by the renderer's wall clock.
        public var ends: Date
        /// The whole time in seconds, of which a drawer shows the remaining share; `nil` if unknown.
        public var lasting: TimeInterval?

        /// Creates a countdown.
        ///
        /// - Parameters:
        ///   - label: The text before the time.
        ///   - ends: The end.
        ///   - lasting: The whole time in seconds.
        public init(_ label: String? = nil, ends: Date, lasting: TimeInterval? = nil) {
            self.label = label
            self.ends = ends
            self.lasting = lasting
        }

        /// The seconds before the end from which drawers warn the person.
        public static let warning = 30

        /// Returns the share of the time that is left, 0 to 1; `nil` if the whole time is unknown.
        public func share(at now: Date) -> Double? {
            lasting.flatMap { $0 > 0 ? min(max(Double(secondsLeft(at: now)) / $0, 0), 1) : nil }
        }

        /// Returns the seconds left, rounded up; zero after the end.
        public func secondsLeft(at now: Date) -> Int {
            // Bounded, so that an end in the far future can't overflow `Int`.
            Int(min(max(ends.timeIntervalSince(now).rounded(.up), 0), 31_536_000))
        }
    }

    /// Work in progress.
    public struct Progress: Hashable, Sendable {
        /// The work in progress; `nil` for the renderer's “please wait”.
        public var label: String?
        /// The completed fraction, 0 to 1; `nil` if unknown.
        public let fraction: Double?

        /// Creates a progress element.
        ///
        /// - Parameters:
        ///   - label: The work in progress; `nil` for the renderer's “please wait”.
        ///   - fraction: The completed fraction. It is clamped to 0...1; NaN counts as unknown.
        public init(_ label: String? = nil, fraction: Double? = nil) {
            self.label = label
            self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        }

        /// The completed percentage, rounded down, so that 100 means done.
        public var percent: Int? { fraction.map { Int($0 * 100) } }
    }
}
