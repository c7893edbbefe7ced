import JourneyBase
import JourneyHarness
import JourneyServer
import Synchronization
import Testing

@testable import JourneyWeb

@Suite(
    "The observer of development runs", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized)
struct PageObserverTests {
    /// The reports of one engine.
    private final class Notes: Sendable {
        private let notes = Mutex<[PageReport]>([])
        private let (stream, feed) = AsyncStream<PageReport>.makeStream()

        func add(_ note: PageReport) {
            notes.withLock { $0.append(note) }
            feed.yield(note)
        }

        var all: [PageReport] { notes.withLock { $0 } }

        /// Waits for the first report that `pick` accepts.
        func first<T>(_ pick: (PageReport) -> T?) async -> T? {
            for await note in stream { if let found = pick(note) { return found } }
            return nil
        }
    }

    /// Loads a page in an observed engine and returns what `body` does with its reports.
    private static func observed<T>(
        _ page: String, responses: [String: HTTPResponse] = [:], _ body: (Notes, WebEngineFixture) async throws -> T
    ) async throws -> T {
        var result: T?
        try await WebEngineFixture.run(
            [WebEngineFixture.bank + "/page": page], responses: responses
        ) { fixture in
            let notes = Notes()
            let scripts = try PageScripts()
            await PageObserver.attach(
                to: fixture.engine, observerScript: scripts.observer, consoleScript: scripts.console
            ) { notes.add($0) }
            try await fixture.present("/page")
            result = try await body(notes, fixture)
        }
        return try #require(result)
    }

    private static func script(_ text: String, body: String = "") -> String {
        "<!doctype html><meta charset=utf-8><title>T</title><body>\(body)<script nonce=test>\(text)</script>"
    }

    @Test(
        "reports what the console says, by level, and values as text",
        arguments: [
            ("console.log('plain')", "log", "plain"), ("console.warn('a', 1, true, null)", "warn", "a 1 true null"),
            ("console.error({a: [1, 'b'], c: {d: {e: {f: 1}}}})", "error", #"{a: [1, "b"], c: {d: {e: {…}}}}"#),
            ("console.info(document.createElement('p'))", "info", "<p></p>"),
            ("console.debug(undefined)", "debug", "undefined"),
            ("console.log({get x() { throw new Error('no') }})", "log", "(a value that can't be read)"),
            ("const o = {}; o.o = o; console.log(o)", "log", "{o: {o: {o: {…}}}}"),
        ])
    func console(script: String, level: String, text: String) async throws {
        let found = try await Self.observed(Self.script(script)) { notes, _ in
            await notes.first { note in
                if case .console(let level, let text) = note { (level, text) } else { nil }
            }
        }
        #expect(try #require(found).0 == level)
        #expect(try #require(found).1 == text)
    }

    @Test("reports uncaught errors with their place, rejected promises, and what the policy blocks")
    func faults() async throws {
        let page = Self.script(
            "Promise.reject(new TypeError('rejected'));\nsetTimeout(() => { throw new RangeError('thrown'); });",
            body: "<script>blocked = 1</script>")
        try await Self.observed(page) { notes, _ in
            let kinds = Mutex<Set<String>>([])
            _ = await notes.first { note -> Bool? in
                switch note {
                case .error(let text, let place, _) where text.contains("RangeError: thrown") && place?.line == 2:
                    kinds.withLock { _ = $0.insert("error") }
                case .rejection("TypeError: rejected", _): kinds.withLock { _ = $0.insert("rejection") }
                case .violation(let directive, "inline", _) where directive.hasPrefix("script-src"):
                    kinds.withLock { _ = $0.insert("violation") }
                default: break
                }
                return kinds.withLock { $0.count == 3 } ? true : nil
            }
            #expect(kinds.withLock { $0 } == ["error", "rejection", "violation"])
        }
    }

    @Test("reports each request with its status, and query values as their names only")
    func requests() async throws {
        let page = Self.script(
            "fetch('/answer?code=12345&x').then(() => fetch('/missing.json'));",
            body: "<script nonce=test src='/absent.js'></script>")
        let answer = HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
        try await Self.observed(page, responses: [WebEngineFixture.bank + "/answer": answer]) { notes, _ in
            let last = await notes.first { note -> Int? in
                if case .answered(let exchange, let status, _) = note, exchange.url.hasSuffix("/missing.json") {
                    status
                } else {
                    nil
                }
            }
            #expect(last == 404)
            let answered = notes.all.compactMap { note -> String? in
                guard case .answered(let exchange, let status, _) = note else { return nil }
                return "\(status) \(exchange.url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" })"
            }
            #expect(answered.contains("404 /absent.js") && answered.contains("200 /answer?code=…&…"), "\(answered)")
            #expect(answered.first == "200 /page")
            #expect(!notes.all.contains { if case .failed = $0 { true } else { false } })
        }
    }

    @Test("never reports the values of secret fields, in whatever form a page writes them")
    func secrets() async throws {
        let page = Self.script(
            """
            const field = document.querySelector('input');
            field.value = 'p&ss"w\u{F6}rd';
            field.dispatchEvent(new InputEvent('input', { bubbles: true }));
            field.value = '';
            const value = 'p&ss"w\u{F6}rd';
            console.log('typed ' + value, { value }, encodeURIComponent(value), [value]);
            console.log(document.querySelector('[autocomplete]'));
            console.log('PIN 739');
            field.setAttribute('value', value);
            console.log(field);
            setTimeout(() => { throw new Error(value); });
            """,
            body: """
                <input type=password><input autocomplete='one-time-code' value='424242'>
                <input type=password value=7><input type=password value=3><input type=password value=9>
                """)
        try await Self.observed(page) { notes, _ in
            _ = await notes.first { if case .error = $0 { true } else { nil } }
            let text = "\(notes.all)"
            #expect(text.contains("typed •••") && text.contains("Error: •••"))
            for secret in ["p&", "%22w", "quot;w", "424242", "739"] {
                #expect(!text.contains(secret), "\(secret): \(text)")
            }
        }
    }

    @Test("keeps a bounded number of a page's messages, each of bounded length")
    func flood() async throws {
        let page = Self.script("for (let i = 0; i < 3000; i += 1) console.log(i + 'x'.repeat(100000));")
        try await Self.observed(page) { notes, _ in
            _ = await notes.first { if case .dropped = $0 { true } else { nil } }
            let texts = notes.all.compactMap { if case .console(_, let text) = $0 { text } else { nil } }
            #expect(texts.count == 1_000)
            #expect(texts.allSatisfy { $0.utf16.count <= 4_097 })
        }
    }

    @Test("a container without an observer has none of its scripts")
    func absent() async throws {
        let page = WebEngineFixture.page(
            """
            let seen = 0;
            document.addEventListener('journey-console', () => { seen += 1; });
            console.log('x');
            out(`${seen} ${/native code/.test(console.log.toString())} ${typeof window.webkit?.messageHandlers?.journeyObserver}`);
            """)
        try await WebEngineFixture.run([WebEngineFixture.bank + "/page": page]) { fixture in
            try await fixture.present("/page")
            try await fixture.engine.wait(for: "#out[data-done]")
            #expect(try await fixture.engine.text(of: "#out") == "0 true undefined")
        }
    }
}

/// What an author reads about a page that does not connect.
@Suite(
    "The explanation of a broken page", .enabled(WebEngineFixture.needsDisplay) { await GTKActor.canShowPages() },
    .serialized)
struct BrokenPageTests {
    private static let bridge = "import { Journey } from './journey-bridge.js';"

    private static func module(_ text: String) -> String {
        "<!doctype html><meta charset=utf-8><title>T</title><body><script type=module nonce=test>\(text)</script>"
    }

    private static func file(_ type: String, _ text: String) -> [String: HTTPResponse] {
        [
            WebEngineFixture.bank + "/app.js": HTTPResponse(
                status: 200, headers: ["Content-Type": type], body: Array(text.utf8))
        ]
    }

    private static let app = "<!doctype html><title>T</title><body><script type=module src=/app.js></script>"

    @Test(
        "names its cause",
        arguments: [
            ("a script that is missing", app, [:], "/app.js was answered with status 404"),
            ("a syntax error", app, file("text/javascript", "const = 1;"), "SyntaxError: "),
            (
                "an import of a name that does not exist", module("import { Journy } from './journey-bridge.js';"), [:],
                "Journy"
            ),
            ("an import of a package", module("import 'react';"), [:], "react"),
            (
                "an import of a missing file", module("import './lib/x.js';"), [:],
                "/lib/x.js was answered with status 404"
            ),
            (
                "a script that the policy blocks", "<!doctype html><title>T</title><body><script>1</script>", [:],
                "its policy blocked inline (script-src"
            ),
            (
                "a script with another type", app, file("text/plain", "1"),
                "/app.js was not used: missing, blocked, or of a wrong content type."
            ),
            (
                "an error before the connection", module("\(bridge) start();"), [:],
                "ReferenceError: Can't find variable: start"
            ),
            (
                "an error in an element's handler", module("document.querySelector('#x').focus();"), [:],
                "TypeError: null"
            ),
            (
                "a promise without a handler",
                module("await Promise.resolve(); (async () => { JSON.parse('<html>'); })();"),
                [:], "a promise was rejected: SyntaxError"
            ),
            (
                "an error that only the console has", module("console.error('[Vue warn] mounted failed');"), [:],
                "its console says: [Vue warn] mounted failed"
            ),
            (
                "nothing that connects", module("document.title = 'x';"), [:],
                "Does a module script call Journey.connect()?"
            ),
        ] as [(String, String, [String: HTTPResponse], String)])
    func causes(name: String, page: String, responses: [String: HTTPResponse], cause: String) async throws {
        let text = try await Self.explanation(page, responses) { $0 == .loaded }
        #expect(text.contains("/page has loaded and has not connected to the bridge: "), "\(name): \(text)")
        #expect(text.contains(cause), "\(name): \(text)")
        #expect(text.count < 400, "\(text)")
    }

    @Test("a page whose script never ends is said to be loading")
    func endless() async throws {
        let text = try await Self.explanation(Self.module("while (true) {}"), [:], hasEnd: false) { note in
            if case .committed = note { true } else { false }
        }
        #expect(text.contains("/page is still loading and has not connected to the bridge: "), "\(text)")
        #expect(text.contains("in an infinite loop"), "\(text)")
    }

    @Test("a page that its server does not have is reported with its address", arguments: [404, 500])
    func missing(status: Int) async throws {
        let answer = HTTPResponse(status: status, headers: ["Content-Type": "text/html"], body: [])
        let address = try await Self.seen(
            "", [WebEngineFixture.bank + "/page": answer]
        ) { note -> String? in
            if case .answered(let exchange, status, _) = note { exchange.url } else { nil }
        }
        #expect(address?.hasSuffix("/page") == true)
    }

    /// Loads a page, and returns what an author reads when it has not connected after a note that `isLast` accepts.
    private static func explanation(
        _ page: String, _ responses: [String: HTTPResponse], hasEnd: Bool = true,
        isLast: @escaping @Sendable (PageReport) -> Bool
    ) async throws -> String {
        let watch = Mutex(ConnectionWatch(patience: .seconds(5)))
        _ = try await seen(page, responses, hasEnd: hasEnd) { note -> Bool? in
            watch.withLock { $0.handle(note, at: .zero) }
            return isLast(note) ? true : nil
        }
        guard case .end(let text) = watch.withLock({ $0.verdict(at: .seconds(60)) }) else { return "" }
        return text
    }

    private static func seen<T: Sendable>(
        _ page: String, _ responses: [String: HTTPResponse], hasEnd: Bool = false,
        _ pick: @escaping @Sendable (PageReport) -> T?
    ) async throws -> T? {
        let (stream, feed) = AsyncStream<PageReport>.makeStream()
        let found = Mutex<T?>(nil)
        try await WebEngineFixture.run(
            [WebEngineFixture.bank + "/page": page], responses: responses
        ) { fixture in
            let scripts = try PageScripts()
            await PageObserver.attach(
                to: fixture.engine, observerScript: scripts.observer, consoleScript: scripts.console
            ) { feed.yield($0) }
            try await fixture.present("/page")
            for await note in stream {
                guard let value = pick(note) else { continue }
                found.withLock { $0 = value }
                break
            }
            guard hasEnd else { return }
            // What the page has said arrives before this answer.
            _ = await fixture.engine.evaluate("await new Promise((done) => setTimeout(done)); return '';")
            feed.finish()
            for await note in stream { _ = pick(note) }
        }
        return found.withLock { $0 }
    }
}
