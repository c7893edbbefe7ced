/// The origins that may take part in a journey. An empty list admits nothing, and one bad entry voids the list.
public struct SourcePolicy: Hashable, Sendable {
    /// What may take part; nothing when any entry was bad.
    public let allowed: Set<Origin>

    /// The policy of `entries`; one that is `nil` voids all.
    public init(_ entries: [Origin?]) {
        let origins = entries.compactMap { $0 }
        allowed = origins.count == entries.count ? Set(origins) : []
    }

    /// Whether a page of `origin`, shown in the main frame, may take part.
    public func admits(_ origin: Origin?, isMainFrame: Bool) -> Bool {
        guard isMainFrame, let origin else { return false }
        return allowed.contains(origin)
    }
}
