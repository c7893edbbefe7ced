import COpenSSL
import Foundation
import Glibc
import JourneyBase
import JourneyCrypto
import TestSupport

@testable import JourneyServer

/// An authority and the certificates that it issues, for tests of TLS.
struct TLSFixture {
    struct Failure: Error { let text: String }

    /// The purposes of certificates.
    enum Purpose { case server, client }

    /// An issued certificate with its key.
    struct Issued {
        let certificate: Certificate
        let certificatePEM: String
        let keyPEM: String

        /// Returns the identity of a server, with `issuers` in its chain.
        func identity(issuers: [Certificate] = [], staple: [UInt8]? = nil) -> TLSIdentity {
            TLSIdentity(
                certificatePEM: certificatePEM + issuers.map(\.pem).joined(),
                keyPEM: Secret(copying: keyPEM.utf8), staple: staple)
        }
    }

    let root: CertificateAuthority
    let key: P256PrivateKey

    init(_ name: String = "Root of tests", from: TimeInterval = -60, to: TimeInterval = 86_400) throws {
        key = try P256PrivateKey.generate()
        root = try CertificateAuthority.root(
            subject: DistinguishedName([.commonName: name]), signer: CertificateSigner(key),
            notBefore: Date(timeIntervalSinceNow: from), notAfter: Date(timeIntervalSinceNow: to))
    }

    private init(root: CertificateAuthority, key: P256PrivateKey) {
        self.root = root
        self.key = key
    }

    /// Returns an intermediate authority.
    func intermediate(_ name: String) throws -> TLSFixture {
        let key = try P256PrivateKey.generate()
        let authority = try root.intermediate(
            subject: DistinguishedName([.commonName: name]), signer: CertificateSigner(key),
            notBefore: Date(timeIntervalSinceNow: -60), notAfter: Date(timeIntervalSinceNow: 86_400), pathLength: nil)
        return TLSFixture(root: authority, key: key)
    }

    /// Issues a certificate for `names`, valid from `from` to `to` in seconds from now.
    func issue(
        _ names: [String] = ["localhost"], _ purpose: Purpose = .server, from: TimeInterval = -60,
        to: TimeInterval = 3_600
    ) throws -> Issued {
        let key = try P256PrivateKey.generate()
        let alternatives: [NewExtension] = names.isEmpty ? [] : [.subjectAltName(names.map { .dns($0) })]
        let certificate = try root.issue(
            CertificateContent(
                subject: DistinguishedName([.commonName: names.first ?? "nobody"]), spki: key.publicKey.spki,
                notBefore: Date(timeIntervalSinceNow: from), notAfter: Date(timeIntervalSinceNow: to),
                extensions: [
                    .basicConstraints(BasicConstraints(isAuthority: false)), .keyUsage(.digitalSignature),
                    .extendedKeyUsage([purpose == .server ? .serverAuth : .clientAuth]),
                ] + alternatives))
        return Issued(certificate: certificate, certificatePEM: certificate.pem, keyPEM: try key.pem())
    }

    /// The OCSP status of a certificate.
    enum Status: String { case good = "V", revoked = "R", unknown = "-" }

    /// Returns an OCSP response about `issued`, made by the `openssl` command and signed with `signer`'s key or with this
    /// authority's. It is valid from now for `days`.
    func staple(
        _ issued: Issued, _ status: Status = .good, signer: (certificatePEM: String, keyPEM: String)? = nil,
        days: Int = 1
    ) throws -> [UInt8] {
        let folder = try Scratch()
        let serial = issued.certificate.serialNumber.map { String(format: "%02X", $0) }.joined()
        let revoked = status == .revoked ? "200101000000Z" : ""
        let entry = "\(status.rawValue)\t491231235959Z\t\(revoked)\t\(serial)\tunknown\t/CN=localhost\n"
        let index = try folder.write(status == .unknown ? "" : entry, "index")
        let authority = try folder.write(root.certificate.pem, "authority.pem")
        let leaf = try folder.write(issued.certificatePEM, "leaf.pem")
        let own = (certificatePEM: root.certificate.pem, keyPEM: try key.pem())
        let responder = try folder.write((signer ?? own).certificatePEM, "responder.pem")
        let responderKey = try folder.write((signer ?? own).keyPEM, "responder.key")
        let (request, response) = (folder.path + "/request.der", folder.path + "/response.der")
        try TLSFiles.openssl([
            "ocsp", "-issuer", authority, "-cert", leaf, "-no_nonce", "-reqout", request,
        ])
        try TLSFiles.openssl([
            "ocsp", "-index", index, "-CA", authority, "-rsigner", responder, "-rkey", responderKey, "-reqin", request,
            "-respout", response, "-ndays", "\(days)",
        ])
        return try folder.read("response.der")
    }

    /// Returns a server's context with one certificate for `localhost`.
    func server(
        protocols: [String] = [], clients: ClientCertificates? = nil, ticketKeys: TicketKeys = TicketKeys()
    ) throws -> TLSServerContext {
        try TLSServerContext(
            [issue().identity()], protocols: protocols, clients: clients, ticketKeys: ticketKeys)
    }
}

/// Both ends of a connection within this process: our session and OpenSSL's client.
final class TLSPair {
    let session: TLSSession
    let client: TLSClient
    private let socket: Int32

    init(_ server: TLSServerContext, _ client: TLSClient.Settings = TLSClient.Settings()) throws {
        let sockets = try TLSPair.sockets()
        socket = sockets.0
        guard let session = server.session(on: socket) else { throw TLSFixture.Failure(text: "no session") }
        self.session = session
        self.client = try TLSClient(sockets.1, client)
    }

    deinit { close(socket) }

    /// Blocks SIGPIPE for this thread, as the loops' threads do. A test of TLS stays on one thread.
    static func blockPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Returns two connected non-blocking sockets, and blocks SIGPIPE for this thread.
    static func sockets() throws -> (Int32, Int32) {
        blockPipeSignal()
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw TLSFixture.Failure(text: "socketpair") }
        return (ends[0], ends[1])
    }

    /// Runs both ends' handshakes until neither can continue. Returns the server's progress.
    @discardableResult func shakeHands() -> TLSSession.Progress {
        var progress = TLSSession.Progress.needsRead
        for _ in 0..<16 {
            client.shakeHands()
            progress = session.shakeHands()
            switch progress {
            case .needsRead, .needsWrite: continue
            default: break
            }
            if client.isDone || client.failure != nil { break }
        }
        return progress
    }

    /// Reads from the session. Returns the text, or the session's other result.
    func read(_ capacity: Int = 4_096) -> (TLSSession.IO, String) {
        var text = ""
        let result = withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { memory in
            let result = session.read(into: memory)
            if case .bytes(let count) = result { text = String(decoding: memory.prefix(count), as: UTF8.self) }
            return result
        }
        return (result, text)
    }

    /// Writes `text` to the session.
    func write(_ text: String) -> TLSSession.IO { Array(text.utf8).withUnsafeBytes { session.write($0) } }

    /// Closes the client's socket without a TLS alert, and waits until the server's end has been told.
    ///
    /// A process that another test is starting holds a copy of the descriptor until its `exec`, and the connection is
    /// open as long as that.
    func cutOff() {
        client.cutOff()
        var end = pollfd(fd: socket, events: 0, revents: 0)
        while poll(&end, 1, 60_000) < 0, errno == EINTR {}
    }
}

/// OpenSSL's client, step by step.
final class TLSClient {
    struct Settings {
        var name: String? = "localhost"
        var authorities: [Certificate] = []
        var identity: TLSFixture.Issued?
        var issuers: [Certificate] = []
        var oldest = TLS1_2_VERSION
        var newest = TLS1_3_VERSION
        var ciphers: String?
        var groups: String?
        var protocols: [String] = []
        var asksForStaple = false
        var session: Ticket?
    }

    /// A session that a client may resume.
    final class Ticket {
        let raw: OpaquePointer
        init(owning raw: OpaquePointer) { self.raw = raw }
        deinit { SSL_SESSION_free(raw) }
    }

    private let context: OpaquePointer
    let raw: OpaquePointer
    private var socket: Int32
    private(set) var isDone = false
    private(set) var failure: String?

    init(_ socket: Int32, _ settings: Settings) throws {
        guard let context = SSL_CTX_new(TLS_client_method()), let raw = SSL_new(context) else {
            throw TLSFixture.Failure(text: "no client")
        }
        self.context = context
        self.raw = raw
        self.socket = socket
        SSL_ctrl(raw, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(settings.oldest), nil)
        SSL_ctrl(raw, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(settings.newest), nil)
        if settings.oldest < TLS1_2_VERSION || settings.ciphers != nil { SSL_set_security_level(raw, 0) }
        if let ciphers = settings.ciphers {
            let isNew = ciphers.hasPrefix("TLS_")
            guard (isNew ? SSL_set_ciphersuites(raw, ciphers) : SSL_set_cipher_list(raw, ciphers)) == 1 else {
                throw TLSFixture.Failure(text: "ciphers")
            }
        }
        if let groups = settings.groups {
            var text = Array(groups.utf8CString)
            guard SSL_ctrl(raw, SSL_CTRL_SET_GROUPS_LIST, 0, &text) == 1 else {
                throw TLSFixture.Failure(text: "groups")
            }
        }
        if let name = settings.name {
            var text = Array(name.utf8CString)
            SSL_ctrl(raw, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), &text)
        }
        for authority in settings.authorities {
            let copy = try LoadedIdentity.x509(authority)
            X509_STORE_add_cert(SSL_CTX_get_cert_store(context), copy)
            X509_free(copy)
        }
        if !settings.authorities.isEmpty {
            SSL_set_verify(raw, SSL_VERIFY_PEER, nil)
            if let name = settings.name { SSL_set1_host(raw, name) }
        }
        if let identity = settings.identity {
            let leaf = try LoadedIdentity.x509(identity.certificate)
            let key = try PrivateKeyFile.key(Secret(copying: identity.keyPEM.utf8))
            let chain = copenssl_certificates_new()
            for issuer in settings.issuers { copenssl_certificates_add(chain, issuer.encoded, issuer.encoded.count) }
            SSL_use_cert_and_key(raw, leaf, key, chain, 1)
            copenssl_certificates_free(chain)
            X509_free(leaf)
            EVP_PKEY_free(key)
        }
        if !settings.protocols.isEmpty {
            let wire = settings.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
            SSL_set_alpn_protos(raw, wire, UInt32(wire.count))
        }
        if settings.asksForStaple {
            SSL_ctrl(raw, SSL_CTRL_SET_TLSEXT_STATUS_REQ_TYPE, Int(TLSEXT_STATUSTYPE_ocsp), nil)
        }
        if let session = settings.session { SSL_set_session(raw, session.raw) }
        SSL_set_fd(raw, socket)
        SSL_set_connect_state(raw)
        ERR_clear_error()
    }

    deinit {
        SSL_free(raw)
        SSL_CTX_free(context)
        cutOff()
    }

    func cutOff() {
        if socket >= 0 { close(socket) }
        socket = -1
    }

    func shakeHands() {
        guard !isDone, failure == nil else { return }
        ERR_clear_error()
        let result = SSL_do_handshake(raw)
        isDone = result == 1
        if !isDone, ![SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE].contains(SSL_get_error(raw, result)) {
            failure = OpenSSLReason.last()
        }
    }

    /// Writes `text`. Returns `true` if all of it was written.
    @discardableResult func write(_ text: String) -> Bool {
        ERR_clear_error()
        return SSL_write(raw, text, Int32(text.utf8.count)) == Int32(text.utf8.count)
    }

    /// Returns the available text; `nil` if there is none, with the reason in `failure` if there will be no more.
    func read() -> String? {
        var bytes = [UInt8](repeating: 0, count: 20_000)
        ERR_clear_error()
        let count = SSL_read(raw, &bytes, Int32(bytes.count))
        guard count > 0 else {
            switch SSL_get_error(raw, count) {
            case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: break
            case SSL_ERROR_ZERO_RETURN: failure = "close_notify"
            default: failure = OpenSSLReason.last()
            }
            ERR_clear_error()
            return nil
        }
        return String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    }

    /// The newest session from the server.
    var ticket: Ticket? { SSL_get1_session(raw).map { Ticket(owning: $0) } }

    var isResumed: Bool { SSL_session_reused(raw) == 1 }

    /// The server's certificate in DER.
    var serverCertificate: [UInt8]? {
        guard let certificate = SSL_get0_peer_certificate(raw) else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(i2d_X509(certificate, nil)))
        bytes.withUnsafeMutableBufferPointer { buffer in
            var next = buffer.baseAddress
            i2d_X509(certificate, &next)
        }
        return bytes
    }

    /// The OCSP response stapled to it.
    var staple: [UInt8]? {
        var start: UnsafeMutablePointer<UInt8>?
        let count = withUnsafeMutablePointer(to: &start) {
            SSL_ctrl(raw, SSL_CTRL_GET_TLSEXT_STATUS_REQ_OCSP_RESP, 0, UnsafeMutableRawPointer($0))
        }
        return count > 0 ? Array(UnsafeBufferPointer(start: start, count: count)) : nil
    }

    var agreedProtocol: String? {
        var start: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(raw, &start, &count)
        return count == 0 ? nil : String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }
}

extension ContinuousClock.Instant {
    /// The start of the tests.
    static let start = ContinuousClock.now
}
