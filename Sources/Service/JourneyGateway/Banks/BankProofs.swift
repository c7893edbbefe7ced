import Foundation
import JourneyBase
import JourneyCrypto
import JourneyWire
import Synchronization

/// The gateway's DPoP key at a bank (RFC 9449), with the nonces that the bank's servers gave.
final class BankProofs: Sendable {
    private let key: any MessageSigner
    private let publicKey: PublicKey
    private let nonces = Mutex<[Origin: String]>([:])

    init(_ key: any MessageSigner, _ publicKey: PublicKey) { (self.key, self.publicKey) = (key, publicKey) }

    /// The thumbprint of the key, which an authorization request binds its code to (RFC 9449, section 10).
    var thumbprint: String { publicKey.thumbprint }

    /// Adds a proof to `request`.
    ///
    /// - Parameters:
    ///   - request: The request, complete but for its proof.
    ///   - token: The access token of the request; `nil` for a request to the authorization server.
    ///   - dependencies: Time and randomness.
    /// - Throws: `JWSError.signing` if the key fails.
    func prove(
        _ request: inout HTTPRequest, token: Secret? = nil, _ dependencies: Dependencies
    ) async throws(JWSError) {
        let url = request.url
        request.headers[DPoPHeader.proof] = try await DPoPProof.make(
            for: request.method, url, token: token?.withBytes { String(decoding: $0, as: UTF8.self) },
            nonce: nonces.withLock { $0[url.origin] }, identifier: Base64URL.encode(dependencies.random(16)),
            at: Int64(dependencies.now().timeIntervalSince1970), by: key, publicKey)
    }

    /// Remembers the nonce of a response, and returns `true` if the server asks to have the request again with it: then it did not
    /// process the request (RFC 9449, sections 8 and 9).
    func mustRepeat(_ response: HTTPResponse, from origin: Origin) -> Bool {
        let values = response.headers.values(of: DPoPHeader.nonce)
        guard values.count == 1, (1...512).contains(values[0].utf8.count),
            values[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
        else { return false }
        nonces.withLock { $0[origin] = values[0] }
        switch response.status {
        case 400: return BankClient.error(of: response) == "use_dpop_nonce"
        case 401:
            return BankClient.error(of: response) == "use_dpop_nonce"
                || response.headers.values(of: "WWW-Authenticate").contains { $0.contains("use_dpop_nonce") }
        default: return false
        }
    }
}
