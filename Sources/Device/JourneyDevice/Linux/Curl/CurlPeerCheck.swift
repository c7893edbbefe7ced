import CCurl
import COpenSSL
import Foundation
import JourneyBase
import Synchronization

/// Checks the peer during the handshake of one connection: OpenSSL checks chain, validity and name, then the pins are checked
/// against the valid chain.
///
/// Belongs to the connection's `SSL_CTX`, so that it lives as long as a handshake can happen.
final class CurlPeerCheck: Sendable {
    /// The result of a check.
    struct Finding: Sendable {
        var verdict = PinPolicy.Verdict.unpinned
        /// The peer's certificate, DER.
        var leaf: [UInt8] = []
        var report: PinReport?
    }

    private let origin: Origin
    private let trust: CurlTrust
    private let state = Mutex<Finding?>(nil)
    private let alert = Atomic<Int32>(0)
    private let isWithoutHTTP2 = Atomic<Bool>(false)

    init(origin: Origin, trust: CurlTrust) {
        self.origin = origin
        self.trust = trust
    }

    /// The result; `nil` until a chain was valid, and for a resumed session.
    var finding: Finding? { state.withLock { $0 } }

    /// `true` when the peer ended the connection because of our certificate or offer. TLS 1.3 reports that only after our side of
    /// the handshake, when it otherwise looks like a lost connection.
    var isRefusedByPeer: Bool { alert.load(ordering: .relaxed) != 0 }

    /// `true` when the peer was refused because it does not support HTTP/2.
    var lacksHTTP2: Bool { isWithoutHTTP2.load(ordering: .relaxed) }

    /// Installs `check` for every handshake of `context`. Returns `false` when OpenSSL fails.
    static func install(_ check: CurlPeerCheck, in context: OpaquePointer) -> Bool {
        let owned = Unmanaged.passRetained(check)
        guard slot >= 0, SSL_CTX_set_ex_data(context, slot, owned.toOpaque()) == 1 else {
            owned.release()
            return false
        }
        // A renegotiation, which TLS 1.2 allows, could change the peer.
        SSL_CTX_set_options(context, UInt64(1) << 30)
        SSL_CTX_set_cert_verify_callback(
            context,
            { store, owner in
                guard let store, let owner else { return 0 }
                return Unmanaged<CurlPeerCheck>.fromOpaque(owner).takeUnretainedValue().admits(store) ? 1 : 0
            }, owned.toOpaque())
        SSL_CTX_set_info_callback(context) { connection, kind, code in
            // A fatal alert was received: all are, except close_notify and user_canceled (RFC 8446, section 6).
            let (isAlertRead, description) = (kind & 0x4004 == 0x4004, code & 0xFF)
            guard isAlertRead, ![0, 90].contains(description), let context = SSL_get_SSL_CTX(connection),
                let owner = SSL_CTX_get_ex_data(context, CurlPeerCheck.slot)
            else { return }
            let check = Unmanaged<CurlPeerCheck>.fromOpaque(owner).takeUnretainedValue()
            check.alert.store(description, ordering: .relaxed)
        }
        return true
    }

    /// The index at which an `SSL_CTX` keeps its check, which is released with it.
    private static let slot = CRYPTO_get_ex_new_index(
        CRYPTO_EX_INDEX_SSL_CTX, 0, nil, nil, nil,
        { _, owner, _, _, _, _ in
            if let owner { Unmanaged<CurlPeerCheck>.fromOpaque(owner).release() }
        })

    private func admits(_ store: OpaquePointer) -> Bool {
        guard requireName(X509_STORE_CTX_get0_param(store)), X509_verify_cert(store) == 1 else { return false }
        if trust.requiresHTTP2, !CurlPeerCheck.speaksHTTP2(store) {
            isWithoutHTTP2.store(true, ordering: .relaxed)
            X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION)
            return false
        }
        let chain = CurlPeerCheck.certificates(X509_STORE_CTX_get0_chain(store))
        let keys = chain.compactMap(CurlPeerCheck.pin)
        guard let leaf = chain.first, keys.count == chain.count else { return false }
        let now = trust.now()
        let verdict = trust.pins.verdict(on: keys, of: origin.host, at: now)
        let report = PinReport(
            verdict, of: origin, seen: keys, expires: trust.pins.set(for: origin.host)?.expires, time: now)
        let finding = Finding(verdict: verdict, leaf: CurlPeerCheck.bytes { i2d_X509(leaf, $0) }, report: report)
        state.withLock { $0 = finding }
        if !verdict.isGood { X509_STORE_CTX_set_error(store, X509_V_ERR_APPLICATION_VERIFICATION) }
        return verdict.isGood
    }

    /// Has OpenSSL check the name before the pins, with the certificate's alternative names only (RFC 9525, section 6). libcurl
    /// checks it once more afterwards.
    private func requireName(_ parameters: OpaquePointer?) -> Bool {
        X509_VERIFY_PARAM_set_hostflags(
            parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
        let isAddress = origin.host.utf8.last.map { (0x30...0x39).contains($0) } ?? false
        return isAddress
            ? X509_VERIFY_PARAM_set1_ip_asc(parameters, origin.host) == 1
            : X509_VERIFY_PARAM_set1_host(parameters, origin.host, origin.host.utf8.count) == 1
    }

    /// Returns `true` when ALPN selected HTTP/2: a server selects it before it sends its certificate (RFC 8446, section 4.3.1;
    /// RFC 7301, section 3.1).
    private static func speaksHTTP2(_ store: OpaquePointer) -> Bool {
        guard let connection = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()) else {
            return false
        }
        var name: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(OpaquePointer(connection), &name, &count)
        return UnsafeBufferPointer(start: name, count: Int(count)).elementsEqual("h2".utf8)
    }

    private static func certificates(_ stack: OpaquePointer?) -> [OpaquePointer] {
        (0..<max(OPENSSL_sk_num(stack), 0)).compactMap { OPENSSL_sk_value(stack, $0).map { OpaquePointer($0) } }
    }

    private static func pin(_ certificate: OpaquePointer) -> SPKIPin? {
        let spki = bytes { i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), $0) }
        return spki.isEmpty ? nil : SPKIPin(hashing: spki)
    }

    /// Returns the output of an OpenSSL `i2d` function; nothing when it fails.
    private static func bytes(_ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) -> [UInt8] {
        let count = write(nil)
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(count)) { out, written in
            var next = out.baseAddress
            written = Int(max(write(&next), 0))
        }
    }
}
