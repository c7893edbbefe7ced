/// Whom a client believes: the authorities that may issue, and the keys that hosts may show.
///
/// Chain, name and validity are always checked; pins come on top. Nothing here turns a check off.
public struct TLSTrust: Hashable, Sendable {
    /// Certificates of authorities, PEM. Empty stands for the system's store; anything else replaces it. Apple's transport
    /// security asks its own store as well: there, a private authority has to be installed on the device too.
    public var authorities: [String]
    /// The keys that hosts may show. A host that no set is for is not pinned.
    public var pins: PinPolicy

    public init(authorities: [String] = [], pins: PinPolicy = .none) {
        self.authorities = authorities
        self.pins = pins
    }

    /// The system's authorities and no pins.
    public static let system = TLSTrust()
}
