/// The origins that may take part in a journey. An empty list admits none, and one invalid entry voids the whole list.
public struct SourcePolicy: Hashable, Sendable {
    /// The allowed origins; empty if any entry was invalid.
    public let allowed: Set<Origin>

    /// Creates a policy. A `nil` entry voids the whole list.
    public init(_ entries: [Origin?]) {
        let origins = entries.compactMap { $0 }
        allowed = origins.count == entries.count ? Set(origins) : []
    }

    /// Checks a page's origin.
    ///
    /// - Parameters:
    ///   - origin: The page's origin.
    ///   - isMainFrame: `true` if the page is in the main frame.
    /// - Returns: `true` if the page may take part.
    public func admits(_ origin: Origin?, isMainFrame: Bool) -> Bool {
        guard isMainFrame, let origin else { return false }
        return allowed.contains(origin)
    }
}
