extension Screen {
    /// A picture with an alternative text.
    public struct Picture: Hashable, Sendable {
        public var image: PNGImage
        /// The alternative text, a sentence.
        public var alternative: String

        public init(_ image: PNGImage, alternative: String) {
            self.image = image
            self.alternative = alternative
        }
    }

    /// A code to show to a camera, such as a QR code. Drawers add the quiet zone and draw it dark on light in any theme.
    public struct Code: Hashable, Sendable {
        public var modules: ModuleMatrix
        /// The alternative text, a sentence.
        public var alternative: String
        /// The time for which the code is valid; `nil` for no limit. Its end answers the question with `Screen.expired`.
        public var countdown: Countdown?

        /// Creates a code.
        ///
        /// - Parameters:
        ///   - modules: The modules.
        ///   - alternative: The alternative text, a sentence.
        ///   - countdown: The time for which the code is valid.
        public init(_ modules: ModuleMatrix, alternative: String, countdown: Countdown? = nil) {
            self.modules = modules
            self.alternative = alternative
            self.countdown = countdown
        }
    }

    /// A square matrix of dark and light modules, row by row from the top left.
    public struct ModuleMatrix: Hashable, Sendable {
        /// The longest side: QR code version 40 (ISO/IEC 18004, table 1).
        public static let largest = 177
        /// The width of a QR code's quiet zone, in modules (ISO/IEC 18004, section 9.1).
        public static let quietZone = 4

        public let side: Int
        private let dark: [Bool]

        /// Creates a matrix, or returns `nil` unless `dark` holds `side` × `side` modules and `side` is 1 to 177.
        ///
        /// - Parameters:
        ///   - side: The modules per side.
        ///   - dark: The modules, `true` for dark.
        public init?(side: Int, dark: [Bool]) {
            guard (1...ModuleMatrix.largest).contains(side), dark.count == side * side else { return nil }
            self.side = side
            self.dark = dark
        }

        /// Returns `true` if a module is dark. Modules outside the matrix are light.
        ///
        /// - Parameters:
        ///   - column: The column, from 0.
        ///   - row: The row, from 0.
        /// - Returns: `true` for dark.
        public func isDark(_ column: Int, _ row: Int) -> Bool {
            (0..<side).contains(column) && (0..<side).contains(row) && dark[row * side + column]
        }
    }

    /// The bytes of a PNG file of limited size. Only the signature is checked; the system's decoder validates the rest.
    public struct PNGImage: Hashable, Sendable {
        /// The most bytes of a picture.
        public static let limit = 1 << 20
        public let bytes: [UInt8]

        /// Creates an image. Returns `nil` if `bytes` has no PNG signature (RFC 2083, section 3.1) or exceeds `limit`.
        public init?(_ bytes: [UInt8]) {
            let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            guard bytes.starts(with: signature), bytes.count <= PNGImage.limit else { return nil }
            self.bytes = bytes
        }
    }
}
