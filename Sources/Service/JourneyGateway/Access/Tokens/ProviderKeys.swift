import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization

/// The signing keys of an identity provider, fetched from its `jwks_uri` and kept (RFC 7517, section 5).
///
/// An unknown key id leads to a fetch, at most one in `pause`, so that neither a rotation needs a restart nor invented key ids
/// burden the provider. If a fetch fails, the last set stays in use until it is `longestAge` old.
final class ProviderKeys: Sendable {
    /// The shortest time between two fetches.
    static let pause: Duration = .seconds(30)
    /// The shortest time between two fetches as long as there is no set at all.
    static let firstPause: Duration = .seconds(2)
    /// The age after which a set is fetched again, although all of its keys are known.
    static let refresh: Duration = .seconds(600)
    /// The age after which a set is no longer used.
    static let longestAge: Duration = .seconds(86_400)
    private static let bodyLimit = 256 << 10

    private struct State {
        var keys: JWKSet?
        /// The times of the last set and of the last fetch, successful or not, since the start.
        var fetched: Duration?
        var asked: Duration?
        var underWay: Task<Void, Never>?
    }

    private let address: HTTPSURL
    private let algorithms: Set<SignatureAlgorithm>
    private let transport: any HTTPTransport
    private let elapsed: @Sendable () -> Duration
    private let log: Log
    private let state = Mutex(State())

    /// - Parameters:
    ///   - address: The provider's `jwks_uri`.
    ///   - algorithms: The algorithms that the operator accepts. An RSA key that names none is for the first accepted of RS256
    ///     and PS256.
    init(
        _ address: HTTPSURL, accepting algorithms: Set<SignatureAlgorithm>, over transport: any HTTPTransport,
        dependencies: Dependencies
    ) {
        self.address = address
        self.algorithms = algorithms
        self.transport = transport
        elapsed = dependencies.clock.stopwatch
        log = dependencies.log
    }

    /// Returns the set, fetched again if it has no key `kid`, or if it is old.
    ///
    /// - Throws: `TokenRefusal.unknown` if there is no set that may be used.
    func keys(for kid: String) async throws(TokenRefusal) -> JWKSet {
        let fetch = state.withLock { state -> Task<Void, Never>? in
            let now = elapsed()
            let age = state.fetched.map { now - $0 } ?? ProviderKeys.longestAge
            // A key that is known may be used while its set is fetched again.
            let isUsable = state.keys?.key(kid) != nil && age < ProviderKeys.longestAge
            if isUsable && age < ProviderKeys.refresh { return nil }
            if let underWay = state.underWay { return isUsable ? nil : underWay }
            let pause = state.keys == nil ? ProviderKeys.firstPause : ProviderKeys.pause
            if let asked = state.asked, now - asked < pause { return nil }
            state.asked = now
            // A task of its own, so that a cancelled caller doesn't cancel the fetch of others.
            let task = Task { await self.fetch() }
            state.underWay = task
            return isUsable ? nil : task
        }
        await fetch?.value
        let usable = state.withLock { state -> JWKSet? in
            guard let fetched = state.fetched, elapsed() - fetched < ProviderKeys.longestAge else { return nil }
            return state.keys
        }
        guard let usable else { throw .unknown }
        return usable
    }

    private func fetch() async {
        var set: JWKSet?
        var reason = ""
        do {
            let response = try await transport.send(
                HTTPRequest(url: address, headers: ["Accept": "application/jwk-set+json, application/json"]),
                options: HTTPOptions(timeout: .seconds(10), bodyLimit: ProviderKeys.bodyLimit))
            if response.status == 200 {
                let json = try JSONReader.read(
                    response.body, limits: JSONLimits(bytes: ProviderKeys.bodyLimit, depth: 6, values: 5_000))
                set = try JWKSet(named(json))
            } else {
                reason = "status \(response.status)"
            }
        } catch { reason = SystemCause.text(error) }
        state.withLock { state in
            state.underWay = nil
            guard let set else { return }
            (state.keys, state.fetched) = (set, elapsed())
        }
        if set == nil {
            log.record(.warning, "The identity provider's keys could not be fetched.", [.event: reason])
        }
    }

    /// Names the algorithm of RSA keys that leave it open, as some providers do.
    private func named(_ json: JSONValue) -> JSONValue {
        guard let algorithm = [SignatureAlgorithm.rs256, .ps256].first(where: algorithms.contains),
            let keys = json["keys"]?.array
        else { return json }
        return [
            "keys": .array(
                keys.map { entry in
                    guard entry["kty"] == "RSA", entry["alg"] == nil, entry["use"] != "enc", var key = entry.object
                    else { return entry }
                    key["alg"] = .string(algorithm.rawValue)
                    return .object(key)
                })
        ]
    }
}
