/// What a viewing remembers of its codes, whichever way the person takes through its screens.
struct ConsentState {
    /// Codes that the person may still ask for.
    var resends: Int
    /// New challenges that are still asked for by themselves.
    var renewals = 1
    /// Whether a finger or a face was asked for, as far as the policy and the device have it, and taken.
    var isPresent = false
    /// Whether a code was handed in, before which a debt was written down; and whether it was the first one.
    var debt: Bool?
    /// Whether there may be a token that nobody heard of.
    var isInDoubt = false
}
