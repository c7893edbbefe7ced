/// A native capability that a page or a native step can call by method name.
public protocol JourneyPlugin: Sendable {
    /// The name under which manifests refer to it.
    var name: String { get }
    /// The methods it offers, fixed when it is built: no look-up by what a page says.
    var methods: Set<String> { get }
    /// What it needs; without all of it, it is not there. Nothing unless it says so.
    var permissions: Set<PluginPermission> { get }
    /// Whether it answers `method`.
    func canHandle(_ method: String) -> Bool
    /// Answers `method`. Throws `JourneyError`; `USER_CANCELLED` and `SCA_REQUIRED` are the person's and the device's ways
    /// to say no.
    func handle(_ method: String, params: JSONValue) async throws -> JSONValue
    /// Answers `method` to a page whose manifest marks it as encrypted: `params` is JSON text in locked memory, bounded but not
    /// read yet, and the answer goes back encrypted. Unless a plugin has its own, the text is read and `handle(_:params:)`
    /// answers.
    func handle(_ method: String, secret params: Secret) async throws -> BridgePayload
}

extension JourneyPlugin {
    public var permissions: Set<PluginPermission> { [] }
    public func canHandle(_ method: String) -> Bool { methods.contains(method) }

    public func handle(_ method: String, secret params: Secret) async throws -> BridgePayload {
        guard let value = try? JSONReader.read(params), value.object != nil else {
            throw JourneyError(.bridgeMessageInvalid, "What a page encrypted is no JSON object.")
        }
        return .plain(try await handle(method, params: value))
    }
}
