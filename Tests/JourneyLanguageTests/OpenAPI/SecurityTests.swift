import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Matching credentials at load")
struct SecurityTests {
    static let schemes: JSONValue = [
        "bearer": ["type": "http", "scheme": "Bearer"], "basic": ["type": "http", "scheme": "basic"],
        "oauth": ["type": "oauth2", "flows": [:]],
        "oidc": ["type": "openIdConnect", "openIdConnectUrl": "https://a.test"],
        "key": ["type": "apiKey", "in": "header", "name": "X-Api-Key"],
        "client": ["type": "apiKey", "in": "header", "name": "x-client-id"],
        "query": ["type": "apiKey", "in": "query", "name": "k"],
        "cookie": ["type": "apiKey", "in": "cookie", "name": "k"],
        "tls": ["type": "mutualTLS"], "odd": ["type": "magic"], "ref": ["$ref": "#/components/securitySchemes/bearer"],
    ]

    private func document(_ own: JSONValue?, _ root: JSONValue? = nil) -> JSONValue {
        TestDocument.document(
            own.map { ["security": $0] } ?? [:], components: ["securitySchemes": SecurityTests.schemes]
        )
        .setting("security", to: root)
    }

    static let met: [(JSONValue?, JSONValue?, Bool)] = [
        (nil, nil, true), ([], nil, false), ([], [["tls": []]], false), (nil, [["bearer": []]], true),
        ([["bearer": []]], [["tls": []]], true), ([["oauth": ["payments"]]], nil, true), ([["oidc": []]], nil, true),
        ([["client": []]], nil, false), ([["client": [], "bearer": []]], nil, true), ([["ref": []]], nil, true),
        ([["tls": []], ["bearer": []]], nil, true), ([[:], ["bearer": []]], nil, true),
        ([["key": []], [:]], nil, false),
    ]

    @Test("the session's token and the partner's headers satisfy known schemes", arguments: met)
    func meets(own: JSONValue?, root: JSONValue?, takesToken: Bool) throws {
        #expect(try TestDocument.operation("op", in: document(own, root)).takesToken == takesToken)
    }

    static let unmet: [(JSONValue, String)] = [
        ([["tls": []]], "'tls' is a client certificate"), ([["key": []]], "'key' is a key in the header 'X-Api-Key'"),
        ([["query": []]], "a key in the query"), ([["cookie": []]], "a key in a cookie"),
        ([["basic": []]], "HTTP authentication of the kind 'basic'"),
        ([["bearer": [], "tls": []]], "a client certificate"),
        ([["tls": []], ["key": []]], "a client certificate; 'key'"),
    ]

    @Test("unsatisfied credentials are refused with their own code", arguments: unmet)
    func refuses(own: JSONValue, sentence: String) throws {
        for document in [document(own), document(nil, own)] {
            let refusal = try #require(try TestDocument.refusal(document))
            #expect(refusal.code == .oapiSecurity)
            #expect(refusal.message.contains(sentence))
        }
    }

    @Test("a missing or unknown security scheme is refused", arguments: ["nowhere", "odd"])
    func unknown(name: String) throws {
        #expect(try TestDocument.refusal(document([.object([name: []])]))?.code == .oapiInvalid)
    }
}
