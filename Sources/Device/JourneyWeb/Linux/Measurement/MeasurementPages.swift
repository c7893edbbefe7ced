package import JourneyBase

/// The measuring page as an HTTP service.
package struct MeasurementPages: HTTPService {
    package init() {}

    package func handle(_ request: HTTPRequest) async -> HTTPResponse {
        switch request.url.path {
        case "/": page
        case "/journey-bridge.js": file("text/javascript", JourneyWebResources.bridgeScript)
        default: HTTPResponse(status: 404)
        }
    }

    private var page: HTTPResponse {
        var page = file("text/html; charset=utf-8", Array(MeasurementPages.page.utf8))
        page.headers["Content-Security-Policy"] =
            "default-src 'none'; script-src 'self' 'nonce-measure'; base-uri 'none'; form-action 'none'; "
            + "frame-ancestors 'none'"
        return page
    }

    private func file(_ type: String, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: 200, headers: ["Content-Type": type], body: body)
    }

    /// The measuring page: runs the paths in turn, `trips` each, `rounds` times, and returns microseconds for one trip.
    ///
    /// `echo` is the plain script message; `relay` passes through the relay's world and is answered unchanged; `event` and
    /// `request` are the signed bridge; `direct` and `agreed` are requests with encrypted payload and result.
    private static let page = """
        <!doctype html><meta charset="utf-8"><title>Measurement</title>
        <script type="module" nonce="measure">
        import { Journey } from "./journey-bridge.js";
        const bridge = await Journey.connect();
        const port = document.createElement("journey-port");
        const waiting = new Map();
        port.addEventListener("reply", (event) => {
            waiting.get(event.lastEventId)(event.data);
            waiting.delete(event.lastEventId);
        });
        document.dispatchEvent(new MouseEvent("journey-connect", { relatedTarget: port }));
        let count = 0;
        const payload = { recipient: "acc-1029", amount: "125.00", currency: "GBP", note: "Rent for November" };
        const text = JSON.stringify({ kind: "request", name: "echo", payload, id: "1",
            meta: { ts: 1790000000000, nonce: "AAAAAAAAAAAAAAAAAAAAAA.1", bridgeVersion: "1.2",
                    docId: "AAAAAAAAAAAAAAAAAAAAAA" } });
        const ways = {
            echo: () => window.webkit.messageHandlers.journeyEcho.postMessage(text),
            relay: () => new Promise((resolve) => {
                const number = String((count += 1));
                waiting.set(number, resolve);
                port.dispatchEvent(new MessageEvent("post", { data: text, lastEventId: number }));
            }),
            event: () => bridge.emit("measured", payload),
            request: () => bridge.request("echo", payload),
            direct: () => bridge.request("direct", payload),
            agreed: () => bridge.request("agreed", payload),
        };
        globalThis.measure = async (rounds, trips) => {
            const times = { echo: [], relay: [], event: [], request: [], direct: [], agreed: [] };
            for (let round = 0; round < rounds; round += 1) {
                // Back and forth: what one way leaves behind for the next falls on each of them.
                const names = Object.keys(ways);
                for (const name of round % 2 ? names.reverse() : names) {
                    const way = ways[name];
                    // The engine takes some ten milliseconds for each new key of its own: a few trips say enough.
                    const count = name === "agreed" ? Math.max(1, Math.round(trips / 50)) : trips;
                    const start = performance.now();
                    for (let trip = 0; trip < count; trip += 1) await way();
                    times[name].push(Math.round(((performance.now() - start) * 1000) / count));
                }
            }
            return JSON.stringify(times);
        };
        document.body.append("ready");
        document.body.id = "ready";
        </script>
        """
}
