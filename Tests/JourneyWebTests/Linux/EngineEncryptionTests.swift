import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit: encrypted payloads", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized,
    .timeLimit(.minutes(10)))
struct EngineEncryptionTests {
    @Test(
        "the library encrypts what the step marks and decrypts the answers without the page's help",
        arguments: PayloadEncryption.allCases)
    func roundTrip(encryption: PayloadEncryption) async throws {
        let page = WebEngineFixture.page(
            """
            const quote = new Promise((resolve) => bridge.on("quote", resolve));
            await bridge.emit("submit", { amount: "12.50", note: "£ü€" });
            const answers = [await bridge.request("keep", { n: 1 }), await bridge.request("keep", { n: 2 })];
            let refusal = "";
            try { await bridge.request("keep", {}); } catch (error) { refusal = error.code; }
            await bridge.emit("plain", { answers, refusal, quote: await quote });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            let marks = Dictionary(uniqueKeysWithValues: ["submit", "keep", "quote"].map { ($0, encryption) })
            try await stage.present("/", methods: ["keep"], encrypted: marks)
            stage.channel.emit(name: "quote", payload: ["rate": "1.17 £"])
            #expect(await stage.event("submit") == ["amount": "12.50", "note": "£ü€"])
            for n in 1...2 {
                let request = try #require(await stage.request())
                guard case .secret(let secret) = request.payload else { return #expect(Bool(false)) }
                #expect(secret.withBytes { String(decoding: $0, as: UTF8.self) } == #"{"n":\#(n)}"#)
                if n == 1 {
                    request.answer(.success(.secret(Secret(copying: Array(#"{"key":"äö"}"#.utf8)))))
                } else {
                    request.respond(.success(["key": 2]))
                }
            }
            await stage.request()?.respond(.failure(JourneyError(.userCancelled, "No.")))
            #expect(
                await stage.event("plain") == [
                    "answers": [["key": "äö"], ["key": 2]], "refusal": "USER_CANCELLED", "quote": ["rate": "1.17 £"],
                ])
        }
    }

    @Test("a payload that the page's server encrypted for the SDK passes through the page unread, once")
    func forwarded() async throws {
        let page = WebEngineFixture.page(
            """
            const jwe = await new Promise((resolve) => {
                bridge.on("server", ({ jwe }) => resolve(jwe));
                bridge.emit("ask", { key: bridge.key, docId: bridge.documentId, proof: bridge.sessionProof });
            });
            const { JourneyEncrypted } = await import("./journey-bridge.js");
            const result = await bridge.request("keep", new JourneyEncrypted(jwe));
            const codes = [];
            for (const work of [
                () => bridge.request("keep", new JourneyEncrypted(jwe)),
                () => bridge.emit("other", new JourneyEncrypted(jwe)),
                () => bridge.request("keep", new JourneyEncrypted("a.b.c.d.e")),
            ]) { try { await work(); } catch (error) { codes.push(error.code); } }
            await bridge.emit("done", { result, codes });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/", methods: ["keep"], encrypted: ["keep": .agreement])
            let asked = try #require(await stage.event("ask"))
            // A server's part: the key is the proof's, and the encrypted payload names the document.
            let point = try #require(asked["key"]?.string.flatMap { Base64URL.decode($0) })
            let claims = try #require(asked["proof"]?.string?.split(separator: ".").dropFirst().first)
            let proof = try JSONReader.read(try #require(Base64URL.decode(String(claims))))
            #expect(proof["sdkKeySha256"]?.string == Base64URL.encode(SHA256.hash(point)))
            let document: [UInt8] = try #require(asked["docId"]?.string.flatMap { Base64URL.decode($0) })
            let jwe = try CompactJWE.seal(
                Array(#"{"pass":"word"}"#.utf8), to: JWE.Destination(.p256(try P256PublicKey(x963: point))),
                labels: JWE.Labels(partyU: Array("journey-bridge/1.2 page-to-sdk keep".utf8), partyV: document))
            stage.channel.emit(name: "server", payload: ["jwe": .string(jwe)])
            let request = try #require(await stage.request())
            guard case .secret(let secret) = request.payload else { return #expect(Bool(false)) }
            #expect(secret.withBytes { String(decoding: $0, as: UTF8.self) } == #"{"pass":"word"}"#)
            request.respond(.success(["kept": true]))
            #expect(
                await stage.event("done") == [
                    "result": ["kept": true],
                    "codes": ["BRIDGE_REPLAY", "BRIDGE_ENCRYPTION", "BRIDGE_DECRYPTION"],
                ])
        }
    }

    @Test("the journey's state reaches a page that listens, also a late one, and the last state counts")
    func state() async throws {
        let page = WebEngineFixture.page(
            """
            bridge.on("other", () => {});
            await bridge.emit("ready");
            await new Promise((resolve) => bridge.on("told", resolve));
            const words = [];
            bridge.on("journey_state", (state) => words.push(state.n));
            await bridge.emit("heard", { words });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            _ = await stage.event("ready")
            for n in 1...3 { stage.channel.sendState(["n": .number(JSONNumber(n))]) }
            stage.channel.emit(name: "told", payload: [:])
            #expect(await stage.event("heard") == ["words": [3]])
        }
    }
}
