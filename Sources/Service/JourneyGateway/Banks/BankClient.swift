import Foundation
import JourneyBase
import JourneyCrypto

/// The gateway as a client of a bank's authorization server: sends forms with client authentication and, where the bank has a DPoP
/// key of the gateway, with proofs.
struct BankClient: Sendable {
    /// The longest answer of an authorization server, in bytes.
    static let answerLimit = 64 << 10
    private static let limits = JSONLimits(bytes: answerLimit, depth: 8, values: 1_000)
    /// The lifetime of an assertion, in seconds.
    private static let assertionLifetime: Int64 = 60

    let access: BankAccount.TokenAccess
    let proofs: BankProofs?
    let transport: any HTTPTransport
    let dependencies: Dependencies

    /// Returns the server's answer to a form.
    ///
    /// A form is sent again once only if the server asks for a nonce in the proof, and so has not processed it.
    ///
    /// - Parameters:
    ///   - form: The form, without client authentication.
    ///   - address: The endpoint.
    ///   - isRepeatable: `true` if a repeat has no other effect than one request.
    /// - Throws: `BankRefusal.tokenUnavailable` if a key fails, `.unreachable`: not sent; `.unanswered`, `.unreadable`: unknown.
    func post(_ form: FormBody, to address: HTTPSURL, isRepeatable: Bool) async throws(BankRefusal) -> HTTPResponse {
        let response = try await send(form, address, isRepeatable)
        guard proofs?.mustRepeat(response, from: address.origin) == true else { return response }
        let second = try await send(form, address, isRepeatable)
        _ = proofs?.mustRepeat(second, from: address.origin)
        return second
    }

    private func send(
        _ form: FormBody, _ address: HTTPSURL, _ isRepeatable: Bool
    ) async throws(BankRefusal) -> HTTPResponse {
        let request: HTTPRequest
        do { request = try await authenticated(form, address) } catch {
            dependencies.log.record(.error, "The gateway's key at a bank failed: check the key's file.")
            throw .tokenUnavailable
        }
        do {
            let response = try await transport.send(
                request,
                options: HTTPOptions(
                    timeout: .seconds(10), bodyLimit: BankClient.answerLimit, isRepeatable: isRepeatable))
            guard response.body.count <= BankClient.answerLimit else { throw BankRefusal.unreadable }
            return response
        } catch let refusal as BankRefusal { throw refusal } catch let error as JourneyError
            where error.code == .responseTooLarge
        { throw .unreadable } catch let error as JourneyError where RequestFate(of: error) == .notSent {
            dependencies.log.record(
                .warning, "A bank's authorization server can't be reached.", [.code: error.code.rawValue])
            throw .unreachable
        } catch { throw .unanswered }
    }

    private func authenticated(_ form: FormBody, _ address: HTTPSURL) async throws -> HTTPRequest {
        var form = form
        var authorization: String?
        switch access.authentication {
        case .certificate: break
        case .secret(let secret):
            authorization = secret.withBytes { bytes in
                BasicCredentials.field(name: access.clientID, password: String(decoding: bytes, as: UTF8.self))
            }
        case .assertion(let signer, let keyID, let audience):
            form.add("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
            form.add("client_assertion", try await assertion(signer, keyID, audience))
        }
        if authorization == nil, !form.entries.contains(where: { $0.name == "client_id" }) {
            form.add("client_id", access.clientID)
        }
        var request = HTTPRequest.post(form, to: address)
        request.headers["Accept"] = "application/json"
        request.headers["Authorization"] = authorization
        try await proofs?.prove(&request, dependencies)
        return request
    }

    /// Makes an assertion (RFC 7523, section 3) for the issuer alone, as FAPI 2.0 requires.
    private func assertion(_ signer: any MessageSigner, _ keyID: String, _ audience: String) async throws -> String {
        let now = Int64(dependencies.now().timeIntervalSince1970)
        let claims: JSONValue = [
            RegisteredClaim.issuer: .string(access.clientID), RegisteredClaim.subject: .string(access.clientID),
            RegisteredClaim.audience: .string(audience), RegisteredClaim.issued: .number(JSONNumber(now)),
            RegisteredClaim.expires: .number(JSONNumber(now + BankClient.assertionLifetime)),
            RegisteredClaim.identifier: .string(Base64URL.encode(dependencies.random(16))),
        ]
        return try await CompactJWS.sign(claims.compactBytes, typ: "JWT", kid: keyID, key: signer)
    }

    /// Returns the JSON of an answer; `nil` for anything else.
    static func json(of response: HTTPResponse) -> JSONValue? {
        try? JSONReader.read(response.body, limits: limits)
    }

    /// The errors of authorization servers that are told apart and logged; others may have been made of the request.
    private static let errors: Set<String> = [
        "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
        "invalid_scope", "access_denied", "server_error", "temporarily_unavailable", "invalid_request_object",
        "invalid_request_uri", "invalid_authorization_details", "invalid_dpop_proof", "use_dpop_nonce",
    ]

    /// Returns the `error` of an answer (RFC 6749, section 5.2) if it is one of the known names.
    static func error(of response: HTTPResponse) -> String? {
        json(of: response)?["error"]?.string.flatMap { errors.contains($0) ? $0 : nil }
    }

    /// Returns the access token of an answer (RFC 6749, section 5.1), which must have the type that was asked for: `DPoP` with
    /// proofs (RFC 9449, section 5), otherwise `Bearer`.
    ///
    /// - Parameters:
    ///   - json: The answer.
    ///   - limit: The longest token, in bytes.
    func token(of json: JSONValue?, limit: Int) -> Secret? {
        guard let token = json?["access_token"]?.string, (1...limit).contains(token.utf8.count),
            HTTPFields.isSafe(name: "Authorization", value: "Bearer \(token)"),
            json?["token_type"]?.string?.lowercased() == (proofs == nil ? "bearer" : "dpop")
        else { return nil }
        return Secret(copying: token.utf8)
    }
}
