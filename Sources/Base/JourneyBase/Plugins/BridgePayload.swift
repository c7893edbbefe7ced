/// The parameters or the result of a plugin method called over the bridge.
public enum BridgePayload: Sendable {
    /// JSON that may be sent in the clear.
    case plain(JSONValue)
    /// JSON text in locked memory. It is sent encrypted, or not at all.
    case secret(Secret)
}
