import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "Hostile pages: the hello", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct HostileHelloTests {
    /// The changes to the hello's payload, as JavaScript, and the codes that page and host receive.
    private static let rows: [(changes: String, page: String, host: ErrorCode)] = [
        // A page that lies about its origin, with each look-alike that a comparison could accept.
        ("origin: 'https://evil.localhost:PORT'", "ORIGIN_BLOCKED", .originBlocked),
        ("origin: location.origin + '/'", "ORIGIN_BLOCKED", .originBlocked),
        ("origin: location.origin + '.evil.test'", "ORIGIN_BLOCKED", .originBlocked),
        ("origin: location.origin.toUpperCase()", "ORIGIN_BLOCKED", .originBlocked),
        ("origin: location.origin.replace(':PORT', '')", "ORIGIN_BLOCKED", .originBlocked),
        ("origin: location.origin.replace('https', 'http')", "ORIGIN_BLOCKED", .originBlocked),
        ("origin: 'https://bank.localhost.:PORT'", "ORIGIN_BLOCKED", .originBlocked),
        ("origin: 'null'", "ORIGIN_BLOCKED", .originBlocked), ("origin: ''", "ORIGIN_BLOCKED", .originBlocked),
        ("origin: null", "BRIDGE_MESSAGE_INVALID", .bridgeMessageInvalid),
        // The page can't choose the contents of the session proof.
        ("journeyId: 'other'", "BRIDGE_MESSAGE_INVALID", .bridgeMessageInvalid),
        ("docId: b64(new Uint8Array(16))", "BRIDGE_MESSAGE_INVALID", .bridgeMessageInvalid),
        ("pageNonce: b64(new Uint8Array(15))", "BRIDGE_MESSAGE_INVALID", .bridgeMessageInvalid),
        // A point that is not on the curve, one in compressed form, and none.
        ("key: 'B' + 'A'.repeat(86)", "BRIDGE_MESSAGE_INVALID", .bridgeMessageInvalid),
        ("key: b64(new Uint8Array(33).fill(2))", "BRIDGE_MESSAGE_INVALID", .bridgeMessageInvalid),
        ("key: undefined", "BRIDGE_MESSAGE_INVALID", .bridgeMessageInvalid),
        ("versions: []", "bridge_reject", .bridgeVersion),
        ("versions: ['1.20', 'v1.2', '2.0']", "bridge_reject", .bridgeVersion),
        ("versions: '1.2'", "BRIDGE_MESSAGE_INVALID", .bridgeMessageInvalid),
    ]

    @Test("a false or malformed hello is refused, and no later message is accepted")
    func lies() async throws {
        let page = WebEngineFixture.hostile(
            """
            const changes = [\(HostileHelloTests.rows.map { "{ \($0.changes) }" }.joined(separator: ", "))];
            await shake({ changes: changes[Number(location.search.slice(1))] });
            const later = code(await post(helloOf((await agree()).point)));
            out(`${code(ready)} ${later}`);
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            for (number, row) in HostileHelloTests.rows.enumerated() {
                try await stage.present("/?\(number)")
                let told = [await stage.refusal(), await stage.refusal()]
                #expect(told == [row.host, .bridgeNotReady], "\(row.changes)")
                let outcome = try await stage.outcome()
                #expect(outcome == "\(row.page) BRIDGE_NOT_READY", "\(row.changes)")
            }
        }
    }

    @Test("a page of another listed origin is shown, and gets neither keys nor a proof")
    func otherListedOrigin() async throws {
        let first = WebEngineFixture.page("location.href = \"https://partner.localhost:PORT/\";")
        let partner = WebEngineFixture.hostile("await shake(); out(code(ready));")
        try await WebEngineFixture.run(
            ["bank.localhost/": first],
            responses: ["partner.localhost/": WebEngineFixture.answer(partner, policy: WebEngineFixture.policy)],
            allowing: [WebEngineFixture.bank, WebEngineFixture.partner]
        ) { stage in
            try await stage.present("/")
            let told = await stage.refusal()
            #expect(told == .originBlocked)
            #expect(try await stage.outcome() == "ORIGIN_BLOCKED")
        }
    }
}

extension WebEngineFixture {
    /// Returns the code of the next refused message.
    fileprivate func refusal() async -> ErrorCode? {
        await next { inbound in if case .refused(let error) = inbound { error.code } else { nil } }
    }
}
