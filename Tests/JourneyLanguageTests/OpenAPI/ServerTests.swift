import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Checking servers against the manifest's origins")
struct ServerTests {
    private func base(_ servers: JSONValue?, address: String = TestDocument.address) throws -> String {
        let document = TestDocument.document([:], path: "/x").setting("servers", to: servers)
        let operation = try TestDocument.operation("op", in: document, address: address)
        return try operation.request(arguments: [:]).url.description
    }

    static let good: [(JSONValue?, String)] = [
        ([["url": "https://bank.example"]], "/x"), ([["url": "https://bank.example/"]], "/x"),
        ([["url": "https://bank.example/api"]], "/api/x"), ([["url": "https://bank.example/api/"]], "/api/x"),
        ([["url": "/open-banking/v4.0/pisp"]], "/open-banking/v4.0/pisp/x"), ([["url": "/"]], "/x"),
        ([["url": "api"]], "/journeys/api/x"), ([["url": "./api/"]], "/journeys/api/x"),
        ([["url": "../api"]], "/api/x"),
        ([["url": "../../../api"]], "/api/x"), ([["url": "//bank.example/v2"]], "/v2/x"), (nil, "/x"), ([], "/x"),
        ([["url": "https://evil.test"], ["url": "https://bank.example/b"]], "/b/x"),
        ([["url": "http://bank.example/a"], ["url": "https://bank.example/b"]], "/b/x"),
        ([["url": "https://bank.example/{v}", "variables": ["v": ["default": "v2"]]]], "/v2/x"),
        (
            [
                [
                    "url": "https://{host}/{v}/{v}",
                    "variables": ["host": ["default": "bank.example"], "v": ["default": "1"]],
                ]
            ],
            "/1/1/x"
        ),
        ([["url": "/{v}", "variables": ["v": ["default": "b", "enum": ["a", "b"]]]]], "/b/x"),
    ]

    @Test("the first allowed server is used, and relative ones are resolved against the bundle", arguments: good)
    func allowed(servers: JSONValue?, path: String) throws {
        #expect(try base(servers) == "https://bank.example\(path)")
    }

    static let bad: [(JSONValue, String)] = [
        ([["url": "https://evil.test"]], "has no https URL on security.allowedOrigins: 'https://evil.test'"),
        ([["url": "http://bank.example"]], "has no https URL"),
        ([["url": "//evil.test/"]], "has no https URL"),
        ([["url": "https://bank.example.evil.test"]], "has no https URL"),
        ([["url": "https://bank.example:8443"]], "has no https URL"),
        ([["url": "https://user@bank.example"]], "has no https URL"),
        ([["url": "https://user:pw@bank.example"]], "has no https URL"),
        ([["url": "https://bank.example@evil.test"]], "has no https URL"),
        ([["url": "https://bank.example\\@evil.test"]], "has no https URL"),
        ([["url": "https://BANK.example"]], "has no https URL"),
        ([["url": "ftp://bank.example"]], "has no https URL"),
        ([["url": "javascript:alert(1)"]], "has no https URL"),
        ([["url": "https://bank.example/?x=1"]], "has no https URL"),
        ([["url": "/api?x"]], "has no https URL"),
        ([["url": "/api#x"]], "has no https URL"),
        ([["url": "https://bank.example/../api"]], "has no https URL"),
        ([["url": "https://bank.example/%2e%2e/api"]], "has no https URL"),
        (
            [["url": "https://{tenant}.bank.example", "variables": ["tenant": ["default": "a"]]]],
            "has no https URL"
        ),
        (
            [["url": "https://{h}", "variables": ["h": ["default": "bank.example@evil.test"]]]],
            "has no https URL"
        ),
        ([["url": "https://bank.example/{v}"]], "uses an undeclared variable: 'v'"),
        ([["url": "https://bank.example/{v"]], "braces"),
        ([["url": "/{v}", "variables": ["v": [:]]]], "default is missing"),
        ([["url": "/{v}", "variables": ["v": ["default": 1]]]], "default is not a string"),
        ([["url": "/{v}", "variables": ["v": ["default": "c", "enum": ["a"]]]]], "not in the variable's enum"),
        ([["url": ""]], "has no https URL"), ([[:]], "url is missing"), ("x", "is not an array"),
    ]

    @Test("disallowed server addresses are refused", arguments: bad)
    func refused(servers: JSONValue, sentence: String) throws {
        let document = TestDocument.document([:]).setting("servers", to: servers)
        let refusal = try #require(try TestDocument.refusal(document))
        #expect(refusal.code == .oapiInvalid)
        #expect(refusal.message.contains(sentence))
    }

    @Test("an operation's servers override its path's, and those the document's, without fallback")
    func nearest() throws {
        let document = TestDocument.document([:], path: "/x")
        let path = document.setting("paths /x servers", to: [["url": "/path"]])
        #expect(try TestDocument.operation("op", in: path).base.path == "/path")
        let own = path.setting("paths /x get servers", to: [["url": "/own"]])
        #expect(try TestDocument.operation("op", in: own).base.path == "/own")
        let evil = path.setting("paths /x get servers", to: [["url": "https://evil.test"]])
        #expect(
            try TestDocument.refusal(evil)?.message.contains("#/paths/~1x/get/servers has no https URL") == true)
    }

    @Test("servers of unused operations are not checked")
    func unused() throws {
        let document = TestDocument.document([:])
            .setting("paths /other", to: ["get": ["operationId": "other", "servers": [["url": "https://evil.test"]]]])
        #expect(try TestDocument.refusal(document) == nil)
    }

    // MARK: Server variables of the host's environment

    private static let stages: JSONValue = [
        [
            "url": "https://{stage}.example/{v}",
            "variables": [
                "stage": ["default": "bank", "enum": ["bank", "evil", "bank.evil"]], "v": ["default": "v1"],
            ],
        ],
        [
            "url": "https://bank.example/{base}",
            "variables": ["base": ["default": "one", "enum": ["one", "two", "../three", "a/b"]]],
        ],
    ]

    private func chosen(_ variables: [String: String], of servers: JSONValue = stages) throws -> String {
        let document = TestDocument.document([:], path: "/x").setting("servers", to: servers)
        let address = try #require(HTTPSURL(TestDocument.address))
        let resolver = try OpenAPIResolver(
            document.compactBytes, origins: SourcePolicy([address.origin]), address: address, variables: variables)
        return try resolver.operation("op", at: Reading("op", code: .manifestInvalid)).base.description
    }

    @Test(
        "an environment selects a variable's value, and the result must be an allowed origin",
        arguments: [
            ([:], "https://bank.example/v1"), (["stage": "bank"], "https://bank.example/v1"),
            (["other": "x"], "https://bank.example/v1"),
            // Listed, but not on the manifest's origins: skipped like any other such server.
            (["stage": "evil"], "https://bank.example/one"), (["stage": "bank.evil"], "https://bank.example/one"),
            (["stage": "evil", "base": "two"], "https://bank.example/two"),
            (["stage": "evil", "base": "a/b"], "https://bank.example/a/b"),
        ])
    func choices(variables: [String: String], base: String) throws {
        #expect(try chosen(variables) == base)
    }

    @Test(
        "a variable value that is not listed is refused, however similar",
        arguments: [
            (["stage": "BANK"], "does not list the configured value in its enum: 'BANK'"),
            (["stage": "bank "], "does not list the configured value"),
            (["stage": ""], "does not list the configured value"),
            (["stage": "bank.example/x?"], "does not list the configured value"),
            (["stage": "evil", "base": "three"], "does not list the configured value"),
            // Without `enum`, no value may be chosen, not even the default.
            (["v": "v2"], "has no enum"), (["v": "v1"], "has no enum"),
            // Listed, but not an absolute URL.
            (["stage": "evil", "base": "../three"], "has no https URL on security.allowedOrigins"),
        ])
    func refusedChoices(variables: [String: String], sentence: String) throws {
        let refusal = #expect(throws: Refusal.self) { try chosen(variables) }
        #expect(refusal?.code == .oapiInvalid && refusal?.message.contains(sentence) == true, "\(refusal as Any)")
    }
}
