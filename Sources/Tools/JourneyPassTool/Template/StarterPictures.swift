import Foundation
import WalletPass

/// The placeholder images of a new template, in its colours.
struct StarterPictures {
    typealias RGB = (red: Int, green: Int, blue: Int)

    let base: RGB
    let accent: RGB

    /// Returns the PNG files by name, at one, two and three pixels a point.
    func files(_ style: PassStyle) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for scale in 1...3 {
            let suffix = scale == 1 ? ".png" : "@\(scale)x.png"
            func add(_ name: String, _ width: Int, _ height: Int, _ colour: (Double, Double) -> Canvas.Colour) {
                files[name + suffix] = Canvas(width: width * scale, height: height * scale, colour).png
            }
            add("icon", 29, 29) { mark($0, $1, isFilled: true) }
            add("logo", 42, 42) { mark($0, $1, isFilled: false) }
            switch style {
            case .boardingPass: break
            case .coupon, .storeCard: add("strip", 375, 144, waves)
            case .eventTicket:
                add("background", 180, 220, waves)
                add("thumbnail", 90, 90) { rounded(waves($0, $1), $0, $1) }
            case .generic: add("thumbnail", 90, 90) { rounded(person($0, $1), $0, $1) }
            }
        }
        return files
    }

    private func colour(_ rgb: RGB, _ alpha: Double = 1) -> Canvas.Colour {
        (Double(rgb.red) / 255, Double(rgb.green) / 255, Double(rgb.blue) / 255, alpha)
    }

    private func mixed(_ share: Double) -> Canvas.Colour {
        let (a, b, part) = (colour(base), colour(accent), min(max(share, 0), 1))
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
        return (mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue), 1)
    }

    /// Draws an open ring with a dot, as a neutral logo.
    private func mark(_ x: Double, _ y: Double, isFilled: Bool) -> Canvas.Colour {
        let (dx, dy) = (x - 0.5, y - 0.5)
        let (distance, angle) = ((dx * dx + dy * dy).squareRoot(), atan2(dy, dx))
        let isRing = (0.26...0.38).contains(distance) && abs(angle + 0.8) > 0.42
        if isRing || distance < 0.11 { return (1, 1, 1, 1) }
        guard isFilled else { return (1, 1, 1, 0) }
        return rounded(mixed(y * 0.6), x, y)
    }

    /// Returns the colour inside a rounded square, and transparent outside.
    private func rounded(_ colour: Canvas.Colour, _ x: Double, _ y: Double) -> Canvas.Colour {
        let (dx, dy) = (max(abs(x - 0.5) - 0.32, 0), max(abs(y - 0.5) - 0.32, 0))
        return dx * dx + dy * dy <= 0.18 * 0.18 ? colour : (0, 0, 0, 0)
    }

    /// Draws waves from one colour to the other.
    private func waves(_ x: Double, _ y: Double) -> Canvas.Colour {
        let height = y + 0.10 * sin(x * 6.3 + 0.6) + 0.04 * sin(x * 15 + 2)
        return mixed((height * 5).rounded(.down) / 5)
    }

    private func person(_ x: Double, _ y: Double) -> Canvas.Colour {
        let head = (x - 0.5) * (x - 0.5) + (y - 0.38) * (y - 0.38) < 0.17 * 0.17
        let (dx, dy) = ((x - 0.5) / 0.33, (y - 0.98) / 0.36)
        return head || dx * dx + dy * dy < 1 ? (1, 1, 1, 0.92) : mixed(0.35 + 0.4 * y)
    }
}
