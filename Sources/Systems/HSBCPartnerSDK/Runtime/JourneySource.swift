internal import Foundation
internal import JourneyBase
internal import JourneyDevice
internal import JourneyLanguage
internal import JourneyWire

/// Fetches a journey: manifest, trust, OpenAPI bundle, compilation. Nothing of a manifest counts before its signature.
struct JourneySource {
    let config: HSBCInitConfig
    let client: ApiClient
    let memory: ManifestVersionStore
    let keyMemory: KeySetVersionStore
    let dependencies: Dependencies

    /// The journey called `id`, ready to run. Throws the codes of `JourneyLoader`, those of the network,
    /// `KEYS_UNAVAILABLE`, `KEYS_ROLLBACK`, `MANIFEST_UNAVAILABLE`, `AUTH_EXPIRED`, `PINNING_FAIL` and `STORE_FAILED`.
    func journey(_ id: JourneyID) async throws -> Journey {
        guard let address = config.endpoints.address(ManifestContract.manifest.relativePath(id.rawValue)) else {
            throw JourneyError(.configurationInvalid, "The gateway's address cannot be continued.")
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
        // Only what could run counts as seen: a manifest that cannot be used must not shut out the one that can.
        try await memory.remember(journey.sequence, hash: verified.hash, of: id)
        return journey
    }

    /// The key set that the gateway serves now. It is asked for with each start, so that a revocation counts from the next.
    private func keySet() async throws -> ManifestKeySet {
        guard let address = config.endpoints.address(ManifestContract.keys.relativePath()) else {
            throw JourneyError(.configurationInvalid, "The gateway's address cannot be continued.")
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
        // Before anything that the set verifies is read: what was revoked must stay so, whatever becomes of this start.
        try await keyMemory.admit(keys)
        return keys
    }

    /// At most `limit` bytes, which are those that their reader takes.
    private func fetch(_ url: HTTPSURL, as what: String, limit: Int, isTokenIncluded: Bool) async throws -> [UInt8] {
        let result = await client.send(
            HTTPRequest(url: url), operation: what, policy: RetryPolicy(rules: [], mayRepeat: true),
            isTokenIncluded: isTokenIncluded, bodyLimit: limit)
        switch result {
        case .success(let response) where response.status == 200: return response.body
        case .success: throw unavailable(what)
        case .failure(let failure):
            try Task.checkCancellation()
            if failure.status == nil
                || [.authExpired, .rateLimited, .serverError, .netTimeout].contains(failure.error.code)
            {
                throw failure.error
            }
            throw unavailable(what)
        }
    }

    private func unavailable(_ what: String) -> JourneyError {
        JourneyError(.manifestUnavailable, "The journey's \(what) is not to be had.", recovery: .restart)
    }

    /// A manifest may ask for pins; the host has to have them for each of its origins, for the gateway, and for where the
    /// person signs in: code, verifier and token go there.
    private func checkPins(of journey: Journey) throws {
        guard journey.security.pinning else { return }
        var hosts = Set(journey.origins.allowed.map(\.host)).union([config.endpoints.gateway.origin.host])
        if let profile = try config.signIn(for: journey) {
            hosts.formUnion([profile.authorizationEndpoint.origin.host, profile.tokenEndpoint.origin.host])
        }
        guard let bare = hosts.sorted().first(where: { !config.endpoints.trust.pins.covers($0) }) else { return }
        throw JourneyError(.pinningFail, "The manifest asks for pins, and the configuration has none for \(bare).")
    }
}
