internal import Foundation
internal import JourneyBase

extension ManifestHead {
    /// The most bytes of a logo.
    private static let logoLimit = 64 << 10

    /// Reads the brand of the native screens. One that makes no readable theme is refused with the figure, unless the manifest lets
    /// its colours be corrected.
    static func brand(_ reading: Reading) throws(Refusal) -> Theme.Brand {
        try reading.onlyMembers(ManifestGrammar.brand)
        var brand = Theme.Brand(accent: try color(reading.required("accent")))
        brand.darkAccent = try reading.member("darkAccent").map { member throws(Refusal) in try color(member) }
        brand.cornerRadius = try corner(reading)
        brand.fontFamily = try reading.member("font")?.text()
        brand.logo = try reading.member("logo").map { member throws(Refusal) in try logo(member) }
        for (name, marks) in try reading.member("components")?.members() ?? [] {
            let component = try marks.require(
                Theme.Component(rawValue: name), "is not a component of the brand", .unknownMember)
            try marks.onlyMembers(ManifestGrammar.marks)
            brand.components[component] = Theme.ComponentMarks(
                accent: try marks.member("accent").map { member throws(Refusal) in try color(member) },
                darkAccent: try marks.member("darkAccent").map { member throws(Refusal) in try color(member) },
                cornerRadius: try corner(marks))
        }
        let rule = try reading.member("contrast").map { member throws(Refusal) in try contrast(member) } ?? .correct
        do throws(ThemeError) { _ = try Theme(brand: brand, rule: rule) } catch {
            throw reading.refusal(sentence(error), .invalidValue)
        }
        return brand
    }

    private static func color(_ reading: Reading) throws(Refusal) -> Theme.Color {
        let text = try reading.text()
        let digits = text.hasPrefix("#") && text.utf8.count == 7 ? UInt32(text.dropFirst(), radix: 16) : nil
        return Theme.Color(try reading.require(digits, "is not a colour such as #0f4c5c", .invalidValue))
    }

    private static func contrast(_ reading: Reading) throws(Refusal) -> Theme.Brand.ContrastRule {
        switch try reading.text() {
        case "correct": .correct
        case "refuse": .refuse
        default: throw reading.refusal("is neither correct nor refuse", .invalidValue)
        }
    }

    private static func corner(_ reading: Reading) throws(Refusal) -> Double? {
        try reading.member("cornerRadius").map { member throws(Refusal) in Double(try member.whole(in: 0...32)) }
    }

    private static func logo(_ reading: Reading) throws(Refusal) -> Screen.Picture {
        try reading.onlyMembers(["png", "name"])
        let (file, name) = (try reading.required("png"), try reading.required("name").text())
        let bytes = Data(base64Encoded: try file.text()).map { Array($0) } ?? []
        let image = bytes.count <= logoLimit ? Screen.PNGImage(bytes) : nil
        return Screen.Picture(
            try file.require(image, "is not a PNG file of at most 64 KiB in Base64", .invalidValue), alternative: name)
    }

    private static func sentence(_ error: ThemeError) -> String {
        switch error {
        case .contrast(let mode, let pair, let ratio, let least):
            "can't be read in \(mode) mode: the contrast of \(pair) is \(hundredths(ratio)) to 1; \(hundredths(least)) is needed"
        case .cornerRadius: "has a corner radius that is not between 0 and 32"
        case .fontScale: "has an invalid font scale"
        case .fontFamily: "has a font whose name is not 1 to 60 letters, digits, spaces and hyphens"
        }
    }

    /// Returns a ratio with two decimals, rounded down, so that one that is too low never looks sufficient.
    private static func hundredths(_ ratio: Double) -> String {
        let value = Int(ratio * 100)
        return "\(value / 100).\(value % 100 < 10 ? "0" : "")\(value % 100)"
    }
}
