import Testing

@testable import JourneyBase

@Suite("Content-Security-Policy")
struct ContentSecurityPolicyTests {
    /// The minimum policy, directive by directive.
    static let least = [
        "script-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'",
    ]

    private static func fault(_ headers: String...) -> String? {
        ContentSecurityPolicy.fault(headers: headers)?.message
    }

    /// Returns the fault of the minimum policy with another directive of the same name; an empty one removes it.
    private static func fault(with directive: String, inPlaceOf name: String) -> String? {
        let rest = least.filter { !$0.hasPrefix(name + " ") }
        return fault(([directive] + rest).filter { !$0.isEmpty }.joined(separator: "; "))
    }

    // MARK: - Syntax

    @Test(
        "the header is parsed as the standard defines",
        arguments: [
            (["a b  c; d"], [["a": ["b", "c"], "d": []]]),
            // Case matters in sources, not in names; ASCII white space of every kind; empty directives.
            (["\tA\u{C}b C ;; ;\n e\r"], [["a": ["b", "C"], "e": []]]),
            // The first directive of a name counts, in any case.
            (["a 1; A 2; a"], [["a": ["1"]]]),
            // Several policies in a header, several headers, and empty ones.
            (["a 1, b 2", " , ,", "c 3"], [["a": ["1"]], ["b": ["2"]], ["c": ["3"]]]),
            (["a'b' c"], [["a'b'": ["c"]]]),
            ([], []), ([""], []), ([";;;"], []),
            // A policy with an ambiguous byte is ignored, and its neighbour stays.
            (["a é; a 'self'"], []), (["a\u{1}; a 'self', b 2"], [["b": ["2"]]]), (["a\u{B}b"], []),
            (["a\u{A0}b"], []), (["a \u{7F}"], []),
        ] as [([String], [[String: [String]]])])
    func syntax(headers: [String], policies: [[String: [String]]]) {
        #expect(ContentSecurityPolicy(headers: headers).policies.map(\.directives) == policies)
    }

    @Test("a header longer than 16 KiB is ignored")
    func length() {
        let good = ContentSecurityPolicyTests.least.joined(separator: "; ")
        let room = ContentSecurityPolicy.maximumCount - good.utf8.count
        #expect(ContentSecurityPolicyTests.fault(good + String(repeating: " ", count: room)) == nil)
        #expect(ContentSecurityPolicyTests.fault(good + String(repeating: " ", count: room + 1)) != nil)
    }

    // MARK: - The minimum

    @Test(
        "a sufficient policy is accepted",
        arguments: [
            "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
            "default-src 'none'; base-uri 'self'; frame-ancestors 'self'; form-action https://bank.example",
            "DEFAULT-SRC 'NONE'; Script-Src 'Self'; base-uri; frame-ancestors; form-action",
            "script-src 'nonce-aZ09+/-_==' 'strict-dynamic'; object-src; base-uri 'none'; frame-ancestors 'none'; "
                + "form-action 'self'",
            "script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=' 'report-sample'; object-src 'none'; "
                + "base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
            "script-src https://cdn.bank.example/lib/ cdn.bank.example:8443; object-src 'none'; base-uri 'none'; "
                + "frame-ancestors 'none'; form-action 'self'; report-to x; upgrade-insecure-requests; style-src *",
            // WebAssembly is compiled from bytes, and its functions get only what the page's own script hands them.
            "default-src 'none'; script-src 'self' 'WASM-unsafe-eval'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
            // A repeated, weaker directive is ignored.
            least.joined(separator: "; ") + "; script-src *",
        ])
    func enough(header: String) { #expect(ContentSecurityPolicyTests.fault(header) == nil) }

    @Test(
        "scripts may come from named sources only, and never from text",
        arguments: [
            ("", "script-src is missing"), ("script-src 'unsafe-inline'", "script-src allows 'unsafe-inline'"),
            ("script-src 'self' 'unsafe-eval'", "script-src allows 'unsafe-eval'"),
            ("script-src 'UNSAFE-INLINE' 'nonce-abc'", "script-src allows 'unsafe-inline'"),
            ("script-src 'unsafe-hashes' 'sha256-abc='", "script-src allows 'unsafe-hashes'"),
            ("default-src 'unsafe-inline'", "script-src allows 'unsafe-inline'"),
            ("script-src 'self'; script-src-elem *", "script-src-elem allows a wildcard"),
            ("script-src 'self'; script-src-attr 'unsafe-inline'", "script-src-attr allows 'unsafe-inline'"),
            // `eval` is governed by script-src itself, whatever elements and attributes may do.
            ("script-src-elem 'self'; script-src-attr 'none'", "script-src is missing"),
            ("script-src *", "wildcard"), ("script-src https:", "whole scheme"), ("script-src 'self' data:", "scheme"),
            ("script-src blob:", "scheme"), ("script-src http:", "scheme"), ("script-src *.bank.example", "wildcard"),
            ("script-src https://*.bank.example", "wildcard"), ("script-src https://bank.example:*", "wildcard"),
            ("script-src http://bank.example", "plain http"), ("script-src ws://bank.example", "unknown source"),
            ("script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'", "script-src allows 'unsafe-eval'"),
            ("script-src 'wasm-eval'", "unknown source"), ("script-src 'wasm-unsafe-eval", "unknown source"),
            ("script-src 'wasm-unsafe-eval' *", "wildcard"), ("script-src 'nonce-'", "unknown source"),
            ("script-src 'nonce-a b'", "unknown source"), ("script-src 'sha1-abc='", "unknown source"),
            ("script-src 'self", "unknown source"), ("script-src ‘self’", "no readable Content-Security-Policy"),
            ("script-src https://bank.example@evil.test", "unknown source"), ("script-src https://", "unknown source"),
            ("script-src bank..example", "unknown source"), ("script-src bank.example:65536", "unknown source"),
            ("script-src bank.example:443:1", "unknown source"), ("script-src bank.example:+443", "unknown source"),
            ("script-src /path", "unknown source"),
            // The first directive of a name counts: the good one comes too late.
            ("script-src *; script-src 'self'", "wildcard"),
        ])
    func scripts(directive: String, reason: String) throws {
        let fault = try #require(ContentSecurityPolicyTests.fault(with: directive, inPlaceOf: "script-src"))
        #expect(fault.contains(reason), "\(fault)")
    }

    @Test(
        "object-src, base-uri, frame-ancestors and form-action must be restricted",
        arguments: [
            ("object-src", "", "object-src is not 'none'"), ("object-src", "object-src 'self'", "object-src"),
            ("object-src", "default-src 'self'", "object-src"), ("object-src", "object-src none", "object-src"),
            ("object-src", "object-src 'none' data:", "object-src"),
            ("object-src", "default-src 'none'; object-src *", "object-src"),
            ("base-uri", "", "base-uri is neither"), ("base-uri", "default-src 'none'", "base-uri is neither"),
            ("base-uri", "base-uri *", "base-uri"), ("base-uri", "base-uri https://bank.example", "base-uri"),
            ("frame-ancestors", "", "frame-ancestors is neither"),
            ("frame-ancestors", "frame-ancestors *", "frame-ancestors"),
            ("frame-ancestors", "frame-ancestors https://evil.test", "frame-ancestors"),
            ("form-action", "", "form-action is missing"), ("form-action", "form-action *", "form-action allows"),
            ("form-action", "form-action https:", "form-action allows"),
            ("form-action", "form-action 'wasm-unsafe-eval'", "form-action allows an unknown source"),
            ("object-src", "object-src 'wasm-unsafe-eval'", "object-src is not 'none'"),
            ("base-uri", "base-uri 'self' 'wasm-unsafe-eval'", "base-uri is neither"),
            ("form-action", "form-action 'unsafe-inline'", "form-action allows"),
            ("form-action", "default-src 'none'", "form-action is missing"),
        ])
    func others(name: String, directive: String, reason: String) throws {
        let fault = try #require(ContentSecurityPolicyTests.fault(with: directive, inPlaceOf: name))
        #expect(fault.contains(reason), "\(fault)")
    }

    @Test("each requirement is met by one whole policy, and all policies are enforced together")
    func together() {
        let script = "default-src 'none'; script-src 'self'"
        let rest = "base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
        #expect(ContentSecurityPolicyTests.fault(script, rest) == nil)
        #expect(ContentSecurityPolicyTests.fault("\(rest), \(script), script-src *") == nil)
        #expect(ContentSecurityPolicyTests.fault(script) != nil)
        #expect(ContentSecurityPolicyTests.fault(rest) != nil)
        // One requirement can't be met half by each of two policies.
        #expect(
            ContentSecurityPolicyTests.fault(
                "script-src 'unsafe-inline'; object-src 'none'; \(rest)", "script-src *") != nil)
    }

    @Test("a missing or unreadable header has its own message, and no message quotes the server")
    func sentences() {
        let error = ContentSecurityPolicy.fault(headers: [])
        #expect(error?.code == .cspRequired)
        #expect(error?.message == "The page has no readable Content-Security-Policy header.")
        let told = ContentSecurityPolicyTests.fault("script-src 'secret-marker' marker.example *; base-uri marker")
        #expect(told?.contains("marker") == false)
        #expect(
            told
                == "The page's Content-Security-Policy is too permissive: script-src allows an unknown source, object-src is "
                + "not 'none', base-uri is neither 'none' nor 'self', frame-ancestors is neither 'none' nor 'self', "
                + "form-action is missing.")
    }
}
