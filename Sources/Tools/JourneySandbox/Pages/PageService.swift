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

    /// Of pages, by what they are for, and of what all of them use.
    static let folders = ["transfer", "opening", "assets"]

    private static let types = [
        "html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml",
    ]

    /// `directory` holds a folder for each journey's pages and `assets` for what they share, where `library`, the bridge's
    /// page library, stands too. A file is at `/pages/{folder}/{file}`, a page without its `.html`. Throws `SERVER_ERROR`
    /// when they cannot be read.
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
            throw JourneyError(.serverError, "The bank's pages cannot be read.")
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

    /// A page, or what one names, under the policy that pages have to bring.
    static func response(_ bytes: [UInt8], type: String) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": type, "Content-Security-Policy": contentSecurityPolicy,
                "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
                "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
                "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
            ], body: bytes)
    }
}
