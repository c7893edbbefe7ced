import COpenSSL
import Foundation
import JourneyBase
import JourneyCrypto

/// The server's side of TLS for one listener: certificates, protocols, and what clients have to prove.
///
/// It never changes: a listener with new certificates gets a new context, and open connections keep theirs. All loops
/// share one.
final class TLSServerContext: Sendable {
    /// One for each identity; the first is for clients that name no other.
    let contexts: [TLSContext]
    let names: ServerNames
    private let staples: [OCSPStaple?]
    /// Protocols for ALPN (RFC 7301), preferred first.
    let protocols: [[UInt8]]
    let ticketKeys: TicketKeys
    private let now: @Sendable () -> Date

    /// A context for `identities`.
    ///
    /// - Parameters:
    ///   - identities: Certificates with their keys, chosen by the name that a client asks for; the first is for all others.
    ///   - protocols: Names for ALPN, preferred first, of 1 to 255 bytes.
    ///   - clients: The certificates that clients have to present; `nil` for none.
    ///   - ticketKeys: Shared by all contexts among which clients may resume.
    ///   - now: The time, for what expires while the server runs: OCSP responses, and certificates of clients that resume.
    /// - Throws: `SERVER_ERROR` for an identity that cannot be used. `check` looks at more.
    init(
        _ identities: [TLSIdentity], protocols: [String], clients: ClientCertificates? = nil, ticketKeys: TicketKeys,
        now: @escaping @Sendable () -> Date = Dependencies.system.now
    ) throws(JourneyError) {
        guard !identities.isEmpty else { throw JourneyError(.serverError, "A TLS server needs a certificate.") }
        guard protocols.allSatisfy({ (1...255).contains($0.utf8.count) }) else {
            throw JourneyError(.serverError, "The name of a protocol for ALPN has 1 to 255 bytes.")
        }
        var contexts: [TLSContext] = []
        var leaves: [Certificate] = []
        var staples: [OCSPStaple?] = []
        for identity in identities {
            let loaded = try LoadedIdentity(identity)
            contexts.append(try TLSContext(loaded))
            leaves.append(loaded.chain[0])
            staples.append(loaded.staple)
        }
        self.contexts = contexts
        self.staples = staples
        names = ServerNames(leaves)
        self.protocols = protocols.map { Array($0.utf8) }
        self.ticketKeys = ticketKeys
        self.now = now
        // Tickets of a listener that asks its clients for other certificates, or for none, are not for this one.
        let binding = clients?.fingerprint ?? SHA256.hash(Array("no client certificates".utf8))
        for context in contexts {
            if let clients { try context.require(clients) }
            // Sessions keep this object alive, and with it what the callbacks read.
            SSL_CTX_set_ex_data(context.raw, 0, Unmanaged.passUnretained(self).toOpaque())
            SSL_CTX_set_session_id_context(context.raw, binding, UInt32(binding.count))
            SSL_CTX_set_timeout(context.raw, Int(ticketKeys.period.components.seconds))
            TLSCallbacks.install(in: context.raw)
        }
    }

    /// Checks that `identity` can be used by a server at `time`: the chain can be read, the key is the first certificate's, which
    /// names a host and is valid, and an OCSP response is current and calls it good.
    ///
    /// - Throws: `SERVER_ERROR` with a sentence that says what is wrong, for the operator who replaces the files; never key
    ///   material.
    static func check(_ identity: TLSIdentity, at time: Date) throws(JourneyError) {
        let loaded = try LoadedIdentity(identity)
        try loaded.check(at: time)
        // What OpenSSL refuses is told now: a weak key, say.
        _ = try TLSContext(loaded)
    }

    /// The OCSP response about the certificate of `context`, while it is current.
    func staple(of context: OpaquePointer) -> [UInt8]? {
        guard let index = contexts.firstIndex(where: { $0.raw == context }), let staple = staples[index],
            staple.isValid(at: now())
        else { return nil }
        return staple.encoded
    }

    /// Returns `true` if the certificate that a client showed for an earlier session has not expired since.
    func isCurrent(_ certificate: OpaquePointer) -> Bool {
        var time = time_t(now().timeIntervalSince1970)
        return X509_cmp_time(X509_get0_notAfter(certificate), &time) > 0
    }

    /// A connection's session.
    ///
    /// - Parameters:
    ///   - socket: A connected, non-blocking socket, which stays the caller's and is closed after the session.
    ///   - shared: Memory for the records that are received, which other sessions of the same thread may share.
    /// - Returns: `nil` when memory ran out.
    func session(
        on socket: Int32, receivingInto shared: SharedMemory = SharedMemory(count: TLSTransport.capacity)
    ) -> TLSSession? { TLSSession(on: socket, of: self, receivingInto: shared) }
}
