import JourneyBase
import Testing

@Suite("base64url and hexadecimal")
struct EncodingTests {
    /// The test vectors of RFC 4648, section 10, without padding.
    @Test(
        "the vectors of RFC 4648 match",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, text: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == text)
        #expect(Base64URL.decode(text) == Array(plain.utf8))
    }

    @Test(
        "any non-canonical base64url is refused",
        arguments: [
            "A", "AAAAA", "Zg==", "Zg=", "Zm9v\n", " Zm9v", "Zm 9v", "Zh", "Zm9", "+A", "/w", "Zg.", "é",
            "Zm9\u{76}\u{301}",
            "AB", "AAB",
        ])
    func strict(text: String) { #expect(Base64URL.decode(text) == nil) }

    @Test("all bytes round-trip at every length from every kind of sequence")
    func roundTrip() {
        let bytes = (0...255).map { UInt8($0) }
        for count in 0...256 {
            let slice = bytes.prefix(count)
            let text = Base64URL.encode(slice)
            #expect(Base64URL.decode(text) == Array(slice))
            #expect(Base64URL.encode(AnySequence(slice)) == text)
            #expect(Base64URL.decode(text[...]) == Array(slice))
            #expect(Hex.decode(Hex.encode(slice)) == Array(slice))
        }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    }

    @Test("in-place base64url gives the same result and is as strict")
    func inPlace() {
        for count in 0...70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
            var text = [UInt8](repeating: 0, count: Base64URL.encodedCount(count))
            text.withUnsafeMutableBytes { out in bytes.withUnsafeBytes { Base64URL.encode($0, into: out) } }
            #expect(String(decoding: text, as: UTF8.self) == Base64URL.encode(bytes))
            #expect(Base64URL.decodedCount(text.count) == count)
            var back = [UInt8](repeating: 0, count: count)
            let isRead = back.withUnsafeMutableBytes { out in text.withUnsafeBytes { Base64URL.decode($0, into: out) } }
            #expect(isRead && back == bytes)
        }
        for bad in ["Zg==", "Zh", "+A", "Zm9v\nA"] {
            guard let count = Base64URL.decodedCount(bad.utf8.count) else { continue }
            var out = [UInt8](repeating: 0, count: count)
            #expect(
                !out.withUnsafeMutableBytes { out in Array(bad.utf8).withUnsafeBytes { Base64URL.decode($0, into: out) }
                })
        }
        for impossible in [1, 5, 9] { #expect(Base64URL.decodedCount(impossible) == nil) }
    }

    @Test("hexadecimal is written in lower case and read in either case, whole bytes only")
    func hex() {
        #expect(Hex.encode([0x00, 0xAB, 0xFF]) == "00abff")
        #expect(Hex.decode("00aBFf") == [0x00, 0xAB, 0xFF])
        for bad in ["a", "0x", "zz", "a ", "ａａ"] { #expect(Hex.decode(bad) == nil) }
    }
}
