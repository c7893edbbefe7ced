/// The versions of the bridge that this code speaks, oldest first.
enum BridgeVersion: String, CaseIterable, Comparable {
    case v11 = "1.1"
    /// Adds encrypted payloads and the journey's state.
    case v12 = "1.2"

    static func < (one: BridgeVersion, other: BridgeVersion) -> Bool {
        // Declared in their order; as text, 1.10 would come before 1.2.
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }

    /// The highest that a page offers and that is among `known`.
    static func highest(of offered: [String], among known: [BridgeVersion]) -> BridgeVersion? {
        known.filter { offered.contains($0.rawValue) }.max()
    }
}
