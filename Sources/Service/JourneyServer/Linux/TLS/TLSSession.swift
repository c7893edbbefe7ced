import COpenSSL
import Glibc
import JourneyCrypto

/// One connection's TLS. Confined to the thread of its connection's loop, which owns the socket.
final class TLSSession {
    /// The state of a handshake.
    enum Progress: Equatable {
        case done
        case needsRead
        case needsWrite
        /// The client closed or reset the connection before the handshake was done.
        case closed
        case failed(String)
    }

    /// The result of reading or writing.
    enum IO: Equatable {
        case bytes(Int)
        /// Nothing can be read or written now; `waitsForWrite` is `true` if the session waits for the socket to take bytes.
        case wouldBlock
        /// The client has ended its side with a close_notify: nothing was cut off.
        case ended
        /// The connection broke or was closed without a close_notify; `failure` has the reason.
        case failed
    }

    /// The most stops at records without data between two with data: two for each change of keys that asks the server for
    /// one as well. Clients need one in millions of records.
    private static let mostStops = 64

    /// Kept alive for OpenSSL's callbacks.
    private let context: TLSServerContext
    private let transport: TLSTransport
    private let raw: OpaquePointer
    private var stops = 0
    private var isClosed = false
    /// `true` if the newest read found everything read.
    private var isDrained = true

    /// The reason for which the connection failed; `nil` as long as it has not.
    private(set) var failure: String?

    init?(on socket: Int32, of context: TLSServerContext, receivingInto shared: SharedMemory) {
        ERR_clear_error()
        let transport = TLSTransport(socket, receivingInto: shared)
        guard let raw = SSL_new(context.contexts[0].raw) else { return nil }
        guard let bio = transport.makeBIO() else {
            SSL_free(raw)
            return nil
        }
        SSL_set_bio(raw, bio, bio)
        SSL_set_accept_state(raw)
        self.context = context
        self.transport = transport
        self.raw = raw
    }

    deinit { SSL_free(raw) }

    /// Goes on with the handshake as far as the socket allows.
    func shakeHands() -> Progress {
        if let failure { return .failed(failure) }
        defer { transport.settle() }
        ERR_clear_error()
        let result = SSL_do_handshake(raw)
        if result == 1 { return .done }
        switch SSL_get_error(raw, result) {
        case SSL_ERROR_WANT_READ: return .needsRead
        case SSL_ERROR_WANT_WRITE: return .needsWrite
        case SSL_ERROR_ZERO_RETURN: return fail("the client closed the connection", .closed)
        case SSL_ERROR_SYSCALL where [0, ECONNRESET, EPIPE].contains(transport.error):
            return fail("the client closed the connection", .closed)
        case SSL_ERROR_SYSCALL:
            let reason = TLSFailure.system("the handshake", transport.error)
            return fail(reason, .failed(reason))
        default:
            if isCutOff { return fail("the client closed the connection", .closed) }
            let verified = SSL_get_verify_result(raw)
            var reason = OpenSSLReason.last()
            if verified != X509_V_OK { reason += ": \(String(cString: X509_verify_cert_error_string(verified)))" }
            return fail(reason, .failed(reason))
        }
    }

    private func fail(_ reason: String, _ progress: Progress) -> Progress {
        failure = reason
        ERR_clear_error()
        return progress
    }

    /// `true` if the newest error is a connection that ended without a close_notify.
    private var isCutOff: Bool {
        let code = ERR_peek_error()
        return ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) == SSL_R_UNEXPECTED_EOF_WHILE_READING
    }

    /// The protocol that was agreed on by ALPN; `nil` for none.
    var agreedProtocol: String? {
        var start: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(raw, &start, &count)
        return count == 0 ? nil : String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }

    /// The client's certificate, DER, which was verified; `nil` where none is required.
    var peerCertificate: [UInt8]? {
        guard let certificate = SSL_get0_peer_certificate(raw) else { return nil }
        let count = Int(i2d_X509(certificate, nil))
        guard count > 0 else { return nil }
        return [UInt8](unsafeUninitializedCapacity: count) { out, written in
            var next = out.baseAddress
            written = Int(max(i2d_X509(certificate, &next), 0))
        }
    }

    /// The version, such as `TLSv1.3`.
    var version: String { String(cString: SSL_get_version(raw)) }

    /// The cipher, by OpenSSL's name.
    var cipher: String? { SSL_get_current_cipher(raw).map { String(cString: SSL_CIPHER_get_name($0)) } }

    /// `true` if the handshake resumed an earlier session.
    var isResumed: Bool { SSL_session_reused(raw) == 1 }

    /// `true` if the call that stopped last waits until the socket takes bytes; otherwise until it has some. A read may
    /// have to write: an answer to a client that changes its keys.
    var waitsForWrite: Bool { SSL_want(raw) == SSL_WRITING }

    /// `true` if bytes can be read without waiting for the socket.
    var hasBuffered: Bool { !isDrained && (SSL_has_pending(raw) == 1 || !transport.isEmpty) }

    /// `true` if more can be read only after the socket's next event.
    var isExhausted: Bool { !hasBuffered && transport.isSocketEmpty }

    /// The socket may have bytes again: what was known of it before an event does not hold after it.
    func socketChanged() { transport.isSocketEmpty = false }

    /// Reads what has come into `memory`, which must not be empty.
    func read(into memory: UnsafeMutableRawBufferPointer) -> IO {
        if failure != nil { return .failed }
        defer { transport.settle() }
        while true {
            var count = 0
            ERR_clear_error()
            let result = SSL_read_ex(raw, memory.baseAddress, memory.count, &count)
            if result == 1 {
                stops = 0
                isDrained = false
                return .bytes(count)
            }
            isDrained = true
            let code = SSL_get_error(raw, 0)
            // As long as there are bytes, a record was read that carries no data.
            guard code == SSL_ERROR_WANT_READ, !transport.isStarved else { return outcome(code, "read") }
            stops += 1
            if stops > TLSSession.mostStops {
                failure = "the client sends records without data"
                return .failed
            }
        }
    }

    /// Writes from the start of `bytes`: as a rule one record of 16 KiB. After `.wouldBlock` the same bytes have to be
    /// offered again, wherever they stand then; more may follow them.
    func write(_ bytes: UnsafeRawBufferPointer) -> IO {
        if failure != nil { return .failed }
        // OpenSSL takes a write of nothing for an end.
        guard !bytes.isEmpty else { return .bytes(0) }
        defer { transport.settle() }
        var count = 0
        ERR_clear_error()
        let result = SSL_write_ex(raw, bytes.baseAddress, bytes.count, &count)
        return result == 1 ? .bytes(count) : outcome(SSL_get_error(raw, 0), "write")
    }

    /// Gives back the buffers (33 KB) that the session keeps for its next record, unless part of one is in them.
    func releaseBuffers() { SSL_free_buffers(raw) }

    private func outcome(_ code: Int32, _ call: String) -> IO {
        switch code {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .wouldBlock
        case SSL_ERROR_ZERO_RETURN: return .ended
        case SSL_ERROR_SYSCALL: failure = TLSFailure.system(call, transport.error)
        case SSL_ERROR_SSL where isCutOff: failure = "the client closed the connection without a close_notify"
        default: failure = OpenSSLReason.last()
        }
        ERR_clear_error()
        return .failed
    }

    /// Tells the client, once and without waiting, that nothing more is written. Does nothing after a failure.
    func close() {
        guard !isClosed, failure == nil, SSL_is_init_finished(raw) == 1 else { return }
        isClosed = true
        ERR_clear_error()
        SSL_shutdown(raw)
        ERR_clear_error()
    }
}
