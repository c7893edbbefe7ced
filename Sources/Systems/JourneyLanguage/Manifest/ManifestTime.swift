internal import Foundation
internal import JourneyBase

/// Parses times in manifests: only `2026-01-01T00:00:00Z` (RFC 3339 in UTC, whole seconds).
enum ManifestTime {
    static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 20 else { return nil }
        for (index, shape) in "0000-00-00T00:00:00Z".utf8.enumerated() {
            let fits = shape == UInt8(ascii: "0") ? (0x30...0x39).contains(bytes[index]) : bytes[index] == shape
            guard fits else { return nil }
        }
        func number(_ range: Range<Int>) -> Int { bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
        let time = CivilTime(
            year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13),
            minute: number(14..<16), second: number(17..<19))
        return time.flatMap { $0.year >= 1970 ? $0.date : nil }
    }
}
