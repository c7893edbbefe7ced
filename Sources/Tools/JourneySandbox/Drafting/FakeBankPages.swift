import Foundation
import JourneyBase

/// The pages of a journey that is being written, from the folder in which they are.
struct FakeBankPages: Sendable {
    private let folder: URL
    /// The paths of the manifest's web steps, each with the name of its file.
    private let files: [String: String]
    /// Where what the pages name is looked for.
    private let folders: Set<String>

    private static let types = [
        "html": "text/html", "css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "png": "image/png",
    ]
    private static let limit = 4 << 20

    init(folder: URL, manifest: JSONValue) {
        self.folder = folder
        var files: [String: String] = [:]
        for (_, step) in manifest["steps"]?.object ?? [:] {
            guard let url = step["url"]?.string.flatMap({ HTTPSURL($0) }) else { continue }
            let name = url.path.split(separator: "/").last.map(String.init) ?? "index"
            files[url.path] = name.hasSuffix(".html") ? name : name + ".html"
        }
        self.files = files
        folders = Set(files.keys.map { FakeBankPages.folder(of: $0) })
    }

    /// `nil` when the path is no page's, nor beside one.
    func response(to request: HTTPRequest) -> HTTPResponse? {
        guard request.method == .get else { return nil }
        let path = request.url.path
        let beside =
            folders.contains(FakeBankPages.folder(of: path)) ? String(path.split(separator: "/").last ?? "") : ""
        guard let name = files[path] ?? (beside.isEmpty ? nil : beside),
            let type = FakeBankPages.types[(name as NSString).pathExtension]
        else { return nil }
        // Only what the folder itself lists: no name leads out of it.
        let listed = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        guard listed.contains(name), let file = FileHandle(forReadingAtPath: folder.appendingPathComponent(name).path),
            let data = try? file.read(upToCount: FakeBankPages.limit)
        else { return nil }
        return PageService.response(
            Array(data), type: type.hasPrefix("text/") ? type + "; charset=utf-8" : type)
    }

    private static func folder(of path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }
}
