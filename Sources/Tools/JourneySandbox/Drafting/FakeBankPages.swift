import Foundation
import JourneyBase

/// Serves the pages of a journey under development from their folder.
struct FakeBankPages: Sendable {
    private let bundle: PageBundle
    private let settings: PageSettings
    /// The paths of the manifest's web steps, with their file names in the folder.
    private let files: [String: String]
    /// The paths, with a slash at the end, under which the folder is served; the longest first.
    private let bases: [String]

    /// Throws `PAGES_INVALID` for a folder that can't be served, if the journey has pages, and for a page outside the base.
    init(folder: URL, settings: PageSettings, manifest: JSONValue) throws(JourneyError) {
        bundle = PageBundle(folder: folder)
        self.settings = settings
        var files: [String: String] = [:]
        for (name, step) in (manifest["steps"]?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let url = step["url"]?.string.flatMap({ HTTPSURL($0) }) else { continue }
            if let base = settings.base, !FakeBankPages.isBelow(base, url.path) {
                throw JourneyError(
                    .pagesInvalid,
                    "The page of step \(name), \(url.path), is not below \(base), the base in \(PageSettings.file).")
            }
            files[url.path] = FakeBankPages.file(of: url.path)
        }
        self.files = files
        bases = (settings.base.map { [$0] } ?? Set(files.keys.map(FakeBankPages.folder)).sorted())
            .sorted { $0.utf8.count > $1.utf8.count }
        if !files.isEmpty { try bundle.check() }
    }

    /// Returns the file at the request's address; `nil` if there is none.
    func response(to request: HTTPRequest) -> HTTPResponse? {
        guard request.method == .get else { return nil }
        let path = request.url.path
        for base in bases where path.hasPrefix(base) {
            if let file = bundle.file(at: FakeBankPages.names(path.dropFirst(base.count))) { return response(file) }
        }
        // A page without its extension.
        guard settings.base == nil, let name = files[path], let file = bundle.file(at: [name]) else { return nil }
        return response(file)
    }

    /// Returns the index of a single-page application for an address of its own router: below the declared base, without a file
    /// and without a file's extension. A missing script gets no page, whose markup its engine would report instead.
    func index(for request: HTTPRequest) -> HTTPResponse? {
        guard request.method == .get, let base = settings.base else { return nil }
        let path = request.url.path
        guard FakeBankPages.isBelow(base, path), path.split(separator: "/").last?.contains(".") != true else {
            return nil
        }
        return bundle.file(at: ["index.html"]).map(response)
    }

    private func response(_ file: PageBundle.File) -> HTTPResponse {
        PageService.response(file.bytes, type: file.type, policy: settings.contentSecurityPolicy)
    }

    /// Returns the decoded names of a relative path; of a folder, those of its index.
    private static func names(_ path: Substring) -> [String] {
        // No file has a name with a null character.
        var names = path.split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentEncoding.decoded($0.utf8) ?? "\0" }
        if names.last == "" { names[names.count - 1] = "index.html" }
        return names
    }

    /// Returns `true` for the base itself, with or without its last slash, and for what is below it.
    private static func isBelow(_ base: String, _ path: String) -> Bool { path.hasPrefix(base) || path + "/" == base }

    private static func file(of path: String) -> String {
        guard !path.hasSuffix("/"), let name = path.split(separator: "/").last else { return "index.html" }
        return name.hasSuffix(".html") ? String(name) : "\(name).html"
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/"
    }
}
