import COpenSSL

/// The callbacks of OpenSSL during a handshake. Each finds its server context through the session's own context.
enum TLSCallbacks {
    static func install(in context: OpaquePointer) {
        copenssl_tls_on_server_name(context) { session, _, _ in
            guard let session, let server = TLSCallbacks.server(of: session),
                let name = SSL_get_servername(session, TLSEXT_NAMETYPE_host_name),
                let index = server.names.index(for: String(cString: name))
            else {
                // Unknown names get the first certificate, and an answer that their name did not matter.
                return SSL_TLSEXT_ERR_NOACK
            }
            // All contexts of a server differ in the certificate alone.
            SSL_set_SSL_CTX(session, server.contexts[index].raw)
            return SSL_TLSEXT_ERR_OK
        }
        SSL_CTX_set_alpn_select_cb(
            context,
            { session, chosen, chosenCount, offered, count, _ in
                guard let session, let server = TLSCallbacks.server(of: session), let offered,
                    let range = TLSCallbacks.choice(
                        of: server.protocols, in: UnsafeBufferPointer(start: offered, count: Int(count)))
                else {
                    // A client that offers nothing we speak speaks HTTP/1.1, as one that offers nothing does.
                    return SSL_TLSEXT_ERR_NOACK
                }
                chosen?.pointee = offered + range.lowerBound
                chosenCount?.pointee = UInt8(range.count)
                return SSL_TLSEXT_ERR_OK
            }, nil)
        copenssl_tls_on_status_request(context) { session, _ in
            guard let session, let server = TLSCallbacks.server(of: session), let own = SSL_get_SSL_CTX(session),
                let staple = server.staple(of: own), copenssl_tls_set_staple(session, staple, staple.count) == 1
            else { return SSL_TLSEXT_ERR_NOACK }
            return SSL_TLSEXT_ERR_OK
        }
        installTickets(in: context)
    }

    private static func installTickets(in context: OpaquePointer) {
        SSL_CTX_set_tlsext_ticket_key_evp_cb(context) { session, name, iv, cipher, mac, encrypts in
            guard let session, let server = TLSCallbacks.server(of: session), let name, let iv, let cipher, let mac
            else { return -1 }
            return server.ticketKeys.prepare(name: name, iv: iv, cipher: cipher, mac: mac, encrypts: encrypts == 1)
        }
        SSL_CTX_set_session_ticket_cb(
            context, nil,
            { session, resumed, _, _, status, _ in
                guard status == SSL_TICKET_SUCCESS || status == SSL_TICKET_SUCCESS_RENEW else {
                    return SSL_TICKET_RETURN_IGNORE_RENEW
                }
                // OpenSSL verifies a client's certificate in a full handshake alone.
                if let resumed, let certificate = SSL_SESSION_get0_peer(resumed) {
                    guard let session, TLSCallbacks.server(of: session)?.isCurrent(certificate) == true else {
                        return SSL_TICKET_RETURN_IGNORE_RENEW
                    }
                }
                return status == SSL_TICKET_SUCCESS ? SSL_TICKET_RETURN_USE : SSL_TICKET_RETURN_USE_RENEW
            }, nil)
    }

    /// The context that a session belongs to, which the session's owner keeps alive.
    private static func server(of session: OpaquePointer) -> TLSServerContext? {
        SSL_CTX_get_ex_data(SSL_get_SSL_CTX(session), 0).map {
            Unmanaged<TLSServerContext>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Returns the position in a client's list of the first of `protocols` that it offers. The list has names with a byte of
    /// length before each (RFC 7301, section 3.1).
    private static func choice(of protocols: [[UInt8]], in offered: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        for name in protocols {
            var at = 0
            while at < offered.count {
                let range = at + 1..<at + 1 + Int(offered[at])
                guard range.upperBound <= offered.count else { return nil }
                if offered[range].elementsEqual(name) { return range }
                at = range.upperBound
            }
        }
        return nil
    }
}
