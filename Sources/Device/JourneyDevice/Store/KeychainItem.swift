import JourneyBase

/// The format of an item in the Keychain, which encrypts it and binds it to its name: a byte for the kind, then the item. A
/// secret can't be read as another item, nor the other way round.
enum KeychainItem {
    /// The longest item, in bytes: as on Linux.
    static let limit = 1 << 20

    /// Returns the first byte.
    static func mark(isSecret: Bool) -> UInt8 { isSecret ? 1 : 0 }

    /// Throws `STORE_FAILED` when `bytes` are not an item of that kind.
    static func check(_ bytes: some Collection<UInt8>, isSecret: Bool) throws(JourneyError) {
        guard bytes.first == mark(isSecret: isSecret), bytes.count <= limit + 1 else {
            throw JourneyError(.storeFailed, "A Keychain item was modified or has another kind.")
        }
    }
}

/// Maps the Keychain's status codes (SecBase.h).
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
            // Before the first unlock after a restart, and while the device is locked.
            self = .failed(
                JourneyError(
                    .storeFailed, "The Keychain can't be read while the device is locked. Unlock it and try again.",
                    recovery: .retry(after: .seconds(1))))
        case -34_018:
            self = .failed(
                JourneyError(
                    .storeFailed,
                    "The Keychain refused access (errSecMissingEntitlement): the app has no Keychain entitlement."))
        default: self = .failed(JourneyError(.storeFailed, "The Keychain call failed with OSStatus \(status)."))
        }
    }

    /// Returns `true` when there was an item; throws a failure.
    func found() throws(JourneyError) -> Bool {
        switch self {
        case .done, .alreadyThere: true
        case .nothingThere: false
        case .failed(let error): throw error
        }
    }
}
