import JourneyBase
import TestSupport
import Testing

struct SecretInputTests {
    private func type(_ text: String, into input: SecretInput) { for byte in text.utf8 { input.append(byte) } }

    @Test("typed bytes are kept up to the limit, and deletion removes whole characters")
    func typing() {
        let input = SecretInput(limit: 6)
        type("aé", into: input)
        #expect(input.count == 3 && input.scalars == 2)
        input.removeLast()
        #expect(input.copy().hasSameBytes(as: Secret(copying: "a".utf8)))
        type("bcdef", into: input)
        #expect(!input.append(0x67) && input.count == 6)
        input.clear()
        input.removeLast()
        #expect(input.count == 0 && input.copy().count == 0)
    }

    @Test("secrets are equal only if all bytes are")
    func comparison() {
        let secret = Secret(copying: "4711".utf8)
        #expect(secret.hasSameBytes(as: Secret(copying: "4711".utf8)))
        for other in ["4710", "5711", "471", "47111", ""] {
            #expect(!secret.hasSameBytes(as: Secret(copying: other.utf8)))
        }
    }

    @Test(
        "typed bytes are in memory once, and are wiped when cleared or released",
        .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"), arguments: [true, false])
    func wiped(isCleared: Bool) throws {
        let halves = (0..<24).map { _ in (UInt8.random(in: 0...255), UInt8.random(in: 0...255)) }
        var input: SecretInput? = SecretInput(limit: 24)
        // Appended byte by byte from halves that aren't secret, so that no other copy ever exists.
        for half in halves { input?.append(half.0 ^ half.1) }
        var copy = input?.copy()
        let scan = MemoryScan(for: try #require(copy))
        #expect(try scan.count() == 2)
        copy = nil
        #expect(try scan.count() == 1)
        if isCleared { input?.clear() } else { input = nil }
        #expect(try scan.count() == 0)
        withExtendedLifetime(input) {}
    }
}
