import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization

/// The gateway's own access tokens at a bank (client credentials). One is kept until shortly before it expires.
final class BankTokens: Sendable {
    /// The time before its end at which a token is replaced, in seconds.
    static let margin: Int64 = 30
    /// The lifetime of a token whose response names none, in seconds.
    static let usualLifetime: Int64 = 60
    private static let bodyLimit = 64 << 10
    /// The lifetime of an assertion, in seconds.
    private static let assertionLifetime: Int64 = 60

    private let access: BankAccount.TokenAccess
    private let transport: any HTTPTransport
    private let dependencies: Dependencies
    private let kept = Mutex<(token: Secret, end: Int64)?>(nil)
    private let mutex = AsyncMutex()
    /// The time of the last failure, so that callers who waited don't ask a failed endpoint one after another.
    private let failed = Mutex<Duration?>(nil)
    private let elapsed: @Sendable () -> Duration
    private static let rest: Duration = .seconds(5)

    init(_ access: BankAccount.TokenAccess, over transport: any HTTPTransport, dependencies: Dependencies) {
        self.access = access
        self.transport = transport
        self.dependencies = dependencies
        elapsed = dependencies.clock.stopwatch
    }

    private var now: Int64 { Int64(dependencies.now().timeIntervalSince1970) }

    /// Returns a token, and whether it was kept from an earlier call.
    ///
    /// - Throws: `BankRefusal.tokenUnavailable`. The call itself was not sent.
    func token() async throws(BankRefusal) -> (token: Secret, isKept: Bool) {
        if let known = valid { return (known, true) }
        return try await mutex.withLock { () async throws(BankRefusal) -> (token: Secret, isKept: Bool) in
            if let known = valid { return (known, true) }
            if let moment = failed.withLock({ $0 }), elapsed() - moment < BankTokens.rest {
                throw BankRefusal.tokenUnavailable
            }
            do throws(BankRefusal) {
                let (token, end) = try await ask()
                kept.withLock { $0 = (token, end) }
                return (token, false)
            } catch {
                failed.withLock { $0 = elapsed() }
                throw error
            }
        }
    }

    /// Forgets a token that the bank has refused.
    func forget(_ token: Secret) {
        kept.withLock { kept in
            if let known = kept?.token, known.hasSameBytes(as: token) { kept = nil }
        }
    }

    private var valid: Secret? {
        let now = now
        return kept.withLock { kept in kept.flatMap { now < $0.end - BankTokens.margin ? $0.token : nil } }
    }

    private func ask() async throws(BankRefusal) -> (Secret, Int64) {
        do {
            let response = try await transport.send(
                try await request(),
                options: HTTPOptions(timeout: .seconds(10), bodyLimit: BankTokens.bodyLimit, isRepeatable: true))
            let limits = JSONLimits(bytes: BankTokens.bodyLimit, depth: 8, values: 1_000)
            guard response.status == 200 else {
                dependencies.log.record(
                    .error, "A bank refused the gateway a token: check its credentials there.",
                    [.status: String(response.status)])
                throw BankRefusal.tokenUnavailable
            }
            let json = try JSONReader.read(response.body, limits: limits)
            guard let token = json["access_token"]?.string, (1...8_192).contains(token.utf8.count),
                HTTPFields.isSafe(name: "Authorization", value: "Bearer \(token)"),
                json["token_type"]?.string?.lowercased() == "bearer"
            else { throw BankRefusal.tokenUnavailable }
            let lifetime = json["expires_in"]?.int64 ?? BankTokens.usualLifetime
            return (Secret(copying: token.utf8), now + max(0, min(lifetime, 86_400)))
        } catch let refusal as BankRefusal { throw refusal } catch {
            dependencies.log.record(
                .warning, "A bank's token endpoint gave no usable answer.", [.event: SystemCause.text(error)])
            throw .tokenUnavailable
        }
    }

    private func request() async throws -> HTTPRequest {
        var form = FormBody([.init("grant_type", "client_credentials")])
        if let scope = access.scope { form.add("scope", scope) }
        var authorization: String?
        switch access.authentication {
        case .certificate: form.add("client_id", access.clientID)
        case .secret(let secret):
            authorization = secret.withBytes { bytes in
                BasicCredentials.field(name: access.clientID, password: String(decoding: bytes, as: UTF8.self))
            }
        case .assertion(let signer, let keyID, let audience):
            form.add("client_id", access.clientID)
            form.add("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
            form.add("client_assertion", try await assertion(signer, keyID, audience))
        }
        var request = HTTPRequest.post(form, to: access.address)
        request.headers["Accept"] = "application/json"
        request.headers["Authorization"] = authorization
        return request
    }

    /// Makes an assertion (RFC 7523, section 3) for the issuer alone, as FAPI 2.0 requires.
    private func assertion(_ signer: any MessageSigner, _ keyID: String, _ audience: String) async throws -> String {
        let claims: JSONValue = [
            RegisteredClaim.issuer: .string(access.clientID), RegisteredClaim.subject: .string(access.clientID),
            RegisteredClaim.audience: .string(audience), RegisteredClaim.issued: .number(JSONNumber(now)),
            RegisteredClaim.expires: .number(JSONNumber(now + BankTokens.assertionLifetime)),
            RegisteredClaim.identifier: .string(Base64URL.encode(dependencies.random(16))),
        ]
        return try await CompactJWS.sign(claims.compactBytes, typ: "JWT", kid: keyID, key: signer)
    }
}
