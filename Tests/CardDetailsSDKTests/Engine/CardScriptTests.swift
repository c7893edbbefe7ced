import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Testing

@testable import JourneyGateway
@testable import JourneySandbox
@testable import JourneyWeb

/// `card.js` in a real engine, between a scripted bridge and a scripted issuer's script.
@Suite(
    "WebKit: the page with the card",
    .enabled("needs a display: run under xvfb-run -a") { await GTKActor.canShowPages() },
    .serialized, .timeLimit(.minutes(10)))
struct CardScriptTests {
    private static let order = #"say("render", { cardId: "card", authToken: "token", showPin: false });"#
    private static let drawn = """
        \(order)
        await until(() => drawings.cardNumber);
        drawings.cardNumber.heard({ type: "success" });
        await until(() => drawings.cvv);
        """

    @Test("a card hidden while the issuer draws is not shown, and the issuer is not called again")
    func hidden() async throws {
        let late = try await Page.run(
            Self.drawn + """
                document.querySelector("main > button").click();
                drawings.cvv.box.append("123");
                drawings.cvv.heard({ type: "success" });
                await moment();
                return { heard, text: main.innerText, drawn: main.dataset.drawn ?? null };
                """)
        #expect(late["heard"] == [["rendered", ["part": "cardNumber"]], ["done", nil]])
        #expect(late["drawn"] == .null && late["text"]?.string?.contains("123") == false)
        let early = try await Page.run(
            Self.order + """
                await until(() => drawings.cardNumber);
                say("hide");
                drawings.cardNumber.box.append("4242");
                drawings.cardNumber.heard({ type: "success" });
                await moment();
                return { heard, asked: Object.keys(drawings), text: main.innerText };
                """)
        #expect(early["heard"] == [] && early["asked"] == ["cardNumber"])
        #expect(early["text"]?.string?.contains("4242") == false)
        let before = try await Page.run(
            #"say("hide");"# + Self.order + "await moment(); return { heard, asked: Object.keys(drawings) };")
        #expect(before["asked"] == [])
    }

    @Test("an app with its own hide button gets none in the page, and its event is handled")
    func ownButton() async throws {
        let result = try await Page.run(
            Self.drawn + """
                drawings.cvv.heard({ type: "success" });
                await until(() => heard.length === 2);
                const buttons = document.querySelectorAll("button").length;
                drawings.cardNumber.box.append("4242");
                say("hide");
                return { buttons, text: main.innerText };
                """, offersHide: false)
        #expect(result["buttons"] == 0 && result["text"]?.string?.contains("4242") == false)
    }

    @Test("a frame that fails after it was drawn is reported once, and everything is removed")
    func lost() async throws {
        let result = try await Page.run(
            Self.drawn + """
                drawings.cvv.box.append("123");
                drawings.cvv.heard({ type: "success" });
                await until(() => heard.length === 2);
                drawings.cardNumber.heard({ type: "error", code: "31048" });
                drawings.cvv.heard({ type: "error", code: "30100" });
                await moment();
                return { heard: heard.slice(2), text: main.innerText };
                """)
        #expect(result["heard"] == [["failed", ["code": "TOKEN_EXPIRED"]]])
        #expect(result["text"]?.string?.contains("123") == false)
    }

    @Test(
        "an issuer's error while drawing maps to its code",
        arguments: [
            ("31048", "TOKEN_EXPIRED"), ("30061", "CARD_UNKNOWN"), ("30100", "CARD_NOT_ACTIVE"),
            ("CARD_BLOCKED", "CARD_BLOCKED"), ("30022", "RENDER_FAILED"), ("99999", "RENDER_FAILED"),
        ])
    func refused(code: String, expected: String) async throws {
        let calls = [
            #"drawings.cardNumber.heard({ type: "error", code: "\#(code)" });"#,
            #"drawings.cardNumber.reject(Object.assign(new Error("no"), { errorCode: "\#(code)" }));"#,
        ]
        for call in calls {
            let heard = try await Page.run(
                Self.order + "await until(() => drawings.cardNumber); \(call) await moment(); return heard;")
            #expect(heard == [["failed", ["code": .string(expected)]]])
        }
    }

    @Test("a card without a PIN is shown without one, and any other PIN error is a failure")
    func noPIN() async throws {
        for (code, expected) in [
            ("30101", ["absent", ["part": "pin"]] as JSONValue), ("30022", ["absent", ["part": "pin"]]),
            ("31048", ["failed", ["code": "TOKEN_EXPIRED"]]),
        ] {
            let heard = try await Page.run(
                Self.drawn.replacing("showPin: false", with: "showPin: true") + """
                    drawings.cvv.heard({ type: "success" });
                    await until(() => drawings.pin);
                    drawings.pin.heard({ type: "error", code: "\(code)" });
                    await moment();
                    return heard;
                    """)
            #expect(heard.array?.last == expected)
        }
    }

    @Test(
        "each reason for not sending a code has its error code",
        arguments: [
            (#"Object.assign(new Error("no"), { errorCode: "31055" })"#, "RATE_LIMITED"),
            (#"Object.assign(new Error("no"), { errorCode: "30043" })"#, "USER_SUSPENDED"),
            (#"Object.assign(new Error("no"), { code: "30029" })"#, "MFA_NOT_ENABLED"),
            (#"new Error("Multi-factor authentication not enabled")"#, "MFA_NOT_ENABLED"),
            (#"new TypeError("Load failed")"#, "NET_UNREACHABLE"),
            (#"Object.assign(new Error("no"), { errorCode: "00000" })"#, "NET_UNREACHABLE"),
            (#"Object.assign(new Error("no"), { errorCode: "31094" })"#, "CONSENT_FAILED"),
            (#"undefined"#, "CONSENT_FAILED"),
        ])
    func consent(error: String, code: String) async throws {
        let heard = try await Page.run(
            #"consent = () => { throw \#(error); }; say("consent", { userId: "user" }); await until(() => heard.length > 0); return heard;"#,
            isHidden: true)
        #expect(heard == [["failed", ["code": .string(code)]]])
    }

    @Test("a malformed challenge is refused", arguments: ["undefined", "{}", #"{ challengeId: "c" }"#, "null"])
    func noChallenge(answer: String) async throws {
        let heard = try await Page.run(
            #"consent = () => (\#(answer)); say("consent", { userId: "user" }); await moment(); return heard;"#,
            isHidden: true)
        #expect(heard == [["failed", ["code": "CONSENT_FAILED"]]])
    }
}

/// The page, its files, and an engine.
private enum Page {
    private static let host = "gateway.localhost"

    /// Returns the value of `script` in the page, after the page's own script has started.
    static func run(_ script: String, isHidden: Bool = false, offersHide: Bool? = nil) async throws -> JSONValue {
        let now = Date()
        let identity = try DevelopmentAuthority(notBefore: now - 3_600, notAfter: now + 3_600)
            .issue(names: [host], notBefore: now - 3_600, notAfter: now + 3_600)
        let files = try CardPageFiles.bundled()
        let service = Files(
            script: try #require(files.response("card.js", version: files.version)),
            page: html(isHidden: isHidden, offersHide: offersHide))
        let (server, origin) = try await HTTPServer.start(service, as: host, port: 0, identity, log: .silent)
        let engine = try await WebKitContainer.make(
            policy: SourcePolicy([origin]), leafCertificates: [host: identity.certificateDER])
        let (loaded, say) = AsyncStream<Void>.makeStream()
        await engine.start { event, _ in if case .loaded = event { say.yield() } }
        await engine.load(try #require(HTTPSURL(origin: origin, path: "/", query: nil)), number: 1)
        for await _ in loaded { break }
        let whole = """
            const moment = () => new Promise((resolve) => setTimeout(resolve, 50));
            const until = async (test) => {
                for (let tries = 0; tries < 500; tries += 1) {
                    if (test()) return;
                    await new Promise((resolve) => setTimeout(resolve, 10));
                }
                throw new Error(`never: ${test}`);
            };
            const main = document.getElementById("card");
            try {
                await until(() => globalThis.isReady?.());
                return JSON.stringify(await (async () => { \(script) })() ?? null);
            } catch (error) { return JSON.stringify({ thrown: String(error) }); }
            """
        let text = await engine.evaluate(whole)
        await engine.close()
        await server.stop(grace: .zero)
        return try JSONReader.read(Array(try #require(text).utf8))
    }

    private struct Files: HTTPService {
        let script: HTTPResponse
        let page: String

        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            switch request.url.path {
            case "/card.js": script
            case "/journey-bridge.js": Files.javaScript(bridge)
            case "/vault.js": Files.javaScript(vault)
            default:
                HTTPResponse(
                    status: 200,
                    headers: [
                        "Content-Type": "text/html; charset=utf-8",
                        "Content-Security-Policy":
                            "default-src 'none'; script-src 'self' 'nonce-test'; base-uri 'none'; form-action 'none'; "
                            + "object-src 'none'; frame-ancestors 'none'",
                    ], body: Array(page.utf8))
            }
        }

        private static func javaScript(_ text: String) -> HTTPResponse {
            HTTPResponse(
                status: 200, headers: ["Content-Type": "text/javascript; charset=utf-8"], body: Array(text.utf8))
        }
    }

    private static func html(isHidden: Bool, offersHide: Bool?) -> String {
        let words = ["title", "card", "number", "cvv", "pin", "holder", "expiry", "drawing", "hide"]
            .map { "\($0): \"word \($0)\"" }.joined(separator: ", ")
        let card = """
            card: { holder: "Ada", expiry: "09/29", lastFour: "4242",
                design: { name: "Harbour", background: "#0b5fae", accent: "#083f74", text: "#ffffff" } },
            """
        return """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Test</title>
            <script nonce="test">globalThis.drawings = {}; globalThis.consent = () => undefined; globalThis.context = { \(isHidden ? "" : card) \(offersHide.map { "offersHide: \($0)," } ?? "") language: "en", words: { \(words) } };</script>
            </head><body data-script="/vault.js" data-ui-secret="s" data-application-id="a" data-user-id="user" data-card-id="card">
            <main id="card"></main><script type="module" src="card.js"></script></body></html>
            """
    }

    /// Records the page's messages and sends it the test's.
    private static let bridge = """
        const listeners = {};
        globalThis.heard = [];
        globalThis.say = (name, payload) => listeners[name](payload);
        globalThis.isReady = () => Boolean(listeners.render ?? listeners.consent);
        export const Journey = { connect: async () => ({
            context: globalThis.context,
            on: (name, listener) => { listeners[name] = listener; },
            emit: async (name, payload) => { heard.push([name, payload ?? null]); },
        }) };
        """

    private static let vault = """
        globalThis.StrigaUXPlugin = {
            create() {},
            requestConsent: async () => globalThis.consent(),
            render: (part, options, heard) => new Promise((resolve, reject) => {
                drawings[part] = { heard, reject, box: document.getElementById(options.id) };
            }),
        };
        """
}
