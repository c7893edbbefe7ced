import JourneyBase

/// Which pages may take part in a journey.
enum WebPolicies {
    /// Whether a page of `origin` may: its origin, as the engine reports it, is one of `allowed`. Scheme, host and port
    /// count. No address of another kind than `https` has an origin here, and no switch lets `file:` in.
    static func isAllowed(origin: Origin?, allowed: SourcePolicy) -> Bool {
        allowed.admits(origin, isMainFrame: true)
    }
}
