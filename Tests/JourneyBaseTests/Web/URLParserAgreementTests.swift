import Foundation
import JourneyBase
import TestSupport
import Testing

@Suite("Agreement with Foundation's URL parser")
struct URLParserAgreementTests {
    /// Fragments on which parsers disagree, and plain ones to combine them with. Labels in `xn--` form are left out: the web
    /// engine decides whether they decode, and an origin that no engine reports matches nothing.
    private static let pieces = [
        "https://", "https:/", "http://", "//", "/", "\\", "@", ":", "443", "8443", "0443", "65536", "?", "#", "%",
        "%2e", "%2F",
        "%00", "..", ".", "pay.example", "evil.test", "user", "127.0.0.1", "0x7f.1", "[::1]", "a", "b=c", "&", " ",
        "\t", "\n",
        "é", "。", "\u{AD}", "-", "_", "~", "+", ";", "=",
    ]

    @Test("Foundation parses every accepted address the same way")
    func generated() throws {
        var generator = SplitMix(state: Campaign.seed(8_785))
        var accepted = 0
        for round in 0..<Campaign.count(20_000, campaign: 1_000_000) {
            var text = round.isMultiple(of: 4) ? "" : "https://pay.example"
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                text += Self.pieces.randomElement(using: &generator) ?? ""
            }
            guard let url = HTTPSURL(text) else { continue }
            accepted += 1
            let other = try #require(URLComponents(string: text), "\(text)")
            #expect(other.scheme == "https", "\(text)")
            #expect(other.host == url.origin.host, "\(text)")
            #expect(other.port ?? 443 == url.origin.port, "\(text)")
            #expect(other.percentEncodedPath == (url.path == "/" && other.percentEncodedPath.isEmpty ? "" : url.path))
            #expect(other.percentEncodedQuery == url.query, "\(text)")
            #expect(other.user == nil && other.password == nil && other.fragment == nil, "\(text)")
        }
        #expect(accepted > 1_000)
    }
}
