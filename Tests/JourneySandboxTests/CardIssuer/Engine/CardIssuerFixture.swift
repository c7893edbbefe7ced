import CWebKitGTK
import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import Synchronization
import Testing

@testable import JourneySandbox
@testable import JourneyWeb
@testable import SandboxServices

/// The issuer over TLS, pages of a gateway and of another site, and a real web engine.
final class CardIssuerFixture: Sendable {
    static let needsDisplay: Comment = "needs a display: run under xvfb-run -a"
    static let gateway = "gateway.localhost"
    static let evil = "evil.localhost"

    let issuer: CardIssuerServer
    let clock = ManualWallClock()
    let engine: WebKitContainer
    private let pages: Pages
    private let server: HTTPServer
    private let loaded: AsyncStream<Void>
    private let number = Mutex(0)

    /// Serves a page per host.
    final class Pages: HTTPService {
        let pages = Mutex<[String: HTTPResponse]>([:])
        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            pages.withLock { $0[request.url.origin.host + request.url.path] } ?? HTTPResponse(status: 404)
        }
    }

    /// Runs `body`. With `sees`, the engine also reports the visible text of frames to the page, which no page script could read.
    static func run(sees: Bool = false, _ body: (CardIssuerFixture) async throws -> Void) async throws {
        let fixture = try await CardIssuerFixture(sees: sees)
        do {
            try await body(fixture)
        } catch {
            await fixture.end()
            throw error
        }
        await fixture.end()
    }

    private init(sees: Bool) async throws {
        let now = Date()
        let names = [Self.gateway, Self.evil, CardIssuerOptions.apiName, CardIssuerOptions.vaultName]
        let authority = try DevelopmentAuthority(notBefore: now - 3_600, notAfter: now + 3_600)
        let identity = try authority.issue(names: names, notBefore: now - 3_600, notAfter: now + 3_600)
        pages = Pages()
        server = try await HTTPServer.start(
            service: pages, names: [Self.gateway, Self.evil],
            tls: TLSIdentity(
                certificatePEM: identity.certificatePEM, keyPEM: Secret(copying: Array(identity.keyPEM.utf8))))
        var options = CardIssuerOptions(
            seed: CardSeed(Secret(copying: SystemSeed.bytes)), apiIdentity: identity, vaultIdentity: identity)
        options.guests = [try #require(Origin(scheme: "https", host: Self.gateway, port: server.port))]
        var dependencies = Dependencies.system
        dependencies.now = { [clock] in clock.now }
        issuer = try await CardIssuerServer.start(options, dependencies: dependencies)
        let policy = SourcePolicy([
            options.guests.first, Origin(scheme: "https", host: Self.evil, port: server.port), issuer.vault,
        ])
        engine = try await WebKitContainer.make(
            policy: policy,
            leafCertificates: Dictionary(uniqueKeysWithValues: names.map { ($0, identity.certificateDER) }))
        let (loaded, say) = AsyncStream<Void>.makeStream()
        self.loaded = loaded
        if sees { await engine.showFrames(of: issuer.vault) }
        await engine.start { event, _ in if case .loaded = event { say.yield() } }
    }

    private func end() async {
        await engine.close()
        await issuer.stop()
        await server.stop(grace: .zero)
    }

    /// Returns a page like the gateway's: with the issuer's script, two containers for frames, and a log of all messages.
    func page(_ body: String = "", framing: String? = nil) -> String {
        """
        <!doctype html><meta charset="utf-8"><title>Test</title>
        <script nonce="test">
        window.heard = [];
        addEventListener("message", ({ origin, data }) => heard.push({ origin, data: JSON.stringify(data) }));
        </script>
        <script src="\(issuer.vault)\(CardVaultService.script)"></script>
        <div id="striga"></div><div id="number"></div><div id="cvv"></div>\(body)
        """
    }

    /// Loads `html` as the page of `host`, with the policy of the card page.
    func show(_ html: String, host: String = gateway) async throws {
        put(html, host: host)
        let number = number.withLock {
            $0 += 1
            return $0
        }
        await engine.load(try #require(HTTPSURL("https://\(host):\(server.port)/")), number: number)
        for await _ in loaded { break }
    }

    /// Serves `html` under `host`.
    func put(_ html: String, host: String, path: String = "/", ancestors: String = "'none'") {
        let vault = "\(issuer.vault)"
        let others = [Self.gateway, Self.evil].map { "https://\($0):\(server.port)" }.joined(separator: " ")
        let policy =
            "default-src 'none'; script-src 'nonce-test' \(vault); connect-src \(vault); frame-src \(vault) \(others); "
            + "frame-ancestors \(ancestors); base-uri 'none'; form-action 'none'; object-src 'none'"
        let response = HTTPResponse(
            status: 200,
            headers: ["Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy],
            body: Array(html.utf8))
        pages.pages.withLock { $0[host + path] = response }
    }

    func origin(_ host: String) -> String { "https://\(host):\(server.port)" }

    /// Runs `script` in the page's own world and returns its result as JSON; an exception is returned as `thrown`.
    func script(_ script: String, _ arguments: JSONValue = [:]) async throws -> JSONValue {
        let whole = """
            try { return JSON.stringify(await (async () => { \(script) })() ?? null); }
            catch (error) { return JSON.stringify({ thrown: String(error), code: error.errorCode ?? null }); }
            """
        let text = try #require(await engine.evaluate(whole, arguments: arguments))
        return try JSONReader.read(Array(text.utf8))
    }

    // MARK: What a page of the gateway does

    var identity: [String: JSONValue] {
        [
            "secret": .string(
                issuer.issuer.credentials.uiSecret.withBytes { String(decoding: $0, as: UTF8.self) }),
            "application": .string(issuer.issuer.credentials.applicationID),
        ]
    }

    func known(_ label: String) throws -> CardIssuer.KnownCard {
        try #require(issuer.issuer.knownCards.first { $0.label == label })
    }

    /// Returns a token of the card's holder, via the page's own challenge.
    func token(for label: String = "everyday") async throws -> String {
        let user = try known(label).user
        let challenge = try await script(
            """
            StrigaUXPlugin.create(secret, { applicationId: application });
            return await StrigaUXPlugin.requestConsent({ userId: user, channel: "sms" });
            """, .object(identity.merging(["user": .string(user)]) { $1 }))
        let id = try #require(challenge["challengeId"]?.string, "\(challenge.compactText)")
        #expect(challenge["dateExpires"]?.string?.hasSuffix("Z") == true)
        let answer = try await issuer.issuer.confirmConsent(of: user, challenge: id, code: CardIssuer.code)
        return try #require(try answer.get()["cardAuthToken"]?.string)
    }

    /// Renders `part` in the page and returns the callback's argument.
    func render(
        _ part: String, _ label: String = "everyday", token: String, more: [String: JSONValue] = [:],
        changes: [String: JSONValue] = [:]
    ) async throws -> JSONValue {
        let options: [String: JSONValue] = ["cardId": .string(try known(label).id), "authToken": .string(token)]
        let arguments: [String: JSONValue] = [
            "part": .string(part), "options": .object(options.merging(more) { $1 }),
        ]
        return try await script(
            """
            StrigaUXPlugin.create(secret, { applicationId: application });
            const told = [];
            await StrigaUXPlugin.render(part, options, (message) => told.push(message));
            return told;
            """, .object(identity.merging(arguments) { $1 }.merging(changes) { $1 }))
    }

    /// Returns the card's number and CVV, and the number as displayed.
    func secrets(of label: String = "everyday") throws -> [String] {
        let (seed, id) = (issuer.issuer.seed, try known(label).id)
        return [seed.number(of: id), CardIssuerFixture.grouped(seed.number(of: id))]
    }

    static func grouped(_ number: String) -> String {
        stride(from: 0, to: 16, by: 4).map { start in number.dropFirst(start).prefix(4) }.joined(separator: " ")
    }
}

extension WebKitContainer {
    /// Returns the clipboard's text.
    @GTKActor func clipboardText() async -> String? {
        guard let display = gdk_display_get_default(), let clipboard = gdk_display_get_clipboard(display) else {
            return nil
        }
        return await GLibResult.of({ callback, data in
            gdk_clipboard_read_text_async(clipboard, nil, callback, data)
        }) { result -> String? in
            guard let text = gdk_clipboard_read_text_finish(clipboard, result, nil) else { return nil }
            defer { g_free(text) }
            return String(cString: text)
        }
    }

    /// Makes each frame of `vault` report its visible text to the page, from the test's own script world.
    @GTKActor func showFrames(of vault: Origin) {
        let source = """
            if (location.origin === "\(vault)" && window !== parent) {
                const digits = document.getElementById("digits"), button = document.getElementById("copy");
                const say = () => parent.postMessage({ eye: digits.textContent, hasCopy: !button.hidden,
                    icon: button.querySelector("img")?.naturalWidth ?? 0,
                    color: getComputedStyle(digits).color, address: location.href,
                    place: button.getBoundingClientRect().toJSON() }, "*");
                button.addEventListener("pointerenter", () => parent.postMessage({ over: true }, "*"));
                new MutationObserver(say).observe(document, { subtree: true, childList: true, attributes: true });
                addEventListener("message", ({ data }) => { if (data === "click") button.click(); });
                say();
            }
            """
        let script = webkit_user_script_new_for_world(
            source, WEBKIT_USER_CONTENT_INJECT_ALL_FRAMES, WEBKIT_USER_SCRIPT_INJECT_AT_DOCUMENT_END, "test-eye", nil,
            nil)
        webkit_user_content_manager_add_script(content, script)
        webkit_user_script_unref(script)
    }
}
