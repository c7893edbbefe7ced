import Foundation
import JourneyBase
import JourneyServer
import Testing

@testable import JourneyWeb

@Suite(
    "WebKit: Content-Security-Policy", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct EnginePolicyTests {
    private static let page = WebEngineFixture.page("await bridge.emit(\"here\");")

    private struct Row {
        var code: String?
        var headers: HTTPFields
        var body = page
    }

    private static let rows: [Row] = {
        let good = WebEngineFixture.policy
        func row(_ code: String?, _ policy: String) -> Row {
            Row(code: code, headers: ["Content-Security-Policy": policy])
        }
        return [
            row(nil, good), Row(code: "CSP_REQUIRED", headers: [:]),
            // In the page it comes too late, and frame-ancestors has no effect there.
            Row(
                code: "CSP_REQUIRED", headers: [:],
                body: "<meta http-equiv=\"Content-Security-Policy\" content=\"\(good)\">" + page),
            Row(code: "CSP_REQUIRED", headers: ["Content-Security-Policy-Report-Only": good]),
            Row(code: "CSP_REQUIRED", headers: ["X-Content-Security-Policy": good, "X-WebKit-CSP": good]),
            row("CSP_REQUIRED", good.replacing("'nonce-test'", with: "'unsafe-inline'")),
            row("CSP_REQUIRED", good.replacing("'nonce-test'", with: "'nonce-test' 'unsafe-eval'")),
            row("CSP_REQUIRED", good.replacing("'self' 'nonce-test'", with: "'nonce-test' *")),
            row("CSP_REQUIRED", good.replacing("'self' 'nonce-test'", with: "'nonce-test' https: data:")),
            row("CSP_REQUIRED", good.replacing("object-src 'none'; ", with: "")),
            row("CSP_REQUIRED", good.replacing("base-uri 'none'; ", with: "")),
            row("CSP_REQUIRED", good.replacing("frame-ancestors 'self'; ", with: "")),
            row("CSP_REQUIRED", good.components(separatedBy: "; form-action")[0]),
            // One policy of a name counts, and a weaker one does not affect a good one.
            row("CSP_REQUIRED", "script-src *; " + good), row(nil, good + "; script-src *"),
            row(nil, good + ", script-src * 'unsafe-inline'"), row(nil, good.uppercasedNames),
        ]
    }()

    @Test("a page without a sufficient header is lost and never reaches the bridge")
    func table() async throws {
        let answers = EnginePolicyTests.rows.enumerated().map { number, row in
            var answer = WebEngineFixture.answer(row.body, policy: nil)
            for field in row.headers.fields { answer.headers.add(field.name, field.value) }
            return ("bank.localhost/\(number)", answer)
        }
        try await WebEngineFixture.run([:], responses: Dictionary(uniqueKeysWithValues: answers)) { stage in
            for (number, row) in EnginePolicyTests.rows.enumerated() {
                try await stage.present("/\(number)")
                #expect(await stage.end() == (row.code ?? "here"), "\(row.headers)")
            }
        }
    }

    @Test("policies of several header fields are combined")
    func severalFields() async throws {
        var answer = WebEngineFixture.answer(EnginePolicyTests.page, policy: nil)
        let parts = WebEngineFixture.policy.split(separator: ";").map(String.init)
        answer.headers.add("Content-Security-Policy", parts.prefix(2).joined(separator: ";"))
        let rest = parts.dropFirst(2).joined(separator: ";").dropFirst()
        answer.headers.add("Content-Security-Policy", String(rest))
        try await WebEngineFixture.run([:], responses: ["bank.localhost/": answer]) { stage in
            try await stage.present("/")
            #expect(await stage.end() == "here")
        }
    }

    @Test("a page that navigates, redirects or is served by its worker without a policy is lost")
    func later() async throws {
        let bare = WebEngineFixture.answer(EnginePolicyTests.page, policy: nil)
        let moved = HTTPResponse(status: 302, headers: ["Location": "/bare"])
        let worker = HTTPResponse(
            status: 200, headers: ["Content-Type": "text/javascript"],
            body: Array(
                """
                addEventListener("activate", (event) => event.waitUntil(clients.claim()));
                addEventListener("fetch", (event) => {
                    if (event.request.url.endsWith("/made")) event.respondWith(
                        new Response("<p>made</p>", { headers: { "Content-Type": "text/html" } }));
                });
                """.utf8))
        let pages = [
            "bank.localhost/self": WebEngineFixture.page("location.href = \"/bare\";"),
            "bank.localhost/server": WebEngineFixture.page("location.href = \"/moved\";"),
            "bank.localhost/worker": WebEngineFixture.page(
                """
                await navigator.serviceWorker.register("/worker.js");
                await navigator.serviceWorker.ready;
                if (!navigator.serviceWorker.controller) {
                    await new Promise((resolve) =>
                        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
                }
                location.href = "/made";
                """),
        ]
        let others = ["bank.localhost/bare": bare, "bank.localhost/moved": moved, "bank.localhost/worker.js": worker]
        try await WebEngineFixture.run(pages, responses: others) { stage in
            for path in ["/self", "/server", "/worker"] {
                try await stage.present(path)
                #expect(await stage.end() == "CSP_REQUIRED", "\(path)")
            }
        }
    }

    @Test("a same-origin frame needs a policy, because its scripts can reach the page; other frames do not")
    func frames() async throws {
        let frame = "<script nonce=\"test\">parent.postMessage(\"shown\", \"*\");</script>"
        func framing(_ address: String) -> String {
            WebEngineFixture.page(
                """
                addEventListener("message", () => bridge.emit("here"));
                const frame = document.createElement("iframe");
                frame.src = "\(address)";
                document.body.append(frame);
                """)
        }
        let pages = [
            "bank.localhost/1": framing("/bare"), "bank.localhost/2": framing("/frame"),
            "bank.localhost/3": framing("https://partner.localhost:PORT/frame"), "bank.localhost/frame": frame,
            "partner.localhost/frame": frame,
        ]
        try await WebEngineFixture.run(
            pages, responses: ["bank.localhost/bare": WebEngineFixture.answer(frame, policy: nil)],
            allowing: [WebEngineFixture.bank, WebEngineFixture.partner]
        ) { stage in
            for (path, end) in [("/1", "CSP_REQUIRED"), ("/2", "here"), ("/3", "here")] {
                try await stage.present(path)
                #expect(await stage.end() == end, "\(path)")
            }
        }
    }

    @Test("injected text is not executed in a page with a sufficient policy")
    func injection() async throws {
        let page = WebEngineFixture.page(
            """
            const marks = [];
            globalThis.mark = (name) => marks.push(name);
            const box = document.createElement("div");
            document.body.append(box);
            box.innerHTML = `<img src="/none" onerror="mark('handler')"><a id="a" href="javascript:mark('address')">x</a>
                <iframe srcdoc="<script>parent.mark('frame')<\\/script>"></iframe>
                <base href="https://evil.localhost:PORT/"><object data="data:text/html,<script>parent.mark(1)<\\/script>">`;
            const script = document.createElement("script");
            script.textContent = "mark('element')";
            document.body.append(script);
            for (const make of [() => eval("mark('eval')"), () => new Function("mark('function')")(),
                () => { location.href = "javascript:mark('location')"; }, () => box.querySelector("#a").click(),
                () => document.body.setAttribute("onclick", "mark('attribute')")]) { try { make(); } catch {} }
            document.body.click();
            await new Promise((resolve) => box.querySelector("img").addEventListener("error", resolve));
            await bridge.emit("marks", { marks, base: document.baseURI === location.href });
            """)
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            #expect(await stage.event("marks") == ["marks": [], "base": true])
        }
    }
}

extension String {
    /// The policy with directive names in capitals.
    fileprivate var uppercasedNames: String {
        components(separatedBy: "; ").map { directive in
            let name = directive.prefix { $0 != " " }
            return name.uppercased() + directive.dropFirst(name.count)
        }.joined(separator: "; ")
    }
}

extension WebEngineFixture {
    /// Returns the first event's name, or the code with which the page was lost.
    func end() async -> String? {
        await next { inbound in
            switch inbound {
            case .event(let name, _): name
            case .lost(let error): error.code.rawValue
            default: nil
            }
        }
    }
}
