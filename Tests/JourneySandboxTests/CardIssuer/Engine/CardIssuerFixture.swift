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

/// The issuer over TLS, pages of a gateway and of somebody else, and a real engine that looks at them.
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

    /// Answers with the page that stands under a host.
    final class Pages: HTTPService {
        let pages = Mutex<[String: HTTPResponse]>([:])
        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            pages.withLock { $0[request.url.origin.host + request.url.path] } ?? HTTPResponse(status: 404)
        }
    }

    /// `sees`: whether the engine shows to the page, beside its messages, what stands in the frames, as no page's script can.
    static func run(sees: Bool = false, _ body: (CardIssuerFixture) async throws -> Void) async throws {
        let stage = try await CardIssuerFixture(sees: sees)
        do {
            try await body(stage)
        } catch {
            await stage.end()
            throw error
        }
        await stage.end()
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

    /// A page as the gateway serves it: with the issuer's script, two places for frames, and every message written down.
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

    /// Shows `html` as the page of `host`, with the policy of a page with the card.
    func show(_ html: String, host: String = gateway) async throws {
        put(html, host: host)
        let number = number.withLock {
            $0 += 1
            return $0
        }
        await engine.load(try #require(HTTPSURL("https://\(host):\(server.port)/")), number: number)
        for await _ in loaded { break }
    }

    /// Lets `html` stand under `host`.
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

    /// What `script` returns in the page's own world, as JSON; what it throws, under `thrown`.
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

    /// A token of the card's holder, by way of the page's own challenge.
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

    /// What the callback was told when the page renders `part`.
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

    /// The number and the CVV of a card, and the number as it is drawn.
    func secrets(of label: String = "everyday") throws -> [String] {
        let (seed, id) = (issuer.issuer.seed, try known(label).id)
        return [seed.number(of: id), CardIssuerFixture.grouped(seed.number(of: id))]
    }

    static func grouped(_ number: String) -> String {
        stride(from: 0, to: 16, by: 4).map { start in number.dropFirst(start).prefix(4) }.joined(separator: " ")
    }
}

extension WebKitContainer {
    /// What the person would paste.
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

    /// Has each frame of `vault` say to the page around it what a person sees in it, from a script world of the test's own.
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
