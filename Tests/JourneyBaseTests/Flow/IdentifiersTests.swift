import JourneyBase
import Testing

@Suite("Identifiers")
struct IdentifiersTests {
    @Test(
        "a text that is unsafe in an address or file name is not an identifier",
        arguments: [
            "", ".", "..", ".hidden", "a/b", "../a", "a\\b", "a b", "a%2f", "a\n", "a\u{0}", "é", "\u{212A}", "a?b",
            "a#b",
            "a:b", String(repeating: "a", count: 65),
        ])
    func refused(text: String) {
        #expect(JourneyID(text) == nil)
        #expect(StepID(text) == nil)
        if text.utf8.count != 65 { #expect(StoreKey(text) == nil) }
    }

    @Test(
        "plain names are identifiers",
        arguments: ["a", "money-transfer", "A_1.b", "0", String(repeating: "a", count: 64)])
    func accepted(text: String) {
        #expect(JourneyID(text)?.description == text)
        #expect(StepID(text)?.description == text)
        #expect(StoreKey(text)?.description == text)
    }

    @Test("a store key has at most a hundred bytes")
    func storeKeyLength() {
        #expect(StoreKey(String(repeating: "a", count: 100)) != nil)
        #expect(StoreKey(String(repeating: "a", count: 101)) == nil)
    }
}
