import Glibc
import JourneyBase
import JourneyServer
import Synchronization

/// Loads changed certificate files into a running server, so that a renewal needs no signal.
final class CertificateRenewal: Sendable {
    /// The identity, size and times of a file, to detect changes without reading it; `nil` for a missing file.
    private struct FileStamp: Hashable {
        let file: UInt64
        let size: Int
        let changed: [Int]

        init?(_ path: String) {
            var information = stat()
            guard stat(path, &information) == 0 else { return nil }
            file = UInt64(information.st_ino)
            size = Int(information.st_size)
            changed = [
                information.st_mtim.tv_sec, information.st_mtim.tv_nsec, information.st_ctim.tv_sec,
                information.st_ctim.tv_nsec,
            ]
        }
    }

    private let server: HTTPServer
    private let dependencies: Dependencies
    private let stamps: Mutex<[FileStamp?]>

    /// Creates a monitor of the certificate files.
    ///
    /// - Parameters:
    ///   - server: The server that runs with the certificates of `configuration`.
    ///   - configuration: The paths of the files.
    ///   - dependencies: The time at which certificates must be valid, and the log.
    init(_ server: HTTPServer, _ configuration: GatewayConfiguration, dependencies: Dependencies) {
        self.server = server
        self.dependencies = dependencies
        stamps = Mutex(CertificateRenewal.stamps(of: configuration))
    }

    private static func stamps(of configuration: GatewayConfiguration) -> [FileStamp?] {
        configuration.certificates.flatMap { files in
            [files.certificateFile, files.keyFile, files.stapleFile].map { $0.flatMap { FileStamp($0) } }
        }
    }

    /// Checks the files of `configuration`. New connections use the certificates if the files have changed since the last check
    /// and are valid. A certificate without its new key is refused, and checked again once the key is written.
    func check(_ configuration: GatewayConfiguration) {
        let now = CertificateRenewal.stamps(of: configuration)
        let hasChanged = stamps.withLock { stamps in
            defer { stamps = now }
            return stamps != now
        }
        guard hasChanged else { return }
        do throws(JourneyError) {
            let files = try ServerFiles(configuration)
            guard !server.isServing(files.identities) else { return }
            try files.checkIdentities(at: dependencies.now())
            try server.replaceIdentities(files.identities, at: dependencies.now())
            dependencies.log.record(.info, "New connections use the certificates of the changed files.")
        } catch {
            dependencies.log.record(
                .error, "The changed certificate files cannot be used; run journey-gateway --check for the reason.",
                ServerFiles.fields(of: error))
        }
    }
}
