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
    /// `nil` when the folder has none.
    let remoteConfiguration: (verified: VerifiedRemoteConfiguration, document: [UInt8])?

    init(file: String) throws(JourneyError) {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        configuration = try GatewayConfiguration(
            reading: try GatewayFile.read(file, "configuration"), folder: folder, name: file)
        manifestKeys = try GatewayContent.manifestKeys(configuration)
        remoteKeys = try GatewayContent.keys(configuration.remoteKeysFile, "keys.remoteConfigurationFile")
        guard Set(manifestKeys.keys.keyIDs).isDisjoint(with: remoteKeys.keys.keyIDs),
            manifestKeys.thumbprints.isDisjoint(with: remoteKeys.thumbprints)
        else {
            throw JourneyError(.keysInvalid, "One key stands in both key sets; each purpose has keys of its own.")
        }
        access = try GatewayFile.tokens(
            configuration.contextTokensFile, "contextTokensFile", partners: configuration.partners)
        proofCheckers =
            try configuration.proofCheckersFile.map { path throws(JourneyError) in
                try GatewayFile.digests(path, "proofCheckersFile")
            } ?? []
        attestationPolicy = try AttestationPolicy(configuration.attestation, environment: configuration.environment)
        published = try PublishedFolder(configuration.publishedFolder, keys: manifestKeys.keys)
        guard let document = published.remoteConfiguration else {
            remoteConfiguration = nil
            return
        }
        do {
            let verified = try RemoteConfiguration.verified(
                document, environment: configuration.environment, keys: remoteKeys.keys)
            remoteConfiguration = (verified, document)
        } catch {
            throw JourneyError(
                error.code, "\(configuration.publishedFolder)/remote-configuration.jws: \(error.message)")
        }
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

    /// The server's chain and key. Throws `FILE_UNUSABLE` and `SECRET_EXPOSED`.
    func identity() throws(JourneyError) -> TLSIdentity {
        TLSIdentity(
            certificatePEM: try GatewayFile.text(configuration.certificateFile, "tls.certificateFile"),
            keyPEM: try GatewayFile.secret(configuration.keyFile, "tls.keyFile"))
    }

    /// The service that serves what is published in `stores`, by these keys and to these callers.
    func service(over stores: GatewayStores, surroundings: Surroundings) -> GatewayService {
        GatewayService(
            manifests: ManifestService(store: stores.manifests, keys: manifestKeys, access: access),
            sessions: SessionService(store: stores.manifests, access: access),
            remote: RemoteConfigurationService(
                store: stores.remote, keys: remoteKeys, environment: configuration.environment),
            telemetry: TelemetryService(access: access, destination: stores.telemetry),
            proofs: ProofService(
                store: stores.proofs, manifests: stores.manifests, access: access, checkers: proofCheckers,
                attestations: (stores.attestations, attestationPolicy), surroundings: surroundings),
            attestations: AttestationService(
                store: stores.attestations, instances: stores.proofs, manifests: stores.manifests,
                policy: attestationPolicy, access: access, checkers: proofCheckers, surroundings: surroundings))
    }
}
