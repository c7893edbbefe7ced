import Foundation
import JourneyBase
import JourneyServer

/// The bank's pages: files of this module, read once.
struct PageService: Sendable {
    private struct Page: Sendable {
        let bytes: [UInt8]
        let type: String
    }

    private let pages: [String: Page]

    /// Nothing is loaded, sent or framed but what the page's own origin has; scripts and styles are files.
    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'none'",
        "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'",
    ].joined(separator: "; ")

    private static let types = [
        "html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml",
    ]

    /// `directory` holds `*.html` for `/pages/transfer/{name}` and everything else for `/pages/assets/{name}`, where
    /// `library`, the bridge's page library, stands too. Throws `SERVER_ERROR` when they cannot be read.
    init(directory: URL, library: URL) throws(JourneyError) {
        var pages: [String: Page] = [:]
        do {
            let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            for url in files + [library] {
                guard let type = PageService.types[url.pathExtension] else { continue }
                let name =
                    url.pathExtension == "html"
                    ? "transfer/" + url.deletingPathExtension().lastPathComponent : "assets/" + url.lastPathComponent
                pages[name] = Page(bytes: Array(try Data(contentsOf: url)), type: type + "; charset=utf-8")
            }
        } catch {
            throw JourneyError(.serverError, "The bank's pages cannot be read.")
        }
        self.pages = pages
    }

    var routes: [Route] {
        ["transfer", "assets"].map { folder in
            Route(.get, "/pages/\(folder)/{name}") { _, parameters in response(folder + "/" + parameters["name"]) }
        }
    }

    private func response(_ name: String) -> HTTPResponse {
        guard let page = pages[name] else {
            return Problem(404, "NOT_FOUND", "There is nothing at this address.").response
        }
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": page.type, "Content-Security-Policy": PageService.contentSecurityPolicy,
                "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
                "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
                "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
            ], body: page.bytes)
    }
}
