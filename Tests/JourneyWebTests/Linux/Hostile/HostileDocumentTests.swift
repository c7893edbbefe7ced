import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

/// Data of one document is useless to the next one, and in another view.
@Suite(
    "Hostile pages: documents", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct HostileDocumentTests {
    @Test(
        "messages sealed in one document are refused in the next, whose proof differs"
    )
    func replays() async throws {
        // Sealed but unsent messages, and answers, are kept in the origin's storage for the next document.
        let page = WebEngineFixture.hostile(
            """
            const stored = JSON.parse(localStorage.getItem("stored") ?? "[]");
            await shake();
            const codes = [];
            for (const text of stored) codes.push(code(await post(text)));
            const texts = [await seal(message("event", "submit")), await seal(message("request", "echo")), ready];
            localStorage.setItem("stored", JSON.stringify(texts));
            const { sessionProofJws: proof } = JSON.parse(ready).payload;
            await report({ codes, proof, docId, pageNonce: b64(pageNonce) });
            if (location.search === "?go") location.href = "/";
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/", visit: 1)
            var reports = [try #require(await stage.report().payload)]
            await stage.engine.killWebProcess()
            reports.append(try #require(await stage.report().payload))
            try await stage.present("/?go", visit: 2)
            for _ in 0..<2 { reports.append(try #require(await stage.report().payload)) }
            #expect(reports[0]["codes"] == [])
            for report in reports.dropFirst() {
                #expect(report["codes"] == ["BRIDGE_SIGNATURE", "BRIDGE_SIGNATURE", "BRIDGE_SIGNATURE"])
            }
            let claims = try reports.map { report in
                let part = try #require(report["proof"]?.string?.split(separator: ".").dropFirst().first)
                return try JSONReader.read(try #require(Base64URL.decode(String(part))))
            }
            for (claim, report) in zip(claims, reports) {
                for name in ["docId", "pageNonce"] { #expect(claim[name] == report[name]) }
                #expect(claim["origin"]?.string == "\(try stage.url("/").origin)")
                let (issued, end) = (claim["iat"]?.int64 ?? 0, claim["exp"]?.int64 ?? 0)
                #expect(end - issued == 60)
            }
            for name in ["docId", "pageNonce", "jti", "pageKeySha256", "sdkKeySha256"] {
                #expect(Set(claims.compactMap { $0[name]?.string }).count == 4, "\(name)")
            }
        }
    }

    @Test("an answer to a page that left is dropped, and its last posts do not count for the next page")
    func late() async throws {
        let first = WebEngineFixture.hostile(
            """
            await shake();
            send("request", "echo");
            await report({});
            addEventListener("pagehide", () => send("event", "late"));
            for (;;) await send("event", "late");
            """)
        let second = WebEngineFixture.hostile(
            """
            const heard = [];
            port.addEventListener("reply", (event) => heard.push(event.lastEventId));
            await shake();
            await report({ step: 1 });
            const posts = count;
            await report({ step: 2, isAlone: heard.every((number, index) => number === String(index + 1)), posts });
            """)
        try await WebEngineFixture.run(["bank.localhost/1": first, "bank.localhost/2": second]) { stage in
            try await stage.present("/1", visit: 1)
            let request = try #require(await stage.request())
            _ = await stage.report()
            try await stage.present("/2", visit: 2)
            var steps: [JSONValue?] = []
            for await report in stage.channel.inbound {
                switch report.event {
                case .event("late", _): #expect(report.visit == 1)
                case .event("report", let payload):
                    #expect(report.visit == 2)
                    steps.append(payload["step"])
                    request.respond(.success(["secret": "of the first"]))
                    if payload["step"] == 2 { #expect(payload["isAlone"] == true) }
                default: break
                }
                if steps.count == 2 { break }
            }
            #expect(steps == [1, 2])
        }
    }

    @Test("messages sealed in one view are refused in another, and the views are isolated")
    func secondView() async throws {
        let first = WebEngineFixture.hostile(
            "await shake(); await report({ text: await seal(message(\"event\", \"submit\")), ready, docId });"
                + "port.addEventListener(\"reply\", () => {}); await send(\"event\", \"still\");")
        let second = WebEngineFixture.hostile(
            """
            const stolen = JSON.parse(decodeURIComponent(location.search.slice(1)));
            await shake();
            const codes = [];
            for (const text of [stolen.text, stolen.ready]) codes.push(code(await post(text)));
            codes.push(code(await send("event", "submit", { meta: { docId: stolen.docId } })));
            await report({ codes });
            """)
        try await WebEngineFixture.run(["bank.localhost/": first]) { one in
            try await one.present("/")
            let stolen = try #require(await one.report().payload)
            let query = try #require(
                stolen.compactText.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            try await WebEngineFixture.run(["bank.localhost/": second]) { two in
                try await two.present("/?\(query)")
                let codes = await two.report().payload?["codes"]
                #expect(codes == ["BRIDGE_SIGNATURE", "BRIDGE_SIGNATURE", "BRIDGE_MESSAGE_INVALID"])
            }
            // The first event after its report is its own.
            #expect(await one.end() == "still")
        }
    }
}
