import JourneyBase

/// Looks whether a transaction can begin, and asks the person for what is missing.
public struct PrerequisiteGate: Sendable {
    /// What is missing, and why.
    public struct Check: Hashable, Sendable {
        public let lacks: [Permission: Permission.MissingReason]

        /// What these lacks say.
        public init(_ lacks: [Permission: Permission.MissingReason]) { self.lacks = lacks }

        /// The steps that are left before a transaction can begin.
        public var missing: Set<Permission> { Set(lacks.keys) }
        /// Whether something is missing that nobody can give.
        public var isHopeless: Bool { lacks.values.contains { !$0.isRecoverable } }
    }

    private let prerequisites: [Prerequisite]

    /// A gate for these.
    public init(_ prerequisites: [Prerequisite]) { self.prerequisites = prerequisites }

    /// A gate for the radio alone; `openSettings` opens the system's settings of the app, where Bluetooth can be allowed.
    public init(_ radio: any ProximityTransport, openSettings: (@Sendable () async -> Void)? = nil) {
        self.init([.bluetooth(radio, openSettings: openSettings)])
    }

    /// What is missing now. The device's capabilities come first: what it lacks for good is said alone, because no permission
    /// would help.
    public func checkCapabilities() async -> Check {
        var lacks: [Permission: Permission.MissingReason] = [:]
        for prerequisite in prerequisites { lacks[prerequisite.permission] = await prerequisite.lack() }
        let absent = lacks.filter { !$0.value.isRecoverable }
        return Check(absent.isEmpty ? lacks : absent)
    }

    /// Asks the person for that, and gives why it is missing still; `nil` when it is there now, or nothing here needs it.
    public func requestAuthorization(_ permission: Permission) async -> Permission.MissingReason? {
        guard let prerequisite = prerequisites.first(where: { $0.permission == permission }) else { return nil }
        // A prompt for something that cannot be used at the moment would promise too much.
        if let lack = await prerequisite.lack(), !lack.isOfDevice { await prerequisite.request() }
        return await prerequisite.lack()
    }

    /// Whether there are settings in which the person can allow that.
    func hasSettings(for permission: Permission) -> Bool {
        prerequisites.first { $0.permission == permission }?.openSettings != nil
    }

    /// Opens the settings in which the person can allow that, where there are any.
    func openSettings(for permission: Permission) async {
        await prerequisites.first { $0.permission == permission }?.openSettings?()
    }

    /// Something for each time that one of them changes, from now on.
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
