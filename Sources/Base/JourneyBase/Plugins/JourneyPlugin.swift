/// A native capability that pages and native steps call by method name.
public protocol JourneyPlugin: Sendable {
    /// The name that manifests use.
    var name: String { get }
    /// The methods that the plugin handles. Fixed at build time, so that no page's input selects code.
    var methods: Set<String> { get }
    /// The permissions that the plugin needs; it is unavailable unless the host grants all. None by default.
    var permissions: Set<PluginPermission> { get }
    /// Returns `true` if the plugin handles `method`.
    func canHandle(_ method: String) -> Bool
    /// Handles a call of `method`.
    ///
    /// Throws `JourneyError`: `USER_CANCELLED` if the person declines, `SCA_REQUIRED` if the device can't authenticate them.
    func handle(_ method: String, params: JSONValue) async throws -> JSONValue
    /// Handles a call of `method` that the manifest marks as encrypted. `params` is JSON text in locked memory, within the size
    /// limit but not parsed yet; the result is returned encrypted.
    ///
    /// By default, the text is parsed and passed to `handle(_:params:)`.
    func handle(_ method: String, secret params: Secret) async throws -> BridgePayload
}

extension JourneyPlugin {
    public var permissions: Set<PluginPermission> { [] }
    public func canHandle(_ method: String) -> Bool { methods.contains(method) }

    public func handle(_ method: String, secret params: Secret) async throws -> BridgePayload {
        guard let value = try? JSONReader.read(params), value.object != nil else {
            throw JourneyError(.bridgeMessageInvalid, "The decrypted parameters of \(method) are not a JSON object.")
        }
        return .plain(try await handle(method, params: value))
    }
}
