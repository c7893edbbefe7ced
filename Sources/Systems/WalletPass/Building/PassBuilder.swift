public import Foundation
public import JourneyCrypto
import JourneyWire

/// Makes a `.pkpass`: checks, names each file's digest, signs that, and packs it all.
public struct PassBuilder: Sendable {
    /// Why no pass was made.
    public enum Failure: Error, Sendable {
        /// Wallet would refuse it; at least one of these is an error.
        case faults([PassFault])
        case crypto(CryptoError)
        /// Names or sizes that no archive takes.
        case archive(ZipError)
    }

    public let signer: any PassSigner
    /// Whether files that are no pictures are deflated: smaller, and slower to make.
    var isDeflated: Bool

    public init(signer: any PassSigner, isDeflated: Bool = true) {
        self.signer = signer
        self.isDeflated = isDeflated
    }

    /// The media type of one pass.
    package static let mediaType = PassArchive.type
    /// The media type of several passes in one file.
    package static let bundleMediaType = "application/vnd.apple.pkpasses"

    /// The pass of these files, by path. The same files, signer and time give the same bytes, where the key's algorithm does
    /// (RSA's does). Warnings do not keep it from being made.
    public func build(_ files: [String: [UInt8]], at time: Date) throws(Failure) -> [UInt8] {
        let faults = PassCheck.faults(in: files, signer: signer.names)
        guard !faults.contains(where: { $0.severity == .error }) else { throw .faults(faults) }
        var files = files
        let manifest = PassManifest.bytes(of: files)
        files["manifest.json"] = manifest
        do throws(CryptoError) { files["signature"] = try signer.sign(manifest, at: time) } catch {
            throw .crypto(error)
        }
        do throws(ZipError) { return try ZipWriter.archive(files, isDeflated: isDeflated) } catch {
            throw .archive(error)
        }
    }

    /// Several passes in one file (`.pkpasses`), 1 to 10 of them and at most 150 MB, in this order.
    package static func bundle(_ passes: [[UInt8]]) throws(ZipError) -> [UInt8] {
        guard (1...10).contains(passes.count), passes.reduce(0, { $0 + $1.count }) <= 150_000_000 else {
            throw .tooLarge
        }
        let files = passes.enumerated().map { ("pass\($0.offset).pkpass", $0.element) }
        return try ZipWriter.archive(Dictionary(uniqueKeysWithValues: files), isDeflated: false)
    }

    /// The passes of such a file, in order.
    package static func passes(inBundle bytes: [UInt8]) throws(ZipError) -> [[UInt8]] {
        let limits = ZipArchive.Limits(packed: 150_000_000, unpacked: 160_000_000, files: 10)
        let files = try ZipArchive(bytes, limits: limits).files
        guard !files.isEmpty, files.keys.allSatisfy({ $0.hasSuffix(".pkpass") }) else { throw .damaged }
        return files.sorted { $0.key < $1.key }.map(\.value)
    }
}
