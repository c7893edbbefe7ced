import Foundation
import JourneyBase

/// A folder of pages, as authors write it by hand or as a bundler writes it.
///
/// Files are read anew for each request, so that a page shows its last build. They are opened name by name without following
/// symbolic links: no address leads outside the folder, whatever happens to it meanwhile.
struct PageBundle: Sendable {
    /// A file with its media type.
    struct File: Equatable, Sendable {
        let bytes: [UInt8]
        let type: String
    }

    /// The bounds of a bundle.
    struct Limits: Sendable {
        var files = 5_000
        var depth = 16
        /// The length of one file.
        var fileBytes = 16 << 20
        /// The length of all files.
        var bytes = 256 << 20
    }

    let folder: URL
    var limits = Limits()

    /// Returns the file at `names`, the folders' names and the file's own. Hidden files, links, files of an unknown type and
    /// files over the limit are not found.
    func file(at names: [String]) -> File? {
        guard let last = names.last, names.count <= limits.depth, names.allSatisfy(PageBundle.isServed),
            let type = PageBundle.type(of: last)
        else { return nil }
        var descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        for name in names.dropLast() where descriptor >= 0 {
            let next = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            close(descriptor)
            descriptor = next
        }
        guard descriptor >= 0 else { return nil }
        // Without O_NONBLOCK, a pipe in place of a file would block the server.
        let file = openat(descriptor, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        close(descriptor)
        guard file >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let data = try? handle.read(upToCount: limits.fileBytes + 1) ?? Data(), data.count <= limits.fileBytes
        else { return nil }
        return File(bytes: Array(data), type: type)
    }

    /// Checks the folder before anything of it is served.
    ///
    /// - Throws: `PAGES_INVALID` if it is missing, has a symbolic link, another special file or a name that is no part of an
    ///   address, or exceeds the limits.
    func check() throws(JourneyError) {
        var status = stat()
        guard lstat(folder.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw fault("\(folder.path) is not a folder; build the pages, or name their folder with --pages.")
        }
        var (count, bytes) = (0, 0)
        try check(folder.path, depth: 1, &count, &bytes)
    }

    private func check(_ path: String, depth: Int, _ count: inout Int, _ bytes: inout Int) throws(JourneyError) {
        guard depth <= limits.depth else {
            throw fault("\(path) is more than \(limits.depth) folders deep.")
        }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
            throw fault("\(path) could not be read: \(SystemCause.text(error)).")
        }
        for name in names where !name.hasPrefix(".") {
            let place = "\(path)/\(name)"
            guard PageBundle.isServed(name) else {
                throw fault("The name \(name.debugDescription) in \(path) has a character that no address can have.")
            }
            var status = stat()
            guard lstat(place, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try check(place, depth: depth + 1, &count, &bytes)
            case S_IFREG: try add(place, Int(status.st_size), &count, &bytes)
            case S_IFLNK: throw fault("\(place) is a symbolic link, which is not followed; copy its target instead.")
            default: throw fault("\(place) is neither a file nor a folder.")
            }
        }
    }

    private func add(_ place: String, _ size: Int, _ count: inout Int, _ bytes: inout Int) throws(JourneyError) {
        count += 1
        bytes += size
        guard size <= limits.fileBytes else {
            throw fault("\(place) is larger than \(limits.fileBytes >> 20) MB.")
        }
        guard count <= limits.files else {
            throw fault("\(folder.path) has more than \(limits.files) files; name the folder that the bundler writes.")
        }
        guard bytes <= limits.bytes else {
            throw fault("The files of \(folder.path) have more than \(limits.bytes >> 20) MB together.")
        }
    }

    private func fault(_ sentence: String) -> JourneyError { JourneyError(.pagesInvalid, sentence) }

    /// Returns `true` for a name that may be a segment of an address. Names of hidden files, and with them `.` and `..`, are not.
    private static func isServed(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".")
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"/\\".utf8.contains($0) }
    }
}

extension PageBundle {
    /// The media types of files by extension: those of the WHATWG's MIME Sniffing Standard and of IANA's registry. Servers send
    /// `nosniff`, so each must be right: engines compile a module only as `text/javascript`, WebAssembly only as `application/wasm`.
    private static let types = [
        "avif": "image/avif", "css": "text/css", "gif": "image/gif", "html": "text/html", "ico": "image/x-icon",
        "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
        "map": "application/json", "mjs": "text/javascript", "otf": "font/otf", "png": "image/png",
        "svg": "image/svg+xml", "ttf": "font/ttf", "txt": "text/plain", "wasm": "application/wasm",
        "webmanifest": "application/manifest+json", "webp": "image/webp", "woff": "font/woff", "woff2": "font/woff2",
    ]

    /// Returns the media type of a file, `nil` for an extension that isn't served.
    static func type(of name: String) -> String? {
        types[(name as NSString).pathExtension.lowercased()].map { $0.hasPrefix("text/") ? $0 + "; charset=utf-8" : $0 }
    }
}
