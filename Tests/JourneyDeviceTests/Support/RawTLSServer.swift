import COpenSSL
import Foundation
import JourneyCrypto
import Synchronization

/// A TLS server that sends exactly what a test says, valid or not, with one thread for each connection. It listens until `stop`,
/// or until the tests end.
final class RawTLSServer: Sendable {
    let port: Int
    private let listener: Int32
    // Made in init; afterwards only SSL_new uses it, which takes its own reference under OpenSSL's lock.
    private nonisolated(unsafe) let context: OpaquePointer
    private let count = Atomic<Int>(0)

    /// The number of accepted connections, with or without a complete handshake.
    var connections: Int { count.load(ordering: .acquiring) }

    struct CannotStart: Error {}

    /// Starts a server that runs `serve` for each connection, and closes it afterwards.
    ///
    /// `newest` is the highest supported protocol version. With `clientAuthority`, a PEM file, clients must send a certificate
    /// that it issued. With `isHTTP2` the handshake requires HTTP/2, unless `alsoHTTP1` allows clients that don't offer it; the
    /// protocol itself is up to `serve`. `above` are additional certificates, DER.
    init(
        _ identity: DevelopmentIdentity, above: [[UInt8]] = [], newest: Int32 = TLS1_3_VERSION,
        clientAuthority: String? = nil, isHTTP2: Bool = false,
        alsoHTTP1: Bool = false, serve: @escaping @Sendable (RawConnection) -> Void
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        guard let context = RawTLSServer.context(identity, newest: newest),
            above.allSatisfy({ RawTLSServer.add($0, to: context) })
        else { throw CannotStart() }
        if let clientAuthority {
            guard SSL_CTX_load_verify_locations(context, clientAuthority, nil) == 1 else { throw CannotStart() }
            SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        }
        if isHTTP2 {
            SSL_CTX_set_alpn_select_cb(context, chooseHTTP2, alsoHTTP1 ? UnsafeMutableRawPointer(context) : nil)
        }
        self.context = context
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw CannotStart() }
        port = Int(UInt16(bigEndian: address.sin_port))
        self.listener = listener
        // The thread keeps the server alive: a test that holds only its address can still reach it.
        Thread.detachNewThread {
            while true {
                let socket = accept(listener, nil, nil)
                guard socket >= 0 else { break }
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                self.count.add(1, ordering: .releasing)
                guard let tls = SSL_new(self.context) else { continue }
                SSL_set_fd(tls, socket)
                let connection = RawConnection(tls, socket)
                Thread.detachNewThread {
                    if SSL_accept(connection.tls) == 1 { serve(connection) } else { connection.shutdownWriting() }
                    connection.close()
                }
            }
            close(listener)
        }
    }

    deinit { SSL_CTX_free(context) }

    /// Stops listening: wakes the thread in accept, which closes the socket.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    private static func context(_ identity: DevelopmentIdentity, newest: Int32) -> OpaquePointer? {
        guard let context = SSL_CTX_new(TLS_server_method()) else { return nil }
        let isReady =
            SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, 0, nil) == 1
            && SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, Int(newest), nil) == 1
            && (newest >= TLS1_2_VERSION || SSL_CTX_set_cipher_list(context, "ALL:@SECLEVEL=0") == 1)
            && use(identity, in: context)
        return isReady ? context : nil
    }

    /// Adds one more certificate to the chain; the context owns it from then on.
    private static func add(_ certificate: [UInt8], to context: OpaquePointer) -> Bool {
        certificate.withUnsafeBufferPointer { der in
            var next = der.baseAddress
            guard let parsed = d2i_X509(nil, &next, der.count) else { return false }
            return SSL_CTX_ctrl(context, SSL_CTRL_EXTRA_CHAIN_CERT, 0, UnsafeMutableRawPointer(parsed)) == 1
        }
    }

    private static func use(_ identity: DevelopmentIdentity, in context: OpaquePointer) -> Bool {
        let key = Array(identity.keyPEM.utf8)
        return identity.certificateDER.withUnsafeBufferPointer { der in
            key.withUnsafeBytes { pem in
                guard let bio = BIO_new_mem_buf(pem.baseAddress, Int32(pem.count)) else { return false }
                defer { BIO_free(bio) }
                guard let key = PEM_read_bio_PrivateKey(bio, nil, nil, nil) else { return false }
                defer { EVP_PKEY_free(key) }
                return SSL_CTX_use_certificate_ASN1(context, Int32(der.count), der.baseAddress) == 1
                    && SSL_CTX_use_PrivateKey(context, key) == 1
            }
        }
    }
}

/// Selects `h2` where the client offers it (RFC 7301); the result points into the client's own list. A free function, because C
/// takes no other.
private func chooseHTTP2(
    _: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ length: UnsafeMutablePointer<UInt8>?,
    _ offered: UnsafePointer<UInt8>?, _ count: UInt32, _ alsoHTTP1: UnsafeMutableRawPointer?
) -> Int32 {
    let list = UnsafeBufferPointer(start: offered, count: Int(count))
    guard let place = list.firstRange(of: [2, 0x68, 0x32])?.lowerBound else {
        return alsoHTTP1 == nil ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_NOACK
    }
    chosen?.pointee = offered.map { $0 + place + 1 }
    length?.pointee = 2
    return SSL_TLSEXT_ERR_OK
}

/// One connection, used by one thread.
final class RawConnection: @unchecked Sendable {
    // Sendable because the accepting thread passes it to the serving one and keeps nothing.
    let tls: OpaquePointer
    private let socket: Int32
    private var closed: () -> Void = {}

    init(_ tls: OpaquePointer, _ socket: Int32) {
        self.tls = tls
        self.socket = socket
        // A retried write may come from another address.
        SSL_ctrl(tls, SSL_CTRL_MODE, Int(SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER), nil)
    }

    /// Returns the next request, head and body, or `nil` when the peer closed.
    func request() -> String? {
        var text = ""
        while !text.contains("\r\n\r\n") {
            guard let more = read() else { return nil }
            text += more
        }
        let head = text.prefix(upTo: text.firstRange(of: "\r\n\r\n")?.lowerBound ?? text.endIndex)
        let line = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
        let length = line.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
        while text.utf8.count < head.utf8.count + 4 + length {
            guard let more = read() else { return nil }
            text += more
        }
        return text
    }

    /// Returns the next bytes as text, or `nil` at the end.
    func read() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }

    /// Returns the next bytes, or `nil` at the end.
    func bytes() -> ArraySlice<UInt8>? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = SSL_read(tls, &buffer, Int32(buffer.count))
        return count > 0 ? buffer.prefix(Int(count)) : nil
    }

    /// Reads until the peer closes.
    func waitForEnd() { while read() != nil {} }

    @discardableResult
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool { SSL_write(tls, bytes, Int32(bytes.count)) > 0 }

    /// Sends `text` repeatedly until the peer is gone, and reads meanwhile so that the peer is never blocked; `sent` is called
    /// for each whole copy. One thread does both, because an OpenSSL connection belongs to one thread at a time.
    func floodWhileReading(_ text: String, sent: () -> Void) {
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
        let bytes = Array(text.utf8)
        var taken = [UInt8](repeating: 0, count: 16_384)
        while true {
            let written = SSL_write(tls, bytes, Int32(bytes.count))
            if written > 0 { sent() }
            guard written > 0 || isOnlyHeldUp(written) else { return }
            let read = SSL_read(tls, &taken, Int32(taken.count))
            guard read > 0 || isOnlyHeldUp(read) else { return }
            guard written <= 0, read <= 0 else { continue }
            var next = pollfd(fd: socket, events: Int16(POLLIN | POLLOUT), revents: 0)
            poll(&next, 1, -1)
        }
    }

    /// Returns `true` when the last call only lacked room in the socket, or data.
    private func isOnlyHeldUp(_ result: Int32) -> Bool {
        let reason = SSL_get_error(tls, result)
        return reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE
    }

    /// Sends a whole response with its length.
    @discardableResult
    func respond(_ body: String = "", status: String = "200 OK", headers: [String] = []) -> Bool {
        let fields = (headers + ["Content-Length: \(body.utf8.count)"]).joined(separator: "\r\n")
        return write("HTTP/1.1 \(status)\r\n\(fields)\r\n\r\n\(body)")
    }

    /// Ends our side and waits for the peer's, so that the last bytes arrive: a close with unread bytes is a reset. `said` is
    /// called when the peer can see the end.
    func shutdownWriting(onShutdown said: () -> Void = {}) {
        shutdown(socket, Int32(SHUT_WR))
        said()
        var rest = [UInt8](repeating: 0, count: 4_096)
        while recv(socket, &rest, rest.count, 0) > 0 {}
    }

    /// Makes the connection end with a reset (RST) when it is closed.
    func closeWithReset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// Sets work to be done when the connection is closed.
    func onClose(_ work: @escaping () -> Void) { closed = work }

    /// Sends TLS's close_notify.
    func sendCloseNotify() { SSL_shutdown(tls) }

    /// Closes without close_notify if none was sent.
    func close() {
        SSL_free(tls)
        Glibc.close(socket)
        closed()
    }
}
