extension Screen {
    /// Something to fill in, choose or agree to.
    public struct Field: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            /// One line, at most `Field.textLimit` characters.
            case text
            /// Digits of a one-time code, shown as typed: it is worth nothing once used.
            case oneTimeCode(digits: Int)
            /// A PIN of exactly `digits`, 1 to 12, typed on a pad and never shown.
            case pin(digits: Int)
            /// Never shown as typed; at most `Field.secretLimit` bytes of UTF-8.
            case secret
            case choice(Choice)
            case consent(Consent)

            /// Whether the answer is a `Secret`.
            public var isSecret: Bool {
                switch self {
                case .pin, .secret: true
                case .text, .oneTimeCode, .choice, .consent: false
                }
            }

            /// Whether it is a PIN, whatever its length.
            public var isPIN: Bool { if case .pin = self { true } else { false } }
        }

        /// Which keys a text field wants where keys are drawn.
        public enum Keyboard: Hashable, Sendable { case plain, number, phone, email }

        /// The most characters of a text.
        public static let textLimit = 500
        /// The most bytes of a secret.
        public static let secretLimit = 128

        public var id: String
        public var label: String
        public var kind: Kind
        /// A sentence below it that helps.
        public var hint: String?
        /// Whether it may stay empty. A choice says so by its own counts, a consent by its items.
        public var isOptional: Bool
        public var keyboard: Keyboard
        /// Of a PIN: the order of its keys.
        public var pad: PadKeyOrder

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
