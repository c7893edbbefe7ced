import JourneyBase
import Testing

@testable import JourneyWeb

@Suite(
    "Hostile pages: scripts", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() }, .serialized,
    .timeLimit(.minutes(10)))
struct HostileScriptTests {
    /// A script that runs before the library is loaded, what the host receives (its event `here`, codes of refusals), and the
    /// outcome of the page.
    private static let rows: [(script: String, host: String, page: String)] = [
        ("", "here", "here"),
        // A handler of its own is not the native one.
        (
            """
            globalThis.stolen = [];
            const fake = { postMessage: (text) => { stolen.push(text); return Promise.resolve(""); } };
            globalThis.webkit = { messageHandlers: { journeyRelay: fake, journeyEcho: fake } };
            """, "here", "here"
        ),
        // The relay's world has its own prototypes.
        (
            """
            globalThis.stolen = [];
            for (const [type, name] of [[WeakSet, "has"], [WeakSet, "add"], [String, "padStart"], [Array, "join"],
                [Promise, "then"], [Promise, "catch"]]) {
                const method = type.prototype[name];
                type.prototype[name] = function (...values) {
                    if (/relay/.test(new Error().stack)) stolen.push(name);
                    return method.apply(this, values);
                };
            }
            Array.from = () => { stolen.push("from"); return ["0"]; };
            globalThis.Element = class {}; globalThis.Event = class {};
            """, "here", "here"
        ),
        // The engine reports the page's origin and its frame.
        (
            """
            for (const [object, name] of [[window, "origin"], [location, "origin"], [window, "top"], [window, "location"]]) {
                try { Object.defineProperty(object, name, { value: "https://evil.localhost:PORT" }); } catch {}
            }
            window.origin = "https://evil.localhost:PORT";
            """, "here", "here"
        ),
        ("crypto.getRandomValues = (bytes) => bytes.fill(0);", "here", "here"),
        (
            "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1; };",
            "here", "here"
        ),
        ("Date.now = () => 0;", "BRIDGE_REPLAY", "failed: BRIDGE_REPLAY"),
        (
            "const { stringify } = JSON; JSON.stringify = (value) => stringify(value).replaceAll('bank', 'evil');",
            "ORIGIN_BLOCKED", "failed: ORIGIN_BLOCKED"
        ),
        ("Object.prototype.toJSON = () => ({});", "BRIDGE_MESSAGE_INVALID", "failed: BRIDGE_MESSAGE_INVALID"),
        ("TextEncoder.prototype.encode = () => new Uint8Array(4);", "", "failed: BRIDGE_SIGNATURE"),
        ("SubtleCrypto.prototype.deriveBits = async () => new ArrayBuffer(32);", "", "failed: BRIDGE_SIGNATURE"),
        (
            """
            const Real = MessageEvent;
            globalThis.MessageEvent = class extends Real {
                constructor(type, { data, ...rest }) { super(type, { data: data.replace("125.00", "925.00"), ...rest }); }
            };
            Object.defineProperty(MessageEvent.prototype, "data", Object.getOwnPropertyDescriptor(Real.prototype, "data"));
            Object.defineProperty(
                MessageEvent.prototype, "lastEventId", Object.getOwnPropertyDescriptor(Real.prototype, "lastEventId"));
            """, "BRIDGE_SIGNATURE", "failed: BRIDGE_SIGNATURE"
        ),
        (
            """
            const { dispatchEvent } = EventTarget.prototype;
            EventTarget.prototype.dispatchEvent = function (event) {
                const isSent = dispatchEvent.call(this, event);
                if (event.type === "post") {
                    const { data } = event;
                    dispatchEvent.call(this, new MessageEvent("post", { data, lastEventId: "again" }));
                }
                return isSent;
            };
            """, "BRIDGE_SIGNATURE BRIDGE_REPLAY here BRIDGE_REPLAY", "here"
        ),
    ]

    @Test("a script that runs before the library gains nothing: the app refuses its messages")
    func before() async throws {
        let pages = HostileScriptTests.rows.enumerated().map { number, row in
            let page = WebEngineFixture.page(
                "await bridge.emit(\"here\", { amount: \"125.00\", stolen: globalThis.stolen ?? [] }); out(\"here\");",
                body: "<script nonce=\"test\">document.body.id = \"page\(number)\"; \(row.script)</script>")
            return ("bank.localhost/\(number)", page)
        }
        try await WebEngineFixture.run(Dictionary(uniqueKeysWithValues: pages)) { stage in
            for (number, row) in HostileScriptTests.rows.enumerated() {
                try await stage.present("/\(number)")
                for expected in row.host.split(separator: " ") {
                    let word = await stage.next { inbound -> String? in
                        if case .refused(let error) = inbound { return error.code.rawValue }
                        guard case .event(let name, let payload) = inbound else { return nil }
                        #expect(payload == ["amount": "125.00", "stolen": []], "\(row.script)")
                        return name
                    }
                    #expect(word == String(expected), "\(row.script)")
                }
                let outcome = try await stage.outcome(in: "#page\(number)")
                #expect(outcome == row.page, "\(row.script)")
            }
        }
    }

    @Test("pushed events arrive as data, whatever their text, and at no other port")
    func pushes() async throws {
        let page = WebEngineFixture.page(
            """
            globalThis.ran = [];
            const other = document.createElement("x-port");
            const overheard = [];
            other.addEventListener("reply", (event) => overheard.push(event.data));
            document.dispatchEvent(new MouseEvent("journey-connect", { relatedTarget: other }));
            const heard = new Promise((resolve) => bridge.on("constructor", resolve));
            await bridge.emit("ready");
            const payload = await heard;
            await bridge.emit("heard", { payload, ran, overheard, polluted: ({}).polluted === undefined });
            """)
        let hostile: JSONValue = [
            "a": "</script><script>ran.push(1)</script>", "b": "\"); ran.push(2); (\"", "c": "${ran.push(3)}`\\",
            "d": "\u{2028}\u{2029}\u{0}\u{1F512}", "__proto__": ["polluted": true],
            "constructor": ["prototype": ["x": 1]],
        ]
        try await WebEngineFixture.run(["bank.localhost/": page]) { stage in
            try await stage.present("/")
            #expect(await stage.event("ready") != nil)
            stage.channel.emit(name: "__proto__", payload: ["polluted": true])
            stage.channel.emit(name: "constructor", payload: hostile)
            let expected: JSONValue = ["payload": hostile, "ran": [], "overheard": [], "polluted": true]
            #expect(await stage.event("heard") == expected)
        }
    }
}
