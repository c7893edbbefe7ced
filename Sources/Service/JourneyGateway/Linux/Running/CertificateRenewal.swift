import Glibc
import JourneyBase
import JourneyServer
import Synchronization

/// Has a running server use the certificates of its files when those have changed, so that a renewal needs no signal.
final class CertificateRenewal: Sendable {
    /// What tells one content of a file from another without reading it; `nil` for a file that is not there.
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
    private let marks: Mutex<[FileStamp?]>

    /// - Parameters:
    ///   - server: Runs with the certificates of `configuration`.
    ///   - configuration: Names the files.
    ///   - dependencies: The time at which certificates have to be valid, and the log.
    init(_ server: HTTPServer, _ configuration: GatewayConfiguration, dependencies: Dependencies) {
        self.server = server
        self.dependencies = dependencies
        marks = Mutex(CertificateRenewal.marks(of: configuration))
    }

    private static func marks(of configuration: GatewayConfiguration) -> [FileStamp?] {
        configuration.certificates.flatMap { files in
            [files.certificateFile, files.keyFile, files.stapleFile].map { $0.flatMap { FileStamp($0) } }
        }
    }

    /// Looks at the files of `configuration`, and has new connections get what is in them if they have changed since the last look
    /// and can be used. A pair of which only one file has been written yet is refused, and looked at again when the other one is there.
    func look(_ configuration: GatewayConfiguration) {
        let now = CertificateRenewal.marks(of: configuration)
        let hasChanged = marks.withLock { marks in
            defer { marks = now }
            return marks != now
        }
        guard hasChanged else { return }
        do throws(JourneyError) {
            let identities = try ServerFiles(configuration).identities
            guard !server.isServing(identities) else { return }
            try server.replaceIdentities(identities, at: dependencies.now())
            dependencies.log.record(.info, "New connections get the certificates of the changed files.")
        } catch {
            dependencies.log.record(
                .error, "The certificates of the changed files cannot be used; journey-gateway --check says why.",
                [.code: error.code.rawValue])
        }
    }
}
