extension Screen {
    /// An input field.
    public struct Field: Hashable, Sendable {
        /// The kind of input.
        public enum Kind: Hashable, Sendable {
            /// One line of text, at most `Field.textLimit` characters.
            case text
            /// The digits of a one-time code. They are shown as typed, because a used code is worthless.
            case oneTimeCode(digits: Int)
            /// A day of the Gregorian calendar. Its value is a text: `yyyy-MM-dd` from every drawer.
            case date
            /// A PIN of exactly `digits`, 1 to 12, typed on a pad and never shown.
            case pin(digits: Int)
            /// A secret that is never shown, at most `Field.secretLimit` bytes of UTF-8.
            case secret
            case choice(Choice)
            case consent(Consent)

            /// `true` if the value is a `Secret`.
            public var isSecret: Bool {
                switch self {
                case .pin, .secret: true
                case .text, .oneTimeCode, .date, .choice, .consent: false
                }
            }

            /// `true` for a consent that can show the values of its items.
            package var showsValues: Bool {
                if case .consent(let consent) = self { consent.items.contains { $0.value != nil } } else { false }
            }

            /// `true` for a PIN of any length.
            public var isPIN: Bool { if case .pin = self { true } else { false } }
        }

        /// The keyboard for a text field, if it is drawn on screen.
        public enum Keyboard: Hashable, Sendable { case plain, number, phone, email }

        /// The most characters of a text.
        public static let textLimit = 500
        /// The most bytes of a secret.
        public static let secretLimit = 128

        public var id: String
        public var label: String
        public var kind: Kind
        /// A helpful sentence below the field.
        public var hint: String?
        /// `true` if the field may stay empty. For a choice, `counts` decides instead; for a consent, its items do.
        public var isOptional: Bool
        /// The keyboard for a text field.
        public var keyboard: Keyboard
        /// The order of the keys of a PIN pad.
        public var pad: PadKeyOrder

        /// Creates a field.
        ///
        /// - Parameters:
        ///   - id: The id, unique on the screen.
        ///   - label: The label.
        ///   - kind: The kind of input.
        ///   - hint: A helpful sentence below the field.
        ///   - isOptional: `true` if the field may stay empty.
        ///   - keyboard: The keyboard for a text field.
        ///   - pad: The order of the keys of a PIN pad.
        public init(
            id: String, label: String, kind: Kind, hint: String? = nil, isOptional: Bool = false,
            keyboard: Keyboard = .plain, pad: PadKeyOrder = .standard
        ) {
            self.id = id
            self.label = label
            self.kind = kind
            self.hint = hint
            self.isOptional = isOptional
            self.keyboard = keyboard
            self.pad = pad
        }
    }
}
