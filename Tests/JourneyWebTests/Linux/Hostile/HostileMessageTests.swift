import JourneyBase
import Testing

@testable import JourneyWeb

/// A page that has the document's keys and sends messages that no honest page would.
@Suite(
    "Hostile pages: messages", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct HostileMessageTests {
    /// An attack, by name, as a script whose value is the answer; and the code that it receives.
    private struct Attack {
        let name: String
        let script: String
        let code: String

        init(_ name: String, _ script: String, _ code: String) {
            (self.name, self.script, self.code) = (name, script, code)
        }
    }

    /// Runs `attacks` in one page between `before` and the report, and compares all codes, in the page and at the host.
    private func run(
        _ attacks: [Attack], before: String, after: String = "", encrypted: [String: PayloadEncryption] = [:]
    ) async throws {
        let steps = attacks.map { "codes.push(code(await (async () => { \($0.script) })()));" }
        let page = WebEngineFixture.hostile(
            """
            const codes = [];
            \(before)
            \(steps.joined(separator: "\n"))
            \(after)
            const counts = Object.values(answers);
            await report({ codes, leaks, once: counts.every((count) => count === 1) });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/", encrypted: encrypted)
            let (payload, refused) = await stage.report()
            let report = try #require(payload)
            let codes = report["codes"]?.array?.compactMap(\.string) ?? []
            for (attack, code) in zip(attacks, codes) { #expect(code == attack.code, "\(attack.name)") }
            #expect(codes.count == attacks.count, "\(report)")
            // Each message gets one answer with a code only, and each refusal is reported to the host.
            #expect(report["once"] == true)
            #expect(report["leaks"] == [])
            #expect(refused == attacks.map(\.code).filter { $0 != "accepted" && $0 != "nothing" })
        }
    }

    @Test("no message is accepted before the handshake is complete, whatever it claims")
    func early() async throws {
        try await run(
            [
                Attack("an event", #"return post(message("event", "submit"));"#, "BRIDGE_NOT_READY"),
                Attack("a request", #"return post(message("request", "echo"));"#, "BRIDGE_NOT_READY"),
                Attack(
                    "an event with a made-up seal",
                    #"return post(message("event", "submit").slice(0, -1) + ',"sig":"' + "A".repeat(43) + '"}');"#,
                    "BRIDGE_NOT_READY"),
                Attack("10 MB", #"return post("x".repeat(10 * 1024 * 1024));"#, "BRIDGE_MESSAGE_TOO_LARGE"),
                Attack(
                    "few letters of many bytes", #"return post("é".repeat(131073));"#, "BRIDGE_MESSAGE_TOO_LARGE"),
                Attack("no text", "return post(7);", "BRIDGE_MESSAGE_TOO_LARGE"),
                Attack("nothing", #"return post("");"#, "BRIDGE_MESSAGE_INVALID"),
                Attack(
                    "an event after the hello's answer, before it is confirmed",
                    #"await shake({ opens: false }); return send("event", "submit");"#, "BRIDGE_NOT_READY"),
                Attack(
                    "a second hello, sealed", #"return send("event", "bridge_hello");"#, "BRIDGE_NOT_READY"),
                Attack("a second hello, plain", "return post(helloOf((await agree()).point));", "BRIDGE_SIGNATURE"),
                Attack("the SDK's answer, sent back", "return post(ready);", "BRIDGE_SIGNATURE"),
                Attack("the confirmation", #"return send("event", "bridge_open");"#, "accepted"),
            ], before: "")
    }

    @Test("every invalid seal gives the same error")
    func seals() async throws {
        try await run(
            [
                Attack("a byte of the body", #"return post(sealed.replace("submit", "subnit"));"#, "BRIDGE_SIGNATURE"),
                Attack(
                    "a byte of the seal",
                    #"return post(sealed.slice(0, -3) + (sealed.at(-3) === "A" ? "E" : "A") + sealed.slice(-2));"#,
                    "BRIDGE_SIGNATURE"),
                Attack("no seal", #"return post(message("event", "submit"));"#, "BRIDGE_SIGNATURE"),
                Attack("a space after it", #"return post(sealed + " ");"#, "BRIDGE_SIGNATURE"),
                Attack("a space before it", #"return post(" " + sealed);"#, "BRIDGE_SIGNATURE"),
                Attack(
                    "the seal first", #"return post("{" + sealed.slice(-52, -1) + "," + sealed.slice(1, -53) + "}");"#,
                    "BRIDGE_SIGNATURE"),
                Attack("two seals", "return post(sealed.slice(0, -1) + sealed.slice(-53));", "BRIDGE_SIGNATURE"),
                Attack("padding", #"return post(sealed.slice(0, -2) + '="}');"#, "BRIDGE_SIGNATURE"),
                Attack(
                    "the other way's key", #"return post(await seal(message("event", "submit"), keys.in));"#,
                    "BRIDGE_SIGNATURE"),
                Attack("the SDK's hello, sent back", "return post(ready);", "BRIDGE_SIGNATURE"),
                Attack(
                    "the SDK's last answer, sent back", #"return post(await send("event", "tick"));"#,
                    "BRIDGE_SIGNATURE"),
                Attack("in the end, the message itself", "return post(sealed);", "accepted"),
                Attack("the message again", "return post(sealed);", "BRIDGE_REPLAY"),
            ], before: #"await shake(); const sealed = await seal(message("event", "submit"));"#)
    }

    @Test("invalid times, nonces, documents, versions and shapes are refused under a valid seal")
    func envelopes() async throws {
        func meta(_ text: String) -> String { "return send(\"event\", \"submit\", { meta: { \(text) } });" }
        func raw(_ from: String, _ to: String) -> String {
            "return post(await seal(message(\"event\", \"submit\").replace('\(from)', '\(to)')));"
        }
        let doubled = [
            Attack("a name twice", raw(#""kind""#, #""kind":"request","kind""#), "BRIDGE_MESSAGE_INVALID"),
            Attack("a name twice, escaped", raw(#""name""#, #""n\\u0061me":"a","name""#), "BRIDGE_MESSAGE_INVALID"),
            Attack(
                "a name twice, inside", raw(#""payload":{}"#, #""payload":{"a":{"b":1,"b":2}}"#),
                "BRIDGE_MESSAGE_INVALID"),
            Attack("a seal inside the seal", raw(#""id""#, #""sig":"A","id""#), "BRIDGE_MESSAGE_INVALID"),
        ]
        let others = [
            Attack("a minute ago and more", meta("ts: Date.now() - 62000"), "BRIDGE_REPLAY"),
            Attack("in a minute and more", meta("ts: Date.now() + 62000"), "BRIDGE_REPLAY"),
            Attack("a nonce that was used", meta("nonce: `${series}.1`"), "BRIDGE_REPLAY"),
            Attack("part of a millisecond", meta("ts: Date.now() + 0.5"), "BRIDGE_MESSAGE_INVALID"),
            Attack("a time in words", meta("ts: String(Date.now())"), "BRIDGE_MESSAGE_INVALID"),
            Attack("another document", meta("docId: b64(new Uint8Array(16))"), "BRIDGE_MESSAGE_INVALID"),
            Attack("no document", meta("docId: undefined"), "BRIDGE_MESSAGE_INVALID"),
            Attack("another version", meta("bridgeVersion: \"1.1\""), "BRIDGE_MESSAGE_INVALID"),
            Attack("a version of the future", meta("bridgeVersion: \"1.20\""), "BRIDGE_MESSAGE_INVALID"),
            Attack("a member too many", #"return send("event", "submit", { admin: true });"#, "BRIDGE_MESSAGE_INVALID"),
            Attack("a response", #"return send("response", "submit");"#, "BRIDGE_MESSAGE_INVALID"),
            Attack("a kind of its own", #"return send("command", "submit");"#, "BRIDGE_MESSAGE_INVALID"),
            Attack("a list as payload", #"return send("event", "submit", { payload: [] });"#, "BRIDGE_MESSAGE_INVALID"),
            Attack(
                "half a letter", #"return send("event", "submit", { payload: { a: "\ud800" } });"#,
                "BRIDGE_MESSAGE_INVALID"),
            Attack(
                "a tower",
                "return send(\"event\", \"submit\", { payload: JSON.parse('{\"a\":'.repeat(30) + 1 + '}'.repeat(30)) });",
                "BRIDGE_MESSAGE_INVALID"),
            Attack("no message at all", #"return post(await seal("{\"a\":1}"));"#, "BRIDGE_MESSAGE_INVALID"),
        ]
        try await run(doubled + others, before: "await shake();")
    }

    @Test("methods and events that the step does not list are refused under any name")
    func methods() async throws {
        let names = [
            "readContacts", "constructor", "__proto__", "toString", "ECHO", "echo.call", "next_event.", "bridge_ready",
        ]
        let calls = names.map { Attack($0, "return send(\"request\", \"\($0)\");", "BRIDGE_FORBIDDEN") }
        let own = ["bridge_open", "bridge_hello", "bridge_error", "next_event", "journey_state"]
        let events = own.map { Attack($0, "return send(\"event\", \"\($0)\");", "BRIDGE_FORBIDDEN") }
        let odd = ["echo ", "", "é", "a/b", String(repeating: "n", count: 65)]
        let shapes = odd.map { Attack("‘\($0)’", "return send(\"request\", \"\($0)\");", "BRIDGE_MESSAGE_INVALID") }
        try await run(calls + events + shapes, before: "await shake();")
    }

    @Test("missing, unexpected and unreadable encryption is refused")
    func encryption() async throws {
        func jwe(_ name: String, _ header: String, _ rest: String = "..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA")
            -> String
        {
            """
            return send("request", "\(name)", { jwe: b64(utf8('\(header)')) + "\(rest)" });
            """
        }
        let direct = #"{"alg":"dir","enc":"A256GCM"}"#
        try await run(
            [
                Attack("in the clear", #"return send("request", "echo", { payload: { a: 1 } });"#, "BRIDGE_ENCRYPTION"),
                Attack("encrypted", jwe("plain", direct), "BRIDGE_FORBIDDEN"),
                Attack(
                    "an event, encrypted", jwe("plain", direct).replacing("request", with: "event"), "BRIDGE_ENCRYPTION"
                ),
                Attack(
                    "both",
                    #"""
                    const text = message("request", "echo", { jwe: "a.b.c.d.e" });
                    return post(await seal(text.replace('"id"', '"payload":{},"id"')));
                    """#, "BRIDGE_MESSAGE_INVALID"),
                Attack("made up", jwe("echo", direct), "BRIDGE_DECRYPTION"),
                Attack("no algorithm", jwe("echo", #"{"alg":"none"}"#), "BRIDGE_DECRYPTION"),
                Attack(
                    "an algorithm of its own", jwe("echo", #"{"alg":"RSA1_5","enc":"A256GCM"}"#), "BRIDGE_DECRYPTION"),
                Attack("a weaker one", jwe("echo", #"{"alg":"dir","enc":"A128GCM"}"#), "BRIDGE_DECRYPTION"),
                Attack(
                    "a key of its own",
                    jwe("echo", #"{"alg":"dir","enc":"A256GCM","jwk":{"kty":"oct","k":"AA"}}"#), "BRIDGE_DECRYPTION"),
                Attack("compressed", jwe("echo", #"{"alg":"dir","enc":"A256GCM","zip":"DEF"}"#), "BRIDGE_DECRYPTION"),
                Attack("nothing in it", jwe("echo", direct, "...."), "BRIDGE_DECRYPTION"),
                Attack("no five parts", jwe("echo", direct, "..."), "BRIDGE_DECRYPTION"),
            ], before: "await shake();", encrypted: ["echo": .direct])
    }

    @Test("a flood gets a retry delay, a seventeenth request is busy, and a second poll ends the first")
    func floods() async throws {
        let page = WebEngineFixture.hostile(
            """
            await shake();
            const requests = Array.from({ length: 17 }, () => send("request", "echo"));
            const busy = code(await requests[16]);
            const first = send("request", "next_event");
            const second = send("request", "next_event");
            const told = JSON.parse(await first).payload.result.events.length;
            // Sixteen at once: sequentially, a slow machine would stay within the rate limit.
            let refusal = "";
            for (let wave = 0; wave < 40 && !refusal; wave += 1) {
                const answers = await Promise.all(Array.from({ length: 16 }, () => send("event", "tick")));
                refusal = answers.find((answer) => code(answer) === "BRIDGE_BUSY") ?? "";
            }
            const later = refusal ? JSON.parse(refusal).payload.error.retryAfterMs : 0;
            await report({ busy, told, isFlooded: refusal !== "", isTold: later > 0 && later <= 1000 });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            let (payload, refused) = await stage.report()
            #expect(payload == ["busy": "BRIDGE_BUSY", "told": 0, "isFlooded": true, "isTold": true])
            #expect(Set(refused) == ["BRIDGE_BUSY"])
        }
    }
}
