import JourneyBase
import Testing

/// The languages other than English, with their scripts: their texts use their own letters and digits.
enum OwnScript {
    static let languages: [(Language, ClosedRange<UInt32>)] = [(.bengali, 0x980...0x9FF), (.arabic, 0x600...0x6FF)]

    /// Expects `own`, the translation of `english`, to use the letters and digits of `block` except in the inserted
    /// values, which Arabic isolates.
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
