public import JourneyBase

/// Proves that the person is there, for a page or a native step: `performBiometric` with `{reason}`, answered with
/// `{"biometric": "PASS"}`.
///
/// A person who closes the prompt gives `USER_CANCELLED`; a device that cannot tell gives `SCA_REQUIRED`, so that the
/// journey asks for another factor.
public struct BiometricAuthPlugin: JourneyPlugin {
    public let name = "biometric_auth"
    public let methods: Set<String> = ["performBiometric"]
    public let permissions: Set<PluginPermission> = [.biometrics]
    private let authenticator: any BiometricAuthenticator

    /// The longest reason, in UTF-8 bytes: it has to fit a prompt.
    static let reasonLimit = 200

    public init(authenticator: any BiometricAuthenticator) { self.authenticator = authenticator }

    /// Takes `{reason: string}` and nothing else. Throws `BRIDGE_FORBIDDEN` for another method and `VALIDATION_FAIL` for
    /// other parameters: a prompt never shows what was not checked.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no such method.")
        }
        try await authenticator.authenticate(reason: try BiometricAuthPlugin.reason(in: params)).check()
        return ["biometric": "PASS"]
    }

    /// The reason: 1 to 200 bytes, without control characters or marks that reorder text, which could show the person
    /// another sentence than the one that was sent.
    private static func reason(in params: JSONValue) throws(JourneyError) -> String {
        guard case .object(let members) = params, members.count == 1, case .string(let reason)? = members["reason"],
            PromptText.isPlain(reason, atMost: reasonLimit)
        else { throw JourneyError(.validationFail, "performBiometric takes a reason of up to 200 bytes.") }
        return reason
    }
}
