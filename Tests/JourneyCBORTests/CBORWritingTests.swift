import JourneyBase
import JourneyCBOR
import TestSupport
import Testing

@Suite("Writing CBOR")
struct CBORWritingTests {
    @Test("heads have the shortest form at each boundary")
    func borders() {
        let borders: [(UInt64, String)] = [
            (23, "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65_535, "19ffff"), (65_536, "1a00010000"),
            (4_294_967_295, "1affffffff"), (4_294_967_296, "1b0000000100000000"), (.max, "1bffffffffffffffff"),
        ]
        for (value, hex) in borders { #expect(Hex.encode(CBORValue.unsigned(value).encoded) == hex) }
        #expect(Hex.encode(CBORValue.integer(.min).encoded) == "3b7fffffffffffffff")
        #expect(CBORValue.integer(-1) == .negative(0))
    }

    @Test("keys are sorted by their bytes, whatever the given order")
    func order() {
        // RFC 8949, section 4.2.1: 10, 100, -1, "z", "aa", [100], [-1], false.
        let map: CBORValue = [
            "aa": 0, [100]: 0, 100: 0, false: 0, -1: 0, [-1]: 0, "z": 0, 10: 0,
        ]
        #expect(Hex.encode(map.encoded) == "a80a001864002000617a0062616100811864008120 00f400".replacing(" ", with: ""))
    }

    @Test("long keys that differ in one byte anywhere are sorted by it")
    func longKeys() throws {
        for count in [7, 8, 9, 15, 16, 17, 24, 33] {
            let zeros = [UInt8](repeating: 9, count: count)
            var keys = [zeros]
            for index in zeros.indices {
                for byte in [UInt8(1), 8, 10, 255] {
                    var key = zeros
                    key[index] = byte
                    // What follows the byte doesn't count.
                    if index + 1 < count { key[index + 1] = 255 - byte }
                    keys.append(key)
                }
            }
            for wrap in [{ CBORValue.bytes($0) }, { [.bytes($0), 1] }] as [([UInt8]) -> CBORValue] {
                let map = CBORValue.map(Dictionary(keys.map { (wrap($0), 0) }, uniquingKeysWith: { $1 }))
                let written = try #require(
                    try CBORReader.item(in: map.encoded[...]).members?.map { Array($0.key.encoded) })
                let sorted = Set(keys).map { wrap($0).encoded }.sorted { $0.lexicographicallyPrecedes($1) }
                #expect(written == sorted, "\(count)")
            }
        }
    }

    @Test("a string's head is written without the string")
    func heads() {
        for (count, hex) in [(0, "40"), (23, "57"), (24, "5818"), (300, "59012c")] {
            var writer = CBORWriter()
            writer.bytesHead(count)
            #expect(Hex.encode(writer.encoded) == hex)
        }
    }

    @Test("every 16-bit float round-trips bit for bit, NaN and subnormals included")
    func halves() throws {
        for half in UInt16.min ... .max {
            let bytes = [0xF9, UInt8(half >> 8), UInt8(half & 0xFF)]
            #expect(try CBORReader.item(in: bytes[...]).value.encoded == bytes)
        }
    }

    @Test("a float is as short as its bits allow")
    func floats() throws {
        let table: [(Double, String)] = [
            (65_504, "f97bff"), (65_505, "fa477fe100"), (0x1p-24, "f90001"), (0x1p-25, "fa33000000"),
            (0x1.8p-24, "fa33c00000"), (0x1p-14, "f90400"), (0x1.004p0, "f93c01"), (0x1.002p0, "fa3f801000"),
            (-0.0, "f98000"), (.leastNonzeroMagnitude, "fb0000000000000001"),
            (.greatestFiniteMagnitude, "fb7fefffffffffffff"),
            (Double(Float.leastNonzeroMagnitude), "fa00000001"), (0x1p128, "fb47f0000000000000"),
            (0.1, "fb3fb999999999999a"),
        ]
        for (value, hex) in table { #expect(Hex.encode(CBORValue.float(value).encoded) == hex) }
        // A NaN's payload is preserved in the shortest width that holds it, quiet or signalling.
        for (bits, hex) in [
            (0x7FF8_0000_0000_0000, "f97e00"), (0x7FF0_0400_0000_0000, "f97c01"), (0x7FF0_0000_2000_0000, "fa7f800001"),
            (0x7FF0_0000_0000_0001, "fb7ff0000000000001"), (0xFFF8_0000_0000_0000, "f9fe00"),
        ] as [(UInt64, String)] {
            #expect(Hex.encode(CBORValue.float(bits: bits).encoded) == hex)
            let bytes = try #require(Hex.decode(hex))
            #expect(try CBORReader.item(in: bytes[...]).value == .float(bits: bits))
        }
    }

    @Test("reserved simple values are written as undefined")
    func simples() throws {
        for value in UInt8.min ... .max {
            let encoded = CBORValue.simple(value).encoded
            let read = try CBORReader.item(in: encoded[...]).value
            #expect(read == ((20..<32).contains(value) ? .undefined : .simple(value)))
        }
    }

    @Test("a thousand generated values round-trip in one form")
    func generated() throws {
        var generator = SplitMix(state: Campaign.seed(11))
        for _ in 0..<Campaign.count(1_000, campaign: 200_000) {
            let value = CBORValue.generated(depth: 4, using: &generator)
            let encoded = value.encoded
            let item = try CBORReader.item(in: encoded[...])
            #expect(item.value == value && item.isDeterministic)
        }
    }
}
