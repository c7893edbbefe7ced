import Foundation
import JourneyBase
import JourneyHarness
import TestSupport
import Testing

/// A bundle that neither this package nor its authors' tools have made: React, built by esbuild, with WebAssembly, a font and a chunk.
@Suite(
    "A React bundle in journey run", .serialized,
    .enabled(if: BundleFixture.isThere, "\(Vectors.missing)"))
struct BundleRunTests {
    private func events(_ output: String) -> [TimelineEvent] {
        output.split(separator: "\n").compactMap { TimelineEvent(line: String($0)) }
    }

    private func run(
        _ programs: Programs, _ bundle: BundleFixture, _ more: [String] = []
    ) async throws -> (status: Int32, events: [TimelineEvent], said: String) {
        let (status, output) = try await programs.run(
            [
                "run", bundle.manifest, "--autopilot", bundle.folder + "/person.json", "--patience", "60", "--console",
                "--json",
            ] + more)
        return (status, events(output), output + programs.errors)
    }

    @Test("runs whole: data, WebAssembly, the font, the lazy chunk, and its event with what was chosen")
    func whole() async throws {
        let programs = try Programs()
        let (status, events, said) = try await run(programs, try await BundleFixture(programs))
        let host = events.last { $0.name == "host" }?.attributes
        #expect(status == 0 && host?["payload"]?["reference"] == "STAND-IN-1", "\(said)")
        let pages = events.filter { $0.name == "page" }
        let answered = pages.filter { $0.text("kind") == "request" && $0.attributes["status"] == 200 }
            .compactMap { $0.text("url") }
        for part in [
            "/shop/data/products.json", "/fee-VMGMWR4Z.wasm", "/inter-3LDKETQS.woff2", "/Details-F7BUBNOX.js",
            "/logo-QG6XB36R.svg",
        ] {
            #expect(answered.contains { $0.hasSuffix(part) }, "\(part): \(answered)")
        }
        let faults = pages.filter { ["error", "rejection", "violation"].contains($0.text("kind") ?? "") }
        #expect(faults.isEmpty, "\(faults.map(\.attributes))")
    }

    /// A bank's API in a few lines of Python, over TLS: it answers orders, or accepts connections and says nothing.
    private static let server = """
        import http.server, json, ssl, sys, threading
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_GET(self):
                self.answer(404, {})
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                print("asked", self.path, json.dumps(body), self.headers["Host"], bool(self.headers.get("Authorization")), flush=True)
                self.answer(201, {"reference": "UPSTREAM-" + body["productId"]})
            def answer(self, status, value):
                text = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)
            def log_message(self, *parts):
                pass
        if sys.argv[1] == "silent":
            import socket
            server = socket.create_server(("127.0.0.1", 0))
            print("listening", server.getsockname()[1], flush=True)
        else:
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
            server.socket = context.wrap_socket(server.socket, server_side=True)
            threading.Thread(target=server.serve_forever, daemon=True).start()
            print("listening", server.server_address[1], flush=True)
        sys.stdin.read()
        """

    /// Runs `body` with a server and the address under which it is asked; returns the lines that it has printed.
    private func serving(
        _ arguments: [String], _ programs: Programs, _ body: (String) async throws -> Void
    ) async throws -> [String] {
        let script = programs.folder + "/server.py"
        try Data(BundleRunTests.server.utf8).write(to: URL(fileURLWithPath: script))
        let process = try ChildProcess(
            "/usr/bin/env", ["python3", "-B", script] + arguments, log: programs.folder + "/server.log")
        var lines = process.lines.makeAsyncIterator()
        let first = try #require(
            await lines.next(),
            "\((try? String(contentsOfFile: programs.folder + "/server.log", encoding: .utf8)) ?? "")")
        do { try await body("https://api.localhost:\(first.dropFirst("listening ".count))") } catch {
            await process.end()
            throw error
        }
        process.closeInput()
        var printed: [String] = []
        while let line = await lines.next() { printed.append(line) }
        await process.end()
        return printed
    }

    @Test("runs with the author's own server in place of the stand-in, under the authority that the author names")
    func upstream() async throws {
        let programs = try Programs()
        let bundle = try await BundleFixture(programs)
        let state = programs.folder + "/home/dev"
        let made = try await programs.run(["dev", "certs", "--server", "api.localhost"])
        try #require(made.status == 0, "\(programs.errors)")
        let files = ["\(state)/server-api.localhost.pem", "\(state)/server-api.localhost-key.pem"]
        let asked = try await serving(files, programs) { address in
            let (status, events, said) = try await run(
                programs, bundle, ["--upstream", address + "/v1", "--upstream-authority", "\(state)/authority.pem"])
            let host = events.last { $0.name == "host" }?.attributes
            #expect(status == 0 && host?["payload"]?["reference"] == "UPSTREAM-p-1", "\(said)")
            // Another authority is not trusted, and the journey does not begin.
            let other = programs.folder + "/other"
            let renewed = try await programs.run(["dev", "certs", "--state", other])
            #expect(renewed.status == 0)
            let refused = try await run(
                programs, bundle, ["--upstream", address, "--upstream-authority", "\(other)/authority.pem"])
            #expect(refused.status != 0 && refused.said.contains("UPSTREAM_UNREACHABLE"), "\(refused.said)")
            #expect(!refused.events.contains { $0.name == "step_enter" })
        }
        #expect(
            asked.count == 1
                && asked.first?.hasPrefix(#"asked /v1/choices {"productId": "p-1"} api.localhost:"#) == true, "\(asked)"
        )
        #expect(asked.first?.hasSuffix(" True") == true)
    }

    @Test("a server that accepts connections and never answers ends the command within its bound, with its address")
    func silent() async throws {
        let programs = try Programs()
        let bundle = try await BundleFixture(programs)
        #expect(try await programs.run(["dev", "certs"]).status == 0)
        let start = ContinuousClock.now
        _ = try await serving(["silent"], programs) { address in
            let refused = try await run(
                programs, bundle,
                ["--upstream", address, "--upstream-authority", programs.folder + "/home/dev/authority.pem"])
            #expect(refused.status != 0, "\(refused.said)")
            #expect(
                refused.said.contains("The upstream \(address)/ did not answer within 10.0 seconds. [UPSTREAM_TIMEOUT]")
                    || refused.said.contains("UPSTREAM_TIMEOUT"), "\(refused.said)")
        }
        #expect(ContinuousClock.now - start < .seconds(40))
    }

    @Test("an author's responses come before the stand-in's own")
    func responses() async throws {
        let programs = try Programs()
        let bundle = try await BundleFixture(programs)
        try bundle.write(
            [
                "responses": [
                    [
                        "operation": "choose", "when": "body.productId == 'p-1'", "status": 201,
                        "body": ["reference": "MINE-1"],
                    ]
                ]
            ],
            to: "responses.json")
        let (status, events, said) = try await run(
            programs, bundle, ["--responses", bundle.folder + "/responses.json"])
        #expect(
            status == 0 && events.last { $0.name == "host" }?.attributes["payload"]?["reference"] == "MINE-1", "\(said)"
        )
    }

    @Test("a bundle or a policy that would be refused is named before the run")
    func refused() async throws {
        let programs = try Programs()
        let bundle = try await BundleFixture(
            programs,
            settings: [
                "folder": "dist", "base": "/shop/",
                "contentSecurityPolicy": [
                    "default-src 'none'", "script-src 'self' 'unsafe-eval'", "base-uri 'none'", "form-action 'none'",
                    "frame-ancestors 'none'",
                ],
            ])
        var refused = try await run(programs, bundle)
        #expect(
            refused.status == 3
                && refused.said.contains(
                    "pages.json: The page's Content-Security-Policy is too permissive: script-src allows 'unsafe-eval'."
                ),
            "\(refused.said)")
        try bundle.write(["folder": "dist", "base": "/shop/"], to: "pages.json")
        let link = bundle.folder + "/dist/assets/link.js"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/passwd")
        refused = try await run(programs, bundle)
        #expect(refused.status == 3 && refused.said.contains("link.js is a symbolic link"), "\(refused.said)")
        #expect(refused.said.contains("PAGES_INVALID") && !refused.events.contains { $0.name == "step_enter" })
        for (options, sentence) in [
            (["--upstream", "http://api.localhost"], "is not an https URL"),
            (["--upstream", "https://api.localhost"], "--upstream needs --upstream-authority"),
            (["--upstream-authority", bundle.manifest], "--upstream-authority needs --upstream"),
            (
                ["--upstream", "https://api.localhost", "--upstream-authority", bundle.manifest],
                "has no certificate in PEM"
            ),
        ] {
            try? FileManager.default.removeItem(atPath: link)
            refused = try await run(programs, bundle, options)
            #expect(refused.status == 2 && refused.said.contains(sentence), "\(refused.said)")
        }
    }
}
