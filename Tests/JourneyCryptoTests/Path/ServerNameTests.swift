import JourneyBase
import Testing

@testable import JourneyCrypto

@Suite("Names of servers")
struct ServerNameTests {
    @Test(
        "valid host names and addresses are accepted",
        arguments: [
            "a", "pay.example.com", "PAY.Example.com", "xn--bcher-kva.example", "1a.example", "192.0.2.1", "::1",
            "[::1]", "2001:db8::7",
        ])
    func good(text: String) { #expect(ServerName(text) != nil) }

    @Test(
        "invalid host names and addresses are refused",
        arguments: [
            "", ".", "a.", ".a", "a..b", "-a.example", "a-.example", "a_b.example", "*.example.com", "é.example", "a b",
            "a\0",
            "192.0.2", "192.0.2.256", "[192.0.2.1]", "1.2.3.4.5", "[::1", "::g", "example.123",
            String(repeating: "a", count: 64),
            (0..<64).map { _ in "abc" }.joined(separator: "."),
        ])
    func bad(text: String) { #expect(ServerName(text) == nil) }

    @Test(
        "a certificate's name matches a host or does not",
        arguments: [
            ("pay.example.com", "pay.example.com", true), ("PAY.example.COM", "pay.EXAMPLE.com", true),
            ("pay.example.com", "pay.example.com.", false), ("pay.example.com", "xpay.example.com", false),
            ("pay.example.com", "ay.example.com", false), ("pay.example.com", "*.example.com", true),
            ("a.pay.example.com", "*.example.com", false), ("example.com", "*.example.com", false),
            ("example.com", "*.com", false), ("pay.example.com", "p*.example.com", false),
            ("pay.example.com", "*ay.example.com", false), ("pay.example.com", "*.*.com", false),
            ("pay.example.com", "pay.*.com", false), ("pay.example.com", "*", false), ("pay.example.com", "*.", false),
            ("pay.example.com", "*..com", false), ("xn--a.example.com", "*.example.com", true),
            ("pay.example.com", " pay.example.com", false), ("localhost", "localhost", true),
            ("a.localhost", "*.localhost", false),
        ])
    func matching(host: String, pattern: String, isMatch: Bool) throws {
        var chain = try TestChain(intermediates: 0)
        chain.set(.subjectAltName, .subjectAltName([.dns(pattern)]), at: 1)
        let leaf = try Certificate(try chain.encoded()[1])
        #expect(try #require(ServerName(host)).isNamed(by: leaf) == isMatch)
    }

    @Test("an address does not match a name that looks like one, nor the reverse")
    func kinds() throws {
        var chain = try TestChain(intermediates: 0)
        chain.set(
            .subjectAltName,
            .subjectAltName([.dns("192.0.2.1"), .uri("https://pay.example.com"), .email("a@pay.example.com")]), at: 1)
        let leaf = try Certificate(try chain.encoded()[1])
        for host in ["192.0.2.1", "pay.example.com"] { #expect(try !#require(ServerName(host)).isNamed(by: leaf)) }
    }
}
