extension Screen {
    /// A payment card, masked: it has room for no more than the last four digits.
    public struct Card: Hashable, Sendable {
        /// The issuer's or the product's name.
        public var name: String
        public var holder: String?
        /// Four ASCII digits.
        public let lastFour: String
        /// As printed, such as `12/28`.
        public var expiry: String?
        /// Whether it is blocked for now.
        public var isFrozen: Bool
        /// The card's own design; `nil` for the theme's colours.
        public var art: PNGImage?

        /// `nil` unless `lastFour` is four ASCII digits: a whole number does not fit.
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

        /// The number as it is drawn.
        public var maskedNumber: String { "•••• •••• •••• \(lastFour)" }
    }
}
