import Foundation

/// A filter of the texts that a camera scans many times a second. The orchestrator interprets them.
struct ScannedTexts {
    /// The maximum length of a text, in bytes: no QR code holds more characters (ISO/IEC 18004, table 7), and an
    /// `mdoc:` address is ASCII.
    static let mostBytes = 7_089
    /// The minimum time between two texts, in seconds: somebody may show many codes quickly.
    static let pause: TimeInterval = 0.5

    private var last: (text: String, time: Date)?

    /// Returns `true` if `text`, scanned at `now`, is passed on. A text that stays in view counts once.
    mutating func accepts(_ text: String, at now: Date) -> Bool {
        guard !text.isEmpty, text.utf8.count <= ScannedTexts.mostBytes else { return false }
        if let last {
            // The wall clock may be set back, which must not block scanning.
            let isTooSoon = (0..<ScannedTexts.pause).contains(now.timeIntervalSince(last.time))
            guard text != last.text, !isTooSoon else { return false }
        }
        last = (text, now)
        return true
    }
}
