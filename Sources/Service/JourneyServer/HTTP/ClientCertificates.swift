import Foundation
import JourneyBase
import JourneyCrypto

/// The certificates that every client of a listener has to present (mutual TLS).
///
/// A client proves in the handshake that it holds the key of a certificate that one of the authorities issued for TLS
/// clients. Without that there is no connection.
public struct ClientCertificates: Sendable {
    /// The certificate that the client of this task's request has presented, in DER; `nil` if the listener requires none. It was
    /// verified in the handshake.
    @TaskLocal public static var shown: [UInt8]?

    /// The authorities: trust anchors, whether a root or below one.
    let authorities: [Certificate]
    /// The most authorities between a client's certificate and one of `authorities`.
    let depth: Int

    /// The most authorities that one listener trusts: the handshake sends their names to each client.
    private static let mostAuthorities = 64

    /// Requires certificates of these authorities.
    ///
    /// - Parameters:
    ///   - authoritiesPEM: The authorities' certificates, PEM (RFC 7468), 1 to 64.
    ///   - depth: The most intermediate authorities between a client and an authority of the list, 0 to 8.
    /// - Throws: `JourneyError` with `SERVER_ERROR` when the text holds no certificate, one that cannot be read or one that
    ///   is no authority's, or when the depth is out of bounds.
    init(authoritiesPEM: String, depth: Int = 2) throws(JourneyError) {
        let found: [Certificate]
        do throws(DERError) { found = try Certificate.list(pem: authoritiesPEM) } catch {
            throw JourneyError(.serverError, "The authorities of client certificates cannot be read: \(error).")
        }
        guard found.count <= ClientCertificates.mostAuthorities else {
            throw JourneyError(
                .serverError,
                "There are \(found.count) authorities of client certificates; \(ClientCertificates.mostAuthorities) are allowed."
            )
        }
        for (index, certificate) in found.enumerated() where certificate.basicConstraints?.isAuthority != true {
            throw JourneyError(
                .serverError, "Certificate \(index + 1) of the authorities of client certificates is no authority's.")
        }
        guard (0...8).contains(depth) else {
            throw JourneyError(.serverError, "The depth of client certificates is \(depth); 0 to 8 are allowed.")
        }
        authorities = found
        self.depth = depth
    }

    /// The identity that TLS sessions are bound to: equal only for the same authorities and depth.
    var fingerprint: [UInt8] {
        var text = Array("client certificates, depth \(depth)".utf8)
        for digest in authorities.map({ SHA256.hash($0.encoded) }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            text += digest
        }
        return SHA256.hash(text)
    }
}
