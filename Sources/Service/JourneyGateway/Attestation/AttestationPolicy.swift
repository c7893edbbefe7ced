import JourneyBase
package import JourneyCrypto
import JourneyWire

/// What a gateway believes of apps, and the one place where it decides.
public struct AttestationPolicy: Sendable {
    /// `sandbox` or `production`.
    package let environment: String
    /// The apps whose keys are attested, team and bundle, by the partner whose they are.
    let appIDs: [String: Set<String>]
    /// Where Apple's chains end.
    let roots: [TrustAnchor]
    /// Whether the development attestor is believed. Never in production, whatever stands here.
    let takesDevelopment: Bool
    /// Ids of attested keys that count no more.
    let revokedKeys: Set<[UInt8]>

    package init(
        environment: String, appIDs: [String: Set<String>], roots: [TrustAnchor], takesDevelopment: Bool = false,
        revokedKeys: Set<[UInt8]> = []
    ) {
        self.environment = environment
        self.appIDs = appIDs
        self.roots = roots
        self.takesDevelopment = takesDevelopment
        self.revokedKeys = revokedKeys
    }

    /// Apple's own root. Throws `CONFIGURATION_INVALID` when it cannot be used, which no release lets happen.
    static func appleRoots() throws(JourneyError) -> [TrustAnchor] {
        do { return try Certificate.list(pem: AppAttestRoot.pem).map { try TrustAnchor($0) } } catch {
            throw JourneyError(.configurationInvalid, "Apple's root of App Attest cannot be used.")
        }
    }

    /// The partner's own apps: another's vouch for nothing of the partner's.
    func apps(of partner: String) -> Set<String> { appIDs[partner] ?? [] }

    /// Why a key that was attested counts no more, as things stand now; `nil` where it counts.
    func refusal(of key: AttestationStore.Key) -> AttestationRefusal? {
        let state: KeyState = revokedKeys.contains(key.identifier) ? .revoked : .known
        if let refusal = refusal(of: .assert, by: key.kind, key: state) { return refusal }
        guard apps(of: key.partner).contains(key.app) else {
            return AttestationRefusal(.app, "The key is of an app that is none of the partner's any more.")
        }
        return nil
    }

    /// What is asked for.
    enum Action: CaseIterable {
        case attest, assert
    }

    /// What is known of the key.
    enum KeyState: CaseIterable {
        /// It was never attested here.
        case new
        /// It was attested for this instance, partner and client.
        case known
        /// It was attested for another one.
        case foreign
        case revoked
    }

    /// Whether `action` is allowed; `nil`, or why not. `docs/reference/attestation.md` has the table.
    func refusal(of action: Action, by kind: AttestationKind, key: KeyState) -> AttestationRefusal? {
        switch (kind, environment) {
        case (.none, _): return AttestationRefusal(.unsupported, "Nobody attests the key.")
        case (.development, "sandbox") where takesDevelopment: break
        case (.development, _):
            return AttestationRefusal(.environment, "Development attestations do not count here.")
        case (.appAttestDevelopment, "sandbox"): break
        case (.appAttestDevelopment, _):
            return AttestationRefusal(.environment, "The attestation is of an app that was built for development.")
        case (.appAttest, _): break
        }
        switch (action, key) {
        case (_, .revoked): return AttestationRefusal(.keyRevoked, "The key counts no more.")
        case (.attest, .new), (.assert, .known): return nil
        case (.attest, .known), (.attest, .foreign):
            return AttestationRefusal(.keyKnown, "The key is attested already.")
        case (.assert, .new), (.assert, .foreign):
            return AttestationRefusal(.keyUnknown, "No such key is attested for this instance.")
        }
    }
}
