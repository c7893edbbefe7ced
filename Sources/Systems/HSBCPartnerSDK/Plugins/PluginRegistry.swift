public import JourneyBase

/// The plugins of one host, fixed when a run begins. What is not registered cannot be called.
public struct PluginRegistry: Sendable {
    private let plugins: [any JourneyPlugin]
    private let methodsOff: Set<String>
    /// Told of each call, where there is telemetry.
    var telemetry: RunTelemetry?

    /// A registry of `plugins`; a later one replaces an earlier one of its name. `capabilities` takes away the methods
    /// that it maps to `false`; `true` adds nothing.
    public init(_ plugins: [any JourneyPlugin], capabilities: [String: Bool] = [:]) {
        var kept: [any JourneyPlugin] = []
        for plugin in plugins {
            kept.removeAll { $0.name == plugin.name }
            kept.append(plugin)
        }
        self.plugins = kept
        methodsOff = Set(capabilities.filter { !$0.value }.keys)
    }

    /// The plugin that answers `method`: the first that can, unless the method was taken away.
    public func resolve(method: String) -> (any JourneyPlugin)? {
        guard !methodsOff.contains(method) else { return nil }
        return plugins.first { $0.canHandle(method) }
    }

    /// The plugin called `name`.
    public func plugin(named name: String) -> (any JourneyPlugin)? { plugins.first { $0.name == name } }

    /// Which of `methods` can be called here.
    public func available(among methods: Set<String>) -> Set<String> { methods.filter { resolve(method: $0) != nil } }

    /// Calls `method` of the plugin called `name`, or of the first that answers it. Whatever goes wrong is a
    /// `JourneyError`: `BRIDGE_FORBIDDEN` for what is not there or was taken away, `USER_CANCELLED` for a call that was
    /// cancelled, the plugin's own, or `UNKNOWN`.
    func call(_ method: String, of name: String? = nil, params: JSONValue) async throws(JourneyError) -> JSONValue {
        let plugin = name.map { self.plugin(named: $0) } ?? resolve(method: method)
        guard let plugin, !methodsOff.contains(method), plugin.canHandle(method) else {
            throw JourneyError(.bridgeForbidden, "No method of that name can be called here.")
        }
        let elapsed = telemetry.map { stopwatch($0.clock) }
        let failure: JourneyError
        do {
            let answer = try await plugin.handle(method, params: params)
            tell(plugin, method, nil, elapsed)
            return answer
        } catch let error as JourneyError {
            failure = error
        } catch is CancellationError {
            failure = JourneyError(.userCancelled, "The call was cancelled.")
        } catch {
            failure = JourneyError(.unknown, "A plugin failed without saying why.")
        }
        tell(plugin, method, failure.code, elapsed)
        throw failure
    }

    private func tell(
        _ plugin: any JourneyPlugin, _ method: String, _ code: ErrorCode?, _ elapsed: (@Sendable () -> Duration)?
    ) {
        if let elapsed { telemetry?.plugin(plugin.name, method: method, code: code, took: elapsed()) }
    }
}
