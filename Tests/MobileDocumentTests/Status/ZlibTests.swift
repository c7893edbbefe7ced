import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import MobileDocument

@Suite("Zlib-compressed lists") struct ZlibTests {
    @Test("a stored stream round-trips, and a truncated, extended or oversized one is refused")
    func stored() {
        for count in [0, 1, 65_535, 65_536, 200_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
            let stream = Zlib.store(bytes)
            #expect(Zlib.inflate(stream[...], limit: count) == bytes)
            #expect(Zlib.inflate(stream[...], limit: count - 1) == nil)
            #expect(Zlib.inflate(stream.dropLast(), limit: count) == nil)
            #expect(Zlib.inflate((stream + [0])[...], limit: count) == nil)
        }
    }

    @Test(
        "streams from Python's zlib are read at every level and strategy",
        .enabled(if: Python.isPresent, "\(Python.missing)"))
    func python() throws {
        let answer = try Python.run(
            """
            import zlib, random
            random.seed(5)
            samples = [b"", b"a", b"\\0" * 100000, bytes(random.randrange(256) for _ in range(20000)),
                b"".join(bytes([random.choice([0, 0, 0, 1, 64])]) for _ in range(50000)), b"abcabcabc" * 3000]
            for data in samples:
                print(zlib.crc32(data), len(data), *{zlib.compress(data, level).hex() for level in range(10)})
                for strategy in range(5):
                    c = zlib.compressobj(9, zlib.DEFLATED, 15, 9, strategy)
                    print(zlib.crc32(data), len(data), (c.compress(data) + c.flush()).hex())
            """)
        var streams = 0
        for line in answer.split(separator: "\n") {
            let parts = line.split(separator: " ")
            for part in parts.dropFirst(2) {
                let stream = try #require(Hex.decode(part))
                let bytes = try #require(Zlib.inflate(stream[...], limit: 100_000))
                #expect("\(bytes.count)" == parts[1] && "\(crc32(bytes))" == parts[0])
                streams += 1
            }
        }
        #expect(streams > 60)
    }

    @Test(
        "a damaged stream neither traps nor exceeds the limit, whatever its block type",
        arguments: [
            // Text with dynamic codes, text with fixed codes, and stored bytes.
            "78da2d8ec91100410802532135c0fc63d8666a5fa85cbab6935c00865ab15c16fb8073de9a9d6ee7f4a0649452df66e00994"
                + "19aa2325d821821f97dac2797d453a07812dacfa4e2be973c0747a32e96c9f6d3dfbcaff77c3db23a1f5034704486e",
            "4b4c4a4e494d4bcfc8ccca", "",
        ])
    func damaged(_ hex: String) {
        var stream = hex.isEmpty ? Array(Zlib.store([1, 2, 3, 4, 5, 6, 7, 8]).dropFirst(2).dropLast(4)) : []
        if stream.isEmpty { stream = (Hex.decode(hex) ?? []) }
        if stream.starts(with: [0x78]) { stream = Array(stream.dropFirst(2).dropLast(4)) }
        var generator = SplitMix(state: 3)
        var read = 0
        for _ in 0..<4_000 {
            var bytes = stream
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            var inflater = Inflater(bytes[...], limit: 256)
            guard let out = inflater.run() else { continue }
            #expect(out.count <= 256)
            read += 1
        }
        #expect(read > 0, "nothing that is damaged was read: only refusals were tried")
    }

    private func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }
}
