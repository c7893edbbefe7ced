import JourneyBase
import JourneyWeb

/// The page that measures: it posts by three ways, turn by turn, and raises what it measured as an event.
struct BenchPage: HTTPService {
    /// Rounds of one sample. The engine's clock shows whole milliseconds, so a sample is made long.
    static let rounds = 250

    let pairs: Int

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        switch request.url.path {
        case "/page": reply("text/html", Array(html.utf8))
        case "/bench.js": reply("text/javascript", Array(script.utf8))
        case "/journey-bridge.js": reply("text/javascript", JourneyWebResources.bridgeScript)
        default: HTTPResponse(status: 404)
        }
    }

    private func reply(_ type: String, _ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(status: 200, headers: ["Content-Type": "\(type); charset=utf-8"], body: body)
    }

    private var html: String {
        """
        <!doctype html><html lang="en"><title>Bench</title><script type="module" src="/bench.js"></script></html>
        """
    }

    private var script: String {
        """
        import { Journey } from "/journey-bridge.js";
        const bridge = await Journey.connect();

        // A port of its own to the relay, for the way without seals.
        const port = document.createElement("journey-port");
        const waiting = new Map();
        let count = 0;
        port.addEventListener("reply", (event) => {
            waiting.get(event.lastEventId)(event.data);
            waiting.delete(event.lastEventId);
        });
        document.dispatchEvent(new MouseEvent("journey-connect", { relatedTarget: port }));
        const post = (text) => new Promise((resolve) => {
            const number = String(++count);
            waiting.set(number, resolve);
            port.dispatchEvent(new MessageEvent("post", { data: text, lastEventId: number }));
        });

        // As long as what the bridge sends.
        const text = "\(EchoContainer.prefix)" + JSON.stringify({
            kind: "request", name: "echo", payload: {}, id: "1",
            meta: { ts: Date.now(), nonce: "0123456789abcdefghijkl.1", bridgeVersion: "1.1", docId: "0123456789abcdefghijkl" },
            sig: "0123456789012345678901234567890123456789012",
        });
        const ways = {
            bare: () => window.webkit.messageHandlers.journeyEcho.postMessage(text),
            unsigned: () => post(text),
            signed: () => bridge.request("echo", {}),
        };
        if (await ways.bare() !== text || await ways.unsigned() !== text) throw new Error("no echo");
        const names = Object.keys(ways);
        const samples = { bare: [], unsigned: [], signed: [] };
        for (let pair = -2; pair < \(pairs); pair += 1) {
            for (let turn = 0; turn < 3; turn += 1) {
                const name = names[(turn + pair + 3) % 3];
                const way = ways[name];
                const start = performance.now();
                for (let round = 0; round < \(BenchPage.rounds); round += 1) await way();
                // The first two are the warm-up.
                if (pair >= 0) samples[name].push(Math.round((performance.now() - start) * 1000));
            }
        }
        await bridge.emit("measured", samples);
        """
    }
}
