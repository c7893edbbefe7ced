import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization

/// Asks an identity provider about access tokens (RFC 7662), and keeps its answers for a short time.
///
/// An answer is kept until the token expires, and for `longestAge` at most: a revocation counts within that time. One request per
/// token is under way at a time.
final class TokenIntrospector: Sendable {
    /// The longest time for which an answer is used.
    static let longestAge: Duration = .seconds(60)
    /// The longest time for which a token counts as inactive, so that one that was asked about too early works soon.
    static let longestRefusal: Duration = .seconds(5)
    /// The most answers that are kept. Beyond them, the oldest are asked for again.
    static let most = 20_000
    /// The most questions under way. Beyond them, unknown tokens get 503: invented ones must not flood the provider.
    static let mostQuestions = 64
    private static let bodyLimit = 64 << 10

    /// The provider's endpoint, and the gateway's credentials there (HTTP Basic, RFC 6749, section 2.3.1).
    struct Endpoint: Sendable {
        let address: HTTPSURL
        let clientID: String
        let clientSecret: Secret
    }

    private struct Kept {
        let result: Result<AccessToken, TokenRefusal>
        let end: Duration
    }

    private let endpoint: Endpoint
    private let policy: AccessTokenPolicy
    private let transport: any HTTPTransport
    private let dependencies: Dependencies
    private let elapsed: @Sendable () -> Duration
    private let kept = Mutex<[[UInt8]: Kept]>([:])
    private let underWay = AsyncMutexes<[UInt8]>()
    private let questions = Mutex(0)

    init(
        _ endpoint: Endpoint, policy: AccessTokenPolicy, over transport: any HTTPTransport, dependencies: Dependencies
    ) {
        self.endpoint = endpoint
        self.policy = policy
        self.transport = transport
        self.dependencies = dependencies
        elapsed = dependencies.clock.stopwatch
    }

    /// Returns what the provider says about a token.
    ///
    /// - Throws: `TokenRefusal`; `.unknown` if the provider gives no answer, which is not kept.
    func token(_ text: String) async throws(TokenRefusal) -> AccessToken {
        let digest = SHA256.hash(Array(text.utf8))
        if let known = known(digest) { return try fresh(known) }
        return try await underWay.withLock(for: digest) { () async throws(TokenRefusal) -> AccessToken in
            if let known = known(digest) { return try fresh(known) }
            let isAllowed = questions.withLock { count in
                guard count < TokenIntrospector.mostQuestions else { return false }
                count += 1
                return true
            }
            guard isAllowed else { throw TokenRefusal.unknown }
            defer { questions.withLock { $0 -= 1 } }
            let result: Result<AccessToken, TokenRefusal>
            do throws(TokenRefusal) { result = .success(try await ask(text)) } catch {
                guard error != .unknown else { throw error }
                result = .failure(error)
            }
            keep(result, digest)
            return try result.get()
        }
    }

    private var now: Int64 { Int64(dependencies.now().timeIntervalSince1970) }

    private func known(_ digest: [UInt8]) -> Result<AccessToken, TokenRefusal>? {
        kept.withLock { kept in
            guard let known = kept[digest] else { return nil }
            if elapsed() < known.end { return known.result }
            kept[digest] = nil
            return nil
        }
    }

    /// Returns a kept token unless it has expired since.
    private func fresh(_ result: Result<AccessToken, TokenRefusal>) throws(TokenRefusal) -> AccessToken {
        let token = try result.get()
        guard now < token.expires + AccessTokenPolicy.leeway else { throw .expired }
        return token
    }

    private func keep(_ result: Result<AccessToken, TokenRefusal>, _ digest: [UInt8]) {
        let isGood = if case .success = result { true } else { false }
        let now = elapsed()
        kept.withLock { kept in
            if kept.count >= TokenIntrospector.most {
                kept = kept.filter { now < $0.value.end }
                // Still full: a tenth goes, the ones that end first.
                if kept.count >= TokenIntrospector.most {
                    for (digest, _) in kept.sorted(by: { $0.value.end < $1.value.end }).prefix(kept.count / 10 + 1) {
                        kept[digest] = nil
                    }
                }
            }
            let age = isGood ? TokenIntrospector.longestAge : TokenIntrospector.longestRefusal
            kept[digest] = Kept(result: result, end: now + age)
        }
    }

    private func ask(_ text: String) async throws(TokenRefusal) -> AccessToken {
        var request = HTTPRequest.post(
            FormBody([.init("token", text), .init("token_type_hint", "access_token")]), to: endpoint.address)
        request.headers["Accept"] = "application/json"
        request.headers["Authorization"] = endpoint.clientSecret.withBytes { bytes in
            BasicCredentials.field(name: endpoint.clientID, password: String(decoding: bytes, as: UTF8.self))
        }
        let response: HTTPResponse
        do {
            // Asking twice does no harm.
            response = try await transport.send(
                request,
                options: HTTPOptions(
                    timeout: .seconds(5), bodyLimit: TokenIntrospector.bodyLimit, isRepeatable: true))
        } catch {
            dependencies.log.record(
                .warning, "The identity provider did not answer about a token.", [.event: SystemCause.text(error)])
            throw .unknown
        }
        let limits = JSONLimits(bytes: TokenIntrospector.bodyLimit, depth: 8, values: 2_000)
        guard response.status == 200,
            let members = (try? JSONReader.read(response.body, limits: limits))?.object
        else {
            dependencies.log.record(
                .error, "The identity provider refused to answer about a token: check the gateway's credentials there.",
                [.status: String(response.status)])
            throw .unknown
        }
        return try policy.token(ofIntrospection: members, now: now)
    }
}
