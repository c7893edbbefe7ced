public import Foundation
public import JourneyCrypto
import JourneyWire

/// A builder of a `.pkpass`. It validates the files, writes and signs the manifest, and packs the archive.
public struct PassBuilder: Sendable {
    /// A reason for failing to build a pass.
    public enum Failure: Error, Sendable {
        /// Problems with the pass, at least one of which makes Wallet refuse it.
        case faults([PassFault])
        case crypto(CryptoError)
        /// Names or sizes that a zip archive cannot hold.
        case archive(ZipError)
    }

    public let signer: any PassSigner
    /// `true` if files other than images are deflated, which is smaller but slower.
    var isDeflated: Bool

    public init(signer: any PassSigner, isDeflated: Bool = true) {
        self.signer = signer
        self.isDeflated = isDeflated
    }

    /// The media type of a single pass.
    package static let mediaType = PassArchive.type
    /// The media type of a file with several passes.
    package static let bundleMediaType = "application/vnd.apple.pkpasses"

    /// Builds a pass. The same files, signer and time give the same bytes if the key's algorithm is deterministic (RSA is).
    ///
    /// - Parameters:
    ///   - files: The contents of the files by path. Warnings about them do not prevent the build.
    ///   - time: The signing time.
    /// - Returns: The `.pkpass` file.
    /// - Throws: `Failure`.
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

    /// Returns a file with several passes (`.pkpasses`) in this order: 1 to 10 passes and at most 150 MB.
    package static func bundle(_ passes: [[UInt8]]) throws(ZipError) -> [UInt8] {
        guard (1...10).contains(passes.count), passes.reduce(0, { $0 + $1.count }) <= 150_000_000 else {
            throw .tooLarge
        }
        let files = passes.enumerated().map { ("pass\($0.offset).pkpass", $0.element) }
        return try ZipWriter.archive(Dictionary(uniqueKeysWithValues: files), isDeflated: false)
    }

    /// Returns the passes of a `.pkpasses` file, in order.
    package static func passes(inBundle bytes: [UInt8]) throws(ZipError) -> [[UInt8]] {
        let limits = ZipArchive.Limits(packed: 150_000_000, unpacked: 160_000_000, files: 10)
        let files = try ZipArchive(bytes, limits: limits).files
        guard !files.isEmpty, files.keys.allSatisfy({ $0.hasSuffix(".pkpass") }) else { throw .damaged }
        return files.sorted { $0.key < $1.key }.map(\.value)
    }
}
