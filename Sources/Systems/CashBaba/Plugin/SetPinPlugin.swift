public import JourneyBase

/// Lets a signed journey have the person set their wallet's PIN as one of its steps: `setPin`, answered with
/// `{outcome: "completed"}`. The PIN and the code stay in the wallet's own screens.
public struct SetPinPlugin: JourneyPlugin {
    public let name = "set_pin"
    public let methods: Set<String> = ["setPin"]
    public let permissions: Set<PluginPermission> = [.payments]
    private let steps: WalletSteps

    public init(_ steps: WalletSteps) { self.steps = steps }

    /// Takes nothing. Throws `BRIDGE_FORBIDDEN` for another method, `VALIDATION_FAIL` for parameters, `BRIDGE_BUSY` while the
    /// wallet is presented, `USER_CANCELLED` for a person who leaves, and else the code of the wallet's error.
    public func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        guard canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "The plugin \(name) has no such method.")
        }
        guard params.object?.isEmpty == true else {
            throw JourneyError(.validationFail, "setPin takes no parameters.")
        }
        switch try await steps.present(.SET_PIN) {
        case .success: return ["outcome": "completed"]
        case .cancelled: throw JourneyError(.userCancelled, "The person set no PIN.")
        case .failed(let model): throw JourneyError(ofWallet: model.error)
        }
    }
}
