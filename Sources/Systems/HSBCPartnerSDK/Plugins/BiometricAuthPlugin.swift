public import JourneyBase

/// A plugin that verifies with biometrics that the person is present: `performBiometric` with `{reason}` returns `{"biometric":
/// "PASS"}`.
///
/// Fails with `USER_CANCELLED` when the person closes the prompt, and with `SCA_REQUIRED` when the device has no biometrics, so
/// that the journey asks for another factor.
public struct BiometricAuthPlugin: JourneyPlugin {
    public let name = "biometric_auth"
    public let methods: Set<String> = ["performBiometric"]
    public let permissions: Set<PluginPermission> = [.biometrics]
    private let authenticator: any BiometricAuthenticator

    /// The longest reason, in UTF-8 bytes, that fits a prompt.
    static let reasonLimit = 200

    /// Creates a plugin that authenticates with `authenticator`.
    public init(authenticator: any BiometricAuthenticator) { self.authenticator = authenticator }

    /// Handles `performBiometric` with `{reason: string}` and no other member. Unchecked text never reaches the prompt.
    ///
    /// - Parameters:
    ///   - method: `performBiometric`.
    ///   - params: `{reason: string}`.
    /// - Returns: `{"biometric": "PASS"}`.
    /// - Throws: `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for other parameters, `USER_CANCELLED`, and
    ///   `SCA_REQUIRED`.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) does not implement the requested method.")
        }
        try await authenticator.authenticate(reason: try BiometricAuthPlugin.reason(in: params)).check()
        return ["biometric": "PASS"]
    }

    /// Returns the reason: 1 to 200 bytes, without control characters or marks that reorder text, which could change the sentence
    /// on screen.
    private static func reason(in params: JSONValue) throws(JourneyError) -> String {
        guard case .object(let members) = params, members.count == 1, case .string(let reason)? = members["reason"],
            PromptText.isPlain(reason, atMost: reasonLimit)
        else {
            throw JourneyError(
                .validationFail, "performBiometric takes only a reason of 1 to 200 bytes without control characters.")
        }
        return reason
    }
}
