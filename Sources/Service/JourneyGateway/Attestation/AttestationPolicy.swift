public import JourneyBase
public import JourneyCrypto
import JourneyWire

/// The rules for accepting attestations; the only place where the gateway decides about them.
public struct AttestationPolicy: Sendable {
    /// `sandbox` or `production`.
    package let environment: String
    /// Attestable app IDs (team and bundle) by partner.
    let appIDs: [String: Set<String>]
    /// The trust anchors of Apple's certificate chains.
    let roots: [TrustAnchor]
    /// `true` to accept the development attestor. Ignored outside the sandbox environment.
    let acceptsDevelopment: Bool
    /// Identifiers of attested keys that are revoked.
    let revokedKeys: Set<[UInt8]>

    public init(
        environment: String, appIDs: [String: Set<String>], roots: [TrustAnchor], acceptsDevelopment: Bool = false,
        revokedKeys: Set<[UInt8]> = []
    ) {
        self.environment = environment
        self.appIDs = appIDs
        self.roots = roots
        self.acceptsDevelopment = acceptsDevelopment
        self.revokedKeys = revokedKeys
    }

    /// Returns Apple's App Attest root.
    ///
    /// - Throws: `CONFIGURATION_INVALID` if the bundled certificate is unusable, which tests rule out.
    public static func appleRoots() throws(JourneyError) -> [TrustAnchor] {
        do { return try Certificate.list(pem: AppAttestRoot.pem).map { try TrustAnchor($0) } } catch {
            throw JourneyError(
                .configurationInvalid, "The bundled Apple App Attest root certificate could not be parsed: \(error).")
        }
    }

    /// Returns the partner's own apps. An app of another partner attests nothing for this one.
    func apps(of partner: String) -> Set<String> { appIDs[partner] ?? [] }

    /// Returns the reason to reject an attested key under the current policy, or `nil` for a valid key.
    func refusal(of key: AttestationStore.Key) -> AttestationRefusal? {
        let state: KeyState = revokedKeys.contains(key.identifier) ? .revoked : .known
        if let refusal = refusal(of: .assert, by: key.kind, key: state) { return refusal }
        guard apps(of: key.partner).contains(key.app) else {
            return AttestationRefusal(.app, "The key's app is no longer one of the partner's configured apps.")
        }
        return nil
    }

    /// The requested operation.
    enum Action: CaseIterable {
        case attest, assert
    }

    /// The gateway's knowledge of a key.
    enum KeyState: CaseIterable {
        /// Never attested here.
        case new
        /// Attested for this instance, partner and client.
        case known
        /// Attested for another instance, partner or client.
        case foreign
        case revoked
    }

    /// Returns the reason to reject `action`, or `nil` if it is allowed. `docs/reference/attestation.md` has the table.
    func refusal(of action: Action, by kind: AttestationKind, key: KeyState) -> AttestationRefusal? {
        switch (kind, environment) {
        case (.none, _): return AttestationRefusal(.unsupported, "The key has no attestation.")
        case (.development, "sandbox") where acceptsDevelopment: break
        case (.development, _):
            return AttestationRefusal(.environment, "Development attestations are not accepted in this environment.")
        case (.appAttestDevelopment, "sandbox"): break
        case (.appAttestDevelopment, _):
            return AttestationRefusal(.environment, "The attestation comes from an app built for development.")
        case (.appAttest, _): break
        }
        switch (action, key) {
        case (_, .revoked): return AttestationRefusal(.keyRevoked, "The key is revoked.")
        case (.attest, .new), (.assert, .known): return nil
        case (.attest, .known), (.attest, .foreign):
            return AttestationRefusal(.keyKnown, "The key is already attested.")
        case (.assert, .new), (.assert, .foreign):
            return AttestationRefusal(.keyUnknown, "This key is not attested for this instance.")
        }
    }
}
