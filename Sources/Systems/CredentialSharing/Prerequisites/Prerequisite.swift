/// A prerequisite of a transaction and its requests: the radio of this package, or one that a host adds.
public struct Prerequisite: Sendable {
    /// The required permission.
    public let permission: Permission
    /// Returns the reason why the permission is missing now; `nil` when it is granted and available.
    public let lack: @Sendable () async -> Permission.MissingReason?
    /// Prompts the user, if that is possible; `lack` then returns the result.
    public let request: @Sendable () async -> Void
    /// Returns a stream with an element for each later change of the permission or its availability.
    public let changes: @Sendable () -> AsyncStream<Void>
    /// Opens the app's page in the system settings, where a denied permission can be granted; `nil` without one.
    public let openSettings: (@Sendable () async -> Void)?

    /// Creates a prerequisite.
    ///
    /// - Parameters:
    ///   - permission: The required permission.
    ///   - lack: Returns the reason why it is missing now; `nil` when it is granted and available.
    ///   - request: Prompts the user, if that is possible.
    ///   - changes: Returns a stream with an element for each later change.
    ///   - openSettings: Opens the app's page in the system settings: the button of a screen that says that it was
    ///     denied. Without it there is no button.
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

    /// Returns Bluetooth as a prerequisite.
    ///
    /// - Parameters:
    ///   - radio: The radio.
    ///   - openSettings: Opens the app's page in the system settings; `nil` for no button.
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
    /// The reason why a radio in this state cannot be used.
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
