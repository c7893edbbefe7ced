/// The supported versions of the bridge, oldest first.
enum BridgeVersion: String, CaseIterable, Comparable {
    case v11 = "1.1"
    /// Adds encrypted payloads and the journey's state.
    case v12 = "1.2"

    static func < (one: BridgeVersion, other: BridgeVersion) -> Bool {
        // In order of declaration; as text, 1.10 would come before 1.2.
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }

    /// Returns the highest version that the page offers and `known` contains.
    static func highest(of offered: [String], among known: [BridgeVersion]) -> BridgeVersion? {
        known.filter { offered.contains($0.rawValue) }.max()
    }
}
