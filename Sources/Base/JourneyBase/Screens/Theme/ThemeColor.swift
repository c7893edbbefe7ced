internal import Foundation

extension Theme {
    /// An opaque sRGB colour.
    public struct Color: Hashable, Sendable {
        public var red: UInt8
        public var green: UInt8
        public var blue: UInt8

        /// Creates a colour from `0xRRGGBB`; higher bits are ignored.
        public init(_ rgb: UInt32) {
            red = UInt8(rgb >> 16 & 0xFF)
            green = UInt8(rgb >> 8 & 0xFF)
            blue = UInt8(rgb & 0xFF)
        }

        /// The colour as `#rrggbb`, for style sheets.
        public var hex: String {
            "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }

        /// The relative luminance, 0 to 1 (WCAG 2.2, glossary).
        public var luminance: Double {
            func linear(_ part: UInt8) -> Double {
                let value = Double(part) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        }

        /// Returns the contrast ratio to `other`, 1 to 21 (WCAG 2.2, glossary).
        public func contrast(with other: Color) -> Double {
            let (one, two) = (luminance, other.luminance)
            return (max(one, two) + 0.05) / (min(one, two) + 0.05)
        }

        /// Returns the colour that is `share` (0 to 1) of the way to `other`.
        package func mixed(with other: Color, _ share: Double) -> Color {
            func part(_ path: KeyPath<Color, UInt8>) -> UInt32 {
                let (from, to) = (Double(self[keyPath: path]), Double(other[keyPath: path]))
                return UInt32((from + (to - from) * share).rounded())
            }
            return Color(part(\.red) << 16 | part(\.green) << 8 | part(\.blue))
        }

        /// Returns the nearest colour of the same hue that has a contrast of `least` on each of `grounds`: this one, or one that is
        /// mixed with black or white. Without such a colour it is black or white.
        func reaching(_ least: Double, on grounds: [Color]) -> Color {
            func fits(_ color: Color) -> Bool { grounds.allSatisfy { color.contrast(with: $0) >= least } }
            let isOnDark = (grounds.map(\.luminance).max() ?? 1) < 0.5
            let end = isOnDark ? Color(0xFFFFFF) : Color(0x000000)
            return (0...100).lazy.map { mixed(with: end, Double($0) / 100) }.first(where: fits) ?? end
        }
    }
}
