import Foundation
import JourneyBase
import JourneyCrypto

/// Reads the files that a configuration names: regular files of limited size.
enum GatewayFile {
    /// Reads a file that a configuration names.
    ///
    /// - Parameters:
    ///   - path: The path of a regular file.
    ///   - member: The configuration's member, for messages.
    ///   - limit: The maximum size in bytes.
    ///   - policy: The required permissions; `nil` only for content with a verified signature.
    /// - Returns: The file's bytes.
    /// - Throws: `FILE_UNUSABLE`; `FILE_WRITABLE` or `SECRET_EXPOSED` with path and mode if `policy` refuses the file.
    static func read(
        _ path: String, _ member: String, limit: Int = 1 << 20, as policy: FileModePolicy? = .trusted
    ) throws(JourneyError) -> [UInt8] {
        // Opened before the check, so that the checked file is the one that is read.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw fault(member, path, "cannot be opened: \(String(cString: strerror(errno)))") }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var information = stat()
        guard fstat(file, &information) == 0 else {
            throw fault(member, path, "has no status: fstat failed: \(SystemCause.text(errno))")
        }
        guard information.st_mode & S_IFMT == S_IFREG else { throw fault(member, path, "is not a regular file") }
        if let refusal = policy?.refusal(ofMode: information.st_mode, at: path) {
            throw JourneyError(refusal.code, "\(member): \(refusal.message)")
        }
        let data: Data
        do { data = try handle.read(upToCount: limit + 1) ?? Data() } catch {
            throw fault(member, path, "cannot be read: \(SystemCause.text(error))")
        }
        guard data.count <= limit else { throw fault(member, path, "is longer than \(limit) bytes") }
        return Array(data)
    }

    /// Checks a trusted file that a library reads itself, under the rules of `read`, and returns its path.
    static func checked(_ path: String, _ member: String) throws(JourneyError) -> String {
        _ = try read(path, member)
        return path
    }

    static func text(_ path: String, _ member: String) throws(JourneyError) -> String {
        guard let text = String(validating: try read(path, member), as: UTF8.self) else {
            throw fault(member, path, "is not UTF-8 text")
        }
        return text
    }

    /// Reads the certificates of a PEM file, and its text.
    static func certificates(
        _ path: String, _ member: String, of what: String = ""
    ) throws(JourneyError) -> (text: String, list: [Certificate]) {
        let text = try text(path, member)
        do throws(DERError) { return (text, try Certificate.list(pem: text)) } catch {
            throw fault(member, path, "contains no valid PEM certificates\(what): \(error)")
        }
    }

    /// Reads a secret, without the trailing newlines that editors add.
    static func secret(_ path: String, _ member: String) throws(JourneyError) -> Secret {
        var bytes = try read(path, member, limit: 65_536, as: .serviceSecret)
        defer { for index in bytes.indices { bytes[index] = 0 } }
        while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard !bytes.isEmpty else { throw fault(member, path, "is empty") }
        return Secret(copying: bytes)
    }

    /// Reads lines of 64 lower-case hexadecimal digits, each the SHA-256 of one token. Empty lines and lines that start with `#`
    /// are ignored.
    static func digests(_ path: String, _ member: String) throws(JourneyError) -> Set<[UInt8]> {
        var digests: Set<[UInt8]> = []
        for (number, line) in try lines(path, member) { digests.insert(try digest(line, number, path, member)) }
        return digests
    }

    /// Returns the lines that are neither empty nor a comment, with their numbers.
    static func lines(_ path: String, _ member: String) throws(JourneyError) -> [(Int, Substring)] {
        try text(path, member).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { ($0.offset + 1, $0.element) }.filter { !$0.1.isEmpty && !$0.1.hasPrefix("#") }
    }

    /// Reads a SHA-256 in lower-case hexadecimal.
    static func digest(
        _ word: Substring, _ number: Int, _ path: String, _ member: String
    ) throws(JourneyError) -> [UInt8] {
        guard let bytes = Hex.decode(String(word)), bytes.count == 32, Hex.encode(bytes) == word else {
            throw fault(member, path, "needs a SHA-256 in lower-case hexadecimal in line \(number)")
        }
        return bytes
    }

    static func fault(_ member: String, _ path: String, _ what: String) -> JourneyError {
        JourneyError(.fileUnusable, "\(member): \(path) \(what).")
    }
}
