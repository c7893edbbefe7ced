import JourneyBase
import JourneyCrypto

/// A bank's API, and the credentials with which the gateway calls it. None of them leaves the gateway except to the bank.
struct BankAccount: Sendable {
    /// The way in which the gateway authenticates at the bank's token endpoint.
    enum ClientAuthentication: Sendable {
        /// By its client certificate alone (RFC 8705, section 2).
        case certificate
        /// By HTTP Basic (RFC 6749, section 2.3.1).
        case secret(Secret)
        /// By a signed assertion (RFC 7523, section 2.2).
        case assertion(any MessageSigner, keyID: String, audience: String)
    }

    /// The access to tokens for the gateway itself (client credentials, RFC 6749, section 4.4).
    struct TokenAccess: Sendable {
        let address: HTTPSURL
        let clientID: String
        let authentication: ClientAuthentication
        let scope: String?
    }

    let name: String
    /// The partners whose apps may call the bank; `nil` for all.
    var partners: Set<String>?
    /// The base URL of the bank's API.
    let server: HTTPSURL
    var token: TokenAccess?
    /// The header with the bank's API key, and the key.
    var apiKey: (header: String, key: Secret)?
    var signature: BankSignature?
    /// The key to which the bank binds tokens; `nil` for none.
    var proofs: BankProofs?
    /// The authorization of consents; `nil` for none.
    var authorization: BankAuthorizationAccess?
    /// Header fields that every request gets, such as `x-fapi-financial-id`.
    var headers: HTTPFields = [:]
    /// The time for a call, from its first byte to the last of the answer.
    var timeout: Duration = .seconds(20)
    /// The greatest length of an answer, in bytes.
    var answerLimit = 1 << 20
    /// `true` if `transport` presents a client certificate.
    var hasCertificate = false
    let transport: any HTTPTransport

    /// Returns the gateway as a client of the bank's authorization server; `nil` if the bank has none.
    func client(_ dependencies: Dependencies) -> BankClient? {
        token.map { BankClient(access: $0, proofs: proofs, transport: transport, dependencies: dependencies) }
    }
}
