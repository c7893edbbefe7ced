import Foundation
import JourneyBase
import JourneyCrypto

/// Reads the files that a configuration names: bounded, plain files only.
enum GatewayFile {
    /// Reads a file that a configuration names.
    ///
    /// - Parameters:
    ///   - path: The file, which has to be a regular one.
    ///   - member: What the configuration calls it, for messages.
    ///   - limit: The most bytes that it may have.
    ///   - policy: What its permissions have to be; `nil` only for what is believed by its signature.
    /// - Returns: The file's bytes.
    /// - Throws: `FILE_UNUSABLE`; `FILE_WRITABLE` or `SECRET_EXPOSED` with path and mode where `policy` refuses the file.
    static func read(
        _ path: String, _ member: String, limit: Int = 1 << 20, as policy: FileModePolicy? = .trusted
    ) throws(JourneyError) -> [UInt8] {
        // Opened first and asked afterwards, so that what is judged is what is read.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw fault(member, path, "cannot be read") }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw fault(member, path, "is no plain file")
        }
        if let refusal = policy?.refusal(ofMode: information.st_mode, at: path) {
            throw JourneyError(refusal.code, "\(member): \(refusal.message)")
        }
        guard let data = try? handle.read(upToCount: limit + 1) ?? Data() else {
            throw fault(member, path, "cannot be read")
        }
        guard data.count <= limit else { throw fault(member, path, "is longer than \(limit) bytes") }
        return Array(data)
    }

    /// The path of a trusted file that a library reads by itself, judged as `read` does.
    static func checked(_ path: String, _ member: String) throws(JourneyError) -> String {
        _ = try read(path, member)
        return path
    }

    static func text(_ path: String, _ member: String) throws(JourneyError) -> String {
        guard let text = String(validating: try read(path, member), as: UTF8.self) else {
            throw fault(member, path, "is no text")
        }
        return text
    }

    /// The certificates of a PEM file, with its text.
    static func certificates(
        _ path: String, _ member: String, of what: String = ""
    ) throws(JourneyError) -> (text: String, list: [Certificate]) {
        let text = try text(path, member)
        guard let list = try? Certificate.list(pem: text), !list.isEmpty else {
            throw fault(member, path, "holds no certificates\(what)")
        }
        return (text, list)
    }

    /// The text of a secret's file without the line's end that editors add.
    static func secret(_ path: String, _ member: String) throws(JourneyError) -> Secret {
        var bytes = try read(path, member, limit: 65_536, as: .serviceSecret)
        defer { for index in bytes.indices { bytes[index] = 0 } }
        while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        guard !bytes.isEmpty else { throw fault(member, path, "is empty") }
        return Secret(copying: bytes)
    }

    /// Lines of 64 lower-case hexadecimal digits: SHA-256 of one token each. Empty lines and lines that start with `#` are
    /// passed over.
    static func digests(_ path: String, _ member: String) throws(JourneyError) -> Set<[UInt8]> {
        var digests: Set<[UInt8]> = []
        for (number, line) in try lines(path, member) { digests.insert(try digest(line, number, path, member)) }
        return digests
    }

    /// Lines of a digest as above, a partner's id and a client's id, with one space between.
    static func tokens(
        _ path: String, _ member: String, partners: [String: Set<String>]
    ) throws(JourneyError) -> GatewayAccess {
        var access = GatewayAccess()
        for (number, line) in try lines(path, member) {
            let words = line.split(separator: " ", omittingEmptySubsequences: false)
            let digest = try digest(words[0], number, path, member)
            guard words.count == 3 else {
                throw fault(member, path, "has no digest, partner and client in line \(number)")
            }
            let (partner, client) = (String(words[1]), String(words[2]))
            guard partners[partner]?.contains(client) ?? false else {
                throw fault(member, path, "names in line \(number) what is no client of a partner in partners")
            }
            access.admit(digest: digest, partner: partner, client: client)
        }
        return access
    }

    private static func lines(_ path: String, _ member: String) throws(JourneyError) -> [(Int, Substring)] {
        try text(path, member).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .map { ($0.offset + 1, $0.element) }.filter { !$0.1.isEmpty && !$0.1.hasPrefix("#") }
    }

    private static func digest(
        _ word: Substring, _ number: Int, _ path: String, _ member: String
    ) throws(JourneyError) -> [UInt8] {
        guard let bytes = Hex.decode(String(word)), bytes.count == 32, Hex.encode(bytes) == word else {
            throw fault(member, path, "holds in line \(number) what is no SHA-256 in lower-case hexadecimal")
        }
        return bytes
    }

    static func fault(_ member: String, _ path: String, _ what: String) -> JourneyError {
        JourneyError(.fileUnusable, "\(member): \(path) \(what).")
    }
}
