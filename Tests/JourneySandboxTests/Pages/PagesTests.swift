import Foundation
import JourneyBase
import JourneyServer
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Pages")
struct PagesTests {
    static let names =
        ["intro", "recipient", "amount", "review"].map { "transfer/\($0)" }
        + ["product", "details", "identity", "consent", "more"].map { "opening/\($0)" }
    static let scriptFiles =
        names + ["opening/opening", "opening/texts", "transfer/texts", "assets/texts", "assets/page"]

    private func get(_ path: String) async throws -> HTTPResponse {
        let request = HTTPRequest(url: try #require(HTTPSURL("https://bank.localhost\(path)")))
        return await (try await TestBank()).service.handle(request)
    }

    private func text(_ path: String) async throws -> String {
        let response = try await get(path)
        #expect(response.status == 200)
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test("a page allows only its own origin's files", arguments: names)
    func headers(name: String) async throws {
        let response = try await get("/pages/\(name)")
        #expect(response.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(
            response.headers["Content-Security-Policy"]
                == "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'none'; "
                + "frame-ancestors 'none'; form-action 'none'; base-uri 'none'")
        #expect(response.headers["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(response.headers["X-Content-Type-Options"] == "nosniff")
        #expect(response.headers["Referrer-Policy"] == "no-referrer")
    }

    @Test("a page has a language, a title, one heading, and no inline script or style", arguments: names)
    func structure(name: String) async throws {
        let html = try await text("/pages/\(name)")
        #expect(html.contains("<html lang=\"en-GB\">"))
        #expect(html.contains("– Harbour Bank</title>"))
        #expect(html.ranges(of: "<h1").count == 1)
        #expect(html.contains("name=\"viewport\""))
        #expect(html.ranges(of: "<script").count == 1)
        #expect(html.contains("<script type=\"module\" src=\"/pages/\(name).js\"></script>"))
        #expect(!html.contains("<style") && !html.contains(" style="))
        #expect(html.firstMatch(of: /\son[a-z]+=/) == nil)
        #expect(!html.contains("http:") && !html.contains("https:") && !html.contains("javascript:"))
        for image in html.matches(of: /<img [^>]*>/) { #expect(image.output.contains("alt=\"")) }
        #expect(html.contains("aria-live=\"polite\"") && html.contains("role=\"alert\""))
    }

    @Test("every field has a label and is linked to its hint and error", arguments: names)
    func labels(name: String) async throws {
        let html = try await text("/pages/\(name)")
        for input in html.matches(of: /<(?:input|select|textarea) id="([a-z-]+)"[^>]*>/) {
            let id = input.output.1
            #expect(html.contains("<label for=\"\(id)\">"))
            #expect(input.output.0.contains("aria-describedby=\"\(id)-hint \(id)-error\""))
            #expect(html.contains("id=\"\(id)-hint\"") && html.contains("id=\"\(id)-error\""))
        }
        for button in html.matches(of: /<button [^>]*>/) { #expect(button.output.contains("type=\"")) }
    }

    @Test("every file that a page refers to exists with its type", arguments: names)
    func references(name: String) async throws {
        let html = try await text("/pages/\(name)")
        for reference in html.matches(of: /(?:src|href)="(\/[^"]*)"/) {
            #expect(try await get(String(reference.output.1)).status == 200)
        }
        let script = try await text("/pages/\(name).js")
        let folder = name.split(separator: "/").first ?? ""
        for module in script.matches(of: /from "([^"]*)"/) {
            let path =
                module.output.1.hasPrefix("/") ? module.output.1 : "/pages/\(folder)/\(module.output.1.dropFirst(2))"
            let response = try await get(String(path))
            #expect(response.headers["Content-Type"] == "text/javascript; charset=utf-8")
        }
    }

    /// Returns the keys of the texts in a language's object of a script, with the empty set for a missing language.
    private func keys(_ language: String, in script: String) -> Set<Substring> {
        guard let start = script.range(of: "const \(language) = {"),
            let end = script.range(of: "\n};", range: start.upperBound..<script.endIndex)
        else { return [] }
        let object = script[start.upperBound..<end.lowerBound]
        return Set(object.matches(of: /(?:^|[\n{,])\s*([A-Za-z]+):\s*["{]/).map(\.output.1))
    }

    @Test("a page's own scripts have the same texts in each language", arguments: ["transfer", "opening", "assets"])
    func sameTexts(folder: String) async throws {
        let script = try await text("/pages/\(folder)/texts.js")
        let english = keys("english", in: script)
        #expect(english.count >= 10)
        for language in ["bengali", "arabic"] {
            #expect(keys(language, in: script).isSuperset(of: english), "\(language)")
        }
        #expect(keys("bengali", in: script) == keys("arabic", in: script))
    }

    @Test("every text of a page has its translations, and none is left in English alone", arguments: names)
    func translated(name: String) async throws {
        let html = try await text("/pages/\(name)")
        let folder = name.split(separator: "/").first ?? ""
        let scripts = [try await text("/pages/assets/texts.js"), try await text("/pages/\(folder)/texts.js")]
        for language in ["bengali", "arabic"] {
            let known = scripts.reduce(into: Set<Substring>()) { $0.formUnion(keys(language, in: $1)) }
            for use in html.matches(of: /data-(?:text|label)="([A-Za-z]+)"/) {
                #expect(known.contains(use.output.1), "\(use.output.1) in \(language)")
            }
        }
        let body = html[(try #require(html.range(of: "<body"))).lowerBound...]
        for text in body.matches(of: /<([a-z][^>]*)>\s*([^<]*[A-Za-z][^<]*)/) {
            #expect(text.output.1.contains("data-text="), "\(text.output.2)")
        }
        for label in body.matches(of: /<[^>]*aria-label=[^>]*>/) { #expect(label.output.contains("data-label=")) }
    }

    @Test("scripts build no markup and reach no network", arguments: scriptFiles)
    func scripts(name: String) async throws {
        let script = try await text("/pages/\(name).js")
        for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "XMLHttp"] {
            #expect(!script.contains(word))
        }
    }

    static let node = "/usr/bin/node"

    @Test(
        "scripts are well formed",
        .enabled("Node reads the scripts' syntax; install it as \(node).") {
            FileManager.default.isExecutableFile(atPath: node)
        }, arguments: scriptFiles + ["assets/journey-bridge"])
    func syntax(name: String) async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("script-\(UUID().uuidString).mjs")
        try Data(try await get("/pages/\(name).js").body).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: PagesTests.node)
        process.arguments = ["--check", file.path]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(
        "files that are not pages are not served",
        arguments: [
            "/pages/transfer/intro.html", "/pages/transfer/..%2Fbank", "/pages/assets/",
            "/pages/assets/..%2f..%2fjourneys",
            "/pages/transfer/mark.svg", "/pages/assets/intro.html", "/pages/assets/.gitkeep", "/pages/opening/intro",
            "/pages/opening/page.js",
        ])
    func notServed(path: String) async throws { #expect(try await get(path).status == 404) }
}
