extension Screen {
    /// The end of a task. The screen's title is the headline; a drawer shows the kind as a symbol beside it.
    public struct Outcome: Hashable, Sendable {
        /// The kind of end.
        public enum Kind: Hashable, Sendable, CaseIterable {
            case done
            /// Accepted, and not completed yet.
            case pending
            /// Refused, or failed for good.
            case refused
            /// Nothing was sent, so nothing happened.
            case notSent
            /// Ended by one of the two sides, or by time.
            case cancelled
        }

        public var kind: Kind
        /// A sentence about the end.
        public var text: String
        /// A number to quote, such as a payment's reference or a code for support.
        public var reference: Detail?
        /// The next step; `nil` if there is none.
        public var nextStep: String?

        /// Creates the end of a task.
        ///
        /// - Parameters:
        ///   - kind: The kind of end.
        ///   - text: A sentence about it.
        ///   - reference: A number to quote.
        ///   - nextStep: The next step.
        public init(_ kind: Kind, _ text: String, reference: Detail? = nil, nextStep: String? = nil) {
            self.kind = kind
            self.text = text
            self.reference = reference
            self.nextStep = nextStep
        }
    }
}
