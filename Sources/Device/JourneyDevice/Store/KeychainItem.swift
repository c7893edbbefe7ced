import JourneyBase

/// How an item looks in the Keychain, which seals it and binds it to its name: a byte that says what it is, then the item.
/// Secrets and other items are told apart, so that neither is read as the other.
enum KeychainItem {
    /// The longest item, in bytes: as on Linux.
    static let limit = 1 << 20

    /// The byte that comes first.
    static func mark(isSecret: Bool) -> UInt8 { isSecret ? 1 : 0 }

    /// Throws `STORE_FAILED` when `bytes` are no item of that kind.
    static func check(_ bytes: some Collection<UInt8>, isSecret: Bool) throws(JourneyError) {
        guard bytes.first == mark(isSecret: isSecret), bytes.count <= limit + 1 else {
            throw JourneyError(.storeFailed, "An item of the store was changed.")
        }
    }
}

/// What the Keychain's status codes mean to a caller (SecBase.h).
enum KeychainStatus: Equatable {
    case done
    case nothingThere
    case alreadyThere
    case failed(JourneyError)

    init(_ status: Int32) {
        switch status {
        case 0: self = .done
        case -25_300: self = .nothingThere
        case -25_299: self = .alreadyThere
        case -25_308:
            // Before the first unlocking after a start, and while the device is locked.
            self = .failed(
                JourneyError(.storeFailed, "The device is locked.", recovery: .retry(after: .seconds(1))))
        case -34_018: self = .failed(JourneyError(.storeFailed, "The app has no entitlement for the Keychain."))
        default: self = .failed(JourneyError(.storeFailed, "The Keychain failed (status \(status))."))
        }
    }

    /// Throws what failed; gives whether there was something.
    func found() throws(JourneyError) -> Bool {
        switch self {
        case .done, .alreadyThere: true
        case .nothingThere: false
        case .failed(let error): throw error
        }
    }
}
