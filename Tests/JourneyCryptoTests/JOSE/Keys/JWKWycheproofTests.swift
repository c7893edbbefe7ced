import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@Suite("Wycheproof's JSON Web Keys", .enabled(if: Wycheproof.has("json_web_key"), "\(Vectors.missing)"))
struct JWKWycheproofTests {
    @Test("the valid RSA key verifies; MACs and bad, weak or misused keys do not")
    func keySets() throws {
        let file = try Wycheproof("json_web_key")
        var totals: [String: Int] = [:]
        for test in file.cases {
            let json = test.group["public"] ?? test.group["private"] ?? .null
            let text = try #require(test.test["jws"]?.string)
            let set = try? JWKSet(json)
            let payload = set.flatMap { try? CompactJWS.verify(text, typ: nil, keys: $0).payload }
            let header = try #require(text.split(separator: ".").first.flatMap { Base64URL.decode($0) })
            // The other valid cases are MACs, whose keys are refused as secrets.
            let isOurs = try test.result == "valid" && JSONReader.read(header)["alg"] == "RS256"
            #expect(payload == (isOurs ? Array("foo".utf8) : nil), "\(test.id)")
            if test.result == "valid", !isOurs { #expect(set == nil, "\(test.id)") }
            let outcome =
                switch (payload, set) {
                case (.some, _): "verified"
                case (nil, .some(let set)) where set.keyIDs.isEmpty: "passed over"
                case (nil, .some): "signature refused"
                case (nil, nil): test.result == "valid" ? "MACs, refused" : "sets refused"
                }
            totals[outcome, default: 0] += 1
        }
        file.report(totals)
    }
}
