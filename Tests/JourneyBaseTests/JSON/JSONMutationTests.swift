import Foundation
import JourneyBase
import TestSupport
import Testing

@Suite("Damaged JSON", .enabled(if: Vectors.has("json/test_parsing"), "\(Vectors.missing)"))
struct JSONMutationTests {
    @Test("Foundation accepts what we accept, and our output parses to the same value")
    func mutations() throws {
        var generator = SplitMix(state: Campaign.seed(8_259))
        var accepted = 0
        for name in try Vectors.names(in: "json/test_parsing") {
            let original = Array(try Vectors.bytes("json/test_parsing/\(name)").prefix(200))
            for _ in 0..<Campaign.count(40, campaign: 3_200) {
                let bytes = mutate(original, &generator)
                guard let value = try? JSONReader.read(bytes) else { continue }
                accepted += 1
                #expect(try JSONReader.read(value.compactBytes) == value)
                if let canonical = value.canonicalBytes {
                    #expect(try JSONReader.read(canonical).canonicalBytes == canonical)
                    let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
                    #expect(other != nil, "\(name): \(String(decoding: bytes, as: UTF8.self))")
                }
            }
        }
        #expect(accepted > 500)
    }

    private func mutate(_ original: [UInt8], _ generator: inout SplitMix) -> [UInt8] {
        var bytes = original
        let alphabet = Array(#"{}[]",:\u0123456789-+.eEtrufalsn "#.utf8) + [0x00, 0x0A, 0x7F, 0x80, 0xC3, 0xED, 0xFF]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let byte = alphabet.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: bytes.insert(byte, at: place)
            case 1 where place < bytes.count: bytes.remove(at: place)
            case 2 where place < bytes.count: bytes[place] = byte
            default: break
            }
        }
        return bytes
    }
}
