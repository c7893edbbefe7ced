import JourneyBase
import TestSupport
import Testing

@testable import JourneyServer

@Suite("Byte classes of requests")
struct RequestBytesTests {
    @Test("a token's bytes are those of the standard")
    func tokens() {
        let marks = Array("!#$%&'*+-.^_`|~".utf8)
        for byte in UInt8.min ... .max {
            #expect(byte.isToken == (byte.isLetterOrDigit || marks.contains(byte)))
            #expect(byte.isForbidden == ((byte < 0x20 && byte != 0x09) || byte == 0x7F))
        }
    }

    @Test("a control character is found at every position")
    func controls() {
        for around in [0x20, 0x7E, 0x80, 0x9F, 0xFF] as [UInt8] {
            for control in Array(0...0x1F) + [0x7F] as [UInt8] {
                for place in 0..<20 {
                    var bytes = [UInt8](repeating: around, count: 20)
                    bytes[place] = control
                    if place < 18 { bytes[place + 2] = 0 }
                    bytes.withUnsafeBytes { bytes in
                        #expect(bytes.firstControl(from: 0, to: 20) == place)
                        #expect(bytes.firstControl(from: place, to: 20) == place)
                        #expect(bytes.firstControl(from: 0, to: place) == place)
                        #expect(bytes.firstControl(from: place + 1, to: 20) == (place < 18 ? place + 2 : 20))
                    }
                }
            }
        }
    }

    @Test("the UTF-8 check agrees with the standard library")
    func utf8() {
        let edges: [UInt8] = [
            0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF,
            0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        var generator = SplitMix(state: 1)
        for _ in 0..<40_000 {
            let bytes = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                edges[Int.random(in: edges.indices, using: &generator)]
            }
            var check = UTF8Check()
            // An incomplete sequence is found at the next byte.
            let isGood = (bytes + [0x0D]).allSatisfy { check.accepts($0) }
            #expect(isGood == (String(validating: bytes, as: UTF8.self) != nil), "\(bytes)")
            bytes.withUnsafeBytes { #expect(($0.text(from: 0, to: bytes.count) != nil) == isGood) }
        }
    }
}
