internal import Foundation
public import JourneyBase
public import JourneyCrypto
public import JourneyDevice

/// Has the person approve one transaction (dynamic linking: RTS on SCA, article 5): `approveTransaction` with what the bank
/// has stated, answered with `{"proof": …}`, a signature over exactly that by a key that only the person opens.
///
/// The prompt shows what is signed, and nothing is signed that it does not show. The bank checks the proof against what it
/// has stored; `docs/sca.md` has its form. A person who closes the prompt gives `USER_CANCELLED`; a device that cannot tell
/// who is there gives `SCA_REQUIRED`.
public struct TransactionApprovalPlugin: JourneyPlugin {
    public let name = "transaction_approval"
    public let methods: Set<String> = ["approveTransaction"]
    public let permissions: Set<PluginPermission> = [.biometrics]
    private let key: any ApprovalKey
    private let instanceKey: any SigningKey
    private let surroundings: Surroundings

    /// A plugin that signs with `key`, which `instanceKey`, the host's own, vouches for.
    public init(key: any ApprovalKey, instanceKey: any SigningKey, surroundings: Surroundings = .system) {
        self.key = key
        self.instanceKey = instanceKey
        self.surroundings = surroundings
    }

    /// Takes `{reason, challenge, amount, fee?, currency, payeeName, payeeAccount}` and nothing else. Throws
    /// `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for other parameters, what the key throws,
    /// `SCA_REQUIRED` when it does not sign, as after another finger was enrolled, and `STORE_FAILED` when the instance's does not.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no such method.")
        }
        let statement = try TransactionStatement(params)
        let key = try await key.unlock(showing: statement.text)
        // A prompt that was answered after the step was left approves nothing.
        try Task.checkCancellation()
        let enrolment = try await signed(
            ["jwk": key.publicKey.jwk], "journey-approval-key+jwt", by: instanceKey, else: .storeFailed)
        let own: [String: JSONValue] = ["jti": .string(surroundings.identifier()), "enrolment": .string(enrolment)]
        let proof = try await signed(
            statement.claims.merging(own) { $1 }, "journey-sca+jwt", by: key, else: .scaRequired)
        return ["proof": .string(proof)]
    }

    /// `claims` and the time, signed; `code` where the key does not sign.
    private func signed(
        _ claims: [String: JSONValue], _ typ: String, by key: any SigningKey, else code: ErrorCode
    ) async throws -> String {
        var claims = claims
        claims["iat"] = .number(JSONNumber(Int64(surroundings.now().timeIntervalSince1970)))
        do {
            return try await CompactJWS.sign(JSONValue.object(claims).compactBytes, typ: typ, kid: nil, key: key)
        } catch { throw JourneyError(code, "A key of this device did not sign.", recovery: .restart) }
    }
}
