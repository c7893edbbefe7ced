extension Screen {
    /// Something to look at, with the words for whoever cannot.
    public struct Picture: Hashable, Sendable {
        public enum Content: Hashable, Sendable {
            /// Squares, as of a QR code; the drawer adds the quiet zone and keeps dark on light in any theme.
            case modules(ModuleMatrix)
            case png(PNGImage)
        }
        public var content: Content
        /// What it shows, in a sentence.
        public var alternative: String

        public init(_ content: Content, alternative: String) {
            self.content = content
            self.alternative = alternative
        }
    }

    /// A square of dark and light modules, row by row from the top left.
    public struct ModuleMatrix: Hashable, Sendable {
        /// The largest side: a QR code of version 40 (ISO/IEC 18004, table 1).
        public static let largest = 177
        /// Light modules that a QR code needs on each side (ISO/IEC 18004, section 9.1).
        public static let quietZone = 4

        public let side: Int
        private let dark: [Bool]

        /// `nil` unless `dark` holds `side` × `side` modules and `side` is 1 to 177.
        public init?(side: Int, dark: [Bool]) {
            guard (1...ModuleMatrix.largest).contains(side), dark.count == side * side else { return nil }
            self.side = side
            self.dark = dark
        }

        /// Whether the module is dark; what lies outside is light.
        public func isDark(_ column: Int, _ row: Int) -> Bool {
            (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
        }
    }

    /// The bytes of a PNG file, bounded; what stands in them is for the system's decoder to judge.
    public struct PNGImage: Hashable, Sendable {
        /// The most bytes that a screen's picture may have.
        public static let limit = 1 << 20
        public let bytes: [UInt8]

        /// `nil` for what does not begin as a PNG file does (RFC 2083, section 3.1) or is larger than `limit`.
        public init?(_ bytes: [UInt8]) {
            let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            guard bytes.starts(with: signature), bytes.count <= PNGImage.limit else { return nil }
            self.bytes = bytes
        }
    }
}
