import Foundation
import JourneyBase

/// The encodings of a secret that result from logging, dumping, encoding, escaping or truncating it.
enum CanaryForm {
    /// Returns all encodings of `bytes` with their names.
    static func all(of bytes: [UInt8], _ kind: Canary.Kind) -> [(name: String, needle: CanaryNeedle)] {
        var forms: [(name: String, bytes: [UInt8])] = [
            ("itself", bytes), ("UTF-16", bytes.flatMap { [$0, 0] }), ("itself backwards", bytes.reversed()),
            ("hexadecimal", Array(Hex.encode(bytes).utf8)), ("capital hexadecimal", upper(Hex.encode(bytes))),
            ("hexadecimal with spaces", joined(bytes.map { Hex.encode([$0]) }, " ")),
            ("a list of numbers", joined(bytes.map(String.init), ", ")),
            ("a list of numbers without spaces", joined(bytes.map(String.init), ",")),
            ("percent-encoded", joined(bytes.map { "%" + Hex.encode([$0]).uppercased() }, "")),
            ("percent-encoded in small letters", joined(bytes.map { "%" + Hex.encode([$0]) }, "")),
            ("percent-encoded where it must be", percent(bytes, plain: "-._~")),
            ("percent-encoded as a form", percent(bytes, plain: "*-._")),
            ("JSON escapes", joined(bytes.map { "\\u00" + Hex.encode([$0]) }, "")),
            ("capital JSON escapes", joined(bytes.map { "\\u00" + Hex.encode([$0]).uppercased() }, "")),
            ("JSON with escaped slashes", Array(text(bytes).replacing("/", with: "\\/").utf8)),
        ]
        for shift in 0..<3 {
            let base64 = base64(bytes, shift: shift)
            forms.append(("base64, \(shift) bytes in", Array(base64.utf8)))
            forms.append(("base64url, \(shift) bytes in", url(base64)))
        }
        if kind == .cardNumber {
            let groups = stride(from: 0, to: bytes.count, by: 4).map { text(bytes[$0..<min($0 + 4, bytes.count)]) }
            forms += [("groups", joined(groups, " ")), ("groups with hyphens", joined(groups, "-"))]
        }
        // Packed digits: four bits each, in either order, as in card data and PIN blocks.
        if bytes.count.isMultiple(of: 2), bytes.count >= 10, bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            let pairs = stride(from: 0, to: bytes.count, by: 2).map { (bytes[$0] & 15, bytes[$0 + 1] & 15) }
            forms += [
                ("packed digits", pairs.map { $0 << 4 | $1 }), ("packed digits, swapped", pairs.map { $1 << 4 | $0 }),
            ]
        }
        // Truncated secrets: a part of that length reveals enough of a card number, and helps to guess the rest of a token.
        for (name, part) in [("its beginning", bytes.prefix(12)), ("its end", bytes.suffix(12))] where bytes.count > 15
        {
            forms += [
                (name, Array(part)), ("\(name), hexadecimal", Array(Hex.encode(Array(part)).utf8)),
                ("\(name), hexadecimal with spaces", joined(part.map { Hex.encode([$0]) }, " ")),
            ]
        }
        // Short digit sequences occur in long numbers, so they count only as a number of their own.
        return forms.map { form in
            let isNumber = form.bytes.count < 8 && form.bytes.allSatisfy { (0x30...0x39).contains($0) }
            return (form.name, CanaryNeedle(bytes: form.bytes, standsAlone: isNumber))
        }
    }

    /// Returns the base64 characters that depend only on `bytes`, if they start `shift` bytes into a group of three.
    private static func base64(_ bytes: [UInt8], shift: Int) -> String {
        let whole = Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString()
        let length = shift + bytes.count
        let known = length / 3 * 4 + [0, 1, 2][length % 3]
        return String(whole.prefix(known).dropFirst([0, 2, 3][shift]))
    }

    private static func url(_ base64: String) -> [UInt8] {
        Array(base64.replacing("+", with: "-").replacing("/", with: "_").utf8)
    }

    /// Percent-encodes all bytes except letters, digits and those in `plain`: RFC 3986, section 2.3, or the URL standard's forms.
    private static func percent(_ bytes: [UInt8], plain: String) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            let isPlain = byte.isLetterOrDigit || plain.utf8.contains(byte)
            return isPlain ? [byte] : Array(("%" + Hex.encode([byte]).uppercased()).utf8)
        }
    }

    private static func upper(_ text: String) -> [UInt8] { Array(text.uppercased().utf8) }
    private static func joined(_ parts: [String], _ separator: String) -> [UInt8] {
        Array(parts.joined(separator: separator).utf8)
    }
    private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}

/// A byte sequence to search for.
struct CanaryNeedle: Sendable {
    let bytes: [UInt8]
    /// `true` if adjacent letters or digits rule out a match.
    let standsAlone: Bool

    /// Returns `true` if the sequence occurs in `hay` at `place`.
    func stands(in hay: UnsafeRawBufferPointer, at place: Int) -> Bool {
        let end = place + bytes.count
        guard end <= hay.count, let base = hay.baseAddress, memcmp(base + place, bytes, bytes.count) == 0 else {
            return false
        }
        let isAlone =
            (place == 0 || !hay[place - 1].isLetterOrDigit) && (end == hay.count || !hay[end].isLetterOrDigit)
        return !standsAlone || isAlone
    }
}
