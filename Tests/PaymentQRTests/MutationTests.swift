import JourneyBase
import TestSupport
import Testing

@testable import PaymentQR

@Suite("Mutated payment codes")
struct MutationTests {
    private static let merchant = [
        PaymentVectors.signed(PaymentVectors.bangla),
        PaymentVectors.plain(added: [("54", "12.5"), ("62", "0103***0902ME")]),
        PaymentVectors.signed("00020101021129370016A000000677010111011300668012345675802TH5303764"),
        PaymentVectors.plain(added: [("55", "03"), ("57", "1.5"), ("80", "0011com.example")]),
    ]
    private static let consumer = "hQVDUFYwMWETTwegAAAAVVVVUAhQcm9kdWN0MWIKWggSNFZ4kBI0WA=="
    private static let link = "upi://pay?pa=shop@bank&pn=Tiny%20Shop&am=125.50&cu=INR&sign=x"
    private static let pieces: [[UInt8]] =
        [
            "00", "63", "99", "0099", "54", "-", ".", "৫", "\u{202E}", "\u{FEFF}", "0", "%", "=", "*", "26", "\u{0}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xE0]]

    private func mutate(_ seed: [UInt8], _ generator: inout SplitMix) -> [UInt8] {
        var bytes = seed
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0 where !bytes.isEmpty: bytes[place] = UInt8.random(in: 0x20...0x7E, using: &generator)
            case 1 where !bytes.isEmpty: bytes[place] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &generator)
            case 2 where !bytes.isEmpty: bytes.remove(at: place)
            case 3:
                bytes.insert(
                    contentsOf: MutationTests.pieces.randomElement(using: &generator) ?? [], at: min(place, bytes.count)
                )
            default:
                let end = min(bytes.count, place + Int.random(in: 1...12, using: &generator))
                guard place < end else { continue }
                let part = Array(bytes[place..<end])
                bytes.insert(contentsOf: part, at: Int.random(in: 0...bytes.count, using: &generator))
            }
        }
        return bytes
    }

    @Test("a million mutated codes cause no crash, and accepted ones round-trip")
    func mutated() throws {
        var generator = SplitMix(state: Campaign.seed(32))
        var (read, reasons): (Int, Set<PaymentCodeFault>) = (0, [])
        for count in 0..<Campaign.count(20_000, campaign: 1_000_000) {
            let kind = count % 10
            let seed =
                kind < 7 ? MutationTests.merchant[count % 4] : kind < 9 ? MutationTests.consumer : MutationTests.link
            var bytes = mutate(Array(seed.utf8), &generator)
            if kind < 6, bytes.count > 8 {
                // A right checksum takes the case past the frame.
                bytes = bytes.dropLast(4) + Array(Checksum.text(bytes.dropLast(4)).utf8)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(PaymentCodeError) {
                let code = try PaymentCode.read(text)
                read += 1
                let trimmed = CodeText.trimmed(text)
                switch code {
                case .merchant(let code): #expect(code.text == trimmed && code.amount.map { $0.minorUnits > 0 } ?? true)
                case .consumer(let code): #expect(code.text == trimmed)
                case .upi(let link): #expect(link.text == trimmed)
                }
            } catch {
                reasons.insert(error.reason)
                #expect(error.detail.hasSuffix("."))
            }
        }
        #expect(read > 100 && reasons.count > 20, "\(read) \(reasons)")
    }
}
