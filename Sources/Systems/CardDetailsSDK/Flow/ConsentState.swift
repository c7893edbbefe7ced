/// The state of a viewing's codes, whatever the user's path through its screens.
struct ConsentState {
    /// The number of codes that the user may still request.
    var resends: Int
    /// The number of automatic new challenges left.
    var renewals = 1
    /// `true` once the biometric check, as far as policy and device require it, has passed.
    var isPresent = false
    /// Set once a code was submitted, and a revocation recorded before it: `true` if that was the first one pending.
    var debt: Bool?
    /// `true` if a token may exist whose response was lost.
    var isInDoubt = false
}
