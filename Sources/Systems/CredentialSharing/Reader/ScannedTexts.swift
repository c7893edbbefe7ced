import Foundation

/// Which of the texts that a camera sees, many times a second, are handed on. What they mean, the orchestrator decides.
struct ScannedTexts {
    /// The most bytes that are handed on: no QR code holds more characters (ISO/IEC 18004, table 7), and an `mdoc:` address is
    /// of ASCII.
    static let mostBytes = 7_089
    /// The least time between two of them, in seconds: somebody may hold up many codes, and fast.
    static let pause: TimeInterval = 0.5

    private var last: (text: String, time: Date)?

    /// Whether `text`, seen at `now`, is handed on: what stays in sight counts once.
    mutating func takes(_ text: String, at now: Date) -> Bool {
        guard !text.isEmpty, text.utf8.count <= ScannedTexts.mostBytes else { return false }
        if let last {
            // A wall clock may be put back, which stops nothing.
            let isTooSoon = (0..<ScannedTexts.pause).contains(now.timeIntervalSince(last.time))
            guard text != last.text, !isTooSoon else { return false }
        }
        last = (text, now)
        return true
    }
}
