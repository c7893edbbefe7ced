public import Foundation

extension Screen {
    /// Something to press.
    public struct Action: Hashable, Sendable {
        public enum Role: Hashable, Sendable, CaseIterable {
            /// Hands in what was filled in.
            case primary
            case secondary
            /// Hands in what was filled in, and cannot be undone.
            case destructive
            /// To the screen before; its id is `Screen.back`.
            case back
            case cancel
            /// Asks for another code.
            case resend

            /// Whether the fields go along, and have to be right.
            public var submits: Bool { self == .primary || self == .destructive }
        }

        public var id: String
        public var label: String
        public var role: Role
        /// From when it can be pressed, by the drawer's wall clock; a cool-down. `nil` for at once.
        public var availableFrom: Date?

        public init(id: String, label: String, role: Role = .primary, availableFrom: Date? = nil) {
            self.id = id
            self.label = label
            self.role = role
            self.availableFrom = availableFrom
        }

        /// The way back, in words of the host's own or of `language`.
        public static func back(_ label: String) -> Action { Action(id: Screen.back, label: label, role: .back) }

        /// Whole seconds until it can be pressed, rounded up; zero when it can.
        public func secondsLeft(at now: Date) -> Int {
            availableFrom.map { Countdown(ends: $0).secondsLeft(at: now) } ?? 0
        }
    }
}
