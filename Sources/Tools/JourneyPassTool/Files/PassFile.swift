import Foundation
import JourneyBase
import JourneyCLI
import JourneyCrypto

/// Files that commands read and write.
enum PassFile {
    /// The largest that is read: what a file of several passes may be.
    private static let largest = 150_000_000

    static func read(_ path: String, limit: Int = largest) throws(CommandError) -> [UInt8] {
        try BoundedFile.read(path, limit: limit)
    }

    /// The bytes of a file that decides whom a command believes, or that is a secret, as `BoundedFile` reads it.
    static func read(_ path: String, limit: Int, as policy: FileModePolicy) throws(CommandError) -> [UInt8] {
        try BoundedFile.read(path, limit: limit, as: policy)
    }

    /// A JSON object; with `isTrusted` of a file that nobody but its owner can change.
    static func object(_ path: String, isTrusted: Bool = false) throws(CommandError) -> [String: JSONValue] {
        let bytes = try isTrusted ? read(path, limit: 4 << 20, as: .trusted) : read(path, limit: 4 << 20)
        do {
            guard let object = try JSONReader.read(bytes, limits: JSONLimits(bytes: 4 << 20)).object else {
                throw CommandError.badInput("JSON_INVALID", "\(path) is no JSON object.")
            }
            return object
        } catch let failure as CommandError { throw failure } catch {
            throw CommandError.badInput("JSON_INVALID", "\(path) is no JSON: \(error).")
        }
    }

    /// The certificates in a PEM file, or the one in a DER file, which nobody but its owner can change.
    static func certificates(_ path: String) throws(CommandError) -> [Certificate] {
        let bytes = try read(path, limit: 1 << 20, as: .trusted)
        if let certificate = try? Certificate(bytes) { return [certificate] }
        guard let list = try? Certificate.list(pem: String(decoding: bytes, as: UTF8.self)), !list.isEmpty else {
            throw CommandError.badInput("CERTIFICATE_INVALID", "\(path) holds no certificate, PEM or DER.")
        }
        return list
    }

    /// Writes a file, whole or not at all.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandError) { try WholeFile.write(bytes, to: path) }
}
