import Foundation
import JourneyBase
import JourneyCLI

/// The files of an OpenAPI description below one folder. Nothing outside it is read, and nothing is fetched.
struct SourceTree {
    private(set) var files: [SourceFile] = []
    private let root: String
    private let prefix: String
    private let limits: JSONLimits
    private var indices: [String: Int] = [:]
    private var bytes = 0
    private var values = 0

    /// The maximum of all files together.
    static let limits = JSONLimits(bytes: 16 << 20, depth: 64, values: 300_000)
    private static let fileLimit = 1_000

    /// Opens a tree.
    ///
    /// - Parameters:
    ///   - root: The folder.
    ///   - prefix: What messages put before a path below the root.
    ///   - limits: The most bytes and values of all files together, and the deepest nesting.
    init(root: String, prefix: String = "", limits: JSONLimits = limits) throws(BundleError) {
        self.root = try SourceTree.real(root)
        self.prefix = prefix
        self.limits = limits
    }

    /// Returns the file at `path`, relative to the root, and reads it if it is new.
    mutating func file(at path: String) throws(BundleError) -> Int {
        if let known = indices[path] { return known }
        guard files.count < SourceTree.fileLimit else {
            throw BundleError.invalid("\(path) is one file too many: at most \(SourceTree.fileLimit) are read.")
        }
        let location = try SourceTree.real(root + "/" + path)
        guard location.hasPrefix(root == "/" ? "/" : root + "/") else {
            throw BundleError.invalid("\(prefix)\(path) is a symbolic link that leaves the folder \(root).")
        }
        // Two names of one file are one file.
        if let known = indices[location] {
            indices[path] = known
            return known
        }
        let content: [UInt8]
        do throws(CommandError) { content = try BoundedFile.read(location, limit: limits.bytes - bytes) } catch {
            throw BundleError(error.code, error.message)
        }
        let rest = JSONLimits(bytes: limits.bytes - bytes, depth: limits.depth, values: limits.values - values)
        let file = try SourceFile(content, name: prefix + path, path: path, limits: rest)
        bytes += content.count
        values += SourceTree.count(file.value)
        files.append(file)
        (indices[path], indices[location]) = (files.count - 1, files.count - 1)
        return files.count - 1
    }

    /// Replaces the content of a file.
    mutating func replace(_ file: Int, with value: JSONValue) { files[file].value = value }

    static func count(_ value: JSONValue) -> Int {
        switch value {
        case .array(let elements): elements.reduce(1) { $0 + count($1) }
        case .object(let members): members.values.reduce(1) { $0 + count($1) }
        default: 1
        }
    }

    /// Returns the path without symbolic links.
    private static func real(_ path: String) throws(BundleError) -> String {
        guard let found = realpath(path, nil) else {
            throw BundleError("FILE_MISSING", "\(path) could not be found: \(String(cString: strerror(errno))).")
        }
        defer { free(found) }
        return String(cString: found)
    }

    /// Returns the path, relative to the root, of a reference in the file at `path`. Throws the rest of a sentence for one that
    /// leads elsewhere.
    static func path(of reference: String, from path: String) throws(ReferenceFault) -> String {
        let isURL = reference.prefix { $0 != "/" && $0 != "." }.contains(":")
        guard !isURL, !reference.hasPrefix("//") else {
            throw ReferenceFault("is a URL, and only files below the folder are read")
        }
        guard let text = reference.removingPercentEncoding, !text.utf8.contains(0), !text.contains("\\") else {
            throw ReferenceFault("is not a valid reference")
        }
        guard !text.hasPrefix("/") else { throw ReferenceFault("is an absolute path; use one relative to this file") }
        guard !text.contains("?") else { throw ReferenceFault("has a query, which files do not have") }
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in text.split(separator: "/") {
            switch part {
            case ".": break
            case "..":
                guard parts.popLast() != nil else { throw ReferenceFault("leaves the folder of the documents") }
            default: parts.append(String(part))
            }
        }
        guard !parts.isEmpty else { throw ReferenceFault("names no file") }
        return parts.joined(separator: "/")
    }
}

/// The reason why a reference can't be followed, as the rest of a sentence.
struct ReferenceFault: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
