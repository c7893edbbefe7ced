internal import Foundation
internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage
internal import JourneyWire

/// Fetches a journey: manifest, keys, OpenAPI bundle, compilation. Nothing of a manifest is used before its signature is
/// verified.
struct JourneySource {
    let config: HSBCInitConfig
    let client: ApiClient
    let memory: ManifestVersionStore
    let keyMemory: KeySetVersionStore
    let dependencies: Dependencies

    /// Returns the journey called `id`, ready to run.
    ///
    /// - Throws: The codes of `JourneyLoader` and of the network, `KEYS_UNAVAILABLE`, `KEYS_ROLLBACK`, `MANIFEST_UNAVAILABLE`,
    ///   `AUTH_EXPIRED`, `PINNING_FAIL` and `STORE_FAILED`.
    func journey(_ id: JourneyID) async throws -> Journey {
        guard let address = config.endpoints.address(ManifestContract.manifest.relativePath(id.rawValue)) else {
            throw JourneyError(.configurationInvalid, "The request path can't be appended to the gateway's address.")
        }
        let keys = try await keySet()
        let manifest = try await fetch(
            address, as: "manifest", limit: JSONLimits.manifest.bytes, isTokenIncluded: true)
        let highest = try await memory.highest(of: id)
        let trust = ManifestTrust(
            keys: keys, leastVersion: config.leastManifestVersion, now: dependencies.now(),
            sdkVersion: JourneyKitVersion.current, journey: id, leastSequence: highest?.sequence,
            seenHash: highest?.hash)
        let verified = try JourneyLoader.verify(manifest, trust: trust)
        let bundle = try await fetch(
            verified.openAPIURL, as: "openapi", limit: JSONLimits.openAPIBundle.bytes, isTokenIncluded: false)
        let journey = try JourneyLoader.compile(
            verified, openAPI: bundle, serverVariables: config.endpoints.serverVariables)
        try checkPins(of: journey)
        // Recorded only when it can run: an unusable manifest must not block the one that replaces it.
        try await memory.record(journey.sequence, hash: verified.hash, of: id)
        return journey
    }

    /// Fetches the gateway's key set. It is fetched with each start, so that a revocation takes effect with the next one.
    private func keySet() async throws -> ManifestKeySet {
        guard let address = config.endpoints.address(ManifestContract.keys.relativePath()) else {
            throw JourneyError(.configurationInvalid, "The request path can't be appended to the gateway's address.")
        }
        let bytes: [UInt8]
        do {
            bytes = try await fetch(address, as: "keys", limit: ManifestKeySet.byteLimit, isTokenIncluded: false)
        } catch let error as JourneyError
            where error.code == .manifestUnavailable
        {
            throw JourneyError(.keysUnavailable, error.message, recovery: .restart)
        }
        let keys = try ManifestKeySet.verify(bytes, anchor: config.endpoints.manifestAnchor, now: dependencies.now())
        // Recorded before the set verifies anything: a revocation must persist even when this start fails.
        try await keyMemory.admit(keys)
        return keys
    }

    /// Fetches `url`, with a response limit of `limit` bytes, that of the reader.
    private func fetch(_ url: HTTPSURL, as what: String, limit: Int, isTokenIncluded: Bool) async throws -> [UInt8] {
        let result = await client.send(
            HTTPRequest(url: url), operation: what, policy: RetryPolicy(rules: [], mayRepeat: true),
            isTokenIncluded: isTokenIncluded, bodyLimit: limit)
        switch result {
        case .success(let response) where response.status == 200: return response.body
        case .success(let response): throw unavailable(what, url, status: response.status)
        case .failure(let failure):
            try Task.checkCancellation()
            if failure.status == nil
                || [.authExpired, .rateLimited, .serverError, .netTimeout].contains(failure.error.code)
            {
                throw failure.error
            }
            throw unavailable(what, url, status: failure.status)
        }
    }

    private func unavailable(_ what: String, _ url: HTTPSURL, status: Int?) -> JourneyError {
        let cause = status.map { "returned HTTP status \($0)" } ?? "failed"
        return JourneyError(
            .manifestUnavailable, "The journey's \(what) could not be fetched: GET \(url.origin)\(url.path) \(cause).",
            recovery: .restart)
    }

    /// Checks the pins that a manifest requires: for each of its origins, for the gateway, and for the sign-in, which receives
    /// code, verifier and token.
    private func checkPins(of journey: Journey) throws {
        guard journey.security.pinning else { return }
        var hosts = Set(journey.origins.allowed.map(\.host)).union([config.endpoints.gateway.origin.host])
        if let profile = try config.signIn(for: journey) {
            hosts.formUnion([profile.authorizationEndpoint.origin.host, profile.tokenEndpoint.origin.host])
        }
        guard let bare = hosts.sorted().first(where: { !config.endpoints.trust.pins.covers($0) }) else { return }
        throw JourneyError(.pinningFail, "The manifest requires pins, but the configuration has none for \(bare).")
    }
}
