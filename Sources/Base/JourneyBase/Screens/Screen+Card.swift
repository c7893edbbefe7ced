extension Screen {
    /// A masked payment card. It can't hold more than the last four digits of the number.
    public struct Card: Hashable, Sendable {
        /// The name of the issuer or product.
        public var name: String
        public var holder: String?
        /// The last four digits, in ASCII.
        public let lastFour: String
        /// The expiry date as printed, such as `12/28`.
        public var expiry: String?
        /// `true` if the card is temporarily blocked.
        public var isFrozen: Bool
        /// The card's design; `nil` for the theme's colours.
        public var art: PNGImage?

        /// Creates a card, or returns `nil` unless `lastFour` is four ASCII digits, so that no full number fits.
        ///
        /// - Parameters:
        ///   - name: The name of the issuer or product.
        ///   - lastFour: The last four digits.
        ///   - holder: The cardholder's name.
        ///   - expiry: The expiry date as printed.
        ///   - isFrozen: `true` if the card is temporarily blocked.
        ///   - art: The card's design.
        public init?(
            name: String, lastFour: String, holder: String? = nil, expiry: String? = nil, isFrozen: Bool = false,
            art: PNGImage? = nil
        ) {
            guard lastFour.utf8.count == 4, lastFour.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            self.name = name
            self.lastFour = lastFour
            self.holder = holder
            self.expiry = expiry
            self.isFrozen = isFrozen
            self.art = art
        }

        /// The masked number to show.
        public var maskedNumber: String { "•••• •••• •••• \(lastFour)" }
    }
}
