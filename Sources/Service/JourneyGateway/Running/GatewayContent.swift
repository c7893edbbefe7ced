import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer

/// All that a gateway reads from files and serves, checked as a whole.
struct GatewayContent: Sendable {
    let configuration: GatewayConfiguration
    let manifestKeys: PublishedKeySet
    let remoteKeys: PublishedKeySet
    let access: GatewayAccess
    let proofCheckers: Set<[UInt8]>
    let attestationPolicy: AttestationPolicy
    let published: PublishedFolder

    init(file: String) throws(JourneyError) {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        configuration = try GatewayConfiguration(
            reading: try GatewayFile.read(file, "configuration"), folder: folder, name: file)
        manifestKeys = try GatewayContent.manifestKeys(configuration)
        remoteKeys = try GatewayContent.keys(configuration.remoteKeysFile, "keys.remoteConfigurationFile")
        guard Set(manifestKeys.keys.keyIDs).isDisjoint(with: remoteKeys.keys.keyIDs) else {
            throw JourneyError(.keysInvalid, "One key stands in both key sets; each purpose has keys of its own.")
        }
        var access = GatewayAccess(partners: configuration.partners)
        for digest in try GatewayFile.digests(configuration.contextTokensFile, "contextTokensFile") {
            access.admit(digest: digest)
        }
        self.access = access
        proofCheckers =
            try configuration.proofCheckersFile.map { path throws(JourneyError) in
                try GatewayFile.digests(path, "proofCheckersFile")
            } ?? []
        attestationPolicy = try AttestationPolicy(configuration.attestation, environment: configuration.environment)
        published = try PublishedFolder(configuration.publishedFolder, keys: manifestKeys.keys)
    }

    /// The set of keys that a device would believe, whenever it is valid.
    private static func manifestKeys(_ configuration: GatewayConfiguration) throws(JourneyError) -> PublishedKeySet {
        let anchor: ManifestAnchor = try read(configuration.manifestAnchorFile, "keys.manifestAnchorFile") {
            (json, _) throws(JourneyError) in try ManifestAnchor(json)
        }
        guard anchor.environment == configuration.environment else {
            throw JourneyError(
                .keysMismatch, "keys.manifestAnchorFile: the anchor is of another environment than the gateway.")
        }
        return try read(configuration.manifestKeysFile, "keys.manifestsFile") { (_, bytes) throws(JourneyError) in
            try PublishedKeySet(ManifestKeySet.open(bytes, anchor: anchor))
        }
    }

    private static func keys(_ path: String, _ member: String) throws(JourneyError) -> PublishedKeySet {
        try read(path, member) { (json, _) throws(JourneyError) in try PublishedKeySet(json) }
    }

    /// What `make` makes of the file at `path`; its refusal names member and file.
    private static func read<Content>(
        _ path: String, _ member: String, _ make: (JSONValue, [UInt8]) throws(JourneyError) -> Content
    ) throws(JourneyError) -> Content {
        let bytes = try GatewayFile.read(path, member)
        guard let json = try? JSONReader.read(bytes) else {
            throw GatewayFile.fault(member, path, "cannot be read, or is no strict JSON")
        }
        do { return try make(json, bytes) } catch {
            throw JourneyError(error.code, "\(member): \(path): \(error.message)")
        }
    }

    /// Puts what is published into `stores`, withdraws what no longer is, and gives the service that serves it.
    func publish(in stores: GatewayStores, surroundings: Surroundings) async throws(JourneyError) -> GatewayService {
        let manifests = ManifestService(store: stores.manifests, keys: manifestKeys, access: access)
        let remote = RemoteConfigurationService(
            store: stores.remote, keys: remoteKeys, environment: configuration.environment)
        for journey in published.journeys { try await stores.manifests.publish(journey) }
        try await stores.manifests.withdraw(except: published.journeys.map(\.id))
        if let document = published.remoteConfiguration { try await remote.publish(document) }
        return GatewayService(
            manifests: manifests, sessions: SessionService(store: stores.manifests, access: access), remote: remote,
            telemetry: TelemetryService(access: access, destination: stores.telemetry),
            proofs: ProofService(
                store: stores.proofs, manifests: stores.manifests, access: access, checkers: proofCheckers,
                attestations: (stores.attestations, attestationPolicy), surroundings: surroundings),
            attestations: AttestationService(
                store: stores.attestations, instances: stores.proofs, manifests: stores.manifests,
                policy: attestationPolicy, access: access, checkers: proofCheckers, surroundings: surroundings))
    }
}
