import Foundation
import JourneyBase

/// Serves the pages of a journey under development from their folder.
struct FakeBankPages: Sendable {
    private let folder: URL
    /// The paths of the manifest's web steps, with their file names.
    private let files: [String: String]
    /// The URL folders of the pages, where their resources are looked up.
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

    /// Returns a page or a resource next to one; `nil` for any other path.
    func response(to request: HTTPRequest) -> HTTPResponse? {
        guard request.method == .get else { return nil }
        let path = request.url.path
        let beside =
            folders.contains(FakeBankPages.folder(of: path)) ? String(path.split(separator: "/").last ?? "") : ""
        guard let name = files[path] ?? (beside.isEmpty ? nil : beside),
            let type = FakeBankPages.types[(name as NSString).pathExtension]
        else { return nil }
        // Only names listed in the folder, so that no name can lead outside.
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
