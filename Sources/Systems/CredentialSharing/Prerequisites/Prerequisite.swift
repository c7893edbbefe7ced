/// One thing that a transaction needs, and how it is asked for: the radio of this package, or what a host adds.
public struct Prerequisite: Sendable {
    public let permission: Permission
    /// Why it is missing, now; `nil` when it is there and allowed.
    public let lack: @Sendable () async -> Permission.MissingReason?
    /// Asks the person, where that can be asked; what comes of it, `lack` tells.
    public let request: @Sendable () async -> Void
    /// Something for each time that it changes, from now on.
    public let changes: @Sendable () -> AsyncStream<Void>
    /// Opens the system's settings of the app, where the person can allow what was denied; `nil` where there are none.
    public let openSettings: (@Sendable () async -> Void)?

    /// A prerequisite of these parts.
    ///
    /// - Parameters:
    ///   - permission: The permission that is needed.
    ///   - lack: Says why it is missing, now; `nil` when it is there and allowed.
    ///   - request: Asks the person, where that can be asked.
    ///   - changes: Gives something for each time that it changes.
    ///   - openSettings: Opens the system's settings of the app: the button of a screen that says that it was denied. Without it
    ///     there is no button.
    public init(
        _ permission: Permission, lack: @escaping @Sendable () async -> Permission.MissingReason?,
        request: @escaping @Sendable () async -> Void, changes: @escaping @Sendable () -> AsyncStream<Void>,
        openSettings: (@Sendable () async -> Void)? = nil
    ) {
        self.permission = permission
        self.lack = lack
        self.request = request
        self.changes = changes
        self.openSettings = openSettings
    }

    /// Bluetooth, by this radio; `openSettings` as for any prerequisite.
    public static func bluetooth(
        _ radio: any ProximityTransport, openSettings: (@Sendable () async -> Void)? = nil
    ) -> Prerequisite {
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
            }, openSettings: openSettings)
    }
}

extension RadioState {
    /// What is missing of a radio in this state.
    var lack: Permission.MissingReason? {
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
