/// The trust of a client: certificate authorities, and the pinned keys of hosts.
///
/// Chain, name and validity are always checked; pins are checked in addition. Nothing here turns a check off.
public struct TLSTrust: Hashable, Sendable {
    /// Certificates of authorities, PEM. Empty for the system's store; anything else replaces it. Apple's transport security
    /// checks its own store as well: a private authority must also be installed on the device.
    public var authorities: [String]
    /// The pinned keys. A host without a set is not pinned.
    public var pins: PinPolicy

    /// Creates a trust.
    ///
    /// - Parameters:
    ///   - authorities: Certificates of authorities, PEM; empty for the system's store.
    ///   - pins: The pinned keys of hosts.
    public init(authorities: [String] = [], pins: PinPolicy = .none) {
        self.authorities = authorities
        self.pins = pins
    }

    /// The system's authorities and no pins.
    public static let system = TLSTrust()
}
