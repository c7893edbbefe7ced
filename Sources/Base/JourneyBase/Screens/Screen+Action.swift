public import Foundation

extension Screen {
    /// A button.
    public struct Action: Hashable, Sendable {
        /// The role of an action.
        public enum Role: Hashable, Sendable, CaseIterable {
            /// Submits the fields.
            case primary
            /// Another choice, without the fields.
            case secondary
            /// Submits the fields; can't be undone.
            case destructive
            /// Returns to the previous screen. Its id is `Screen.back`.
            case back
            /// Cancels the flow.
            case cancel
            /// Requests another code.
            case resend

            /// `true` if the action submits the fields, which must be valid.
            public var submits: Bool { self == .primary || self == .destructive }
        }

        public var id: String
        public var label: String
        public var role: Role
        /// The time until which the button is disabled, by the renderer's wall clock; `nil` if the action is available at once.
        public var availableFrom: Date?

        /// Creates an action.
        ///
        /// - Parameters:
        ///   - id: The id, unique on the screen.
        ///   - label: The button's text.
        ///   - role: The role.
        ///   - availableFrom: The time until which the button is disabled, such as before a code can be resent; `nil` for none.
        public init(id: String, label: String, role: Role = .primary, availableFrom: Date? = nil) {
            self.id = id
            self.label = label
            self.role = role
            self.availableFrom = availableFrom
        }

        /// Creates the action that returns to the previous screen.
        public static func back(_ label: String) -> Action { Action(id: Screen.back, label: label, role: .back) }

        /// Returns the seconds until the action is available, rounded up; zero if it is.
        public func secondsLeft(at now: Date) -> Int {
            availableFrom.map { Countdown(ends: $0).secondsLeft(at: now) } ?? 0
        }
    }
}
