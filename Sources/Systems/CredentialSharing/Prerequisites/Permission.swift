/// What a transaction needs of the device and of the person.
public enum Permission: String, CaseIterable, Hashable, Sendable {
    /// Bluetooth Low Energy: there, switched on, and allowed.
    case bluetooth
    /// Where the device is: Android asks for it before a radio may look around. Nothing here needs it; a host's gate may.
    case location

    /// Why it is missing.
    public enum MissingReason: String, CaseIterable, Hashable, Sendable {
        /// The device does not have it, and never will.
        case absent
        /// Switched off by the person.
        case switchedOff
        /// Starting anew; it comes back by itself.
        case notReady
        /// The person was not asked yet.
        case notAsked
        /// The person said no, or somebody who decides for them.
        case denied

        /// Whether the person can do something about it, or time can.
        public var isRecoverable: Bool { self != .absent }
        /// Whether the device is not able to, whatever the person allows.
        var isOfDevice: Bool {
            switch self {
            case .absent, .switchedOff, .notReady: true
            case .notAsked, .denied: false
            }
        }
    }
}
