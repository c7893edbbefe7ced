extension ManifestGrammar {
    static func resumePolicy(_ version: Journey.Version) -> Set<String> {
        version == .v11 ? ["snapshotOn"] : ["snapshotOn", "keep", "maxAgeMs"]
    }
    static func top(_ version: Journey.Version) -> Set<String> {
        switch version {
        case .v11: top11
        case .v12: top12
        case .v13: top13
        }
    }
    static func step(_ version: Journey.Version) -> Set<String> {
        switch version {
        case .v11: step11
        case .v12: step12
        case .v13: step13
        }
    }
    static func stepTypes(_ version: Journey.Version) -> Set<String> { version >= .v13 ? stepTypes13 : stepTypes12 }
    static func call(_ version: Journey.Version) -> Set<String> { version >= .v13 ? call13 : call }
    static func binding(_ version: Journey.Version) -> Set<String> {
        switch version {
        case .v11: binding11
        case .v12: binding12
        case .v13: binding13
        }
    }

    /// Events that only the engine raises.
    static let engineEvents: Set<String> = Set(StateMachine.EngineEvent.allCases.map(\.rawValue))
}
