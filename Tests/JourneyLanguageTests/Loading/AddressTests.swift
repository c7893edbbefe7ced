import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Addresses of pages in manifest 1.3")
struct AddressTests {
    /// The form leads on to a page whose address is `url`, with the payload of its event.
    private static func manifest(_ url: String) -> JSONValue {
        TestManifest13.manifest.setting("steps form on next", to: ["to": "page"])
            .setting("steps form on refused", to: ["to": "page"])
            .setting(
                "steps page",
                to: ["type": "web", "url": .string(url), "on": ["ok": ["to": "done"], "error": ["to": "failed"]]]
            ).setting("security allowedOrigins", to: ["https://bank.example", "https://pay.bank.example:8443"])
    }

    private static func shown(_ url: String, _ payload: JSONValue) async throws -> String? {
        var player = Player(
            try await TestManifest.journey(manifest(url), openAPI: TestManifest13.openAPI),
            values: [.environment: "production"])
        player.page("next", payload)
        return player.all.compactMap { effect -> String? in
            guard case .enterStep(let step, visit: 2) = effect else { return nil }
            guard case .web(let address) = step.kind else { return "none" }
            return address.url?.description
        }.first
    }

    @Test(
        "are composed of constants and values, each in its place",
        arguments: [
            ("https://bank.example/pages/a", "https://bank.example/pages/a"),
            ("'https://bank.example/pages/' + payload.id", "https://bank.example/pages/7%20up"),
            ("'https://bank.example/' + payload.id + '/edit?x=1'", "https://bank.example/7%20up/edit?x=1"),
            ("'https://bank.example/p?id=' + payload.id + '&b=2'", "https://bank.example/p?id=7%20up&b=2"),
            ("'https://bank.example/p?a=1&id=' + payload.id", "https://bank.example/p?a=1&id=7%20up"),
            ("'https://bank.example/p' + '?id=' + payload.id", "https://bank.example/p?id=7%20up"),
            (
                "has(steps.form.reference) ? 'https://bank.example/a' : 'https://pay.bank.example:8443/b/' + payload.id",
                "https://pay.bank.example:8443/b/7%20up"
            ),
            ("'https://bank.example/' + config.environment + '/x'", "https://bank.example/production/x"),
            ("'https://bank.example/' + (payload.id == 'x' ? 'one' : 'two')", "https://bank.example/two"),
            ("'https://bank.example/' + journey.id", "https://bank.example/transfer"),
        ])
    func composed(source: String, wanted: String) async throws {
        #expect(try await Self.shown(source, ["id": "7 up"]) == wanted)
    }

    @Test(
        "escape what a page gives, so that it leaves neither its segment nor its query value",
        arguments: [
            ("a/b", "a%2Fb"), ("a?b=c&d#e", "a%3Fb%3Dc%26d%23e"), ("@evil.example", "%40evil.example"),
            ("\\\\evil.example", "%5C%5Cevil.example"), ("a;b:c", "a%3Bb%3Ac"), ("%41", "%2541"),
            ("é\u{202E}", "%C3%A9%E2%80%AE"),
            ("a\r\nHost: evil.example", "a%0D%0AHost%3A%20evil.example"), ("a\u{0}b", "a%00b"), (".a", ".a"),
            ("a..b", "a..b"),
        ])
    func escaped(value: String, wanted: String) async throws {
        let payload: JSONValue = ["id": .string(value)]
        #expect(
            try await Self.shown("'https://bank.example/x/' + payload.id + '/y'", payload)
                == "https://bank.example/x/\(wanted)/y")
        #expect(
            try await Self.shown("'https://bank.example/x?q=' + payload.id", payload)
                == "https://bank.example/x?q=\(wanted)")
    }

    @Test(
        "refuse values that are dots, or decode to them, in a path",
        arguments: [".", "..", "%2e%2e", "%2E.", "%252e%252e", "../admin", "a/../../b", "..\\x", "%c0%ae%c0%ae", ""])
    func dots(value: String) async throws {
        #expect(try await Self.shown("'https://bank.example/x/' + payload.id", ["id": .string(value)]) == "none")
    }

    @Test(
        "send the step's error where a value is missing or no text, with the code and the place in the host's message")
    func faults() async throws {
        for payload in [[:], ["id": 5], ["id": ["a"]], ["id": nil]] as [JSONValue] {
            #expect(try await Self.shown("'https://bank.example/x/' + payload.id", payload) == "none")
        }
        let manifest = Self.manifest("'https://bank.example/x/' + payload.id").setting("steps page on error", to: nil)
        var player = Player(try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI))
        player.page("next")
        guard case .failed(let error)? = player.ends.first else { throw Unexpected() }
        #expect(error.code == .validationFail)
        for part in ["steps.page.url", "EXPRESSION_MISSING", "at byte 28", "'payload.id' does not exist"] {
            #expect(error.message.contains(part), "\(error.message)")
        }
        let routed = manifest.setting("errorPolicy", to: [["on": ["VALIDATION_FAIL"], "to": "failed"]])
        player = Player(try await TestManifest.journey(routed, openAPI: TestManifest13.openAPI))
        player.page("next")
        #expect(player.step == "failed")
    }

    @Test("take a whole address from the bank's answer, on an allowed origin alone")
    func bank() async throws {
        let good = ["https://bank.example/a?b=c", "https://pay.bank.example:8443/x"]
        let bad = [
            "https://evil.example/", "http://bank.example/", "https://bank.example.evil.example/", "//bank.example/",
            "https://bank.example@evil.example/", "https://bank.example:8443/", "javascript:alert(1)", "",
            "https://pay.bank.example/", "https://bank.example\\@evil.example/", "https://bank.example/../..",
        ]
        let manifest = Self.manifest("steps.form.reference + '?t=' + payload.t")
            .setting("steps form on paid", to: ["to": "page"])
            .setting("steps page url", to: "steps.form.reference")
        for address in good + bad {
            var player = Player(try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI))
            player.page("submit", ["amount": "1", "iban": "DE02", "note": "x"])
            let data: JSONValue = ["PaymentId": .string(address), "Status": "DONE", "Extra": [:]]
            player.answer(.success(status: 201, body: ["Data": data]))
            #expect((player.step == "page") == good.contains(address), "\(address)")
        }
    }

    @Test("leave the origin that the bank gave, whatever a page adds to it")
    func additions() async throws {
        let manifest = Self.manifest("steps.form.reference + '/' + payload.Data.Status")
            .setting("steps form on paid", to: ["to": "page"])
        for (address, isGood) in [
            ("https://bank.example/a", true), ("https:/", false), ("https://bank.example", true),
        ] {
            var player = Player(try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI))
            player.page("submit", ["amount": "1", "iban": "DE02", "note": "x"])
            let data: JSONValue = ["PaymentId": .string(address), "Status": "evil.example", "Extra": [:]]
            player.answer(.success(status: 201, body: ["Data": data]))
            #expect((player.step == "page") == isGood, "\(address)")
        }
    }

    @Test(
        "never let a page decide scheme or host, nor more than a whole segment or query value",
        arguments: [
            ("payload.url", "scheme or host"), ("payload.url + '/x'", "scheme or host"),
            ("event.url", "scheme or host"), ("payload['url']", "scheme or host"),
            ("string(payload.url)", "scheme or host"),
            ("('https://' + payload.h + '/').lowerAscii()", "scheme or host"),
            ("['https://bank.example', payload.x].join('/')", "scheme or host"),
            ("'https://%s/'.format([payload.h])", "scheme or host"),
            ("[payload.h].map(h, 'https://' + h + '/')[0]", "scheme or host"),
            ("{'a': payload.h}.a", "scheme or host"),
            ("(has(payload.h) ? 'https://bank.example/' : 'x') + 'a'", "scheme or host"),
            (
                "payload.x == 'a' ? 'https://bank.example/' : 'https://pay.bank.example:8443/'",
                "must not decide the address"
            ),
            ("'https://' + payload.h", "allowed host"), ("'https://' + payload.h + '/x'", "allowed host"),
            ("'https://bank.example' + payload.x", "allowed host"),
            ("'https://bank.example:' + payload.x + '/'", "allowed host"),
            ("'https://evil.example/' + payload.x", "allowed host"),
            ("'http://bank.example/' + payload.x", "allowed host"),
            ("'https:' + '//' + payload.h + '/'", "allowed host"),
            ("'https://bank.example/a' + payload.x", "stands between"),
            ("'https://bank.example/' + payload.x + 'a'", "stands between"),
            ("'https://bank.example/' + payload.x + payload.y", "one whole segment"),
            ("'https://bank.example/?' + payload.x", "stands between"),
            ("'https://bank.example/?a' + payload.x", "stands between"),
            ("'https://bank.example/?a=b' + payload.x", "stands between"),
            ("'https://bank.example/?=' + payload.x", "stands between"),
            ("'https://bank.example/?a=' + payload.x + 'b'", "stands between"),
            ("'https://bank.example/?a=/' + payload.x", "stands between"),
            ("'https://bank.example/?a=1&' + payload.x + '=2'", "stands between"),
            ("'https://bank.example/#' + payload.x", "one whole segment"),
            ("'https://evil.example/a'", "allowed origin"), ("'nothing'", "allowed origin"), ("5", "string"),
            ("payload.x +", "EXPRESSION_SYNTAX"), ("steps.nope.x", "'nope'"), ("http://bank.example/", "EXPRESSION"),
            ("'https://bank.example/' + string(1 / 0)", "EXPRESSION_NUMBER"),
        ])
    func refused(source: String, wanted: String) async throws {
        let refusal = try await TestManifest.refusal(Self.manifest(source), openAPI: TestManifest13.openAPI)
        #expect(refusal?.code == .manifestInvalid)
        #expect(refusal?.message.hasPrefix("steps.page.url is not") == true, "\(refusal?.message ?? "none")")
        #expect(refusal?.message.contains(wanted) == true, "\(refusal?.message ?? "none")")
    }

    @Test(
        "never let a plugin's answer decide scheme or host, nor which of two addresses is opened",
        arguments: [
            ("steps.scan.text", "scheme or host"), ("steps.scan.text + '/x'", "scheme or host"),
            ("steps['scan'].text", "scheme or host"),
            ("steps.scan.text == 'a' ? 'https://bank.example/a' : 'https://bank.example/b'", "decide the address"),
            ("'https://bank.example/' + steps.scan.text", nil), ("'https://bank.example/?a=' + steps.scan.text", nil),
            ("steps.form.reference == 'a' ? 'https://bank.example/a' : 'https://bank.example/b'", nil),
        ] as [(String, String?)])
    func plugins(source: String, wanted: String?) async throws {
        let scan: JSONValue = [
            "type": "native", "plugin": "scanner", "params": ["method": "scan"], "out": ["text": "string"],
            "on": ["success": ["to": "page"], "error": ["to": "failed"], "cancel": ["to": "failed"]],
        ]
        let manifest = Self.manifest(source).setting("steps scan", to: scan).setting(
            "steps form on next", to: ["to": "scan"])
        let refusal = try await TestManifest.refusal(manifest, openAPI: TestManifest13.openAPI)
        #expect((refusal == nil) == (wanted == nil), "\(refusal?.message ?? "none")")
        #expect(wanted.map { refusal?.message.contains($0) == true } ?? true, "\(refusal?.message ?? "none")")
    }

    @Test("are literal in 1.2")
    func older() async throws {
        let manifest = TestManifest.manifest.setting("steps form url", to: "'https://bank.example/pages/form'")
        #expect(try await TestManifest.refusal(manifest)?.code == .manifestInvalid)
    }
}

@Suite("Headers and native parameters in manifest 1.3")
struct CallValueTests {
    private static let call = "steps form bindings 0 call"
    private static let payload: JSONValue = ["amount": "1", "iban": "DE02", "note": "x", "tag": "blue"]

    private static func player(_ manifest: JSONValue, _ payload: JSONValue = payload) async throws -> Player {
        var player = Player(
            try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI),
            session: ["locale": "en-GB", "productCode": "P1"], values: [.partnerID: "shop", .sdkVersion: "1.4.0"])
        player.page("submit", payload)
        return player
    }

    @Test(
        "headers are expressions, of all calls and of one",
        arguments: [
            ("'a' + 'b'", "ab"), ("payload.tag", "blue"), ("session.locale", "en-GB"),
            ("config.partnerId + '/' + step.id", "shop/form"),
            ("sdk.version", "1.4.0"), ("string(journey.sequence)", "3"),
            ("has(payload.nope) ? payload.nope : null", nil),
            ("null", nil), ("has(session.campaignId) ? session.campaignId : 'none'", "none"),
        ] as [(String, String?)])
    func headers(source: String, wanted: String?) async throws {
        let manifest = TestManifest13.manifest.setting("\(Self.call) headers", to: ["X-Tag": .string(source)])
            .setting("headers", to: ["X-Channel": "'partner'", "X-Locale": "session.locale"])
            .setting("sequence", to: 3)
        let headers = try #require(try await Self.player(manifest).calls.last).headers
        #expect(headers["X-Tag"] == wanted)
        #expect(headers["X-Channel"] == "partner" && headers["X-Locale"] == "en-GB")
    }

    @Test(
        "a header that cannot be sent fails its call before it is sent, with the code and the place",
        arguments: [
            ("payload.tag", ["tag": "a\r\nX-Evil: 1"], "EXPRESSION_VALUE"),
            ("payload.tag", ["tag": "é"], "EXPRESSION_VALUE"),
            ("payload.tag", ["tag": " a"], "EXPRESSION_VALUE"), ("payload.tag", ["tag": ""], "EXPRESSION_VALUE"),
            ("payload.tag", ["tag": 5], "EXPRESSION_TYPE"), ("payload.tag", [:], "EXPRESSION_MISSING"),
            ("string(payload.a / payload.b)", ["a": 1, "b": 0], "EXPRESSION_NUMBER"),
        ] as [(String, JSONValue, String)])
    func refusedHeaders(source: String, more: JSONValue, code: String) async throws {
        let members = (Self.payload.object ?? [:]).merging(["tag": nil]) { $1 }.filter { $0.key != "tag" }
        let manifest = TestManifest13.manifest.setting("\(Self.call) headers", to: ["X-Tag": .string(source)])
            .setting("steps form on refused", to: nil).setting("steps form bindings 0 onErrorEmit", to: nil)
        let player = try await Self.player(manifest, .object(members.merging(more.object ?? [:]) { $1 }))
        #expect(player.calls.isEmpty)
        guard case .failed(let error)? = player.ends.first else { throw Unexpected() }
        #expect(error.code == .validationFail)
        for part in ["steps.form.bindings[0].call.headers.X-Tag", code, "in: \(source)"] {
            #expect(error.message.contains(part), "\(error.message)")
        }
    }

    @Test(
        "headers are refused at load where their fault is known",
        arguments: [
            ("\(call) headers", ["X-Tag": "5"], "string"), ("\(call) headers", ["X-Tag": "'a\\r\\nb'"], "valid header"),
            ("\(call) headers", ["X-Tag": "tag"], "'tag'"),
            ("\(call) headers", ["Authorization": "'x'"], "must not set"),
            ("\(call) headers", ["X-A": "'x'", "x-a": "'y'"], "duplicate"), ("\(call) headers", ["X A": "'x'"], "X A"),
            ("\(call) headers", ["Content-Type": "payload.type"], "constant"),
            ("\(call) headers", ["Accept": "'x'"], "Accept"),
            ("\(call) headers", ["X-Tag": "string(1 / 0)"], "EXPRESSION_NUMBER"),
            ("headers", ["X-Tag": "payload.tag"], "no event"), ("headers", ["X-Tag": "result.tag"], "'tag'"),
            ("headers", ["X-Tag": "steps.form.nope"], "'nope'"),
            ("headerTemplates", ["X-Tag": "{session.locale}"], "headerTemplates"),
            ("steps form bindings 0 headerTemplates", ["X-Tag": "{session.locale}"], "unknown member"),
        ] as [(String, JSONValue, String)])
    func refusals(path: String, value: JSONValue, wanted: String) async throws {
        let refusal = try await TestManifest.refusal(
            TestManifest13.manifest.setting(path, to: value), openAPI: TestManifest13.openAPI)
        #expect(refusal?.code == .manifestInvalid)
        #expect(refusal?.message.contains(wanted) == true, "\(refusal?.message ?? "none")")
    }

    private static func native(_ inputs: JSONValue) -> JSONValue {
        TestManifest13.manifest.setting("steps form on next", to: ["to": "ask"]).setting(
            "steps ask",
            to: [
                "type": "native", "plugin": "biometric_auth", "params": ["reason": "Approve"], "in": inputs,
                "on": ["success": ["to": "done"], "error": ["to": "failed"], "cancelled": ["to": "failed"]],
            ])
    }

    @Test("a native step's parameters are expressions, and null leaves one out")
    func parameters() async throws {
        let inputs: JSONValue = [
            "title": "'For ' + session.locale", "list": "[1, 2].map(x, x * 2)", "none": "null",
            "maybe": "has(steps.form.reference) ? steps.form.reference : null", "at": "journey.id",
        ]
        var player = Player(
            try await TestManifest.journey(Self.native(inputs), openAPI: TestManifest13.openAPI),
            session: ["locale": "en-GB"])
        player.page("next")
        let params = player.all.compactMap { effect -> JSONValue? in
            guard case .enterStep(let step, visit: 2) = effect, case .native(_, let params) = step.kind else {
                return nil
            }
            return params
        }
        #expect(params == [["reason": "Approve", "title": "For en-GB", "list": [2, 4], "at": "transfer"]])
    }

    @Test("a native step whose parameter has no value is an error of the step, and runs no plugin")
    func missing() async throws {
        let manifest = Self.native(["title": "steps.form.reference"])
        for hasHandler in [true, false] {
            let manifest = hasHandler ? manifest : manifest.setting("steps ask on error", to: nil)
            var player = Player(try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI))
            player.page("next")
            let plugins = player.all.filter {
                if case .enterStep(let step, _) = $0, case .native = step.kind { true } else { false }
            }
            #expect(plugins.isEmpty)
            #expect(player.end == (hasHandler ? "failed UNKNOWN" : "failed VALIDATION_FAIL") || player.step == "failed")
        }
    }

    @Test(
        "a native step's parameters are refused at load where their fault is known",
        arguments: [
            (["reason": "'x'"], "also set in params"), (["method": "'x'"], "method"),
            (["a": "payload.x"], "without one"),
            (["a": "event.x"], "without one"), (["a": "result.x"], "'x'"), (["a": "steps.form.nope"], "'nope'"),
            (["a": "1 +"], "EXPRESSION_SYNTAX"), (["a": "5 / 0"], "EXPRESSION_NUMBER"), (["a": 5], "string"),
        ] as [(JSONValue, String)])
    func refusedParameters(inputs: JSONValue, wanted: String) async throws {
        let refusal = try await TestManifest.refusal(Self.native(inputs), openAPI: TestManifest13.openAPI)
        #expect(refusal?.code == .manifestInvalid)
        #expect(refusal?.message.contains(wanted) == true, "\(refusal?.message ?? "none")")
    }
}
