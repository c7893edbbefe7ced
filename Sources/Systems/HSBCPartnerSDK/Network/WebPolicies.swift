import JourneyBase

/// Decides which pages may take part in a journey.
enum WebPolicies {
    /// Returns `true` when `origin`, as the engine reports it, is one of `allowed`. Scheme, host and port count. Only `https`
    /// addresses have an origin; no switch allows `file:`.
    static func isAllowed(origin: Origin?, allowed: SourcePolicy) -> Bool {
        allowed.admits(origin, isMainFrame: true)
    }
}
