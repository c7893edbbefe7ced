public import JourneyBase

/// The plugins of one host, fixed when a run begins. Unregistered plugins, and those that need permissions the host does not
/// grant, can't be called.
public struct PluginRegistry: Sendable {
    private let plugins: [any JourneyPlugin]
    private let methodsOff: Set<String>
    /// The missing permissions of plugins that are not available, by name.
    private let lacking: [String: Set<PluginPermission>]
    /// Records each call, where there is telemetry.
    var telemetry: RunTelemetry?

    /// Creates a registry of those plugins whose permissions are all granted.
    ///
    /// - Parameters:
    ///   - plugins: The plugins. A later one replaces an earlier one of the same name.
    ///   - granted: The permissions that the host grants.
    ///   - capabilities: Methods to disable, mapped to `false`. `true` has no effect.
    public init(
        _ plugins: [any JourneyPlugin], granted: Set<PluginPermission> = [], capabilities: [String: Bool] = [:]
    ) {
        var kept: [any JourneyPlugin] = []
        for plugin in plugins {
            kept.removeAll { $0.name == plugin.name }
            kept.append(plugin)
        }
        var lacking: [String: Set<PluginPermission>] = [:]
        for plugin in kept where !plugin.permissions.isSubset(of: granted) {
            lacking[plugin.name] = plugin.permissions.subtracting(granted)
        }
        self.plugins = kept.filter { lacking[$0.name] == nil }
        self.lacking = lacking
        methodsOff = Set(capabilities.filter { !$0.value }.keys)
    }

    /// Returns the first plugin that implements `method`, unless the method was disabled.
    public func resolve(method: String) -> (any JourneyPlugin)? {
        guard !methodsOff.contains(method) else { return nil }
        return plugins.first { $0.canHandle(method) }
    }

    /// Returns the available plugin called `name`; `nil` without one.
    public func plugin(named name: String) -> (any JourneyPlugin)? { plugins.first { $0.name == name } }

    /// Returns the permissions that the plugin called `name` needs and the host does not grant. Empty for an available or
    /// unregistered plugin.
    public func missingPermissions(of name: String) -> Set<PluginPermission> { lacking[name] ?? [] }

    /// Returns `true` when `method` of the plugin called `name` can be called.
    func canCall(_ method: String, of name: String) -> Bool { callable(method, plugin(named: name)) != nil }

    private func callable(_ method: String, _ plugin: (any JourneyPlugin)?) -> (any JourneyPlugin)? {
        guard let plugin, !methodsOff.contains(method), plugin.canHandle(method) else { return nil }
        return plugin
    }

    /// Returns those of `methods` that can be called.
    public func available(among methods: Set<String>) -> Set<String> { methods.filter { resolve(method: $0) != nil } }

    /// Calls `method` of the plugin called `name`, or of the first plugin that implements it.
    ///
    /// A plugin's own error text is dropped: it may contain what a person typed.
    ///
    /// - Throws: `BRIDGE_FORBIDDEN` for an unavailable or disabled method, `USER_CANCELLED` for a cancelled call, the plugin's
    ///   own code, or `UNKNOWN`.
    func call(
        _ method: String, of name: String? = nil, with payload: BridgePayload
    ) async throws(JourneyError) -> BridgePayload {
        guard let plugin = callable(method, name.map { self.plugin(named: $0) } ?? resolve(method: method)) else {
            throw JourneyError(.bridgeForbidden, "The requested plugin method is not available here.")
        }
        let elapsed = telemetry.map { stopwatch($0.clock) }
        let failure: JourneyError
        do {
            let answer: BridgePayload
            switch payload {
            case .plain(let params): answer = .plain(try await plugin.handle(method, params: params))
            case .secret(let params): answer = try await plugin.handle(method, secret: params)
            }
            record(plugin, method, nil, elapsed)
            return answer
        } catch let error as JourneyError {
            let code = error.code.isPlain ? error.code : .unknown
            failure = JourneyError(code, "The plugin \(plugin.name) ended with \(code).", recovery: error.recovery)
        } catch is CancellationError {
            failure = JourneyError(.userCancelled, "The call was cancelled.")
        } catch {
            failure = JourneyError(.unknown, "The plugin \(plugin.name) failed with an unknown error.")
        }
        record(plugin, method, failure.code, elapsed)
        throw failure
    }

    /// Calls a method whose parameters and result are not encrypted.
    func call(_ method: String, of name: String? = nil, params: JSONValue) async throws(JourneyError) -> JSONValue {
        switch try await call(method, of: name, with: .plain(params)) {
        case .plain(let answer): return answer
        case .secret:
            throw JourneyError(.bridgeEncryption, "The plugin's result is secret, but this call is not encrypted.")
        }
    }

    private func record(
        _ plugin: any JourneyPlugin, _ method: String, _ code: ErrorCode?, _ elapsed: (@Sendable () -> Duration)?
    ) {
        if let elapsed { telemetry?.plugin(plugin.name, method: method, code: code, took: elapsed()) }
    }
}

extension ErrorCode {
    /// `true` for a code of capitals, digits and `_` with fewer than 6 digits, which can't be a number that a person typed.
    fileprivate var isPlain: Bool {
        let bytes = rawValue.utf8
        let isName = bytes.allSatisfy { $0.isUpperCaseLetter || $0.isDigit || $0 == 0x5F }
        return isName && (1...64).contains(bytes.count) && bytes.count(where: \.isDigit) < 6
    }
}
