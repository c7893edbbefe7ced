/// One thing that a transaction needs, and how it is asked for: the radio of this package, or what a host adds.
public struct Prerequisite: Sendable {
    public let permission: Permission
    /// Why it is missing, now; `nil` when it is there and allowed.
    public let lack: @Sendable () async -> Permission.Lack?
    /// Asks the person, where that can be asked; what comes of it, `lack` tells.
    public let request: @Sendable () async -> Void
    /// Something for each time that it changes, from now on.
    public let changes: @Sendable () -> AsyncStream<Void>

    /// A prerequisite of these parts.
    public init(
        _ permission: Permission, lack: @escaping @Sendable () async -> Permission.Lack?,
        request: @escaping @Sendable () async -> Void, changes: @escaping @Sendable () -> AsyncStream<Void>
    ) {
        self.permission = permission
        self.lack = lack
        self.request = request
        self.changes = changes
    }

    /// Bluetooth, by this radio.
    public static func bluetooth(_ radio: any ProximityTransport) -> Prerequisite {
        Prerequisite(
            .bluetooth, lack: { await radio.state().lack }, request: { _ = await radio.requestAuthorization() },
            changes: {
                let states = radio.states()
                return AsyncStream { continuation in
                    let task = Task {
                        for await _ in states { continuation.yield() }
                        continuation.finish()
                    }
                    continuation.onTermination = { _ in task.cancel() }
                }
            })
    }
}

extension RadioState {
    /// What is missing of a radio in this state.
    var lack: Permission.Lack? {
        switch self {
        case .poweredOn: nil
        case .poweredOff: .switchedOff
        case .notDetermined: .notAsked
        case .unauthorized: .denied
        case .unsupported: .absent
        case .resetting: .notReady
        }
    }
}
