public import JourneyBase

/// A plugin with which the user sets their wallet's PIN in a step of a signed journey: `setPin`, answered with
/// `{outcome: "completed"}`. The PIN and the code never leave the wallet's own screens.
public struct SetPinPlugin: JourneyPlugin {
    public let name = "set_pin"
    public let methods: Set<String> = ["setPin"]
    public let permissions: Set<PluginPermission> = [.payments]
    private let steps: WalletSteps

    public init(_ steps: WalletSteps) { self.steps = steps }

    /// Presents the flow that sets a PIN.
    ///
    /// - Parameters:
    ///   - method: `setPin`.
    ///   - params: An empty object.
    /// - Returns: `{outcome: "completed"}`.
    /// - Throws: `JourneyError`: `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for parameters, `BRIDGE_BUSY` while the
    ///   wallet is presented, `USER_CANCELLED` for a user who leaves, else the code of the wallet's error.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no method \(method).")
        }
        guard params.object?.isEmpty == true else {
            throw JourneyError(.validationFail, "setPin takes no parameters.")
        }
        switch try await steps.present(.SET_PIN) {
        case .success: return ["outcome": "completed"]
        case .cancelled: throw JourneyError(.userCancelled, "The user left before setting a PIN.")
        case .failed(let model): throw JourneyError(ofWallet: model.error)
        }
    }
}
