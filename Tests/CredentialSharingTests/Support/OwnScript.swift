import JourneyBase
import Testing

/// The languages beside English, each with its script: what is said in one is in its own letters and digits.
enum OwnScript {
    static let languages: [(Language, ClosedRange<UInt32>)] = [(.bengali, 0x980...0x9FF), (.arabic, 0x600...0x6FF)]

    /// Expects `own`, `english` in another language, to be in the letters and digits of `block` but for what was put in, which
    /// in Arabic stands apart.
    static func expect(
        _ own: String, _ english: String, _ block: ClosedRange<UInt32>, besides values: [String] = []
    ) {
        #expect(!english.isEmpty && english != own, "\(english)")
        var words = own
        for value in values { words = words.replacing("\u{2068}\(value)\u{2069}", with: "").replacing(value, with: "") }
        let letters = words.unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        #expect(!letters.isEmpty && letters.allSatisfy { block.contains($0.value) }, "\(english): \(own)")
        if block.contains(0x600) {
            for value in values where own.contains(value) {
                #expect(own.contains("\u{2068}\(value)\u{2069}"), "\(own)")
            }
        }
    }
}
