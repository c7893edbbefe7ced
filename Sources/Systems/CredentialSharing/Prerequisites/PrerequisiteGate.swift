import JourneyBase

/// A gate that checks the prerequisites of a transaction and asks the user for missing ones.
public struct PrerequisiteGate: Sendable {
    /// The result of a check: the missing permissions with their reasons.
    public struct Check: Hashable, Sendable {
        /// The reasons by missing permission.
        public let lacks: [Permission: Permission.MissingReason]

        /// Creates a result.
        ///
        /// - Parameter lacks: The reasons by missing permission.
        public init(_ lacks: [Permission: Permission.MissingReason]) { self.lacks = lacks }

        /// The permissions that are missing.
        public var missing: Set<Permission> { Set(lacks.keys) }
        /// `true` if a capability is missing that neither the user nor time can provide.
        public var isHopeless: Bool { lacks.values.contains { !$0.isRecoverable } }
    }

    private let prerequisites: [Prerequisite]

    /// Creates a gate.
    ///
    /// - Parameter prerequisites: The prerequisites to check.
    public init(_ prerequisites: [Prerequisite]) { self.prerequisites = prerequisites }

    /// Creates a gate for the radio alone.
    ///
    /// - Parameters:
    ///   - radio: The radio.
    ///   - openSettings: Opens the app's page in the system settings, where Bluetooth can be allowed; `nil` for no
    ///     button.
    public init(_ radio: any ProximityTransport, openSettings: (@Sendable () async -> Void)? = nil) {
        self.init([.bluetooth(radio, openSettings: openSettings)])
    }

    /// Checks all prerequisites. Capabilities that the device lacks for good are reported alone, because no permission
    /// would help.
    ///
    /// - Returns: The missing permissions.
    public func checkCapabilities() async -> Check {
        var lacks: [Permission: Permission.MissingReason] = [:]
        for prerequisite in prerequisites { lacks[prerequisite.permission] = await prerequisite.lack() }
        let absent = lacks.filter { !$0.value.isRecoverable }
        return Check(absent.isEmpty ? lacks : absent)
    }

    /// Prompts the user for a permission.
    ///
    /// - Parameter permission: The permission.
    /// - Returns: The reason why it is still missing; `nil` when it is granted or not a prerequisite of this gate.
    public func requestAuthorization(_ permission: Permission) async -> Permission.MissingReason? {
        guard let prerequisite = prerequisites.first(where: { $0.permission == permission }) else { return nil }
        // A prompt for a capability that cannot be used now would be misleading.
        if let lack = await prerequisite.lack(), !lack.isOfDevice { await prerequisite.request() }
        return await prerequisite.lack()
    }

    /// Returns `true` if there are settings in which the user can grant `permission`.
    func hasSettings(for permission: Permission) -> Bool {
        prerequisites.first { $0.permission == permission }?.openSettings != nil
    }

    /// Opens the settings in which the user can grant `permission`, if there are any.
    func openSettings(for permission: Permission) async {
        await prerequisites.first { $0.permission == permission }?.openSettings?()
    }

    /// Returns an element for each change of a prerequisite from now on.
    func changes() -> AsyncStream<Void> {
        let streams = prerequisites.map { $0.changes() }
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                await withTaskGroup { group in
                    for stream in streams {
                        group.addTask { for await _ in stream { continuation.yield() } }
                    }
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
