import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer

/// All that a gateway reads from files and serves, checked as a whole.
struct GatewayContent: Sendable {
    let configuration: GatewayConfiguration
    let manifestKeys: PublishedKeySet
    let remoteKeys: PublishedKeySet
    let access: GatewayAccess
    let proofCheckers: Set<[UInt8]>
    let published: PublishedFolder

    init(file: String) throws(JourneyError) {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        configuration = try GatewayConfiguration(
            reading: try GatewayFile.read(file, "configuration"), folder: folder, name: file)
        manifestKeys = try GatewayContent.keys(configuration.manifestKeysFile, "keys.manifestsFile")
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
        published = try PublishedFolder(configuration.publishedFolder, keys: manifestKeys.keys)
    }

    private static func keys(_ path: String, _ member: String) throws(JourneyError) -> PublishedKeySet {
        guard let json = try? JSONReader.read(try GatewayFile.read(path, member)) else {
            throw GatewayFile.fault(member, path, "cannot be read, or is no strict JSON")
        }
        do { return try PublishedKeySet(json) } catch {
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
                surroundings: surroundings))
    }
}
