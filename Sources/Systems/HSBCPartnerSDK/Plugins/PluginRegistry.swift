public import JourneyBase

/// The plugins of one host, fixed when a run begins. What is not registered, or needs what the host does not grant, cannot be
/// called.
public struct PluginRegistry: Sendable {
    private let plugins: [any JourneyPlugin]
    private let methodsOff: Set<String>
    /// Plugins that are not there, by name, and what they lack.
    private let lacking: [String: Set<PluginPermission>]
    /// Told of each call, where there is telemetry.
    var telemetry: RunTelemetry?

    /// A registry of those of `plugins` whose permissions are all `granted`; a later one replaces an earlier one of its
    /// name. `capabilities` takes away the methods that it maps to `false`; `true` adds nothing.
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

    /// The plugin that answers `method`: the first that can, unless the method was taken away.
    public func resolve(method: String) -> (any JourneyPlugin)? {
        guard !methodsOff.contains(method) else { return nil }
        return plugins.first { $0.canHandle(method) }
    }

    /// The plugin called `name`.
    public func plugin(named name: String) -> (any JourneyPlugin)? { plugins.first { $0.name == name } }

    /// What keeps the plugin called `name` from being there: permissions that the host does not grant. Empty for one that is
    /// there, or was never registered.
    public func missingPermissions(of name: String) -> Set<PluginPermission> { lacking[name] ?? [] }

    /// Whether `method` of the plugin called `name` can be called here.
    func canCall(_ method: String, of name: String) -> Bool { callable(method, plugin(named: name)) != nil }

    private func callable(_ method: String, _ plugin: (any JourneyPlugin)?) -> (any JourneyPlugin)? {
        guard let plugin, !methodsOff.contains(method), plugin.canHandle(method) else { return nil }
        return plugin
    }

    /// Which of `methods` can be called here.
    public func available(among methods: Set<String>) -> Set<String> { methods.filter { resolve(method: $0) != nil } }

    /// Calls `method` of the plugin called `name`, or of the first that answers it. Whatever goes wrong is a
    /// `JourneyError`: `BRIDGE_FORBIDDEN` for what is not there or was taken away, `USER_CANCELLED` for a call that was
    /// cancelled, the plugin's own code, or `UNKNOWN`. Of a plugin's own text nothing is kept: it may hold what a person typed.
    func call(
        _ method: String, of name: String? = nil, with payload: BridgePayload
    ) async throws(JourneyError) -> BridgePayload {
        guard let plugin = callable(method, name.map { self.plugin(named: $0) } ?? resolve(method: method)) else {
            throw JourneyError(.bridgeForbidden, "No method of that name can be called here.")
        }
        let elapsed = telemetry.map { stopwatch($0.clock) }
        let failure: JourneyError
        do {
            let answer: BridgePayload
            switch payload {
            case .plain(let params): answer = .plain(try await plugin.handle(method, params: params))
            case .secret(let params): answer = try await plugin.handle(method, secret: params)
            }
            tell(plugin, method, nil, elapsed)
            return answer
        } catch let error as JourneyError {
            let code = error.code.isPlain ? error.code : .unknown
            failure = JourneyError(code, "The plugin \(plugin.name) ended with \(code).", recovery: error.recovery)
        } catch is CancellationError {
            failure = JourneyError(.userCancelled, "The call was cancelled.")
        } catch {
            failure = JourneyError(.unknown, "A plugin failed without saying why.")
        }
        tell(plugin, method, failure.code, elapsed)
        throw failure
    }

    /// The same in the clear.
    func call(_ method: String, of name: String? = nil, params: JSONValue) async throws(JourneyError) -> JSONValue {
        switch try await call(method, of: name, with: .plain(params)) {
        case .plain(let answer): return answer
        case .secret: throw JourneyError(.bridgeEncryption, "A plugin has a secret for whom it cannot be encrypted.")
        }
    }

    private func tell(
        _ plugin: any JourneyPlugin, _ method: String, _ code: ErrorCode?, _ elapsed: (@Sendable () -> Duration)?
    ) {
        if let elapsed { telemetry?.plugin(plugin.name, method: method, code: code, took: elapsed()) }
    }
}

extension ErrorCode {
    /// Whether it is a name as codes are: capitals, digits and `_`, not a number that somebody typed.
    fileprivate var isPlain: Bool {
        let bytes = rawValue.utf8
        let isName = bytes.allSatisfy { $0.isUpperCaseLetter || $0.isDigit || $0 == 0x5F }
        return isName && (1...64).contains(bytes.count) && bytes.count(where: \.isDigit) < 6
    }
}
