extension Screen {
    /// A document as its holder's portrait and entries.
    public struct Document: Hashable, Sendable {
        /// The document's name.
        public var title: String
        /// The portrait; `nil` if the document has none or it was not shared.
        public var portrait: Portrait?
        public var entries: [Detail]

        /// Creates a document.
        ///
        /// - Parameters:
        ///   - title: The document's name.
        ///   - portrait: The portrait.
        ///   - entries: The entries, in words.
        public init(title: String, portrait: Portrait? = nil, entries: [Detail]) {
            self.title = title
            self.portrait = portrait
            self.entries = entries
        }
    }

    /// A portrait. Bytes that are no picture are a portrait without one, which drawers show as a placeholder.
    public struct Portrait: Hashable, Sendable {
        /// The most bytes of a portrait.
        public static let limit = 1 << 20
        /// The bytes of a PNG or JPEG file; empty without a picture.
        public let bytes: [UInt8]
        /// The media type of `bytes`; `nil` without a picture.
        public let mediaType: String?
        /// The alternative text.
        public var alternative: String

        /// Creates a portrait of `bytes`. Only the file's start and end are checked (RFC 2083, sections 3.1 and 4.1.4; ISO/IEC
        /// 10918-1, B.1.1.3); the system's decoder validates the rest.
        ///
        /// - Parameters:
        ///   - bytes: The bytes of a PNG or JPEG file.
        ///   - alternative: The alternative text.
        public init(_ bytes: [UInt8], alternative: String) {
            let end: [UInt8] = [0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
            let isPNG =
                bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) && bytes.suffix(8) == end[...]
            let isJPEG =
                bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.count > 100 && bytes.suffix(2) == [0xFF, 0xD9]
            let isPicture = (isPNG || isJPEG) && bytes.count <= Portrait.limit
            self.bytes = isPicture ? bytes : []
            mediaType = isPicture ? (isPNG ? "image/png" : "image/jpeg") : nil
            self.alternative = alternative
        }
    }
}
