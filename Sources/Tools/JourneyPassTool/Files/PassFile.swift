import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto

/// Reads and writes the files of commands.
enum PassFile {
    /// The largest file accepted, in bytes: the maximum of a file with several passes.
    private static let largest = 150_000_000

    static func read(_ path: String, limit: Int = largest) throws(CommandError) -> [UInt8] {
        try BoundedFile.read(path, limit: limit)
    }

    /// Returns the bytes of a file with a secret or a trusted authority, as `BoundedFile` reads it.
    static func read(_ path: String, limit: Int, as policy: FileModePolicy) throws(CommandError) -> [UInt8] {
        try BoundedFile.read(path, limit: limit, as: policy)
    }

    /// Reads a JSON object. With `isTrusted`, the file must be writable by its owner only.
    static func object(_ path: String, isTrusted: Bool = false) throws(CommandError) -> [String: JSONValue] {
        let bytes = try isTrusted ? read(path, limit: 4 << 20, as: .trusted) : read(path, limit: 4 << 20)
        do {
            guard let object = try JSONReader.read(bytes, limits: JSONLimits(bytes: 4 << 20)).object else {
                throw CommandError.badInput(.jsonInvalid, "\(path) is not a JSON object.")
            }
            return object
        } catch let failure as CommandError { throw failure } catch {
            throw CommandError.badInput(.jsonInvalid, "\(path) is not valid JSON: \(error).")
        }
    }

    /// Reads the certificates of a PEM file, or the one of a DER file. The file must be writable by its owner only.
    static func certificates(_ path: String) throws(CommandError) -> [Certificate] {
        let bytes = try read(path, limit: 1 << 20, as: .trusted)
        if let certificate = try? Certificate(bytes) { return [certificate] }
        guard let list = try? Certificate.list(pem: String(decoding: bytes, as: UTF8.self)), !list.isEmpty else {
            throw CommandError.badInput(.certificateInvalid, "\(path) contains no certificate in PEM or DER.")
        }
        return list
    }

    /// Writes a file atomically.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandError) { try WholeFile.write(bytes, to: path) }
}
