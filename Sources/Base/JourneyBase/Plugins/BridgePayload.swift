/// What a page gives a method, or a method a page.
public enum BridgePayload: Sendable {
    case plain(JSONValue)
    /// JSON text in locked memory: it goes over the bridge encrypted, or not at all.
    case secret(Secret)
}
