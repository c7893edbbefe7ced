import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyServer

@Suite("A PROXY header")
struct ProxyHeaderTests {
    static let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
    private static let v4: [UInt8] = [203, 0, 113, 7, 192, 0, 2, 1, 0xC0, 0x01, 0x01, 0xBB]
    private static let v6: [UInt8] =
        [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 0xFE, count: 16) + [
            0x10, 0x92, 0x01, 0xBB,
        ]

    private static func header(
        _ command: UInt8, _ family: UInt8, _ block: [UInt8], announcing length: Int? = nil
    ) -> [UInt8] {
        let length = length ?? block.count
        return signature + [command, family, UInt8(length >> 8), UInt8(length & 0xFF)] + block
    }

    static func read(_ bytes: [UInt8]) throws -> ProxyHeader? { try bytes.withUnsafeBytes { try ProxyHeader.read($0) } }

    private static func client(_ text: String, _ port: UInt16) throws -> ProxyHeader.Source {
        .client(try #require(ClientAddress(text: text)), port: port)
    }

    @Test("the source is the named client, or the peer where none is named")
    func sources() throws {
        // A vector of 3 bytes and its value behind the addresses (section 2.2.4).
        let skipped: [UInt8] = [0x04, 0, 5, 1, 2, 3, 4, 5]
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 203, 0, 113, 7]
        let cases: [([UInt8], ProxyHeader.Source)] = try [
            (Self.header(0x21, 0x11, Self.v4), Self.client("203.0.113.7", 49_153)),
            (Self.header(0x21, 0x11, Self.v4 + skipped), Self.client("203.0.113.7", 49_153)),
            (Self.header(0x21, 0x21, Self.v6), Self.client("2001:db8:1:2::3", 4_242)),
            (Self.header(0x21, 0x21, Self.v6 + skipped), Self.client("2001:db8:1:2::3", 4_242)),
            (Self.header(0x21, 0x21, mapped + Self.v6[16...]), Self.client("203.0.113.7", 4_242)),
            (Self.header(0x21, 0x31, [UInt8](repeating: 0x61, count: 216)), .client(.unix, port: 0)),
            (Self.header(0x21, 0x00, []), .peer), (Self.header(0x21, 0x00, skipped), .peer),
            (Self.header(0x21, 0x01, Self.v4), .peer), (Self.header(0x21, 0x10, Self.v4), .peer),
            (Self.header(0x21, 0x12, Self.v4), .peer), (Self.header(0x21, 0x22, Self.v6), .peer),
            (Self.header(0x20, 0x00, []), .peer), (Self.header(0x20, 0x11, Self.v4), .peer),
            (Self.header(0x20, 0xFF, skipped), .peer), (Self.header(0x20, 0x11, []), .peer),
            (Self.header(0x20, 0x00, [UInt8](repeating: 0, count: 536)), .peer),
        ]
        for (bytes, source) in cases {
            let expected = ProxyHeader(length: bytes.count, source: source)
            #expect(try Self.read(bytes) == expected, "\(Hex.encode(bytes))")
            #expect(try Self.read(bytes + Array("GET / HTTP/1.1".utf8)) == expected)
            for count in 0..<bytes.count {
                #expect(try Self.read(Array(bytes.prefix(count))) == nil, "\(count) of \(Hex.encode(bytes))")
            }
        }
    }

    @Test("anything else is refused at the first wrong byte")
    func refusals() throws {
        let cases: [([UInt8], ProxyHeader.Refusal, shownAt: Int)] = [
            (Array("GET / HTTP/1.1\r\n".utf8), .missing, 1), ([0x16, 0x03, 0x01, 0x02, 0x00], .missing, 1),
            (Array("PROXY TCP4 203.0.113.7 192.0.2.1 49153 443\r\n".utf8), .version1, 6),
            (Array("PROXY\tTCP4".utf8), .missing, 1), ([0x0D, 0x0A, 0x0D, 0x0A, 0x0D], .missing, 5),
            (Array(Self.signature.dropLast()) + [0x0D], .missing, 12),
            (Self.header(0x11, 0x11, Self.v4), .unsupported, 13),
            (Self.header(0x31, 0x11, Self.v4), .unsupported, 13), (Self.header(0x22, 0x11, Self.v4), .unsupported, 13),
            (Self.header(0x2F, 0x11, Self.v4), .unsupported, 13), (Self.header(0x21, 0x41, Self.v4), .unsupported, 14),
            (Self.header(0x21, 0x13, Self.v4), .unsupported, 14),
            (Self.header(0x21, 0x11, [], announcing: 11), .short, 16),
            (Self.header(0x21, 0x11, [], announcing: 0), .short, 16),
            (Self.header(0x21, 0x21, [], announcing: 35), .short, 16),
            (Self.header(0x21, 0x31, [], announcing: 215), .short, 16),
            (Self.header(0x21, 0x22, [], announcing: 12), .short, 16),
            (Self.header(0x21, 0x11, [], announcing: 537), .long, 16),
            (Self.header(0x20, 0x00, [], announcing: 537), .long, 16),
            (Self.header(0x20, 0x00, [], announcing: 65_535), .long, 16),
        ]
        for (bytes, refusal, count) in cases {
            #expect(throws: refusal, "\(Hex.encode(bytes))") { try Self.read(bytes) }
            #expect(throws: ProxyHeader.Refusal.self) { try Self.read(Array(bytes.prefix(count))) }
            // Version 1 is recognised once its signature is complete; before that it is not a header either.
            if refusal != .version1 { #expect(try Self.read(Array(bytes.prefix(count - 1))) == nil) }
        }
    }

    @Test("random bytes never cause a read beyond the end or a header over the limit")
    func noise() {
        var random = SplitMix(state: 7)
        for _ in 0..<20_000 {
            let isSigned = Bool.random(using: &random)
            var bytes = isSigned ? Self.signature + [[0x20, 0x21].randomElement(using: &random) ?? 0] : []
            bytes += (0..<Int.random(in: 0...600, using: &random)).map { index in
                // Few families and short lengths, so that many headers are complete.
                index == 0
                    ? [0x00, 0x11, 0x21, 0x31].randomElement(using: &random) ?? 0
                    : index == 1 ? UInt8.random(in: 0...2, using: &random) : UInt8.random(in: 0...255, using: &random)
            }
            guard let header = try? Self.read(bytes) else { continue }
            #expect(header.length <= min(bytes.count, ProxyHeader.longest))
        }
    }
}
