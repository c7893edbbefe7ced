public import Foundation

extension Screen {
    /// A piece of a screen's body.
    public enum Block: Hashable, Sendable {
        /// Plain text; line feeds break lines.
        case text(String)
        case notice(Notice)
        case picture(Picture)
        case countdown(Countdown)
        case progress(Progress)
        case card(Card)
    }

    /// A sentence set apart from the text.
    public struct Notice: Hashable, Sendable {
        public enum Severity: Hashable, Sendable, CaseIterable { case info, success, warning, error }
        public var severity: Severity
        public var text: String

        public init(_ severity: Severity, _ text: String) {
            self.severity = severity
            self.text = text
        }
    }

    /// Time that runs out. When it has, the question is answered with `Screen.expired`.
    public struct Countdown: Hashable, Sendable {
        /// What ends, such as “This code”; `nil` for the drawer's own words.
        public var label: String?
        /// By the wall clock that the drawer was given.
        public var ends: Date

        public init(_ label: String? = nil, ends: Date) {
            self.label = label
            self.ends = ends
        }

        /// Whole seconds left, rounded up; zero once it has ended.
        public func secondsLeft(at now: Date) -> Int {
            // Bounded, so that an end in the far future is no trap.
            Int(min(max(ends.timeIntervalSince(now).rounded(.up), 0), 31_536_000))
        }
    }

    /// Work under way.
    public struct Progress: Hashable, Sendable {
        /// What is being done; `nil` for the drawer's “please wait”.
        public var label: String?
        /// From 0 to 1, or `nil` when nobody knows how far it is.
        public let fraction: Double?

        /// A fraction outside 0 to 1 becomes the nearer end; one that is no number is none.
        public init(_ label: String? = nil, fraction: Double? = nil) {
            self.label = label
            self.fraction = fraction.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }
        }

        /// Whole hundredths, rounded down, so that only what is done says 100.
        public var percent: Int? { fraction.map { Int($0 * 100) } }
    }
}
