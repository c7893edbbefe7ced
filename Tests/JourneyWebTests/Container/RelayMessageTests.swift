import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Relay message")
struct RelayMessageTests {
    private let token = String(repeating: "0a", count: 16)

    private func read(_ text: String) -> RelayMessage? { Array(text.utf8).withUnsafeBytes { RelayMessage($0) } }

    @Test("the three kinds are read by position")
    func kinds() throws {
        let posted = try #require(read("M\(token)1https://bank.example\n{\"a\":\"\n\"}"))
        #expect(posted.kind == .posted("{\"a\":\"\n\"}"))
        #expect(posted.token == token && posted.isMainFrame && posted.origin == "https://bank.example")
        #expect(read("S\(token)1https://bank.example\n")?.kind == .started)
        #expect(read("L\(token)0null\n")?.kind == .posted(nil))
        #expect(read("L\(token)0null\n")?.isMainFrame == false)
        #expect(read("M\(token)1https://bank.example\n")?.kind == .posted(""))
    }

    @Test("a text's limit counts bytes, not characters")
    func bounded() {
        let text = String(repeating: "é", count: WebMessage.maximumBytes / 2)
        #expect(read("M\(token)1o\n\(text)")?.kind == .posted(text))
        #expect(read("M\(token)1o\n\(text)x")?.kind == .posted(nil))
    }

    @Test(
        "any other text is refused",
        arguments: ["", "M", "X%1https://a\n", "M%1https://a", "M%", "Mshort1https://a\n", "M%%1https://a"])
    func refused(text: String) { #expect(read(text.replacing("%", with: token)) == nil) }

    @Test("a token is lower-case hexadecimal", arguments: ["0A", "0g", "  "])
    func token(pair: String) { #expect(read("S\(String(repeating: pair, count: 16))1o\n") == nil) }
}

@Suite("Content rules")
struct ContentRulesTests {
    @Test("everything is blocked except the policy's origins, matched literally up to the slash")
    func rules() throws {
        let policy = SourcePolicy([
            Origin(scheme: "https", host: "bank.example", port: 443),
            Origin(scheme: "https", host: "a-b.example", port: 8443),
        ])
        let rules = try #require(try JSONReader.read(Array(ContentRules.json(for: policy).utf8)).array)
        #expect(rules.count == 4)
        #expect(rules[0]["trigger"]?["url-filter"] == ".*" && rules[0]["action"]?["type"] == "block")
        let allowed = rules.dropFirst(2).map { $0["trigger"]?["url-filter"]?.string }
        #expect(allowed == ["^https://a-b\\.example:8443/", "^https://bank\\.example/"])
    }

    @Test("an empty policy allows nothing")
    func empty() throws {
        let rules = try #require(try JSONReader.read(Array(ContentRules.json(for: SourcePolicy([])).utf8)).array)
        #expect(rules.count == 2)
    }
}
