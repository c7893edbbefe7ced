/// A prerequisite of a transaction, on the device's or the user's side.
public enum Permission: String, CaseIterable, Hashable, Sendable {
    /// Bluetooth Low Energy: available, switched on and allowed.
    case bluetooth
    /// The device's location, which Android requires before a radio may scan. Nothing in this package needs it; a
    /// host's gate may.
    case location

    /// The reason why a permission is missing.
    public enum MissingReason: String, CaseIterable, Hashable, Sendable {
        /// The device does not have the capability.
        case absent
        /// The user has switched it off.
        case switchedOff
        /// Restarting; available again shortly.
        case notReady
        /// The user was not asked yet.
        case notAsked
        /// The user, or an administrator, denied it.
        case denied

        /// `true` if the user or time can change it.
        public var isRecoverable: Bool { self != .absent }
        /// `true` if the device lacks it, whatever the user allows.
        var isOfDevice: Bool {
            switch self {
            case .absent, .switchedOff, .notReady: true
            case .notAsked, .denied: false
            }
        }
    }
}
