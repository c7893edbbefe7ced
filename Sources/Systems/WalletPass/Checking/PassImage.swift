/// An image, identified by its path: `icon@2x.png`, `de.lproj/logo.png`.
package struct PassImage {
    package let name: String
    package let scale: Int
    package let language: String?

    static let names: Set<String> = [
        "icon", "logo", "strip", "thumbnail", "background", "footer", "personalizationLogo",
    ]

    package init?(path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard let file = parts.last, file.hasSuffix(".png"), parts.count <= 2 else { return nil }
        if parts.count == 2 {
            guard parts[0].hasSuffix(".lproj") else { return nil }
            language = String(parts[0].dropLast(6))
        } else {
            language = nil
        }
        let stem = file.dropLast(4)
        if stem.hasSuffix("@2x") || stem.hasSuffix("@3x") {
            name = String(stem.dropLast(3))
            scale = stem.hasSuffix("@2x") ? 2 : 3
        } else {
            (name, scale) = (String(stem), 1)
        }
    }

    /// Returns the available space in points; `nil` when it is not documented.
    func room(in style: PassStyle) -> (width: Int, height: Int)? {
        switch name {
        case "icon": (38, 38)
        case "logo": (160, 50)
        case "thumbnail": (90, 90)
        case "background": (180, 220)
        case "footer": (286, 15)
        case "personalizationLogo": (150, 40)
        case "strip": style == .eventTicket ? (375, 98) : (375, 144)
        default: nil
        }
    }

    /// Returns width and height of a PNG in pixels, from its first chunk (ISO/IEC 15948, section 11.2.2); `nil` for anything
    /// else.
    package static func size(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.count >= 33, bytes.starts(with: head) else { return nil }
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        let size = (number(16), number(20))
        return (1...16_384).contains(size.0) && (1...16_384).contains(size.1) ? size : nil
    }
}
