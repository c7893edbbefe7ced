import JourneyBase
import JourneyWire
import Testing

@testable import JourneyGateway

@Suite("The gateway's attestation policy")
struct AttestationPolicyTests {
    private typealias Policy = AttestationPolicy

    /// Kind, environment, `acceptsDevelopment`, and the refusal that follows from the kind alone.
    private static let kinds: [(AttestationKind, String, Bool, AttestationCode?)] = [
        (.none, "sandbox", true, .unsupported), (.none, "sandbox", false, .unsupported),
        (.none, "production", true, .unsupported), (.none, "production", false, .unsupported),
        (.development, "sandbox", true, nil), (.development, "sandbox", false, .environment),
        (.development, "production", true, .environment), (.development, "production", false, .environment),
        (.appAttestDevelopment, "sandbox", true, nil), (.appAttestDevelopment, "sandbox", false, nil),
        (.appAttestDevelopment, "production", true, .environment),
        (.appAttestDevelopment, "production", false, .environment),
        (.appAttest, "sandbox", true, nil), (.appAttest, "sandbox", false, nil),
        (.appAttest, "production", true, nil), (.appAttest, "production", false, nil),
        (.development, "", true, .environment), (.appAttestDevelopment, "Sandbox", true, .environment),
    ]

    private static let keys: [(Policy.Action, Policy.KeyState, AttestationCode?)] = [
        (.attest, .new, nil), (.attest, .known, .keyKnown), (.attest, .foreign, .keyKnown),
        (.attest, .revoked, .keyRevoked), (.assert, .new, .keyUnknown), (.assert, .known, nil),
        (.assert, .foreign, .keyUnknown), (.assert, .revoked, .keyRevoked),
    ]

    @Test("the decision follows the whole table of kind, environment, policy, request and key state")
    func table() {
        #expect(Self.keys.count == Policy.Action.allCases.count * Policy.KeyState.allCases.count)
        for (kind, environment, acceptsDevelopment, first) in Self.kinds {
            let policy = Policy(
                environment: environment, appIDs: ["partner": ["app"]], roots: [],
                acceptsDevelopment: acceptsDevelopment)
            for (action, key, second) in Self.keys {
                #expect(
                    policy.refusal(of: action, by: kind, key: key)?.code == first ?? second,
                    "\(kind) \(environment) \(acceptsDevelopment) \(action) \(key)")
            }
        }
    }

    @Test("refusal codes are stable and distinct")
    func codes() {
        let names = AttestationCode.allCases.map(\.rawValue)
        #expect(Set(names).count == names.count && names.allSatisfy { $0.hasPrefix("ATTESTATION_") })
    }
}
