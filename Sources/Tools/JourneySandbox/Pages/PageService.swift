import Foundation
import JourneyBase
import JourneyServer

/// The bank's pages, loaded at start.
struct PageService: Sendable {
    private struct Page: Sendable {
        let bytes: [UInt8]
        let type: String
    }

    private let pages: [String: Page]

    /// A policy that allows only the page's own origin; scripts and styles only as files.
    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'none'",
        "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'",
    ].joined(separator: "; ")

    /// The folders of pages by purpose, and of shared assets.
    static let folders = ["transfer", "opening", "assets"]

    private static let types = [
        "html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml",
    ]

    /// Loads the pages. `directory` has a folder per journey and `assets` for shared files, which include `library`, the bridge's
    /// page library. A file is served at `/pages/{folder}/{file}`, a page without `.html`. Throws `SERVER_ERROR` if files can't
    /// be read.
    init(directory: URL, library: URL) throws(JourneyError) {
        var pages: [String: Page] = [:]
        do {
            for folder in PageService.folders {
                let place = directory.appendingPathComponent(folder)
                var files = try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
                if folder == "assets" { files.append(library) }
                for url in files {
                    guard let type = PageService.types[url.pathExtension] else { continue }
                    let name = (url.pathExtension == "html" ? url.deletingPathExtension() : url).lastPathComponent
                    pages["\(folder)/\(name)"] = Page(
                        bytes: Array(try Data(contentsOf: url)), type: type + "; charset=utf-8")
                }
            }
        } catch {
            throw JourneyError(
                .serverError,
                "The bank's bundled pages cannot be read: \(SystemCause.text(error)). Reinstall the program with its resources."
            )
        }
        self.pages = pages
    }

    var routes: [Route] {
        PageService.folders.map { folder in
            Route(.get, "/pages/\(folder)/{name}") { _, parameters in response(folder + "/" + parameters["name"]) }
        }
    }

    private func response(_ name: String) -> HTTPResponse {
        guard let page = pages[name] else {
            return Problem(404, "NOT_FOUND", "There is nothing at this address.").response
        }
        return PageService.response(page.bytes, type: page.type)
    }

    /// Creates a response with a page or resource under a security policy.
    static func response(
        _ bytes: [UInt8], type: String, policy: String = contentSecurityPolicy
    ) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": type, "Content-Security-Policy": policy,
                "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
                "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
                "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
            ], body: bytes)
    }
}
