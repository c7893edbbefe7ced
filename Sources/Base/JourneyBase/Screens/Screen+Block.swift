public import Foundation

extension Screen {
    /// An element of a screen's body.
    public enum Block: Hashable, Sendable {
        /// Plain text. Line feeds break lines.
        case text(String)
        case notice(Notice)
        case picture(Picture)
        case countdown(Countdown)
        case progress(Progress)
        case card(Card)
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

        public init(_ label: String? = nil, ends: Date) {
            self.label = label
            self.ends = ends
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
