import JourneyBase
import Testing

@testable import JourneyWeb

/// Pages that implement the bridge themselves, so that they can send dishonest messages under the right keys.
extension WebEngineFixture {
    /// Returns a page that runs `script` with `post`, `codeOf`, and the definitions of `hostileClient`. Reports with `report`
    /// arrive as the event `report`, and so do exceptions.
    static func hostile(_ script: String, body: String = "") -> String {
        rawPage(
            """
            \(hostileClient)
            (async () => {
                try { \(script) } catch (error) { out("failed: " + error); await report({ failed: String(error) }); }
            })();
            """, body: body)
    }

    /// Client functions: `shake` does the handshake, with `changes` to the hello; `message` writes a message, `seal` seals it,
    /// `send` posts it. `answers` counts the answers by post; `leaks` lists unexpected members of errors.
    private static let hostileClient = """
        const b64 = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
            .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
        const unb64 = (text) => Uint8Array.from(
            atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
        const utf8 = (text) => new TextEncoder().encode(text);
        const ecdh = { name: "ECDH", namedCurve: "P-256" };
        const series = b64(crypto.getRandomValues(new Uint8Array(8)));
        let used = 0, keys, docId, ready;
        const answers = {}, leaks = [];
        port.addEventListener("reply", ({ data, lastEventId }) => {
            answers[lastEventId] = (answers[lastEventId] ?? 0) + 1;
            const error = data && JSON.parse(data).payload?.error;
            for (const name of Object.keys(error ?? {})) {
                if (!["code", "recoverable", "retryAfterMs", "traceparent"].includes(name)) leaks.push(name);
            }
        });
        const code = (text) => {
            if (text === "") return "nothing";
            const { name, payload } = JSON.parse(text);
            return payload?.error?.code ?? (name === "bridge_reject" ? name : "accepted");
        };
        const message = (kind, name, { payload = {}, id = "1", meta = {}, ...more } = {}) => JSON.stringify({
            kind, name, ...(more.jwe ? {} : { payload }), id, ...more, meta: {
                ts: Date.now(), nonce: `${series}.${(used += 1)}`, bridgeVersion: docId ? "1.2" : "1.1",
                ...(docId ? { docId } : {}), ...meta } });
        const seal = async (rest, key = keys.out) =>
            `${rest.slice(0, -1)},"sig":"${b64(await crypto.subtle.sign("HMAC", key, utf8(rest)))}"}`;
        const send = async (...parts) => post(await seal(message(...parts)));
        const agree = async () => {
            const pair = await crypto.subtle.generateKey(ecdh, false, ["deriveBits"]);
            return { pair, point: b64(await crypto.subtle.exportKey("raw", pair.publicKey)) };
        };
        const pageNonce = crypto.getRandomValues(new Uint8Array(16));
        const helloOf = (point, changes = {}) => message("event", "bridge_hello", { payload: {
            origin: location.origin, pageNonce: b64(pageNonce), versions: ["1.2", "1.1"], key: point, ...changes } });
        const shake = async ({ changes = {}, opens = true } = {}) => {
            const { pair, point } = await agree();
            ready = await post(helloOf(point, changes));
            const { payload } = JSON.parse(ready);
            if (!payload.docId) return;
            docId = payload.docId;
            const theirs = await crypto.subtle.importKey("raw", unb64(payload.key), ecdh, false, []);
            const bits = await crypto.subtle.deriveBits({ name: "ECDH", public: theirs }, pair.privateKey, 256);
            const secret = await crypto.subtle.importKey("raw", bits, "HKDF", false, ["deriveBits"]);
            const salt = new Uint8Array([...pageNonce, ...unb64(docId)]);
            const derive = async (way) => crypto.subtle.importKey("raw", await crypto.subtle.deriveBits(
                { name: "HKDF", hash: "SHA-256", salt, info: utf8(`journey-bridge/1.2 ${way}`) }, secret, 256),
                { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
            keys = { out: await derive("page-to-sdk"), in: await derive("sdk-to-page") };
            if (opens) await send("event", "bridge_open");
        };
        const report = async (payload) => {
            for (;;) {
                const answer = await send("event", "report", { payload });
                if (code(answer) !== "BRIDGE_BUSY") return;
                const { retryAfterMs } = JSON.parse(answer).payload.error;
                await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
            }
        };
        """

    /// Returns the page's report, and the codes reported to the host until then.
    func report() async -> (payload: JSONValue?, refused: [String]) {
        var refused: [String] = []
        let payload = await next { inbound -> JSONValue? in
            switch inbound {
            case .event("report", let payload): return payload
            case .refused(let error): refused.append(error.code.rawValue)
            case .lost(let error): return ["lost": .string(error.code.rawValue)]
            default: break
            }
            return nil
        }
        return (payload, refused)
    }

    /// Returns the text of `#out` in the page that `body` finds, once there is one.
    func outcome(in body: String = "body") async throws -> String {
        try await engine.wait(for: "\(body) #out[data-done]")
        return try await engine.text(of: "#out")
    }
}
