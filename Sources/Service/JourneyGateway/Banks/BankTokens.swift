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
    /// The longest token, in bytes.
    private static let tokenLimit = 8_192

    private let client: BankClient
    private let dependencies: Dependencies
    private let kept = Mutex<(token: Secret, end: Int64)?>(nil)
    private let mutex = AsyncMutex()
    /// The time of the last failure, so that callers who waited don't ask a failed endpoint one after another.
    private let failed = Mutex<Duration?>(nil)
    private let elapsed: @Sendable () -> Duration
    private static let rest: Duration = .seconds(5)

    init(_ client: BankClient) {
        self.client = client
        dependencies = client.dependencies
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
        var form = FormBody([.init("grant_type", "client_credentials")])
        if let scope = client.access.scope { form.add("scope", scope) }
        let response: HTTPResponse
        do throws(BankRefusal) {
            response = try await client.post(form, to: client.access.address, isRepeatable: true)
        } catch {
            dependencies.log.record(
                .warning, "A bank's token endpoint gave no answer.", [.code: error.problem.code])
            throw .tokenUnavailable
        }
        guard response.status == 200 else {
            dependencies.log.record(
                .error, "A bank refused the gateway a token: check its credentials there.",
                [.status: String(response.status)])
            throw .tokenUnavailable
        }
        let json = BankClient.json(of: response)
        guard let token = client.token(of: json, limit: BankTokens.tokenLimit) else {
            dependencies.log.record(.warning, "A bank's token endpoint gave no usable answer.")
            throw .tokenUnavailable
        }
        let lifetime = json?["expires_in"]?.int64 ?? BankTokens.usualLifetime
        return (token, now + max(0, min(lifetime, 86_400)))
    }
}
