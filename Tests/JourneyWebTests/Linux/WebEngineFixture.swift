import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization
import Testing

@testable import JourneyWeb

/// A real engine, a real server over TLS on a free port of loopback, and a channel between them.
final class WebEngineFixture: Sendable {
    static let bank = "bank.localhost"
    static let partner = "partner.localhost"
    static let evil = "evil.localhost"
    static let needsDisplay: Comment = "needs a display: run under xvfb-run -a"

    /// Serves a test's pages by host and path, and records the requests.
    final class Pages: HTTPService {
        let pages: [String: HTTPResponse]
        let asked = Mutex<[String]>([])

        init(_ pages: [String: HTTPResponse]) { self.pages = pages }

        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            let name = request.url.origin.host + request.url.path
            asked.withLock { $0.append(name) }
            if request.url.path == "/journey-bridge.js" {
                return HTTPResponse(
                    status: 200, headers: ["Content-Type": "text/javascript"], body: JourneyWebResources.bridgeScript)
            }
            if request.url.path == "/journey-bridge-1.1.js" {
                return HTTPResponse(
                    status: 200, headers: ["Content-Type": "text/javascript"],
                    body: (try? WebEngineFixture.oldLibrary()) ?? [])
            }
            return pages[name] ?? HTTPResponse(status: 404)
        }
    }

    /// Returns the library of bridge 1.1 as published, which pages still use.
    static func oldLibrary() throws -> [UInt8] {
        let file = Bundle.module.bundleURL.appending(path: "Fixtures/journey-bridge-1.1.js")
        return Array(try Data(contentsOf: file))
    }

    let server: HTTPServer
    let pages: Pages
    let engine: WebKitContainer
    let channel: BridgeChannel
    /// The server's certificate.
    let leaf: [UInt8]

    private init(
        server: HTTPServer, pages: Pages, engine: WebKitContainer, channel: BridgeChannel, leaf: [UInt8]
    ) {
        self.leaf = leaf
        self.server = server
        self.pages = pages
        self.engine = engine
        self.channel = channel
    }

    /// Runs `body` with `pages` by host and path; `PORT` in a page stands for the server's port.
    static func run(
        _ texts: [String: String], responses: [String: HTTPResponse] = [:], allowing hosts: [String] = [bank],
        trustsLeaf: Bool = true, speaking versions: [BridgeVersion] = BridgeVersion.allCases,
        _ body: (WebEngineFixture) async throws -> Void
    ) async throws {
        let now = Date()
        let names = [bank, partner, evil]
        let authority = try DevelopmentAuthority(
            domains: ["localhost"], notBefore: now - 3_600, notAfter: now + 3_600)
        let identity = try authority.issue(names: names, notBefore: now - 3_600, notAfter: now + 3_600)
        let other = try authority.issue(names: names, notBefore: now - 3_600, notAfter: now + 3_600)
        let relay = LateService()
        let server = try await HTTPServer.start(
            service: relay, names: Set(names),
            tls: TLSIdentity(
                certificatePEM: identity.certificatePEM, keyPEM: Secret(copying: Array(identity.keyPEM.utf8))))
        let html = Dictionary(
            uniqueKeysWithValues: texts.map { name, text in
                // Only the bank's pages are pages of journeys.
                (name, WebEngineFixture.answer(text, policy: name.hasPrefix(bank) ? WebEngineFixture.policy : nil))
            })
        let port = "\(server.port)"
        let filled = html.merging(responses) { $1 }.mapValues { response in
            var headers = HTTPFields()
            for field in response.headers.fields { headers.add(field.name, field.value.replacing("PORT", with: port)) }
            let text = String(decoding: response.body, as: UTF8.self).replacing("PORT", with: port)
            return HTTPResponse(status: response.status, headers: headers, body: Array(text.utf8))
        }
        let pages = Pages(filled)
        relay.service.withLock { $0 = pages }
        let policy = SourcePolicy(hosts.map { Origin(scheme: "https", host: $0, port: server.port) })
        let leaf = trustsLeaf ? identity.certificateDER : other.certificateDER
        let engine = try await WebKitContainer.make(
            policy: policy, leafCertificates: Dictionary(uniqueKeysWithValues: names.map { ($0, leaf) }))
        let channel = BridgeChannel(
            container: engine, policy: policy, instanceKey: try P256PrivateKey.generate(), dependencies: .system,
            sdkVersion: "1.0.0", limits: BridgeLimits(), versions: versions)
        let stage = WebEngineFixture(
            server: server, pages: pages, engine: engine, channel: channel, leaf: identity.certificateDER)
        do {
            try await body(stage)
        } catch {
            await channel.close()
            await server.stop(grace: .zero)
            throw error
        }
        await channel.close()
        await server.stop(grace: .zero)
    }

    /// A service that is set later: the pages need the port, and the port needs the server.
    final class LateService: HTTPService {
        let service = Mutex<Pages?>(nil)
        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            await service.withLock { $0 }?.handle(request) ?? HTTPResponse(status: 503)
        }
    }

    /// The host and path of each request so far.
    var asked: [String] { pages.asked.withLock { $0 } }

    func url(_ path: String, host: String = bank) throws -> HTTPSURL {
        try #require(HTTPSURL("https://\(host):\(server.port)\(path)"))
    }

    func present(
        _ path: String, methods: Set<String> = ["echo"], visit: Int = 1, encrypted: [String: PayloadEncryption] = [:]
    ) async throws {
        await channel.present(try url(path), step: try PageSide.step(methods, visit: visit, encrypted: encrypted))
    }

    /// Returns the next request of the page.
    func request() async -> BridgeRequest? {
        await next { inbound in if case .request(let request) = inbound { request } else { nil } }
    }

    /// Returns the channel's next report that `pick` accepts; `nil` when it ends before.
    func next<T>(_ pick: (BridgeInbound) -> T?) async -> T? {
        for await report in channel.inbound { if let found = pick(report.event) { return found } }
        return nil
    }

    /// Returns the payload of the next event `name`.
    func event(_ name: String) async -> JSONValue? {
        await next { inbound in
            if case .event(name, let payload) = inbound { payload } else { nil }
        }
    }

    /// Returns the code with which the page is lost.
    func loss() async -> ErrorCode? {
        await next { inbound in
            if case .lost(let error) = inbound { error.code } else { nil }
        }
    }

    /// The minimum policy of a page: subresources are kept on their origins by the engine's rules, not by the page. Scripts of
    /// the test pages carry the nonce.
    static let policy =
        "script-src 'self' 'nonce-test' https://evil.localhost:PORT; object-src 'none'; base-uri 'none'; "
        + "frame-ancestors 'self'; form-action 'self' https://evil.localhost:PORT"

    static func answer(_ text: String, policy: String?) -> HTTPResponse {
        var answer = HTTPResponse(
            status: 200, headers: ["Content-Type": "text/html; charset=utf-8"], body: Array(text.utf8))
        answer.headers["Content-Security-Policy"] = policy
        return answer
    }

    /// Returns a page whose module script connects first; `script` then has the `bridge`.
    static func page(_ script: String, body: String = "") -> String {
        """
        <!doctype html><meta charset="utf-8"><title>Test</title><body><p id="out">waiting</p>\(body)
        <script type="module" nonce="test">
        import { Journey } from "./journey-bridge.js";
        const out = (text) => { const box = document.querySelector("#out"); box.textContent = text; box.dataset.done = 1; };
        try {
            const bridge = await Journey.connect();
            \(script)
        } catch (error) { out("failed: " + error.message); }
        </script>
        """
    }

    /// Returns a page that uses the relay without the library: `post(text)` returns the answer's text.
    static func rawPage(_ script: String, body: String = "") -> String {
        """
        <!doctype html><meta charset="utf-8"><title>Test</title><body><p id="out">waiting</p>\(body)
        <script nonce="test">
        const out = (text) => { const box = document.querySelector("#out"); box.textContent = text; box.dataset.done = 1; };
        \(rawPort)
        \(script)
        </script>
        """
    }

    /// Defines `post` and `isConnected`.
    static let rawPort = """
        const port = document.createElement("x-port");
        let isConnected = false;
        let count = 0;
        const waiting = new Map();
        port.addEventListener("connected", () => { isConnected = true; });
        port.addEventListener("reply", (event) => waiting.get(event.lastEventId)?.(event.data));
        document.dispatchEvent(new MouseEvent("journey-connect", { relatedTarget: port }));
        const post = (text) => new Promise((resolve) => {
            const number = String((count += 1));
            waiting.set(number, resolve);
            port.dispatchEvent(new MessageEvent("post", { data: text, lastEventId: number }));
        });
        const codeOf = (text) => JSON.parse(text).payload.error.code;
        """
}
