import Foundation
import Glibc
import JourneyBase
import JourneyCLI
import JourneyCrypto

/// Files that commands read and write.
enum PassFile {
    /// The largest that is read: what a file of several passes may be.
    private static let largest = 150_000_000

    static func read(_ path: String, limit: Int = largest) throws(CommandFailure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw errno == ENOENT
                ? CommandFailure(.badInput, code: "FILE_MISSING", "There is no file \(path).")
                : CommandFailure(.badInput, code: "FILE_UNREADABLE", "\(path) cannot be read.")
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var information = stat()
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            let data = try? handle.read(upToCount: limit + 1) ?? Data()
        else { throw CommandFailure(.badInput, code: "FILE_UNREADABLE", "\(path) is no file that can be read.") }
        guard data.count <= limit else {
            throw CommandFailure(.badInput, code: "FILE_TOO_LARGE", "\(path) is larger than \(limit) bytes.")
        }
        return Array(data)
    }

    /// The first line, without its end: a password or a token, in a file of its owner's alone.
    static func secret(_ path: String) throws(CommandFailure) -> Secret {
        let bytes = try read(path, limit: 4_096)
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & 0o077 == 0 else {
            throw CommandFailure(
                .badInput, code: "FILE_EXPOSED",
                "Others may read \(path), which holds a secret; run: chmod 600 \(path)")
        }
        let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty else {
            throw CommandFailure(.badInput, code: "SECRET_MISSING", "\(path) is empty; a secret is wanted.")
        }
        return Secret(copying: line)
    }

    /// A JSON object.
    static func object(_ path: String) throws(CommandFailure) -> [String: JSONValue] {
        let bytes = try read(path, limit: 4 << 20)
        do {
            guard let object = try JSONReader.read(bytes, limits: JSONLimits(bytes: 4 << 20)).object else {
                throw CommandFailure(.badInput, code: "JSON_INVALID", "\(path) is no JSON object.")
            }
            return object
        } catch let failure as CommandFailure { throw failure } catch {
            throw CommandFailure(.badInput, code: "JSON_INVALID", "\(path) is no JSON: \(error).")
        }
    }

    /// The certificates in a PEM file, or the one in a DER file.
    static func certificates(_ path: String) throws(CommandFailure) -> [Certificate] {
        let bytes = try read(path, limit: 1 << 20)
        if let certificate = try? Certificate(bytes) { return [certificate] }
        guard let list = try? Certificate.list(pem: String(decoding: bytes, as: UTF8.self)), !list.isEmpty else {
            throw CommandFailure(.badInput, code: "CERTIFICATE_INVALID", "\(path) holds no certificate, PEM or DER.")
        }
        return list
    }

    /// Writes a file, whole or not at all.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        do { try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic) } catch {
            throw CommandFailure(.failed, code: "FILE_UNWRITABLE", "\(path) cannot be written.")
        }
    }
}
