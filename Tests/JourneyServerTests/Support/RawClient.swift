import COpenSSL
import Foundation
import Glibc

@testable import JourneyServer

/// A client that sends exactly the given bytes over TLS, malformed requests included.
final class RawClient {
    struct Failure: Error { let what: String }

    struct Answer: Equatable {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    private let socket: Int32
    private let context: OpaquePointer
    private let session: OpaquePointer
    var buffered: [UInt8] = []

    /// Connects to loopback and goes on as on a socket that is connected.
    convenience init(
        port: Int, authority: String, name: String = "localhost", newest: Int32 = TLS1_3_VERSION, patience: Double = 30
    ) throws {
        let socket = try LoopbackSocket(connectingTo: "127.0.0.1", port: port)
        try self.init(over: socket, authority: authority, name: name, newest: newest, patience: patience)
    }

    /// Trusts only `authority`, shakes hands as `name`, showing `identity` if the server asks, and waits at most `patience`
    /// seconds for each answer.
    init(
        over connected: LoopbackSocket, authority: String, name: String = "localhost",
        newest: Int32 = TLS1_3_VERSION, patience: Double = 30, identity: TLSIdentity? = nil
    ) throws {
        guard let method = TLS_client_method(), let context = SSL_CTX_new(method) else {
            throw Failure(what: "no context")
        }
        if let identity { try LoadedIdentity(identity).use(in: context) }
        guard let session = SSL_new(context) else { throw Failure(what: "no session") }
        self.context = context
        self.session = session
        socket = fcntl(connected.descriptor, F_DUPFD_CLOEXEC, 0)
        try RawClient.trust(authority, in: context)
        SSL_ctrl(session, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(newest), nil)
        // An old version must fail at the server, not at this client's own security level.
        SSL_set_security_level(session, 0)
        SSL_set_verify(session, SSL_VERIFY_PEER, nil)
        RawClient.verify(session, with: context)
        guard SSL_set1_host(session, name) == 1 else { throw Failure(what: "name") }
        var text = Array(name.utf8CString)
        SSL_ctrl(session, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name), &text)
        var limit = timeval(tv_sec: Int(patience), tv_usec: Int(patience * 1_000_000) % 1_000_000)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        SSL_set_fd(session, socket)
        guard SSL_connect(session) == 1 else { throw Failure(what: "handshake") }
    }

    deinit {
        SSL_free(session)
        SSL_CTX_free(context)
        close(socket)
    }

    private static func verify(_ session: OpaquePointer, with context: OpaquePointer) {
        SSL_ctrl(session, SSL_CTRL_SET_VERIFY_CERT_STORE, 1, UnsafeMutableRawPointer(SSL_CTX_get_cert_store(context)))
    }

    private static func trust(_ pem: String, in context: OpaquePointer) throws {
        guard let bio = BIO_new(BIO_s_mem()) else { throw Failure(what: "memory") }
        defer { BIO_free(bio) }
        guard BIO_puts(bio, pem) > 0, let certificate = PEM_read_bio_X509(bio, nil, nil, nil) else {
            throw Failure(what: "authority")
        }
        defer { X509_free(certificate) }
        X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate)
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        guard bytes.isEmpty || SSL_write(session, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
            throw Failure(what: "write")
        }
    }

    /// Ends the sending direction in TLS and in TCP. The server's output can still be read.
    func finish() {
        SSL_shutdown(session)
        shutdown(socket, Int32(SHUT_WR))
    }

    /// Returns the next response, framed by its Content-Length; `nil` if the server closed instead.
    func answer(hasBody: Bool = true) throws -> Answer? {
        while true {
            if let end = buffered.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: buffered[..<end.lowerBound], as: UTF8.self)
                let lines = head.components(separatedBy: "\r\n")
                guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
                    throw Failure(what: "status line")
                }
                if status == 100 {
                    buffered.removeSubrange(..<end.upperBound)
                    continue
                }
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    guard parts.count == 2 else { throw Failure(what: "no header field: \(line)") }
                    headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
                }
                let count = hasBody ? Int(headers["content-length"] ?? "0") ?? 0 : 0
                while buffered.count < end.upperBound + count { guard try more() else { return nil } }
                let body = String(decoding: buffered[end.upperBound..<(end.upperBound + count)], as: UTF8.self)
                buffered.removeSubrange(..<(end.upperBound + count))
                return Answer(status: status, headers: headers, body: body)
            }
            guard try more() else { return nil }
        }
    }

    /// Returns `true` if the server has closed without sending more.
    func isClosed() throws -> Bool { try buffered.isEmpty && !more() }

    func more() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        errno = 0
        let count = SSL_read(session, &chunk, Int32(chunk.count))
        if count <= 0 {
            guard errno != EAGAIN else { throw Failure(what: "the server is silent") }
            return false
        }
        buffered += chunk.prefix(Int(count))
        return true
    }
}

/// Runs blocking code on a thread of its own: tests that wait for each other must not wait for threads, too.
///
/// A client that writes to a closed connection gets an error instead of SIGPIPE. A server that did so would still end the
/// process.
func blocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            continuation.resume(with: Result { try body() })
        }
    }
}
