extension Screen {
    /// An amount of money to approve, or one that was paid: the largest text of its screen.
    public struct Amount: Hashable, Sendable {
        /// The amount's name, such as “Amount” or “You pay”.
        public var label: String
        /// The amount with its currency, formatted.
        public var value: String

        /// Creates an amount.
        ///
        /// - Parameters:
        ///   - label: The amount's name.
        ///   - value: The amount with its currency, formatted.
        public init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A label with its value, such as a payee, an account, a fee or an entry of a document.
    public struct Detail: Hashable, Sendable {
        /// The kind of value.
        public enum Kind: Hashable, Sendable, CaseIterable {
            case text
            /// A number to compare or copy, such as an account or a code for support. It reads from left to right in every
            /// language.
            case reference
            /// The sum of the rows above it.
            case total
        }

        public var label: String
        public var value: String
        /// A second, smaller line below the label.
        public var note: String?
        public var kind: Kind

        /// Creates a label with its value.
        ///
        /// - Parameters:
        ///   - label: The label.
        ///   - value: The value, formatted.
        ///   - note: A second, smaller line below the label.
        ///   - kind: The kind of value.
        public init(_ label: String, _ value: String, note: String? = nil, kind: Kind = .text) {
            self.label = label
            self.value = value
            self.note = note
            self.kind = kind
        }

        /// The label and the value as a line of text.
        public var line: String { "\(label): \(value)" + (note.map { " · \($0)" } ?? "") }
    }

    /// A list of labels with values, such as the terms of a payment, a receipt, or the last payments.
    public struct Details: Hashable, Sendable {
        /// The heading; `nil` for none.
        public var title: String?
        public var rows: [Detail]

        /// Creates a list.
        ///
        /// - Parameters:
        ///   - title: The heading.
        ///   - rows: The labels with their values.
        public init(title: String? = nil, _ rows: [Detail]) {
            self.title = title
            self.rows = rows
        }
    }
}
