import Foundation
import Glibc
import JourneyBase
import JourneyCrypto
import JourneyServer

/// The contents of a configuration's server files: certificates, keys, and authorities for client certificates.
struct ServerFiles: Sendable {
    /// The certificates with their keys, the default one first; empty if all listeners are plain.
    let identities: [TLSIdentity]
    /// PEM authorities by the index of the listener that requires client certificates.
    let clientAuthorities: [Int: String]
    /// The gateway's names without a certificate: clients that use them refuse the connection.
    let namesWithoutCertificate: [String]

    /// Reads the files.
    ///
    /// - Throws: `FILE_UNUSABLE`, `FILE_WRITABLE` and `SECRET_EXPOSED`, with member and path. `check` says whether a server
    ///   can use them.
    init(_ configuration: GatewayConfiguration) throws(JourneyError) {
        var identities: [TLSIdentity] = []
        var certificates: [Certificate?] = []
        for (index, files) in configuration.certificates.enumerated() {
            let place = index == 0 ? "tls" : "tls.additional[\(index - 1)]"
            let chain = try GatewayFile.text(files.certificateFile, "\(place).certificateFile")
            identities.append(
                TLSIdentity(
                    certificatePEM: chain, keyPEM: try GatewayFile.secret(files.keyFile, "\(place).keyFile"),
                    staple: try files.stapleFile.map { path throws(JourneyError) in
                        try ServerFiles.staple(path, "\(place).stapleFile")
                    }))
            let certificate = (try? Certificate.list(pem: chain))?.first
            if index > 0, let certificate,
                !configuration.names.contains(where: { ServerFiles.is($0, named: certificate) })
            {
                throw GatewayFile.fault(
                    "\(place).certificateFile", files.certificateFile,
                    "has none of the names in listen, so it would never be used")
            }
            certificates.append(certificate)
        }
        self.identities = identities
        // The names of an unreadable certificate are unknown.
        namesWithoutCertificate =
            certificates.contains(nil) || certificates.isEmpty
            ? []
            : configuration.names.sorted().filter { name in
                !certificates.contains { $0.map { ServerFiles.is(name, named: $0) } ?? false }
            }
        var authorities: [Int: String] = [:]
        for (index, listener) in configuration.server.listeners.enumerated() {
            let place = "server.listeners[\(index)]"
            if let path = listener.clientAuthoritiesFile {
                authorities[index] = try ServerFiles.authorities(path, "\(place).clientCertificates.authoritiesFile")
            }
            if case .unix(let path, _) = listener.socket {
                try ServerFiles.checkSocket(path, "\(place).unixSocket")
            }
        }
        clientAuthorities = authorities
    }

    /// Logs that clients will refuse a certificate, or get no OCSP response. A start goes on: what has expired since the last one
    /// must not keep a gateway from starting again.
    func warn(_ log: Log, at time: Date) {
        do throws(JourneyError) { try checkIdentities(at: time) } catch {
            log.record(
                .error, "The server's certificates are not valid; run journey-gateway --check for the reason.",
                ServerFiles.fields(of: error))
        }
    }

    /// Returns the log's fields for why certificates can't be used. Its values have no spaces and at most 200 characters; a check
    /// shows the whole sentence.
    static func fields(of error: JourneyError) -> [Log.Field: String] {
        [.code: error.code.rawValue, .event: error.message.replacing(" ", with: "-")]
    }

    /// Checks the files as `--check` does.
    ///
    /// - Parameter time: The time at which the certificates, and OCSP responses about them, have to be valid.
    /// - Throws: `SERVER_ERROR` with the member that is affected.
    func check(at time: Date) throws(JourneyError) {
        try checkIdentities(at: time)
        for (index, authorities) in clientAuthorities.sorted(by: { $0.key < $1.key }) {
            let clients = ServerListener.ClientCertificates(authoritiesPEM: authorities)
            do throws(JourneyError) { try HTTPServer.check(clients, with: identities) } catch {
                throw JourneyError(
                    error.code, "server.listeners[\(index)].clientCertificates.authoritiesFile: \(error.message)")
            }
        }
    }

    /// Checks that the certificates can be served at `time`, with their OCSP responses.
    ///
    /// - Throws: `SERVER_ERROR` with the member that is affected.
    func checkIdentities(at time: Date) throws(JourneyError) {
        for (index, identity) in identities.enumerated() {
            let place = index == 0 ? "tls" : "tls.additional[\(index - 1)]"
            do throws(JourneyError) { try HTTPServer.check([identity], at: time) } catch {
                throw JourneyError(error.code, "\(place): \(error.message)")
            }
        }
    }

    private static func `is`(_ name: String, named certificate: Certificate) -> Bool {
        ServerName(name)?.isNamed(by: certificate) ?? false
    }

    private static func authorities(_ path: String, _ member: String) throws(JourneyError) -> String {
        let text = try GatewayFile.text(path, member)
        do { for certificate in try Certificate.list(pem: text) { _ = try TrustAnchor(certificate) } } catch {
            throw GatewayFile.fault(member, path, "contains no valid PEM certificates of authorities: \(error)")
        }
        return text
    }

    /// Reads an OCSP response in DER with the status `successful` (RFC 6960, section 4.2.1).
    private static func staple(_ path: String, _ member: String) throws(JourneyError) -> [UInt8] {
        let bytes = try GatewayFile.read(path, member, limit: 65_536)
        let isSuccessful: Bool
        do { isSuccessful = try ServerFiles.isSuccessful(bytes) } catch {
            throw GatewayFile.fault(member, path, "is not an OCSP response in DER: \(error)")
        }
        guard isSuccessful else {
            throw GatewayFile.fault(member, path, "is an OCSP response of another status than successful")
        }
        return bytes
    }

    private static func isSuccessful(_ response: [UInt8]) throws(DERError) -> Bool {
        var parts = try DERReader.element(.sequence, in: response[...]).reader()
        let status = try parts.next(.enumerated)
        // Any other status comes alone (RFC 6960, section 4.2.1).
        guard Array(status.content) == [0] else { return false }
        _ = try parts.next(.context(0, isConstructed: true))
        try parts.end()
        return true
    }

    /// Checks that a Unix socket can be created at `path`: only an existing socket is replaced.
    private static func checkSocket(_ path: String, _ member: String) throws(JourneyError) {
        var information = stat()
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard stat(folder, &information) == 0 else {
            throw GatewayFile.fault(member, path, "is not in an existing folder: \(SystemCause.text(errno))")
        }
        guard information.st_mode & S_IFMT == S_IFDIR else {
            throw GatewayFile.fault(member, path, "is not in a folder: \(folder) is no folder")
        }
        guard lstat(path, &information) == 0 else { return }
        guard information.st_mode & S_IFMT == S_IFSOCK else {
            throw GatewayFile.fault(member, path, "exists and is not a socket")
        }
    }
}
