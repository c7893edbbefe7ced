import JourneyBase
import JourneyCrypto

extension AttestationPolicy {
    /// Creates the policy of `configuration`; without one, no attestation is accepted. Throws `FILE_UNUSABLE`.
    init(_ configuration: GatewayConfiguration.Attestation?, environment: String) throws(JourneyError) {
        guard let configuration else {
            self.init(environment: environment, appIDs: [:], roots: [])
            return
        }
        let roots: [TrustAnchor]
        if let path = configuration.rootsFile {
            let text = try GatewayFile.text(path, "attestation.rootsFile")
            do { roots = try Certificate.list(pem: text).map { try TrustAnchor($0) } } catch {
                throw GatewayFile.fault(
                    "attestation.rootsFile", path, "contains no valid PEM certificates of authorities: \(error)")
            }
        } else {
            roots = try AttestationPolicy.appleRoots()
        }
        let revoked = try configuration.revokedKeysFile.map { path throws(JourneyError) in
            try GatewayFile.digests(path, "attestation.revokedKeysFile")
        }
        self.init(
            environment: environment, appIDs: configuration.appIDs, roots: roots,
            acceptsDevelopment: configuration.acceptsDevelopment, revokedKeys: revoked ?? [])
    }
}
